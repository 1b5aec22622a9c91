"""From the map's own coordinates to those of the drawing.

A map may be measured in anything: a bundled one in small whole numbers, a photographed board in pixels. The
drawing is scaled so that the shorter way across a typical square is `CELL` units; letters and counters keep
their size. A drawing may round; nothing is ever decided from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from statistics import median_low

from rules.board import Board
from rules.outlines import Segment, box

CELL = 48
Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom in the drawing."""


def text(number: float) -> str:
    """Return a number as short as SVG can take it, to a twentieth of a pixel."""
    return f"{round(number, 1):g}"


def points(spots: Iterable[Spot]) -> str:
    """Return spots as the `points` of a polygon."""
    return " ".join(f"{text(x)},{text(y)}" for x, y in spots)


def path(*lines: Sequence[Spot]) -> str:
    """Return broken lines as the `d` of a path."""
    return "".join(
        "".join(f"{'L' if i else 'M'}{text(x)} {text(y)}" for i, (x, y) in enumerate(line)) for line in lines
    )


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a drawing lies: `left` and `top` in map units, `scale` in drawing units each, the size scaled."""

    left: int
    top: int
    scale: float
    width: float
    height: float

    @classmethod
    def of(cls, board: Board) -> Frame:
        """Return the frame of a board: its bounding box at the scale of its squares."""
        boxes = [box(s.outline) for s in board.squares.values()]
        left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
        across = median_low(min(b[2] - b[0], b[3] - b[1]) for b in boxes)
        scale = CELL / across
        right, bottom = max(b[2] for b in boxes), max(b[3] for b in boxes)
        return cls(left, top, scale, (right - left) * scale, (bottom - top) * scale)

    def spot(self, x: float | Fraction, y: float | Fraction) -> Spot:
        """Return the place of a map's point in the drawing."""
        return float(x - self.left) * self.scale, float(y - self.top) * self.scale

    def spots(self, outline: Iterable[tuple[int, int]]) -> list[Spot]:
        """Return the places of an outline's corners in the drawing."""
        return [self.spot(x, y) for x, y in outline]

    def line(self, segment: Segment) -> tuple[Spot, Spot]:
        """Return the place of a segment in the drawing."""
        (ax, ay), (bx, by) = segment
        return self.spot(ax, ay), self.spot(bx, by)


def enters(a: Spot, b: Spot, area: Box) -> bool:
    """Whether a line has a part of positive length inside a box."""
    first, last = _within(a, b, area)
    return first < last


def _within(a: Spot, b: Spot, area: Box) -> tuple[float, float]:
    """Return the part of a line inside a box, as two shares; the first is the larger if there is none."""
    first, last = 0.0, 1.0
    for start, end, low, high in ((a[0], b[0], area[0], area[2]), (a[1], b[1], area[1], area[3])):
        if start == end:
            if not low < start < high:
                return 0.0, 0.0
            continue
        one, other = sorted(((low - start) / (end - start), (high - start) / (end - start)))
        first, last = max(first, one), min(last, other)
    return first, last


def outside(spots: Sequence[Spot], areas: Iterable[Box]) -> list[list[Spot]]:
    """Return the parts of a broken line outside these boxes, as broken lines."""
    boxes, pieces = list(areas), list[list[Spot]]()
    for a, b in pairwise(spots):
        inside = sorted(share for area in boxes if (share := _within(a, b, area))[0] < share[1])
        reached = 0.0
        for first, last in [*inside, (1.0, 1.0)]:
            if reached < first:
                start, end = _along(a, b, reached), _along(a, b, first)
                if pieces and pieces[-1][-1] == start:
                    pieces[-1].append(end)
                else:
                    pieces.append([start, end])
            reached = max(reached, last)
    return pieces


def _along(a: Spot, b: Spot, share: float) -> Spot:
    if share in (0.0, 1.0):
        return b if share else a
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def meets(one: Box, other: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
