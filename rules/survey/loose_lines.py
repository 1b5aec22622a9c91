"""Lines between places that are no whole numbers, and how far they run along each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from rules.board.outlines import Segment

Place = tuple[float, float]
Line = tuple[Place, Place]
Span = tuple[float, float]
_TOGETHER = 128
"""Points of a wall that are straightened together: the work grows with their square."""
_LEAN = 0.25
"""Lines run along each other if they turn from each other by less than this, as a sine."""


def straight(wall: Sequence[Place], bend: float) -> list[Line]:
    """Return a wall as straight lines: corners that hardly bend it are left out (Douglas and Peucker)."""
    parts = (wall[n : n + _TOGETHER + 1] for n in range(0, max(len(wall) - 1, 1), _TOGETHER))
    return [line for part in parts for line in _straight(part, bend)]


def _straight(wall: Sequence[Place], bend: float) -> list[Line]:
    if len(wall) < 3:
        return list(pairwise(wall))
    kept = {0, len(wall) - 1}
    left = [(0, len(wall) - 1)]
    while left:
        first, last = left.pop()
        far, at = max(
            ((distance(wall[n], (wall[first], wall[last])), n) for n in range(first + 1, last)),
            default=(0.0, first),
        )
        if far > bend:
            kept.add(at)
            left += [(first, at), (at, last)]
    return list(pairwise(wall[n] for n in sorted(kept)))


def along(line: Line, other: Line, reach: float) -> Span | None:
    """Return from where to where along a line, 0 to 1, another runs beside it no farther than `reach`."""
    (ax, ay), (bx, by) = line
    (cx, cy), (dx, dy) = other
    wide, high = bx - ax, by - ay
    long, far = hypot(wide, high), hypot(dx - cx, dy - cy)
    if not long or not far or abs(wide * (dy - cy) - high * (dx - cx)) > _LEAN * long * far:
        return None
    ends = sorted(((x - ax) * wide + (y - ay) * high) / long**2 for x, y in other)
    low, top = max(ends[0], 0.0), min(ends[1], 1.0)
    if top - low <= 1e-9:
        return None
    met = ((ax + t * wide, ay + t * high) for t in (low, top))
    return (low, top) if all(distance(spot, other) <= reach + 1e-9 for spot in met) else None


def distance(spot: Place, line: Line) -> float:
    """Return how far a spot is from the line through two places; from the place where both are the same."""
    (ax, ay), (bx, by) = line
    long = hypot(bx - ax, by - ay)
    if not long:
        return hypot(spot[0] - ax, spot[1] - ay)
    return abs((bx - ax) * (spot[1] - ay) - (by - ay) * (spot[0] - ax)) / long


def covered(spans: Iterable[Span]) -> float:
    """Return how much of the way from 0 to 1 some spans cover together."""
    done = share = 0.0
    for low, top in sorted(spans):
        if top > done:
            share += top - max(low, done)
            done = top
    return share


def length(line: Line) -> float:
    """Return how long a line is."""
    return hypot(line[1][0] - line[0][0], line[1][1] - line[0][1])


def floats(name: Segment) -> Line:
    """Return an edge of the plane as such a line."""
    (ax, ay), (bx, by) = name
    return (float(ax), float(ay)), (float(bx), float(by))
