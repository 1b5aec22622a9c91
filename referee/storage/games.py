"""Reading and writing tables and their records. Every function works inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from referee.records.data import (
    Deadline,
    Declined,
    Game,
    JoinRequest,
    Line,
    PendingAction,
    Request,
    Seat,
    StoredResponse,
    Tap,
    Undone,
    dump_json,
    dump_sides,
    load_json,
    load_sides,
    storable,
)
from referee.records.text import Json
from referee.storage import schema, seats, uploads
from referee.storage.schema import answers


def read_undone(text: str | None) -> tuple[Undone, ...]:
    """Return the content of the column."""
    return tuple(Undone(seat, tuple(lines)) for seat, lines in load_json(text) or ())


def write_undone(connection: Connection, code: str, undone: Sequence[Undone]) -> None:
    """Replace the redo history of a table."""
    text = dump_json([(one.seat, one.lines) for one in undone]) if undone else None
    connection.execute(update(schema.games).where(schema.games.c.code == code).values(undone=text))


_COLUMNS = schema.games.c


def read_contributions(text: str | None) -> tuple[Mapping[str, Any], ...] | None:
    """Return the seed contributions in a column; None where devices may add none."""
    kept = load_json(text)
    return None if kept is False else tuple(kept or ())


def contributions_text(contributions: Sequence[Mapping[str, Any]] | None) -> str:
    """Return seed contributions as they are stored; None where devices may add none."""
    return "false" if contributions is None else dump_json([*contributions]) if contributions else ""


def save_contributions(
    connection: Connection, game: Game, version: int, contributions: Sequence[Mapping[str, Any]]
) -> bool:
    """Replace the seed contributions of `game`. Return False, unchanged, if something else has changed."""
    added = update(schema.games).where(
        _COLUMNS.code == game.code,
        _COLUMNS.version == version,
        func.coalesce(_COLUMNS.parts, "") == contributions_text(game.seed_contributions),
    )
    return connection.execute(added.values(parts=contributions_text(contributions))).rowcount == 1


_ITS = schema.lines.c
_COUNTED = select(
    func.count(), func.count(_ITS.taken_back_at), func.coalesce(func.sum(_ITS.changed), 0)
).where(_ITS.code == bindparam("code"), _ITS.n <= bindparam("last"))


def is_extended(connection: Connection, code: str, lines: int, taken_back: int, changed: int) -> bool:
    """Return whether the first lines of a table are still as they were read.

    `lines` were read, of which `taken_back` had been taken back; `changed` is how often seats had replaced a
    secret choice. A line changes only in these two ways, and neither count ever falls.
    """
    row = connection.execute(_COUNTED, {"code": code, "last": lines}).one()
    return tuple(row) == (lines, taken_back, changed)


def read_in_progress(connection: Connection, code: str) -> tuple[PendingAction, ...]:
    """Return the actions in progress, in the order in which they were begun."""
    row = connection.execute(select(schema.underway).where(schema.underway.c.code == code)).one_or_none()
    if row is None:
        return ()
    return tuple(_in_progress(one) for one in (row._mapping, *(load_json(row.beside) or ())))  # noqa: SLF001


def _in_progress(row: Mapping[str, Any]) -> PendingAction:
    return PendingAction(
        row["seat"],
        load_json(row["action"]),
        load_json(row["rolled"]),
        row["overridden"],
        row["nonce"],
        load_sides(row["answered_for"]),
        Tap(far=row["far"] or ""),
        row["question"] or "",
        load_json(row["told"]) or {},
        row["serial"] or 0,
        load_sides(row["agreed"]),
    )


def write_in_progress(connection: Connection, code: str, begun: Sequence[PendingAction]) -> None:
    """Write the actions in progress: the first in columns, the others beside it."""
    connection.execute(delete(schema.underway).where(schema.underway.c.code == code))
    if begun:
        first, *others = (
            {
                "seat": pending.seat,
                "action": dump_json(pending.action),
                "rolled": dump_json(pending.rolled),
                "overridden": pending.overridden,
                "nonce": pending.nonce,
                "answered_for": dump_sides(pending.answered_for),
                "far": pending.tap.far or None,
                "question": pending.question or None,
                "told": dump_json(pending.told) if pending.told else None,
                "serial": pending.serial or None,
                "agreed": dump_sides(pending.agreed),
            }
            for pending in begun
        )
        beside = dump_json(others) if others else None
        connection.execute(insert(schema.underway).values(code=code, beside=beside, **first))


_DUE = schema.deadlines.c


def deadlines_of(connection: Connection, code: str) -> dict[str, Deadline]:
    """Return the deadlines of a table, by the names of their questions."""
    rows = connection.execute(select(schema.deadlines).where(_DUE.code == code).order_by(_DUE.question))
    return {row.question: Deadline(row.left, row.until) for row in rows}


def write_deadlines(connection: Connection, code: str, deadlines: Mapping[str, Deadline]) -> None:
    """Write the deadlines of a table in place of those that it had."""
    connection.execute(delete(schema.deadlines).where(_DUE.code == code))
    rows = [
        {"code": code, "question": name, "until": one.until, "left": one.left}
        for name, one in deadlines.items()
    ]
    if rows:
        connection.execute(insert(schema.deadlines), rows)


def earliest_deadlines(connection: Connection) -> dict[str, float]:
    """Return when the first deadline of each table is over, of all tables that have one."""
    rows = connection.execute(
        select(_DUE.code, func.min(_DUE.until)).where(_DUE.until.is_not(None)).group_by(_DUE.code)
    )
    return {row[0]: row[1] for row in rows}


_DECLINED = "_declined"
"""The ending that marks a declined request's kind."""


def read_request(connection: Connection, code: str) -> Request | Declined | None:
    """Return the open request of a table, or the last declined one, or None."""
    row = connection.execute(select(schema.requests).where(schema.requests.c.code == code)).one_or_none()
    if row is None:
        return None
    if row.kind.endswith(_DECLINED):
        return Declined(row.kind.removesuffix(_DECLINED), row.seat)
    return Request(
        row.kind,
        row.seat,
        tuple(load_json(row.agreed)),
        row.n,
        load_json(row.action),
        load_sides(row.answered_for),
        row.serial or 0,
    )


def write_request(connection: Connection, code: str, request: Request | Declined | None) -> None:
    """Write the open request, or a declined one, or neither."""
    connection.execute(delete(schema.requests).where(schema.requests.c.code == code))
    if isinstance(request, Declined):
        row = {"code": code, "kind": request.kind + _DECLINED, "seat": request.seat, "agreed": dump_json(())}
        connection.execute(insert(schema.requests).values(**row))
    elif request is not None:
        connection.execute(
            insert(schema.requests).values(
                code=code,
                kind=request.kind,
                seat=request.seat,
                n=request.n,
                action=None if request.action is None else dump_json(request.action),
                agreed=dump_json(request.agreed),
                answered_for=dump_sides(request.answered_for),
                serial=request.serial,
            )
        )


_ROW = answers.c
_OF = (
    select(_ROW.asked, _ROW.said)
    .where(_ROW.code == bindparam("code"), _ROW.seat == bindparam("seat"), _ROW.key == bindparam("key"))
    .order_by(_ROW.n)
)
_ADD = insert(answers)
_FORGET = delete(answers).where(_ROW.code == bindparam("of"), _ROW.at < bindparam("before"))


def stored_responses(connection: Connection, code: str, seat: str, key: str) -> tuple[StoredResponse, ...]:
    """Return the stored responses to the changes that a seat's request with this key has made, in order."""
    rows = connection.execute(_OF, {"code": code, "seat": seat, "key": key})
    return tuple(StoredResponse(asked, load_json(said)) for asked, said in rows)


def store_response(
    connection: Connection, code: str, seat: str, key: str, n: int, asked: str, response: Json, at: str
) -> None:
    """Write the answer to the `n`-th change of a request. If it is there, this ends in DuplicateKey."""
    row = {
        "code": code,
        "seat": seat,
        "key": key,
        "n": n,
        "asked": asked,
        "said": dump_json(response),
        "at": at,
    }
    connection.execute(_ADD, row)


def delete_responses_before(connection: Connection, code: str, before: str) -> None:
    """Delete the stored responses of a table from before that time."""
    connection.execute(_FORGET, {"of": code, "before": before})


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
    """Write a new table. If its code is taken, the transaction ends in DuplicateKey."""
    connection.execute(
        insert(schema.games).values(
            code=game.code,
            system=game.system,
            options=dump_json(game.options),
            created=game.created,
            version=game.version,
            pin=game.pin,
            draw=dump_json(game.draw),
            draw_nonce=game.draw_nonce,
            seed=game.seed,
            seed_nonce=game.seed_nonce,
            program=game.program,
            parts=contributions_text(game.seed_contributions) or None,
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
    values["options"] = load_json(values["options"])
    values["draw"] = tuple(load_json(values["draw"]))
    values["changes"] = tuple(load_json(values["changes"]) or ())
    values["reopened"] = tuple(load_json(values["reopened"]) or ())
    values["seed_contributions"] = read_contributions(values.pop("parts"))
    values["undone"] = read_undone(values["undone"])
    return Game(**values)


def version(connection: Connection, code: str) -> int | None:
    """Return the version of a table, or None if there is no such table."""
    if not storable(code):
        return None
    row = connection.execute(_VERSION, {"code": code}).one_or_none()
    return None if row is None else int(row[0])


def latest(connection: Connection, codes: Collection[str]) -> dict[str, tuple[int, int]]:
    """Return the version and the number of ticks of each of these tables, by code."""
    wanted, latest = [code for code in codes if storable(code)], {}
    for first in range(0, len(wanted), _AT_ONCE):
        some = wanted[first : first + _AT_ONCE]
        for code, version, serial in connection.execute(_LATEST, {"codes": some}):
            latest[code] = version, serial or 0
    return latest


def version_and_contributions(connection: Connection, code: str) -> tuple[int, str] | None:
    """Return the version of a table, and what `contributions_text` gives for it; None if there is none."""
    if not storable(code):
        return None
    row = connection.execute(_STANDING, {"code": code}).one_or_none()
    return None if row is None else (row[0], row[1])


def advance(connection: Connection, code: str, seen: int, added: str = "") -> bool:
    """Raise the version from `seen` by one.

    Return False, unchanged, if it is no longer `seen`, or if a device has added its part to the dice since
    they were `added`, see `contributions_text`.
    """
    values = {"of": code, "seen": seen, "next": seen + 1, "added": added}
    return connection.execute(_NEXT, values).rowcount == 1


def set_pin(connection: Connection, code: str, pin: str) -> None:
    """Write a table's new PIN; the old one stops working."""
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
        .values(options=dump_json(game.options), changes=dump_json(game.changes))
    )


def set_reopened(connection: Connection, game: Game) -> None:
    """Write that a finished game is played on, with the new seed of its dice."""
    connection.execute(
        update(schema.games).where(schema.games.c.code == game.code).values(reopened=dump_json(game.reopened))
    )


def remove(connection: Connection, code: str) -> bool:
    """Delete a table with everything that belongs to it alone. Return False if there is none.

    Locks the table's own row first, as every change does, so that two changes cannot deadlock.
    """
    connection.execute(select(schema.games.c.code).where(schema.games.c.code == code).with_for_update())
    every = (
        schema.answers, schema.deadlines, schema.ticks, schema.notes, schema.underway, schema.requests,
        schema.arrivals, schema.lines, schema.seats,
    )  # fmt: skip
    for table in every:
        connection.execute(delete(table).where(table.c.code == code))
    removed = connection.execute(delete(schema.games).where(schema.games.c.code == code))
    uploads.remove_orphaned(connection)
    return removed.rowcount == 1


def lines(connection: Connection, code: str, after: int = 0) -> tuple[Line, ...]:
    """Return the lines of a record after this one, in order, with those taken back."""
    its = schema.lines.c
    rows = connection.execute(select(schema.lines).where(its.code == code, its.n > after).order_by(its.n))
    return tuple(_line(row) for row in rows)


def append(connection: Connection, code: str, line: Line) -> None:
    """Write a line. If its number is taken, the transaction ends in DuplicateKey."""
    connection.execute(
        insert(schema.lines),
        {
            "code": code,
            "n": line.n,
            "turn": line.turn,
            "seat": line.seat,
            "action": dump_json(line.action),
            "cases": dump_json(line.cases),
            "story": line.story,
            "at": line.at,
            "overridden": line.overridden,
            "taken_back_at": line.taken_back_at,
            "rolled": dump_json(line.rolled),
            "nonce": line.nonce,
            "answered_for": dump_sides(line.answered_for),
            "automatic": line.automatic,
            "goes_on": line.tap.goes_on,
            "far": line.tap.far or None,
            "changed": line.changed,
            "first_seal": line.first_seal,
            "told": dump_json(line.told) if line.told else None,
            "agreed": dump_sides(line.agreed),
        },
    )


def change_choice(connection: Connection, code: str, line: Line) -> None:
    """Write another secret choice into its line, in place of the one that is still sealed."""
    connection.execute(
        update(schema.lines)
        .where(schema.lines.c.code == code, schema.lines.c.n == line.n)
        .values(
            action=dump_json(line.action),
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
            .values(taken_back_at=line.taken_back_at, answered_for=dump_sides(line.answered_for))
        )


def _line(row: Row[Any]) -> Line:
    return Line(
        n=row.n,
        turn=row.turn,
        seat=row.seat,
        action=load_json(row.action),
        cases=tuple(load_json(row.cases)),
        story=row.story,
        at=row.at,
        overridden=row.overridden,
        taken_back_at=row.taken_back_at,
        rolled=load_json(row.rolled),
        nonce=row.nonce,
        answered_for=load_sides(row.answered_for),
        automatic=bool(row.automatic),
        tap=Tap(bool(row.goes_on), row.far or ""),
        changed=row.changed or 0,
        first_seal=row.first_seal,
        told=load_json(row.told) or {},
        agreed=load_sides(row.agreed),
    )


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rows of a table beside its `Game`: its record, what is pending, and who sits there."""

    lines: tuple[Line, ...]
    request: Request | Declined | None
    in_progress: tuple[PendingAction, ...]
    seats: tuple[Seat, ...]
    join_requests: tuple[JoinRequest, ...]
    deadlines: Mapping[str, Deadline]


def read_rows(connection: Connection, code: str, after: int = 0) -> TableRows:
    """Return the rows of a table, with the lines of its record after this one."""
    return TableRows(
        lines(connection, code, after),
        read_request(connection, code),
        read_in_progress(connection, code),
        seats.of_table(connection, code),
        seats.join_requests_of(connection, code),
        deadlines_of(connection, code),
    )
