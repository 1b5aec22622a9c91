"""Writing an action to the record, as done or as begun."""

from __future__ import annotations

from functools import partial
from typing import Any

from referee.games.failing import check_replay
from referee.games.ports import Position
from referee.problems import Refused
from referee.rolling import Attempt
from referee.storage.rows import PendingAction
from referee.tables import lapsing, projections
from referee.tables.begun import beside
from referee.tables.endings import endings
from referee.tables.loaded_table import LoadedTable
from referee.tables.new_line import new_line
from referee.tables.table_store import TableStore
from rules.ruling import Ruling


def save(
    store: TableStore, table: LoadedTable, tried: Attempt, begun: PendingAction, seat: str
) -> Ruling[Position]:
    """Save an action as done or as begun, and return the ruling on it. `seat` is the one that asked.

    The table's lock must be held. Raises Refused (422) with the ruling, and Stale (409).
    """
    store.ruled(table, tried.ruling)
    if not tried.ruling.legal:
        raise Refused(projections.ruling(tried.ruling))
    if tried.ruling.after is not None:
        _save_done(store, table, tried, begun, seat)
    elif table.underway is None or begun.action != table.underway.action:
        left = lapsing.left(table, seat, tried.action)
        with store.change(table, partial(_says, table, tried, seat)) as change:
            change.begin(begun)
            left.save(change, table)
            change.leave_to_redo()
    # Else it was sent again: nothing is written, so what others asked still waits.
    return tried.ruling


def _save_done(
    store: TableStore, table: LoadedTable, tried: Attempt, begun: PendingAction, seat: str
) -> None:
    """Write the line of an action that is done, and those of the phases that end with it."""
    after = tried.ruling.after
    assert after is not None
    line = new_line(table, tried, begun, store.config.sources.now())
    judge = table.judge(overridden=begun.overridden)
    check_replay(table.match, table.game.system, line.action, partial(judge, table.position))
    ends = list(endings(table.match, line, after))
    last = (ends[-1].ruling if ends else tried.ruling).after
    left = lapsing.left(table, seat, tried.action, last, line.story)
    done = table.underway is not None and not beside(table, tried.action)
    to = ends[-1].line.n if ends else line.n
    with store.change(table, partial(_says, table, tried, seat, to)) as change:
        change.append(line, tried.action, tried.ruling)
        for end in ends:
            change.append(end.line, end.action, end.ruling)
        left.save(change, table)
        change.leave_to_redo()
        if done:
            change.begin(None)


def _says(table: LoadedTable, tried: Attempt, seat: str, to: int = 0) -> dict[str, Any]:
    """Return the ruling on what a seat sent, with the numbers of the lines before it and at its end."""
    ruling = projections.carried_out(table, tried.ruling, seat)
    return {"ruling": ruling, "from": table.last_number, "to": to or table.last_number}
