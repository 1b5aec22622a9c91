"""One sight line and what lies within reach of it.

Distances are exact: the larger of across and up-down. All coordinates are whole. How far a spot is off a line
is measured in parts of the line's `whole`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from rules.board import Pair
from rules.outlines import Point


@dataclass(eq=False, slots=True)
class Corner:
    """A corner where pieces of walls or doors meet."""

    spot: Point
    obstacles: list[Obstacle] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Obstacle:
    """A piece of a wall (`door` is None) or of a door, from corner to corner."""

    ends: tuple[Corner, Corner]
    door: Pair | None

    def line(self, reach: int) -> CloseLine:
        """Return the piece as a line with its surroundings."""
        return CloseLine(self.ends[0].spot, self.ends[1].spot, reach)


class CloseLine:
    """A straight line from `a` to `b`, and its surroundings as far as `reach`."""

    def __init__(self, a: Point, b: Point, reach: int) -> None:
        """Prepare the line."""
        (self._x, self._y), (self._to_x, self._to_y) = a, b
        self._dx, self._dy = self._to_x - self._x, self._to_y - self._y
        self.whole = abs(self._dx) + abs(self._dy)
        self._reach = reach
        self.strip = reach * self.whole
        """A spot is within reach of the endless line if it is off by no more."""
        self._left, self._right = min(self._x, self._to_x) - reach, max(self._x, self._to_x) + reach
        self._top, self._bottom = min(self._y, self._to_y) - reach, max(self._y, self._to_y) + reach
        self._sign_x = (self._dx > 0) - (self._dx < 0)
        self._sign_y = (self._dy > 0) - (self._dy < 0)

    def off(self, spot: Point) -> int:
        """Return how far a spot is off the endless line, positive on its left, in parts of `whole`."""
        return self._dx * (spot[1] - self._y) - self._dy * (spot[0] - self._x)

    def along(self, spot: Point) -> int:
        """Return how far along the line a spot is: 0 at its start, `whole` at its end."""
        return (spot[0] - self._x) * self._sign_x + (spot[1] - self._y) * self._sign_y

    def is_near(self, spot: Point) -> bool:
        """Return whether a spot is within reach."""
        x, y = spot
        if not (self._left <= x <= self._right and self._top <= y <= self._bottom):
            return False
        return abs(self._dx * (y - self._y) - self._dy * (x - self._x)) <= self.strip

    def is_between(self, along: int | Fraction) -> bool:
        """Return whether a place along the line is farther than the reach from both ends."""
        return self._reach < along < self.whole - self._reach

    def distance(self, spot: Point) -> Fraction:
        """Return how far a spot is from the line."""
        along = self.along(spot)
        if self.whole and 0 <= along <= self.whole:
            return Fraction(abs(self.off(spot)), self.whole)
        x, y = (self._x, self._y) if along < 0 else (self._to_x, self._to_y)
        return Fraction(max(abs(spot[0] - x), abs(spot[1] - y)))

    def side_left(self, start: Point, end: Point) -> int:
        """Return on which side a piece leaves the surroundings of the line, -1 or 1, from `start` inside.

        It is 0 where the piece leaves them past an end of the line, for there it is not in the way.
        """
        off = self.off(end)
        if abs(off) <= self.strip:
            return 0
        side = 1 if off > 0 else -1
        return side if self.is_between(self._along_at(start, end, side)) else 0

    def is_across(self, start: Point, end: Point) -> bool:
        """Return whether a piece crosses the line from beyond reach on one side to beyond it on the other."""
        one, other = self.off(start), self.off(end)
        if not (min(one, other) < -self.strip and max(one, other) > self.strip):
            return False
        return all(self.is_between(self._along_at(start, end, side)) for side in (-1, 1))

    def _along_at(self, start: Point, end: Point, side: int) -> Fraction:
        """Return where along the line a piece is off by the reach, on one side."""
        off, far = self.off(start), self.off(end)
        low, high = self.along(start), self.along(end)
        return low + Fraction((side * self.strip - off) * (high - low), far - off)
