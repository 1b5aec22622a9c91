"""The action of reading a cardboard unit to the referee (5.4)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action


@dataclass(frozen=True, slots=True)
class ReadValue(Action):
    """Read out the Zombie Value of a face-up unit (5.4).

    `was` is a misread value that the players agree to correct (R-5.4b), None for a first reading.
    """

    do = "read_value"
    square: str
    value: int
    was: int | None = None
