"""Actions in progress: what they still need, the values read for them, and abandoning them.

A value that players read off a piece stays known when the reading is taken back. Another value for the same
piece is then a correction, which needs the agreement of both sides. Each reading becomes a separate action on
the record, so the position holds what everybody at the table saw.

A seat may abandon its own action in progress alone while that has revealed nothing: no die was rolled, no
value was read, nobody else has told a fact for it, and it needs no more than a question about the same action
would. After that it needs the agreement of both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from referee.errors import InputError, Problem
from referee.games.interface import (
    Action,
    ActionT,
    ChanceRequest,
    DiceTotal,
    Position,
    PositionT,
    ReadEvent,
    dice_in,
    given_at,
    results_by_kind,
)
from referee.records.data import Line, PendingAction
from referee.tables.record import in_event_order, may_see
from referee.tables.store import Change
from referee.tables.table import LoadedTable, player
from rules.questions import REFEREE, TABLE, Question
from rules.ruling import Ruling, refuse

LISTED = frozenset({"open", "question", "why_not", "why_not_cases"})
"""What the list of actions says of an action, beside what it is."""


def is_other_action(pending: PendingAction, data: Mapping[str, Any]) -> bool:
    """Return whether the data belong to another action than the one in progress."""
    return bool(data.get("do") != pending.action["do"])


def question_of(
    table: LoadedTable[PositionT, ActionT], action: ActionT, position: PositionT | None = None
) -> Question[ActionT] | None:
    """Return the open question that an action answers, now or in another position; None where none does.

    Where a game does not ask people by its questions, that is one without a name for everything.
    """
    match = table.match
    if match.by_questions:
        return match.question_of(table.positions[-1] if position is None else position, action)
    return Question("", (), beside=match.pieces is not None and match.pieces.beside(action))


def allowed_beside_pending(table: LoadedTable[PositionT, ActionT], action: ActionT) -> bool:
    """Return whether actions in progress stay so while this one is done."""
    question = question_of(table, action)
    return question is not None and question.beside


def continued_by(table: LoadedTable[PositionT, ActionT], action: ActionT) -> PendingAction | None:
    """Return the action in progress to whose question another one belongs, or None."""
    if not table.in_progress:
        return None
    question = question_of(table, action)
    return None if question is None else table.answering(question.name)


def ruling_in_progress(table: LoadedTable[PositionT, ActionT], pending: PendingAction) -> Ruling[PositionT]:
    """Return the ruling on an action in progress, with its needs. The table's lock must be held."""
    judge = table.judge(overridden=pending.overridden)
    return table.cached_in_progress(
        pending, "ruling", lambda: judge(table.positions[-1], table.parsed_in_progress(pending))
    )


def dice_wanted(table: LoadedTable[PositionT, ActionT], pending: PendingAction) -> Sequence[ChanceRequest]:
    """Return the dice and draws that an action in progress needs now. The table's lock must be held."""
    needs = ruling_in_progress(table, pending).needs
    return table.match.wants(table.position, table.parsed_in_progress(pending), needs)


def refuse_until_completed(table: LoadedTable, pending: PendingAction) -> Ruling[Position]:
    """Return the refusal of any other action while one is in progress."""
    if pending.question:  # what it still needs is for those who fill it in
        who = "the referee" if pending.seat == REFEREE else player(table, pending.seat)
        return refuse((), f"Finish what {who} has begun first.", firm=True)
    ruling = ruling_in_progress(table, pending)
    reason = f"Finish the action in progress first: {ruling.reason}"
    return refuse(ruling.cases, reason, firm=True)


def check_with_kept_dice(
    table: LoadedTable[PositionT, ActionT], action: ActionT, seat: str
) -> tuple[Ruling[PositionT], dict[str, Any]]:
    """Return the ruling on an action with all its kept dice filled in, and these dice by field.

    Only dice are returned: drawn units are face down, and no player has seen the referee's next results.
    """
    kept: dict[str, Any] = {}
    ruling = table.match.check(table.position, action, seat)
    while ruling.legal and (requests := table.match.wants(table.position, action, ruling.needs)):
        request = requests[0]
        given = given_at(table.match, table.position, action)
        already = {k: dice_in(r) for k, r in results_by_kind(given).items()}
        results, new = table.chance.next(request, already)
        again = results[: len(results) - new]
        if again and request.pool is None:
            kept |= _kept_dice_json(request, again)
        if new:
            break
        action = table.match.fill(action, request, results)
        ruling = table.match.check(table.position, action, seat)
    return ruling, kept


def _kept_dice_json(request: ChanceRequest, again: Sequence[int]) -> dict[str, Any]:
    """Return kept dice by their field; a typed total by its own, with the number of its dice (`of`)."""
    if any(isinstance(result, DiceTotal) for result in again):
        return {request.total: sum(again), "of": dice_in(again)}
    return {request.field: dict(zip(request.names, again, strict=False)) if request.names else list(again)}


def merge_inputs(pending: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the pending action with the given values added; None if they belong to another action.

    A null field counts as not given.
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


def read_action(table: LoadedTable[PositionT, ActionT], seat: str, data: object) -> ActionT:
    """Return an action that a seat asks about or wants to do.

    What the list of actions says beside an action is left out. Raises InputError for what is not an action or
    has a field that no player may give, and Problem (403) for another seat's action: with the same sentence
    in every position.
    """
    if isinstance(data, Mapping) and not LISTED.isdisjoint(data):
        data = {name: value for name, value in data.items() if name not in LISTED}
    match, roster = table.match, table.roster
    action = match.read(data, seat)
    wrong = match.forbidden_field(action)
    if wrong:
        raise InputError(wrong)
    allowed = match.seats_for(action)
    if not roster.speaks_for(seat, allowed):
        owners = " or ".join(s for s in roster.seats if s in allowed)
        name, whose = match.write(action)["do"], f"seat {owners}" if owners else "referee here"
        raise Problem(403, f"{name} is for the {whose}; this is the seat {seat}.")
    return action


def begun_by_people(table: LoadedTable[PositionT, ActionT]) -> list[PendingAction]:
    """Return the actions in progress that did not begin by themselves."""
    begun = table.in_progress
    return [pending for pending in begun if pending.seat != REFEREE] if begun else []


def read_given(table: LoadedTable[PositionT, ActionT], seat: str, data: object) -> ActionT:
    """Return what `read_action` does, or what a seat tells for the referee's action in progress."""
    if not table.in_progress or seat not in table.roster.seats:
        return read_action(table, seat, data)
    asked = [one.action["do"] for one in table.in_progress if one.seat == REFEREE]
    if not isinstance(data, Mapping) or data.get("do") not in asked:
        return read_action(table, seat, data)
    action = table.match.read(data)
    if wrong := table.match.forbidden_field(action):
        raise InputError(wrong)
    return action


def those_of(
    table: LoadedTable[PositionT, ActionT], position: PositionT, seat: str, actions: Iterable[ActionT]
) -> list[ActionT]:
    """Return the actions that a seat may do in a position, of some that are listed."""
    match, speaks_for = table.match, table.roster.speaks_for
    return [
        action
        for action in actions
        if (seat in (owners := match.seats_for(action)) or speaks_for(seat, owners))
        and not match.seat_refusal(position, action, seat)
    ]


def changed_readings(table: LoadedTable[PositionT, ActionT], action: ActionT) -> Mapping[str, int]:
    """Return the values of an action that differ from an earlier reading which was taken back, by place."""
    pieces = table.match.pieces
    return {} if pieces is None else pieces.read_otherwise(table.positions[-1], action, _events(table))


def correction_refusal(table: LoadedTable, action: Action) -> Ruling[Position] | None:
    """Return the refusal of another value than an earlier reading, which both sides may allow; or None."""
    pieces, values = table.match.pieces, changed_readings(table, action)
    return pieces.corrects(table.positions[-1], values).ruling if pieces is not None and values else None


def as_correction(table: LoadedTable, action: Action) -> Action | None:
    """Return the complete action if it gives another value than an earlier reading; else None."""
    if (pending := continued_by(table, action)) is not None:
        whole = merge_inputs(pending.action, table.match.write(action))
        if whole is None:
            return None
        action = table.match.read(whole)
    return action if changed_readings(table, action) else None


def corrections(table: LoadedTable, seat: str, data: object) -> Mapping[str, int]:
    """Return the values of an action that would correct earlier readings, by place."""
    whole = as_correction(table, read_action(table, seat, data))
    return {} if whole is None else changed_readings(table, whole)


def with_correction(
    table: LoadedTable, action: Action, cases: tuple[str, ...], story: str
) -> tuple[tuple[str, ...], str]:
    """Return the cases and the story of an allowed action, with the correction it makes."""
    pieces, values = table.match.pieces, changed_readings(table, action)
    if pieces is None or not values:
        return cases, story
    told = pieces.corrects(table.positions[-1], values)
    return tuple(dict.fromkeys((*cases, *told.ruling.cases))), f"{story} {told.story}"


def _events(table: LoadedTable[PositionT, ActionT]) -> Iterator[ReadEvent[ActionT]]:
    """Yield all events at a table in order, including what was taken back."""
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
        if ruling.after is None or changed_readings(table, reading):
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


def cancelled_line(
    table: LoadedTable, pending: PendingAction, n: int, at: str, story: str, told_by: Iterable[str] = ()
) -> Line:
    """Return line `n` for an action in progress that comes to nothing, taken back with its dice.

    `told_by` are the sides for which the tablet agreed to that.
    """
    return Line(
        n=n,
        turn=table.match.turn(table.position),
        seat=pending.seat,
        action=pending.action,
        cases=ruling_in_progress(table, pending).cases,
        story=story,
        at=at,
        overridden=pending.overridden,
        taken_back_at=n,
        rolled=pending.rolled,
        nonce=pending.nonce,
        answered_for=merge_answered_for(table, pending.answered_for, told_by),
        agreed=pending.agreed,
        told=pending.told,
    )


def may_cancel(table: LoadedTable, seat: str, pending: PendingAction) -> bool:
    """Return whether a seat may abandon an action in progress alone (R-UNDO).

    If the first tap revealed a hidden piece, it needs more than a question would: that takes agreement.
    """
    if pending.seat != seat or pending.rolled or pending.overridden:
        return False
    if any(teller != seat for teller in pending.told.values()):
        return False
    return table.cached_in_progress(pending, "reveals nothing", lambda: _reveals_nothing(table, pending))


def _reveals_nothing(table: LoadedTable, pending: PendingAction) -> bool:
    """Return whether an action in progress has revealed no more than a question about it would."""
    action, match = table.parsed_in_progress(pending), table.match
    untold = {name: value for name, value in match.write(action).items() if name not in pending.told}
    if match.write(match.without_results(action)) != untold or not may_see(table, action, TABLE):
        return False
    mere = match.check(table.position, action, TABLE)
    return mere.legal and mere.needs == ruling_in_progress(table, pending).needs


def merge_answered_for(table: LoadedTable, *answered: Iterable[str]) -> tuple[str, ...]:
    """Return all sides that the tablet answered for, in the order of the match."""
    answered_sides = {side for sides in answered for side in sides}
    return tuple(side for side in table.roster.voters if side in answered_sides)
