"""What each seat may know of an action of *Dawn of the Dead* before the game is over."""

from __future__ import annotations

from typing import Any

from referee.systems.protocol import JsonObject
from rules.dawn_of_the_dead import actions as act

_NEVER = frozenset({"draw", "values"})
"""Fields hidden from every seat: units drawn unseen, and values that players may only remember (2.3)."""
_READING = frozenset({"value", "was"})


def public_action(action: JsonObject, seat: str) -> dict[str, Any]:
    """Return an action without drawn and turned-up values (2.3); only their owner gets the secret squares."""
    secret = _NEVER
    if action["do"] == act.ReadValue.do:
        secret |= _READING
    if action["do"] == act.PlaceHidden.do and seat != "zombie":
        secret |= {"squares"}
    return {k: v for k, v in action.items() if k not in secret}


def proposed_action(action: JsonObject, seat: str) -> dict[str, Any]:
    """Return an action that somebody asks for. The values of a correction are public (R-5.4b)."""
    return dict(action) if action["do"] == act.ReadValue.do else public_action(action, seat)
