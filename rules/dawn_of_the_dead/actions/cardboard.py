"""What players read off the cardboard units to the referee (5.4)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action


@dataclass(frozen=True, slots=True)
class ReadValue(Action):
    """Tell the Zombie Value of a unit that lies face up (5.4).

    `was` is the value that was read by mistake and is corrected by agreement (R-5.4b), None for a first reading.
    """

    do = "read_value"
    square: str
    value: int
    was: int | None = None
