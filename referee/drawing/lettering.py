"""Where the words of a board can go: a number in the corner of its square, a name along a row of squares.

No word lies on another one: where there is little room it is smaller, and where there is none it is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from referee.drawing.measure import Box, Frame, enters, meets
from rules.board import Board, Square
from rules.outlines import box, edges, place

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


def holds(square: Square, area: Box, frame: Frame) -> bool:
    """Whether a part of the drawing lies in a square as a whole."""
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
    """Return the row where a name can stand on nothing else, and in which share of its size, or None.

    `ground` is the area that the name covers in a row at a share of its size.
    """
    words = list(taken)
    for share, row in product(SMALLER, among):
        area = ground(row, share)
        (left, top), (right, bottom) = frame.spot(row[0], row[1]), frame.spot(row[2], row[3])
        within = left <= area[0] and top <= area[1] and area[2] <= right and area[3] <= bottom
        if within and not any(meets(area, word) for word in words):
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
