"""Looks of an owner (6.4) that the drawing of the board cannot agree with within its error."""

from __future__ import annotations

from rules.board import Board, Pair
from rules.sight_close_calls import CloseCalls


def contradicted(board: Board) -> list[Pair]:
    """Return the pairs of squares that the owner saw otherwise, with no corner near enough to decide it."""
    if not board.looks.clear:
        return []
    calls = CloseCalls(board, board.looks.error)
    return [
        (a, b)
        for (a, b), clear in board.looks.clear.items()
        if calls.drawn(a, b) != clear and calls.between(a, b) is None
    ]


def contradictions(board: Board) -> list[str]:
    """Return a sentence for each look that the drawing contradicts."""
    return [_told(a, b, board.looks.clear[a, b], board.looks.error) for a, b in contradicted(board)]


def _told(a: str, b: str, clear: bool, error: int) -> str:
    saw, drawn = ("clear", "blocked") if clear else ("blocked", "clear")
    return (
        f"The line between squares {a} and {b} was seen {saw}, but it is drawn {drawn}, and no corner is "
        f"near enough to be off by {error} (6.4). Look again, or draw the corner again."
    )
