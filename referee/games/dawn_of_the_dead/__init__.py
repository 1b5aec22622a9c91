"""*Dawn of the Dead* as one of the games; its screens are its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from referee.games.dawn_of_the_dead import zombie_ai
from referee.games.dawn_of_the_dead.desk import DawnDesk
from referee.games.dawn_of_the_dead.pages.wording import nameless
from referee.games.dawn_of_the_dead.records import DawnRecords
from referee.games.dawn_of_the_dead.schemas.maps import load_board, load_sheet
from referee.games.dawn_of_the_dead.seating import JOINABLE, SIDES, TABLE
from referee.games.dawn_of_the_dead.system import DawnOfTheDead
from referee.games.ports import (
    INTERFACE,
    SPECTATOR,
    Front,
    Game,
    OddsPort,
    Pages,
    PrintingPort,
    Simulation,
    Surveying,
)
from rules.dawn_of_the_dead import library
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.equipment import Setting
from rules.dawn_of_the_dead.position import MODES, Position
from rules.dawn_of_the_dead.rulebook import rulebook
from rules.rulebook import Rulebook

if TYPE_CHECKING:
    import click
    from flask import Blueprint


class DawnGame(DawnOfTheDead):
    """The first game."""

    interface = INTERFACE
    is_default = True
    """Positions and records that name no game are its own: they are older than the second game."""
    modes: tuple[str, ...] = MODES
    option_names = frozenset({"mode", "players", "map", "counters", "sheet", "practice", "phases", "dice"})
    position_members = frozenset({"characters", "zombies"})
    player_seats = ("zombie", *(seat for seat in JOINABLE if seat not in {"zombie", TABLE, SPECTATOR}))
    """The first to join stands first."""
    sides: tuple[str, ...] = SIDES
    odds: OddsPort[Position] | None = zombie_ai
    folder = None
    presenter = None

    @cached_property
    def front(self) -> Front:
        """Return how it shows on the pages that all games share."""
        from referee.games.dawn_of_the_dead.pages.front import FRONT  # noqa: PLC0415 - no command needs it

        return FRONT

    @cached_property
    def pages(self) -> Pages:
        """Return its pages at the addresses that every table has."""
        from referee.games.dawn_of_the_dead.pages.routes import PAGES  # noqa: PLC0415 - no command needs them

        return PAGES

    @cached_property
    def surveying(self) -> Surveying:
        """Return what it wants of a board that people survey."""
        from referee.games.dawn_of_the_dead.surveying import SURVEYING  # noqa: PLC0415 - it draws

        return SURVEYING

    @cached_property
    def blueprints(self) -> Sequence[Blueprint]:
        """Return its further pages, and the addresses of its maps."""
        from referee.games.dawn_of_the_dead.maps_api import bp  # noqa: PLC0415 - no command needs pages
        from referee.games.dawn_of_the_dead.pages.routes import BLUEPRINTS  # noqa: PLC0415 - likewise

        return (bp, *BLUEPRINTS)

    @cached_property
    def printing(self) -> PrintingPort:
        """Return how its board and its counters are printed."""
        from referee.games.dawn_of_the_dead.printing import DawnPrinting  # noqa: PLC0415 - few commands print

        return DawnPrinting()

    records = DawnRecords()

    def player(self, seat: str) -> str:
        """Return what a sentence calls a player without a name: "the zombie player", "Roger's player"."""
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
        from referee.games.dawn_of_the_dead.commands import COMMANDS  # noqa: PLC0415 - they name the games

        return COMMANDS

    def desk(self, map_data: object = None, counters_data: object = None) -> DawnDesk:
        """Return the desk, on the bundled map and counter sheet unless others are given."""
        if map_data is None and counters_data is None:
            return DawnDesk(library.setting())
        board = library.setting().board if map_data is None else load_board(map_data)
        sheet = library.setting().sheet if counters_data is None else load_sheet(counters_data)
        return DawnDesk(Setting(board, sheet))


GAME: Game[Position, Action] = DawnGame()
