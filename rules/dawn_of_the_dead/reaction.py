"""7.0 Zombie Movement: the Zombie Reaction Movement Phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead import super_zombies
from rules.dawn_of_the_dead.actions import React
from rules.dawn_of_the_dead.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.position import Position, ReactionState
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict
from rules.dawn_of_the_dead.zombie_movement import absent_refusal, carry_out, impossible_refusal, reads
from rules.dawn_of_the_dead.zombie_paths import (
    end_refusal,
    quarry,
    reaction_paths,
    sees_trail,
    step_limit,
    towards,
    walk_refusal,
)
from rules.ruling import allow, refuse


def begin_reaction(position: Position) -> ReactionState:
    """Return the state of a new Reaction Phase: the zombies that saw the trail (7.0, 7.1)."""
    watching = frozenset(
        n for n in CHARACTERS if (s := super_zombies.super_square(position, n)) and sees_trail(position, s)
    )
    return ReactionState(
        pending=frozenset(s for s in position.zombies if sees_trail(position, s)),
        watching=watching,
        paired=super_zombies.pairs(position),
    )


def must_react(position: Position) -> tuple[str, ...]:
    """Return the squares of the units that must react and still can (7.2, R-7.2a)."""
    state = position.phase_state
    if not isinstance(state, ReactionState):
        return ()
    return tuple(
        s for s in sorted(state.pending) if not position.supers_at(s) and reaction_paths(position, s)
    )


def _refuse_react(position: Position, action: React) -> Verdict | None:
    if action.super:
        return super_zombies.move_refusal(position, action) or super_zombies.approach_refusal(
            position, action
        )
    state, square = position.phase_state, action.source or ""
    assert isinstance(state, ReactionState)
    if refused := absent_refusal(position, square):
        return refused
    if state.moved(square):
        return refuse(("7.5", "7.4"), f"The unit in {square} has already been moved.")
    if square not in state.pending:
        return refuse(
            ("7.1", "7.0"),
            f"The unit in {square} did not see where the characters went, so it does not react.",
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


def _grant_react(position: Position, action: React) -> Verdict:
    if refused := impossible_refusal(position, action):
        return refused
    if action.super:
        return allow(("11.4", "7.2"), f"{NAMES[action.super]} may go to {action.path[-1]} in reaction.")
    berserk = position.zombies[action.source or ""].berserk
    cases = ("10.2", "7.5", "R-7.5a", "7.2") if berserk else ("7.0", "7.2")
    return allow(cases, f"The unit in {action.source} reacts by going to {action.path[-1]}.")


def _react(position: Position, action: React) -> Outcome:
    state = position.phase_state
    assert isinstance(state, ReactionState)
    if action.super:
        start = super_zombies.super_square(position, action.super)
        state = replace(
            state,
            supers=state.supers | {action.super},
            pending=state.pending - super_zombies.along(position, action, start),
            done=state.done | super_zombies.along(position, action, action.path[-1]),
        )
    else:
        start = action.source or ""
        state = replace(state, pending=state.pending - {start}, done=state.done - {start} | {action.path[-1]})
    return carry_out(position, action, state)


def _react_options(position: Position) -> Iterator[React]:
    state = position.phase_state
    if not isinstance(state, ReactionState):
        return
    for square in sorted(state.pending):
        for path in reaction_paths(position, square):
            yield React(path, square)
    for name in super_zombies.supers_to_move(position):
        for path, along in super_zombies.ways(position, name) if name in state.watching else ():
            yield React(path, None, name, along)


REACT = Procedure(React, _refuse_react, _grant_react, _react, _react_options, reads)
