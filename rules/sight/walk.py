"""A walk along one sight line, from square to square, over the half-edges of a board.

Every outline is cut wherever a corner of another one is on it. Each piece belongs to one square and knows
the same piece of the square beyond. All coordinates are whole, at a scale that makes the centres whole too.

The work grows with the length of the line and not with the board.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.board.board import Board, Pair, pair
from rules.board.outlines import Outline, Point, Segment, edges, line_through, on_segment, place, turn
from rules.sight.geometry import scaled, straight_runs

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
        """Find the piece beyond each piece, and the obstacle between them."""
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
    """Return those of sorted numbers that are between two others."""
    low, high = (one, other) if one < other else (other, one)
    return numbers[bisect_right(numbers, low) : bisect_left(numbers, high)]


def _counterclockwise(outline: Outline, scale: int) -> Outline:
    """Return an outline at a scale, turned so that its inside is to the left of every edge."""
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


Place = Vertex | int
"""Where a line meets a side: at a vertex, or inside this half-edge."""


@dataclass(slots=True)
class Trail:
    """The squares and obstacles on a line, in order from its start.

    `squares` are those with their interior crossed, without the ends. Of each kind of obstacle the nearest is
    kept: the side, and where the line meets it.
    """

    squares: list[str] = field(default_factory=list)
    doors: list[Pair] = field(default_factory=list)
    wall: tuple[Pair, Place] | None = None
    outer: Place | None = None
    corner: tuple[Pair | None, Place] | None = None
    door_at: dict[Pair, Place] = field(default_factory=dict)

    def meet(self, between: Pair, mark: int, place: Place) -> None:
        """Note a piece that the line crosses, or runs along."""
        if mark == DOOR:
            if between not in self.door_at:
                self.door_at[between] = place
                self.doors.append(between)
        elif mark == WALL:
            if self.wall is None:
                self.wall = between, place
        elif mark == OUTER_WALL and self.outer is None:
            self.outer = place

    def pass_vertex(self, vertex: Vertex, way: Point, *, ends: bool) -> None:
        """Note all that meets at a vertex on the line; `ends` says that the line ends there."""
        for door in sorted(vertex.doors):
            self.meet(door, DOOR, vertex)
        corners: list[tuple[bool, Pair]] = []
        through: list[tuple[bool, Pair]] = []
        for wall in vertex.walls:
            ahead = not ends and _is_ahead(wall.way, way)
            (corners if wall.corner and not ahead else through).append((wall.outer, wall.between))
        for outer, between in sorted(through):
            self.meet(between, OUTER_WALL if outer else WALL, vertex)
        if corners and self.corner is None:
            outer, between = min(corners)
            self.corner = None if outer else between, vertex


class Walk:
    """One walk along a line. The mesh is cut so that only faces, edges and vertices have to be distinguished.

    Shares of the way are whole numbers, parts of the mesh's `whole_way`.
    """

    def __init__(self, mesh: Mesh, start: int, end: int) -> None:
        """Stand at the centre of one square and look to that of another."""
        self._mesh = mesh
        self._start, self._end = start, end
        (self._x, self._y), (x1, y1) = mesh.centres[start], mesh.centres[end]
        self._dx, self._dy = x1 - self._x, y1 - self._y
        self._offset = self._dx * self._y - self._dy * self._x
        self._goal = end if mesh.simple[end] else None
        self._touching: dict[int, list[tuple[int, Place]]] = {}
        self._crossed: set[int] = {start, end}
        self.trail = Trail()

    def go(self) -> None:
        """Walk to the end of the line."""
        place = self._first()
        while place is not None:
            place = self._at_vertex(place) if isinstance(place, Vertex) else self._over(place)

    def _first(self) -> Place | None:
        """Return the first place where the line meets a side, perhaps at its start."""
        mesh, face = self._mesh, self._start
        if not mesh.simple[face]:
            spot = mesh.centres[face]
            if spot in mesh.vertices:
                return mesh.vertices[spot]
            edge = mesh.edge_at(spot)
            if edge is not None:
                return self._off_edge(edge)
            face = mesh.face_at(spot)
            if not (self._dx or self._dy):
                return None
            if face == OUTSIDE or not mesh.convex[face]:
                return self._through(face, -1)
        if not (self._dx or self._dy):
            return None
        loop = mesh.loops[face]
        behind = [self._side(h) < 0 for h in loop]
        last = next(i for i in range(len(loop)) if behind[i] and not behind[(i + 1) % len(loop)])
        return self._straight(loop[last])

    def _off_edge(self, edge: int) -> Place | None:
        """Leave the start of the line where it is on a half-edge."""
        mesh = self._mesh
        self.trail.meet(mesh.between[edge], mesh.mark[edge], edge)
        if not (self._dx or self._dy):
            return None
        (px, py), (qx, qy) = mesh.segment(edge)
        turned = (qx - px) * self._dy - (qy - py) * self._dx
        if turned == 0:
            ahead = (qx - px) * self._dx + (qy - py) * self._dy > 0
            return self._unless_beyond(mesh.vertices[(qx, qy) if ahead else (px, py)])
        return self._into(edge if turned > 0 else mesh.twin[edge], None)

    def _straight(self, edge: int) -> Place | None:
        """Cross a convex square, and those after it. The half-edge begins on the right of the line.

        This is nearly all of the work: a few products for each square, as long as nothing is in between.
        """
        mesh, dx, dy, offset, goal = self._mesh, self._dx, self._dy, self._offset, self._goal
        following, xs, ys = mesh.next, mesh.x, mesh.y
        marks, twins, faces = mesh.mark, mesh.twin, mesh.face
        crossed, names, convex, squares = self._crossed, mesh.names, mesh.convex, self.trail.squares
        while True:
            face = faces[edge]
            if face == goal:
                return None
            if face not in crossed:
                crossed.add(face)
                squares.append(names[face])
            ahead = following[edge]
            side = dx * ys[ahead] - dy * xs[ahead]
            while side < offset:
                edge = ahead
                ahead = following[edge]
                side = dx * ys[ahead] - dy * xs[ahead]
            if side == offset:
                return self._unless_beyond(mesh.vertices[mesh.origin(ahead)])
            beyond = twins[edge]
            if goal is None or beyond == OUTSIDE or not convex[faces[beyond]]:
                return self._unless_beyond(edge)
            if marks[edge] != OPEN:
                self.trail.meet(mesh.between[edge], marks[edge], edge)
            edge = following[beyond]

    def _over(self, edge: int) -> Place | None:
        """Cross a half-edge away from its own square."""
        mesh = self._mesh
        self.trail.meet(mesh.between[edge], mesh.mark[edge], edge)
        if self._goal is None and self._share(edge) == mesh.whole_way:
            return None
        twin = mesh.twin[edge]
        if self._side(edge) > 0:  # it comes from outside
            twin = edge
        return self._into(twin, edge)

    def _into(self, edge: int, by: int | None) -> Place | None:
        """Go on into the square of a half-edge on the line, or off the board; None is the start."""
        mesh = self._mesh
        if edge != OUTSIDE and mesh.convex[mesh.face[edge]]:
            return self._straight(mesh.next[edge])
        share = 0 if by is None else self._share(by)
        return self._through(mesh.face[edge] if edge != OUTSIDE else OUTSIDE, share)

    def _at_vertex(self, vertex: Vertex) -> Place | None:
        """Pass a vertex: into a square, along a side, or out of the board."""
        mesh, dx, dy = self._mesh, self._dx, self._dy
        ends = vertex.spot == mesh.centres[self._end]
        self.trail.pass_vertex(vertex, (dx, dy), ends=ends)
        if ends:
            return None
        along: Point | None = None
        for edge, (nx, ny), (px, py), plain in vertex.wedges:
            from_next, to_back = nx * dy - ny * dx, dx * py - dy * px
            if (from_next > 0 and to_back > 0) if plain else (from_next > 0 or to_back > 0):
                if mesh.convex[mesh.face[edge]]:
                    return self._straight(mesh.next[edge])
                return self._through(mesh.face[edge], self._share(vertex))
            for (wx, wy), turned in (((nx, ny), from_next), ((px, py), to_back)):
                if turned == 0 and wx * dx + wy * dy > 0:
                    along = vertex.spot[0] + wx, vertex.spot[1] + wy
        if along:
            return self._unless_beyond(mesh.vertices[along])
        return self._through(OUTSIDE, self._share(vertex))

    def _through(self, face: int, share: int) -> Place | None:
        """Cross a hollow square, or the outside, from this share of the way; return where that ends."""
        mesh = self._mesh
        if face != OUTSIDE and face not in self._crossed:
            self._crossed.add(face)
            self.trail.squares.append(mesh.names[face])
        touching = self._touching.get(face)
        if touching is None:
            touching = self._touching[face] = self._all_touching(face)
        ahead = [(s, place) for s, place in touching if share < s <= mesh.whole_way]
        return min(ahead, key=lambda met: met[0])[1] if ahead else None

    def _all_touching(self, face: int) -> list[tuple[int, Place]]:
        """Return each place where the line crosses or touches the border of a face, with its share."""
        mesh = self._mesh
        places: list[Place] = []
        for edge in mesh.loops[face] if face != OUTSIDE else mesh.outer:
            side = self._side(edge)
            if side == 0:
                places.append(mesh.vertices[mesh.origin(edge)])
            elif (other := self._side(mesh.next[edge])) and (side > 0) != (other > 0):
                places.append(edge)
        return [(self._share(place), place) for place in places]

    def _unless_beyond(self, place: Place) -> Place | None:
        """Return a place, or None if the line ends before it."""
        if self._goal is None and self._share(place) > self._mesh.whole_way:
            return None
        return place

    def _side(self, edge: int) -> int:
        """Return on which side of the line a half-edge begins: negative on its right."""
        return self._dx * self._mesh.y[edge] - self._dy * self._mesh.x[edge] - self._offset

    def _share(self, place: Place) -> int:
        """Return which share of the way leads to a place."""
        if isinstance(place, Vertex):
            x, y = place.spot
            done = (x - self._x) * self._dx + (y - self._y) * self._dy
            return done * self._mesh.whole_way // (self._dx * self._dx + self._dy * self._dy)
        (px, py), (qx, qy) = self._mesh.segment(place)
        ex, ey = qx - px, qy - py
        before = ex * (self._y - py) - ey * (self._x - px)
        return before * self._mesh.whole_way // (ey * self._dx - ex * self._dy)


def _is_ahead(way: Point, line: Point) -> bool:
    """Return whether two directions are the same."""
    return way[0] * line[1] == way[1] * line[0] and way[0] * line[0] + way[1] * line[1] > 0
