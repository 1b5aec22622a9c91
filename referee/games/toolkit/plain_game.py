"""A game whose tables are `PlainMatch`es."""

from __future__ import annotations

from referee.games.interface import ActionT, Game, Json, PositionT, Rules
from referee.games.toolkit.plain_match import PlainMatch
from referee.games.toolkit.rules_api import RulesApi
from rules.questions import TABLE


class PlainGame(Game[PositionT, ActionT]):
    """A game says `table`; its `rules` are the same for every table."""

    rules: Rules[PositionT, ActionT]  # type: ignore[assignment]
    player_seats: tuple[str, ...] = ()

    def table(self, options: Json) -> PlainMatch[PositionT, ActionT]:
        """Return the rules for a table with these options."""
        raise NotImplementedError

    def rules_api(self, *_: object, **__: object) -> RulesApi[PositionT, ActionT]:
        """Return the rulings for programs."""
        return RulesApi(self.rules)

    def player(self, seat: str) -> str:
        """Return what a sentence calls a player without a name: "player A", "the tablet"."""
        if seat not in self.player_seats:
            return f"the {'tablet' if seat == TABLE else seat}"
        return f"player {seat.upper()}" if len(seat) == 1 else f"the {seat} player"
