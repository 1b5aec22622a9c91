"""Reading and writing the ticks on the cardboard list. Works in the caller's transaction."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert, select

from referee.records.data import Ticks, dumped, loaded
from referee.storage import schema

_TICKS = select(schema.ticks).where(schema.ticks.c.code == bindparam("code"))


def ticks(connection: Connection, code: str) -> Ticks:
    """Return the ticks of a table; empty before the first one."""
    row = connection.execute(_TICKS, {"code": code}).one_or_none()
    if row is None:
        return Ticks()
    return Ticks(row.serial, tuple((at, tuple(done)) for at, done in loaded(row.done)))


def set_ticks(connection: Connection, code: str, ticks: Ticks) -> None:
    """Write the ticks of a table."""
    connection.execute(delete(schema.ticks).where(schema.ticks.c.code == code))
    connection.execute(insert(schema.ticks).values(code=code, serial=ticks.serial, done=dumped(ticks.done)))
