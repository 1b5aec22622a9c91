"""How a game is shown that brings one template: its moment. All else has a plain answer here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from typing_extensions import TypeVar

from referee.games.interface import (
    SPECTATOR,
    Context,
    FinishedGame,
    Introduction,
    Json,
    MappingView,
    TableView,
    TableWords,
)  # fmt: skip
from referee.games.toolkit.plain_words import PlainWords
from rules.sentences import sentence

SeenT = TypeVar("SeenT", bound=TableView, default=MappingView)


@dataclass(frozen=True, slots=True)
class PlainScreen:
    """A seat's screen: its view, the last log line, and its actions, by seat.

    Where the game's view is a mapping, so is `view`: a template reads its members by their names.
    """

    view: TableView | Json
    last: str
    choices: Mapping[str, Sequence[Json]]


@dataclass(frozen=True, slots=True)
class PlainReport:
    """The report of a finished game: how it ended, and what happened, the oldest first."""

    code: str
    ending: str
    stories: Sequence[str]


@dataclass(frozen=True)
class PlainPresenter(Generic[SeenT]):
    """A game says its `moment` template, and what it calls a turn.

    A game that shows more overrides `screen`. `in_clock` is a template for the panel of the clock, `answer`
    one for what an answer replaces of the game's own panels. `replay` is the path of the game's own replay.
    `names_in_stories`: the frame puts the players' names into its stories.
    """

    moment: str
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

    def screen(self, context: Context[SeenT]) -> object:
        """Return what the moment shows, as `game`."""
        stories = [line["story"] for line in context.log if not line["back"]]
        choices: dict[str, list[Json]] = {}
        for action in context.actions:
            choices.setdefault(action.get("seat", context.seat), []).append(action)
        view = context.view
        shown = view.to_json() if isinstance(view, MappingView) else view
        return PlainScreen(shown, stories[-1] if stories else "", choices)

    def seat_name(self, seat: str, view: SeenT | None = None) -> str:
        """Return what a seat is called: its title in the roster, "Player A", or "Fox player" for a word."""
        if view is not None and (title := view.titles.get(seat)):
            return title
        called = f"Player {seat.upper()}" if len(seat) == 1 else f"{seat[:1].upper()}{seat[1:]} player"
        return {"table": "Tablet", SPECTATOR: "Spectator"}.get(seat, called)

    def action_words(self, action: Json, view: SeenT) -> str:
        """Return what an action is called on its key: "Aimed shot: ana, z1", with all that it names."""
        named = [v for k, v in action.items() if k not in {"do", "seat"} and isinstance(v, str | int)]
        what = ", ".join(self.value_words("", value, view) for value in named)
        return f"{_capital(action['do'])}: {what}" if what else _capital(action["do"])

    def value_words(self, field: str, value: object, view: SeenT) -> str:  # noqa: ARG002 - a game may tell
        """Return what a value of a field is called: yes and no, a player's name, "Pump gun", "2A"."""
        if isinstance(value, bool):
            return "Yes" if value else "No"
        return view.names.get(str(value)) or _capital(str(value))

    def question_words(self, name: str, view: SeenT) -> str:
        """Return the heading over the keys of a question: "Act 2A", and for "plot p2" "Plot", "Plot: Ann"."""
        *words, last = name.split(" ")
        if words and last == view.seat:
            return _capital(" ".join(words))
        player = view.names.get(last)
        return f"{_capital(' '.join(words))}: {player}" if words and player else _capital(name)

    def words(self, view: SeenT) -> TableWords:
        """Return the names of a table's seats and the words of its questions."""
        return PlainWords(view, self.seat_name)

    def where(self, summary: Json) -> str:
        """Return how far a game is: "Round 3"."""
        return "Over" if summary["phase"] == "over" else f"{self.turn_word} {summary['turn']}"

    def report_of(self, finished: FinishedGame) -> object:
        """Return what the template of the report shows."""
        stories = [line["story"] for line in finished.lines if not line["back"]]
        return PlainReport(finished.code, stories[-1], stories)


def _capital(word: str) -> str:
    """Return an id as words: "Pump gun"."""
    return sentence(word.replace("_", " "))
