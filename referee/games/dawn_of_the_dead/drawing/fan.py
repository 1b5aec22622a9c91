"""A fanned stack: the counters of a crowded square again, each whole and larger, where they hide least."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.dawn_of_the_dead.drawing.layers import CounterView
from referee.games.dawn_of_the_dead.drawing.plan import MARGIN, frame_of
from referee.games.dawn_of_the_dead.drawing.stacks import FULL
from referee.printing.measure import Box, path, text
from rules.board.board import Board
from rules.board.outlines import box

SCALE = 1.25
"""A counter on the plate is larger than one on the board, so that the plate is worth its tap."""
EDGE = FULL * SCALE + 4.0
"""A counter on the plate and the gap to the next one."""
BORDER = 4.0
STEM = 10.0
"""The distance of the plate from its square."""
IN_A_ROW = 5
RIM = 8.0
"""The least distance of the plate from the edge of the drawing: a berserk unit's mark sticks out."""


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
    across = frame_of(board).width + 2 * (MARGIN - RIM) - BORDER
    columns = min(len(stack), max(1, min(IN_A_ROW, int(across // EDGE))))
    width = columns * EDGE + BORDER
    height = -(-len(stack) // columns) * EDGE + BORDER
    own = _box(square, board)
    taken = [(_box(s, board), 10) for s in pointed_out if s in board.squares]
    taken += [(_box(s, board), 1) for s in {c.square for c in counters}]
    places = ((place, _inside(place, board)) for place in _places(own, width, height))
    _, (left, top, right, bottom) = min(places, key=lambda pair: (_apart(*pair), _hidden(pair[1], taken)))
    middle = (left + right) / 2, (top + bottom) / 2
    edge = min(max(middle[0], own[0]), own[2]), min(max(middle[1], own[1]), own[3])
    return FanView(
        x=text(left),
        y=text(top),
        width=text(width),
        height=text(height),
        stem=path([edge, middle]),
        counters=tuple(_laid_out(stack, columns, left, top)),
    )


def _laid_out(stack: Sequence[CounterView], columns: int, left: float, top: float) -> Iterator[CounterView]:
    for i, counter in enumerate(stack):
        row, column = divmod(i, columns)
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


def _inside(place: Box, board: Board) -> Box:
    """Return the nearest place to this one that lies on the drawing."""
    frame, (left, top, right, bottom) = frame_of(board), place
    least, width, height = RIM - MARGIN, right - left, bottom - top
    x = max(least, min(left, frame.width - least - width))
    y = max(least, min(top, frame.height - least - height))
    return x, y, x + width, y + height


def _apart(one: Box, other: Box) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _hidden(place: Box, taken: Iterable[tuple[Box, int]]) -> int:
    """Return the weight of the squares that a plate would cover here."""
    left, top, right, bottom = place
    return sum(w for (a, b, c, d), w in taken if a < right and left < c and b < bottom and top < d)


def _box(square: str, board: Board) -> Box:
    frame = frame_of(board)
    left, top, right, bottom = box(board.squares[square].outline)
    return (*frame.spot(left, top), *frame.spot(right, bottom))
