"""How *Dawn of the Dead* is shown: the names of its templates, and the objects that they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from referee.games.dawn_of_the_dead.labels.wording import PHASES, SEATS, seat_name
from referee.games.dawn_of_the_dead.pages import counter_sheets, odds, settings
from referee.games.dawn_of_the_dead.pages import table as taps
from referee.games.dawn_of_the_dead.pages.action_panel import guide
from referee.games.dawn_of_the_dead.pages.action_panel.panel import BACK, ending_panel, undo_panel
from referee.games.dawn_of_the_dead.pages.action_panel.phase_keys import ENDS
from referee.games.dawn_of_the_dead.pages.counter_sheets import unit_counts, way_on
from referee.games.dawn_of_the_dead.pages.map import sight
from referee.games.dawn_of_the_dead.pages.report import demo, overview, statistics
from referee.games.dawn_of_the_dead.pages.report.overview import overview_of
from referee.games.dawn_of_the_dead.pages.screen import Screen, screen_of
from referee.games.dawn_of_the_dead.pages.seat_context import seat_context
from referee.games.dawn_of_the_dead.pages.settings import change_notice
from referee.games.dawn_of_the_dead.pages.words import DawnWords
from referee.games.dawn_of_the_dead.seats import AUTOMATIC, TAPPED, DawnView
from referee.games.interface import Context, FinishedGame, Game, Introduction, Screens
from referee.games.interface.host import Table, host
from referee.records.text import Json
from rules.dawn_of_the_dead.victory import winner_sentence
from rules.dawn_of_the_dead.view import SYSTEM

GAMES: Mapping[str, Json] = {
    "two": {"mode": "two-player"},
    "alone": {"mode": "solitaire"},
    "three": {"mode": "cooperative", "players": 3},
    "four": {"mode": "cooperative", "players": 4},
}
"""Who plays, as the form says it."""
MODES: Mapping[str, str] = {"two-player": "two players", "solitaire": "solitaire", "cooperative": "together"}
STAND_INS = (
    "The map is a reconstruction. It agrees with everything the rulebook says about the printed map.",
    "The counter figures are stand-ins, not the printed ones.",
)
INTRODUCTION = Introduction(
    line="Four people hold a shopping mall against fifty zombies.",
    players="1–4",
    modes="two sides, solitaire or together",
    picture="dawn_of_the_dead/picture.svg",
    pictured="A hall of the mall from above. A sight line goes from one character through a glass door to a"
    " zombie.",
    first=(
        {"name": "Guided first turn", "url": "/guided", "posts": {}},
        {"name": "Watch a game", "url": "/demo"},
    ),
    asks=({"name": "Check a sight line", "url": "/sight"},),
    seats={"zombie": "dawn_of_the_dead/zombie.svg"},
)
NO_VALUES: Json = {"says": "Remember Zombie Values; do not write them down", "case": "2.3"}


@dataclass(frozen=True)
class DawnScreens(Screens[DawnView]):
    """How the game is shown."""

    moment: str = "dawn_of_the_dead/table/_moment.html"
    page: str = "dawn_of_the_dead/table/table.html"
    answer: str = "dawn_of_the_dead/table/_answer.html"
    report: str = "dawn_of_the_dead/report/report.html"
    replay: str = "/report/0"
    names_in_stories: bool = False
    reads_forms: bool = True
    new_table: str = "dawn_of_the_dead/start/_new.html"
    help: str = "dawn_of_the_dead/help/_help.html"
    first_help: str = "dawn_of_the_dead/help/_first_help.html"
    introduction: Introduction = INTRODUCTION
    stand_ins: Sequence[str] = STAND_INS
    shortcuts: Sequence[Json] = ({"name": "Sight", "url": "/sight"},)
    looking_back: Sequence[Json] = ({"name": "Statistics", "url": "/statistics"},)
    notes_rule: Json | None = field(default_factory=lambda: NO_VALUES)

    def screen(self, context: Context[DawnView]) -> Screen:
        """Return what the templates show: what may be done, or whether to end a phase or take what back."""
        own, args = seat_context(context), context.args
        asked = undo_panel(own, args[BACK]) if BACK in args else None
        if ENDS in args and BACK not in args:
            asked = ending_panel(own, args[ENDS])
        return screen_of(context, own, asked)

    def do(self, table: Table, seat: str) -> Response:
        """Carry out an action, or ask for what it still needs, or say why it may not be done."""
        return taps.do(table, seat)

    def way_on(self, context: Context[DawnView], action: Json) -> Json | None:
        """Return the key that leads to other counters, where the sheet has no such value; else None."""
        return way_on(seat_context(context), action)

    def words(self, view: DawnView) -> DawnWords:
        """Return the names of a table's seats and the words of its questions."""
        return DawnWords(view)

    def setting_notice(self, view: DawnView) -> str:
        """Return the sentence on a setting that was changed, and who changed it."""
        return change_notice(view.setting_changed, view.names)

    def report_of(self, finished: FinishedGame) -> Json:
        """Return what the template of the report shows."""
        return overview_of(finished.code)

    def fields(self, game: Game) -> Json:  # noqa: ARG002
        """Return the maps and counter sheets to choose from."""
        sheets = host().library.choices(SYSTEM, "counters", request.args.get("sheet", ""))
        told = [
            {**sheet, "units": unit_counts(host().library.find("counters", sheet["id"]))}
            for sheet in sheets.shown
        ]
        maps = host().library.choices(SYSTEM, "map", request.args.get("map", ""))
        return {
            "maps": replace(maps, shown=list(map(_marked_front, maps.shown))),
            "sheets": replace(sheets, shown=told),
        }

    def options_from(self, form: Mapping[str, str], game: Game) -> dict[str, Any]:  # noqa: ARG002
        """Return the options of a new table from its form."""
        given: dict[str, Any] = {k: form[k] for k in ("counters", "map", "sheet") if form.get(k)}
        given |= GAMES.get(form.get("game", ""), {})
        given["practice"] = "practice" in form
        given["phases"] = TAPPED if "tap" in form else AUTOMATIC
        return given

    def seat_name(self, seat: str, view: DawnView | None = None) -> str:  # noqa: ARG002
        """Return what a seat is called without its player: "Zombie player"."""
        return SEATS[seat]

    def seated(self, seat: str, names: Mapping[str, str]) -> str:
        """Return who sits at a seat: "Ann (zombies)", else "Zombie player"."""
        return seat_name(seat, names)

    def mode_title(self, mode: str) -> str:
        """Return who plays, in the list of tables."""
        return MODES[mode]

    def where(self, summary: Json) -> str:
        """Return how far a game is: "Game-Turn 3, Reaction Phase", or who won."""
        phase = PHASES[summary["phase"]].name
        if summary["winner"]:
            won = winner_sentence(host().tables.match(summary["code"]).options["mode"], summary["winner"])
            phase = won[0].lower() + won[1:]
        return f"Game-Turn {summary['turn']}, {phase}"


def _marked_front(entry: Json) -> Json:
    """Return a map with the mark of a bundled one: it replaces the printed one."""
    return {**entry, "mark": "A stand-in" if entry["bundled"] else ""}


SCREENS = DawnScreens()
BLUEPRINTS = (
    taps.bp, settings.bp, odds.bp, sight.bp, overview.bp, statistics.bp, demo.bp, guide.bp,
    counter_sheets.form_bp, counter_sheets.bp,
)  # fmt: skip
"""The further pages: taps at the table, the sight tool, ways to learn the game."""
