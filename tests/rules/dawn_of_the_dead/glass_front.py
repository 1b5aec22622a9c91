"""The toy shop's glass front, with a zombie on one side and Peter on the other, to begin a test with."""

from __future__ import annotations

from typing import Any

from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.small_mall import GLASS_TOYS
from tests.rules.dawn_of_the_dead.table import table

TOYS = ("016", "026")
BANK = ("031", "041")
ROUND = ["026", "025", "024"]


def reaction(zombies: dict[str, int | str | None], square: str, **more: Any) -> Position:
    """Return a Reaction Phase in which Peter, alone unless told otherwise, just entered a square."""
    given: dict[str, Any] = {"closed": [GLASS_TOYS], "trail": [square], **more}
    people = given.pop("people", {"peter": square})
    return table("reaction", people, zombies, **given)


def free(zombies: dict[str, int | str | None], square: str, **more: Any) -> Position:
    """Return a Free Movement Phase after a turn in which nobody did anything."""
    return table("free_movement", {"peter": square}, zombies, **{"closed": [GLASS_TOYS], **more})
