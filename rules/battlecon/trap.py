"""Khadath's trap, a marker that fills no space (20.1): where it goes, and what it does."""

from __future__ import annotations

from rules.battlecon.beat import Beat, Side
from rules.battlecon.cards import CardEffect
from rules.battlecon.effects import TrapPlaced
from rules.battlecon.names import Seat
from rules.battlecon.options import Option, TrapOption
from rules.battlecon.position import SPACES


def trap_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the spaces where an effect may put the trap; none while it cannot be moved (20.7)."""
    side, other = beat.sides[seat], beat.other(seat)
    if side.total("trap_fixed"):
        return ()
    if effect.where == "own_space":
        return (TrapOption(side.space),)
    if effect.where == "in_range":
        reach = side.range()
        if reach is None:
            return ()
        near, far = reach
        return tuple(
            [TrapOption(s) for s in SPACES if near <= abs(s - side.space) <= far and s != other.space]
        )
    return tuple([TrapOption(space) for space in SPACES])


def carry_out_trap(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Put the trap on the space chosen."""
    assert isinstance(option, TrapOption)
    if beat.trap != option.space:
        beat.trap = option.space
        beat.tell(TrapPlaced(option.space, effect.source, effect.case))
    return ""


def reached_by_trap(beat: Beat, side: Side, target: int) -> bool:
    """Return whether range X reaches a space: the trap's, for some cards its neighbours too (20.7, 20.8)."""
    if beat.trap is None or side.pair is None:
        return False
    return abs(target - beat.trap) <= (1 if side.pair.reach == "trap_and_next" else 0)


def holds(beat: Beat, seat: Seat, condition: str) -> bool:
    """Return whether the condition of a card's effect holds for its owner now."""
    side = beat.sides[seat]
    if condition in ("human", "elemental"):
        return side.form == condition
    if beat.trap is None:
        return False
    other = beat.other(seat).space
    away = abs(other - beat.trap)
    if condition == "opponent_on_trap":
        return away == 0
    if condition == "opponent_next_to_trap":
        return away == 1
    if condition == "opponent_near_trap":
        return away <= 1
    assert condition == "trap_between", condition
    return min(side.space, other) < beat.trap < max(side.space, other)
