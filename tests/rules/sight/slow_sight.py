"""A second opinion on sight, slow and plain, written without a look at the first.

It shares nothing with `rules`: it reads the map data itself, works with fractions throughout, finds out by
comparing every two edges which squares are adjacent, and holds every line against every segment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any, NamedTuple

F = Fraction
Vector = tuple[Fraction, Fraction]
Span = tuple[Vector, Vector]
Named = tuple[str, str]


class Verdict(NamedTuple):
    """What the slow judge says of one line."""

    clear: bool
    kind: str | None
    between: Named | None
    point: Vector | None
    squares: tuple[str, ...]
    doors: tuple[Named, ...]
    distance: int | None
    modifier: int | None


class Meeting(NamedTuple):
    """The shares of a line's way between which it has points in common with a segment."""

    first: Fraction
    last: Fraction


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1]


def walk(a: Vector, way: Vector, share: Fraction) -> Vector:
    return a[0] + share * way[0], a[1] + share * way[1]


def dot(a: Vector, b: Vector) -> Fraction:
    return a[0] * b[0] + a[1] * b[1]


def is_on(point: Vector, span: Span) -> bool:
    """On a segment: on its line, and seen from the point its ends lie in opposite directions (or here)."""
    a, b = minus(span[0], point), minus(span[1], point)
    return a[0] * b[1] == a[1] * b[0] and dot(a, b) <= 0


def may_touch(one: Sequence[Vector], other: Sequence[Vector]) -> bool:
    """Whether the boxes around two sets of points have a point in common."""
    for i in (0, 1):
        these, those = [p[i] for p in one], [p[i] for p in other]
        if max(these) < min(those) or max(those) < min(these):
            return False
    return True


def meet(line: Span, span: Span) -> Meeting | None:
    """Solve line[0] + t * d = span[0] + u * e for t and u, both from 0 to 1."""
    if not may_touch(line, span):
        return None
    d, e, gap = minus(line[1], line[0]), minus(span[1], span[0]), minus(span[0], line[0])
    if not any(d):
        return Meeting(F(0), F(0)) if is_on(line[0], span) else None
    determinant = e[0] * d[1] - d[0] * e[1]
    if determinant != 0:
        t = (e[0] * gap[1] - gap[0] * e[1]) / determinant
        u = (d[0] * gap[1] - gap[0] * d[1]) / determinant
        return Meeting(t, t) if 0 <= t <= 1 and 0 <= u <= 1 else None
    if d[0] * gap[1] != d[1] * gap[0]:
        return None
    ends = sorted(dot(minus(p, line[0]), d) / dot(d, d) for p in span)
    first, last = max(ends[0], F(0)), min(ends[1], F(1))
    return Meeting(first, last) if first <= last else None


def common(one: Span, other: Span) -> Span | None:
    """Return the part of positive length that two segments share."""
    met = meet(one, other)
    if met is None or met.first == met.last:
        return None
    way = minus(one[1], one[0])
    return walk(one[0], way, met.first), walk(one[0], way, met.last)


def united(spans: Iterable[Span]) -> list[Span]:
    """Segments that lie in line and touch, made one, until none are left that do."""
    left = list(spans)
    for one, other in combinations(left, 2):
        joined = (min(*one, *other), max(*one, *other))
        if all(is_on(p, joined) for p in (*one, *other)) and any(is_on(p, one) for p in other):
            return united([s for s in left if s not in (one, other)] + [joined])
    return [(min(s), max(s)) for s in left]


def is_inside(point: Vector, outline: Sequence[Vector]) -> bool:
    """Strictly inside: on no edge, and a ray to the right meets the border an odd number of times."""
    edges = list(zip(outline, [*outline[1:], outline[0]], strict=True))
    if any(is_on(point, edge) for edge in edges):
        return False
    odd = False
    for (ax, ay), (bx, by) in edges:
        if min(ay, by) <= point[1] < max(ay, by):
            x = ax + (point[1] - ay) / (by - ay) * (bx - ax)
            odd ^= x > point[0]
    return odd


class SlowSight:
    """The sight lines of one map, each worked out afresh."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.outlines = {s["id"]: [(F(x), F(y)) for x, y in s["outline"]] for s in data["squares"]}
        self.centres = {s["id"]: self._centre(s) for s in data["squares"]}
        edges = {
            name: list(zip(corners, [*corners[1:], corners[0]], strict=True))
            for name, corners in self.outlines.items()
        }
        self.sides: dict[Named, list[Span]] = {}
        for a, b in combinations(sorted(edges), 2):
            if not may_touch(self.outlines[a], self.outlines[b]):
                continue
            shared = [c for e in edges[a] for f in edges[b] if (c := common(e, f))]
            if shared:
                self.sides[a, b] = united(shared)
        self.outer = [piece for name in edges for piece in self._alone(name, edges)]
        self.kinds = dict.fromkeys(self.sides, "open")
        self.kinds.update({self._named(*s["between"]): s["kind"] for s in data.get("sides", [])})
        self.walls = [(p, s) for p, spans in self.sides.items() if self.kinds[p] == "wall" for s in spans]
        self.solid = [*(s for _, s in self.walls), *self.outer]

    @staticmethod
    def _named(a: str, b: str) -> Named:
        return min(a, b), max(a, b)

    def _centre(self, square: Mapping[str, Any]) -> Vector:
        if "centre" in square:
            return F(square["centre"][0]), F(square["centre"][1])
        xs, ys = zip(*self.outlines[square["id"]], strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def _alone(self, name: str, edges: Mapping[str, list[Span]]) -> list[Span]:
        """Return what is left of a square's border when everything shared is cut away."""
        left = []
        shared = [s for p, spans in self.sides.items() if name in p for s in spans]
        for edge in edges[name]:
            taken = [s for s in shared if common(edge, s)]
            marks = sorted({*edge, *(p for s in taken for p in s if is_on(p, edge))})
            for low, high in pairwise(marks):
                middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
                if not any(is_on(middle, s) for s in taken):
                    left.append((low, high))
        return united(left)

    def judge(self, a: str, b: str, doors: Mapping[Named, str]) -> Verdict:
        """Rule on one line, with the doors of `doors` closed or destroyed and all others open."""
        line = self.centres[a], self.centres[b]
        touched = [] if a == b else self._doors(line)
        squares, distance = self._crossed(a, b), self._distance(a, b)
        names = tuple(p for _, p in touched)
        kind, between, share = (None, None, F(0)) if a == b else self._block(a, b, doors, touched)
        if kind:
            point = walk(line[0], minus(line[1], line[0]), share)
            return Verdict(False, kind, between, point, squares, names, distance, None)
        loss = {"closed": 3, "open": 2, "destroyed": 2}
        modifier = None if distance is None else -distance
        for p in names if modifier is not None else ():
            modifier = (modifier or 0) - loss[doors.get(p, "open")]
        return Verdict(True, None, None, None, squares, names, distance, modifier)

    def _block(
        self, a: str, b: str, doors: Mapping[Named, str], touched: list[tuple[Fraction, Named]]
    ) -> tuple[str | None, Named | None, Fraction]:
        line = self.centres[a], self.centres[b]
        inner = sorted((m.first, p, self._through(line, m, s)) for p, s in self.walls if (m := meet(line, s)))
        outer = sorted((m.first, self._through(line, m, s)) for s in self.outer if (m := meet(line, s)))
        if crossed := [(share, p) for share, p, through in inner if through]:
            return "wall", crossed[0][1], crossed[0][0]
        if left := [share for share, through in outer if through]:
            return "outside", None, left[0]
        corners = [*((share, 0, p) for share, p, _ in inner), *((share, 1, ("", "")) for share, _ in outer)]
        if corners:
            share, outside, p = min(corners)
            return "corner", None if outside else p, share
        if far := [(share, p) for share, p in touched if a not in p and b not in p]:
            return "door_not_adjacent", far[0][1], far[0][0]
        if len(touched) > 1:
            return "two_doors", touched[1][1], touched[1][0]
        for share, p in touched:
            if self.kinds[p] == "solid_door" and doors.get(p) == "closed":
                return "closed_solid_door", p, share
        return None, None, F(0)

    def _through(self, line: Span, met: Meeting, span: Span) -> bool:
        """Whether a wall is met elsewhere than at a corner, that is where no straight wall ends."""
        if met.first != met.last:
            return True
        here = walk(line[0], minus(line[1], line[0]), met.first)
        if here not in span:
            return True
        away = minus(span[0] if here == span[1] else span[1], here)
        ways = [minus(p, here) for s in self.solid if is_on(here, s) for p in s]
        return any(w[0] * away[1] == w[1] * away[0] and dot(w, away) < 0 for w in ways)

    def _doors(self, line: Span) -> list[tuple[Fraction, Named]]:
        touched = []
        for p, spans in self.sides.items():
            if self.kinds[p] in ("solid_door", "glass_door"):
                met = [m.first for s in spans if (m := meet(line, s))]
                touched += [(min(met), p)] if met else []
        return sorted(touched)

    def _crossed(self, a: str, b: str) -> tuple[str, ...]:
        """Cut the line wherever it meets any border; see in whose inside the middle of each part lies."""
        line = self.centres[a], self.centres[b]
        way = minus(line[1], line[0])
        borders = [*self.outer, *(s for spans in self.sides.values() for s in spans)]
        met = [m for s in borders if (m := meet(line, s))]
        cuts = sorted({F(0), F(1), *(m.first for m in met), *(m.last for m in met)})
        crossed: list[str] = []
        for low, high in pairwise(cuts):
            middle = walk(line[0], way, (low + high) / 2)
            for name, outline in self.outlines.items():
                if name in (a, b, *crossed) or not any(way) or not may_touch([middle], outline):
                    continue
                if is_inside(middle, outline):
                    crossed.append(name)
        return tuple(crossed)

    def _distance(self, a: str, b: str) -> int | None:
        reached, steps = {a}, 0
        while b not in reached:
            ways = [p for p in self.sides if self.kinds[p] != "wall" and len(reached & set(p)) == 1]
            if not ways:
                return None
            reached, steps = reached.union(*ways), steps + 1
        return steps
