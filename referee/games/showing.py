"""How a game is shown: what its screens are made of, and what it gives the frame to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, runtime_checkable

from typing_extensions import TypeVar

from referee.games.table_view import MappingView, TableView
from referee.records.text import Json

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as Answer  # a command needs no web server

    from referee.games.interface.host import Table

SeenT_co = TypeVar("SeenT_co", bound=TableView[Any], covariant=True, default=MappingView)
SeenT_contra = TypeVar("SeenT_contra", bound=TableView[Any], contravariant=True, default=MappingView)
"""The view that a game's pages are given: `TableView[View]` where the game has a `View`, else a mapping."""


@dataclass(frozen=True, slots=True)
class Context(Generic[SeenT_co]):
    """Everything that the screen of a seat is made of. It holds nothing that is secret to that seat.

    `base` is the address of the table. `view` is the game's view, and what the table adds. `actions` are the
    seat's legal actions. `log` has a line for each action, the oldest first, with what this seat may know of
    its `effects`. `here` are the seats with a device that listens, `taken` those that a device has ever
    taken. `stage` changes with everything that was opened or taken back, never with a choice that lies face
    down. `args` is the query. `draft` is what was chosen so far and is no action yet: it came in the body,
    for no address holds what is secret. `choosing` is for how many seconds the seats have been choosing in
    secret, None in a break.
    """

    code: str
    base: str
    seat: str
    view: SeenT_co
    actions: Sequence[Json]
    log: Sequence[Json]
    names: Mapping[str, str]
    here: frozenset[str]
    taken: frozenset[str]
    options: Json
    version: int
    stage: str
    over: bool
    args: Mapping[str, str] = field(default_factory=dict)
    seals: Sequence[Json] = ()
    draft: Mapping[str, str] = field(default_factory=dict)
    choosing: float | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A whole game that is over: its record with all secrets open, each line with its effects."""

    code: str
    names: Mapping[str, str]
    options: Json
    header: Json
    lines: Sequence[Json]
    views: Sequence[Json] = ()


@dataclass(frozen=True, slots=True)
class RequestWords:
    """A game's words on a request: its title, who asks for what, and the keys that answer it.

    `agrees` follows a player's name. `withdraw` is the public seat's only no where it may call the request
    off; "" where it answers as others do. `secret`: the tablet may not answer for a player who is away.
    `cases` are what a refusal that is to be overruled rests on.
    """

    title: str
    wish: str
    agree: str = "Agree"
    agrees: str = "agrees"
    withdraw: str = ""
    secret: bool = False
    cases: tuple[str, ...] = ()


class TableWords(Protocol):
    """A game's names for the seats of a table, and its words for requests, from one seat's view."""

    @property
    def further_url(self) -> str:
        """Where the game itself shows the places to take back to; "" where the frame lists them."""

    def title(self, seat: str) -> str:
        """Return what a seat is called without its player: "Player A"."""

    def name(self, seat: str) -> str:
        """Return who sits at a seat, in a list: "Ann, Player A"."""

    def player(self, seat: str) -> str:
        """Return who sits at a seat, within a sentence: "Ann"."""

    def owner(self, seat: str) -> str:
        """Return whose the phone of a seat is, at the start of a sentence: "Ann", "The first player"."""

    def step(self) -> str:
        """Return what the key says that takes back the last step."""

    def request(self, asked: Json, asks: str) -> RequestWords:
        """Return the words on a request; `asks` is how its sentence begins: "Ann asks"."""

    def stands(self, kind: str) -> str:
        """Return what a no to a request of this kind leaves as it is."""

    def exception(self, action: Json) -> str:
        """Return what a refused action would do, for the key that asks to allow it."""


class Front(Protocol):
    """How a game shows on the pages that all games share: its own start page, joining, the list of tables."""

    @property
    def new_table(self) -> str:
        """The template of the fields that a new table is made with. It gets `fields`."""

    @property
    def stand_ins(self) -> Sequence[str]:
        """A sentence on each thing that stands in for a printed one."""

    @property
    def beside(self) -> str:
        """The template of a panel beside them, or "" for none."""

    @property
    def help(self) -> str:
        """The template of the help on this game, or ""."""

    @property
    def first_help(self) -> str:
        """The template of the lines on the card for newcomers, or "" for no card."""

    @property
    def shortcuts(self) -> Sequence[Json]:
        """Further links at the top of a page: `{"name", "url"}`, with a path as `url`."""

    @property
    def looking_back(self) -> Sequence[Json]:
        """Further links in the list of a device's tables: `{"name", "url"}`, with a path as `url`."""

    @property
    def notes_rule(self) -> Json | None:
        """The rule on what players may not write down: `{"says", "case"}`, or None."""

    def fields(self) -> object:
        """Return what `new_table` shows."""

    def wanted(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the options of a new table from its form."""

    def seat_title(self, seat: str) -> str:
        """Return what a seat is called without its player."""

    def seat_name(self, seat: str, names: Mapping[str, str]) -> str:
        """Return who sits at a seat: "Ann (Player A)", else the title of the seat."""

    def mode_title(self, mode: str) -> str:
        """Return what a mode is called in the list of tables."""

    def where(self, summary: Json) -> str:
        """Return how far a game is, for the list of tables."""


class Presenter(Protocol[SeenT_contra]):
    """How a game is shown. The templates get its object as `game`, beside the frame's own as `screen`.

    A presenter may also have `introduction`, `in_clock`, `answer`, `replay` and `names_in_stories`
    (`PlainPresenter` says what each is), and what the protocols below offer. What `screen` returns may have
    `news`, what the last tap did, and `kept_news`, what is still to be read, both in the ruling's place;
    `overtaken`, the news for a tap that came too late; `said`, a sentence for those who listen; `has_turn`,
    whether somebody at this screen acts next; `fresh`, whether the table waits for others to join.
    """

    @property
    def page(self) -> str:
        """The template of the whole page."""

    @property
    def moment(self) -> str:
        """The template of the fragment that changes with every action; its root is `#moment`."""

    @property
    def new_table(self) -> str:
        """The template of the fields that a new table is made with."""

    @property
    def beside(self) -> str:
        """The template of a panel beside these fields, or "" for none."""

    @property
    def credit(self) -> str:
        """The template of the line that says whose game it is."""

    @property
    def report(self) -> str:
        """The template of the report after the game."""

    @property
    def help(self) -> str:
        """The template of the help on this game, or ""."""

    @property
    def first_help(self) -> str:
        """The template of the lines on the card for newcomers, or "" for no card."""

    def screen(self, context: Context[SeenT_contra]) -> object:
        """Return what the templates of the page show."""

    def seat_name(self, seat: str, view: SeenT_contra | None = None) -> str:
        """Return what a seat is called, with what the `view` knows of it."""

    def words(self, view: SeenT_contra) -> TableWords:
        """Return the names of a table's seats and the words of its questions."""

    def where(self, summary: Json) -> str:
        """Return how far a game is, for a list of tables: "Round 3"."""

    def report_of(self, finished: FinishedGame) -> object:
        """Return what the template of the report shows."""


@runtime_checkable
class TellsSettings(Protocol[SeenT_contra]):
    """An option of presenters: a sentence on a setting that changed since the last action."""

    def setting_told(self, view: SeenT_contra) -> str:
        """Return the sentence on `setting_changed` of a view, and who changed it; "" without a change."""


@runtime_checkable
class WorksAhead(Protocol[SeenT_contra]):
    """An option of presenters: slow work, done while the table is free for others."""

    @property
    def ahead_of(self) -> str:
        """The word in the query that asks for the slow work."""

    def ahead(self, context: Context[SeenT_contra]) -> Callable[[], object] | None:
        """Return the work whose result `screen` would otherwise wait for, with the table held; or None.

        It changes nothing, and keeps what comes of it for `screen`.
        """


@runtime_checkable
class ReadsForms(Protocol[SeenT_contra]):
    """An option of presenters: the game's forms, in which a key posts more than an action.

    A refusal leaves such a form as it is filled in, and each answer without a script is the page itself.
    """

    def do(self, table: Table, seat: str) -> Answer:
        """Answer what was posted."""

    def way_on(self, context: Context[SeenT_contra], action: Json) -> Json | None:
        """Return what leads on from a refusal, with what its key `says` and its `url`; None for nothing."""
