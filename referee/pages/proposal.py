"""What the referee would do for the zombies now, as the panel shows it: one key to do it, one to go on (15.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.pages.keys import Group, of_kinds
from referee.pages.squares import piece_square
from referee.pages.turns import groups
from referee.pages.wording import PHASES
from rules.sentences import listed

Json = Mapping[str, Any]
PLAYERS = ("defend", "choose_victims")
"""What the players choose while the zombies are at it (6.9, 8.0)."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The next action of the zombies in words: what to do on the table, by which case, and why.

    `odds`: what its dice may bring, for who wants to know.
    """

    says: str
    case: str
    why: str
    phase: str
    otherwise: tuple[Group, ...] = ()
    odds: str = ""


def proposal(view: Json, actions: Sequence[Json], base: str) -> Proposal | None:
    """Return what the referee proposes, with the lawful choices besides; None while the players have to act."""
    found = view.get("advice")
    if not found:
        return None
    others = [a for a in actions if a["do"] not in PLAYERS]
    otherwise = () if view.get("underway") else tuple(groups(view, others, base))
    name = PHASES[view["phase"]].name
    if found["among"]:
        squares = listed(a["square"] for a in found["among"])
        return Proposal(
            f"A die decides which is checked: {squares}.", found["case"], _why(found), name, otherwise
        )
    return Proposal(found["cardboard"], found["case"], _why(found), name, otherwise)


def _why(found: Json) -> str:
    if found["among"]:
        return "they are equally near to those who moved"
    return str(found["why"])


def players_groups(view: Json, actions: Sequence[Json], base: str) -> tuple[Group, ...]:
    """Return the keys of what the players choose before the zombies go on."""
    own = of_kinds(actions, *PLAYERS)
    return tuple(groups(view, own, base)) if own else ()


def proposal_marks(view: Json) -> dict[str, str]:
    """Return the squares that the proposal is about: where a piece stands, and where it goes."""
    found = view.get("advice")
    if not found:
        return {}
    marks: dict[str, str] = {}
    for action in found["among"] or (found["action"],):
        start = piece_square(view, action)
        if start:
            marks[start] = "chosen"
        if action.get("path"):
            marks[action["path"][-1]] = "aim"
        elif action.get("square"):
            marks[action["square"]] = "aim"
    return marks
