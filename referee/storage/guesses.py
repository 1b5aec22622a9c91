"""Reading and writing how many wrong PINs were tried, inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from referee.storage.schema import guesses

_ROW = guesses.c
_OF = select(_ROW.code, _ROW.wrong, _ROW.at).where(
    _ROW.code.in_([bindparam("code"), ""]), _ROW.who == bindparam("who")
)
_OF_CODE = select(func.sum(_ROW.wrong), func.max(_ROW.wrong), func.max(_ROW.at)).where(
    _ROW.code == bindparam("code")
)


@dataclass(frozen=True, slots=True)
class Tries:
    """How many wrong tries there were, and when the last of them came."""

    wrong: int
    at: str


def hold(connection: Connection, who: str) -> None:
    """Let one transaction at a time go on for a guesser. SQLite lets only one write anyway."""
    if connection.dialect.name == "postgresql":
        lock = int.from_bytes(bytes.fromhex(who[:16]), signed=True)
        connection.execute(select(func.pg_advisory_xact_lock(lock)))


def of(connection: Connection, who: str, code: str) -> Mapping[str, Tries]:
    """Return what a guesser tried for this code, and for "", which is all codes together."""
    rows = connection.execute(_OF, {"code": code, "who": who})
    return {of: Tries(wrong, at) for of, wrong, at in rows}


def keep(connection: Connection, who: str, code: str, tries: Tries, *, first: bool) -> None:
    """Write what a guesser tried for a code; `first` if there is no row of it yet."""
    values = {"wrong": tries.wrong, "at": tries.at}
    if first:
        connection.execute(insert(guesses).values(code=code, who=who, **values))
    else:
        connection.execute(update(guesses).where(_ROW.code == code, _ROW.who == who).values(values))


def of_code(connection: Connection, code: str) -> tuple[Tries, int] | None:
    """Return what all together tried for a code, and how often whoever tried most; None if nobody did."""
    wrong, most, at = connection.execute(_OF_CODE, {"code": code}).one()
    return None if wrong is None else (Tries(wrong, at), most)


def forget(connection: Connection, before: str, after: str, most: int) -> None:
    """Delete what was tried before one time or after another, and all but the latest `most`."""
    oldest = select(_ROW.at).order_by(_ROW.at.desc()).offset(most).limit(1).scalar_subquery()
    connection.execute(delete(guesses).where(or_(_ROW.at < before, _ROW.at > after, _ROW.at <= oldest)))
