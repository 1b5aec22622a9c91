"""A refused action: it is let go of, and the values that were read for it stay known (R-5.4b)."""

from __future__ import annotations

from typing import NoReturn

from referee.games.ports import Action, Position
from referee.problems import Refused
from referee.tables import lapsing, projections
from referee.tables.begun import beside
from referee.tables.loaded_table import LoadedTable
from referee.tables.readings import readings_of, save_readings
from referee.tables.table_store import TableStore
from rules.ruling import Ruling


def refuse_and_keep(
    store: TableStore,
    table: LoadedTable,
    doer: str,
    action: Action,
    seat: str,
    ruling: Ruling[Position],
    *,
    let_go: bool = True,
) -> NoReturn:
    """Raise Refused with the ruling, once the good values of the action are on the record, as `give_up`."""
    before = table.version
    give_up(store, table, doer, action, seat, let_go=let_go)
    store.ruled(table, ruling)
    raise Refused(projections.ruling(ruling), moved_on=table.version != before)


def give_up(
    store: TableStore, table: LoadedTable, doer: str, action: Action, seat: str, *, let_go: bool = True
) -> None:
    """Let go of an action that what was told forbids, no die having been rolled for it (5.1, 5.4).

    What the `doer` read for it stays known (R-5.4b). Without `let_go` the action waits on for what is still
    missing. Nothing happens where there is nothing to keep or to let go. The table's lock must be held.
    Raises Stale (409).
    """
    readings = readings_of(table, doer, action, store.config.sources.now(), table.last_number + 1)
    let_go = let_go and table.underway is not None and not beside(table, action)
    if not (readings or let_go):
        return
    left = lapsing.left(table, seat, action)
    with store.change(table) as change:
        save_readings(change, readings)
        if let_go:
            change.begin(None)
        left.save(change, table)
