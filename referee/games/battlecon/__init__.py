"""BattleCON as a plug-in.

Imports are lazy, because loading half of the rules takes longer than most commands.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from referee.games.interface import Game
from rules.battlecon.actions import SEATS
from rules.battlecon.rulebook import TITLE, rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.games.demo_states import DemoState
    from referee.games.interface import Json, Screens, Simulation
    from referee.games.interface.rules import Rules
    from rules.battlecon.actions import Action
    from rules.battlecon.position import Position
    from rules.rulebook.rulebook import Rulebook


class BattleGame(Game["Position", "Action"]):
    """The game as the registry knows it."""

    interface = 2

    id = "battlecon"
    title = TITLE
    position_members = frozenset({"fighters"})
    player_seats: tuple[str, ...] = SEATS
    turn = "beat"

    @cached_property
    def modes(self) -> tuple[str, ...]:  # type: ignore[override]
        from rules.battlecon.position import MODES  # noqa: PLC0415

        return MODES

    @cached_property
    def option_names(self) -> frozenset[str]:
        from referee.games.battlecon.options import NAMES  # noqa: PLC0415

        return NAMES

    @cached_property
    def option_types(self) -> Mapping[str, Json]:
        """Return a JSON Schema for each option that other games lack."""
        from referee.games.battlecon.options import TYPES  # noqa: PLC0415

        return TYPES

    @cached_property
    def screens(self) -> Screens[Any]:  # type: ignore[override]
        """Return how the game is shown on pages."""
        from referee.games.battlecon.pages.screens import SCREENS  # noqa: PLC0415

        return SCREENS

    @cached_property
    def demo_states(self) -> Mapping[str, DemoState]:  # type: ignore[override]
        """Return the states of a table that `referee demo` offers."""
        from referee.games.battlecon.demo_states import STATES  # noqa: PLC0415

        return STATES

    def read_options(self, given: Json) -> dict[str, Any]:
        """Return the checked and completed options of a new table. Raises InputError."""
        from referee.games.battlecon.options import table_options  # noqa: PLC0415

        return table_options(given)

    @cached_property
    def rules(self) -> type[Rules[Position, Action]]:  # type: ignore[override]
        """Return the rules of a table, made from its options."""
        from referee.games.battlecon.match import BattleRules  # noqa: PLC0415

        return BattleRules

    def player(self, seat: str) -> str:
        """Return what a sentence calls a player without a name: "player A", "the tablet"."""
        return f"player {seat.upper()}" if seat in SEATS else "the tablet"

    def rulebook(self) -> Rulebook:
        """Return the rulebook, with a case for each card."""
        return rulebook()

    def simulate(self, wanted: Simulation) -> None:
        """Play whole duels or matches, and print the results. Raises InputError."""
        from referee.games.battlecon.commands import simulate  # noqa: PLC0415

        simulate(wanted)


GAME: Game[Position, Action] = BattleGame()
