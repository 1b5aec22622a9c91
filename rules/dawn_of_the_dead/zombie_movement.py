"""7.0 Zombie Movement: what reactions (`reaction`) and free moves (`free_movement`) share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead import super_zombies
from rules.dawn_of_the_dead.actions import ZombieMove
from rules.dawn_of_the_dead.effects import UNIT, Moved
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.position import FreeState, Position, ReactionState, with_item, without
from rules.dawn_of_the_dead.procedure import Outcome, Verdict
from rules.dawn_of_the_dead.units import learn, turned
from rules.dawn_of_the_dead.zombie_paths import impossible
from rules.effects import Change, Effect
from rules.ruling import refuse


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
    """Yield the last square if a unit ends its move there on a character and so lies face up (5.4)."""
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
