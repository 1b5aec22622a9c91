"""The figures of a counter sheet in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, NAMES, CounterSheet, Rating

Json = Mapping[str, Any]


def units(sheet: Json) -> str:
    """Return how many zombie units of each value a counter sheet has: "units of 1: 8; of 2: 7"."""
    counts = sorted((int(value), count) for value, count in sheet["zombie_values"].items())
    return "units of " + "; of ".join(f"{value}: {count}" for value, count in counts if count)


def other_ratings(sheet: Json, now: CounterSheet) -> str:
    """Return the ratings of each character who has others `now`: "Peter 3-2-9, infected 2-2-5", or ""."""
    new = CounterSheet.from_json(sheet).ratings
    return "; ".join(
        f"{NAMES[name]} {_figures(new[name, False])}, infected {_figures(new[name, True])}"
        for name in CHARACTERS
        if any(new[name, infected] != now.ratings[name, infected] for infected in (False, True))
    )


def _figures(of: Rating) -> str:
    return f"{of.fire_rate}-{of.panic_level}-{of.movement_allowance}"
