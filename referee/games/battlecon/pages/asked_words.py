"""The words of a request to take back: the step is named by what its player did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.games.battlecon.pages.choices import option_words
from referee.games.battlecon.wording import first_name
from referee.games.ports import RequestWords
from referee.games.shared.plain_words import UNDO, PlainWords
from rules.battlecon.cards import Figures
from rules.battlecon.game import PROCEDURES

Json = Mapping[str, Any]


@dataclass(frozen=True)
class BattleWords(PlainWords):
    """The words of a table of this game, with its `cards`."""

    cards: Figures | None = None

    def request(self, asked: Json, asks: str) -> RequestWords:
        """Return the words on a request; one step back is named by its action, not by what it led to."""
        words = super().request(asked, asks)
        name = step_name(self.cards, self.view) if self.cards else ""
        if asked["kind"] != UNDO or asked["steps"] > 1 or not name:
            return words
        return replace(words, wish=f"{asks} to take back the last step: {name}.")


def step_name(cards: Figures, view: Json) -> str:
    """Return what the last step was: "Cadenza chose “Pull Kallistar 3”"; "" where its words are lost."""
    action = (view.get("undo") or {}).get("action") or {}
    fighter = view["fighters"].get(action.get("seat"))
    did = _did(cards, view, action) if fighter else ""
    return f"{first_name(cards, fighter['fighter'])} {did}" if did else ""


def _did(cards: Figures, view: Json, action: Json) -> str:
    procedure = PROCEDURES[action["do"]]
    if procedure.secret:
        return f"chose {'the' if procedure.chooses.endswith('s') else 'a'} {procedure.chooses}"
    if "token" in action:
        return f"added {cards.name(action['token'])}"
    if "option" not in action:
        return "added no token" if procedure.answers == "ante" else ""
    option = action["option"]
    if option["what"] in ("use", "decline"):
        return "answered a question"
    return f"chose “{option_words(cards, view, action['seat'], option)}”"
