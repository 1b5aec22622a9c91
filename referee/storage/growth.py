"""Whether a record that was read once has only grown since: then what was read is still good."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, func, select

from referee.storage import schema
from referee.storage.prepared import Prepared
from referee.storage.rows import Line

_ITS = schema.lines.c
_COUNTED = Prepared(
    select(func.count(), func.count(_ITS.taken_back_at), func.coalesce(func.sum(_ITS.changed), 0)).where(
        _ITS.code == bindparam("code"), _ITS.n <= bindparam("last")
    )
)


def only_grew(connection: Connection, code: str, lines: Sequence[Line]) -> bool:
    """Return whether the lines of a table are still as they were read, whatever came after them.

    A line changes only when it is taken back, or when its seat chooses again in secret. Both are counted,
    and neither count ever falls.
    """
    if not lines:
        return True
    row = _COUNTED.run(connection, {"code": code, "last": lines[-1].n}).fetchone()
    taken_back, changed = sum(not line.stands for line in lines), sum(line.changed for line in lines)
    return row is not None and tuple(row) == (len(lines), taken_back, changed)
