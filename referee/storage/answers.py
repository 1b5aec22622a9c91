"""Reading and writing what was answered to requests with a key, inside the caller's transaction."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert, select

from referee.records.data import JsonObject, KeptAnswer, dumped, loaded
from referee.storage.schema import answers

_ROW = answers.c
_OF = (
    select(_ROW.asked, _ROW.said)
    .where(_ROW.code == bindparam("code"), _ROW.seat == bindparam("seat"), _ROW.key == bindparam("key"))
    .order_by(_ROW.n)
)
_ADD = insert(answers)
_FORGET = delete(answers).where(_ROW.code == bindparam("of"), _ROW.at < bindparam("before"))


def of_key(connection: Connection, code: str, seat: str, key: str) -> tuple[KeptAnswer, ...]:
    """Return the answers to the changes that a seat's request with this key has made so far, in order."""
    rows = connection.execute(_OF, {"code": code, "seat": seat, "key": key})
    return tuple(KeptAnswer(asked, loaded(said)) for asked, said in rows)


def add(
    connection: Connection, code: str, seat: str, key: str, n: int, asked: str, said: JsonObject, at: str
) -> None:
    """Write the answer to the `n`-th change of a request. If it is there, the transaction ends in Clash."""
    row = {"code": code, "seat": seat, "key": key, "n": n, "asked": asked, "said": dumped(said), "at": at}
    connection.execute(_ADD, row)


def forget(connection: Connection, code: str, before: str) -> None:
    """Delete the answers of a table from before that time."""
    connection.execute(_FORGET, {"of": code, "before": before})
