"""15.4 and 15.5: the limits on the zombies' choices in solitaire play."""

from __future__ import annotations

from rules.dawn_of_the_dead import solitaire
from rules.dawn_of_the_dead.actions import Action, CheckBerserk, FreeMove, NextPhase, RollFreeMoves, Smash
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.position import FreeState, Position
from rules.dawn_of_the_dead.priorities import Proposal, lawful_moves, move_due
from rules.dawn_of_the_dead.procedure import Verdict
from rules.dawn_of_the_dead.super_zombies import pair_in, super_square
from rules.ruling import refuse
from rules.sentences import either, listed

_TOWARDS = frozenset({3, 5})
"""The priorities that move a piece towards a character (15.5)."""


Cases = tuple[str, ...]


def limits(position: Position, action: Action) -> Verdict | Cases:
    """Return why section 15 does not allow this choice; otherwise the cases that the action rests on."""
    match action:
        case CheckBerserk():
            return solitaire.check_refusal(position, action.square) or ("15.4",)
        case RollFreeMoves():
            return ("15.5",)
        case FreeMove():
            return _free_move(position, action)
        case Smash():
            return _smash_refusal(position, action) or _glass_cases(position)
        case NextPhase():
            return _next_refusal(position) or ()
        case _:
            return ()


def refusal(position: Position, action: Action) -> Verdict | None:
    """Return why section 15 does not allow this choice, or None if it does."""
    answer = limits(position, action)
    return None if isinstance(answer, tuple) else answer


def _die_first(position: Position) -> Verdict | None:
    state = position.phase_state
    if isinstance(state, FreeState) and state.die is None:
        return refuse(("15.5",), "Roll the die for free moves first.")
    return None


def _free_move(position: Position, action: FreeMove) -> Verdict | Cases:
    """Return the priority that calls for a free move and the rulings on the piece, or a refusal (15.5)."""
    if refused := _die_first(position):
        return refused
    lawful = lawful_moves(position)
    if not lawful:
        return refuse(("15.5", "R-15.5d"), "No zombie can carry out a priority now.")
    first = lawful[0]
    if all(p.action != action for p in lawful):
        return refuse((first.case, "15.5"), f"Priority {first.priority} comes first: {describe(first)}.")
    return (first.case, *_rulings(position, action, first.priority))


def _rulings(position: Position, action: FreeMove, priority: int) -> Cases:
    """Return the rulings on pieces that go more than one square, and on a pair that splits up (15.5)."""
    unit = position.zombies.get(action.source or "")
    far = bool(action.super) or bool(unit and unit.berserk)
    start = action.source or super_square(position, action.super or "") or ""
    holds = {
        "R-15.5a": far,
        "R-15.5f": not action.with_zombie and pair_in(position, start),
        "R-15.5g": far and priority in _TOWARDS,
    }
    return tuple(ruling for ruling, applies in holds.items() if applies)


def _smash_refusal(position: Position, action: Smash) -> Verdict | None:
    """Return why a piece may not strike glass, or None: a priority may need its only move (10.4, R-15.5e)."""
    if refused := _die_first(position):
        return refused
    if isinstance(position.phase_state, FreeState) and (due := move_due(position, action)):
        words = f"Striking the glass would be its move, but priority {due.priority} calls for another"
        return refuse((due.case, "R-15.5e", "10.4"), f"{words}: {describe(due)}.")
    return None


def _glass_cases(position: Position) -> Cases:
    """Return the ruling on an attempt on glass in the Free Movement Phase: it replaces a move (R-15.5e)."""
    return ("R-15.5e",) if isinstance(position.phase_state, FreeState) else ()


def describe(proposal: Proposal) -> str:
    """Return a proposal in words: the piece, where it goes, by which way, and why."""
    action = proposal.action
    *through, end = action.path
    way = f" by way of {listed(through)}" if through else ""
    piece = f"the super zombie {NAMES[action.super]}" if action.super else f"the unit in {action.source}"
    along = " with the unit in its square" if action.with_zombie else ""
    return f"{piece} goes{along} to {end}{way}, since {proposal.why}"


def _next_refusal(position: Position) -> Verdict | None:
    state = position.phase_state
    if position.phase == "berserk" and solitaire.check_due(position):
        units = solitaire.berserk_candidates(position)
        which = "; a die decides which" if len(units) > 1 else ""
        cases = ("15.4", "R-15.4b") if which else ("15.4",)
        return refuse(cases, f"Check the nearest unit first: {either(units)}{which}.")
    if not isinstance(state, FreeState):
        return None
    if state.die is None:
        return refuse(("15.5", "R-15.5h"), "Roll the die for free moves first.")
    if lawful := lawful_moves(position):
        first = lawful[0]
        return refuse((first.case, "15.5"), f"A free move comes first: {describe(first)}.")
    return None
