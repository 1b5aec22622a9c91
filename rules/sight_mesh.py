"""The sides of a board as half-edges, so that a line can be followed from square to square.

Every outline is cut wherever a corner of another one lies on it. Each piece belongs to one square and knows
the same piece of the square beyond. All coordinates are whole, at a scale that makes the centres whole too.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.board import Board, Pair, pair
from rules.outlines import Outline, Point, Segment, edges, line_through, on_segment, place, turn
from rules.sight_geometry import scaled, straight_runs

OUTER: Pair = ("", "")
"""Stands for the outer wall where a side of two squares would have its name."""
OUTSIDE = -1
"""The number of the face around the board, and of the half-edge that no square has."""

Mark = int
OPEN, WALL, OUTER_WALL, DOOR = range(4)


@dataclass(frozen=True, slots=True)
class WallEnd:
    """A piece of wall that meets a vertex, and its direction from there.

    `corner` says that a straight wall ends at the vertex, so that a line may touch it there alone.
    """

    outer: bool
    between: Pair
    corner: bool
    way: Point


@dataclass(slots=True)
class Vertex:
    """A point where pieces meet.

    `wedges` are the corners of the squares here: the half-edge that leaves along it, its direction, the
    direction back along the one before, and whether the corner is at most a straight angle.
    """

    spot: Point
    wedges: list[tuple[int, Point, Point, bool]] = field(default_factory=list)
    walls: list[WallEnd] = field(default_factory=list)
    doors: set[Pair] = field(default_factory=set)
    faces: set[int] = field(default_factory=set)


class Mesh:
    """The half-edges of a board. The lists are indexed by half-edge, those of the faces by square."""

    def __init__(self, board: Board, scale: int) -> None:
        """Cut the outlines of the board into half-edges and join them."""
        self.names = tuple(board.squares)
        self.centres = [(int(s.centre[0] * scale), int(s.centre[1] * scale)) for s in board.squares.values()]
        self.x: list[int] = []
        self.y: list[int] = []
        self.next: list[int] = []
        self.twin: list[int] = []
        self.face: list[int] = []
        self.mark: list[Mark] = []
        self.between: list[Pair] = []
        self.loops: list[list[int]] = []
        self.convex: list[bool] = []
        self.vertices: dict[Point, Vertex] = {}
        self._cut(_counterclockwise(s.outline, scale) for s in board.squares.values())
        self._join(board)
        self._gather(_wall_ends(board, scale))
        self.outer = [h for h, twin in enumerate(self.twin) if twin == OUTSIDE]
        xs, ys = zip(*self.vertices, strict=True)
        span = max(max(xs) - min(xs), max(ys) - min(ys))
        self.whole_way: int = 4 * span * span * span * span + 1
        """Shares of a line's way are counted in parts of this; different shares never get the same number."""
        self.simple = [
            self.convex[f] and _strictly_inside(c, self.corners(f)) for f, c in enumerate(self.centres)
        ]
        """For each square, whether it is convex with its centre inside."""

    def origin(self, half_edge: int) -> Point:
        """Return where a half-edge begins."""
        return self.x[half_edge], self.y[half_edge]

    def segment(self, half_edge: int) -> Segment:
        """Return the two ends of a half-edge."""
        return self.origin(half_edge), self.origin(self.next[half_edge])

    def corners(self, face: int) -> Outline:
        """Return the vertices around a square."""
        return tuple(self.origin(h) for h in self.loops[face])

    def edge_at(self, spot: Point) -> int | None:
        """Return a half-edge with a spot on it that is not a vertex, or None."""
        return next((h for h in range(len(self.x)) if on_segment(spot, self.segment(h))), None)

    def face_at(self, spot: Point) -> int:
        """Return the square with a spot inside, or `OUTSIDE`. The spot is on no edge."""
        inside = (f for f in range(len(self.loops)) if place(spot, self.corners(f)) == "inside")
        return next(inside, OUTSIDE)

    def _cut(self, outlines: Iterable[Outline]) -> None:
        turned = list(outlines)
        points = _Points(p for outline in turned for p in outline)
        for face, outline in enumerate(turned):
            around = [p for a, b in edges(outline) for p in (a, *points.between(a, b))]
            first = len(self.x)
            self.x += [x for x, _ in around]
            self.y += [y for _, y in around]
            self.next += [*range(first + 1, first + len(around)), first]
            self.face += [face] * len(around)
            self.loops.append(list(range(first, first + len(around))))
            self.convex.append(_is_convex(outline))

    def _join(self, board: Board) -> None:
        """Find the piece beyond each piece, and what stands between."""
        ways = {self.segment(h): h for h in range(len(self.x))}
        self.twin = [ways.get((b, a), OUTSIDE) for a, b in ways]
        for h, twin in enumerate(self.twin):
            if twin == OUTSIDE:
                self.mark.append(OUTER_WALL)
                self.between.append(OUTER)
                continue
            side = board.sides[pair(self.names[self.face[h]], self.names[self.face[twin]])]
            self.mark.append(WALL if side.kind == "wall" else DOOR if side.is_door else OPEN)
            self.between.append(side.between)

    def _gather(self, wall_ends: set[tuple[Point, Point]]) -> None:
        """Tell each vertex what meets there."""
        for loop in self.loops:
            for before, h in zip([loop[-1], *loop], loop, strict=False):
                a, here, b = self.origin(before), self.origin(h), self.origin(self.next[h])
                vertex = self.vertices.setdefault(here, Vertex(here))
                ahead, back = _way(here, b), _way(here, a)
                vertex.wedges.append((h, ahead, back, turn(a, here, b) >= 0))
                vertex.faces.add(self.face[h])
                self._meet(vertex, h, ahead, wall_ends)
                if self.twin[before] == OUTSIDE:
                    self._meet(vertex, before, back, wall_ends)

    def _meet(self, vertex: Vertex, half_edge: int, way: Point, wall_ends: set[tuple[Point, Point]]) -> None:
        mark, between = self.mark[half_edge], self.between[half_edge]
        if mark == DOOR:
            vertex.doors.add(between)
        elif mark != OPEN:
            corner = (_slope(way), vertex.spot) in wall_ends
            vertex.walls.append(WallEnd(mark == OUTER_WALL, between, corner, way))


class _Points:
    """All corners of a board, sorted to find those on a segment."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._all = set(points)
        self._columns = _by_first(self._all)
        self._rows = _by_first((y, x) for x, y in self._all)
        self._xs, self._ys = sorted(self._columns), sorted(self._rows)

    def between(self, a: Point, b: Point) -> list[Point]:
        """Return the corners on a segment without its ends, in order from `a`."""
        (ax, ay), (bx, by) = a, b
        if ax == bx:
            spots = [(ax, y) for y in _within(self._columns[ax], ay, by)]
        elif ay == by:
            spots = [(x, ay) for x in _within(self._rows[ay], ax, bx)]
        else:
            spots = [p for p in self._slanted(a, b) if p in self._all]
        return spots if a < b else spots[::-1]

    def _slanted(self, a: Point, b: Point) -> Iterator[Point]:
        (ax, ay), (bx, by) = sorted((a, b))
        for x in _within(self._xs, ax, bx):
            y, rest = divmod((x - ax) * (by - ay), bx - ax)
            if not rest:
                yield x, ay + y


def _by_first(points: Iterable[Point]) -> dict[int, list[int]]:
    columns: dict[int, list[int]] = defaultdict(list)
    for first, second in sorted(points):
        columns[first].append(second)
    return columns


def _within(numbers: list[int], one: int, other: int) -> list[int]:
    """Return those of sorted numbers that lie between two others."""
    low, high = (one, other) if one < other else (other, one)
    return numbers[bisect_right(numbers, low) : bisect_left(numbers, high)]


def _counterclockwise(outline: Outline, scale: int) -> Outline:
    """Return an outline at a scale, turned so that its inside lies to the left of every edge."""
    sized = tuple((x * scale, y * scale) for x, y in outline)
    around = sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(sized))
    return sized if around > 0 else sized[::-1]


def _is_convex(outline: Sequence[Point]) -> bool:
    following = [*outline[1:], *outline[:2]]
    return all(turn(a, b, following[i + 1]) >= 0 for i, (a, b) in enumerate(edges(outline)))


def _strictly_inside(spot: Point, corners: Outline) -> bool:
    return all(turn(a, b, spot) > 0 for a, b in edges(corners))


def _wall_ends(board: Board, scale: int) -> set[tuple[Point, Point]]:
    """Return where straight walls end, each with its direction. Two walls in line are one straight wall."""
    walls = (g for s in board.sides.values() if s.kind == "wall" for g in s.segments)
    runs = straight_runs(scaled(g, scale) for g in (*board.outer_wall, *walls))
    return {(_slope(_way(*run)), end) for run in runs for end in run}


def _way(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def _slope(way: Point) -> Point:
    """Return a direction in lowest terms, the same both ways."""
    dx, dy, _ = line_through((0, 0), way)
    return dx, dy
