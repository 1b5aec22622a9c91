"""15.0 Solitaire Dawn of the Dead: what changes without a zombie player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from rules.dawn_of_the_dead.actions import RollHidden
from rules.dawn_of_the_dead.effects import Rolled
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import nearest_in_points
from rules.dawn_of_the_dead.equipment.units import bring_in, draw_needed, draw_refusal, units_available
from rules.dawn_of_the_dead.position import IN_PLAY, AppearanceState, BerserkState, Phase, Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted
from rules.dice import FACES, dice_fault
from rules.effects import Change
from rules.ruling import allow, refuse
from rules.sentences import either, listed

APPEARANCE: frozenset[Phase] = frozenset({"hidden_appearance"})
"""Only here (15.2)."""
HIDING: frozenset[Phase] = frozenset({"place_hidden"})
"""Not here: no squares are assigned (15.1)."""


def _starts(position: Position) -> tuple[str, ...]:
    """Return the squares to measure from: where the move ended, or all if nobody moved (R-15.2a)."""
    if position.trail:
        return (position.trail[-1],)
    return tuple(sorted(c.square for c in position.characters.values() if c.square and c.status in IN_PLAY))


def nearest(position: Position, squares: AbstractSet[str]) -> tuple[str, ...]:
    """Return the squares nearest to the characters who just moved, in order of number.

    Distances are in Movement Points. If nobody moved, measure each square from the nearest character
    (15.2, 15.4, R-15.2a).
    """
    closed = {between for between, state in position.doors.items() if state == "closed"}
    return nearest_in_points(position.setting.board, closed, _starts(position), squares)


# --- the Hidden Zombie Table ----------------------------------------------------------------------


def appearance_squares(position: Position, digit: int) -> tuple[str, ...]:
    """Return the nearest squares with this last digit where a zombie may appear (15.2, 15.3, R-15.2b)."""
    places = position.setting.hidden_places[str(digit)]
    return nearest(position, places - position.zombies.keys())


def _digit(action: RollHidden) -> int | None:
    assert action.dice is not None
    return equipment.hidden_digit(*action.dice)


def _candidates(position: Position, action: RollHidden) -> tuple[str, ...]:
    digit = _digit(action)
    if digit is None or not units_available(position):
        return ()
    return appearance_squares(position, digit)


def _refuse_roll(position: Position, action: RollHidden) -> Verdict | None:
    state = position.phase_state
    assert isinstance(state, AppearanceState)
    if state.rolled:
        return refuse(("15.2",), "The Hidden Zombie Table was already used in this Game-Turn.", firm=True)
    return None


def _grant_roll(position: Position, action: RollHidden) -> Verdict:
    reason = "Roll two dice, one after the other, to see where a hidden zombie appears."
    if action.dice is None:
        return allow(("15.2", "15.8"), reason, {"dice": 2})
    if wrong := dice_fault(action.dice, 2):
        return refuse(("15.8",), wrong, firm=True)
    squares = _candidates(position, action)
    if len(squares) > 1 and action.square is None:
        return allow(("15.2",), f"{listed(squares)} are equally close: choose one.", {"square": squares})
    if action.square is not None and not squares:
        return refuse(("15.2",), "No hidden zombie appears, so there is no square to choose.", firm=True)
    if action.square is not None and action.square not in squares:
        return refuse(("15.2", "15.3"), f"The zombie cannot appear in {action.square}.", firm=True)
    where = action.square or next(iter(squares), None)
    count = 1 if where else 0
    if refused := draw_refusal(position, "eliminated", count, action.draw, "15.1"):
        return refused
    needs = draw_needed(position, count, action.draw)
    if where:
        reason = f"A hidden zombie appears in {where}: an eliminated unit is drawn for it."
    if where and position.physical and position.at(where):
        needs |= {} if (action.values or {}).get(where) else {"value": (where,)}
    return granted(("15.2", "15.8"), reason, dice=action.dice, rolled=2, needs=needs, case="15.8")


def _appears_in(position: Position, action: RollHidden) -> str | None:
    """Return the square where a unit appears with these dice, or None (15.2)."""
    squares = _candidates(position, action)
    return (action.square or squares[0]) if squares else None


def _roll_reads(position: Position, action: RollHidden) -> Iterator[str]:
    """Yield the square of a unit that appears on a character and so is face up (5.4, 15.2)."""
    square = _appears_in(position, action) if action.dice else None
    if square and position.at(square):
        yield square


def _appear(position: Position, action: RollHidden) -> Outcome:
    square = _appears_in(position, action)
    after = replace(position, phase_state=AppearanceState(rolled=True))
    change = Change(after, (Rolled("hidden_zombies", action.dice or ()),))
    rolled = " and ".join(map(str, action.dice or ()))
    if square is None:
        if _digit(action) is not None and not units_available(position):
            reason = f"Rolled {rolled}: no eliminated unit is left to appear."
            return Outcome(after, reason, cases=("15.1",), effects=change.effects)
        return Outcome(after, f"Rolled {rolled}: no hidden zombie appears.", effects=change.effects)
    change = change.then(bring_in, square, "eliminated", action.draw, action.values)
    return Outcome(
        change.after, f"Rolled {rolled}: a hidden zombie appears in {square}.", effects=change.effects
    )


def _roll_options(position: Position) -> Iterator[RollHidden]:
    yield RollHidden()


# --- the berserk check ----------------------------------------------------------------------------


def berserk_candidates(position: Position) -> tuple[str, ...]:
    """Return the nearest unit to check for berserk, or several if equally near (15.4, R-15.4a)."""
    state = position.phase_state
    lapsed = state.lapsed if isinstance(state, BerserkState) else frozenset()
    candidates = {s for s, u in position.zombies.items() if not u.berserk and s not in lapsed}
    return nearest(position, candidates)


def check_refusal(position: Position, square: str) -> Verdict | None:
    """Return a refusal if this is not the nearest unit, otherwise None (15.4)."""
    candidates = berserk_candidates(position)
    if square in candidates or position.zombies[square].berserk:
        return None
    return refuse(("15.4",), f"Check the nearest unit: {either(candidates)}.")


def check_due(position: Position) -> bool:
    """Return whether the check of the nearest unit is due in this phase (15.4)."""
    state = position.phase_state
    return isinstance(state, BerserkState) and not state.tried and bool(berserk_candidates(position))


# --- shares of a die ------------------------------------------------------------------------------


def shared_dice(count: int) -> int:
    """Return how many dice decide between `count` choices: one for up to six, otherwise two (R-15.4b)."""
    return 0 if count <= 1 else 1 if count <= len(FACES) else 2


def share(dice: Sequence[int], count: int) -> int | None:
    """Return which of `count` equal shares the dice give, from 0, or None for "roll again" (R-15.4b)."""
    result, results = dice[0] - 1, len(FACES)
    if len(dice) == 2:
        result, results = result * len(FACES) + dice[1] - 1, len(FACES) ** 2
    chosen = result // (results // count)
    return chosen if chosen < count else None


def number_attacked(die: int, present: int) -> int | None:
    """Return how many of the characters present are attacked, or None for "roll again" (15.6)."""
    chosen = share((die,), present)
    return None if chosen is None else chosen + 1


ROLL_HIDDEN = Procedure(RollHidden, _refuse_roll, _grant_roll, _appear, _roll_options, _roll_reads)
