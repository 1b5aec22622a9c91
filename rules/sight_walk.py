"""A walk along one sight line, from square to square, and the trail of what it meets.

The work grows with the length of the line and not with the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.board import Pair
from rules.outlines import Point
from rules.sight_mesh import DOOR, OPEN, OUTER_WALL, OUTSIDE, WALL, Mesh, Vertex

Place = Vertex | int
"""Where a line meets a side: at a vertex, or inside this half-edge."""


@dataclass(slots=True)
class Trail:
    """What a line meets, in order from its start.

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
        """Note a piece that the line crosses, or that lies along it."""
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
    """One walk along a line. The mesh is cut so that only faces, edges and vertices have to be told apart.

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
        """Leave the start of the line where it lies on a half-edge."""
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

        This is nearly all of the work: a few products for each square, as long as nothing stands in between.
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
