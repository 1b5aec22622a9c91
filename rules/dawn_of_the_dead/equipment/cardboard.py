"""R-5.4b: values that players read off cardboard units, checked against what everybody can see.

Only open facts count: the values of face-up units, the values that the last action showed, and the counter
sheet. Once a unit is face down again, earlier readings of it do not count (2.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.dawn_of_the_dead.actions import Action, ReadValue, Step
from rules.dawn_of_the_dead.effects import AttackDeclared, ValueRead
from rules.dawn_of_the_dead.equipment.units import known_value
from rules.dawn_of_the_dead.position import Attack, Mode, Pool, Position, with_item
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict
from rules.dawn_of_the_dead.zombies.attacks import (
    NO_STRENGTH,
    WITHOUT_STRENGTH,
    attack_again,
    attack_in_progress,
    end_weak_attack,
    strength_of,
    with_attack,
)
from rules.effects import Change
from rules.ruling import allow, refuse
from rules.sentences import listed

CASES = ("R-5.4b", "5.4")
_AGREED: Mapping[Mode, str] = {
    "two-player": "both sides must agree",
    "solitaire": "one tap is enough",
    "cooperative": "one of you must allow it",
}
_TOO_LATE = " It is too late to change what came of the wrong value; to play that again, take it back."


def values_refusal(position: Position, action: Action) -> Verdict | None:
    """Return why the units cannot show these values, or None if they can (R-5.4b)."""
    values = getattr(action, "values", None)
    if not values or not position.physical:
        return None
    taken = _taken(position)
    off_map = _off_map(position, action)
    for square, value in values.items():
        known = taken.pop(square, value)
        if known != value:
            return refuse(
                CASES,
                f"{_known_value_sentence(square, known)} {_how_to_correct(position, square)}",
                firm=True,
            )
        if refused := _impossible(position, value, taken, off_map):
            return refused
        taken[square] = value
    return None


def off_the_sheet(position: Position, action: Action) -> bool:
    """Return whether the counter sheet has too few units with a value that this action reads (R-2.3a)."""
    values = getattr(action, "values", None) or {}
    if not position.physical:
        return False
    known, off_map = {**_taken(position), **values}, _off_map(position, action)
    return any(
        _impossible(position, value, {s: v for s, v in known.items() if s != square}, off_map)
        for square, value in values.items()
    )


def unneeded(action: Action, reads: Iterable[str], *, physical: bool) -> Verdict | None:
    """Return why nothing wants a value of this action, or None without such a value (R-5.4b).

    `reads` are the squares whose values the action uses or shows. An empty draw for a step is refused as well
    (9.0); a roll may say that no unit was drawn (13.3).
    """
    if isinstance(action, Step) and action.draw == ():
        return refuse(("9.0",), "No draw is needed here.", firm=True)
    values = getattr(action, "values", None)
    if values is None:
        return None
    if not physical:
        reason = "The referee knows the values of its own counters, so no value is needed here."
        return refuse(CASES, reason, firm=True)
    if not values:
        return refuse(CASES, "Name the unit whose value was read.", firm=True)
    strays = sorted(set(values) - set(reads))
    return refuse(CASES, f"No value is needed for {listed(strays)}.", firm=True) if strays else None


def _taken(position: Position) -> dict[str, int]:
    """Return the known values of units on the map, by square."""
    return {s: v for s in position.zombies if (v := known_value(position, s)) is not None}


def _off_map(position: Position, action: Action) -> Counter[int]:
    """Return the known values of units off the map, without the pile that this action may draw from."""
    piles: list[Pool] = [position.hidden_box or (), position.eliminated]
    if action.draws_from:
        del piles[action.draws_from == "eliminated"]
    return Counter(value for pile in piles for value in pile if value is not None)


def _known_value_sentence(square: str, value: int) -> str:
    return f"The unit in {square} was read as {value}."


def _how_to_correct(position: Position, square: str) -> str:
    """Return how players correct a misreading. A unit that is face down again is not read once more."""
    if position.revealed(square):
        return f"To correct a misreading, {agreed(position)}."
    return "To correct a misreading, take back the action that showed it."


def _impossible(
    position: Position, value: int, taken: Mapping[str, int], off_map: Mapping[int, int]
) -> Verdict | None:
    """Return why no unit can have this value: the sheet has none, or all are known; otherwise None."""
    count = position.setting.sheet.zombie_values.get(value, 0)
    if not count:
        return refuse(CASES, f"The counter sheet has no unit with the value {value}.", firm=True)
    squares, gone = sorted(s for s, v in taken.items() if v == value), off_map.get(value, 0)
    if len(squares) + gone < count:
        return None
    units = {1: "The only unit", 2: "Both units"}.get(count, f"All {count} units")
    where = listed([*squares, *(["off the map"] if gone else [])])
    reason = f"{units} with the value {value} {'is' if count == 1 else 'are'} already known: {where}."
    return refuse(CASES, reason, firm=True)


def _refuse(position: Position, action: ReadValue) -> Verdict | None:
    square, known = action.square, known_value(position, action.square)
    if not position.physical:
        return refuse(CASES, "Only the values of cardboard counters are typed in.", firm=True)
    if square not in position.zombies:
        return refuse(CASES, f"There is no zombie unit in {square}.", firm=True)
    if not position.revealed(square):
        return refuse(CASES, f"The unit in {square} is face down.", firm=True)
    others = {s: v for s, v in _taken(position).items() if s != square}
    if refused := _impossible(position, action.value, others, _off_map(position, action)):
        return refused
    return _corrects(position, square, known, action)


def _corrects(position: Position, square: str, known: int | None, action: ReadValue) -> Verdict | None:
    """Return why a reading cannot be changed; a correction is possible by agreement."""
    if known == action.value:
        return refuse(CASES, f"{_known_value_sentence(square, known)} That is already noted.", firm=True)
    if action.was != known:
        was = (
            _known_value_sentence(square, known) if known else f"The unit in {square} has not been read yet."
        )
        wrong = f" It was not read as {action.was}." if action.was else ""
        if known and action.was is None:
            wrong = " A correction must give that as “was”."
        return refuse(CASES, f"{was}{wrong}", firm=True)
    if known is None:
        return None
    return refuse(
        CASES, f"{_known_value_sentence(square, known)} To make it {action.value}, {agreed(position)}."
    )


def agreed(position: Position) -> str:
    """Return what a correction takes. Where nobody plays the zombies there is one side, and one tap of it."""
    return _AGREED[position.mode]


def _grant(position: Position, action: ReadValue) -> Verdict:
    return allow(CASES, f"The unit in {action.square} is face up and can be read.")


def _read(position: Position, action: ReadValue) -> Outcome:
    square, unit = action.square, position.zombies[action.square]
    zombies = with_item(position.zombies, square, replace(unit, value=action.value))
    read = Change(replace(position, zombies=zombies), (ValueRead(square, action.value),))
    if action.was is None:
        reason, story = f"The unit in {square} is a {action.value}.", f"The unit in {square} was read."
        return Outcome(read.after, reason, story, effects=read.effects)
    reason = f"The unit in {square} was misread: it is a {action.value}, not a {action.was}."
    story = f"The unit in {square} was misread, and its value was corrected."
    follows = _what_follows(position, read.after, square)
    change = Change(follows.change.after, read.effects + follows.change.effects)
    reason, story = f"{reason}{follows.reason}", f"{story}{follows.story}"
    return Outcome(change.after, reason, story, follows.cases, change.effects)


@dataclass(frozen=True, slots=True)
class _Follows:
    """The result of a correction: the change, more sentences for now and for the log, and its cases."""

    change: Change[Position]
    reason: str = ""
    story: str = ""
    cases: tuple[str, ...] = ()


def _what_follows(before: Position, after: Position, square: str) -> _Follows:
    """Return what the right value of a unit changes in the attack in its square (8.0, R-8.0a)."""
    attack = attack_in_progress(after)
    if attack is not None and attack.square == square:
        return _Follows(Change(after)) if attack.strength is None else _other_strength(after, attack)
    again = attack_again(after, square)
    if again.effects:
        due = f" The attack in {square} is due again."
        return _Follows(again, due, due, ("8.0",))
    return _Follows(Change(after), "" if _just_met(before, square) else _TOO_LATE)


def _other_strength(position: Position, attack: Attack) -> _Follows:
    """Return the attack in progress at the strength of the right value; without strength it is over."""
    strength, count = strength_of(position, attack), attack.count or 1
    attack = replace(attack, strength=strength)
    declared = Change(position, (AttackDeclared(attack.square, count, strength),))
    if strength == 0:
        change = declared.then(end_weak_attack, attack)
        return _Follows(change, f" {WITHOUT_STRENGTH}", " The attack is over.", NO_STRENGTH)
    return _Follows(declared.then(with_attack, attack))


def _just_met(position: Position, square: str) -> bool:
    """Whether a moving character is there: the value can affect only his move."""
    moving = position.move.characters if position.move else ()
    return position.phase == "human" and not {*position.at(square)}.isdisjoint(moving)


def readings(position: Position, action: Action) -> Iterator[ReadValue]:
    """Yield the readings of face-up units from an action that is not carried out.

    A reading of a unit that stays face down is forgotten with the action (2.3).
    """
    values = getattr(action, "values", None)
    for square, value in (values or {}).items():
        if position.physical and position.revealed(square) and known_value(position, square) is None:
            yield ReadValue(square, value)


def _options(_position: Position) -> Iterator[ReadValue]:
    """Yield nothing: values are asked for only when an action needs them."""
    yield from ()


READ_VALUE = Procedure(ReadValue, _refuse, _grant, _read, _options)
