"""How *Dawn of the Dead* is shown: the names of its templates, and the objects that they show."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.wrappers import Response

from referee.games.dawn_of_the_dead.pages import counter_sheets, odds, settings
from referee.games.dawn_of_the_dead.pages import table as taps
from referee.games.dawn_of_the_dead.pages.action_panel import guide
from referee.games.dawn_of_the_dead.pages.action_panel.panel import BACK, ending_panel, undo_panel
from referee.games.dawn_of_the_dead.pages.action_panel.phase_keys import ENDS
from referee.games.dawn_of_the_dead.pages.counter_sheets import way_on
from referee.games.dawn_of_the_dead.pages.front import FRONT, DawnWords
from referee.games.dawn_of_the_dead.pages.map import sight
from referee.games.dawn_of_the_dead.pages.report import demo, overview, statistics
from referee.games.dawn_of_the_dead.pages.report.overview import overview_of
from referee.games.dawn_of_the_dead.pages.screen import Screen, screen_of
from referee.games.dawn_of_the_dead.pages.seat_context import seat_context
from referee.games.dawn_of_the_dead.pages.settings import change_notice
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.interface import Context, FinishedGame
from referee.games.interface.host import Table
from referee.games.toolkit.plain_presenter import PlainPresenter
from referee.records.text import Json


@dataclass(frozen=True)
class DawnPresenter(PlainPresenter[DawnView]):
    """How the game is shown at its tables; `FRONT` has the pages that all games share."""

    moment: str = "dawn_of_the_dead/table/_moment.html"
    page: str = "dawn_of_the_dead/table/table.html"
    answer: str = "dawn_of_the_dead/table/_answer.html"
    report: str = "dawn_of_the_dead/report/report.html"
    replay: str = "/report/0"
    names_in_stories: bool = False

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

    def where(self, summary: Json) -> str:
        """Return how far a game is."""
        return FRONT.where(summary)

    def setting_told(self, view: DawnView) -> str:
        """Return the sentence on a setting that was changed, and who changed it."""
        return change_notice(view.setting_changed, view.names)

    def report_of(self, finished: FinishedGame) -> Json:
        """Return what the template of the report shows."""
        return overview_of(finished.code)


PRESENTER = DawnPresenter()
BLUEPRINTS = (
    taps.bp, settings.bp, odds.bp, sight.bp, overview.bp, statistics.bp, demo.bp, guide.bp,
    counter_sheets.form_bp, counter_sheets.bp,
)  # fmt: skip
"""The further pages: taps at the table, the sight tool, ways to learn the game."""
