"""The app's services for a game's own pages.

A game stands below the tables and the web layer and imports neither. Where a page of its own reads a table,
acts there or answers a request, it asks the host of the app that runs it:

    bp = Blueprint("auction", __name__, url_prefix="/t/<code>")

    @bp.post("/bid")
    @seat_required
    @idempotent
    def bid(table: Table, seat: str) -> Response:
        action, version = read_action(request.form["action"]), read_version(request.form)
        return host().pages.attempt(table, seat, partial(host().tables.do, table, seat, action, version))

`host()` is there within a request or an app context; it is `app.extensions["host"]`, made by
`referee.web.host`. Helpers that need no table are in `referee.games.toolkit.http` and `.commands`. A table
is given by its code or, where its lock is held, as `seat_required` or `tables.locked` yields it; a seat by
its name. All of these raise `Problem` and `InputError` (`referee.errors`), which the app answers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar, cast

from referee.games.interface.basics import Action, ActionT, Json, Position, PositionT
from referee.games.interface.record import ReplayRecord
from referee.games.interface.rules import Rules
from rules.effects import Effect
from rules.ruling import Ruling

if TYPE_CHECKING:
    from flask import Response as FlaskResponse  # a command needs no web framework
    from werkzeug.wrappers import Response

    from referee.games.interface.screens import Context, TableWords
    from referee.games.table_view import GameView, TableView
    from referee.records.data import Line, Tap, Ticks

Params = ParamSpec("Params")
Result = TypeVar("Result")


class Table(Protocol[PositionT, ActionT]):
    """A table whose lock is held, at its `version`."""

    @property
    def code(self) -> str:
        """The table's code."""

    @property
    def version(self) -> int:
        """Grows with every change."""

    @property
    def match(self) -> Rules[PositionT, ActionT]:
        """The rules, bound to this table."""

    @property
    def positions(self) -> Sequence[PositionT]:
        """The position before the first action, and one more for each action not taken back: all secrets."""

    @property
    def pending_action(self) -> object | None:
        """The action that waits for what it still needs, or None."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An action, done or taken `back`: its `line` of the log, with its effects.

    `begun`: it waited for what a piece says, and was taken back before anybody said it. `read` are the places
    of the pieces that players read for it.
    """

    line: dict[str, Any]
    back: bool = False
    begun: bool = False
    read: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Finished(Generic[PositionT, ActionT]):
    """A finished game, with its players' names.

    `standing` are the lines that were not taken back; `positions` begins before the first of them and has one
    more than there are. `effects` are what each line did, by its number. `reopened` are the ends that were
    taken back. The record with its seals opened is `tables.record`.
    """

    match: Rules[PositionT, ActionT]
    names: Mapping[str, str]
    version: int
    lines: Sequence[Line] = field(repr=False)
    standing: Sequence[Line] = field(repr=False)
    positions: Sequence[PositionT] = field(repr=False)
    effects: Mapping[int, tuple[Effect, ...]] = field(repr=False)
    reopened: Sequence[Mapping[str, Any]] = ()

    def in_short(self) -> Self:
        """Return the game with its first position and its last two alone, to send it to another process."""
        return replace(self, positions=(*self.positions[:-2][:1], *self.positions[-2:]))


class Checklist(Protocol):
    """The ticks on a checklist of moves on the real board."""

    def ticks(self, code: str) -> Ticks:
        """Return what was ticked."""

    def tick(self, code: str, at: int, done: Iterable[str]) -> None:
        """Tick some lines that were listed after `at` actions."""

    def untick(self, code: str, serial: int | None = None) -> None:
        """Take the last tick back, if it is the one of this serial."""


class DicePreferences(Protocol):
    """Whether the devices of a seat type in their dice, other than the table does; None is as the table."""

    def note(self, code: str, seat: str, *, typed: bool | None) -> None:
        """Note what a device that shows its screen prefers."""

    def change(self, code: str, seat: str, *, typed: bool | None) -> None:
        """Change what a device prefers."""

    def of(self, code: str, seat: str) -> bool | None:
        """Return what the devices of a seat prefer."""


class WinOdds(Protocol):
    """The odds of winning, found by playing on many times."""

    def shown(self, code: str) -> dict[str, Any]:
        """Return the state and the figures of the last run."""

    def start(self, code: str, games: int | None = None, address: str = "") -> dict[str, Any]:
        """Start a run for a network `address`. Raises Problem (429)."""

    def stop(self, code: str) -> dict[str, Any]:
        """Stop a run."""


class Presence(Protocol):
    """Which seats have a device that listens for news."""

    def listening(self, code: str, seats: Iterable[str]) -> list[str]:
        """Return those of the seats with a device that listens now."""

    def device_connected(self, code: str, seat: str) -> bool | None:
        """Return whether a seat's device is connected; None if none has listened since the server started."""


class Tables(Protocol):
    """The tables: what a game's pages read there, and what they do."""

    @property
    def checklist(self) -> Checklist:
        """The ticks of checklists."""

    @property
    def dice_preferences(self) -> DicePreferences:
        """How devices differ from their table in rolling dice."""

    @property
    def win_odds(self) -> WinOdds:
        """The odds of winning."""

    @property
    def presence(self) -> Presence:
        """The devices that listen."""

    def create(
        self, options: Json, draw: Callable[[tuple[int, ...]], tuple[int, ...]] | None, seed: str | None
    ) -> dict[str, Any]:
        """Make a table and return `{"code", "seats": {seat: {"token"}}}`.

        `draw` and `seed` set its chance, for a table that teaches.
        """

    def locked(self, code: str) -> AbstractContextManager[Table]:
        """Return a block that holds a table's lock. Raises Problem (404)."""

    def system(self, code: str) -> str:
        """Return the id of the game of a table. Raises Problem (404)."""

    def match(self, code: str) -> Rules:
        """Return the rules of a table."""

    def version(self, code: str) -> int | None:
        """Return the version of a table; None where there is none."""

    def finished(self, code: str) -> Finished | None:
        """Return the whole game once it is over; None while it is played."""

    def record(self, code: str, seat: str) -> list[dict[str, Any]]:
        """Return the record as a seat may see it, header first."""

    @property
    def replay_record(self) -> ReplayRecord:
        """Plays a record again, to check it: a function that can be sent to another process."""

    def history(self, code: str) -> tuple[GameView | Json, list[Happened]]:
        """Return the public view before the first action, and all that happened since. It must not change."""

    def face_down(self, code: str) -> Mapping[int, Fraction]:
        """Return the chance of each value of a face-down piece, as everybody can know it."""

    def device_changes(self, code: str) -> list[dict[str, Any]]:
        """Return the devices let in at a private seat or sent away from one."""

    def setting_changes(self, code: str) -> list[dict[str, Any]]:
        """Return the settings changed in play, in order."""

    def actions(self, table: Table, seat: str) -> list[dict[str, Any]]:
        """Return the legal actions of a seat."""

    def ask(self, table: Table, seat: str, action: Json) -> Ruling[Position]:
        """Return the ruling on an action. Raises Problem (403) for an action of another seat."""

    def wanting(self, table: Table, seat: str, action: Json) -> dict[str, Any]:
        """Return the ruling on an action before its dice, as JSON, with what it still `needs`."""

    def do(self, table: Table, seat: str, action: Json, version: int, *, tap: Tap | None = None) -> object:
        """Carry out an action. Raises Refused (422) with the ruling, and Stale (409)."""

    def follow(self, table: Table, seat: str, action: Json, version: int) -> None:
        """Carry out a public action in the same tap as the one before. Raises Refused and Stale."""

    def batch(self, table: Table, seat: str, batch: Json, version: int, *, typed: bool) -> object:
        """Carry out several actions; none that needs dice where the seat has `typed` them in.

        Raises NothingToDo, and for the first action Refused and Stale.
        """

    def proposed(self, table: Table) -> Json | None:
        """Return the referee's next action for a side without a player, or None."""

    def advance(
        self, table: Table, seat: str, version: int, *, whole: bool = False, phase: bool = False
    ) -> object:
        """Let the referee act for such a side: once, in the `whole` turn, or in this `phase`."""

    def practise(self, table: Table, seat: str, version: int, *, whole: bool = False) -> object:
        """Let the referee act for the players of a practice table."""

    def override(self, table: Table, seat: str, action: Json, version: int) -> object:
        """Ask the other players to allow an action that the rules refuse."""

    def answer_consent(self, table: Table, seat: str, answer: str, serial: int | None) -> object:
        """Answer for a joint action that waits."""

    def change_settings(self, table: Table, seat: str, wanted: Mapping[str, Any]) -> object:
        """Change settings of a running table."""


class Pages(Protocol):
    """How a request at a table is answered: the frame around what the game shows."""

    def build_context(self, table: Table, seat: str) -> Context[TableView]:
        """Return what the seat of this request is sent."""

    def table_page(self, table: Table, seat: str) -> Response:
        """Show the screen of the seat, with what the query asks for."""

    def render_screen(
        self,
        context: Context[TableView],
        ruling: Json | None = None,
        game: object = None,
        *,
        alone: bool = False,
    ) -> Response:
        """Show the screen: fragments for htmx (or the ruling `alone`), else the whole page.

        `game` is what the game shows where that is not its usual screen.
        """

    def attempt(
        self,
        table: Table,
        seat: str,
        operation: Callable[[], object],
        action: Json | None = None,
        says: Collection[int] | None = None,
    ) -> Response:
        """Do what may be refused or come too late, and show the result. `action` is what may be refused.

        A problem of a status that the screen `says` (403, 409, 422) is a sentence there; others are raised.
        """

    def verdict(self, table: Table, context: Context[TableView], ruling: Json, action: Json | None) -> Json:
        """Return the answer to an action, with what the players may allow anyway and what leads on."""

    def override_offer(
        self, table: Table, seat: str, words: TableWords[TableView], ruling: Json, action: Json
    ) -> Json | None:
        """Return what the key says and posts that asks to allow a refused action anyway, or None."""

    def outdated_page(self, context: Context[TableView]) -> Response:
        """Show what was done before the tap came, which did nothing."""

    def refusal_page(self, context: Context[TableView], ruling: Json) -> Response:
        """Show a refusal and leave all else on the screen where it was."""

    def report(self, code: str, *, file: bool = False) -> Response:
        """Show the report, or return it as a `file`; before the end of the game, say when it opens."""

    def report_not_ready(self, code: str, system: str) -> Response:
        """Say that the report opens when the game is over."""

    def idempotent(self, view: Callable[[Table, str], Response]) -> Callable[[Table, str], Response]:
        """Return a view for which requests with the same idempotency key count once."""


class Browser(Protocol):
    """Who asks: the seat of the request, and what the browser keeps in its cookies."""

    def current_seat(self, code: str) -> str:
        """Return the seat that the request comes from. Raises Problem (401, 404, 409)."""

    def seat_required(self, view: Callable[Concatenate[Table, str, Params], Result]) -> Callable[..., Result]:
        """Return a view that is given the table, held, and the seat that asks."""

    def seats_of_cookies(self) -> Iterator[tuple[str, str]]:
        """Yield the code and seat of every table that the browser holds a valid cookie for."""

    def with_seat_cookie(self, answer: FlaskResponse, code: str, token: str) -> FlaskResponse:
        """Return an answer that seats the browser."""

    def remembered_name(self) -> str:
        """Return the name that was typed last on this device, "" for none."""

    def with_name_cookie(self, answer: FlaskResponse, name: str) -> FlaskResponse:
        """Return an answer that has the browser remember a name."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Documents to choose from, some folded away; `chosen` is the id of the one that is chosen at first."""

    shown: Sequence[Json]
    folded: Sequence[Json]
    chosen: str


class Library(Protocol):
    """The documents of every `kind` ("map", "counters"): those of the games, and uploads."""

    def listed(self, kind: str) -> list[dict[str, Any]]:
        """Return the id, name and origin of each."""

    def entries(self, kind: str) -> list[dict[str, Any]]:
        """Return the entries of `listed`, each with its upload time and whether this browser uploaded it."""

    def offered(self, kind: str) -> list[dict[str, Any]]:
        """Return `entries`, or those of the games alone while the database is busy."""

    def choices(self, system: str, kind: str, asked: str = "") -> Choices:
        """Return those to play a game with; `asked` is the id that somebody comes for."""

    def find(self, kind: str, id_: str) -> Json:
        """Return a document. Raises Problem (404)."""

    def upload(self, kind: str, data: Any) -> dict[str, Any]:
        """Keep a document for this browser and return its entry. Raises InputError, Problem (409)."""

    def remove(self, kind: str, id_: str) -> None:
        """Delete a document that this browser uploaded. Raises Problem (403, 404)."""


class Host(Protocol):
    """The app, as a game's pages see it."""

    @property
    def tables(self) -> Tables:
        """The tables."""

    @property
    def pages(self) -> Pages:
        """The answers to requests at a table."""

    @property
    def browser(self) -> Browser:
        """Who asks."""

    @property
    def library(self) -> Library:
        """Maps and counter sheets."""


def host() -> Host:
    """Return the host of the present app."""
    from flask import current_app  # noqa: PLC0415 - a command needs no web framework

    return cast("Host", current_app.extensions["host"])


def seat_required(view: Callable[Concatenate[Table, str, Params], Result]) -> Callable[..., Result]:
    """Return a view about the table `code` that is given that table, held, and the seat that asks.

    It raises Problem: 404 where there is no such table, and whatever `browser.current_seat` raises.
    """

    @wraps(view)
    def whole(code: str, *args: Params.args, **given: Params.kwargs) -> Result:
        return host().browser.seat_required(view)(code, *args, **given)

    return whole


def idempotent(view: Callable[[Table, str], Response]) -> Callable[[Table, str], Response]:
    """Return a view for which requests with the same idempotency key count once (`pages.idempotent`)."""

    @wraps(view)
    def whole(table: Table, seat: str) -> Response:
        return host().pages.idempotent(view)(table, seat)

    return whole


__all__ = [
    "Action",
    "Browser",
    "Checklist",
    "Choices",
    "DicePreferences",
    "Finished",
    "Happened",
    "Host",
    "Library",
    "Pages",
    "Presence",
    "Table",
    "Tables",
    "WinOdds",
    "host",
    "idempotent",
    "seat_required",
]  # fmt: skip
