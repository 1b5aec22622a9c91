"""Loose walls and doors, as another program draws them, become squares and sides of a survey.

A plane has walls and doors only on sides between two squares. On an empty plane the grid of the other program
makes the squares; a wall that is on no line of it cuts those that it goes through. On a drawing no line is
added: walls and doors go on the sides that they lie along.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import Any

from rules.board.board import SideKind
from rules.board.outlines import Segment, box
from rules.survey import log
from rules.survey.exact import Refused, edge
from rules.survey.loose_lines import Line, Place, Span, along, covered, floats, length, straight
from rules.survey.plane import FacePair, Plane, face_pair

Gesture = dict[str, Any]
Laid = list[tuple[Span, FacePair | None]]
"""The places of sides along a line; None for the outer wall."""

CELL = 120
"""The width of a cell of the other program's grid, on an empty plane."""
REACH = 0.2
"""A wall counts as on a line that is no farther away than this part of a cell: walls are drawn thick."""
MAX_ON_GRID = 600
"""With more cells than this, a square is several of them."""
MAX_STROKES = 100
"""Walls off the grid that may cut squares."""
MAX_CUT = 800
"""With so many squares no further wall cuts one."""
MAX_TRIED = 300_000
"""With so many walls and lines compared no further wall cuts a square."""
MAX_LAID = 400_000
"""Pairs of a wall and a side that are compared: a large cave takes a tenth of them."""
TOO_LONG = "The walls and doors of the file are too many and too long to be taken in one step."
_PLACES = 64
"""The coarse grid in which sides are looked up has at most about so many places across and down."""
_SHORTEST = 0.5
"""A shorter line, in cells, cuts no square: it is a piece of furniture."""
_BEND = 0.2
"""A wall that bends by less, in cells, is straight."""
_HALF = 0.5 - 1e-6
_DOORS = ("solid_door", "glass_door")


@dataclass(frozen=True, slots=True)
class Lines:
    """Walls and doors in units of the plane. A wall may bend; `cell` is how wide a cell of their grid is."""

    walls: Sequence[Sequence[Place]]
    doors: Sequence[tuple[Line, SideKind]]
    cell: float


@dataclass(frozen=True, slots=True)
class Taken:
    """The gestures, how many sides have a wall or a door then, and how much of the file is on none."""

    gestures: list[Gesture]
    walls: int = 0
    doors: int = 0
    pieces: int = 0
    """Straight pieces of wall in the file: a wall that bends has several."""
    pieces_left: int = 0
    doors_left: int = 0
    doors_outside: int = 0
    """Those on the outer wall: main doors, which have names that no such file knows."""
    squares: tuple[int, int] = (0, 0)
    """On an empty plane: how many squares across and down the grid makes."""
    step: int = 1
    """How many cells wide a square of the grid is."""


def on_empty(width: float, height: float, lines: Lines) -> Taken:
    """Return the board of a map so many cells wide and high, with its walls and doors in units of `CELL`.

    Raises Refused for too many walls.
    """
    gestures, count, step = _grid(width, height)
    plane = Plane()
    for gesture in gestures:
        plane = log.apply(plane, gesture)
    strokes = list(_strokes(plane, gestures, lines, step))
    for plane_after, stroke in strokes:
        plane = plane_after
        gestures.append(stroke)
    taken = on_drawing(plane, lines)
    return Taken(
        [*gestures, *taken.gestures], taken.walls, taken.doors, taken.pieces, taken.pieces_left,
        taken.doors_left, taken.doors_outside, count, step,
    )  # fmt: skip


def on_drawing(plane: Plane, lines: Lines) -> Taken:
    """Return the gestures that put walls and doors on the sides of a drawing along which they run.

    Raises Refused for too many walls.
    """
    sides = _Sides(plane, lines)
    kinds = sides.kinds()
    gestures: list[Gesture] = []
    for pair, kind in kinds.items():
        before = plane.sides.get(pair, "open")
        if before != kind and not (kind in _DOORS and before in _DOORS):
            gestures.append({"do": "side", "edge": [list(p) for p in sides.edges[pair][0]], "kind": kind})
    doors = sum(kind in _DOORS for kind in kinds.values())
    left = sum(not sides.is_taken(piece, kinds) for piece in sides.pieces)
    pieces = len(sides.pieces)
    return Taken(
        gestures, len(kinds) - doors, doors, pieces, left, sides.doors_left, sides.doors_outside
    )  # fmt: skip


# ---- Squares on an empty plane.


def _grid(width: float, height: float) -> tuple[list[Gesture], tuple[int, int], int]:
    step = 1
    while ceil(width / step) * ceil(height / step) > MAX_ON_GRID:
        step += 1
    right, bottom = max(1, round(width * CELL)), max(1, round(height * CELL))
    far = step * CELL
    # A last square that would be a sliver is part of the one before it.
    across, down = (list(range(far, long - far // 4 + 1, far)) for long in (right, bottom))
    across, down = ([c for c in cuts if c < long] for cuts, long in ((across, right), (down, bottom)))
    gestures: list[Gesture] = [
        {"do": "outline", "points": [[0, 0], [right, 0], [right, bottom], [0, bottom]]},
        *({"do": "cut", "points": [[0, y], [right, y]]} for y in down),
        *({"do": "cut", "points": [[x, 0], [x, bottom]]} for x in across),
    ]
    return gestures, (len(across) + 1, len(down) + 1), step


def _strokes(
    plane: Plane, grid: Iterable[Gesture], lines: Lines, step: int
) -> Iterator[tuple[Plane, Gesture]]:
    """Yield the cuts along walls and doors that are on no line yet, each with the plane after it."""
    drawn: list[Line] = []
    for gesture in grid:
        points = [(float(x), float(y)) for x, y in gesture["points"]]
        drawn += [*pairwise(points), *([(points[-1], points[0])] if gesture["do"] == "outline" else [])]
    reach, far = REACH * lines.cell, step * CELL
    tried = compared = 0
    for line in [*_pieces(lines), *(door for door, _ in lines.doors)]:
        if tried >= MAX_STROKES or len(plane.faces) >= MAX_CUT or compared >= MAX_TRIED:
            return
        if length(line) < _SHORTEST * lines.cell:
            continue
        compared += len(drawn)
        if _is_on(line, drawn, reach):
            continue
        start, end = ((_snapped(x, far, reach), _snapped(y, far, reach)) for x, y in line)
        if start == end:
            continue
        tried += 1
        stroke = {"do": "cut", "points": [list(start), list(end)]}
        try:
            plane = log.apply(plane, stroke)
        except Refused:
            continue
        drawn.append(((float(start[0]), float(start[1])), (float(end[0]), float(end[1]))))
        yield plane, stroke


def _snapped(value: float, far: int, reach: float) -> int:
    near = round(value / far) * far
    return near if abs(near - value) <= reach else round(value)


def _is_on(line: Line, drawn: Iterable[Line], reach: float) -> bool:
    spans = [span for one in drawn if (span := along(line, one, reach))]
    return covered(spans) >= 1 - REACH


def _pieces(lines: Lines) -> list[Line]:
    """Return all walls as straight pieces."""
    pieces = (part for wall in lines.walls for part in straight(wall, _BEND * lines.cell))
    return [piece for piece in pieces if length(piece)]


# ---- Walls and doors on sides.


class _Sides:
    """The sides of a plane, and the walls and doors along them."""

    def __init__(self, plane: Plane, lines: Lines) -> None:
        """Lay all walls and doors along the edges of a plane."""
        self._reach = REACH * lines.cell
        ways = plane.ways()
        left, top, right, bottom = box([spot for way in ways for spot in way])
        self._cell = max(lines.cell, (right - left) / _PLACES, (bottom - top) / _PLACES, 1.0)
        self._across = floor(left / self._cell), floor(right / self._cell)
        self._down = floor(top / self._cell), floor(bottom / self._cell)
        self._compared = 0
        self.edges: dict[FacePair, list[Segment]] = {}
        self._spans: dict[Segment, list[Span]] = {}
        self._near: dict[tuple[int, int], list[tuple[Segment, FacePair | None]]] = {}
        for (a, b), face in ways.items():
            other = ways.get((b, a))
            if other is None or a < b:
                self._note(edge(a, b), None if other is None else face_pair(face, other))
        self.doors_left = self.doors_outside = 0
        self.pieces = [self._lay(piece) for piece in _pieces(lines)]
        self._doors: dict[FacePair, SideKind] = {}
        for door, kind in lines.doors:
            self._put(door, kind)

    def _note(self, name: Segment, pair: FacePair | None) -> None:
        if pair is not None:
            self.edges.setdefault(pair, []).append(name)
        for place in self._places(floats(name)):
            self._near.setdefault(place, []).append((name, pair))

    def _places(self, line: Line) -> list[tuple[int, int]]:
        """Return the places of a coarse grid, no farther out than the plane, that a line may come near."""
        (ax, ay), (bx, by) = sorted(line)
        places = []
        for x in _reached(ax, bx, self._reach, self._cell, self._across):
            # Where the line enters and leaves this column, as parts of its way.
            parts = [0.0, 1.0]
            if bx > ax:
                edges = (x * self._cell - self._reach, (x + 1) * self._cell + self._reach)
                parts = [min(max((at - ax) / (bx - ax), 0.0), 1.0) for at in edges]
            low, high = sorted(ay + (by - ay) * part for part in parts)
            places += [(x, y) for y in _reached(low, high, self._reach, self._cell, self._down)]
        return places

    def _met(self, line: Line) -> dict[Segment, FacePair | None]:
        return {name: pair for place in self._places(line) for name, pair in self._near.get(place, ())}

    def _lay(self, line: Line) -> Laid:
        laid: Laid = []
        met = self._met(line)
        self._compared += len(met)
        if self._compared > MAX_LAID:
            raise Refused(TOO_LONG)
        for name, pair in met.items():
            here = along(floats(name), line, self._reach)
            there = along(line, floats(name), self._reach)
            if here and there:
                self._spans.setdefault(name, []).append(here)
                laid.append((there, pair))
        return laid

    def _put(self, door: Line, kind: SideKind) -> None:
        """Put a door on the sides that it fills by half, or else on the one that has most of it."""
        shares: dict[FacePair | None, float] = {}
        for span, pair in self._lay(door):
            shares[pair] = shares.get(pair, 0.0) + (span[1] - span[0]) * length(door)
        if not shares:
            self.doors_left += 1
            return
        best = max(shares, key=lambda pair: shares[pair])
        if best is None:
            self.doors_outside += 1
            return
        filled = [p for p, share in shares.items() if p is not None and share >= _HALF * self._long(p)]
        for pair in filled or [best]:
            self._doors[pair] = kind

    def _long(self, pair: FacePair) -> float:
        return sum(length(floats(name)) for name in self.edges[pair])

    def kinds(self) -> dict[FacePair, SideKind]:
        """Return the wall or door on each side that has one."""
        kinds: dict[FacePair, SideKind] = {}
        for pair, names in self.edges.items():
            if pair in self._doors:
                kinds[pair] = self._doors[pair]
                continue
            share = sum(covered(self._spans.get(n, ())) * length(floats(n)) for n in names)
            if share >= _HALF * self._long(pair):
                kinds[pair] = "wall"
        return kinds

    def is_taken(self, piece: Laid, kinds: Container[FacePair | None]) -> bool:
        """Whether at least half of a piece of wall is on sides, or on the outer wall."""
        return covered([span for span, pair in piece if pair is None or pair in kinds]) >= _HALF


def _reached(low: float, high: float, reach: float, cell: float, within: tuple[int, int]) -> range:
    """Return the rows or columns of a grid, from the first to the last within, that a stretch comes near."""
    first, last = within
    return range(max(floor((low - reach) / cell), first), min(floor((high + reach) / cell), last) + 1)
