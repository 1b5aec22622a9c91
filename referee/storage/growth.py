"""Whether a record that was read once has only grown since: then what was read is still good."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, func, select

from referee.storage import schema

_ITS = schema.lines.c
_COUNTED = select(
    func.count(), func.count(_ITS.taken_back_at), func.coalesce(func.sum(_ITS.changed), 0)
).where(_ITS.code == bindparam("code"), _ITS.n <= bindparam("last"))


def only_grew(connection: Connection, code: str, lines: int, taken_back: int, changed: int) -> bool:
    """Return whether the first lines of a table are still as they were read, whatever came after them.

    `lines` is how many were read, of which so many had been taken back; `changed` is how often seats had
    chosen again in secret. A line changes only by one or the other. Both are counted, and neither count ever
    falls.
    """
    row = connection.execute(_COUNTED, {"code": code, "last": lines}).one()
    return tuple(row) == (lines, taken_back, changed)
