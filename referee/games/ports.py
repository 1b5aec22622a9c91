"""What a game offers, as small ports; the rest of the referee knows a game only by these.

They are generic in the game's own position and action, so the type checker follows both across the seam. A
game leaves out what it has no use for: chance, secret choices, an opponent. `registry` finds the games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from referee.games.showing import (
    Context,
    FinishedGame,
    Front,
    Json,
    Pages,
    Presenter,
    RequestWords,
    TableWords,
)
from referee.games.surveying import Surveying
from referee.systems.protocol import System
from rules.rulebook import Rulebook
from rules.ruling import Ruling

if TYPE_CHECKING:
    import click
    from flask import Blueprint

    from referee.records import Record  # records are read by way of the registry, which stands on the ports

__all__ = [
    "INTERFACE",
    "Chance",
    "Context",
    "Desk",
    "FinishedGame",
    "Front",
    "Game",
    "Json",
    "Opponent",
    "Pages",
    "Presenter",
    "RecordPort",
    "RequestWords",
    "Rules",
    "Seats",
    "Secrets",
    "Simulation",
    "Surveying",
    "TableWords",
]
INTERFACE = 1
"""The version of these ports. A game made for another one is left out, with a sentence."""

PositionT = TypeVar("PositionT")
ActionT = TypeVar("ActionT")
ActionT_contra = TypeVar("ActionT_contra", contravariant=True)
ActionT_co = TypeVar("ActionT_co", covariant=True)
PositionT_contra = TypeVar("PositionT_contra", contravariant=True)


class Rules(Protocol[PositionT, ActionT]):
    """What is true of the game: it reads, rules and writes."""

    def read_position(self, data: object) -> PositionT:
        """Return a position from JSON (`referee-position/1`). Raises InputError."""

    def write_position(self, position: PositionT) -> dict[str, Any]:
        """Return a position as JSON, secrets included."""

    def read_action(self, data: object, seat: str | None = None) -> ActionT:
        """Return an action from JSON, of `seat` where it is known who asks. Raises InputError."""

    def write_action(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON."""

    def check(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return whether an action is allowed, without carrying it out: an answer opens no card."""

    def rule(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action, carried out if it is legal and complete. Never raises."""

    def actions(self, position: PositionT) -> Sequence[ActionT]:
        """Return every legal action, without what chance gives."""


class Seats(Protocol[PositionT, ActionT_contra]):
    """Who sits at a table, what each may do, and what each may see."""

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, the public one first."""

    @property
    def public_seat(self) -> str:
        """The seat that everybody sees."""

    @property
    def private_seats(self) -> frozenset[str]:
        """The seats that may see a secret."""

    def view(self, position: PositionT, seat: str) -> dict[str, Any]:
        """Return what a seat may see of a position. A position leaves the referee in no other way."""

    def effects(self, ruling: Ruling[PositionT], seat: str) -> list[Json]:
        """Return the effects of a ruling that a seat may know, in order."""

    def seat_refusal(self, position: PositionT, action: ActionT_contra, seat: str) -> str | None:
        """Return why this seat may not do an action now, or None. The reason rests only on what is public."""


class Secrets(Protocol[PositionT_contra, ActionT_contra]):
    """Secret choices that several seats make at the same moment, opened together."""

    def secret_choice(self, action: ActionT_contra) -> str | None:
        """Return the seat whose choice lies face down by this action until all are in, or None."""

    def lying(self, position: PositionT_contra) -> frozenset[str]:
        """Return the seats whose choice lies face down in a position."""


class Chance(Protocol[PositionT_contra, ActionT]):
    """The dice and draws that actions need. A game without chance has no such port."""

    def wants(self, position: PositionT_contra, action: ActionT, needs: Mapping[str, Any]) -> Sequence[Any]:
        """Return which of `needs` chance can supply now; the players supply the rest."""

    def fill(self, action: ActionT, want: Any, results: Sequence[int]) -> ActionT:
        """Return the action with `results` put where `want` says."""


class RecordPort(Protocol):
    """A saved game, judged again from its first line to its last."""

    def header(self, data: object) -> dict[str, Any]:
        """Return the first line of a record, checked. Raises InputError."""

    def replayed(self, record: Record) -> dict[str, Any]:
        """Return what judging a record came to: `legal`, `actions`, `overridden`, `taken_back` and more."""

    def ending(self, summary: Json) -> str:
        """Return the sentence on how a replayed record ends."""

    def problems(self, record: Record) -> list[str]:
        """Return a sentence for each fault in a finished record: its seals, its chance, its lines."""

    def seals(self, record: Record) -> int:
        """Return how many seals a record has."""


class Opponent(Protocol[PositionT_contra, ActionT_co]):
    """The referee as a player. It knows what its seat may know, and nothing else."""

    @property
    def seat(self) -> str:
        """The seat that it plays."""

    def owes(self, position: PositionT_contra) -> bool:
        """Whether the referee's seat has to choose now."""

    def choose(self, position: PositionT_contra, seed: str) -> ActionT_co:
        """Return the choice of the referee's seat; the same seed gives the same choice."""


class Desk(Protocol):
    """Rulings for programs: JSON in, JSON out."""

    def judge(self, data: object) -> dict[str, Any]:
        """Return the ruling on `{"position": ..., "action": ...}`. Raises InputError."""

    def actions(self, position: object) -> dict[str, Any]:
        """Return `{"actions": [...]}`. Raises InputError."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What `referee simulate` asks for: whole games in a mode, at most `turns` long (None: as usual).

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


class Game(System, Protocol):
    """A game: what it is called, how a table of it is made, and its ports."""

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
    def player_seats(self) -> tuple[str, ...]:
        """Every seat, apart from the spectators', that some table of this game has."""

    @property
    def records(self) -> RecordPort:
        """How records are read and judged."""

    @property
    def presenter(self) -> Presenter | None:
        """How it is shown; None for a game with pages of its own, or with none."""

    @property
    def front(self) -> Front | None:
        """How it shows on the pages that all games share; None where its presenter says enough."""

    @property
    def pages(self) -> Pages | None:
        """Its own pages at the addresses that every table has; None where the frame shows it."""

    @property
    def blueprints(self) -> Sequence[Blueprint]:
        """Its further pages and addresses. Under `/t/<code>` they answer for tables of this game alone."""

    @property
    def surveying(self) -> Surveying | None:
        """What it wants of a board that people survey; None for a game without boards of one's own."""

    @property
    def has_odds(self) -> bool:
        """Whether the referee can play games on from a position and count who wins."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Every seat that may have to agree to something at some table."""

    @property
    def folder(self) -> Path | None:
        """Where the game keeps `templates` and `static` of its own; None where the referee's have them."""

    def commands(self) -> Sequence[click.Command]:
        """Return the commands that only this game has."""

    def simulate(self, wanted: Simulation) -> None:
        """Play whole games between simple players, and print what came of them. Raises InputError."""

    def rulebook(self) -> Rulebook:
        """Return the rulebook."""

    def desk(self, map_data: object = None, counters_data: object = None) -> Desk:
        """Return the desk for programs, with a map or counter sheet where given. Raises InputError."""
