"""Moving every unit that has one possible reaction, each judged by itself (7.0)."""

from __future__ import annotations

from referee.pages import turns
from referee.pages.request_context import context_at
from referee.pages.seat_context import SeatContext
from referee.problems import Refused, Stale
from referee.tables import tables

MOST_FORCED = 60


def move_forced(context: SeatContext) -> list[str]:
    """Move the units without a choice one after the other, and return their moves in words ("045 → 046")."""
    code, moved = str(context.view["code"]), list[str]()
    for _ in range(MOST_FORCED):
        waiting = turns.forced_now(context.view, context.actions)
        if not waiting or context.view["underway"]:
            break
        try:
            tables().playing.do(code, context.role, waiting[0], context.view["version"])
        except (Refused, Stale):
            break
        moved.append(f"{waiting[0]['from']} → {waiting[0]['path'][-1]}")
        context = context_at(code)
    return moved
