"""What the referee would do for the characters: the practice panel beside the players' own keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.shown_actions import would

Json = Mapping[str, Any]
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Practice:
    """The next action for the characters in words, by which case, and why.

    `whole` is what the key says that goes on to the end, or "" where there is no more than this one action.
    `square` is where it leads or aims, for the map. `odds`: what its dice may bring, if wanted.
    """

    says: str
    case: str
    why: str
    whole: str
    square: str
    odds: str = ""


def practice(view: Json) -> Practice | None:
    """Return what the referee would do, or None where that is nothing or the table is not for practice."""
    proposed = view.get("practice")
    if not proposed:
        return None
    action = proposed["action"]
    whole = "Play the whole human Player-Turn" if view["phase"] == HUMAN else ""
    square = action.get("to") or action.get("at") or ""
    return Practice(would(action), proposed["case"], proposed["why"], whole, square)


def practised(view: Json) -> Json | None:
    """Return the action that is proposed for the characters, or None."""
    proposed = view.get("practice")
    return proposed["action"] if proposed else None


def practice_marks(view: Json) -> dict[str, str]:
    """Return the square that the proposal is about, where it leads or aims somewhere."""
    shown = practice(view)
    return {shown.square: "aim"} if shown and shown.square else {}


__all__ = ["HUMAN", "Practice", "practice", "practice_marks", "practised", "would"]
