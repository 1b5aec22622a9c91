"""What the human player may know of a position. The practice player gets no more (2.3, 7.7, 9.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.dawn_of_the_dead.equipment.units import without_secrets
from rules.dawn_of_the_dead.position import Position


@dataclass(frozen=True, slots=True)
class HumanSight:
    """A position as the human player knows it. `remembers` has the values that shots showed this turn.

    Whatever position it is made from, it keeps that position without the values that lie face down, on the
    map and off it, and without the squares of hidden zombies, so there is no way from here to them.
    """

    position: Position
    remembers: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Drop face-down values, and remembered values of units that are gone."""
        seen = {**self.remembers, **self.position.shown}
        object.__setattr__(self, "position", without_secrets(self.position))
        object.__setattr__(self, "remembers", {s: v for s, v in seen.items() if s in self.position.zombies})


def remembered(positions: Sequence[Position]) -> Mapping[str, int]:
    """Return the values that shots have shown in the Human Player-Turn of the last of `positions`, by square.

    The positions are in order, and the last one is now. An eliminated unit's value is dropped.
    """
    now, turn = positions[-1], list[Position]()
    for position in reversed(positions):
        if (position.turn, position.phase) != (now.turn, now.phase):
            break
        turn.append(position)
    seen: dict[str, int] = {}
    for position in reversed(turn):
        seen = {s: v for s, v in {**seen, **position.shown}.items() if s in position.zombies}
    return seen
