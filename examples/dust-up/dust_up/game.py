"""Dust-Up as one of the referee's games: what it is called, its options, and its screen."""

from __future__ import annotations

from pathlib import Path

from dust_up.rules import Action, DustUp, Position
from referee.games.interface import Game, Introduction, Json, MappingView, Option, Screens


class DustUpScreens(Screens[MappingView]):
    """How it is shown: its keys in words of its own."""

    def action_words(self, action: Json, view: MappingView) -> str:
        words = {"hire": "Hire", "leave": "Leave the table", "plot": "Plot", "wound": "Wound"}
        words["wait"] = "Reload" if action.get("reload") else "Wait"
        words["shoot"] = "Shoot with help" if action.get("helped") else "Shoot"
        words["luck"] = "Spend your luck" if action.get("spend") else "Keep your luck"
        return words.get(action["do"], "Initiative")


class DustUpGame(Game[Position, Action]):
    """The game: its parts, and what it is called."""

    interface = 2
    id, title, package = "dust-up", "Dust-Up", "dust_up"
    rules, folder = DustUp, Path(__file__).parent
    options = (
        Option("players", "How many play?", (2, 3, 4, 5, 6), default=3),
        Option("master", "Does somebody run the game?", (False, True), ("Nobody", "A game master")),
    )
    screens = DustUpScreens(
        "dust-up/moment.html", introduction=Introduction("A gunfight, measured in inches.", players="2 to 6")
    )


GAME: Game[Position, Action] = DustUpGame()
