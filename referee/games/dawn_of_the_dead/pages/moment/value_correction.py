"""The keys for a cardboard unit that lies face up: its value is told, or corrected by agreement (R-5.4b)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.pages.keys import Group, key
from referee.games.dawn_of_the_dead.pages.map.squares import people_in, unit_in
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Correction:
    """The keys, one for each value that the unit may show, and the `address` that they post to."""

    address: str
    group: Group


def correction(context: SeatContext, square: str) -> Correction | None:
    """Return the keys for the unit in a square, or None where no cardboard unit lies face up."""
    view, unit = context.view, unit_in(context.view, square)
    face_up = unit is not None and bool(people_in(view, square))
    if view["counters"] != "physical" or not face_up or view["underway"] or view["phase"] == "over":
        return None
    assert unit is not None
    was = unit["value"]
    values = [v for v, count in context.setting.sheet.zombie_values.items() if count and v != was]
    reading = {"do": "read_value", "square": square, **({"was": was} if was else {})}
    keys = tuple(key({**reading, "value": value}, says=str(value)) for value in values)
    title = f"Misread? It is not {_a(was)}" if was else "Enter its value"
    hint = "Tap the value on the counter." + (" Both sides must agree." if was and _two_sides(view) else "")
    address = f"{context.base}/{'override' if was else 'do'}"
    return Correction(address, Group(title, keys, hint, squares=True, folded=True, counts=False))


def _a(value: int) -> str:
    """Return a Zombie Value with its article, as it is said: "an 8", "an 11"."""
    return f"{'an' if value in {8, 11, 18} else 'a'} {value}"


def _two_sides(view: Json) -> bool:
    return bool(view["mode"] == "two-player")
