"""An action in progress comes before anything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.ports import ActionT, PositionT
from referee.tables.loaded_table import LoadedTable
from rules.ruling import Ruling, refuse


def of_another(table: LoadedTable, data: Mapping[str, Any]) -> bool:
    """Whether the data are of another action than the one in progress."""
    assert table.underway is not None
    return bool(data.get("do") != table.underway.action["do"])


def beside(table: LoadedTable[PositionT, ActionT], action: ActionT) -> bool:
    """Whether an action in progress goes on beside this one."""
    pieces = table.match.pieces
    return pieces is not None and pieces.beside(action)


def begun_ruling(table: LoadedTable[PositionT, ActionT]) -> Ruling[PositionT]:
    """Return the ruling on the action in progress, with its needs. The table's lock must be held."""
    begun = table.underway
    assert begun is not None
    judge = table.judge(overridden=begun.overridden)
    return table.of_underway("ruling", lambda: judge(table.positions[-1], table.begun_action))


def begun_first(table: LoadedTable[PositionT, ActionT]) -> Ruling[PositionT]:
    """Return the refusal of anything else while an action is in progress."""
    ruling = begun_ruling(table)
    reason = f"Finish the action in progress first: {ruling.reason}"
    return refuse(ruling.cases, reason, firm=True)
