"""A guided first turn: a solitaire table on a set position, with set dice, for people new to the game.

Its record is an ordinary one: the seals hold, and anybody may play the game on after the guide has gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import MODES

OPTIONS: Mapping[str, Any] = {"mode": MODES[1], "phases": "automatic"}
SEED = "a guided first turn"
"""What the dice of every guided table come from."""
CLOSER = "047"
"""The square that Peter walks to first. Units see him there, and they react when his Player-Turn ends."""
TARGET = "046"
"""The square of the unit that Peter shoots at from there: a weak one, so near that it must fall."""
FIRST: Mapping[str, Any] = {
    "do": "place_characters",
    "squares": {"peter": "028", "roger": "028", "steve": "029", "fran": "029"},
}
"""Where the characters start (3.2): in a room that no unit sees into."""


def draw(stock: Sequence[int]) -> tuple[int, ...]:
    """Return the units in a set order, with one of the weakest in `TARGET`."""
    order = Random(SEED).sample(list(stock), len(stock))  # noqa: S311
    here, weak = equipment.setting().zombie_squares.index(TARGET), order.index(min(order))
    order[here], order[weak] = order[weak], order[here]
    return tuple(order)
