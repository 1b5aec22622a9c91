"""How counters share a square: side by side if there is room, else stacked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from werkzeug.utils import cached_property

from referee.games.dawn_of_the_dead.drawing.labels import NUMBER_FOOT
from referee.games.dawn_of_the_dead.drawing.plan import frame_of, middle
from referee.printing.measure import Box, Spot, text
from rules.board.board import Board
from rules.board.outlines import box

FULL = 36.0
"""The edge of a counter that has its square to itself: half an inch at the scale of the map."""
GAP = 2.0
COMPACT = 0.75
"""Below this size the figures on a counter are unreadable, and are left out."""
SMALLEST = 9.0
DOWN, ASIDE = 13.0, 6.0
"""How far a counter lies below the one under it and beside it: its head stays in sight."""
HIGHEST_STACK = 3
READABLE = 0.8
"""As large as this beside each other, counters need no stack, which hides some of them."""


@dataclass(frozen=True)
class Lying:
    """Where the counters of a square lie, the lowest first: upper left corners, and the `scale` of `FULL`.

    In a `stack` each lies on the one before it, and the last one is whole.
    """

    stack: bool
    scale: float
    spots: tuple[Spot, ...]

    @property
    def compact(self) -> bool:
        """Whether these counters are too small for all their figures."""
        return self.scale < COMPACT

    @cached_property
    def transforms(self) -> tuple[str, ...]:
        """The place of each counter as SVG says it."""
        size = "" if self.scale == 1 else f" scale({self.scale:.3g})"
        return tuple(f"translate({text(x)} {text(y)}){size}" for x, y in self.spots)

    @property
    def ground(self) -> Box:
        """The area that the counters cover together."""
        edge, across, down = FULL * self.scale, [x for x, _ in self.spots], [y for _, y in self.spots]
        return min(across), min(down), max(across) + edge, max(down) + edge

    def covers(self, i: int) -> bool:
        """Whether another counter lies on the counter at this place."""
        return self.stack and i < len(self.spots) - 1


@lru_cache(maxsize=4096)
def places_in(board: Board, square: str, count: int, foot: float = 0.0) -> Lying:
    """Return how `count` counters lie in a square: large, clear of the number and of a `foot` this high."""
    room = _room(board, square, foot)
    columns, edge = _grid(room, count, foot)
    beside, stacked = (edge - GAP) / FULL, _stack_scale(room, count)
    spot = middle(square, board)
    if 1 < count <= HIGHEST_STACK and beside < min(READABLE, stacked):
        return Lying(True, stacked, tuple(_stack(spot, room, count, stacked)))
    return Lying(False, beside, tuple(_rows(spot, room, count, columns, edge, foot)))


@lru_cache(maxsize=4096)
def ground_in(board: Board, square: str, count: int, foot: float = 0.0) -> Box:
    """Return the area that `count` counters cover together in a square, clear of a `foot` this high."""
    return places_in(board, square, count, foot).ground


def _room(board: Board, square: str, foot: float) -> Box:
    """Return the room for counters: the square below its number and above its foot."""
    frame = frame_of(board)
    left, top, right, bottom = box(board.squares[square].outline)
    (x0, y0), (x1, y1) = frame.spot(left, top), frame.spot(right, bottom)
    return x0, y0 + NUMBER_FOOT, x1, y1 - foot


def _grid(room: Box, count: int, foot: float) -> tuple[int, float]:
    """Return the number of columns with the largest counters, and a counter's edge with its gap."""
    left, top, right, bottom = room
    width, height = right - left - 6, bottom - top - (0 if foot else 24 - NUMBER_FOOT)
    columns = max(range(1, count + 1), key=lambda c: min((width - GAP) / c, height / -(-count // c)))
    rows = -(-count // columns)
    return columns, max(SMALLEST, min(FULL + GAP, width / columns, height / rows))


def _stack_scale(room: Box, count: int) -> float:
    left, top, right, bottom = room
    wide, high = FULL + ASIDE * (count - 1), FULL + DOWN * (count - 1)
    return min(1.0, (right - left - 4) / wide, (bottom - top - 4) / high)


def _stack(spot: Spot, room: Box, count: int, scale: float) -> Iterator[Spot]:
    wide, high = (scale * (FULL + step * (count - 1)) for step in (ASIDE, DOWN))
    top = min(max(spot[1] - high / 2, room[1] + 1), room[3] - high - 2)
    for i in range(count):
        yield spot[0] - wide / 2 + ASIDE * scale * i, top + DOWN * scale * i


def _rows(spot: Spot, room: Box, count: int, columns: int, edge: float, foot: float) -> Iterator[Spot]:
    rows, (x, y) = -(-count // columns), spot
    half = (rows * edge - GAP) / 2
    y = max(y, room[1] + half)
    if foot:
        y = min(y, room[3] - half)
    for i in range(count):
        row, column = divmod(i, columns)
        in_row = min(columns, count - row * columns)
        yield x + (column - in_row / 2) * edge + GAP / 2, y + (row - rows / 2) * edge + GAP / 2
