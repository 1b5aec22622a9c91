"""Reading and writing the action in progress of a table, inside the caller's transaction."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from referee.records.data import PendingAction, Tap, dumped, loaded, sides_read, sides_written
from referee.storage import schema


def read(connection: Connection, code: str) -> PendingAction | None:
    """Return the action in progress, which waits for values off the cardboard, or None."""
    row = connection.execute(select(schema.underway).where(schema.underway.c.code == code)).one_or_none()
    if row is None:
        return None
    return PendingAction(
        row.seat,
        loaded(row.action),
        loaded(row.rolled),
        row.overridden,
        row.nonce,
        sides_read(row.answered_for),
        Tap(far=row.far or ""),
    )


def write(connection: Connection, code: str, begun: PendingAction | None) -> None:
    """Write the action in progress, or none."""
    connection.execute(delete(schema.underway).where(schema.underway.c.code == code))
    if begun is not None:
        connection.execute(
            insert(schema.underway).values(
                code=code,
                seat=begun.seat,
                action=dumped(begun.action),
                rolled=dumped(begun.rolled),
                overridden=begun.overridden,
                nonce=begun.nonce,
                answered_for=sides_written(begun.answered_for),
                far=begun.tap.far or None,
            )
        )
