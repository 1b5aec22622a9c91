"""Moving every unit that has one possible reaction, each judged by itself (7.0)."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.pages.moment import turns
from referee.games.dawn_of_the_dead.pages.request_context import context_at
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.problems import Refused, Stale
from referee.storage.rows import PHASE, Tap
from referee.tables import tables


def move_forced(context: SeatContext) -> None:
    """Move the units that the key told of one after the other, each while it is sure of its one move."""
    code, told = str(context.view["code"]), context.sure_moves
    for number in range(len(told)):
        waiting = [move for move in turns.sure_now(context) if move["from"] in told]
        if not waiting or context.view["underway"]:
            break
        try:
            tap = Tap(goes_on=number > 0, far=PHASE)
            tables().playing.do(code, context.role, waiting[0], context.view["version"], tap=tap)
        except (Refused, Stale):
            break
        context = context_at(code)
