"""A server's own settings, inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, insert, select, update

from referee.storage import schema


def value(connection: Connection, name: str, make: Callable[[], str]) -> str:
    """Return the stored value of a name, made on first use."""
    known = stored(connection, name)
    if known is None:
        known = make()
        connection.execute(insert(schema.server).values(name=name, value=known))
    return known


def stored(connection: Connection, name: str) -> str | None:
    """Return the stored value of a name, or None."""
    column = schema.server.c
    known: str | None = connection.execute(
        select(column.value).where(column.name == name)
    ).scalar_one_or_none()
    return known


def replace(connection: Connection, name: str, old: str, new: str) -> bool:
    """Write the value of a name in place of the `old` one; False, unchanged, if it is no longer that one."""
    column = schema.server.c
    written = update(schema.server).where(column.name == name, column.value == old).values(value=new)
    return connection.execute(written).rowcount == 1
