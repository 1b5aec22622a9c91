"""Reading and writing the seats of tables, inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import astuple
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from referee.records.data import Declined, Seat, dumped, loaded
from referee.storage import schema

_COLUMNS = schema.seats.c
_OF_TABLE = select(schema.seats).where(_COLUMNS.code == bindparam("code"))


def of_table(connection: Connection, code: str) -> tuple[Seat, ...]:
    """Return the seats of a table."""
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
    """Return the seat that a device took by a link now spent, by the link's SHA-256; or None."""
    row = connection.execute(select(schema.seats).where(_COLUMNS.spent_hash == token_hash)).first()
    return None if row is None else _seat(row)


def add(connection: Connection, seat: Seat) -> None:
    """Write a seat that an older table lacks. If it already exists, the transaction ends in Clash."""
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
    """Write the refusal that a seat has not read yet, or none."""
    unread = None if declined is None else dumped(astuple(declined)[: 4 if declined.lapsed else 2])
    connection.execute(
        update(schema.seats).where(_COLUMNS.code == code, _COLUMNS.seat == seat).values(unread=unread)
    )


def types_dice(connection: Connection, code: str, seat: str) -> bool | None:
    """Return whether a device of a seat types in its dice; None where it does as the table does."""
    wish: bool | None = connection.execute(
        select(_COLUMNS.types_dice).where(_COLUMNS.code == code, _COLUMNS.seat == seat)
    ).scalar_one_or_none()
    return wish


def note_types_dice(connection: Connection, code: str, seat: str, *, typed: bool) -> None:
    """Write how a device differs from its table; False only where no other device of the seat does."""
    new = _COLUMNS.types_dice.is_not(True) if typed else _COLUMNS.types_dice.is_(None)
    connection.execute(
        update(schema.seats).where(_COLUMNS.code == code, _COLUMNS.seat == seat, new).values(types_dice=typed)
    )


def set_types_dice(connection: Connection, code: str, seat: str, *, typed: bool | None) -> None:
    """Write what a player of a seat has chosen to do with the dice; None goes with the table."""
    connection.execute(
        update(schema.seats).where(_COLUMNS.code == code, _COLUMNS.seat == seat).values(types_dice=typed)
    )


def forget_types_dice(connection: Connection, code: str) -> None:
    """Forget how devices differ from their table, once the table itself has changed: they tell it again."""
    connection.execute(update(schema.seats).where(_COLUMNS.code == code).values(types_dice=None))


def _seat(row: Row[Any]) -> Seat:
    unread = None if row.unread is None else Declined(*loaded(row.unread))
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
