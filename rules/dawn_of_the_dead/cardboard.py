"""R-5.4b: what players read off cardboard units, checked against what everybody can see already.

Only what lies open counts: the values of units that lie face up, those that the last action showed, and the
counter sheet. A unit that lies face down again is not compared with what was read off it before (2.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.dawn_of_the_dead.actions import Action, ReadValue
from rules.dawn_of_the_dead.position import AttackState, Phase, Pool, Position, with_item
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict
from rules.dawn_of_the_dead.units import DRAWING, known_value, strength_in
from rules.ruling import allow, refuse
from rules.sentences import listed

CASES = ("R-5.4b", "5.4")
PHASES: frozenset[Phase] = frozenset(
    {"human", "hidden_appearance", "berserk", "reaction", "free_movement", "attack", "generation"}
)


def values_refusal(position: Position, action: Action) -> Verdict | None:
    """Refuse values that cannot be what the units show, or return None (R-5.4b)."""
    values = getattr(action, "values", None)
    if not values or not position.physical:
        return None
    taken = _taken(position)
    off_map = _off_map(position, action)
    for square, value in values.items():
        known = taken.pop(square, value)
        if known != value:
            return refuse(
                CASES, f"{_known(square, known)} A misreading is corrected by agreement.", firm=True
            )
        if refused := _impossible(position, value, taken, off_map):
            return refused
        taken[square] = value
    return None


def _taken(position: Position) -> dict[str, int]:
    """Return the values that are known of units on the map, by square."""
    return {s: v for s in position.zombies if (v := known_value(position, s)) is not None}


def _off_map(position: Position, action: Action) -> Counter[int]:
    """Return the values known of units off the map, apart from those that this action may draw unseen."""
    piles: list[Pool] = [position.hidden_box or (), position.eliminated]
    if action.do in DRAWING:
        del piles[DRAWING[action.do] == "eliminated"]
    return Counter(value for pile in piles for value in pile if value is not None)


def _known(square: str, value: int) -> str:
    return f"The unit in {square} was read as {value}."


def _impossible(
    position: Position, value: int, taken: Mapping[str, int], off_map: Mapping[int, int]
) -> Verdict | None:
    """Refuse a value that no unit of the sheet bears, or one that all such units are known to bear."""
    count = position.setting.sheet.zombie_values.get(value, 0)
    if not count:
        return refuse(CASES, f"The counter sheet has no unit with the value {value}.", firm=True)
    elsewhere, gone = sorted(s for s, v in taken.items() if v == value), off_map.get(value, 0)
    if len(elsewhere) + gone < count:
        return None
    units = "The only unit" if count == 1 else f"All {count} units"
    where = listed([*elsewhere, *(["off the map"] if gone else [])])
    reason = f"{units} with the value {value} {'is' if count == 1 else 'are'} known already: {where}."
    return refuse(CASES, reason, firm=True)


def _refuse(position: Position, action: ReadValue) -> Verdict | None:
    square, known = action.square, known_value(position, action.square)
    if not position.physical:
        return refuse(CASES, "Only cardboard counters are read to the referee.", firm=True)
    if square not in position.zombies:
        return refuse(CASES, f"There is no zombie unit in {square}.", firm=True)
    if not position.revealed(square):
        return refuse(CASES, f"The unit in {square} lies face down.", firm=True)
    others = {s: v for s, v in _taken(position).items() if s != square}
    if refused := _impossible(position, action.value, others, _off_map(position, action)):
        return refused
    return _corrects(square, known, action)


def _corrects(square: str, known: int | None, action: ReadValue) -> Verdict | None:
    """Refuse to change what was read, but for a correction that both sides can agree on."""
    if known == action.value:
        return refuse(CASES, f"{_known(square, known)} That stands already.", firm=True)
    if action.was != known:
        was = f"{_known(square, known)}" if known else f"The unit in {square} was not read yet."
        return refuse(CASES, f"{was} So it was not read as {action.was or 'nothing'}.", firm=True)
    if known is None:
        return None
    return refuse(CASES, f"{_known(square, known)} To make it {action.value}, both sides must agree.")


def _grant(position: Position, action: ReadValue) -> Verdict:
    return allow(CASES, f"The unit in {action.square} lies face up and can be read.")


def _read(position: Position, action: ReadValue) -> Outcome:
    square, unit = action.square, position.zombies[action.square]
    zombies = with_item(position.zombies, square, replace(unit, value=action.value))
    after = _same_attack(replace(position, zombies=zombies), square)
    if action.was is None:
        return Outcome(after, f"The unit in {square} is a {action.value}.", f"The unit in {square} was read.")
    reason = f"The unit in {square} was misread: it is a {action.value}, not a {action.was}."
    return Outcome(after, reason, f"The unit in {square} was misread, and its value was corrected.")


def _same_attack(position: Position, square: str) -> Position:
    """Give the attack that was declared in the square the strength of the value that is right (8.0)."""
    state = position.phase_state
    attack = state.attack if isinstance(state, AttackState) else None
    if not isinstance(state, AttackState) or attack is None or attack.square != square:
        return position
    if attack.strength is None:
        return position
    strength = (strength_in(position, square) or 0) // (attack.count or 1)
    return replace(position, phase_state=replace(state, attack=replace(attack, strength=strength)))


def readings(position: Position, action: Action) -> Iterator[ReadValue]:
    """Yield what was read for an action that is not carried out, of units that lie face up all the same.

    What was read of a unit that stays face down is forgotten with the action (2.3).
    """
    values = getattr(action, "values", None)
    for square, value in (values or {}).items():
        if position.physical and position.revealed(square) and known_value(position, square) is None:
            yield ReadValue(square, value)


def _options(_position: Position) -> Iterator[ReadValue]:
    """Yield nothing: nobody has to read a unit before an action asks for its value."""
    yield from ()


READ_VALUE = Procedure(PHASES, _refuse, _grant, _read, _options)
