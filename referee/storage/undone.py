"""Reading and writing what was taken back since the last action, inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, update

from referee.records.data import Undone, dumped, loaded
from referee.storage import schema


def read(text: str | None) -> tuple[Undone, ...]:
    """Return what the column holds."""
    return tuple(Undone(seat, tuple(lines)) for seat, lines in loaded(text) or ())


def write(connection: Connection, code: str, undone: Sequence[Undone]) -> None:
    """Replace what can be done again at a table."""
    text = dumped([(one.seat, one.lines) for one in undone]) if undone else None
    connection.execute(update(schema.games).where(schema.games.c.code == code).values(undone=text))
