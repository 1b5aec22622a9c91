"""ZoMbIeS! as a plug-in.

Imports are lazy: a question about a rule needs neither the rules of a table nor its screens.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from referee.games.interface import Game, Option
from rules.zombies_surviving import TITLE
from rules.zombies_surviving.position import SYSTEM

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flask import Blueprint

    from referee.games.demo_states import DemoState
    from referee.games.interface import Screens
    from referee.games.interface.rules import Rules
    from referee.games.toolkit.random_play import Players
    from rules.zombies_surviving.position import Position

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")


class ZombiesGame(Game["Position", object]):
    """The game as the registry knows it."""

    interface = 2

    id = SYSTEM
    title = TITLE
    package = "rules.zombies_surviving"
    modes: tuple[str, ...] = ("play",)
    owners_rows = True
    player_seats: tuple[str, ...] = SEATS

    @cached_property
    def options(self) -> Sequence[Option]:  # type: ignore[override]
        """Return what a table is made with, the doubtful readings of the book last."""
        from referee.games.zombies_surviving.options import OPTIONS  # noqa: PLC0415

        return OPTIONS

    @cached_property
    def rules(self) -> type[Rules[Position, object]]:  # type: ignore[override]
        """Return the rules of a table, made from its options."""
        from referee.games.zombies_surviving.rules import ZombiesRules  # noqa: PLC0415

        return ZombiesRules

    @cached_property
    def screens(self) -> Screens[Any]:  # type: ignore[override]
        """Return how the game is shown on pages."""
        from referee.games.zombies_surviving.screens import SCREENS  # noqa: PLC0415

        return SCREENS

    @cached_property
    def blueprints(self) -> Sequence[Blueprint]:  # type: ignore[override]
        """Return the page with the sheets of the characters."""
        from referee.games.zombies_surviving.party import bp  # noqa: PLC0415

        return (bp,)

    @cached_property
    def demo_states(self) -> Mapping[str, DemoState]:  # type: ignore[override]
        """Return the states of a table that `referee demo` offers."""
        from referee.games.zombies_surviving.demo_states import STATES  # noqa: PLC0415

        return STATES

    def simulated_players(self, seed: str) -> Players[Position, object]:
        """Return simple players, who tell what they see on an abstract table."""
        from referee.games.zombies_surviving.simulation.players import SimplePlayers  # noqa: PLC0415

        return SimplePlayers(seed)


GAME: Game[Position, object] = ZombiesGame()
