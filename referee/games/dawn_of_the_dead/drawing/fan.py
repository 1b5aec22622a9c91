"""A fanned stack: the counters of a crowded square again, each whole and larger, where they hide least."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.drawing.measure import Box, path, text
from referee.games.dawn_of_the_dead.drawing.layers import CounterView
from referee.games.dawn_of_the_dead.drawing.plan import MARGIN, frame_of
from referee.games.dawn_of_the_dead.drawing.stacks import FULL
from rules.board import Board
from rules.outlines import box

SCALE = 1.25
"""A counter on the plate is larger than one on the board, so that the plate is worth its tap."""
EDGE = FULL * SCALE + 4.0
"""A counter on the plate and the gap to the next one."""
BORDER = 4.0
STEM = 10.0
"""The distance of the plate from its square."""
IN_A_ROW = 5


@dataclass(frozen=True, slots=True)
class FanView:
    """A plate at (`x`, `y`), the `stem` that leads to it from the stack, and the counters on it."""

    x: str
    y: str
    width: str
    height: str
    stem: str
    counters: tuple[CounterView, ...]


def fan_of(
    counters: Sequence[CounterView], board: Board, square: str, pointed_out: Collection[str] = ()
) -> FanView | None:
    """Return the fanned stack of a square, or None if every counter can be read.

    `pointed_out` are squares that the plate leaves free if it can; then it spares other counters.
    """
    stack = [c for c in counters if c.square == square]
    if not any(c.compact or c.covered for c in stack):
        return None
    rows = -(-len(stack) // IN_A_ROW)
    width = min(len(stack), IN_A_ROW) * EDGE + BORDER
    height = rows * EDGE + BORDER
    own = _box(square, board)
    taken = [(_box(s, board), 10) for s in pointed_out if s in board.squares]
    taken += [(_box(s, board), 1) for s in {c.square for c in counters}]
    left, top, right, bottom = min(
        _places(own, width, height), key=lambda place: (_outside(place, board), _hidden(place, taken))
    )
    middle = (left + right) / 2, (top + bottom) / 2
    edge = min(max(middle[0], own[0]), own[2]), min(max(middle[1], own[1]), own[3])
    return FanView(
        x=text(left),
        y=text(top),
        width=text(width),
        height=text(height),
        stem=path([edge, middle]),
        counters=tuple(_laid_out(stack, left, top)),
    )


def _laid_out(stack: Sequence[CounterView], left: float, top: float) -> Iterator[CounterView]:
    for i, counter in enumerate(stack):
        row, column = divmod(i, IN_A_ROW)
        x, y = left + BORDER + column * EDGE, top + BORDER + row * EDGE
        spot = f"translate({text(x)} {text(y)}) scale({SCALE})"
        yield replace(counter, compact=False, covered=False, count=0, transform=spot)


def _places(own: Box, width: float, height: float) -> Iterator[Box]:
    """Yield possible places for the plate around its square: above, below, at the sides, at the corners."""
    left, top, right, bottom = own
    across = ((left + right - width) / 2, left - STEM - width, right + STEM)
    down = ((top + bottom - height) / 2, top - STEM - height, bottom + STEM)
    for column, row in ((0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (2, 1), (1, 2), (2, 2)):
        yield across[column], down[row], across[column] + width, down[row] + height


def _outside(place: Box, board: Board) -> float:
    """Return how far a place extends beyond the drawing."""
    frame = frame_of(board)
    return (
        max(0.0, -MARGIN - place[0])
        + max(0.0, -MARGIN - place[1])
        + max(0.0, place[2] - frame.width - MARGIN)
        + max(0.0, place[3] - frame.height - MARGIN)
    )


def _hidden(place: Box, taken: Iterable[tuple[Box, int]]) -> int:
    """Return the weight of the squares that a plate would cover here."""
    left, top, right, bottom = place
    return sum(w for (a, b, c, d), w in taken if a < right and left < c and b < bottom and top < d)


def _box(square: str, board: Board) -> Box:
    frame = frame_of(board)
    left, top, right, bottom = box(board.squares[square].outline)
    return (*frame.spot(left, top), *frame.spot(right, bottom))
