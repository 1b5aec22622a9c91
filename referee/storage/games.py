"""Reading and writing tables and their records. Every function works inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from referee.records.data import Game, Line, Seat, Tap, dumped, loaded, sides_read, sides_written, storable
from referee.storage import documents, parts, schema, undone

_VERSION = select(schema.games.c.version).where(schema.games.c.code == bindparam("code"))
_STANDING = select(schema.games.c.version, func.coalesce(schema.games.c.parts, "")).where(
    schema.games.c.code == bindparam("code")
)
_LATEST = (
    select(schema.games.c.code, schema.games.c.version, schema.ticks.c.serial)
    .outerjoin(schema.ticks, schema.ticks.c.code == schema.games.c.code)
    .where(schema.games.c.code.in_(bindparam("codes", expanding=True)))
)
_AT_ONCE = 500
"""Tables that one question asks for."""
_NEXT = (
    update(schema.games)
    .where(
        schema.games.c.code == bindparam("of"),
        schema.games.c.version == bindparam("seen"),
        func.coalesce(schema.games.c.parts, "") == bindparam("added"),
    )
    .values(version=bindparam("next"))
)


def add(connection: Connection, game: Game, seats: Iterable[Seat]) -> None:
    """Write a new table. If its code is taken, the transaction ends in Clash."""
    connection.execute(
        insert(schema.games).values(
            code=game.code,
            system=game.system,
            options=dumped(game.options),
            created=game.created,
            version=game.version,
            pin=game.pin,
            draw=dumped(game.draw),
            draw_nonce=game.draw_nonce,
            seed=game.seed,
            seed_nonce=game.seed_nonce,
            program=game.program,
            parts=parts.written(game.parts) or None,
        )
    )
    connection.execute(
        insert(schema.seats),
        [
            {
                "code": s.code,
                "seat": s.seat,
                "generation": s.generation,
                "token_hash": s.token_hash,
                "joins": s.joins,
            }
            for s in seats
        ],
    )


def game(connection: Connection, code: str) -> Game | None:
    """Return a table by its code, or None."""
    row = connection.execute(select(schema.games).where(schema.games.c.code == code)).one_or_none()
    if row is None:
        return None
    values = dict(row._mapping)  # noqa: SLF001  (SQLAlchemy's documented name)
    values["options"] = loaded(values["options"])
    values["draw"] = tuple(loaded(values["draw"]))
    values["changes"] = tuple(loaded(values["changes"]) or ())
    values["reopened"] = tuple(loaded(values["reopened"]) or ())
    values["parts"] = parts.read(values["parts"])
    values["undone"] = undone.read(values["undone"])
    return Game(**values)


def version(connection: Connection, code: str) -> int | None:
    """Return the version of a table, or None if there is no such table."""
    if not storable(code):
        return None
    row = connection.execute(_VERSION, {"code": code}).one_or_none()
    return None if row is None else int(row[0])


def latest(connection: Connection, codes: Collection[str]) -> dict[str, tuple[int, int]]:
    """Return the version of each of these tables and how often somebody ticked there, by code."""
    wanted, latest = [code for code in codes if storable(code)], {}
    for first in range(0, len(wanted), _AT_ONCE):
        some = wanted[first : first + _AT_ONCE]
        for code, version, serial in connection.execute(_LATEST, {"codes": some}):
            latest[code] = version, serial or 0
    return latest


def standing(connection: Connection, code: str) -> tuple[int, str] | None:
    """Return the version of a table, and what `parts.written` gives for it; None if there is none."""
    if not storable(code):
        return None
    row = connection.execute(_STANDING, {"code": code}).one_or_none()
    return None if row is None else (row[0], row[1])


def advance(connection: Connection, code: str, seen: int, added: str = "") -> bool:
    """Raise the version from `seen` by one.

    Return False, unchanged, if it is no longer `seen`, or if a device has added its part to the dice since
    they were `added`, see `parts.written`.
    """
    values = {"of": code, "seen": seen, "next": seen + 1, "added": added}
    return connection.execute(_NEXT, values).rowcount == 1


def set_pin(connection: Connection, code: str, pin: str) -> None:
    """Write a table's new PIN; the old one opens nothing from then on."""
    connection.execute(update(schema.games).where(schema.games.c.code == code).values(pin=pin))


def set_rematch(connection: Connection, code: str, following: str, *, swapped: bool) -> None:
    """Write the rematch of a finished game."""
    connection.execute(
        update(schema.games)
        .where(schema.games.c.code == code)
        .values(rematch=following, rematch_swapped=swapped)
    )


def set_options(connection: Connection, game: Game) -> None:
    """Write the options of a table and the changes that led to them."""
    connection.execute(
        update(schema.games)
        .where(schema.games.c.code == game.code)
        .values(options=dumped(game.options), changes=dumped(game.changes))
    )


def set_reopened(connection: Connection, game: Game) -> None:
    """Write that a finished game goes on, with the new seed of its dice."""
    connection.execute(
        update(schema.games).where(schema.games.c.code == game.code).values(reopened=dumped(game.reopened))
    )


def remove(connection: Connection, code: str) -> bool:
    """Delete a table with everything that belongs to it alone. Return False if there is none.

    Lock the table's own row first, as every change does: two that lock the same rows in different orders
    would wait for each other.
    """
    connection.execute(select(schema.games.c.code).where(schema.games.c.code == code).with_for_update())
    every = (
        schema.answers, schema.ticks, schema.notes, schema.underway, schema.requests, schema.arrivals,
        schema.lines, schema.seats,
    )  # fmt: skip
    for table in every:
        connection.execute(delete(table).where(table.c.code == code))
    removed = connection.execute(delete(schema.games).where(schema.games.c.code == code))
    documents.remove_left(connection)
    return removed.rowcount == 1


def lines(connection: Connection, code: str, after: int = 0) -> tuple[Line, ...]:
    """Return the record of a table in order, with the lines taken back: all lines after this one."""
    its = schema.lines.c
    rows = connection.execute(select(schema.lines).where(its.code == code, its.n > after).order_by(its.n))
    return tuple(_line(row) for row in rows)


def append(connection: Connection, code: str, line: Line) -> None:
    """Write a line. If its number is taken, the transaction ends in Clash."""
    connection.execute(
        insert(schema.lines),
        {
            "code": code,
            "n": line.n,
            "turn": line.turn,
            "seat": line.seat,
            "action": dumped(line.action),
            "cases": dumped(line.cases),
            "story": line.story,
            "at": line.at,
            "overridden": line.overridden,
            "taken_back_at": line.taken_back_at,
            "rolled": dumped(line.rolled),
            "nonce": line.nonce,
            "answered_for": sides_written(line.answered_for),
            "automatic": line.automatic,
            "goes_on": line.tap.goes_on,
            "far": line.tap.far or None,
            "changed": line.changed,
            "first_seal": line.first_seal,
        },
    )


def change_choice(connection: Connection, code: str, line: Line) -> None:
    """Write another secret choice into its line, in place of the one that nobody has opened."""
    connection.execute(
        update(schema.lines)
        .where(schema.lines.c.code == code, schema.lines.c.n == line.n)
        .values(
            action=dumped(line.action),
            nonce=line.nonce,
            changed=line.changed,
            first_seal=line.first_seal,
        )
    )


def take_back(connection: Connection, code: str, lines: Iterable[Line]) -> None:
    """Write the marks of lines taken back."""
    for line in lines:
        connection.execute(
            update(schema.lines)
            .where(schema.lines.c.code == code, schema.lines.c.n == line.n)
            .values(taken_back_at=line.taken_back_at, answered_for=sides_written(line.answered_for))
        )


def _line(row: Row[Any]) -> Line:
    return Line(
        n=row.n,
        turn=row.turn,
        seat=row.seat,
        action=loaded(row.action),
        cases=tuple(loaded(row.cases)),
        story=row.story,
        at=row.at,
        overridden=row.overridden,
        taken_back_at=row.taken_back_at,
        rolled=loaded(row.rolled),
        nonce=row.nonce,
        answered_for=sides_read(row.answered_for),
        automatic=bool(row.automatic),
        tap=Tap(bool(row.goes_on), row.far or ""),
        changed=row.changed or 0,
        first_seal=row.first_seal,
    )
