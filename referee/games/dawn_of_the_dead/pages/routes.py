"""Which pages *Dawn of the Dead* has: the table, the sight tool, the report, what helps to learn the game."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.pages.cardboard import ticking
from referee.games.dawn_of_the_dead.pages.counters import counters_form, other_counters
from referee.games.dawn_of_the_dead.pages.odds import chances
from referee.games.dawn_of_the_dead.pages.sight import sight
from referee.games.dawn_of_the_dead.pages.study import demo, guide, report, statistics
from referee.games.dawn_of_the_dead.pages.table import requests, settings, table, wishes
from referee.games.ports import Pages

PAGES = Pages(
    page=table.page,
    now=table.now,
    do=table.do,
    undo=requests.undo,
    override=requests.override,
    arrival=requests.arrival,
    report=report.report,
)
"""What answers at the addresses that every table has."""
BLUEPRINTS = (
    table.bp, requests.bp, wishes.bp, settings.bp, ticking.bp, chances.bp, sight.bp, report.bp,
    statistics.bp, demo.bp, guide.bp, counters_form.bp, other_counters.bp,
)  # fmt: skip
"""The further pages."""
