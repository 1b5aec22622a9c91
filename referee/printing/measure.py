"""From the map's own coordinates to those of a drawing, and where the words of a board can go.

A map may be measured in anything: a bundled one in small whole numbers, a photographed board in pixels. The
drawing is scaled so that the shorter way across a typical square is `CELL` units; letters and counters keep
their size. A drawing may round; nothing is ever decided from it.

No word lies on another one: where there is little room it is smaller, and where there is none it is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from statistics import median_low

from rules.board.board import Board, Square
from rules.board.outlines import Segment, box, edges, place

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
    """A drawing: `left` and `top` in map units, `scale` in drawing units each, the size scaled."""

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


def overlaps(one: Box, other: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


Row = tuple[int, int, int, int]
"""An unbroken stretch of squares: left, top, right and bottom, in map units."""
SMALLER = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
"""The shares of its size in which a word is tried, one after another."""


def has_corner(square: Square, reach: int) -> bool:
    """Whether a square has an upper left corner with room for a number, `reach` map units wide and high."""
    left, top, _, _ = box(square.outline)
    return (left, top) in square.outline and (
        len(square.outline) == 4 or place((left + reach, top + reach), square.outline) == "inside"
    )


def is_inside(square: Square, area: Box, frame: Frame) -> bool:
    """Whether a part of the drawing is entirely inside a square."""
    left, top, right, bottom = area
    x, y = (Fraction((one + other) / 2 / frame.scale) for one, other in ((left, right), (top, bottom)))
    within = place((x + frame.left, y + frame.top), square.outline) == "inside"
    return within and not any(enters(*frame.line(edge), area) for edge in edges(square.outline))


def rows(board: Board) -> Mapping[str, Sequence[Row]]:
    """Return the rows of each area that has squares, the widest first and of several the lowest."""
    found: dict[str, dict[tuple[int, int], list[Square]]] = defaultdict(lambda: defaultdict(list))
    for square in board.squares.values():
        _, top, _, bottom = box(square.outline)
        found[square.area.id][top, bottom].append(square)
    return {
        area: sorted((run for row in by_row.values() for run in _runs(row, board)), key=_wide, reverse=True)
        for area, by_row in found.items()
    }


def free_row(
    among: Sequence[Row], ground: Callable[[Row, float], Box], taken: Iterable[Box], frame: Frame
) -> tuple[Row, float] | None:
    """Return the free row for a name, and the share of its size at which it fits, or None.

    `ground` is the area that the name covers in a row at a share of its size.
    """
    words = list(taken)
    for share, row in product(SMALLER, among):
        area = ground(row, share)
        (left, top), (right, bottom) = frame.spot(row[0], row[1]), frame.spot(row[2], row[3])
        within = left <= area[0] and top <= area[1] and area[2] <= right and area[3] <= bottom
        if within and not any(overlaps(area, word) for word in words):
            return row, share
    return None


def _wide(run: Row) -> tuple[int, int]:
    left, _, right, bottom = run
    return right - left, bottom


def _runs(row: Sequence[Square], board: Board) -> Iterator[Row]:
    """Yield the stretches of a row between which there is a gap, a wall or a door."""
    runs: list[Row] = []
    before = ""
    for (left, top, right, bottom), square in sorted((box(s.outline), s.id) for s in row):
        side = board.neighbours[square].get(before)
        if runs and side and side.kind == "open" and runs[-1][2] == left:
            runs[-1] = (runs[-1][0], top, right, bottom)
        else:
            runs.append((left, top, right, bottom))
        before = square
    yield from runs
