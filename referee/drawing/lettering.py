"""Where the words of a board can go: a number in the corner of its square, a name along a row of squares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rules.board import Board, Square
from rules.outlines import box, place

Row = tuple[int, int, int]
"""An unbroken stretch of squares: left, right and bottom, in map units."""


def has_corner(square: Square, reach: int) -> bool:
    """Whether a square has an upper left corner with room for a number, `reach` map units wide and high."""
    left, top, _, _ = box(square.outline)
    return (left, top) in square.outline and (
        len(square.outline) == 4 or place((left + reach, top + reach), square.outline) == "inside"
    )


def widest_rows(board: Board) -> Mapping[str, Row]:
    """Return the widest row of each area that has squares, the lowest of several, by the area's id."""
    rows: dict[str, dict[tuple[int, int], list[Square]]] = defaultdict(lambda: defaultdict(list))
    for square in board.squares.values():
        _, top, _, bottom = box(square.outline)
        rows[square.area.id][top, bottom].append(square)
    return {
        area: max((run for row in by_row.values() for run in _runs(row, board)), key=_wide)
        for area, by_row in rows.items()
    }


def _wide(run: Row) -> tuple[int, int]:
    left, right, bottom = run
    return right - left, bottom


def _runs(row: Sequence[Square], board: Board) -> Iterator[Row]:
    """Yield the stretches of a row between which there is a gap, a wall or a door."""
    runs: list[Row] = []
    before = ""
    for (left, _, right, bottom), square in sorted((box(s.outline), s.id) for s in row):
        side = board.neighbours[square].get(before)
        if runs and side and side.kind == "open" and runs[-1][1] == left:
            runs[-1] = (runs[-1][0], right, bottom)
        else:
            runs.append((left, right, bottom))
        before = square
    yield from runs
