"""Reading and writing a seat's private notes, inside the caller's transaction."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from referee.storage.schema import notes

_ROW = notes.c


def read(connection: Connection, code: str, seat: str) -> str:
    """Return the notes of a seat, or ""."""
    text = connection.execute(
        select(_ROW.text).where(_ROW.code == code, _ROW.seat == seat)
    ).scalar_one_or_none()
    return text or ""


def write(connection: Connection, code: str, seat: str, text: str) -> None:
    """Write the notes of a seat. The transaction ends in Clash if another one wrote them meanwhile."""
    connection.execute(delete(notes).where(_ROW.code == code, _ROW.seat == seat))
    if text:
        connection.execute(insert(notes).values(code=code, seat=seat, text=text))
