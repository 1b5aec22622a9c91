"""How a game is shown: its screens at a table, its part of the pages that all games share, its words.

A game makes one object, of `Screens` or of a class that extends it. Each member has an answer here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import TypeVar

from referee.games.interface.basics import SPECTATOR
from referee.games.table_view import MappingView, TableView
from referee.records.data import LET_IN, SENT_AWAY
from referee.records.text import Json
from rules.questions import REFEREE, TABLE
from rules.sentences import listed, sentence

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as Answer  # a command needs no web server

    from referee.games.interface.game import Game
    from referee.games.interface.host import Table

SeenT_co = TypeVar("SeenT_co", bound=TableView[Any], covariant=True, default=MappingView)
SeenT_contra = TypeVar("SeenT_contra", bound=TableView[Any], contravariant=True, default=MappingView)
"""The view that a game's pages are given: `TableView[View]` where the game has a `View`, else a mapping."""
UNDO, OVERRIDE, CONSENT = "undo", "override", "consent"
TITLES: Mapping[str, str] = {UNDO: "Take back?", OVERRIDE: "Overrule the referee?"}
_LITERALS: Mapping[str, object] = {"": None, "true": True, "false": False}
STANDS: Mapping[str, str] = {
    UNDO: "nothing is taken back",
    OVERRIDE: "the referee’s verdict stands",
    CONSENT: "nothing is done",
}


def to_take_back(asked: Json, story: str) -> str:
    """Return what a request takes back: the last step, or how many steps, to where and what that changes."""
    steps, place = asked["steps"], asked.get("place")
    if steps > 1:
        undone = f" {asked['undone']}" if asked.get("undone") else ""
        return f"to take back {steps} steps{f', back to {place}' if place else ''}.{undone}"
    return f"to take back the last step: {story}" if story else "to take back the last step."


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
    """A whole game that is over: its record with all secrets open, each line with its effects; who `won`."""

    code: str
    names: Mapping[str, str]
    options: Json
    header: Json
    lines: Sequence[Json]
    views: Sequence[Json] = ()
    won: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class RequestWords:
    """A game's words on a request: its title, who asks for what, and the keys that answer it.

    `decline` is the key that says no. `agrees` follows a player's name. `withdraw` is the public seat's only
    no where it may call the request off; "" where it answers as others do. `secret`: the tablet may not
    answer for a player who is away. `cases` are what a refusal that is to be overruled rests on.
    """

    title: str
    wish: str
    agree: str = "Agree"
    agrees: str = "agrees"
    decline: str = "Decline"
    withdraw: str = ""
    secret: bool = False
    cases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Introduction:
    """How a game introduces itself; whatever it leaves out, the frame does without or works out.

    `line` is the game in a sentence, `players` how many play ("1–4"), `modes` in which ways. `picture` is a
    static file, such as "go/lid.svg": 480 by 240, cropped at the bottom and the sides, so the middle
    must do alone. `pictured` says what it shows. `first` leads newcomers to their first game, `asks` to what
    answers a question without a table: `{"name", "url"}`, where `url` is a path such as "/demo", and `posts`,
    the fields of a form, where a tap begins something. `seats` has a picture for each seat, a static file as
    wide as it is high.
    """

    line: str = ""
    players: str = ""
    modes: str = ""
    picture: str = ""
    pictured: str = ""
    first: Sequence[Json] = ()
    asks: Sequence[Json] = ()
    seats: Mapping[str, str] = field(default_factory=dict)


def _plainly(action: Json, _view: object) -> str:
    """Return what an action is called by its name."""
    return _capital(action["do"])


@dataclass(frozen=True)
class TableWords(Generic[SeenT_co]):
    """A game's names for the seats of a table, and its words for requests, as one seat reads them.

    `called` is what the game calls a seat, with what the view knows of it, and `does` what it calls an
    action. `further_url` is where the game itself shows the places to take back to; "" where the frame lists
    them.
    """

    view: SeenT_co
    called: Callable[[str, SeenT_co], str]
    further_url: str = ""
    does: Callable[[Json, SeenT_co], str] = _plainly

    def title(self, seat: str) -> str:
        """Return what a seat is called without its player."""
        return self.called(seat, self.view)

    def name(self, seat: str) -> str:
        """Return who sits at a seat: "Ann, Player A"."""
        player = self.view.names.get(seat)
        return f"{player}, {self.title(seat)}" if player else self.title(seat)

    def player(self, seat: str) -> str:
        """Return who sits at a seat, within a sentence: "Ann", "the tablet"."""
        if seat == TABLE:
            return "the tablet"
        return self.view.names.get(seat) or self.title(seat)

    def owner(self, seat: str) -> str:
        """Return whose the phone of a seat is, at the start of a sentence: by name, else as `player` does."""
        return self.view.names.get(seat) or sentence(self.player(seat))

    def step(self) -> str:
        """Return what the key says that takes back the last step."""
        return "Take back the last step"

    def request(self, asked: Json, asks: str) -> RequestWords:
        """Return the words on a request: to take back, to allow a refused action, to do one together."""
        if asked["kind"] == UNDO:
            story = self.view.undo["story"] if self.view.undo else ""
            return RequestWords(TITLES[UNDO], f"{asks} {to_take_back(asked, story)}")
        if asked["kind"] == OVERRIDE:
            return RequestWords(TITLES[OVERRIDE], f"{asks} to allow an action that the referee refused.")
        does = self.does(asked["action"], self.view)
        wish = f"{asks}: “{does}”."
        return RequestWords("Yes or no?", wish, agree="Yes", agrees="says yes", decline="No")

    def stands(self, kind: str) -> str:
        """Return what a no to a request of this kind leaves as it is."""
        return STANDS.get(kind, "it is not done")

    def exception(self, action: Json) -> str:  # noqa: ARG002 - a game with names for its actions says them
        """Return what the key says of a refused action."""
        return "the refused action"


def who_won(names: Sequence[str]) -> str:
    """Return how a game ended, by the names of those who have won: "Ann wins", "Ann and Ben win"."""
    if not names:
        return "The game is over"
    return f"{sentence(listed(names))} {'wins' if len(names) == 1 else 'win'}"


def let_in(came: Json, who: str) -> str:
    """Return the sentence on what was answered to a device that wants to join as `who`, and by whom.

    Or that a device which had joined was sent away.
    """
    if came["state"] == SENT_AWAY:
        return f"{sentence(who)} sent a device away."
    is_in = came["state"] == LET_IN
    if came["by"] == came["seat"]:
        return f"{sentence(who)} {'let' if is_in else 'did not let'} another device in."
    if is_in:
        return f"Another device has joined as {who}: let in on the tablet, by agreement at the tablet."
    return f"Another device was not let in as {who}."


@dataclass(frozen=True, slots=True)
class Screen:
    """What the templates show of a game that says nothing else: the view, the last line, actions by seat.

    Where the game's view is a mapping, so is `view`: a template reads its members by their names.
    """

    view: TableView | Json
    last: str
    choices: Mapping[str, Sequence[Json]]


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a finished game: how it ended, and what happened, the oldest first."""

    code: str
    ending: str
    stories: Sequence[str]
    title: str


@dataclass(frozen=True)
class Screens(Generic[SeenT_contra]):
    """How a game is shown. The templates get its object as `game`, beside the frame's own as `screen`.

    At a table: `moment` is the template of what changes with every action, whose root is `#moment`; `page`
    that of the whole page around it, and `answer` one for what an answer replaces of the game's own panels.
    `in_clock` is a template for the panel of the clock. `turn_word` is what a turn is called.
    `names_in_stories`: the frame puts the players' names into the game's sentences.

    Before a game: `introduction`; `new_table` is the template of the options of a new table, `beside` that of
    a panel beside them, `stand_ins` a sentence on each thing that stands in for a printed one. `help` is the
    template of the help, `first_help` that of the lines on the card for newcomers. `shortcuts` are further
    links at the top of a page, `looking_back` those in the list of a device's tables: `{"name", "url"}`, with
    a path as `url`. `notes_rule` is the rule on what players may not write down: `{"says", "case"}`.

    After a game: `report` is the template of the report, `replay` the path of the game's own replay under the
    table's. `credit` is the template of the line that says whose game it is.

    `slow_parameter` is the word in a query that asks for `slow_work`. `reads_forms`: `do` answers every form
    of this game, in which a key may post more than an action. A refusal then leaves the form as it is filled
    in, and each answer without a script is the page itself. `titles` are what the seats of a table are called
    in its roster; the frame puts them in where there is no view.
    """

    moment: str = "frame/moment.html"
    turn_word: str = "Turn"
    page: str = "frame/table.html"
    new_table: str = "frame/_options.html"
    beside: str = ""
    in_clock: str = ""
    answer: str = ""
    replay: str = ""
    names_in_stories: bool = True
    credit: str = "frame/_no_credit.html"
    report: str = "report/report.html"
    help: str = ""
    first_help: str = ""
    introduction: Introduction = field(default_factory=Introduction)
    stand_ins: Sequence[str] = ()
    shortcuts: Sequence[Json] = ()
    looking_back: Sequence[Json] = ()
    notes_rule: Json | None = None
    slow_parameter: str = ""
    reads_forms: bool = False
    titles: Mapping[str, str] = field(default_factory=dict)

    def screen(self, context: Context[SeenT_contra]) -> object:
        """Return what the templates of a seat's screen show, as `game`.

        It may have `news`, what the last tap did, and `kept_news`, what is still to be read, both in the
        ruling's place; `overtaken`, the news for a tap that came too late; `said`, a sentence for those who
        listen; `has_turn`, whether somebody at this screen acts next; `fresh`, whether the table waits for
        others to join.
        """
        stories = [line["story"] for line in context.log if not line["back"]]
        choices: dict[str, list[Json]] = {}
        for action in context.actions:
            choices.setdefault(action.get("seat", context.seat), []).append(action)
        view = context.view
        shown = view.to_json() if isinstance(view, MappingView) else view
        return Screen(shown, stories[-1] if stories else "", choices)

    def seat_name(self, seat: str, view: SeenT_contra | None = None) -> str:
        """Return what a seat is called: its title in the roster, "Player A", or "Fox player" for a word."""
        if title := (self.titles if view is None else view.titles).get(seat):
            return title
        called = f"Player {seat.upper()}" if len(seat) == 1 else f"{seat[:1].upper()}{seat[1:]} player"
        return {TABLE: "Tablet", SPECTATOR: "Spectator", REFEREE: "Referee"}.get(seat, called)

    def action_words(self, action: Json, view: SeenT_contra) -> str:
        """Return what an action is called on its key: "Aimed shot: ana, z1", with all that it names."""
        named: list[str] = []
        for name, value in action.items():
            if value is True:
                named.append(name.replace("_", " "))
            elif name not in {"do", "seat"} and isinstance(value, str | int) and value is not False:
                named.append(self.value_words(name, value, view))
        return f"{_capital(action['do'])}: {', '.join(named)}" if named else _capital(action["do"])

    def value_words(self, field: str, value: object, view: SeenT_contra) -> str:  # noqa: ARG002
        """Return what a value of a field is called: yes and no, who sits at a seat, "Pump gun", "2A"."""
        if isinstance(value, bool):
            return "Yes" if value else "No"
        if not isinstance(value, str):
            return str(value)
        return view.names.get(value) or view.titles.get(value) or _capital(value)

    def value_row(self, field: str, value: object, view: SeenT_contra) -> tuple[str, str]:  # noqa: ARG002
        """Return the row of keys in which an option of a field stands, and what its key says there.

        "Group A at Ana" stands in the row "Group A" and says "Ana". An option without a row has ("", "").
        """
        return "", ""

    def question_words(self, name: str, view: SeenT_contra) -> str:
        """Return the heading over the keys of a question: "Act 2A", and for "plot p2" "Plot", "Plot: Ann"."""
        *words, last = name.split(" ")
        if words and last == view.seat:
            return _capital(" ".join(words))
        player = view.names.get(last) or view.titles.get(last)
        return f"{_capital(' '.join(words))}: {player}" if words and player else _capital(name)

    def words(self, view: SeenT_contra) -> TableWords[TableView]:
        """Return the names of a table's seats and the words of its requests."""
        return TableWords(view, self.seat_name, does=self.action_words)

    def where(self, summary: Json) -> str:
        """Return how far a game is: "Round 3"."""
        return "Over" if summary["phase"] == "over" else f"{self.turn_word} {summary['turn']}"

    def report_of(self, finished: FinishedGame) -> object:
        """Return what the template of the report shows."""
        stories = [line["story"] for line in finished.lines if not line["back"]]
        won = [finished.names.get(seat) or self.seat_name(seat) for seat in finished.won]
        return Report(finished.code, stories[-1], stories, who_won(won))

    def seated(self, seat: str, names: Mapping[str, str]) -> str:
        """Return who sits at a seat: "Ann (Player A)", else what the seat is called."""
        title = self.seat_name(seat)
        return f"{names[seat]} ({title})" if names.get(seat) else title

    def mode_title(self, mode: str) -> str:
        """Return what a mode is called in the list of tables."""
        return mode

    def setting_notice(self, view: SeenT_contra) -> str:
        """Return the sentence on `setting_changed` of a view, and who changed it; "" without a change."""
        changed = view.setting_changed
        if changed is None or changed["name"] != "dice":
            return ""
        by = "At the tablet" if changed["by"] == TABLE else f"Set by {self.words(view).player(changed['by'])}"
        now = "dice are now rolled on the table and typed in"
        return f"{by}: {now if changed['to'] == 'players' else 'the referee now rolls the dice'}."

    def fields(self, game: Game) -> object:
        """Return what the template `new_table` shows: the options that the game declares."""
        return game.options

    def options_from(self, form: Mapping[str, str], game: Game) -> dict[str, Any]:
        """Return the options of a new table from its form: true and false, numbers and words."""
        return {name: value_of(form[name]) for name in sorted(game.option_names) if name in form}

    def slow_work(self, context: Context[SeenT_contra]) -> Callable[[], object] | None:  # noqa: ARG002
        """Return the work whose result `screen` would otherwise wait for, with the table held; or None.

        It is done while the table is free for others. It changes nothing, and keeps its result for `screen`.
        """
        return None

    def do(self, table: Table, seat: str) -> Answer:
        """Answer what a form posted, where the game reads its forms itself."""
        raise NotImplementedError

    def way_on(self, context: Context[SeenT_contra], action: Json) -> Json | None:  # noqa: ARG002
        """Return what leads on from a refusal, with what its key `says` and its `url`; None for nothing."""
        return None


def _capital(word: str) -> str:
    """Return an id as words: "Pump gun"."""
    return sentence(word.replace("_", " "))


def value_of(text: str) -> object:
    """Return the value that a form or a command gives: true and false, a number, or the text."""
    if text in _LITERALS:
        return _LITERALS[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text
