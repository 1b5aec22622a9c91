"""Exact geometry of outlines: polygons whose corners are integers, the last joined to the first.

Nothing here rounds or has a tolerance, so every reported fault is real.
"""

from __future__ import annotations

from collections import Counter, defaultdict
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
CROWD = ("", "", "")
"""Stands for three owners or more of one piece of a line."""
Number = int | Fraction
Spot = tuple[Number, Number]
Place = Literal["inside", "edge", "outside"]
Box = tuple[int, int, int, int]
Cuts = set[Point]
"""Corners of another outline on one edge."""


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
        for j in range(i + 2, last if i == 0 else last + 1):
            if touch((a, b), sides[j]):
                return sides[j][0]
    return None


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


def place(spot: Spot, outline: Sequence[Point]) -> Place:
    """Return whether a spot is inside, outside or on the edge of a simple polygon."""
    inside = False
    x, y = spot
    for (ax, ay), (bx, by) in edges(outline):
        if (ay > y and by > y) or (ay < y and by < y):
            continue
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx):
            return "edge"
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            inside = not inside
    return "inside" if inside else "outside"


def overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether the insides of two simple polygons have a spot in common.

    They do if two edges cross. Otherwise edges meet only at corners, so that every piece between such places
    is inside the other polygon, outside it or on its edge as a whole. With all pieces on the edge the
    polygons are the same.
    """
    a, b = box(one), box(other)
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
        return False
    cuts = _corners_met(one, other)
    if cuts is None:
        return True
    places = set(_piece_places(one, cuts[0], other))
    if "inside" in places or places == {"edge"}:
        return True
    return any(p == "inside" for p in _piece_places(other, cuts[1], one))


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


def _corners_met(one: Sequence[Point], other: Sequence[Point]) -> tuple[list[Cuts], list[Cuts]] | None:
    """Return for each edge the corners of the other polygon on it, or None if two edges cross."""
    cuts_one: list[Cuts] = [set() for _ in one]
    cuts_other: list[Cuts] = [set() for _ in other]
    others = [
        (min(c[0], d[0]), max(c[0], d[0]), c, d, cuts_other[j]) for j, (c, d) in enumerate(edges(other))
    ]
    for (a, b), mine in zip(edges(one), cuts_one, strict=True):
        (ax, ay), (bx, by) = a, b
        left, right = (ax, bx) if ax < bx else (bx, ax)
        ex, ey = bx - ax, by - ay
        for low, high, c, d, theirs in others:
            if low > right or high < left:
                continue
            from_c = ex * (c[1] - ay) - ey * (c[0] - ax)
            from_d = ex * (d[1] - ay) - ey * (d[0] - ax)
            if (from_c > 0 and from_d > 0) or (from_c < 0 and from_d < 0):
                continue
            from_a, from_b = turn(c, d, a), turn(c, d, b)
            if from_c and from_d and from_a * from_b < 0:
                return None
            mine.update(p for p, off in ((c, from_c), (d, from_d)) if not off and on_segment(p, (a, b)))
            theirs.update(p for p, off in ((a, from_a), (b, from_b)) if not off and on_segment(p, (c, d)))
    return cuts_one, cuts_other


def _piece_places(one: Sequence[Point], cuts: list[Cuts], other: Sequence[Point]) -> Iterator[Place]:
    """Yield the place of each piece of the border of `one`, as the corners on it cut it."""
    doubled = [(2 * x, 2 * y) for x, y in other]
    for edge, on_it in zip(edges(one), cuts, strict=True):
        for p, q in pairwise(sorted({*edge, *on_it})):
            yield place((p[0] + q[0], p[1] + q[1]), doubled)


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
    begun: dict[int, list[str]] = defaultdict(list)
    ended: dict[int, list[str]] = defaultdict(list)
    for low, high, name in spans:
        begun[low].append(name)
        ended[high].append(name)
    open_now: Counter[str] = Counter()
    last: tuple[int, int, tuple[str, ...]] | None = None
    for low, high in pairwise(sorted({*begun, *ended})):
        open_now.update(begun[low])
        open_now.subtract(ended[low])
        open_now = +open_now
        # A side has two owners. More of them overlap, and there are too many to list at every cut.
        owners = tuple(sorted(open_now)) if len(open_now) <= 2 else CROWD
        if last and owners == last[2] and last[1] == low:
            last = (last[0], high, owners)
            continue
        if last and last[2]:
            yield last
        last = (low, high, owners)
    if last and last[2]:
        yield last
