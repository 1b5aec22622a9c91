"""The values that players read off cardboard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from referee.games.interface import Corrected, ReadEvent
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, ReadValue, Step, ZombieMove
from rules.dawn_of_the_dead.effects import UNIT, Appeared, Eliminated, Moved, TurnedDown, TurnedUp, ValueRead
from rules.dawn_of_the_dead.equipment.cardboard import CASES, agreed, values_refusal
from rules.dawn_of_the_dead.equipment.units import known_value
from rules.dawn_of_the_dead.position import Position
from rules.effects import Effect
from rules.ruling import Ruling, refuse
from rules.sentences import listed


def without_unseen(position: Position, action: act.Action) -> act.Action:
    """Return the action without a value for a square that is stepped into and shows no unit (9.1).

    Whether such a value is needed depends on the hidden squares. A refusal would give them away.
    """
    values = getattr(action, "values", None)
    if not isinstance(action, act.Step) or not values or action.to in position.zombies:
        return action
    seen = {square: value for square, value in values.items() if square != action.to}
    return replace(action, values=seen or None)


def require_readings(position: Position, action: act.Action, ruling: Ruling[Position]) -> Ruling[Position]:
    """Return the ruling, or a refusal of values that no unit can show or nothing wants (R-5.4b).

    The value of a hidden zombie that a step meets is asked for (5.4, 9.1).
    """
    if misread := values_refusal(position, action):
        return misread
    if ruling.legal and (stray := game.unneeded(position, without_unseen(position, action))):
        return stray
    after = ruling.after
    if after is None or not after.physical or not isinstance(action, act.Step):
        return ruling
    unit = after.zombies.get(action.to)
    if unit is None or unit.value is not None:
        return ruling
    reason = f"A hidden zombie is in {action.to}: put it there face up and read its value now."
    cases = tuple(dict.fromkeys(("9.1", *ruling.cases)))
    return replace(ruling, cases=cases, reason=reason, needs={"value": (action.to,)}, after=None)


_OF_COUNTERS = (Appeared, TurnedUp, TurnedDown, ValueRead)
"""The result for a counter whose value a step reads."""


def read_otherwise(
    position: Position, action: Action, happened: Iterable[ReadEvent[Action]]
) -> Mapping[str, int]:
    """Return the values of an action that were read otherwise off the same counters, and taken back."""
    given = _read(action)
    if not given or not position.physical:
        return {}
    kept, moving = _kept(happened), _moving(position, action)
    return {
        square: value
        for square, value in given.items()
        if kept.get(moving.get(square, square), value) != value and known_value(position, square) is None
    }


def _moving(position: Position, action: Action) -> Mapping[str, str]:
    """Return the square of a unit that is read where a move ends (7.7)."""
    if not isinstance(action, ZombieMove) or not action.path:
        return {}
    rides = position.characters[action.super].square if action.super and action.with_zombie else None
    start = action.source or rides
    return {action.path[-1]: start} if start else {}


def corrects(position: Position, values: Mapping[str, int]) -> Corrected[Position]:
    """Return the refusal of these values without agreement, and what the record says with it (R-5.4b)."""
    squares, one = listed(sorted(values)), len(values) == 1
    units = f"The unit in {squares}" if one else f"The units in {squares}"
    shown = "showed a different value" if one else "showed different values"
    were = "was" if one else "were"
    made = listed(str(values[square]) for square in sorted(values))
    reason = (
        f"{units} {shown} before that was taken back. "
        f"To make {'it' if one else 'them'} {made} now, {agreed(position)}."
    )
    its = "its value was" if one else "their values were"
    done = f"and {its} corrected" if position.solitaire else "both sides agreed on what it is"
    story = f"{units} {were} misread before{',' if position.solitaire else ';'} {done}."
    return Corrected(refuse((*CASES, "R-UNDO"), reason), story)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A value that was read and taken back; `unsure` while only a correction to it was."""

    value: int
    unsure: bool = False


def _kept(happened: Iterable[ReadEvent[Action]]) -> dict[str, int]:
    """Return what was read and taken back, by the present square of the counter.

    A counter that was drawn for the action goes back to its pile, where it is unknown. Where only a
    correction was taken back, the first reading is valid and the correction is forgotten.
    """
    kept: dict[str, _Kept] = {}
    for event in happened:
        if event.back:
            _take_back(kept, event)
            for effect in reversed(event.effects):
                _follow(kept, effect, back=True)
            continue
        kept = _sure(kept)
        for effect in event.effects:
            _follow(kept, effect)
        read = _used(event)
        kept = {square: value for square, value in kept.items() if square not in read}
    return {square: one.value for square, one in _sure(kept).items()}


def _take_back(kept: dict[str, _Kept], event: ReadEvent[Action]) -> None:
    """Keep what an action read that is taken back. What was read after it is what is known."""
    action = event.action
    corrects = isinstance(action, ReadValue) and action.was is not None
    for square, value in _used(event).items():
        known = kept.get(square, _Kept(value, corrects))
        kept[square] = known if corrects else _Kept(known.value)


def _sure(kept: dict[str, _Kept]) -> dict[str, _Kept]:
    """Return what is kept without corrections whose first reading is still valid."""
    return {square: one for square, one in kept.items() if not one.unsure}


def _follow(kept: dict[str, _Kept], effect: Effect, *, back: bool = False) -> None:
    """Follow one counter. Another one that comes into the square was not read."""
    if isinstance(effect, Appeared) or (isinstance(effect, Eliminated) and not back):
        kept.pop(effect.square, None)
    if not isinstance(effect, Moved) or effect.whom != UNIT:
        return
    start, end = (effect.end, effect.start) if back else (effect.start, effect.end)
    value = kept.pop(start, None)
    kept.pop(end, None)
    if value is not None:
        kept[end] = value


def _read(action: Action) -> Mapping[str, int]:
    """Return the values that an action reads off counters."""
    if isinstance(action, ReadValue):
        return {action.square: action.value}
    return getattr(action, "values", None) or {}


def _used(event: ReadEvent[Action]) -> Mapping[str, int]:
    """Return the values that an action read off counters that were there.

    A step may name a value for a square where a hidden zombie could have appeared and none did: to refuse
    that beforehand would reveal where none is (9.1).
    """
    read = _read(event.action)
    if not isinstance(event.action, Step):
        return read
    there = {effect.square for effect in event.effects if isinstance(effect, _OF_COUNTERS)}
    return {square: value for square, value in read.items() if square in there}
