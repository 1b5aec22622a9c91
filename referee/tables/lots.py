"""Lots between equals: their names, and which of them a line of the record shows."""

from __future__ import annotations

from referee.games.ports import ActionT, Match, PositionT
from referee.storage.rows import Line


def lot_kind(count: int, case: str, turn: int) -> str:
    """Return the name of the lot between this many equals that a case calls for in a turn."""
    return f"tie of {count} by {case} in turn {turn}"


def drawn_lots(match: Match[PositionT, ActionT], position: PositionT, line: Line) -> set[str]:
    """Return the lot that decided a line made in a position; it brings the same dice from now on."""
    adviser = match.adviser
    proposed = adviser.advice(position) if adviser and adviser.TIE_CASE in line.cases else None
    if proposed is None or not proposed.among:
        return set()
    return {lot_kind(len(proposed.among), proposed.case, match.turn(position))}
