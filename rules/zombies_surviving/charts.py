"""The charts of the book, as data: a roll on each finds its row; the rulebook, in which they hang."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from rules.rulebook.charts import Chart, load, with_owners_rows
from rules.rulebook.rulebook import Rulebook
from rules.zombies_surviving import TITLE

if TYPE_CHECKING:
    from rules.zombies_surviving.position import Position

PACKAGE = "rules.zombies_surviving"
OWNERS = "charts"
"""The option with the rows of an owner of the book, as JSON."""


@cache
def charts() -> Mapping[str, Chart]:
    """Return the charts by their numbers."""
    return load(PACKAGE)


def charts_of(position: Position) -> Mapping[str, Chart]:
    """Return the charts of a table: with the rows of an owner of the book, where it has some."""
    rows = position.options.get(OWNERS, "")
    return _owned(rows) if rows else charts()


@lru_cache(maxsize=64)
def _owned(rows: str) -> Mapping[str, Chart]:
    return {**charts(), **with_owners_rows(charts(), json.loads(rows))}


@cache
def rulebook() -> Rulebook:
    """Return the rulebook, read and checked once."""
    return Rulebook.load(PACKAGE, TITLE, charts())
