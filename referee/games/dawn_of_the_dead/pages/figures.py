"""The figures of a counter sheet in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dawn_of_the_dead.equipment import CHARACTERS, NAMES

Json = Mapping[str, Any]


def units(sheet: Json) -> str:
    """Return how many zombie units of each value a counter sheet has: "units of 1: 8; of 2: 7"."""
    counts = sorted((int(value), count) for value, count in sheet["zombie_values"].items())
    return "units of " + "; of ".join(f"{value}: {count}" for value, count in counts if count)


def ratings(sheet: Json) -> str:
    """Return the ratings of each character, normal and infected: "Peter 3-2-7, infected 2-2-5"."""
    return "; ".join(
        f"{NAMES[name]} {_side(sheet, name, 'normal')}, infected {_side(sheet, name, 'infected')}"
        for name in CHARACTERS
    )


def _side(sheet: Json, name: str, side: str) -> str:
    of = sheet["characters"][name][side]
    return f"{of['fire_rate']}-{of['panic_level']}-{of['movement_allowance']}"
