"""What decides a line that is too close to call: the corner that closes it, or those that open it (6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, islice, product

from rules.board import Pair
from rules.outlines import Point
from rules.sight_close_line import CloseLine, Corner, Obstacle

Crowd = Sequence[tuple[Point, Obstacle]]
"""Ends of the line with a wall or a door within reach."""
Held = tuple[int, int, int, Point]
"""The side on which a corner has to be (-1 or 1), how far off the line it is, how far along, and its spot."""
Bound = tuple[Fraction, Fraction, Fraction]
MOST_WAYS = 64
"""Ways past the corners that are looked at; most lines have one."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The spot that decides a line, and its distance from it."""

    distance: Fraction
    spot: Point


AT_THE_ENDS = Decided(Fraction(-1), (0, 0))
"""Nothing but what is at the ends of the line is in the way."""


def closing(
    line: CloseLine, near: Iterable[Corner], crowd: Crowd, ends: Pair, through: Pair | None
) -> Decided | None:
    """Return what could block a clear line, the nearest of all, or None.

    A door on a side of the first or last square (R-6.4b) blocks only as a second one (R-6.4c); the line
    touches `through` already, or none.
    """
    walls: list[Decided] = []
    doors: dict[Pair, Decided] = {}
    met = [(c.spot, line.distance(c.spot), o) for c in near for o in c.obstacles]
    met += [(spot, _distance(spot, obstacle), obstacle) for spot, obstacle in crowd]
    for spot, distance, obstacle in met:
        here = Decided(distance, spot)
        door = obstacle.door
        if door is None or not {*door} & {*ends}:
            walls.append(here)
        elif door != through:
            doors[door] = min(doors.get(door, here), here, key=_order)
    second = sorted(doors.values(), key=_order)[0 if through else 1 :]
    return min([*walls, *second[:1]], key=_order, default=None)


def opening(line: CloseLine, obstacles: Iterable[Obstacle], crowd: Crowd, ends: Pair) -> Decided | None:
    """Return what blocks a line that could be clear: the corner farthest on the wrong side. None: it cannot.

    The line may pass one door on a side of the first or last square, so each of them is left out in turn.
    """
    there = [o for o in obstacles if _matters(line, o)]
    own = {o.door for o in there if o.door and {*o.door} & {*ends}}
    ways = [_passing(line, [o for o in there if o.door != door]) for door in own] or [_passing(line, there)]
    best = min((way for way in ways if way is not None), key=_order, default=None)
    if best is not AT_THE_ENDS:
        return best
    nearest = [Decided(_distance(spot, obstacle), spot) for spot, obstacle in crowd]
    return min(nearest, key=_order, default=None)


def _passing(line: CloseLine, obstacles: Sequence[Obstacle]) -> Decided | None:
    """Return the corner that the line has to pass and that is farthest on the wrong side.

    Corners that a piece joins stay on one side together. None if the line cannot pass; `AT_THE_ENDS` if
    nothing but what is at its ends is in the way.
    """
    groups = _Groups()
    for obstacle in obstacles:
        if not _join(line, obstacle, groups):
            return None
    choices: list[list[list[Held]]] = []
    for corners, sides in groups.all():
        if len(sides) > 1:
            return None
        offs = [(line.off(c.spot), line.along(c.spot), c.spot) for c in corners]
        if sides or min(offs)[0] <= 0 <= max(offs)[0]:
            choices.append([[(side, *off) for off in offs] for side in (sides or (-1, 1))])
    held = ([*chain.from_iterable(choice)] for choice in islice(product(*choices), MOST_WAYS))
    ways = [way for choice in held if (way := _shift(line, choice))]
    return min(ways, key=_order, default=None)


def _shift(line: CloseLine, held: Sequence[Held]) -> Decided | None:
    """Return the corner that decides where each corner has its side, or None if that is beyond reach."""
    wrong = [(-side * off, spot) for side, off, _, spot in held if side * off <= 0]
    if not wrong:
        return AT_THE_ENDS
    far, spot = max(wrong)
    if len({side for side, off, _, _ in held if side * off <= 0}) == 1:
        return Decided(Fraction(far, line.whole), spot)
    # The line turns, to pass between corners on both of its sides.
    doubled = max(Fraction(far), 2 * _least(line, held))
    return Decided(doubled / line.whole, spot) if doubled <= line.strip else None


def _least(line: CloseLine, held: Sequence[Held]) -> Fraction:
    """Return by how much all has to be off, at the least, for each corner to be on its side.

    The ends of the line move by u and w across it. Each bound says that this much is at least a sum of u, w
    and a number. The smallest value within all bounds is the largest that any three of them allow.
    """
    bounds = [(Fraction(u), Fraction(w), Fraction(0)) for u, w in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    for side, off, along, _ in held:
        share = Fraction(along, line.whole)
        bounds.append((side * (1 - share), side * share, Fraction(-side * off)))
    return max(_said(*three) for three in combinations(bounds, 3))


def _said(one: Bound, other: Bound, third: Bound) -> Fraction:
    """Return what three bounds say together: their sum with such weights that u and w cancel, else 0."""
    weights = [_cross(other, third), _cross(third, one), _cross(one, other)]
    whole = sum(weights)
    if not whole or any(w * whole < 0 for w in weights):
        return Fraction(0)
    return sum((w * b[2] for w, b in zip(weights, (one, other, third), strict=True)), Fraction(0)) / whole


def _cross(one: Bound, other: Bound) -> Fraction:
    return one[0] * other[1] - one[1] * other[0]


def _join(line: CloseLine, obstacle: Obstacle, groups: _Groups) -> bool:
    """Note what a piece holds together; return False if it lies across the line and cannot be passed."""
    one, other = obstacle.ends
    near = [line.is_near(c.spot) for c in obstacle.ends]
    if not any(near):
        return not line.is_across(one.spot, other.spot)
    between = [line.is_between(line.along(c.spot)) for c in obstacle.ends]
    if all(near):
        if all(between):
            groups.join(one, other)
        return True
    start, end = (one, other) if near[0] else (other, one)
    if between[0] if near[0] else between[1]:
        groups.hold(start, line.side_left(start.spot, end.spot))
    return True


class _Groups:
    """Corners that stay on one side of a line together, and the sides on which others hold them."""

    def __init__(self) -> None:
        self._of: dict[Corner, tuple[list[Corner], set[int]]] = {}

    def _group(self, corner: Corner) -> tuple[list[Corner], set[int]]:
        return self._of.setdefault(corner, ([corner], set()))

    def join(self, one: Corner, other: Corner) -> None:
        """Put two corners into one group."""
        mine, theirs = self._group(one), self._group(other)
        if mine is not theirs:
            mine[0].extend(theirs[0])
            mine[1].update(theirs[1])
            for corner in theirs[0]:
                self._of[corner] = mine

    def hold(self, corner: Corner, side: int) -> None:
        """Hold the group of a corner on a side; 0 is not a side."""
        sides = self._group(corner)[1]
        if side:
            sides.add(side)

    def all(self) -> Iterable[tuple[list[Corner], set[int]]]:
        """Return each group with its sides."""
        return {id(group): group for group in self._of.values()}.values()


def _matters(line: CloseLine, obstacle: Obstacle) -> bool:
    """Return whether a piece is not wholly on one side of the line beyond reach."""
    one, other = (line.off(c.spot) for c in obstacle.ends)
    return min(one, other) <= line.strip and max(one, other) >= -line.strip


def _distance(spot: Point, obstacle: Obstacle) -> Fraction:
    return obstacle.line(0).distance(spot)


def _order(decided: Decided) -> tuple[Fraction, Point]:
    return decided.distance, decided.spot
