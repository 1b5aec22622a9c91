"""Dust-Up as one of the referee's games: what it is called, its options, and its screen."""

from __future__ import annotations

from pathlib import Path

from dust_up.rules import Action, DustUp, Position
from referee.games.interface import Game, Introduction, Screens
from referee.games.interface.options import Option


class DustUpGame(Game[Position, Action]):
    """The game: its parts, and what it is called."""

    id, title, package = "dust-up", "Dust-Up", "dust_up"
    rules = DustUp
    folder = Path(__file__).parent
    options = (
        Option("players", "How many play?", (3, 2, 4, 5, 6)),
        Option("master", "Does somebody run the game?", (False, True), ("Nobody", "A game master")),
    )
    screens = Screens(
        "dust-up/moment.html", introduction=Introduction("A gunfight, measured in inches.", players="2 to 6")
    )


GAME: Game[Position, Action] = DustUpGame()
