"""Surveys as the host of a server sees them: listing all, and deleting one for its maker."""

from __future__ import annotations

from typing import Any

from referee.errors import InputError
from referee.records.text import show
from referee.storage import uploads
from referee.storage.database import Database


def kept_surveys(database: Database) -> list[dict[str, Any]]:
    """Return id, system, dates and number of gestures of every survey, the one drawn on last first.

    Raises Problem (503).
    """
    with database.reading() as connection:
        return uploads.every(connection)


def delete_survey(database: Database, id_: str) -> None:
    """Delete a survey, whoever made it. Raises InputError for an id that none has, Problem (503)."""
    with database.writing() as connection:
        if uploads.get_survey(connection, id_) is None:
            raise InputError(f"There is no survey {show(id_)} here.")
        uploads.remove_survey(connection, id_)
