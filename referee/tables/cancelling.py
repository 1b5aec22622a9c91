"""Giving up an action in progress: its record line, and for whom the tablet answered (R-UNDO)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.storage.rows import Line, Request
from referee.tables.loaded_table import LoadedTable


def cancelled_line(table: LoadedTable, asked: Request, at: str) -> Line | None:
    """Return the record's line for an action in progress, taken back with its dice; None without one."""
    begun = table.underway
    if begun is None:
        return None
    n = table.last_number + 1
    judge = table.judge(overridden=begun.overridden)
    ruling = judge(table.positions[-1], table.begun_action)
    return Line(
        n=n,
        turn=table.match.turn(table.position),
        seat=begun.seat,
        action=begun.action,
        cases=ruling.cases,
        story="Started, then taken back.",
        at=at,
        overridden=begun.overridden,
        taken_back_at=n,
        rolled=begun.rolled,
        nonce=begun.nonce,
        answered_for=joint(table, begun.answered_for, asked.answered_for),
    )


def joint(table: LoadedTable, *answered: Iterable[str]) -> tuple[str, ...]:
    """Return all sides that the tablet answered for, in the order of the match."""
    answered_sides = {side for sides in answered for side in sides}
    return tuple(side for side in table.match.sides if side in answered_sides)
