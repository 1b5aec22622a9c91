"""Draw a map as a printed board, as a picture of whole pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from random import Random
from statistics import median
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from rules.board.board import Board, Square
from rules.board.outlines import Segment, box

Colour = tuple[int, int, int]
Spot = tuple[float, float]
SMOOTH = 2
"""The print is drawn this much larger, and made smaller at the end, for smooth edges."""
PAPER = (252, 250, 244)


@dataclass(frozen=True, slots=True)
class Style:
    """How a board is printed. Widths are shares of the middle width of its squares."""

    thin: float = 0.028
    wall: float = 0.085
    ink: Colour = (30, 28, 30)
    thin_ink: Colour = (60, 58, 60)
    colour: bool = True
    doors: str = "boxes"
    """`boxes`: a filled or hollow box on a gap; `leaves`: a bar across or two thin lines; `blue`: a thick
    line with ends, or a pale bar."""
    symbol_at: Spot = (0.18, 0.2)
    """Where symbols stand, from the middle of a square, as shares of the middle width."""
    number_at: Spot = (-0.32, -0.42)
    symbol: float = 0.42
    """The height of a symbol."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed board: the picture, its pixels for each unit of the map, and the margin in pixels."""

    picture: Image.Image
    scale: float
    margin: float
    box: tuple[int, int, int, int]


def printed(data: Mapping[str, Any], style: Style, longest: int = 2600, seed: int = 0) -> Printed:
    """Return a map as a printed board; `longest` is the longer side of the board in pixels."""
    board = Board.from_json(data)
    return _Press(board, style, longest, Random(seed)).printed()


def board_box(board: Board) -> tuple[int, int, int, int]:
    """Return the bounding box of all outlines."""
    boxes = [box(s.outline) for s in board.squares.values()]
    return (
        min(b[0] for b in boxes), min(b[1] for b in boxes),
        max(b[2] for b in boxes), max(b[3] for b in boxes),
    )  # fmt: skip


def middle_width(board: Board) -> float:
    """Return the middle of the squares' shorter sides."""
    return median(
        min(right - left, bottom - top)
        for left, top, right, bottom in (box(s.outline) for s in board.squares.values())
    )


class _Press:
    """One board on its way through the press."""

    def __init__(self, board: Board, style: Style, longest: int, rng: Random) -> None:
        self.board, self.style, self.rng = board, style, rng
        self.box = board_box(board)
        wide, high = self.box[2] - self.box[0], self.box[3] - self.box[1]
        self.scale = longest * SMOOTH / max(wide, high)
        self.unit = middle_width(board) * self.scale
        self.margin = 0.7 * self.unit
        size = (round(wide * self.scale + 2 * self.margin), round(high * self.scale + 2 * self.margin))
        self.picture = Image.new("RGB", size, PAPER)
        self.pen = ImageDraw.Draw(self.picture)
        self.font = ImageFont.load_default(size=self.unit * 0.2)

    def printed(self) -> Printed:
        """Return the whole board."""
        for square in self.board.squares.values():
            self._fill(square)
        for side in self.board.sides.values():
            for segment in side.segments:
                self._side(side.kind, segment)
        doors = {door.segment for door in self.board.main_doors.values()}
        for segment in self.board.outer_wall:
            self._line(segment, self.style.wall * 1.2, self.style.ink)
        for segment in doors:
            self._glass(segment)
        for square in self.board.squares.values():
            self._marks(square)
        small = self.picture.reduce(SMOOTH)
        return Printed(small, self.scale / SMOOTH, self.margin / SMOOTH, self.box)

    def _at(self, spot: Spot) -> Spot:
        left, top = self.box[:2]
        return (
            (float(spot[0]) - left) * self.scale + self.margin,
            (float(spot[1]) - top) * self.scale + self.margin,
        )

    def _fill(self, square: Square) -> None:
        corners = [self._at(p) for p in square.outline]
        paint = Random(square.area.id)
        tint = tuple(paint.randrange(205, 250) for _ in range(3)) if self.style.colour else PAPER
        fill = (255, 255, 255) if square.area.kind == "hall" else tint
        self.pen.polygon(corners, fill=fill)

    def _line(self, segment: Segment, width: float, ink: Colour) -> None:
        a, b = (self._at(p) for p in segment)
        self._stroke(a, b, width * self.unit, ink)

    def _stroke(self, a: Spot, b: Spot, width: float, ink: Colour) -> None:
        """Draw a line with square ends that reach over by half of its width."""
        long = hypot(b[0] - a[0], b[1] - a[1])
        along = ((b[0] - a[0]) / long * width / 2, (b[1] - a[1]) / long * width / 2)
        self._box((a[0] - along[0], a[1] - along[1]), (b[0] + along[0], b[1] + along[1]), width, ink, ink)

    def _box(self, a: Spot, b: Spot, width: float, ink: Colour, fill: Colour) -> None:
        """Draw a box around the way from a to b."""
        long = hypot(b[0] - a[0], b[1] - a[1])
        x, y = -(b[1] - a[1]) / long * width / 2, (b[0] - a[0]) / long * width / 2
        corners = [(a[0] + x, a[1] + y), (b[0] + x, b[1] + y), (b[0] - x, b[1] - y), (a[0] - x, a[1] - y)]
        line = max(2, round(self.style.thin * self.unit * 0.8))
        self.pen.polygon(corners, fill=fill, outline=ink, width=0 if fill == ink else line)

    def _side(self, kind: str, segment: Segment) -> None:
        if kind == "open":
            self._line(segment, self.style.thin, self.style.thin_ink)
            return
        self._line(segment, self.style.wall, self.style.ink)
        if kind == "glass_door":
            self._glass(segment)
        elif kind == "solid_door":
            self._solid(segment)

    def _gap(self, segment: Segment, share: float) -> tuple[Spot, Spot]:
        """Return the ends of a door in the middle of a side."""
        a, b = (self._at(p) for p in segment)
        half = min(share * self.unit, 0.8 * hypot(b[0] - a[0], b[1] - a[1])) / 2
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        long = hypot(b[0] - a[0], b[1] - a[1])
        along = ((b[0] - a[0]) / long * half, (b[1] - a[1]) / long * half)
        return (x - along[0], y - along[1]), (x + along[0], y + along[1])

    def _glass(self, segment: Segment) -> None:
        a, b = self._gap(segment, 0.6)
        if self.style.doors == "boxes":
            self._box(a, b, 0.16 * self.unit, self.style.ink, (255, 255, 255))
        elif self.style.doors == "leaves":
            self._box(a, b, 0.12 * self.unit, PAPER, PAPER)
            self._box(a, b, 0.10 * self.unit, self.style.ink, (255, 255, 255))
        else:
            pale = (120, 170, 215) if self.style.colour else (170, 170, 170)
            self._box(a, b, 0.14 * self.unit, pale, pale)

    def _solid(self, segment: Segment) -> None:
        a, b = self._gap(segment, 0.6)
        if self.style.doors == "boxes":
            self._box(a, b, 0.2 * self.unit, self.style.ink, self.style.ink)
        elif self.style.doors == "leaves":
            self._box(a, b, 0.14 * self.unit, PAPER, PAPER)
            for end in (a, b):
                self._across(end, a, b, 0.26)
            self._stroke(a, b, self.style.thin * self.unit, self.style.ink)
        else:
            brown = (120, 70, 30) if self.style.colour else (70, 70, 70)
            self._box(a, b, 0.22 * self.unit, self.style.ink, brown)

    def _across(self, spot: Spot, a: Spot, b: Spot, share: float) -> None:
        """Draw a short bar across the way from a to b."""
        long = hypot(b[0] - a[0], b[1] - a[1])
        x, y = -(b[1] - a[1]) / long, (b[0] - a[0]) / long
        half = share * self.unit / 2
        ends = ((spot[0] - x * half, spot[1] - y * half), (spot[0] + x * half, spot[1] + y * half))
        self._stroke(*ends, self.style.thin * self.unit * 1.4, self.style.ink)

    def _marks(self, square: Square) -> None:
        x, y = self._at((float(square.centre[0]), float(square.centre[1])))
        across, down = self.style.number_at
        self.pen.text((x + across * self.unit, y + down * self.unit), square.id,
                      fill=self.style.ink, font=self.font)  # fmt: skip
        kinds = sorted({s for each in self.board.squares.values() for s in each.symbols})
        for place, symbol in enumerate(sorted(square.symbols)):
            across, down = self.style.symbol_at
            spot = (x + (across - 0.3 * place) * self.unit, y + down * self.unit)
            self._symbol(kinds.index(symbol), spot)

    def _symbol(self, kind: int, spot: Spot) -> None:
        """Draw a symbol: a star with more points for each kind, with a hole in the first."""
        points, half = 5 + 2 * kind, self.style.symbol * self.unit / 2
        ink = (170, 25, 25) if self.style.colour and kind % 2 else self.style.ink
        rays = [half if i % 2 else half * (0.45 + 0.12 * (kind % 3)) for i in range(2 * points)]
        corners = [
            (spot[0] + r * sin(pi * i / points), spot[1] + r * cos(pi * i / points))
            for i, r in enumerate(rays)
        ]
        self.pen.polygon(corners, fill=ink)
        hole = half * 0.25
        self.pen.ellipse((spot[0] - hole, spot[1] - hole, spot[0] + hole, spot[1] + hole), fill=PAPER)
