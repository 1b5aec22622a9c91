"""BattleCON as one of the games."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from referee.games.battlecon.options import NAMES, TYPES, table_options
from referee.games.battlecon.schemas import BattleRules
from referee.games.ports import Game, Json, Presenter, Simulation
from referee.games.shared.plain_game import PlainGame
from referee.games.shared.plain_match import PlainMatch
from rules.battlecon.actions import Action
from rules.battlecon.formats.position_writing import SYSTEM
from rules.battlecon.names import SEATS
from rules.battlecon.position import MODES, Position
from rules.battlecon.rulebook import TITLE, rulebook
from rules.rulebook import Rulebook


class BattleGame(PlainGame[Position, Action]):
    """The second game."""

    id = SYSTEM
    title = TITLE
    modes: tuple[str, ...] = MODES
    option_names = NAMES
    option_types = TYPES
    position_members = frozenset({"fighters"})
    player_seats: tuple[str, ...] = SEATS
    rules = BattleRules()
    turn = "beat"

    @cached_property
    def presenter(self) -> Presenter:  # type: ignore[override]
        """Return how it shows on a table's page."""
        from referee.games.battlecon.pages.screens import PRESENTER  # noqa: PLC0415 - for pages

        return PRESENTER

    def options(self, given: Json) -> dict[str, Any]:
        """Return the checked and completed options of a new table. Raises InputError."""
        return table_options(given)

    def table(self, options: Json) -> PlainMatch[Position, Action]:
        """Return the rules for a table."""
        from referee.games.battlecon.match import BattleMatch  # noqa: PLC0415 - for tables alone

        return BattleMatch(options)

    def rulebook(self) -> Rulebook:
        """Return the rulebook, with a case for each card."""
        return rulebook()

    def simulate(self, wanted: Simulation) -> None:
        """Play whole duels or matches, and print what came of them. Raises InputError."""
        from referee.games.battlecon.commands import simulate  # noqa: PLC0415 - for this command alone

        simulate(wanted)


GAME: Game[Position, Action] = BattleGame()
