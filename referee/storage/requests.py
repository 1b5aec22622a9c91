"""Reading and writing the request that waits at a table for an answer, inside the caller's transaction."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from referee.records.data import Declined, Request, dumped, loaded, sides_read, sides_written
from referee.storage import schema

_DECLINED = "_declined"
"""The ending that marks a declined request's kind."""


def read(connection: Connection, code: str) -> Request | Declined | None:
    """Return the request that waits at a table, or the last refusal, or None."""
    row = connection.execute(select(schema.requests).where(schema.requests.c.code == code)).one_or_none()
    if row is None:
        return None
    if row.kind.endswith(_DECLINED):
        return Declined(row.kind.removesuffix(_DECLINED), row.seat)
    return Request(
        row.kind,
        row.seat,
        tuple(loaded(row.agreed)),
        row.n,
        loaded(row.action),
        sides_read(row.answered_for),
        row.serial or 0,
    )


def write(connection: Connection, code: str, request: Request | Declined | None) -> None:
    """Write the request that waits, or a refusal, or neither."""
    connection.execute(delete(schema.requests).where(schema.requests.c.code == code))
    if isinstance(request, Declined):
        row = {"code": code, "kind": request.kind + _DECLINED, "seat": request.seat, "agreed": dumped(())}
        connection.execute(insert(schema.requests).values(**row))
    elif request is not None:
        connection.execute(
            insert(schema.requests).values(
                code=code,
                kind=request.kind,
                seat=request.seat,
                n=request.n,
                action=None if request.action is None else dumped(request.action),
                agreed=dumped(request.agreed),
                answered_for=sides_written(request.answered_for),
                serial=request.serial,
            )
        )
