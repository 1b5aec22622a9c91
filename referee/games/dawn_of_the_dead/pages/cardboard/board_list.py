"""Which screens list what to do on the cardboard, and what each lists."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.pages.cardboard.checklist import Due, listed, then
from referee.games.dawn_of_the_dead.pages.cardboard.followed import Followed
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.ports import SPECTATOR
from referee.tables.service import tables

_FOLLOWED = Followed()


def board_list(context: SeatContext, at: int | None = None) -> Due | None:
    """Return what to do on the cardboard after `at` actions; None if that is too long ago.

    The human player of two moves the characters at the tablet or tells it, so that phone has no list. When
    the game is over nobody moves a piece any more.
    """
    human = context.role == "human" and context.view["mode"] == "two-player"
    if human or context.role == SPECTATOR or context.view["phase"] == "over":
        return None
    service, code = tables(), context.view["code"]
    (start, happened), ticks = service.history(code), service.ticking.ticks(code)
    now = then(happened, at)
    tracker = _FOLLOWED.tracker(
        code, start, happened[:now], ticks,
        physical=context.view["counters"] == "physical", practice="practice" in context.view,
    )  # fmt: skip
    return listed(tracker, happened, ticks, context.view, context.role, now)
