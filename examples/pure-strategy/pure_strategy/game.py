"""Pure Strategy as one of the referee's games: the table, the screen, and the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pure_strategy.rules import SEATS, Bid, Position, judge, legal_actions
from referee.games.interface import DemoState, Game, Introduction, Json
from referee.games.toolkit.plain_game import PlainGame
from referee.games.toolkit.plain_presenter import PlainPresenter
from referee.games.toolkit.plain_rules import PlainRules
from referee.games.toolkit.sealed_match import SealedMatch

ID = "pure-strategy"
LINE = "Five rounds, five cards. Both bid in secret."


class Match(SealedMatch[Position, Bid]):
    """One table's game: both seats bid in secret, and the second bid opens both."""

    system = ID
    sides = SEATS
    secret = frozenset({"bid"})
    turn_word = "round"

    def start(self, drawn: Sequence[int]) -> Position:
        """Return the position before the first bid."""
        return Position()


class PureStrategy(PlainGame[Position, Bid]):
    """The game: its parts, and what it is called."""

    id, title, turn = ID, "Pure Strategy", "round"
    modes: tuple[str, ...] = ("two-player",)
    player_seats = SEATS
    package = "pure_strategy"
    folder = Path(__file__).parent
    rules = PlainRules(ID, Position, Bid, judge, legal_actions)
    presenter = PlainPresenter("pure-strategy/moment.html", "Round", introduction=Introduction(LINE))
    demo_states = {"one_bid": DemoState("A has bid.", lambda table: table.do("a", {"do": "bid", "card": 3}))}

    def table(self, options: Json) -> Match:
        """Return the rules for a table."""
        return Match(self.rules, options)


GAME: Game[Position, Bid] = PureStrategy()
