"""What points squares out on the board for a while: the trail of the turn, and marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.drawing.measure import path, points, text
from referee.drawing.plan import frame_of
from rules.board import Board


@dataclass(frozen=True, slots=True)
class TrailView:
    """The trail: a line through its squares, and a dot in each."""

    path: str
    dots: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MarkView:
    """A square that is pointed out: `kind` is go, target or chosen."""

    square: str
    kind: str
    points: str


def trail_of(squares: Sequence[str], board: Board) -> TrailView | None:
    """Return the trail through squares in order, or None when there is none (R-7.0a)."""
    frame = frame_of(board)
    spots = [frame.spot(*board.squares[s].centre) for s in squares if s in board.squares]
    if not spots:
        return None
    return TrailView(path(spots) if len(spots) > 1 else "", tuple((text(x), text(y)) for x, y in spots))


def marks_of(marks: Mapping[str, str], board: Board) -> list[MarkView]:
    """Return the squares that are pointed out; `marks` gives the kind of each."""
    return [MarkView(s, kind, outline(s, board)) for s, kind in marks.items() if s in board.squares]


def outline(square: str, board: Board) -> str:
    """Return the sides of a square as the `points` of a polygon."""
    return points(frame_of(board).spots(board.squares[square].outline))
