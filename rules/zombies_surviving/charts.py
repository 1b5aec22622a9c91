"""The charts of the book, as data: a roll on each finds its row; the rulebook, in which they hang."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.rulebook.charts import Chart, load
from rules.rulebook.rulebook import Rulebook
from rules.zombies_surviving import TITLE

PACKAGE = "rules.zombies_surviving"


@cache
def charts() -> Mapping[str, Chart]:
    """Return the charts by their numbers."""
    return load(PACKAGE)


@cache
def rulebook() -> Rulebook:
    """Return the rulebook, read and checked once."""
    return Rulebook.load(PACKAGE, TITLE, charts())
