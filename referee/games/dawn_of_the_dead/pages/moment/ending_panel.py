"""The panel that asks once more before a phase or a Player-Turn is ended in which something is left."""

from __future__ import annotations

from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.pages.map import map_overlay
from referee.games.dawn_of_the_dead.pages.moment.moment import Moment, left_to_spend
from referee.games.dawn_of_the_dead.pages.moment.musts import ASKS, QUESTION, offered, question
from referee.games.dawn_of_the_dead.pages.moment.phase_ending import ENDS, confirmation, left_over
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext


def ending_panel(context: SeatContext, asked_in: str) -> Moment | None:
    """Return the panel, or None if nothing needs a question or the phase has passed."""
    if asked_in in {ASKS, f"{ASKS}.{context.stage}"}:
        return _musts_panel(context)
    question = confirmation(context.view, context.actions)
    if question is None or asked_in not in {ENDS, context.stage}:
        return None
    title, keys = question
    left = left_over(context.view, context.actions)
    return Moment(
        title,
        f"{context.base}/now?{urlencode({ENDS: context.stage})}",
        groups=keys,
        todo=tuple(line for line in left_to_spend(context) if line["text"] != f"{left}."),
        back_url=f"{context.base}/now",
        confirms=True,
        marks=map_overlay.marks(context.view, context.actions),
    )


def _musts_panel(context: SeatContext) -> Moment | None:
    """Return the panel that asks whether to do only what must be done, or None where that is not offered."""
    if not offered(context.view, context.actions):
        return None
    return Moment(
        QUESTION,
        f"{context.base}/now?{urlencode({ENDS: f'{ASKS}.{context.stage}'})}",
        groups=question(),
        back_url=f"{context.base}/now",
        confirms=True,
        marks=map_overlay.marks(context.view, context.actions),
    )
