"""A game without maps, counter sheets and odds: a game adds what it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic

from referee.errors import InputError
from referee.games.demo_states import DemoState
from referee.games.interface import (
    INTERFACE,
    ActionT,
    BoardPort,
    Documents,
    Json,
    OddsPort,
    PositionT,
    PrintingPort,
    Rules,
    Screens,
    Simulation,
    Surveying,
)
from referee.games.toolkit.options import Option
from referee.games.toolkit.plain_match import PlainMatch
from referee.games.toolkit.records import PlainRecords
from referee.games.toolkit.rules_api import RulesApi
from referee.records.text import show
from rules.questions import TABLE
from rules.rulebook.rulebook import Rulebook
from rules.sentences import listed

if TYPE_CHECKING:
    import click
    from flask import Blueprint


class PlainGame(Generic[PositionT, ActionT]):
    """The members that all plain games share.

    A game names its `id`, `title`, `modes` and `player_seats`, its `rules`, and `package`: the Python package
    whose folder data/rulebook has its cases. `turn` is what it calls a turn.
    """

    interface = INTERFACE
    id: str
    title: str
    modes: tuple[str, ...] = ("play",)
    table_options: Sequence[Option] = ()
    """What a table is made with, beside its mode."""
    position_members: frozenset[str] = frozenset()
    player_seats: tuple[str, ...] = ()
    rules: Rules[PositionT, ActionT]
    package: str
    turn = "turn"
    odds: OddsPort[PositionT] | None = None
    folder: Path | None = None
    board: BoardPort | None = None
    screens: Screens | None = None
    printing: PrintingPort | None = None
    blueprints: Sequence[Blueprint] = ()
    surveying: Surveying | None = None
    demo_states: Mapping[str, DemoState] = MappingProxyType({})

    def table(self, options: Json) -> PlainMatch[PositionT, ActionT]:
        """Return the rules for a table with these options."""
        raise NotImplementedError

    def match(self, options: Json, documents: Documents) -> PlainMatch[PositionT, ActionT]:  # noqa: ARG002
        """Return the rules for a table; it needs no documents."""
        return self.table(options)

    @property
    def option_names(self) -> frozenset[str]:
        """The options that a new table takes."""
        return frozenset({"mode", *(option.name for option in self.table_options)})

    @property
    def option_types(self) -> Mapping[str, Json]:
        """A JSON Schema for each of its options, for the API's description."""
        return {option.name: option.schema for option in self.table_options}

    def options(self, given: Json) -> dict[str, Any]:
        """Return the checked options of a new table, its mode first. Raises InputError."""
        mode = given.get("mode") or self.modes[0]
        if mode not in self.modes:
            raise InputError(f"mode: {show(mode)} cannot be played here; {listed(self.modes)} can.")
        return {"mode": mode, **{one.name: one.read(given.get(one.name)) for one in self.table_options}}

    @cached_property
    def records(self) -> PlainRecords[PositionT, ActionT]:
        """How records are read and judged."""
        return PlainRecords(self.id, self.options, self.table, self.turn)

    @cached_property
    def _book(self) -> Rulebook:
        return Rulebook.load(self.package, self.title)

    def rulebook(self) -> Rulebook:
        """Return the rulebook."""
        return self._book

    def rules_api(
        self, map_data: object = None, counters_data: object = None
    ) -> RulesApi[PositionT, ActionT]:
        """Return the rulings for programs. Raises InputError for a map or a counter sheet."""
        for name, data in (("map", map_data), ("counters", counters_data)):
            if data is not None:
                what = "map" if name == "map" else "counter sheet"
                raise InputError(f"--{name}: {self.title} is played without a {what}.")
        return RulesApi(self.rules)

    def player(self, seat: str) -> str:
        """Return what a sentence calls a player without a name: "player A", "the tablet"."""
        if seat not in self.player_seats:
            return f"the {'tablet' if seat == TABLE else seat}"
        return f"player {seat.upper()}" if len(seat) == 1 else f"the {seat} player"

    def commands(self) -> Sequence[click.Command]:
        """Return the commands that only this game has: none."""
        return ()

    def simulate(self, wanted: Simulation) -> None:
        """Play whole games by legal actions drawn at random, and print who won. Raises InputError."""
        from referee.games.toolkit import random_play  # noqa: PLC0415 - for this command alone

        random_play.simulate(self.table(self.options({"mode": wanted.mode})), wanted)
