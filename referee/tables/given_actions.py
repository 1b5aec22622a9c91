"""An action as a seat gives it, and whether that seat may do it."""

from __future__ import annotations

from referee.errors import InputError
from referee.games.ports import ActionT, Match, PositionT
from referee.problems import Problem


def read(match: Match[PositionT, ActionT], seat: str, data: object) -> ActionT:
    """Return an action that a seat asks about or wants to do.

    Raises InputError for what is not an action or gives what no player may give, and Problem (403) for one
    that is another seat's: with the same words whatever the position is.
    """
    action = match.read(data, seat)
    wrong = match.forbidden_field(action)
    if wrong:
        raise InputError(wrong)
    allowed = match.seats_for(action)
    if seat not in allowed:
        owners = " or ".join(s for s in match.seats if s in allowed)
        name, whose = match.write(action)["do"], f"seat {owners}" if owners else "referee here"
        raise Problem(403, f"{name} is for the {whose}; this is the seat {seat}.")
    return action


def may_do(match: Match[PositionT, ActionT], position: PositionT, seat: str, action: ActionT) -> bool:
    """Whether a seat may do an action in a position."""
    return seat in match.seats_for(action) and not match.seat_refusal(position, action, seat)
