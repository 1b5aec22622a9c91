"""*Dawn of the Dead* as one of the games; its screens are its own.

What a command does not need is loaded when it is asked for: half of the rules take longer than an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from referee.games.interface import SPECTATOR, Game
from rules.dawn_of_the_dead.equipment.rulebook import TITLE, rulebook
from rules.questions import TABLE

if TYPE_CHECKING:
    import click
    from flask import Blueprint

    from referee.games.dawn_of_the_dead.seats import DawnView
    from referee.games.demo_states import DemoState
    from referee.games.interface import (
        BoardPort,
        Documents,
        Json,
        OddsPort,
        PrintingPort,
        Rules,
        Screens,
        Simulation,
        Surveying,
    )
    from referee.games.toolkit.records import Records
    from referee.games.toolkit.rules_api import RulesApi
    from rules.dawn_of_the_dead.actions import Action
    from rules.dawn_of_the_dead.position import Position
    from rules.rulebook.rulebook import Rulebook


class DawnGame(Game["Position", "Action"]):
    """The first game."""

    interface = 2

    id = "dawn-of-the-dead"
    title = TITLE
    is_default = True
    """Positions and records that name no game are its own: they are older than the second game."""
    option_names = frozenset({"mode", "players", "map", "counters", "sheet", "practice", "phases", "dice"})
    position_members = frozenset({"characters", "zombies"})

    @cached_property
    def modes(self) -> tuple[str, ...]:  # type: ignore[override]
        from rules.dawn_of_the_dead.position import MODES  # noqa: PLC0415

        return MODES

    @cached_property
    def player_seats(self) -> tuple[str, ...]:
        """Return every seat that some table has but the spectators'; the first to join comes first."""
        from referee.games.dawn_of_the_dead.seats import JOINABLE  # noqa: PLC0415

        return ("zombie", *(seat for seat in JOINABLE if seat not in {"zombie", TABLE, SPECTATOR}))

    @cached_property
    def board(self) -> BoardPort:  # type: ignore[override]
        from referee.games.dawn_of_the_dead.game import EQUIPMENT  # noqa: PLC0415

        return EQUIPMENT

    @cached_property
    def records(self) -> Records[Position, Action]:
        from referee.games.dawn_of_the_dead.records import DawnRecords  # noqa: PLC0415

        return DawnRecords(self)

    @cached_property
    def odds(self) -> OddsPort[Position]:  # type: ignore[override]
        """Return the chances of winning from a position in solitaire play."""
        from referee.games.dawn_of_the_dead.ai import advisers  # noqa: PLC0415

        return advisers

    def read_options(self, given: Json) -> dict[str, Any]:
        """Return the checked and completed options of a new table. Raises InputError."""
        from referee.games.dawn_of_the_dead.seats import table_options  # noqa: PLC0415

        return table_options(given)

    def match(self, options: Json, documents: Documents) -> Rules[Position, Action]:
        """Return the rules for a table. Raises InputError for a map or sheet that is not available."""
        from referee.games.dawn_of_the_dead.game import match_of  # noqa: PLC0415

        return match_of(options, documents)

    @cached_property
    def screens(self) -> Screens[DawnView]:  # type: ignore[override]
        from referee.games.dawn_of_the_dead.pages.screens import SCREENS  # noqa: PLC0415

        return SCREENS

    @cached_property
    def surveying(self) -> Surveying:  # type: ignore[override]
        from referee.games.dawn_of_the_dead.drawing.maps import SURVEYING  # noqa: PLC0415

        return SURVEYING

    @cached_property
    def blueprints(self) -> Sequence[Blueprint]:  # type: ignore[override]
        from referee.games.dawn_of_the_dead.maps_api import bp  # noqa: PLC0415
        from referee.games.dawn_of_the_dead.pages.screens import BLUEPRINTS  # noqa: PLC0415

        return (bp, *BLUEPRINTS)

    @cached_property
    def printing(self) -> PrintingPort:  # type: ignore[override]
        from referee.games.dawn_of_the_dead.drawing.counters import DawnPrinting  # noqa: PLC0415

        return DawnPrinting()

    @cached_property
    def demo_states(self) -> Mapping[str, DemoState]:  # type: ignore[override]
        """Return the states of a table that `referee demo` offers."""
        from referee.games.dawn_of_the_dead.commands.demo_states import STATES  # noqa: PLC0415

        return STATES

    def player(self, seat: str) -> str:
        """Return what a sentence calls a player without a name: "the zombie player", "Roger's player"."""
        from referee.games.dawn_of_the_dead.labels.wording import nameless  # noqa: PLC0415

        return nameless(seat)

    def rulebook(self) -> Rulebook:
        """Return the rulebook."""
        return rulebook()

    def simulate(self, wanted: Simulation) -> None:
        """Play whole games between simple players, and print what came of them. Raises InputError."""
        from referee.games.dawn_of_the_dead.commands.simulation import play_games  # noqa: PLC0415

        play_games(wanted)

    def commands(self) -> Sequence[click.Command]:
        """Return the commands that only this game has."""
        from referee.games.dawn_of_the_dead.commands import COMMANDS  # noqa: PLC0415

        return COMMANDS

    def rules_api(self, map_data: object = None, counters_data: object = None) -> RulesApi[Position, Action]:
        """Return the rulings for programs, on the bundled map and counter sheet unless others are given."""
        from referee.games.dawn_of_the_dead.rulings import rules_api_on  # noqa: PLC0415

        return rules_api_on(map_data, counters_data)


GAME: Game[Position, Action] = DawnGame()
