"""7.0 Zombie Movement: the Zombie Free Movement Phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead import super_zombies
from rules.dawn_of_the_dead.actions import FreeMove, RollFreeMoves
from rules.dawn_of_the_dead.effects import FreeMovesLeft, Rolled
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.hidden_zombies import must_be_revealed
from rules.dawn_of_the_dead.position import FreeState, Position, ReactionState
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, as_dice, granted
from rules.dawn_of_the_dead.reaction import begin_reaction
from rules.dawn_of_the_dead.zombie_movement import absent_refusal, carry_out, impossible_refusal, reads
from rules.dawn_of_the_dead.zombie_paths import (
    end_refusal,
    free_paths,
    no_move_left,
    step_limit,
    walk_refusal,
)
from rules.effects import Effect
from rules.ruling import allow, refuse


def begin_free(position: Position, reaction: ReactionState | None) -> FreeState:
    """Return the state of a new phase; units that saw the trail have had their move (7.4, R-7.4a).

    A unit under a super zombie may still go along with it if it did not react (11.4, R-11.4a). Without a
    state of the Reaction Phase, the trail shows which units saw it.
    """
    if reaction is None:
        reaction = begin_reaction(position)
    with_super = frozenset(
        s for n in reaction.paired - reaction.supers if (s := super_zombies.super_square(position, n))
    )
    return FreeState(
        spent=reaction.done | (reaction.pending - with_super),
        supers=reaction.supers,
        paired=reaction.paired,
        along=reaction.pending & with_super,
    )


# --- the die for free moves -----------------------------------------------------------------------


def _refuse_roll(position: Position, action: RollFreeMoves) -> Verdict | None:
    state = position.phase_state
    assert isinstance(state, FreeState)
    if state.die is not None:
        return refuse(("7.0",), f"The die for free moves is already rolled: {state.die}.", firm=True)
    return None


def _grant_roll(position: Position, action: RollFreeMoves) -> Verdict:
    reason = "Roll one die: that many units may move."
    return granted(("7.0",), reason, dice=as_dice(action.die), rolled=1, case="7.0")


def _roll(position: Position, action: RollFreeMoves) -> Outcome:
    state = position.phase_state
    assert isinstance(state, FreeState) and action.die is not None
    after = replace(position, phase_state=replace(state, die=action.die, left=action.die))
    plural = "" if action.die == 1 else "s"
    whose = "zombies" if position.solitaire else "zombie player"
    effects = (Rolled("free_moves", (action.die,)), FreeMovesLeft(action.die))
    story = f"{action.die} free move{plural} for the {whose}."
    return Outcome(after, f"Rolled {action.die}: {story}", story, effects=effects)


def _roll_options(position: Position) -> Iterator[RollFreeMoves]:
    yield RollFreeMoves()


# --- the moves ------------------------------------------------------------------------------------


def counts(position: Position, square: str) -> bool:
    """Return whether a free move of this unit uses one of the moves rolled (10.3, 11.4)."""
    return not position.zombies[square].berserk and not position.supers_at(square)


def _refuse_free(position: Position, action: FreeMove) -> Verdict | None:
    if action.super:
        return super_zombies.move_refusal(position, action) or _bar_refusal(position, action)
    state, square = position.phase_state, action.source or ""
    assert isinstance(state, FreeState)
    if refused := absent_refusal(position, square):
        return refused
    if state.moved(square):
        return refuse(("7.4", "R-7.4a"), no_move_left(position, square))
    if counts(position, square) and not state.left:
        return _no_moves_left(state)
    limit = step_limit(position, square)
    if refused := walk_refusal(position, square, action.path, limit, "10.0"):
        return refused
    if action.path[-1] == square:
        return refuse(("7.5",), f"The unit would end in {square}, where it began. That is not a move.")
    return end_refusal(position, action.path[-1]) or _bar_refusal(position, action)


def _bar_refusal(position: Position, action: FreeMove) -> Verdict | None:
    """Return a refusal if the unit would end where a hidden zombie must be revealed (9.3, 9.4)."""
    end = action.path[-1]
    # This runs for every free move, so the quickest test comes first.
    if end not in position.hidden or (action.super and not action.with_zombie):
        return None
    if end not in must_be_revealed(position):
        return None
    reason = f"The hidden zombie in {end} must be revealed: no zombie was left on the map."
    return refuse(("9.4", "R-9.4b"), reason)


def _no_moves_left(state: FreeState) -> Verdict:
    if state.die is None:
        return refuse(("7.0",), "Roll the die for free moves first.")
    moves = "The one free move is" if state.die == 1 else f"All {state.die} free moves are"
    return refuse(("7.0",), f"{moves} used up.")


def _grant_free(position: Position, action: FreeMove) -> Verdict:
    if refused := impossible_refusal(position, action):
        return refused
    end = action.path[-1]
    if action.super:
        return allow(("11.2", "11.4"), f"{NAMES[action.super]} may go to {end} without using a free move.")
    square = action.source or ""
    if position.zombies[square].berserk:
        return allow(("10.3", "R-4.0a"), f"The berserk unit may go to {end} without using a free move.")
    if not counts(position, square):
        cases = ("11.4",) if super_zombies.pair_in(position, square) else ("11.4", "R-11.4c")
        return allow(cases, f"The unit with the super zombie may go to {end} without using a free move.")
    return allow(("7.0", "7.5"), f"The unit in {square} may go to {end}.")


def _free_move(position: Position, action: FreeMove) -> Outcome:
    state = position.phase_state
    assert isinstance(state, FreeState)
    end, left = action.path[-1], state.left
    used: tuple[Effect, ...] = ()
    if action.super:
        start = super_zombies.super_square(position, action.super)
        state = replace(
            state,
            supers=state.supers | {action.super},
            spent=state.spent | super_zombies.along(position, action, end),
            along=state.along - super_zombies.along(position, action, start),
        )
    else:
        left = max(0, left - 1) if counts(position, action.source or "") else left
        used = (FreeMovesLeft(left),) if left != state.left else ()
        state = replace(state, left=left, spent=state.spent - {action.source or ""} | {end})
    return carry_out(position, action, state, used)


def _free_options(position: Position) -> Iterator[FreeMove]:
    state = position.phase_state
    if not isinstance(state, FreeState):
        return
    for square in sorted(position.zombies):
        if not state.moved(square) and (state.left or not counts(position, square)):
            for path in free_paths(position, square, step_limit(position, square)):
                yield FreeMove(path, square)
    for name in super_zombies.supers_to_move(position):
        for path, along in super_zombies.ways(position, name, back=True):
            yield FreeMove(path, None, name, along)


ROLL_FREE_MOVES = Procedure(RollFreeMoves, _refuse_roll, _grant_roll, _roll, _roll_options)
FREE_MOVE = Procedure(FreeMove, _refuse_free, _grant_free, _free_move, _free_options, reads)
