"""The action of reading a cardboard unit to the referee (5.4)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action, during
from rules.dawn_of_the_dead.actions.field_types import Square, ZombieValue


@dataclass(frozen=True, slots=True)
class ReadValue(Action):
    """Read out the Zombie Value of a face-up unit (5.4).

    `was` is a misread value that the players agree to correct (R-5.4b), None for a first reading.
    """

    do = "read_value"
    side = "either"
    phases = during(
        "human", "hidden_appearance", "berserk", "reaction", "free_movement", "attack", "generation"
    )
    unseen_fields = frozenset({"value", "was"})
    square: Square
    value: ZombieValue
    was: ZombieValue | None = None
