"""The line of the record that an action becomes."""

from __future__ import annotations

from referee.rolling import Attempt
from referee.storage.rows import Line, PendingAction
from referee.tables import read_before
from referee.tables.loaded_table import LoadedTable
from referee.tables.proposals import log_entry


def new_line(table: LoadedTable, tried: Attempt, begun: PendingAction, now: str) -> Line:
    """Return the next line of the record, before `table` has moved on; `now` is the time."""
    cases, story = log_entry(table, tried.action, tried.ruling)
    if begun.overridden:
        cases, story = read_before.noted(table, tried.action, cases, story)
    return Line(
        n=table.last_number + 1,
        turn=table.match.turn(table.position),
        seat=begun.seat,
        action=begun.action,
        cases=cases,
        story=story,
        at=now,
        overridden=begun.overridden,
        rolled=begun.rolled,
        nonce=begun.nonce,
        answered_for=begun.answered_for,
        tap=begun.tap,
    )
