"""The squares that a step was about, for the map of a game that is watched or stepped through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.dawn_of_the_dead.effects import UNIT
from rules.effects import Effect, to_json

Json = Mapping[str, Any]
PLACES: Mapping[str, tuple[str, ...]] = {
    "place": ("square",), "move": ("path",), "appear": ("square",), "read": ("square",),
    "eliminate": ("square",), "berserk_check": ("square",), "smash": ("square", "between"),
    "door": ("between",), "attack": ("square",), "attack_declared": ("square",), "victims": ("square",),
    "attacked": ("square",), "shot": ("at",), "status": ("square",), "rifle": ("whom",),
}  # fmt: skip
"""Where each effect takes place. What only follows from one, such as a unit turned down, has no place."""
ROLLS: Mapping[str, tuple[str, ...]] = {"roll": ("whom",)}
"""Where a roll without any effect takes place."""


def squares_of(effects: Iterable[Effect], view: Json) -> list[str]:
    """Return the squares that these effects were about; a character stands for its square in the `view`."""
    told = [to_json(effect) for effect in effects]
    return list(dict.fromkeys(_squares(told, PLACES, view))) or list(_squares(told, ROLLS, view))


def _squares(told: Iterable[Json], places: Mapping[str, tuple[str, ...]], view: Json) -> Iterator[str]:
    for effect in told:
        if effect["effect"] == "move" and effect["whom"] == UNIT:
            yield effect["from"]
        for name in places.get(effect["effect"], ()):
            value = effect[name]
            for place in [value] if isinstance(value, str) else value or ():
                square = view["characters"][place]["square"] if place in view["characters"] else place
                if square:
                    yield square
