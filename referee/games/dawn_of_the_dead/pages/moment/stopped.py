"""Why a key that plays on and on stopped in the middle: what the table waits for now, in one line.

It is read off the view, so that every screen that saw the steps is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.dawn_of_the_dead.pages.moment.todo import adds_something
from referee.records.data import TURN

Json = Mapping[str, Any]
_HERE = "Your call: "


def stopped(view: Json) -> str:
    """Return a line on what the table waits for; "" where the last tap went as far as it was to go."""
    reason = waits_for(view)
    return f"{_HERE}{reason}" if reason else ""


def waits_for(view: Json) -> str:
    """Return what must or may be done before a key could play on, or "" where it has nothing to wait for."""
    begun, last = view["underway"], view["moment"]
    if begun:
        return str(begun["reason"]) if begun["far"] else ""
    if not last or not last["far"] or _reached(view, last):
        return ""
    if view["request"]:
        return "a question waits for an answer."
    items = [item for item in view["agenda"] if item["kind"] in {"must", "may"}]
    if not items:
        return "the players choose now."
    return next((str(item["text"]) for item in items if adds_something(item, proposed=False)), "")


def _reached(view: Json, last: Json) -> bool:
    """Return whether the tap ended the phase, or the whole Zombie Player-Turn, as it was to do."""
    return view["phase"] in {"human", "over"} if last["far"] == TURN else last["left_phase"]
