"""Sight lines that are too close to call: less than the error of the drawing decides them (6.4).

Each corner and each centre may be off by the error, across and up and down, each by itself. So a line and a
corner may come together if the corner is at most twice the error from the line, counted as the larger of
across and up-down. That is exact: the corner moves half of the way, and both ends of the line the other half.

A clear line is too close to call if a wall or a door that would block it is within reach. A blocked line is
if each corner that would have to be on its other side is within reach. Its margin is how far the corner that
decides has to be off: half of its distance, or more where the line has to turn to pass between two of them.
All doors count as open (3.3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from rules.board import Board
from rules.outlines import Point
from rules.sight import SightTable
from rules.sight_close_deciding import Decided, closing, opening
from rules.sight_close_line import CloseLine, Corner, Obstacle
from rules.sight_geometry import Lookout, members
from rules.sight_looks import Looks
from rules.sight_mesh import DOOR, OPEN, OUTSIDE, Mesh

__all__ = ["Call", "CloseCalls"]


@dataclass(frozen=True, slots=True)
class Call:
    """A line that is too close to call.

    `clear` is what the drawing says, with all doors open. `corner` decides, in the coordinates of the map; it
    is a centre where that lies too near to a wall. `margin` is how far it has to be off, in units of the map.
    """

    start: str
    end: str
    clear: bool
    corner: tuple[Fraction, Fraction]
    margin: Fraction


class CloseCalls:
    """The lines of one board that are too close to call, as far as the error of the drawing goes."""

    def __init__(self, board: Board, error: int) -> None:
        """Prepare the board. `error` is in units of the map, 0 or more."""
        self._scale = lcm(*(c.denominator for s in board.squares.values() for c in s.centre))
        self.names = tuple(board.squares)
        self._sight = SightTable(replace(board, looks=Looks()), _no_chart)
        mesh = Mesh(board, self._scale)
        self._centres = mesh.centres
        self._reach = 2 * error * self._scale
        self._index = {name: i for i, name in enumerate(self.names)}
        self._corners = _corners(mesh)
        pieces = {id(o): o for c in self._corners for o in c.obstacles}
        self._obstacles = tuple(pieces.values())
        self._crowded = {i: near for i, spot in enumerate(self._centres) if (near := self._around(spot))}
        xs, ys = zip(*mesh.vertices, *self._centres, strict=True)
        span = max(xs) - min(xs) + max(ys) - min(ys) + 4 * self._reach + 1
        self._bearings: int = span * span

    def drawn(self, a: str, b: str) -> bool:
        """Return whether the drawing says that a line is clear, all doors open, the owner's looks aside."""
        return self._sight.sees(a, b, {})

    def between(self, a: str, b: str) -> Call | None:
        """Return the call of one line, or None if the drawing can tell. Raises KeyError."""
        i, j = sorted((self._index[a], self._index[b]))
        return None if i == j else self._call(i, j, self._corners)

    def later_than(self, name: str) -> Iterator[Call]:
        """Yield the calls from a square to those that come after it in the order of names."""
        i = self._index[name]
        lookout = Lookout(i, self._centres, self._bearings)
        later = lookout.others >> i + 1 << i + 1
        near: Mapping[int, list[Corner]] = defaultdict(list)
        for corner in self._corners:
            for j in members(lookout.toward(_around(corner.spot, self._reach)) & later):
                near[j].append(corner)
        crowded = members(later) if i in self._crowded else (j for j in self._crowded if j > i)
        for j in sorted({*near, *crowded}):
            call = self._call(i, j, near[j])
            if call:
                yield call

    def _call(self, i: int, j: int, corners: Sequence[Corner]) -> Call | None:
        a, b = self.names[i], self.names[j]
        line = CloseLine(self._centres[i], self._centres[j], self._reach)
        near = [c for c in corners if line.is_near(c.spot)]
        crowd = [(self._centres[k], o) for k in (i, j) for o in self._crowded.get(k, ())]
        if not near and not crowd:
            return None
        clear = self.drawn(a, b)
        decided: Decided | None
        if clear:
            decided = closing(line, near, crowd, (a, b), self._sight.door_on(a, b))
        else:
            decided = opening(line, self._obstacles, crowd, (a, b))
        if decided is None:
            return None
        corner = Fraction(decided.spot[0], self._scale), Fraction(decided.spot[1], self._scale)
        return Call(a, b, clear, corner, decided.distance / (2 * self._scale))

    def _around(self, centre: Point) -> list[Obstacle]:
        """Return the walls and doors within reach of a centre."""
        return [o for o in self._obstacles if o.line(self._reach).is_near(centre)]


def _no_chart(distance: int, door: str | None) -> int:  # noqa: ARG001
    return 0


def _corners(mesh: Mesh) -> tuple[Corner, ...]:
    """Return the corners of all walls and doors, each with the pieces that meet there."""
    corners: dict[Point, Corner] = {}
    for h, mark in enumerate(mesh.mark):
        twin = mesh.twin[h]
        if mark == OPEN or (twin != OUTSIDE and twin < h):
            continue
        one, other = (corners.setdefault(spot, Corner(spot)) for spot in mesh.segment(h))
        piece = Obstacle((one, other), mesh.between[h] if mark == DOOR else None)
        one.obstacles.append(piece)
        other.obstacles.append(piece)
    return tuple(corners[spot] for spot in sorted(corners))


def _around(spot: Point, reach: int) -> list[Point]:
    (x, y), r = spot, reach
    return [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
