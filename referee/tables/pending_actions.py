"""Actions in progress: what they still need, giving them up, and the shots of several players.

What players read off a piece stays known when the reading is taken back. Another value for the same piece is
then a correction. It takes the agreement of both sides.

Each reading becomes an action of its own on the record, so the position holds what everybody at the table
saw.

An action in progress may be given up by its own seat alone while it has told nothing: no die has fallen, no
value was read, and it asks for no more than a mere question about the same action would. After that it takes
the agreement of both sides.

Of a joint shot the first tap asks the others. The shot falls with the last tap, and its dice are rolled only
then. The tablet taps for the players whose devices are away.

A request to take back or to allow an action lapses with the next action. A joint shot waits through the
actions of players who are not in it, as long as the position allows it (6.8, R-8.1a).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from referee.errors import InputError, NotYet, Problem
from referee.games.ports import (
    Action,
    ActionT,
    ChanceRequest,
    DiceTotal,
    Match,
    Position,
    PositionT,
    ReadEvent,
    dice_in,
    given_at,
    results_by_kind,
)
from referee.records.data import ABANDONED, Declined, Line, Request
from referee.tables.record import in_event_order, may_see
from referee.tables.store import Change, MakeResponse, TableStore
from referee.tables.table import LoadedTable, player
from rules.ruling import Ruling, refuse


def is_other_action(table: LoadedTable, data: Mapping[str, Any]) -> bool:
    """Whether the data are of another action than the one in progress."""
    assert table.pending_action is not None
    return bool(data.get("do") != table.pending_action.action["do"])


def allowed_beside_pending(table: LoadedTable[PositionT, ActionT], action: ActionT) -> bool:
    """Whether an action in progress goes on beside this one."""
    pieces = table.match.pieces
    return pieces is not None and pieces.beside(action)


def pending_ruling(table: LoadedTable[PositionT, ActionT]) -> Ruling[PositionT]:
    """Return the ruling on the action in progress, with its needs. The table's lock must be held."""
    pending = table.pending_action
    assert pending is not None
    judge = table.judge(overridden=pending.overridden)
    return table.cached_for_pending_action(
        "ruling", lambda: judge(table.positions[-1], table.parsed_pending_action)
    )


def refuse_until_completed(table: LoadedTable[PositionT, ActionT]) -> Ruling[PositionT]:
    """Return the refusal of anything else while an action is in progress."""
    ruling = pending_ruling(table)
    reason = f"Finish the action in progress first: {ruling.reason}"
    return refuse(ruling.cases, reason, firm=True)


def checked_again(
    table: LoadedTable[PositionT, ActionT], action: ActionT, seat: str
) -> tuple[Ruling[PositionT], dict[str, Any]]:
    """Return the ruling on an action with all its kept dice put in, and these dice by field.

    Only dice are returned: drawn units are face down, and nobody has seen the referee's next results.
    """
    kept: dict[str, Any] = {}
    ruling = table.match.check(table.position, action, seat)
    while ruling.legal and (wants := table.match.wants(table.position, action, ruling.needs)):
        want = wants[0]
        given = given_at(table.match, table.position, action)
        already = {k: dice_in(r) for k, r in results_by_kind(given).items()}
        results, new = table.chance.next(want, already)
        again = results[: len(results) - new]
        if again and want.pool is None:
            kept |= _told(want, again)
        if new:
            break
        action = table.match.fill(action, want, results)
        ruling = table.match.check(table.position, action, seat)
    return ruling, kept


def _told(want: ChanceRequest, again: Sequence[int]) -> dict[str, Any]:
    """Return kept dice by their field; what some of them came to as the `total` of this many (`of`)."""
    if any(isinstance(result, DiceTotal) for result in again):
        return {"total": sum(again), "of": dice_in(again)}
    return {want.field: dict(zip(want.names, again, strict=False)) if want.names else list(again)}


def merge_inputs(pending: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the action in progress with the given values added; None if they belong to another action.

    A game may write a field without a value as null; that is a field which is not given.
    """
    whole = dict(pending)
    for name, value in given.items():
        if value is None:
            continue
        known = whole.get(name)
        if isinstance(known, Mapping) and isinstance(value, Mapping):
            if any(known.get(key, new) != new for key, new in value.items()):
                return None
            whole[name] = {**known, **value}
        elif known not in (None, value):
            return None
        else:
            whole[name] = value
    return whole


def read(match: Match[PositionT, ActionT], seat: str, data: object) -> ActionT:
    """Return an action that a seat asks about or wants to do.

    Raises InputError for what is not an action or gives what no player may give, and Problem (403) for one
    that is another seat's: with the same words whatever the position is.
    """
    action = match.read(data, seat)
    wrong = match.forbidden_field(action)
    if wrong:
        raise InputError(wrong)
    allowed = match.seats_for(action)
    if seat not in allowed:
        owners = " or ".join(s for s in match.seats if s in allowed)
        name, whose = match.write(action)["do"], f"seat {owners}" if owners else "referee here"
        raise Problem(403, f"{name} is for the {whose}; this is the seat {seat}.")
    return action


def may_do(match: Match[PositionT, ActionT], position: PositionT, seat: str, action: ActionT) -> bool:
    """Whether a seat may do an action in a position."""
    return seat in match.seats_for(action) and not match.seat_refusal(position, action, seat)


def otherwise(table: LoadedTable[PositionT, ActionT], action: ActionT) -> Mapping[str, int]:
    """Return those values of an action that differ from what was read before it was taken back, by place."""
    pieces = table.match.pieces
    return {} if pieces is None else pieces.read_otherwise(table.positions[-1], action, _events(table))


def refusal(table: LoadedTable, action: Action) -> Ruling[Position] | None:
    """Return the refusal of another value than was read before, which both sides may allow; or None."""
    pieces, values = table.match.pieces, otherwise(table, action)
    return pieces.corrects(table.positions[-1], values).ruling if pieces is not None and values else None


def corrected(table: LoadedTable, action: Action) -> Action | None:
    """Return the whole action, the one in progress completed, where it gives another value; else None."""
    if table.pending_action is not None:
        whole = merge_inputs(table.pending_action.action, table.match.write(action))
        if whole is None:
            return None
        action = table.match.read(whole)
    return action if otherwise(table, action) else None


def corrects(table: LoadedTable, seat: str, data: object) -> Mapping[str, int]:
    """Return the values with which an action of a seat would correct what was read before, by place."""
    whole = corrected(table, read(table.match, seat, data))
    return {} if whole is None else otherwise(table, whole)


def noted(
    table: LoadedTable, action: Action, cases: tuple[str, ...], story: str
) -> tuple[tuple[str, ...], str]:
    """Return the cases and the story of an action that both sides allowed, with the correction it makes."""
    pieces, values = table.match.pieces, otherwise(table, action)
    if pieces is None or not values:
        return cases, story
    told = pieces.corrects(table.positions[-1], values)
    return tuple(dict.fromkeys((*cases, *told.ruling.cases))), f"{story} {told.story}"


def _events(table: LoadedTable[PositionT, ActionT]) -> Iterator[ReadEvent[ActionT]]:
    """Yield all that happened at a table in time, what was taken back included."""
    happened = {line.n: (line, effects) for line, effects in zip(table.lines, table.effects, strict=True)}
    for line, back in in_event_order([line for line, _ in happened.values()]):
        yield ReadEvent(table.action_of(line), happened[line.n][1])
        for n in sorted(back, reverse=True):
            taken_back, effects = happened[n]
            yield ReadEvent(table.action_of(taken_back), effects, back=True)


@dataclass(frozen=True, slots=True)
class Reading(Generic[PositionT, ActionT]):
    """One reading: its line of the record, its action and the ruling with the position after it."""

    line: Line
    action: ActionT
    ruling: Ruling[PositionT]


def readings_of(
    table: LoadedTable[PositionT, ActionT], seat: str, action: ActionT, now: str, first: int
) -> tuple[Reading[PositionT, ActionT], ...]:
    """Return the record lines for values read for `action` off open pieces, numbered from `first`.

    The table's lock must be held; nothing is changed yet.
    """
    return tuple(_ruled(table, seat, action, now, first))


def _ruled(
    table: LoadedTable[PositionT, ActionT], seat: str, action: ActionT, now: str, first: int
) -> Iterator[Reading[PositionT, ActionT]]:
    match, position, n = table.match, table.position, first
    judge = table.judge(overridden=False)
    for reading in () if match.pieces is None else match.pieces.readings(position, action):
        ruling = judge(position, reading)
        if ruling.after is None or otherwise(table, reading):
            continue
        story = ruling.story or ruling.reason
        yield Reading(
            Line(n, match.turn(position), seat, match.write(reading), ruling.cases, story, now),
            reading,
            ruling,
        )
        position, n = ruling.after, n + 1


def save_readings(change: Change, readings: Iterable[Reading]) -> None:
    """Add readings to the record."""
    for reading in readings:
        change.append(reading.line, reading.action, reading.ruling)


def cancelled_line(table: LoadedTable, asked: Request, at: str) -> Line | None:
    """Return the record's line for an action in progress, taken back with its dice; None without one."""
    pending = table.pending_action
    if pending is None:
        return None
    n = table.last_number + 1
    ruling = pending_ruling(table)
    return Line(
        n=n,
        turn=table.match.turn(table.position),
        seat=pending.seat,
        action=pending.action,
        cases=ruling.cases,
        story=ABANDONED,
        at=at,
        overridden=pending.overridden,
        taken_back_at=n,
        rolled=pending.rolled,
        nonce=pending.nonce,
        answered_for=joint(table, pending.answered_for, asked.answered_for),
    )


def may_cancel(table: LoadedTable, seat: str) -> bool:
    """Return whether a seat may give up the action in progress alone (R-UNDO).

    Where the first tap showed a hidden piece, it asks for more than a question does: that takes agreement.
    """
    pending = table.pending_action
    if pending is None or pending.seat != seat or pending.rolled or pending.overridden:
        return False
    return table.cached_for_pending_action("told nothing", lambda: _told_nothing(table))


def _told_nothing(table: LoadedTable) -> bool:
    """Return whether the action in progress has told no more than a question about it would."""
    action, match = table.parsed_pending_action, table.match
    if match.without_results(action) != action or not may_see(table, action, match.public_seat):
        return False
    mere = match.check(table.position, action, match.public_seat)
    return mere.legal and mere.needs == pending_ruling(table).needs


def joint(table: LoadedTable, *answered: Iterable[str]) -> tuple[str, ...]:
    """Return all sides that the tablet answered for, in the order of the match."""
    answered_sides = {side for sides in answered for side in sides}
    return tuple(side for side in table.match.sides if side in answered_sides)


SHOT = "shot"
"""The kind of the request for the other players' taps."""
_ASKED = {"undo": "take back", "override": "allow it anyway", SHOT: "shoot together"}
_TOO_EARLY = "Your dice do not count yet: roll with the last tap."
AGREE = "agree"
"""What a ruling still needs: the seats that have not tapped."""


def tapped(table: LoadedTable, action: Action) -> frozenset[str]:
    """Return the seats that have tapped this very shot already."""
    asked = table.request
    if asked is None or asked.kind != SHOT or asked.action is None:
        return frozenset()
    same = alike(table, table.match.read(asked.action), action)
    return frozenset(asked.agreed) if same else frozenset()


def missing(table: LoadedTable, seat: str, action: Action) -> tuple[str, ...]:
    """Return the seats that must still tap a joint shot after this seat's tap; empty for other actions."""
    needed = table.match.answerers(table.position, action)
    if seat == table.match.public_seat or len(needed) < 2:
        return ()
    left = needed - tapped(table, action) - {seat}
    return tuple(s for s in table.match.seats if s in left)


def answered_for(table: LoadedTable, seat: str, action: Action) -> tuple[str, ...]:
    """Return the seats whose answer under attack the tablet gives: their devices are away (R-8.1a).

    Who plays alone is at the tablet anyway.
    """
    needed = table.match.answerers(table.position, action)
    alone = needed == frozenset(table.match.sides)
    if alone or seat != table.match.public_seat:
        return ()
    away = needed - tapped(table, action) - table.unclaimed
    return tuple(s for s in table.match.seats if s in away)


def waiting(ruling: Ruling[Position], left: tuple[str, ...], *, rolled: bool = False) -> Ruling[Position]:
    """Return the ruling on a shot that waits for the taps of the seats that are left.

    Dice that were `rolled` before do not count, and the ruling says so.
    """
    reason = f"{ruling.reason} {_TOO_EARLY}" if rolled else ruling.reason
    return replace(ruling, reason=reason, needs={AGREE: left}, after=None, effects=())


def ask(
    store: TableStore, table: LoadedTable, seat: str, action: Action, make_response: MakeResponse
) -> None:
    """Note the tap of one player and ask the others for theirs; `make_response` gives the answer.

    Raises Problem (409).
    """
    asked, before = _with_tap(table, seat, action), table.request
    if asked == before:
        return
    told: dict[str, Declined | None] = {seat: None} if asked.seat == seat else {}
    if before is not None and before.seat not in {asked.seat, seat}:
        told[before.seat] = Declined(SHOT, seat, lapsed=True)
    with store.change(table, make_response) as change:
        change.set_request(asked)
        change.set_unread(told)


def _with_tap(table: LoadedTable, seat: str, action: Action) -> Request:
    """Return the request with the tap of this seat. Raises Problem (409) while another question waits.

    A player of the joint shot that waits may ask for another one instead.
    """
    asked, match = table.request, table.match
    before = tapped(table, action)
    if asked is not None and not before and not _may_ask_anew(table, seat, asked):
        raise NotYet(waiting_for(table, asked))
    agreed = tuple(s for s in match.seats if s in before | {seat})
    action_asked = match.write(match.without_results(action))
    if asked is not None and before:
        return Request(SHOT, asked.seat, agreed, None, action_asked, serial=asked.serial)
    return Request(SHOT, seat, agreed, None, action_asked, serial=table.version + 1)


def _may_ask_anew(table: LoadedTable, seat: str, asked: Request) -> bool:
    return asked.kind == SHOT and seat in {*asked.agreed, *wanted(table, asked)}


def wanted(table: LoadedTable, asked: Request) -> list[str]:
    """Return who has to agree to a request still: the sides, or the players of a joint shot."""
    if asked.kind != SHOT:
        return [side for side in table.match.sides if side not in asked.agreed]
    action = table.match.read(asked.action)
    left = table.match.answerers(table.position, action) - set(asked.agreed)
    return [seat for seat in table.match.seats if seat in left]


def waiting_for(table: LoadedTable, asked: Request) -> str:
    """Return who has to answer a request, and what it asks: "Waiting for Roger's player: shoot together?"."""
    who = " and ".join(player(table, seat) for seat in wanted(table, asked))
    return f"Waiting for {who}: {_ASKED[asked.kind]}?"


def check_concerned(table: LoadedTable, seat: str, asked: Request) -> None:
    """Check that a seat may decline a joint shot: its players and the tablet may. Raises Problem (403)."""
    if seat not in {table.match.public_seat, *asked.agreed, *wanted(table, asked)}:
        raise Problem(403, "Only the players of this shot can answer.")


def alike(table: LoadedTable, one: Action, other: Action) -> bool:
    """Return whether two actions are the same but for their dice and the order of the names."""
    return _plain(table, one) == _plain(table, other)


def _plain(table: LoadedTable, action: Action) -> Mapping[str, Any]:
    plain = table.match.write(table.match.without_results(action))
    return {name: sorted(value) if isinstance(value, list) else value for name, value in plain.items()}


@dataclass(frozen=True, slots=True)
class Left:
    """What an action leaves of the request: it still `waits`, or a seat is `told` that it lapsed.

    The acting seat has read its own news, which was on its screen: None.
    """

    waits: Request | None = None
    told: Mapping[str, Declined | None] = field(default_factory=dict)

    def save(self, change: Change, table: LoadedTable) -> None:
        """Write it with the action."""
        if table.declined or self.waits != table.request:
            change.set_request(self.waits)
        change.set_unread(self.told)


def left(
    table: LoadedTable, seat: str, action: Action, after: Position | None = None, story: str = ""
) -> Left:
    """Return what is left of the request once a seat's tap did or began an action; `story` tells of it.

    `after` is the position then, None where it is the one before still.
    What is told rests on the request and on who tapped, which every seat sees.
    """
    asked = table.request
    read: dict[str, Declined | None] = {seat: None} if seat in table.unread else {}
    if asked is None or _done_by(table, asked, action):
        return Left(told=read)
    if asked.kind == SHOT and _still_waits(table, seat, action, asked, after):
        return Left(asked, read)
    if seat == asked.seat:
        return Left(told=read)
    why = story if asked.kind == SHOT else ""
    return Left(told={**read, asked.seat: Declined(asked.kind, seat, lapsed=True, why=why)})


def _done_by(table: LoadedTable, asked: Request, action: Action) -> bool:
    """Return whether the action is the one that was asked for."""
    return asked.action is not None and alike(table, table.match.read(asked.action), action)


def _still_waits(
    table: LoadedTable, seat: str, action: Action, asked: Request, after: Position | None
) -> bool:
    """Return whether a joint shot is still possible and none of its players did something else."""
    match, shot = table.match, table.match.read(asked.action)
    acting = match.answerers(table.position, action) if seat == match.public_seat else {seat}
    if acting & match.answerers(table.position, shot):
        return False
    return match.check(table.position if after is None else after, shot, asked.seat).legal
