"""Sums taken apart (2.5): every figure of an attack with the cards and tokens that it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from rules.battlecon.beat import Beat, Side
from rules.battlecon.cards import NO_LIMIT, Figure
from rules.battlecon.names import SPECIAL, Seat
from rules.battlecon.pairs import Part
from rules.battlecon.position import SPACES, Position
from rules.battlecon.trap import reached_by_trap

SHOWN: tuple[Figure, ...] = (
    "range_low", "range_high", "power", "priority", "stun_guard", "soak", "exposed", "stun_immunity",
    "unhittable", "trap_fixed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sums:
    """The figures of an attack.

    `range` and `power` have their floors (2.7) and are None for X and N/A. `parts` adds up to each figure
    before the floor. `spaces` are those that the attack reaches now. A Stun Guard without limit is
    `NO_LIMIT`.
    """

    range: tuple[int, int] | None
    power: int | None
    priority: int
    stun_guard: int
    soak: int
    stun_immunity: bool
    spaces: tuple[int, ...]
    parts: dict[Figure, tuple[Part, ...]]


def attack_sums(position: Position, seat: Seat) -> Sums | None:
    """Return the figures of what a seat has turned up, None if that is nothing."""
    beat = Beat(position)
    side = beat.sides.get(seat)
    return None if side is None or side.pair is None else _sums(beat, side)


def pair_sums(position: Position, seat: Seat, style: str, base: str) -> Sums | None:
    """Return the figures that a pair would have now, with what waits for it; None for a special action.

    What the ante and the reveal will add is not in it.
    """
    if style == SPECIAL:
        return None
    beat = Beat(position)
    side = beat.sides[seat]
    side.style, side.base = style, base
    side.join()
    if position.phase == "select":
        side.wake_modifiers()
    return _sums(beat, side)


def finish_sums(position: Position, seat: Seat) -> Sums:
    """Return the figures that the finish of a seat would have now, with what waits for it (14.2)."""
    beat = Beat(position)
    side = beat.sides[seat]
    side.style, side.finish = SPECIAL, True
    side.join()
    if position.phase == "select":
        side.wake_modifiers()
    return _sums(beat, side)


def _sums(beat: Beat, side: Side) -> Sums:
    return Sums(
        range=side.range(),
        power=side.power(),
        priority=side.total("priority"),
        stun_guard=min(side.total("stun_guard"), NO_LIMIT),
        soak=side.total("soak"),
        stun_immunity=side.total("stun_immunity") > 0,
        spaces=_spaces(beat, side),
        parts={figure: parts for figure in SHOWN if (parts := _parts(side, figure))},
    )


def _parts(side: Side, figure: Figure) -> tuple[Part, ...]:
    assert side.pair is not None
    parts = list(side.pair.parts.get(figure, ()))
    parts += [(e.source, e.amount * side.counter(e.per)) for e in side.pair.per if e.figure == figure]
    parts += [(m.origin, m.amount) for m in side.modifiers if m.figure == figure and m.lasts == "this_beat"]
    return tuple(part for n, part in enumerate(parts) if part[1] or not n)


def _spaces(beat: Beat, side: Side) -> tuple[int, ...]:
    assert side.pair is not None
    if side.pair.reach == "none":
        return ()
    reach = side.range()
    if reach is None:
        return tuple(space for space in SPACES if reached_by_trap(beat, side, space))
    return spaces_from(side.space, reach)


def spaces_from(start: int, reach: tuple[int, int]) -> tuple[int, ...]:
    """Return the spaces that a range reaches from a space: 0 is the own one, where nobody is hit (2.7)."""
    near, far = reach
    return tuple(space for space in SPACES if max(1, near) <= abs(space - start) <= far)
