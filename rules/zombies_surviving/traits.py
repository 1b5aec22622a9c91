"""What a trait does, read off the chart (10.0): what it adds, by the kind of roll."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.ruling import Part
from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.position import HUMANS, Figure

SENSE, SENSE_GAINED = "sensible", "sense_gained"
"""Among what a figure has `used`: a roll made better by good sense, and one more given by an event (12)."""
SERIOUS = 2
"""The wound from which on wounds make nearly everything harder (8.3)."""


@cache
def traits() -> Mapping[str, Mapping[str, Any]]:
    """Return what the chart says of each trait, by its id."""
    return {row.value["id"]: {"name": row.label, **row.value} for row in charts()["10"].entries}


def effect(trait: str, what: str) -> int:
    """Return what a trait adds to a kind of roll: "firearm", "melee", "search"."""
    return int(traits().get(trait, {}).get("effects", {}).get(what, 0))


def total(figure: Figure, what: str) -> int:
    """Return what all traits of a figure add to a kind of roll."""
    return sum(effect(trait, what) for trait in figure.traits)


def helps(figure: Figure, *kinds: str) -> tuple[Part, ...]:
    """Return what the traits of a figure take off the number that it needs, for these kinds of roll."""
    return tuple(_part(trait, -value) for trait, value in _of(figure, kinds))


def adds(figure: Figure, *kinds: str) -> tuple[Part, ...]:
    """Return what the traits of a figure add to its dice, for these kinds of roll."""
    return tuple(_part(trait, value, "roll") for trait, value in _of(figure, kinds))


def _of(figure: Figure, kinds: tuple[str, ...]) -> list[tuple[str, int]]:
    values = [(trait, sum(effect(trait, kind) for kind in kinds)) for trait in figure.traits]
    return [(trait, value) for trait, value in values if value]


def _part(trait: str, value: int, to: Any = "needed") -> Part:
    return Part(str(traits()[trait]["name"]).lower(), value, "10.0", to)


def hampered(figure: Figure) -> tuple[tuple[str, int, str], ...]:
    """Return what wounds and grabs take off nearly every roll of a human: the name, how much, the case."""
    if figure.kind not in HUMANS:
        return ()
    nervous = figure.has("hypochondriac")
    wounds = figure.wounds if nervous else int(figure.wounds >= SERIOUS)
    held = len(figure.grabbed_by)
    both = (
        ("wounds of a hypochondriac" if nervous else "serious wound", wounds, "10.0" if nervous else "8.3"),
        ("grabbed", held, "8.2"),
    )
    return tuple(one for one in both if one[1])


def sense_left(figure: Figure) -> int:
    """Return how many more rolls good sense can make better by 1 in this game (10.1)."""
    given = total(figure, "sense") + figure.used.count(SENSE_GAINED)
    return max(0, given - figure.used.count(SENSE))


def dies_at(figure: Figure) -> int:
    """Return the wound that kills a human (8.3)."""
    return 3 + total(figure, "life")
