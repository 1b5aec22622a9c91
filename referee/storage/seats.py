"""Reading and writing seats, join requests, notes, ticks and wrong PINs, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, astuple, dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, or_, select, update

from referee.records.data import (
    LET_IN,
    REFUSED,
    WAITING,
    Declined,
    JoinRequest,
    Seat,
    Ticks,
    dump_json,
    load_json,
)
from referee.storage import schema
from referee.storage.schema import guesses, notes

_ARRIVALS = schema.arrivals.c


def join_requests_of(connection: Connection, code: str) -> tuple[JoinRequest, ...]:
    """Return the requests to share a seat, in the order of their answers; one that waits is last."""
    rows = connection.execute(select(schema.arrivals).where(_ARRIVALS.code == code))
    return tuple(sorted(map(_join_request, rows), key=lambda a: (a.state == WAITING, a.at or "", a.n)))


def join_request_by_hash(connection: Connection, token_hash: str) -> tuple[str, JoinRequest] | None:
    """Return the table's code and the arrival of a device by the SHA-256 of its mark, or None."""
    row = connection.execute(select(schema.arrivals).where(_ARRIVALS.token_hash == token_hash)).first()
    return None if row is None else (row.code, _join_request(row))


def admitted(connection: Connection, hashes: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return the code and seat of each device let in whose token has one of these SHA-256 hashes, by hash."""
    asked = select(_ARRIVALS.token_hash, _ARRIVALS.code, _ARRIVALS.seat).where(
        _ARRIVALS.token_hash.in_(hashes), _ARRIVALS.state == LET_IN
    )
    return {hash_: (code, seat) for hash_, code, seat in connection.execute(asked)}


def add_join_request(connection: Connection, code: str, request: JoinRequest) -> None:
    """Write that a device waits. It replaces any other waiting device at this table, and any refusal."""
    clear_join_requests(connection, code)
    _add(connection, code, request)


def answer_join_request(connection: Connection, code: str, request: JoinRequest) -> None:
    """Write the answer to a join request."""
    connection.execute(
        update(schema.arrivals)
        .where(_ARRIVALS.code == code, _ARRIVALS.n == request.n)
        .values(
            state=request.state,
            answered_by=request.answered_by,
            after_line=request.after_line,
            turn=request.turn,
            at=request.at,
            unread=request.unread,
        )
    )


def clear_join_requests(connection: Connection, code: str) -> None:
    """Delete the waiting request and the refused ones; notes of devices let in or sent away stay."""
    connection.execute(
        delete(schema.arrivals).where(_ARRIVALS.code == code, _ARRIVALS.state.in_((WAITING, REFUSED)))
    )


def send_away(connection: Connection, code: str, n: int, noted: JoinRequest) -> None:
    """Stop the admitted device number `n` from using its seat, and note that it was sent away."""
    gone = update(schema.arrivals).where(_ARRIVALS.code == code, _ARRIVALS.n == n)
    connection.execute(gone.values(token_hash=None, unread=False))
    _add(connection, code, noted)


def empty(connection: Connection, code: str, seat: str) -> None:
    """Write that no device has taken a seat."""
    connection.execute(
        update(schema.seats).where(_COLUMNS.code == code, _COLUMNS.seat == seat).values(joins=0)
    )


def lock_out(connection: Connection, code: str, seat: str) -> None:
    """Stop admitted devices from using the seat; the note that they had it stays."""
    sent_away = update(schema.arrivals).where(_ARRIVALS.code == code, _ARRIVALS.seat == seat)
    connection.execute(sent_away.values(token_hash=None, unread=False))


def mark_read(connection: Connection, code: str, seat: str) -> None:
    """Write that the seat's first device has read who was let in."""
    mine = (_ARRIVALS.code == code, _ARRIVALS.seat == seat)
    connection.execute(update(schema.arrivals).where(*mine).values(unread=False))


def _add(connection: Connection, code: str, request: JoinRequest) -> None:
    connection.execute(insert(schema.arrivals).values(code=code, **asdict(request)))


def _join_request(row: Row[Any]) -> JoinRequest:
    return JoinRequest(
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


_COLUMNS = schema.seats.c
_OF_TABLE = select(schema.seats).where(_COLUMNS.code == bindparam("code"))


def of_table(connection: Connection, code: str) -> tuple[Seat, ...]:
    return tuple(_seat(row) for row in connection.execute(_OF_TABLE, {"code": code}))


def by_hash(connection: Connection, token_hash: str) -> Seat | None:
    """Return the seat whose token has that SHA-256, or None."""
    row = connection.execute(select(schema.seats).where(_COLUMNS.token_hash == token_hash)).one_or_none()
    return None if row is None else _seat(row)


def by_hashes(connection: Connection, hashes: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return the code and seat of each seat whose token has one of these SHA-256 hashes, by hash."""
    asked = select(_COLUMNS.token_hash, _COLUMNS.code, _COLUMNS.seat).where(_COLUMNS.token_hash.in_(hashes))
    return {hash_: (code, seat) for hash_, code, seat in connection.execute(asked)}


def by_spent_hash(connection: Connection, token_hash: str) -> Seat | None:
    """Return the seat that a device took with a link that no longer works, by the link's SHA-256; or None."""
    row = connection.execute(select(schema.seats).where(_COLUMNS.spent_hash == token_hash)).first()
    return None if row is None else _seat(row)


def add(connection: Connection, seat: Seat) -> None:
    """Write a seat that an older table lacks. If it already exists, the transaction ends in DuplicateKey."""
    connection.execute(
        insert(schema.seats).values(
            code=seat.code,
            seat=seat.seat,
            generation=seat.generation,
            token_hash=seat.token_hash,
            joins=seat.joins,
        )
    )


def name(connection: Connection, code: str, seat: str, said: str | None) -> None:
    """Write the name of a seat's player; None removes it."""
    connection.execute(
        update(schema.seats).where(_COLUMNS.code == code, _COLUMNS.seat == seat).values(name=said)
    )


def joined(connection: Connection, code: str, seat: str) -> None:
    """Count one more device that took a seat."""
    connection.execute(
        update(schema.seats)
        .where(_COLUMNS.code == code, _COLUMNS.seat == seat)
        .values(joins=_COLUMNS.joins + 1)
    )


def renew(
    connection: Connection,
    code: str,
    seat: str,
    generation: str,
    token_hash: str,
    spent: str | None = None,
    follower: str | None = None,
) -> None:
    """Write a new token for a seat and drop the old one.

    `spent` is the SHA-256 of the link just used, `follower` that of the mark of the device that used it.
    """
    connection.execute(
        update(schema.seats)
        .where(_COLUMNS.code == code, _COLUMNS.seat == seat)
        .values(generation=generation, token_hash=token_hash, spent_hash=spent, follower_hash=follower)
    )


def set_unread(connection: Connection, code: str, seat: str, declined: Declined | None) -> None:
    """Write the declined request that a seat has not read yet, or none."""
    unread = None if declined is None else dump_json(astuple(declined)[: 4 if declined.lapsed else 2])
    connection.execute(
        update(schema.seats).where(_COLUMNS.code == code, _COLUMNS.seat == seat).values(unread=unread)
    )


def types_dice(connection: Connection, code: str, seat: str) -> bool | None:
    """Return whether a device of a seat types in its dice; None if it follows the table."""
    wish: bool | None = connection.execute(
        select(_COLUMNS.types_dice).where(_COLUMNS.code == code, _COLUMNS.seat == seat)
    ).scalar_one_or_none()
    return wish


def note_types_dice(connection: Connection, code: str, seat: str, *, typed: bool) -> None:
    """Write the dice preference of a device; False only if no other device of the seat has one."""
    new = _COLUMNS.types_dice.is_not(True) if typed else _COLUMNS.types_dice.is_(None)
    connection.execute(
        update(schema.seats).where(_COLUMNS.code == code, _COLUMNS.seat == seat, new).values(types_dice=typed)
    )


def set_types_dice(connection: Connection, code: str, seat: str, *, typed: bool | None) -> None:
    """Write the dice preference that a player of a seat chose; None follows the table."""
    connection.execute(
        update(schema.seats).where(_COLUMNS.code == code, _COLUMNS.seat == seat).values(types_dice=typed)
    )


def forget_types_dice(connection: Connection, code: str) -> None:
    """Delete the dice preferences of all devices after the table's setting has changed: they resend them."""
    connection.execute(update(schema.seats).where(_COLUMNS.code == code).values(types_dice=None))


def _seat(row: Row[Any]) -> Seat:
    unread = None if row.unread is None else Declined(*load_json(row.unread))
    return Seat(
        row.code,
        row.seat,
        row.generation,
        row.token_hash,
        row.joins,
        row.name,
        row.spent_hash,
        unread,
        row.follower_hash,
    )


_NOTES = notes.c


def read_notes(connection: Connection, code: str, seat: str) -> str:
    text = connection.execute(
        select(_NOTES.text).where(_NOTES.code == code, _NOTES.seat == seat)
    ).scalar_one_or_none()
    return text or ""


def shares(connection: Connection, code: str, seat: str) -> dict[str, list[Any]]:
    """Return the text that each of the last edits added to the notes of a seat, the oldest first."""
    kept = connection.execute(
        select(_NOTES.shares).where(_NOTES.code == code, _NOTES.seat == seat)
    ).scalar_one_or_none()
    return dict(load_json(kept) or ()) if kept else {}


def write_notes(
    connection: Connection, code: str, seat: str, text: str, shares: dict[str, list[Any]] | None = None
) -> None:
    """Write the notes of a seat. The transaction ends in DuplicateKey if another one wrote them meanwhile."""
    connection.execute(delete(notes).where(_NOTES.code == code, _NOTES.seat == seat))
    if text:
        pairs = dump_json(list(shares.items())) if shares else None
        connection.execute(insert(notes).values(code=code, seat=seat, text=text, shares=pairs))


_TICKS = select(schema.ticks).where(schema.ticks.c.code == bindparam("code"))


def ticks(connection: Connection, code: str) -> Ticks:
    """Return the ticks of a table; empty before the first one."""
    row = connection.execute(_TICKS, {"code": code}).one_or_none()
    if row is None:
        return Ticks()
    return Ticks(row.serial, tuple((at, tuple(done)) for at, done in load_json(row.done)))


def set_ticks(connection: Connection, code: str, ticks: Ticks) -> None:
    connection.execute(delete(schema.ticks).where(schema.ticks.c.code == code))
    connection.execute(
        insert(schema.ticks).values(code=code, serial=ticks.serial, done=dump_json(ticks.done))
    )


_ROW = guesses.c
_OF = select(_ROW.code, _ROW.wrong, _ROW.at).where(
    _ROW.code.in_([bindparam("code"), ""]), _ROW.who == bindparam("who")
)
_OF_CODE = select(func.sum(_ROW.wrong), func.max(_ROW.wrong), func.max(_ROW.at)).where(
    _ROW.code == bindparam("code")
)


@dataclass(frozen=True, slots=True)
class Tries:
    """The number of wrong tries, and the time of the last one."""

    wrong: int
    at: str


def lock_network(connection: Connection, who: str) -> None:
    """Let only one transaction at a time count the tries of a network. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        lock = int.from_bytes(bytes.fromhex(who[:16]), signed=True)
        connection.execute(select(func.pg_advisory_xact_lock(lock)))


def tries_of(connection: Connection, who: str, code: str) -> Mapping[str, Tries]:
    """Return the tries of a network for this code, and for "", which is all codes together."""
    rows = connection.execute(_OF, {"code": code, "who": who})
    return {of: Tries(wrong, at) for of, wrong, at in rows}


def save_tries(connection: Connection, who: str, code: str, tries: Tries, *, first: bool) -> None:
    """Write the tries of a network for a code; `first` if there is no row yet."""
    values = {"wrong": tries.wrong, "at": tries.at}
    if first:
        connection.execute(insert(guesses).values(code=code, who=who, **values))
    else:
        connection.execute(update(guesses).where(_ROW.code == code, _ROW.who == who).values(values))


def tries_for_code(connection: Connection, code: str) -> tuple[Tries, int] | None:
    """Return the tries of all networks for a code, and the most tries of one; None if there were none."""
    wrong, most, at = connection.execute(_OF_CODE, {"code": code}).one()
    return None if wrong is None else (Tries(wrong, at), most)


def delete_old_tries(connection: Connection, before: str, after: str, most: int) -> None:
    """Delete the tries before one time or after another, and all but the latest `most`."""
    oldest = select(_ROW.at).order_by(_ROW.at.desc()).offset(most).limit(1).scalar_subquery()
    connection.execute(delete(guesses).where(or_(_ROW.at < before, _ROW.at > after, _ROW.at <= oldest)))
