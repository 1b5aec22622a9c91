"""Reading and writing a seat's private notes, inside the caller's transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, select

from referee.records.data import dumped, loaded
from referee.storage.schema import notes

_ROW = notes.c


def read(connection: Connection, code: str, seat: str) -> str:
    """Return the notes of a seat, or ""."""
    text = connection.execute(
        select(_ROW.text).where(_ROW.code == code, _ROW.seat == seat)
    ).scalar_one_or_none()
    return text or ""


def shares(connection: Connection, code: str, seat: str) -> dict[str, list[Any]]:
    """Return what the last edits put into the notes of a seat, by edit, the oldest first."""
    kept = connection.execute(
        select(_ROW.shares).where(_ROW.code == code, _ROW.seat == seat)
    ).scalar_one_or_none()
    return dict(loaded(kept) or ()) if kept else {}


def write(
    connection: Connection, code: str, seat: str, text: str, shares: dict[str, list[Any]] | None = None
) -> None:
    """Write the notes of a seat. The transaction ends in Clash if another one wrote them meanwhile."""
    connection.execute(delete(notes).where(_ROW.code == code, _ROW.seat == seat))
    if text:
        pairs = dumped(list(shares.items())) if shares else None
        connection.execute(insert(notes).values(code=code, seat=seat, text=text, shares=pairs))
