"""15.4 and 15.5: what solitaire play leaves open of the choices that a zombie player has."""

from __future__ import annotations

from rules.dawn_of_the_dead import solitaire
from rules.dawn_of_the_dead.actions import Action, CheckBerserk, FreeMove, NextPhase, Smash
from rules.dawn_of_the_dead.position import FreeState, Position
from rules.dawn_of_the_dead.priorities import Proposal, lawful_moves, move_due
from rules.dawn_of_the_dead.procedure import Verdict
from rules.ruling import refuse


def refusal(position: Position, action: Action) -> Verdict | None:
    """Say why section 15 does not leave this choice, or None if it does."""
    match action:
        case CheckBerserk():
            return solitaire.check_refusal(position, action.square)
        case FreeMove():
            return _free_move_refusal(position, action)
        case Smash():
            return _smash_refusal(position, action)
        case NextPhase():
            return _next_refusal(position)
        case _:
            return None


def _die_first(position: Position) -> Verdict | None:
    state = position.phase_state
    if isinstance(state, FreeState) and state.die is None:
        return refuse(("15.5",), "The die for free moves is rolled first.")
    return None


def _free_move_refusal(position: Position, action: FreeMove) -> Verdict | None:
    if refused := _die_first(position):
        return refused
    lawful = lawful_moves(position)
    if any(p.action == action for p in lawful):
        return None
    if not lawful:
        return refuse(("15.5",), "No zombie meets any of the priorities now.")
    first = lawful[0]
    return refuse((first.case, "15.5"), f"Priority {first.priority} comes first: {describe(first)}.")


def _smash_refusal(position: Position, action: Smash) -> Verdict | None:
    """Refuse to strike glass to a piece that the priorities call to move: it has but one move (10.4, R-15.5e)."""
    if refused := _die_first(position):
        return refused
    if isinstance(position.phase_state, FreeState) and (due := move_due(position, action)):
        words = f"Striking the glass would be its move, but priority {due.priority} calls for another"
        return refuse((due.case, "R-15.5e", "10.4"), f"{words}: {describe(due)}.")
    return None


def describe(proposal: Proposal) -> str:
    """Return a proposal in words: which piece goes where, and why."""
    action = proposal.action
    piece = "the super zombie" if action.super else f"the unit in {action.source}"
    return f"{piece} goes to {action.path[-1]}, since {proposal.why}"


def _next_refusal(position: Position) -> Verdict | None:
    state = position.phase_state
    if position.phase == "berserk" and solitaire.check_due(position):
        nearest = " or ".join(solitaire.berserk_candidates(position))
        return refuse(("15.4",), f"The nearest unit is still to be checked: {nearest}.")
    if not isinstance(state, FreeState):
        return None
    if state.die is None:
        return refuse(("15.5", "7.0"), "The die for free moves is still to be rolled.")
    if lawful := lawful_moves(position):
        first = lawful[0]
        return refuse((first.case, "15.5"), f"Free moves are still to be made: {describe(first)}.")
    return None
