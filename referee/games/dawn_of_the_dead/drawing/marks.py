"""Highlights on the map: the trail of the turn, and marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.games.dawn_of_the_dead.drawing.annotations import beside_numbers, chevron, segments
from referee.games.dawn_of_the_dead.drawing.plan import middle, outline
from referee.printing.measure import path, text
from rules.board.board import Board

TRAIL_HEAD = 8.0
FIGURE = 28.0


@dataclass(frozen=True, slots=True)
class TrailView:
    """The trail: lines with arrowheads in the middle, and a dot in each square.

    The last dot, where the trail ends, is drawn apart.
    """

    path: str
    heads: str
    dots: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MarkView:
    """A highlighted square. `kind`: go, target or chosen. A hidden one has a figure at a `spot`."""

    square: str
    kind: str
    points: str
    spot: tuple[str, str] | None = None


def trail_of(squares: Sequence[str], board: Board) -> TrailView | None:
    """Return the trail through squares in order, or None when there is none (R-7.0a)."""
    there = [s for s in squares if s in board.squares]
    if not there:
        return None
    spots = beside_numbers([middle(s, board) for s in there], there, board)
    lines = list(segments(spots))
    heads = []
    for (ax, ay), (bx, by) in lines:
        tip = (ax + (bx - ax) * 0.6, ay + (by - ay) * 0.6)
        heads.append(chevron(tip, (ax, ay), TRAIL_HEAD))
    seen = dict.fromkeys(spots[:-1])
    dots = [*(s for s in seen if s != spots[-1]), spots[-1]]
    return TrailView(
        path(*dict.fromkeys(lines)), path(*heads), tuple((text(x), text(y)) for x, y in dots)
    )  # fmt: skip


def marks_of(marks: Mapping[str, str], board: Board, hidden: Iterable[str] = ()) -> list[MarkView]:
    """Return the highlighted squares; `marks` has the kind of each.

    Every square in `hidden` has its figure, whatever else it is highlighted for.
    """
    figures = {*hidden, *(s for s, kind in marks.items() if kind == "hidden")}
    return [
        MarkView(s, kind, outline(s, board), _figure_spot(s, board) if s in figures else None)
        for s, kind in {**dict.fromkeys(sorted(figures), "hidden"), **marks}.items()
        if s in board.squares
    ]


def _figure_spot(square: str, board: Board) -> tuple[str, str]:
    """Return the upper left corner of a figure in the middle of a square."""
    x, y = middle(square, board)
    return text(x - FIGURE / 2), text(y - FIGURE / 2)
