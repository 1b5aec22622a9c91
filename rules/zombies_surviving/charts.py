"""The charts of the book, as data: a roll on each finds its row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.rulebook.charts import Chart, load

PACKAGE = "rules.zombies_surviving"


@cache
def charts() -> Mapping[str, Chart]:
    """Return the charts by their numbers."""
    return load(PACKAGE)
