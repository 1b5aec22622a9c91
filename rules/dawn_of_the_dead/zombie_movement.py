"""7.0 Zombie Movement: the Reaction and the Free Movement Phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead import super_zombies
from rules.dawn_of_the_dead.actions import FreeMove, React, RollFreeMoves, ZombieMove
from rules.dawn_of_the_dead.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.position import FreeState, Position, ReactionState, with_item, without
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, as_dice, granted
from rules.dawn_of_the_dead.solitaire import is_solitaire
from rules.dawn_of_the_dead.units import learn
from rules.dawn_of_the_dead.zombie_paths import (
    SUPER_STEPS,
    end_refusal,
    free_paths,
    impossible,
    no_move_left,
    quarry,
    reaction_cases,
    reaction_paths,
    sees_trail,
    step_limit,
    towards,
    walk_refusal,
)  # fmt: skip
from rules.ruling import allow, refuse

REACTION = frozenset({"reaction"})
FREE = frozenset({"free_movement"})


def begin_reaction(position: Position) -> ReactionState:
    """Judge who saw the trail (7.0, 7.1)."""
    watching = frozenset(
        n for n in CHARACTERS if (s := super_zombies.super_square(position, n)) and sees_trail(position, s)
    )
    return ReactionState(
        pending=frozenset(s for s in position.zombies if sees_trail(position, s)),
        watching=watching,
        paired=super_zombies.pairs(position),
        bare=position.bare(),
    )


def must_react(position: Position) -> tuple[str, ...]:
    """Return the squares of the units that must still react and can (7.2, R-7.2a)."""
    state = position.phase_state
    if not isinstance(state, ReactionState):
        return ()
    return tuple(
        s for s in sorted(state.pending) if not position.supers_at(s) and reaction_paths(position, s)
    )


def begin_free(position: Position, reaction: ReactionState | None) -> FreeState:
    """Begin free movement: those that saw the trail have had their move (7.4, R-7.4a).

    A unit under a super zombie that did not react may still go along with it (11.4, R-11.4a). Where
    nothing is remembered of a Reaction Phase, the trail tells who saw it.
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
        bare=reaction.bare or position.bare(),
        along=reaction.pending & with_super,
    )


# --- reaction -------------------------------------------------------------------------------------


def _refuse_react(position: Position, action: React) -> Verdict | None:
    if action.super:
        return super_zombies.move_refusal(position, action) or super_zombies.approach_refusal(
            position, action
        )
    state, square = position.phase_state, action.source or ""
    assert isinstance(state, ReactionState)
    if square not in position.zombies:
        return refuse(("7.0",), f"There is no zombie unit in {square or 'that square'}.", firm=True)
    if square in state.done:
        return refuse(("7.5", "7.4"), f"The unit in {square} has already been moved.")
    if square not in state.pending:
        return refuse(
            ("7.1", "7.0"), f"The unit in {square} is not in sight of the trail, so it does not react."
        )
    if action.path in reaction_paths(position, square):
        return None
    return _why_not_react(position, square, action)


def _why_not_react(position: Position, square: str, action: React) -> Verdict:
    if position.at(square):
        return refuse(("7.2", "7.6"), f"A character is in {square}, so the unit there stays.")
    limit = step_limit(position, square)
    refused = walk_refusal(position, square, action.path, limit, "10.0", door_case="7.2")
    if not refused and action.path[-1] != square:
        refused = end_refusal(position, action.path[-1], "7.2")
    if refused:
        return refused
    here = square
    for to in action.path:
        if to not in towards(position, here):
            return refuse(
                ("7.0", "R-7.0b"),
                f"Going from {here} to {to} does not bring it nearer to {quarry(position)}.",
            )
        here = to
    return refuse(("7.5", "R-7.5a"), f"The berserk unit in {square} must go two squares if it can.")


def _cannot(position: Position, action: ZombieMove) -> Verdict | None:
    if action.super:
        start = super_zombies.super_square(position, action.super)
        return impossible(position, action.path, start if action.with_zombie else None)
    return impossible(position, action.path, action.source)


def _grant_react(position: Position, action: React) -> Verdict:
    if refused := _cannot(position, action):
        return refused
    if action.super:
        return allow(("11.4", "7.2"), f"{NAMES[action.super]} may go to {action.path[-1]} in reaction.")
    cases = reaction_cases(position, action.source or "", action.path)
    return allow(cases, f"The unit in {action.source} reacts by going to {action.path[-1]}.")


def _react(position: Position, action: React) -> Outcome:
    state = position.phase_state
    assert isinstance(state, ReactionState)
    end = action.path[-1]
    if action.super:
        start = super_zombies.super_square(position, action.super)
        state = replace(
            state,
            supers=state.supers | {action.super},
            pending=state.pending - super_zombies.along(action, start),
            done=state.done | super_zombies.along(action, end),
        )
        after = super_zombies.carry_out(position, action)
    else:
        start = action.source or ""
        state = replace(state, pending=state.pending - {start}, done=state.done - {start} | {end})
        after = move_unit(position, action)
    after = learn(replace(after, phase_state=state), end, action.values)
    return Outcome(after, move_story(position, action))


def _react_options(position: Position) -> Iterator[React]:
    state = position.phase_state
    if not isinstance(state, ReactionState):
        return
    for square in sorted(state.pending):
        for path in reaction_paths(position, square):
            yield React(path, square)
    for name in super_zombies.supers_to_move(position):
        square = super_zombies.super_square(position, name) or ""
        for path in free_paths(position, square, SUPER_STEPS) if name in state.watching else ():
            for way, along in super_zombies.with_and_without(position, name, path):
                yield React(way, None, name, along)


# --- free movement --------------------------------------------------------------------------------


def _refuse_roll(position: Position, action: RollFreeMoves) -> Verdict | None:
    state = position.phase_state
    assert isinstance(state, FreeState)
    if state.die is not None:
        return refuse(("7.0",), f"The die for free moves was rolled already: {state.die}.", firm=True)
    return None


def _grant_roll(position: Position, action: RollFreeMoves) -> Verdict:
    reason = "One die tells how many units may be moved."
    return granted(("7.0",), reason, dice=as_dice(action.die), rolled=1, case="7.0")


def _roll(position: Position, action: RollFreeMoves) -> Outcome:
    state = position.phase_state
    assert isinstance(state, FreeState) and action.die is not None
    after = replace(position, phase_state=replace(state, die=action.die, left=action.die))
    plural = "" if action.die == 1 else "s"
    whose = "zombies" if is_solitaire(position) else "zombie player"
    return Outcome(after, f"{action.die} free move{plural} for the {whose}.")


def counts(position: Position, square: str) -> bool:
    """Whether a free move of this unit uses up one of those rolled (10.3, 11.4)."""
    return not position.zombies[square].berserk and not position.supers_at(square)


def _refuse_free(position: Position, action: FreeMove) -> Verdict | None:
    if action.super:
        return super_zombies.move_refusal(position, action)
    state, square = position.phase_state, action.source or ""
    assert isinstance(state, FreeState)
    if square not in position.zombies:
        return refuse(("7.0",), f"There is no zombie unit in {square or 'that square'}.", firm=True)
    if state.moved(square):
        return refuse(("7.4", "R-7.4a"), no_move_left(position, square))
    if counts(position, square) and not state.left:
        return _no_moves_left(state)
    limit = step_limit(position, square)
    if refused := walk_refusal(position, square, action.path, limit, "10.0"):
        return refused
    if action.path[-1] == square:
        return refuse(("7.5",), f"The unit would end in {square}, where it began, which is no move.")
    return end_refusal(position, action.path[-1])


def _no_moves_left(state: FreeState) -> Verdict:
    if state.die is None:
        return refuse(("7.0",), "The die for free moves has not been rolled yet.")
    return refuse(("7.0",), f"All {state.die} free moves are used up.")


def _grant_free(position: Position, action: FreeMove) -> Verdict:
    if refused := _cannot(position, action):
        return refused
    end = action.path[-1]
    if action.super:
        return allow(("11.2", "11.4"), f"{NAMES[action.super]} may go to {end}, outside the free moves.")
    square = action.source or ""
    if position.zombies[square].berserk:
        return allow(("10.3", "R-4.0a"), f"The berserk unit may go to {end}, outside the free moves.")
    if not counts(position, square):
        return allow(("11.4",), f"The unit with the super zombie may go to {end}, outside the free moves.")
    return allow(("7.0", "7.5"), f"The unit in {square} may go to {end}.")


def _roll_options(position: Position) -> Iterator[RollFreeMoves]:
    yield RollFreeMoves()


def _free_move(position: Position, action: FreeMove) -> Outcome:
    state = position.phase_state
    assert isinstance(state, FreeState)
    end = action.path[-1]
    if action.super:
        start = super_zombies.super_square(position, action.super)
        state = replace(
            state,
            supers=state.supers | {action.super},
            spent=state.spent | super_zombies.along(action, end),
            along=state.along - super_zombies.along(action, start),
        )
        after = super_zombies.carry_out(position, action)
    else:
        left = max(0, state.left - 1) if counts(position, action.source or "") else state.left
        state = replace(state, left=left, spent=state.spent - {action.source or ""} | {end})
        after = move_unit(position, action)
    after = learn(replace(after, phase_state=state), end, action.values)
    return Outcome(after, move_story(position, action))


def _free_options(position: Position) -> Iterator[FreeMove]:
    state = position.phase_state
    if not isinstance(state, FreeState):
        return
    for square in sorted(position.zombies):
        if not state.moved(square) and (state.left or not counts(position, square)):
            for path in free_paths(position, square, step_limit(position, square)):
                yield FreeMove(path, square)
    for name in super_zombies.supers_to_move(position):
        square = super_zombies.super_square(position, name) or ""
        for path in free_paths(position, square, SUPER_STEPS, back=True):
            for way, along in super_zombies.with_and_without(position, name, path):
                yield FreeMove(way, None, name, along)


# --- both -----------------------------------------------------------------------------------------


def move_unit(position: Position, action: ZombieMove) -> Position:
    """Move a unit to the end of its path, face down unless it enters a character's square (5.4)."""
    start, end = action.source or "", action.path[-1]
    unit = position.zombies[start]
    return replace(position, zombies=with_item(without(position.zombies, [start]), end, unit))


def move_story(position: Position, action: ZombieMove) -> str:
    """Return the log's sentence on a move."""
    way = " → ".join(action.path)
    if action.super:
        start = super_zombies.super_square(position, action.super)
        along = " and the unit with it" if action.with_zombie else ""
        return f"Super zombie {NAMES[action.super]}{along}: {start} → {way}."
    berserk = "Berserk unit" if position.zombies[action.source or ""].berserk else "Unit"
    return f"{berserk}: {action.source} → {way}."


REACT = Procedure(REACTION, _refuse_react, _grant_react, _react, _react_options)
ROLL_FREE_MOVES = Procedure(FREE, _refuse_roll, _grant_roll, _roll, _roll_options)
FREE_MOVE = Procedure(FREE, _refuse_free, _grant_free, _free_move, _free_options)
