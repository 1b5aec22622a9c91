"""The rulebook of *Dawn of the Dead*, with each chart at its case."""

from __future__ import annotations

from functools import cache

from rules.dawn_of_the_dead.equipment.equipment import charts
from rules.rulebook.charts import Chart
from rules.rulebook.rulebook import Rulebook

TITLE = "Dawn of the Dead"
ATTACK_TABLE = "8.8"


@cache
def rulebook() -> Rulebook:
    """Return the rulebook, read and checked once."""
    read = {
        number: Chart.from_json({"rows": _attack_rows(), **source}) for number, source in charts().items()
    }
    return Rulebook.load("rules.dawn_of_the_dead", TITLE, read)


def _attack_rows() -> list[list[str]]:
    """Return the rows of the Zombie Attack Table, made from the results that its data list for each total."""
    results: dict[str, str] = charts()[ATTACK_TABLE]["values"]["results"]
    return [[total, *line] for total, line in results.items()]
