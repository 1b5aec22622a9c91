"""How the game is shown: its introduction, the words of its requests, its templates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.games.battlecon.match import DuelContext, DuelView
from referee.games.battlecon.pages.beat_clock import setting_change
from referee.games.battlecon.pages.choices import option_words
from referee.games.battlecon.pages.lessons import ASKED, lesson_ahead
from referee.games.battlecon.pages.screen import SET_UP, DuelScreen, screen
from referee.games.battlecon.report import report_of
from referee.games.battlecon.wording import first_name
from referee.games.interface import FinishedGame, Introduction, RequestWords, Screens
from referee.games.interface.screens import UNDO, TableWords
from referee.records.text import Json
from rules.battlecon.actions import SEATS
from rules.battlecon.formats.position_writing import SYSTEM
from rules.battlecon.game import PHASE_NAMES, PROCEDURES
from rules.battlecon.view import View

PUBLIC_SEATS = {"table": "Tablet", "spectator": "Spectator"}
INTRODUCTION = Introduction(
    line="Two fighters, seven spaces. Both choose in secret, then reveal.",
    players="1–2",
    modes="a duel, or against the referee",
    picture="battlecon/picture.svg",
    pictured="Two fighters stand on a row of seven spaces. Before each lies a pair of cards.",
    first=(
        {
            "name": "Duel with the trainer",
            "url": "/",
            "posts": {"system": SYSTEM, "opponent": "referee", "trainer": "true"},
        },
    ),
)


@dataclass(frozen=True)
class BattleWords(TableWords[DuelView]):
    """The words of a table of this game."""

    def request(self, asked: Json, asks: str) -> RequestWords:
        """Return the words on a request; a single step is named by its action, not by its outcome."""
        words = super().request(asked, asks)
        name = step_name(self.view)
        if asked["kind"] != UNDO or asked["steps"] > 1 or not name:
            return words
        return replace(words, wish=f"{asks} to take back the last step: {name}.")


def step_name(view: DuelView) -> str:
    """Return the last step in words: "Cadenza chose “Pull Kallistar 3”"; "" if unknown."""
    action = view.undo["action"] if view.undo else {}
    fighter = view.game.fighter_at(action.get("seat", ""))
    did = _did(view.game, action) if fighter else ""
    return f"{first_name(view.game.figures, fighter.fighter)} {did}" if fighter and did else ""


def _did(view: View, action: Json) -> str:
    cards = view.figures
    procedure = PROCEDURES[action["do"]]
    if procedure.secret:
        return f"chose {'the' if procedure.chooses.endswith('s') else 'a'} {procedure.chooses}"
    if "token" in action:
        return f"added {cards.name(action['token'])}"
    if "option" not in action:
        return "added no token" if procedure.answers == "ante" else ""
    option = action["option"]
    if option["what"] in ("use", "decline"):
        return "answered a question"
    return f"chose “{option_words(view, action['seat'], option)}”"


@dataclass(frozen=True)
class BattleScreens(Screens[DuelView]):
    """How the game is shown: the names of its templates, and the objects that they show."""

    moment: str = "battlecon/_moment.html"
    page: str = "battlecon/table.html"
    new_table: str = "battlecon/_new.html"
    credit: str = "battlecon/_credit.html"
    report: str = "battlecon/report.html"
    in_clock: str = "battlecon/questions/clock.html"
    help: str = "battlecon/_help.html"
    first_help: str = "battlecon/_first_help.html"
    introduction: Introduction = INTRODUCTION
    slow_parameter: str = ASKED

    def screen(self, context: DuelContext) -> DuelScreen:
        return screen(context)

    def slow_work(self, context: DuelContext) -> Callable[[], object] | None:
        """Return the work on a lesson, which does not hold up the other player."""
        return lesson_ahead(context)

    def seat_name(self, seat: str, view: DuelView | None = None) -> str:
        """Return the name of a seat: its fighter once it has one."""
        if seat not in SEATS:
            return PUBLIC_SEATS.get(seat, seat)
        fighter = view.game.fighter_at(seat) if view else None
        if view and fighter:
            return f"{first_name(view.game.figures, fighter.fighter)} ({seat.upper()})"
        return f"Player {seat.upper()}"

    def words(self, view: DuelView) -> BattleWords:
        """Return the names of a table's seats and the words of its questions."""
        return BattleWords(view, self.seat_name)

    def where(self, summary: Json) -> str:
        """Return how far a duel is: "Beat 3, choice of attack pairs"."""
        name = PHASE_NAMES[summary["phase"]]
        if summary["phase"] in SET_UP or summary["phase"] == "over":
            return SET_UP.get(summary["phase"], "Over")
        return f"Beat {summary['beat']}, {name}"

    def setting_notice(self, view: DuelView) -> str:
        """Return the sentence on a changed clock, and who changed it."""
        return setting_change(view, lambda seat: self.seat_name(seat, view))

    def report_of(self, finished: FinishedGame) -> object:
        return report_of(finished)


SCREENS = BattleScreens()
