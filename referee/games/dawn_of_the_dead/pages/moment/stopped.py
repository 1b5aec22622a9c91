"""Why a key that plays on and on stopped in the middle: what the table waits for now, in one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.games.dawn_of_the_dead.pages.moment.moment import Moment, present
from referee.games.dawn_of_the_dead.pages.moment.todo import told
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext

Json = Mapping[str, Any]
TURN = "turn"
"""What the key posts that plays a whole Player-Turn; any other word is for the phase."""
_HERE = "Stopped here: "


def stopped(before: SeatContext, now: SeatContext, far: str) -> Moment | None:
    """Return the panel with a note on what the table waits for; None where the key went all the way.

    `far` is how far the key was to go, "" for one step.
    """
    view = now.view
    reached = view["phase"] in {"human", "over"} if far == TURN else _place(before.view) != _place(view)
    if not far or (reached and not view["underway"]):
        return None
    reason = _waits_for(view)
    if not reason:
        return None
    panel = present(now)
    rest = tuple(item for item in panel.todo if item["text"] != reason)
    return replace(panel, note=" ".join(filter(None, (_HERE + reason, panel.note))), todo=rest)


def _place(view: Json) -> tuple[int, str]:
    return view["turn"], view["phase"]


def _waits_for(view: Json) -> str:
    """Return what must or may be done before the rest, or "" where the phase has only to be ended."""
    if view["request"]:
        return "a question waits for an answer."
    if view["underway"]:
        return str(view["underway"]["reason"])
    items = [item for item in view["agenda"] if item["kind"] in {"must", "may"}]
    if not items:
        return "the players choose now."
    return next((str(item["text"]) for item in items if told(item, proposed=False)), "")
