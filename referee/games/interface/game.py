"""A game as the registry knows it: its name, its tables, its pages and its commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never, Protocol

from referee.games.demo_states import DemoState
from referee.games.interface.basics import ActionT, Json, PositionT
from referee.games.interface.match import Match
from referee.games.interface.odds import OddsPort
from referee.games.interface.printing import PrintingPort
from referee.games.interface.record import Records
from referee.games.interface.screens import Screens
from referee.games.surveying import Surveying
from rules.rulebook.rulebook import Rulebook

if TYPE_CHECKING:
    import click
    from flask import Blueprint

    from referee.games.toolkit.rules_api import RulesApi


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


class Game(Protocol[PositionT, ActionT]):
    """A game: what it is called, how a table of it is made, and its ports."""

    @property
    def id(self) -> str:
        """The name in addresses and files."""

    @property
    def title(self) -> str:
        """The name for people."""

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of play, the usual one first."""

    @property
    def interface(self) -> int:
        """The version of the ports that the game is made for."""

    @property
    def option_names(self) -> frozenset[str]:
        """The options that a new table takes."""

    @property
    def position_members(self) -> frozenset[str]:
        """The members that its positions alone have: they identify the game where a position names none."""

    @property
    def player_seats(self) -> tuple[str, ...]:
        """The seats that players take at some table: how many can play, where the game does not say it."""

    def player(self, seat: str) -> str:
        """Return what a sentence calls a player without a name: "player A"; "" for the seat's title."""

    def options(self, given: Json) -> dict[str, Any]:
        """Return the options of a new table, checked and complete. Raises InputError."""

    def match(self, options: Json, documents: Documents) -> Match[PositionT, ActionT]:
        """Return the rules for a table. Raises InputError when a document it names is not available."""

    @property
    def board(self) -> BoardPort | None:
        """Its maps and counter sheets; None for a game without."""

    @property
    def records(self) -> Records:
        """How records are read and judged."""

    @property
    def screens(self) -> Screens[Never] | None:
        """How it is shown; None for a game without pages."""

    @property
    def blueprints(self) -> Sequence[Blueprint]:
        """Its further pages and addresses. Under `/t/<code>` they answer for tables of this game alone."""

    @property
    def surveying(self) -> Surveying | None:
        """Its requirements of a surveyed board; None for a game that takes no boards of its players."""

    @property
    def printing(self) -> PrintingPort | None:
        """Its printing; None for a game without maps and counter sheets."""

    @property
    def odds(self) -> OddsPort[PositionT] | None:
        """The chances of winning from a position; None where the referee cannot play the game on."""

    @property
    def folder(self) -> Path | None:
        """The folder of its `templates` and `static`; None where the referee's folders have them."""

    @property
    def demo_states(self) -> Mapping[str, DemoState]:
        """The states of a table that `referee demo` offers, by name."""

    def commands(self) -> Sequence[click.Command]:
        """Return the commands that only this game has."""

    def simulate(self, wanted: Simulation) -> None:
        """Play whole games between simple players, and print what came of them. Raises InputError."""

    def rulebook(self) -> Rulebook:
        """Return the rulebook."""

    def rules_api(
        self, map_data: object = None, counters_data: object = None
    ) -> RulesApi[PositionT, ActionT]:
        """Return the rulings for programs, with a map or counter sheet where given. Raises InputError."""
