"""An action as a seat gives it, and whether that seat may do it."""

from __future__ import annotations

from typing import Any

from referee.errors import InputError
from referee.problems import Problem
from referee.systems.protocol import Action, Match
from referee.tables.loaded_table import LoadedTable


def read(match: Match, seat: str, data: Any) -> Action:
    """Return an action that a seat asks about or wants to do.

    Raises InputError for what is no action or gives what no player may give, and Problem (403) for one that
    is another seat's: with the same words whatever the position is.
    """
    action = match.read(data, seat)
    wrong = match.forbidden_field(action)
    if wrong:
        raise InputError(wrong)
    allowed = match.seats_for(action)
    if seat not in allowed:
        owners = " or ".join(s for s in match.seats if s in allowed)
        if not owners:
            raise Problem(403, f"{action.do} is for the referee here; this is the seat {seat}.")
        raise Problem(403, f"{action.do} is for the seat {owners}; this is the seat {seat}.")
    return action


def may_do(table: LoadedTable, seat: str, action: Action) -> bool:
    """Whether a seat may do an action now."""
    return seat in table.match.seats_for(action) and not table.match.seat_refusal(
        table.position, action, seat
    )
