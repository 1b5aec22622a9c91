"""7.0 Zombie Movement: the Zombie Reaction Movement Phase and the Zombie Free Movement Phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead.actions import FreeMove, React, RollFreeMoves, ZombieMove
from rules.dawn_of_the_dead.effects import UNIT, FreeMovesLeft, Moved, Rolled
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.equipment.units import learn, turned
from rules.dawn_of_the_dead.position import FreeState, Position, ReactionState, with_item, without
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, as_dice, granted
from rules.dawn_of_the_dead.zombies import super_zombies
from rules.dawn_of_the_dead.zombies.hidden_zombies import must_be_revealed
from rules.dawn_of_the_dead.zombies.zombie_paths import (
    end_refusal,
    free_paths,
    impossible,
    no_move_left,
    quarry,
    reaction_paths,
    sees_trail,
    step_limit,
    towards,
    walk_refusal,
)
from rules.effects import Change, Effect
from rules.ruling import allow, refuse


def absent_refusal(position: Position, square: str) -> Verdict | None:
    """Return a refusal if there is no unit in the square, otherwise None (7.0)."""
    if square in position.zombies:
        return None
    return refuse(("7.0",), f"There is no zombie unit in {square or 'that square'}.", firm=True)


def impossible_refusal(position: Position, action: ZombieMove) -> Verdict | None:
    """Return why a move is impossible even by agreement, or None if it is possible."""
    if action.super:
        start = super_zombies.super_square(position, action.super)
        return impossible(position, action.path, start if action.with_zombie else None)
    return impossible(position, action.path, action.source)


def carry_out(
    position: Position,
    action: ZombieMove,
    state: ReactionState | FreeState,
    more: tuple[Effect, ...] = (),
) -> Outcome:
    """Return the outcome of a move of a unit or super zombie; `state` is the phase's new state.

    `more` are effects that come with it.
    """
    change = super_zombies.carry_out(position, action) if action.super else move_unit(position, action)
    if action.values:
        change = change.then(learn, action.path[-1], action.values)
    after = replace(change.after, phase_state=state)
    return Outcome(after, move_story(position, action), effects=change.effects + more)


def reads(position: Position, action: ZombieMove) -> Iterator[str]:
    """Yield the last square if a unit ends its move there on a character and so is face up (5.4)."""
    if (action.source or action.with_zombie) and position.at(action.path[-1]):
        yield action.path[-1]


def move_unit(position: Position, action: ZombieMove) -> Change[Position]:
    """Return the position with a unit at the end of its path, face down unless a character is there (5.4)."""
    start, end = action.source or "", action.path[-1]
    unit = position.zombies[start]
    after = replace(position, zombies=with_item(without(position.zombies, [start]), end, unit))
    over = turned(after, end, up=bool(position.at(start)))
    return Change(after, (Moved(UNIT, start, end, action.path), *over))


def move_story(position: Position, action: ZombieMove) -> str:
    """Return the sentence for the log about a move."""
    way = " → ".join(action.path)
    if action.super:
        start = super_zombies.super_square(position, action.super)
        along = " and the unit with it" if action.with_zombie else ""
        return f"Super zombie {NAMES[action.super]}{along}: {start} → {way}."
    berserk = "Berserk unit" if position.zombies[action.source or ""].berserk else "Unit"
    return f"{berserk}: {action.source} → {way}."


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
