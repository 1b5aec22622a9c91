"""Reading and writing what devices added to the seed of the dice, inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, update

from referee.records.data import Game, dumped, loaded
from referee.storage import schema

_COLUMNS = schema.games.c


def read(text: str | None) -> tuple[Mapping[str, Any], ...] | None:
    """Return the parts in a column; None where devices may add none."""
    kept = loaded(text)
    return None if kept is False else tuple(kept or ())


def written(parts: Sequence[Mapping[str, Any]] | None) -> str:
    """Return the parts as they are stored; None where devices may add none."""
    return "false" if parts is None else dumped([*parts]) if parts else ""


def add(connection: Connection, game: Game, version: int, parts: Sequence[Mapping[str, Any]]) -> bool:
    """Replace the parts of `game`. Return False, unchanged, if something else has changed."""
    added = update(schema.games).where(
        _COLUMNS.code == game.code,
        _COLUMNS.version == version,
        func.coalesce(_COLUMNS.parts, "") == written(game.parts),
    )
    return connection.execute(added.values(parts=written(parts))).rowcount == 1
