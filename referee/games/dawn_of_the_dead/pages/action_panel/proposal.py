"""The referee's proposal for the zombies, and its advice to the players of a practice game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.games.dawn_of_the_dead.labels.actions import proposal_label
from referee.games.dawn_of_the_dead.labels.squares import piece_square
from referee.games.dawn_of_the_dead.labels.wording import PHASES, waiting_for_roll
from referee.games.dawn_of_the_dead.pages.action_panel.keys import Group, of_kinds
from referee.games.dawn_of_the_dead.pages.action_panel.phase_keys import groups
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.interface import SPECTATOR
from referee.records.text import Json
from rules.dawn_of_the_dead.actions import kinds_where
from rules.sentences import either

__all__ = ["HUMAN", "Practice", "practice", "practice_marks", "practised"]


PLAYERS = kinds_where(lambda kind: kind.awaited)
"""The actions that the players choose during the zombies' turn (6.9, 8.0)."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The next action of the zombies in words: what to do on the table, by which case, and why.

    `odds`: what its dice may bring, if wanted.
    """

    says: str
    case: str
    why: str
    phase: str
    otherwise: tuple[Group, ...] = ()
    odds: str = ""


def proposal(
    view: DawnView, actions: Sequence[Json], base: str, sure: Collection[str] | None = None
) -> Proposal | None:
    """Return what the referee proposes, with the other legal choices; None while the players have to act."""
    advice = view.advice
    if not advice:
        return None
    others = [a for a in actions if a["do"] not in PLAYERS]
    otherwise = () if view.pending_action else tuple(groups(view, others, base, sure))
    name = PHASES[view.game.phase].name
    if advice["among"]:
        squares = either(a["square"] for a in advice["among"])
        return Proposal(
            f"A die decides which is checked: {squares}.", advice["case"], _why(advice), name, otherwise
        )
    looks_on = view.seat == SPECTATOR
    says = waiting_for_roll(advice["cardboard"]) if looks_on else advice["cardboard"]
    return Proposal(says, advice["case"], _why(advice), name, otherwise)


def _why(advice: Json) -> str:
    if advice["among"]:
        return "they are equally close to those who moved"
    return str(advice["why"])


def players_groups(
    view: DawnView, actions: Sequence[Json], base: str, sure: Collection[str] | None = None
) -> tuple[Group, ...]:
    """Return the keys for what the players choose before the zombies continue."""
    own = of_kinds(actions, *PLAYERS)
    return tuple(groups(view, own, base, sure)) if own else ()


def proposal_marks(view: DawnView) -> dict[str, str]:
    """Return the squares of the proposal: where a piece is, and where it goes."""
    advice = view.advice
    if not advice:
        return {}
    marks: dict[str, str] = {}
    for action in advice["among"] or (advice["action"],):
        start = piece_square(view.game, action)
        if start:
            marks[start] = "chosen"
        if action.get("path"):
            marks[action["path"][-1]] = "aim"
        elif action.get("square"):
            marks[action["square"]] = "aim"
    return marks


HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Practice:
    """The next action for the characters in words, by which case, and why.

    `whole` labels the key that plays to the end, or is "" where there is only this action. `square` is where
    it leads or aims, for the map. `odds`: what its dice may bring, if wanted.
    """

    says: str
    case: str
    why: str
    whole: str
    square: str
    odds: str = ""


def practice(view: DawnView) -> Practice | None:
    """Return what the referee would do, or None where that is nothing or the table is not for practice."""
    proposed = view.practice
    if not proposed:
        return None
    action = proposed["action"]
    whole = "Play the whole human Player-Turn" if view.game.phase == HUMAN else ""
    square = action.get("to") or action.get("at") or ""
    return Practice(proposal_label(action), proposed["case"], proposed["why"], whole, square)


def practised(view: DawnView) -> Json | None:
    """Return the action that is proposed for the characters, or None."""
    proposed = view.practice
    return proposed["action"] if proposed else None


def practice_marks(view: DawnView) -> dict[str, str]:
    """Return the square that the proposal is about, where it leads or aims somewhere."""
    shown = practice(view)
    return {shown.square: "aim"} if shown and shown.square else {}
