"""A game as the registry knows it: its name, the rules of its tables, its screens, and all else it brings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Never, Protocol

from referee.errors import InputError
from referee.games.demo_states import DemoState
from referee.games.interface.basics import ActionT, Json, PositionT
from referee.games.interface.odds import OddsPort
from referee.games.interface.options import Option
from referee.games.interface.printing import PrintingPort
from referee.games.interface.rules import Rules
from referee.games.interface.screens import Screens, value_of
from referee.games.surveying import Surveying
from referee.records.text import show
from rules.questions import TABLE
from rules.rulebook.charts import Chart, with_owners_rows
from rules.rulebook.rulebook import Rulebook
from rules.sentences import listed

if TYPE_CHECKING:
    import click
    from flask import Blueprint

    from referee.games.interface.rules import Rules
    from referee.games.toolkit.random_play import Players
    from referee.games.toolkit.records import Records
    from referee.games.toolkit.rules_api import RulesApi

CHARTS = "charts"
"""The option with rows of charts from an owner of the book."""
_CHARTS_SCHEMA: Json = {
    "type": "array",
    "items": {"type": "object"},
    "description": "Charts with rows of your own book where the print has lost them: their name and rows",
}
INTERFACE = 2
"""The version of this interface. A game made for another one is left out, with a sentence."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """A request of `referee simulate`: whole games in a mode, at most `turns` long (None: as usual).

    `record` names the file for their records; `as_json` asks for one JSON object instead of text. `options`
    are the game's own choices by name; a game refuses those that it does not know.
    """

    games: int
    seed: str
    mode: str
    turns: int | None = None
    record: str | None = None
    as_json: bool = False
    options: Mapping[str, str] = field(default_factory=dict)


class Documents(Protocol):
    """The store of uploaded documents."""

    def get(self, kind: str, id_: str) -> Json | None:
        """Return a document by kind and id, or None."""


class BoardPort(Protocol):
    """The maps and counter sheets of a game: documents of the kinds `map` and `counters`."""

    def bundled(self, kind: str) -> Mapping[str, str]:
        """Return the names of the documents of a kind that come with the game, by id."""

    def document(self, kind: str, id_: str) -> Json | None:
        """Return a document that comes with the game, or None."""

    def check_document(self, kind: str, data: object) -> str:
        """Return the name of an uploaded map or counter sheet. Raises InputError with all mistakes."""

    def only_known(self, kind: str, document: Json) -> Json:
        """Return a document without mistakes as it is kept: without the members that its format lacks."""


class Game(Generic[PositionT, ActionT]):
    """A game. It says `interface`, `id`, `title`, `rules` and `package`; the rest has an answer here.

    `GAME = PureStrategyGame()` in a module of its package, and an entry point of the group
    `tabletop_referee.games` that leads there under the game's id, are all that the referee needs to find it.
    What takes long to load is loaded in a `cached_property`, once it is asked for.
    """

    interface: int
    """The version of this interface that the game is made for, as a number in its class: `interface = 2`.

    There is no default, which would always agree with this interface.
    """

    # What every game says.

    id: str
    """The name in addresses and files: small letters, digits, and hyphens between them."""
    title: str
    """The name for people."""
    rules: type[Rules[PositionT, ActionT]]
    """The rules of a table, made from its options."""
    package: str
    """The Python package whose data/rulebook has the cases, and data/charts the charts."""

    # What a table is made with.

    modes: tuple[str, ...] = ("play",)
    """The modes of play, the usual one first."""
    options: Sequence[Option] = ()
    """What else a table is made with: the form, the check and the API's description come from it."""
    owners_rows: bool = False
    """Whether a table takes rows of charts from an owner of the book, where the print has lost some.

    They are the option `charts`; `owners_charts` makes charts of it for the rules and the pages.
    """
    turn: str = "turn"
    """What players call a turn."""

    # What is shown.

    folder: Path | None = None
    """The folder of its `templates` and `static`; None where the referee's own folders have them."""
    screens: Screens[Never] | None = None
    """How it is shown; None for a game without pages."""
    blueprints: Sequence[Blueprint] = ()
    """Its further pages and addresses. Under `/t/<code>` they answer for tables of this game alone."""
    demo_states: Mapping[str, DemoState] = MappingProxyType({})
    """The states of a table that `referee demo` offers, by name."""

    # What few games have.

    is_default: bool = False
    """Whether it is meant where none is named; only of a bundled game."""
    position_members: frozenset[str] = frozenset()
    """The members that its positions alone have: they identify the game where a position names none."""
    board: BoardPort | None = None
    """Its maps and counter sheets."""
    printing: PrintingPort | None = None
    """The look of its printed board and counters."""
    surveying: Surveying | None = None
    """Its requirements of a surveyed board; None for a game that takes no boards of its players."""
    odds: OddsPort[PositionT] | None = None
    """The chances of winning from a position; None where the referee cannot play the game on."""

    def read_options(self, given: Json) -> dict[str, Any]:
        """Return the options of a new table, checked and complete, its mode first. Raises InputError."""
        mode = given.get("mode") or self.modes[0]
        if mode not in self.modes:
            raise InputError(f"mode: {show(mode)} cannot be played here; {listed(self.modes)} can.")
        options = {"mode": mode, **{one.name: one.read(given.get(one.name)) for one in self.options}}
        if self.owners_rows and given.get(CHARTS):
            options[CHARTS] = [chart.owners_rows for chart in self.owners_charts(given).values()]
        return options

    def owners_charts(self, options: Json) -> Mapping[str, Chart]:
        """Return the charts in which a table has rows of an owner of the book, by name. Raises InputError."""
        given = options.get(CHARTS) if self.owners_rows else None
        if not given:
            return {}
        try:
            read = json.loads(given) if isinstance(given, str) else given
            return with_owners_rows(self.rulebook().charts, read)
        except ValueError as error:
            wrong = getattr(error, "problems", ("The file of rows is not JSON.",))
            raise InputError([f"{CHARTS}: {one}" for one in wrong]) from None

    @property
    def option_names(self) -> frozenset[str]:
        """The options that a new table takes."""
        own = [CHARTS] if self.owners_rows else []
        return frozenset({"mode", *own, *(option.name for option in self.options)})

    @property
    def option_types(self) -> Mapping[str, Json]:
        """A JSON Schema for each option that other games lack, for the API's description."""
        own = {CHARTS: _CHARTS_SCHEMA} if self.owners_rows else {}
        return {**own, **{option.name: option.schema for option in self.options}}

    def table(self, options: Json) -> Rules[PositionT, ActionT]:
        """Return the rules of a table with these options."""
        return self.rules(options, self.id)

    def match(self, options: Json, documents: Documents) -> Rules[PositionT, ActionT]:  # noqa: ARG002
        """Return the rules of a table. Raises InputError when a document that it names is not available."""
        return self.table(options)

    @cached_property
    def player_seats(self) -> tuple[str, ...]:
        """The seats that players take at some table: how many can play, where the game does not say it."""
        return self.table(self.read_options({})).sides

    def player(self, seat: str) -> str:
        """Return what a sentence calls a player without a name: "player A"; "" for the seat's title."""
        return "the tablet" if seat == TABLE else ""

    @cached_property
    def records(self) -> Records[PositionT, ActionT]:
        """How records are read and judged."""
        from referee.games.toolkit.records import Records  # noqa: PLC0415 - few commands judge records

        return Records(self)

    @cached_property
    def _book(self) -> Rulebook:
        return Rulebook.load(self.package, self.title)

    def rulebook(self) -> Rulebook:
        """Return the rulebook, with its charts."""
        return self._book

    def rules_api(
        self, map_data: object = None, counters_data: object = None
    ) -> RulesApi[PositionT, ActionT]:
        """Return the rulings for programs, with a map or counter sheet where given. Raises InputError."""
        from referee.games.toolkit.rules_api import RulesApi  # noqa: PLC0415 - it stands on the interface

        for name, data in (("map", map_data), ("counters", counters_data)):
            if data is not None:
                what = "map" if name == "map" else "counter sheet"
                raise InputError(f"--{name}: {self.title} is played without a {what}.")
        return RulesApi(self.rules(self.read_options({}), self.id))

    def commands(self) -> Sequence[click.Command]:
        """Return the commands that only this game has."""
        return ()

    def simulate(self, wanted: Simulation) -> None:
        """Play whole games between simple players, and print what came of them. Raises InputError.

        Here each of them draws its actions at random among those that are legal, at tables with the options
        that the game declares.
        """
        from referee.games.toolkit import random_play  # noqa: PLC0415 - for this command alone

        known = {name: value_of(text) for name, text in wanted.options.items() if name in self.option_names}
        others = {name: text for name, text in wanted.options.items() if name not in known}
        table = self.table(self.read_options({**known, "mode": wanted.mode}))
        random_play.simulate(table, replace(wanted, options=others), self.simulated_players)

    def simulated_players(self, seed: str) -> Players[PositionT, ActionT]:  # noqa: ARG002
        """Return who plays a simulated game, here at random; `seed` is the game's."""
        from referee.games.toolkit.random_play import Players  # noqa: PLC0415 - for this command alone

        return Players()
