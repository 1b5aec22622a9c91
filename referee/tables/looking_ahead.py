"""What everybody would see after an action, for a page that plays several in one tap."""

from __future__ import annotations

from typing import Any

from referee.tables.given_actions import may_do
from referee.tables.loaded_table import LoadedTable


def actions_after(table: LoadedTable, seat: str, data: object) -> list[dict[str, Any]] | None:
    """Return the seat's legal actions as they would be after one of them; nothing is changed.

    Return None where the action is not allowed, or needs dice or a value first.
    """
    match = table.match
    ruling = match.rule(table.positions[-1], match.without_results(match.read(data)))
    if table.underway is not None or ruling.after is None:
        return None
    now = table.position
    return [match.write(a) for a in match.actions(ruling.after) if may_do(match, now, seat, a)]
