"""Giving up an action in progress: its record line, and for whom the tablet answered (R-UNDO).

Its own seat may give it up alone while it has told nothing: no die has fallen, no value was read, and it asks
for no more than a mere question about the same action would. After that it takes the agreement of both sides.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.storage.rows import Line, Request
from referee.tables.begun import begun_ruling
from referee.tables.loaded_table import LoadedTable
from referee.tables.record_projections import concerns

GIVEN_UP = "Started, then taken back."
"""The story of an action that was given up before it was carried out."""


def cancelled_line(table: LoadedTable, asked: Request, at: str) -> Line | None:
    """Return the record's line for an action in progress, taken back with its dice; None without one."""
    begun = table.underway
    if begun is None:
        return None
    n = table.last_number + 1
    ruling = begun_ruling(table)
    return Line(
        n=n,
        turn=table.match.turn(table.position),
        seat=begun.seat,
        action=begun.action,
        cases=ruling.cases,
        story=GIVEN_UP,
        at=at,
        overridden=begun.overridden,
        taken_back_at=n,
        rolled=begun.rolled,
        nonce=begun.nonce,
        answered_for=joint(table, begun.answered_for, asked.answered_for),
    )


def may_cancel(table: LoadedTable, seat: str) -> bool:
    """Return whether a seat may give up the action in progress alone (R-UNDO).

    Where the first tap showed a hidden piece, it asks for more than a question does: that takes agreement.
    """
    begun = table.underway
    if begun is None or begun.seat != seat or begun.rolled or begun.overridden:
        return False
    return table.of_underway("told nothing", lambda: _told_nothing(table))


def _told_nothing(table: LoadedTable) -> bool:
    """Return whether the action in progress has told no more than a question about it would."""
    action, match = table.begun_action, table.match
    if match.without_results(action) != action or not concerns(table, action, match.public_seat):
        return False
    mere = match.check(table.position, action, match.public_seat)
    return mere.legal and mere.needs == begun_ruling(table).needs


def joint(table: LoadedTable, *answered: Iterable[str]) -> tuple[str, ...]:
    """Return all sides that the tablet answered for, in the order of the match."""
    answered_sides = {side for sides in answered for side in sides}
    return tuple(side for side in table.match.sides if side in answered_sides)
