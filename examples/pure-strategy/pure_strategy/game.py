"""Pure Strategy as one of the referee's games: what it is called, and how it is shown."""

from __future__ import annotations

from pathlib import Path

from pure_strategy.rules import Bid, Position, PureStrategy
from referee.games.interface import DemoState, Game, Introduction, Screens

LINE = "Five rounds, five cards. Both bid in secret."


class PureStrategyGame(Game[Position, Bid]):
    """The game: its parts, and what it is called."""

    interface = 2
    id, title, package, turn = "pure-strategy", "Pure Strategy", "pure_strategy", "round"
    modes: tuple[str, ...] = ("two-player",)
    rules = PureStrategy
    folder = Path(__file__).parent
    screens = Screens("pure-strategy/moment.html", "Round", introduction=Introduction(LINE))
    demo_states = {"one_bid": DemoState("A has bid.", lambda table: table.do("a", {"do": "bid", "card": 3}))}


GAME: Game[Position, Bid] = PureStrategyGame()
