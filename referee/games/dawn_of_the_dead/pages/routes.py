"""The further pages of *Dawn of the Dead*: taps at the table, the sight tool, ways to learn the game."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.pages.cardboard import ticking
from referee.games.dawn_of_the_dead.pages.counters import counters_form, other_counters
from referee.games.dawn_of_the_dead.pages.odds import chances
from referee.games.dawn_of_the_dead.pages.sight import sight
from referee.games.dawn_of_the_dead.pages.study import demo, guide, report, statistics
from referee.games.dawn_of_the_dead.pages.table import settings, table, wishes

BLUEPRINTS = (
    table.bp, wishes.bp, settings.bp, ticking.bp, chances.bp, sight.bp, report.bp,
    statistics.bp, demo.bp, guide.bp, counters_form.bp, other_counters.bp,
)  # fmt: skip
