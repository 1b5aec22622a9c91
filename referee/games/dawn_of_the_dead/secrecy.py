"""What each seat may know of an action of *Dawn of the Dead* before the game is over."""

from __future__ import annotations

from typing import Any

from referee.games.ports import Json
from rules.dawn_of_the_dead import actions as act

_NEVER = frozenset({"draw", "values"})
"""Fields hidden from every seat: units drawn unseen, and values that players may only remember (2.3)."""


def public_action(action: Json, seat: str) -> dict[str, Any]:
    """Return an action without drawn and turned-up values (2.3); only their owner gets the secret squares."""
    kind = act.ACTIONS[action["do"]]
    secret = _NEVER | kind.unseen_fields
    if seat != kind.side:
        secret |= kind.own_fields
    return {k: v for k, v in action.items() if k not in secret}


def proposed_action(action: Json, seat: str) -> dict[str, Any]:
    """Return an action that somebody asks for. The values of a correction are public (R-5.4b)."""
    return dict(action) if act.ACTIONS[action["do"]].unseen_fields else public_action(action, seat)
