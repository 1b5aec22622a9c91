"""Reading and writing requests to share a seat, inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from referee.records.data import Arrival
from referee.storage import schema

WAITING, LET_IN, REFUSED = "waiting", "let_in", "refused"
SENT_AWAY = "sent_away"
"""The state of a row for a device that was let in and later sent away; the row notes when."""
_COLUMNS = schema.arrivals.c


def of_table(connection: Connection, code: str) -> tuple[Arrival, ...]:
    """Return the requests to share a seat, in the order of their answers; one that waits is last."""
    rows = connection.execute(select(schema.arrivals).where(_COLUMNS.code == code))
    return tuple(sorted(map(_arrival, rows), key=lambda a: (a.state == WAITING, a.at or "", a.n)))


def by_hash(connection: Connection, token_hash: str) -> tuple[str, Arrival] | None:
    """Return the table's code and the arrival of a device by the SHA-256 of its mark, or None."""
    row = connection.execute(select(schema.arrivals).where(_COLUMNS.token_hash == token_hash)).first()
    return None if row is None else (row.code, _arrival(row))


def let_in(connection: Connection, hashes: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return the code and seat of each device let in whose token has one of these SHA-256 hashes, by hash."""
    asked = select(_COLUMNS.token_hash, _COLUMNS.code, _COLUMNS.seat).where(
        _COLUMNS.token_hash.in_(hashes), _COLUMNS.state == LET_IN
    )
    return {hash_: (code, seat) for hash_, code, seat in connection.execute(asked)}


def ask(connection: Connection, code: str, arrival: Arrival) -> None:
    """Write that a device waits. It replaces any other waiting device at this table, and any refusal."""
    clear(connection, code)
    _add(connection, code, arrival)


def answer(connection: Connection, code: str, arrival: Arrival) -> None:
    """Write the answer to a device."""
    connection.execute(
        update(schema.arrivals)
        .where(_COLUMNS.code == code, _COLUMNS.n == arrival.n)
        .values(
            state=arrival.state,
            answered_by=arrival.answered_by,
            after_line=arrival.after_line,
            turn=arrival.turn,
            at=arrival.at,
            unread=arrival.unread,
        )
    )


def clear(connection: Connection, code: str) -> None:
    """Delete the waiting request and the refused ones; devices let in or sent away stay noted."""
    connection.execute(
        delete(schema.arrivals).where(_COLUMNS.code == code, _COLUMNS.state.in_((WAITING, REFUSED)))
    )


def send_away(connection: Connection, code: str, n: int, noted: Arrival) -> None:
    """Stop the admitted device number `n` from taking its seat again, and note that it was sent away."""
    gone = update(schema.arrivals).where(_COLUMNS.code == code, _COLUMNS.n == n)
    connection.execute(gone.values(token_hash=None, unread=False))
    _add(connection, code, noted)


def lock_out(connection: Connection, code: str, seat: str) -> None:
    """Stop admitted devices from taking the seat again; the note that they had it stays."""
    sent_away = update(schema.arrivals).where(_COLUMNS.code == code, _COLUMNS.seat == seat)
    connection.execute(sent_away.values(token_hash=None, unread=False))


def read(connection: Connection, code: str, seat: str) -> None:
    """Write that the seat's first device has read who was let in."""
    mine = (_COLUMNS.code == code, _COLUMNS.seat == seat)
    connection.execute(update(schema.arrivals).where(*mine).values(unread=False))


def _add(connection: Connection, code: str, arrival: Arrival) -> None:
    connection.execute(insert(schema.arrivals).values(code=code, **asdict(arrival)))


def _arrival(row: Row[Any]) -> Arrival:
    return Arrival(
        n=row.n,
        seat=row.seat,
        token_hash=row.token_hash,
        state=row.state,
        answered_by=row.answered_by,
        after_line=row.after_line,
        turn=row.turn,
        at=row.at,
        name=row.name,
        joins=row.joins,
        unread=bool(row.unread),
    )
