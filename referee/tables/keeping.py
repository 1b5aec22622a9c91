"""What the host of a server may do with all its tables: list, archive and delete them (`referee tables`)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select

from referee.json_text import show
from referee.problems import Problem
from referee.storage import games, schema
from referee.storage.database import Database, channel_of


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as its host sees it: when it was made and played last (ISO 8601), and its actions so far."""

    code: str
    system: str
    made: str
    played: str
    actions: int

    def to_json(self) -> dict[str, Any]:
        """Return it as one JSON object."""
        return asdict(self)


def kept_tables(database: Database, code: str | None = None) -> list[KeptTable]:
    """Return all tables, or the one with this code, the one played last first. Raises Problem (503)."""
    table, line = schema.games.c, schema.lines.c
    asked = (
        select(table.code, table.system, table.created, func.max(line.at), func.count(line.n))
        .select_from(schema.games.outerjoin(schema.lines))
        .group_by(table.code, table.system, table.created)
    )
    if code is not None:
        asked = asked.where(table.code == code)
    with database.reading() as connection:
        rows = [KeptTable(code, system, made, at or made, n) for code, system, made, at, n in
                connection.execute(asked)]  # fmt: skip
    return sorted(rows, key=lambda kept: (kept.played, kept.code), reverse=True)


def unplayed(database: Database, days: int, now: datetime) -> list[KeptTable]:
    """Return the tables that nobody has played for this many days. Raises Problem (503)."""
    since = (now - timedelta(days=days)).isoformat(timespec="seconds")
    return [kept for kept in kept_tables(database) if kept.played < since]


def version_of(database: Database, code: str) -> int:
    """Return the version of a table. Raises Problem (404, 503)."""
    with database.reading() as connection:
        version = games.version(connection, code)
    if version is None:
        raise Problem(404, f"There is no table {show(code)} here.")
    return version


def delete_table(database: Database, code: str, version: int | None = None) -> None:
    """Delete a table as `remove_table` does, and tell the servers that run."""
    remove_table(database, code, version)
    channel = channel_of(database)
    channel.tell("gone", code)
    channel.close()


def remove_table(database: Database, code: str, version: int | None = None) -> None:
    """Delete a table with its record; only at this `version`, if one is given.

    Raises Problem (404, 409 where it was played on meanwhile, 503).
    """
    with database.writing() as connection:
        if version is not None and games.version(connection, code) != version:
            raise Problem(409, f"Table {code} is being played, so it was not deleted.")
        if not games.remove(connection, code):
            raise Problem(404, f"There is no table {show(code)} here.")
