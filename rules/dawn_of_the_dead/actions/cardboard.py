"""Actions that enter cardboard counters: the value of a unit (5.4), or all the figures (2.3)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action, during
from rules.dawn_of_the_dead.actions.field_types import Sha256, Sheet, Square, ZombieValue
from rules.dawn_of_the_dead.position import PHASES


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


@dataclass(frozen=True, slots=True)
class UseSheet(Action):
    """Go on with another counter sheet (R-2.3a). `sha256` is the fingerprint of the sheet."""

    do = "use_sheet"
    side = "either"
    phases = frozenset(PHASES) - {"over"}
    sheet: Sheet
    sha256: Sha256
