"""Movement on the seven spaces (13.0): how far a move goes, and which moves a player may choose between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.battlecon.beat import Beat
from rules.battlecon.cards import CardEffect
from rules.battlecon.effects import Moved, Stayed
from rules.battlecon.names import OTHER, Seat
from rules.battlecon.options import Direction, GoOption, MoveOption, Option
from rules.battlecon.position import SPACES

Ends = tuple[tuple[Direction, int, int], ...]
"""Moves that end on different spaces: direction, spaces counted, and the space where it ends."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How an effect moves a fighter.

    With `past` false he does not pass the opponent (13.3); with `trapped` false the trap does not stop him
    (20.1).
    """

    opponent: bool
    directions: tuple[Direction, ...]
    past: bool = True
    trapped: bool = True


MANNERS: Mapping[str, Manner] = {
    "advance": Manner(False, ("advance",)),
    "retreat": Manner(False, ("retreat",)),
    "move": Manner(False, ("advance", "retreat")),
    "push": Manner(True, ("retreat",)),
    "pull": Manner(True, ("advance",)),
    "shove": Manner(True, ("advance", "retreat")),
    "lure": Manner(True, ("advance",), past=False, trapped=False),
}


def walk(start: int, other: int, step: int, spaces: int, *, past: bool, stop: int | None) -> int:
    """Return where a move of this many spaces ends: at a wall (13.4), on the trap (20.1), or as far as told.

    `step` is +1 or -1. The opponent's space is not counted (13.3).
    """
    at = start
    for _ in range(spaces):
        to = at + step
        if to == other:
            if not past:
                break
            to += step
        if to not in SPACES:
            break
        at = to
        if at == stop:
            break
    return at


@lru_cache(maxsize=4096)
def ends(start: int, other: int, spaces: tuple[int, ...], manner: Manner, stop: int | None) -> Ends:
    """Return the moves to choose between, each with an end of its own.

    A move that goes nowhere is there only where the effect allows 0 spaces or no move goes anywhere (13.5).
    """
    forwards = 1 if other > start else -1
    reached: dict[int, tuple[Direction, int, int]] = {}
    for direction in manner.directions:
        step = forwards if direction == "advance" else -forwards
        for count in spaces:
            end = walk(start, other, step, count, past=manner.past, stop=stop)
            reached.setdefault(end, (direction, count, end))
    if 0 not in spaces and len(reached) > 1:
        reached.pop(start, None)
    return tuple(reached.values())


def _moves(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Seat, Ends]:
    """Return who is moved, and the moves to choose between."""
    manner = MANNERS[effect.do]
    whom = OTHER[seat] if manner.opponent else seat
    moved, other = beat.sides[whom], beat.other(whom)
    stop = beat.trap if manner.trapped and other.card.has_trap else None
    return whom, ends(moved.space, other.space, effect.spaces, manner, stop)


def move_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the moves that an effect offers (13.2, 13.4, 13.5)."""
    whom, moves = _moves(beat, seat, effect)
    return tuple([MoveOption(whom, direction, count) for direction, count, _ in moves])


def carry_out_move(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Move as chosen; return "passed" if that changed sides."""
    assert isinstance(option, MoveOption)
    whom, moves = _moves(beat, seat, effect)
    (end,) = (e for direction, count, e in moves if (direction, count) == (option.direction, option.spaces))
    side, other = beat.sides[whom], beat.other(whom)
    passed = (side.space < other.space) != (end < other.space)
    if end == side.space:
        why, case = ("chosen", effect.case) if 0 in effect.spaces else ("no_room", "13.4")
        beat.tell(Stayed(whom, end, why, effect.source, case))
    place(beat, whom, end, effect)
    return "passed" if passed else ""


def place(beat: Beat, whom: Seat, space: int, effect: CardEffect) -> None:
    """Put a fighter on a space and tell it, if he was not there already."""
    side = beat.sides[whom]
    if side.space != space:
        beat.tell(Moved(whom, side.space, space, effect.source, effect.case))
        side.space = space


def go_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the free spaces: neither fighter is there (R-13.1a)."""
    taken = (beat.sides[seat].space, beat.other(seat).space)
    return tuple([GoOption(seat, space) for space in SPACES if space not in taken])


def carry_out_go(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Put the fighter on the space chosen; return "passed" if that changed sides."""
    assert isinstance(option, GoOption)
    other = beat.other(seat).space
    passed = (beat.sides[seat].space < other) != (option.space < other)
    place(beat, seat, option.space, effect)
    return "passed" if passed else ""


def set_self_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return every space, the opponent's too: he then goes to the space that was left (R-20.9a)."""
    return tuple([GoOption(seat, space) for space in SPACES])


def carry_out_set_self(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Put the fighter on the space chosen, and the opponent out of the way."""
    assert isinstance(option, GoOption)
    mine = beat.sides[seat].space
    if option.space == beat.other(seat).space:
        place(beat, OTHER[seat], mine, effect)
    place(beat, seat, option.space, effect)
    return ""


def set_opponent_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return every space but the fighter's own."""
    mine = beat.sides[seat].space
    return tuple([GoOption(OTHER[seat], space) for space in SPACES if space != mine])


def carry_out_set_opponent(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Put the opponent on the space chosen."""
    assert isinstance(option, GoOption)
    place(beat, OTHER[seat], option.space, effect)
    return ""
