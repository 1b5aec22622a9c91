"""Exact geometry of outlines: polygons whose corners are integers, the last joined to the first.

Nothing here rounds or has a tolerance, so every reported fault is real.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import Literal

Point = tuple[int, int]
Segment = tuple[Point, Point]
Outline = tuple[Point, ...]
Line = tuple[int, int, int]
"""A straight line: its direction in lowest terms, and dx * y - dy * x, the same for all its points."""
Span = tuple[int, int, str]
"""Part of a line, measured along its direction, and the name of the outline along it."""
Number = int | Fraction
Spot = tuple[Number, Number]
Place = Literal["inside", "edge", "outside"]
Box = tuple[int, int, int, int]


def edges(outline: Sequence[Point]) -> Iterator[Segment]:
    """Yield the segments of an outline, in order."""
    return zip(outline, [*outline[1:], *outline[:1]], strict=True)


def line_through(a: Point, b: Point) -> Line:
    """Return the line through two different points, in either order."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    n = gcd(dx, dy)
    dx, dy = dx // n, dy // n
    if dx < 0 or (dx == 0 and dy < 0):
        dx, dy = -dx, -dy
    return dx, dy, dx * a[1] - dy * a[0]


def doubled_area(outline: Sequence[Point]) -> int:
    """Return twice the area inside an outline; 0 if it has none."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(outline)))


def box(outline: Sequence[Point]) -> Box:
    """Return the bounding box of an outline: left, top, right, bottom."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    return min(xs), min(ys), max(xs), max(ys)


def turn(a: Spot, b: Spot, c: Spot) -> Number:
    """Return which way a to b to c turns: the sign says on which side of the line ab the spot c is."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def on_segment(spot: Spot, segment: tuple[Spot, Spot]) -> bool:
    """Return whether a spot is on a segment, end points included."""
    a, b = segment
    if turn(a, b, spot) != 0:
        return False
    return min(a[0], b[0]) <= spot[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= spot[1] <= max(a[1], b[1])


def touch(one: Segment, other: Segment) -> bool:
    """Return whether two segments have a point in common."""
    (a, b), (c, d) = one, other
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def crossing_corner(outline: Sequence[Point]) -> Point | None:
    """Return a corner where an outline (of three corners or more) crosses or touches itself, or None."""
    sides = list(edges(outline))
    last = len(sides) - 1
    for i, (a, b) in enumerate(sides):
        if a == b:
            return a
        following = sides[(i + 1) % len(sides)][1]
        if turn(a, b, following) == 0 and (on_segment(following, (a, b)) or on_segment(a, (b, following))):
            return b
        for j in range(i + 2, len(sides)):
            if not (i == 0 and j == last) and touch((a, b), sides[j]):
                return sides[j][0]
    return None


def place(spot: Spot, outline: Sequence[Point]) -> Place:
    """Return whether a spot is inside, outside or on the edge of a simple polygon."""
    inside = False
    for a, b in edges(outline):
        if on_segment(spot, (a, b)):
            return "edge"
        if (a[1] > spot[1]) != (b[1] > spot[1]) and (turn(a, b, spot) > 0) == (b[1] > a[1]):
            inside = not inside
    return "inside" if inside else "outside"


def inner_spot(outline: Sequence[Point]) -> Spot:
    """Return a spot inside a simple polygon with an area."""
    heights = sorted({p[1] for p in outline})
    level = Fraction(heights[0] + heights[1], 2)
    xs = sorted(
        a[0] + (level - a[1]) * Fraction(b[0] - a[0], b[1] - a[1])
        for a, b in edges(outline)
        if (a[1] > level) != (b[1] > level)
    )
    return (xs[0] + xs[1]) / 2, level


def overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether the insides of two simple polygons have a spot in common.

    If no piece of either border runs inside the other, the insides are apart or the polygons are the
    same. Any spot inside one of them then decides.
    """
    a, b = box(one), box(other)
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
        return False
    if any(place(s, other) == "inside" for s in _piece_middles(one, other)):
        return True
    if any(place(s, one) == "inside" for s in _piece_middles(other, one)):
        return True
    return place(inner_spot(one), other) == "inside"


def covered(segment: Segment, pieces: Iterable[Segment]) -> bool:
    """Return whether the pieces together cover every point of a segment."""
    a, b = segment
    reach = Fraction(0)
    spans = sorted(
        sorted((_share(segment, c), _share(segment, d)))
        for c, d in pieces
        if turn(a, b, c) == 0 and turn(a, b, d) == 0
    )
    for low, high in spans:
        if low <= reach:
            reach = max(reach, high)
    return reach >= 1


def beside(segment: Segment, hole: Segment) -> list[Segment]:
    """Return the parts of a segment outside a hole on the same line, in order from its start."""
    a, b = segment
    if turn(a, b, hole[0]) != 0 or turn(a, b, hole[1]) != 0:
        return [segment]
    (low, first), (high, last) = sorted((_share(segment, spot), spot) for spot in hole)
    if low >= 1 or high <= 0:
        return [segment]
    return [*([(a, first)] if low > 0 else []), *([(last, b)] if high < 1 else [])]


def shared_segments(
    outlines: Mapping[str, Outline],
) -> tuple[dict[tuple[str, str], tuple[Segment, ...]], tuple[Segment, ...]]:
    """Return the segments that two outlines share, by their names in order, and the rest (the outer wall)."""
    lines: dict[Line, list[Span]] = defaultdict(list)
    for name, outline in outlines.items():
        for a, b in edges(outline):
            if a != b:
                line = line_through(a, b)
                low, high = sorted((_along(line, a), _along(line, b)))
                lines[line].append((low, high, name))
    shared: dict[tuple[str, str], list[Segment]] = defaultdict(list)
    alone: list[Segment] = []
    for line, spans in lines.items():
        for low, high, owners in _pieces(spans):
            piece = (_at(line, low), _at(line, high))
            if len(owners) == 1:
                alone.append(piece)
            elif len(owners) == 2:
                one, other = owners
                shared[one, other].append(piece)
    return {p: tuple(s) for p, s in sorted(shared.items())}, tuple(alone)


def _share(segment: Segment, spot: Point) -> Fraction:
    """Return the place of a spot along a segment: 0 at its start, 1 at its end. The spot is on its line."""
    a, b = segment
    dx, dy = b[0] - a[0], b[1] - a[1]
    return Fraction((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy, dx * dx + dy * dy)


def _piece_middles(one: Sequence[Point], other: Sequence[Point]) -> Iterator[Spot]:
    """Yield the middle of each piece of the border of `one`, as the border of `other` cuts it."""
    for a, b in edges(one):
        cuts = {Fraction(0), Fraction(1)}
        for c, d in edges(other):
            cuts.update(_cuts((a, b), (c, d)))
        marks = sorted(cuts)
        for low, high in pairwise(marks):
            along = (low + high) / 2
            yield a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])


def _cuts(one: Segment, other: Segment) -> Iterator[Fraction]:
    """Yield where along `one` the segment `other` meets it, as shares of its length."""
    (a, b), (c, d) = one, other
    before, after = turn(c, d, a), turn(c, d, b)
    if before == after:
        if before == 0:
            yield from (s for s in (_share(one, c), _share(one, d)) if 0 < s < 1)
    elif touch(one, other):
        yield Fraction(before) / Fraction(before - after)


def _along(line: Line, point: Point) -> int:
    dx, dy, _ = line
    return point[0] * dx + point[1] * dy


def _at(line: Line, along: int) -> Point:
    """Return the point that `_along` measured, a corner of an outline: so the division has no remainder."""
    dx, dy, offset = line
    length = dx * dx + dy * dy
    return (along * dx - offset * dy) // length, (along * dy + offset * dx) // length


def _pieces(spans: list[Span]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield the pieces of overlapping spans on one line; neighbours with the same owners are joined."""
    cuts = sorted({c for low, high, _ in spans for c in (low, high)})
    last: tuple[int, int, tuple[str, ...]] | None = None
    for low, high in pairwise(cuts):
        owners = tuple(sorted({s for a, b, s in spans if a <= low and high <= b}))
        if last and owners == last[2] and last[1] == low:
            last = (last[0], high, owners)
            continue
        if last and last[2]:
            yield last
        last = (low, high, owners)
    if last and last[2]:
        yield last
