"""Whole numbers for the plane: the nearest point to a place on a line, loops, and names of edges.

Coordinates are at most `FARTHEST`, so that products of two fit into a number of JavaScript.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.board.checks import FARTHEST
from rules.board.outlines import Outline, Point, Segment, edges


class Refused(Exception):
    """A gesture that cannot be done; its message is one sentence for the person who made it."""


def nearest(a: Point, b: Point, part: int, whole: int) -> Point:
    """Return the point of whole numbers nearest to `part / whole` of the way from `a` to `b`."""
    if whole < 0:
        part, whole = -part, -whole
    return _share(a[0], b[0], part, whole), _share(a[1], b[1], part, whole)


def _share(low: int, high: int, part: int, whole: int) -> int:
    return low + (2 * (high - low) * part + whole) // (2 * whole)


def along(start: Point, way: Point, spot: Point) -> int:
    """Return how far along a way a spot is, in units of the way's length."""
    return (spot[0] - start[0]) * way[0] + (spot[1] - start[1]) * way[1]


def side_of(a: Point, b: Point, spot: Point) -> int:
    """Return on which side of the line ab a spot is: positive on its left, 0 on the line."""
    return (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])


def edge(a: Point, b: Point) -> Segment:
    """Return the name of an edge: its ends in order."""
    return (a, b) if a < b else (b, a)


def signed_area(outline: Sequence[Point]) -> int:
    """Return twice the area inside a loop, negative if it runs the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(outline))


def canonical(outline: Sequence[Point]) -> Outline:
    """Return a loop from its least corner on."""
    first = outline.index(min(outline))
    return (*outline[first:], *outline[:first])


def is_straight(a: Point, b: Point, c: Point) -> bool:
    """Return whether the loop goes straight on at `b`."""
    return side_of(a, b, c) == 0


def goes_on(a: Point, b: Point, c: Point) -> bool:
    """Return whether the way from `a` to `b` goes straight on to `c`.

    `b` may be out of line by the one unit that whole numbers cost where slanted lines meet.
    """
    way = c[0] - a[0], c[1] - a[1]
    out = abs(way[0] * (b[1] - a[1]) - way[1] * (b[0] - a[0]))
    return out <= max(abs(way[0]), abs(way[1])) and 0 < along(a, way, b) < along(a, way, c)


def check_points(points: Iterable[Point]) -> None:
    """Raise Refused for a point too far out."""
    for x, y in points:
        if abs(x) > FARTHEST or abs(y) > FARTHEST:
            raise Refused(f"[{x}, {y}] is too far out.")
