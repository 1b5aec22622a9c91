"""Actions of the Zombie Generation Phase (11.0, 13.0), and the end of any phase of the zombies (4.0)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action, during
from rules.dawn_of_the_dead.actions.field_types import (
    Character,
    Dice,
    Draw,
    MainDoors,
    Total,
    Values,
    values_read,
)
from rules.fields import drawn, picked, rolled, total_of

GENERATION = during("generation")


@dataclass(frozen=True, slots=True)
class RollEntrance(Action):
    """Roll on the Zombie Entrance Table (13.0)."""

    do = "roll_entrance"
    side = "zombie"
    phases = GENERATION
    rolls = "entrance"
    due = True
    draws_from = "eliminated"
    dice: Dice | None = rolled(rolls)
    doors: MainDoors | None = picked("Where does the unit enter?")
    draw: Draw | None = drawn(f"draw from {draws_from}")
    values: Values | None = values_read()
    total: Total | None = total_of("dice")


@dataclass(frozen=True, slots=True)
class RollInfection(Action):
    """Roll for an infected character (11.0)."""

    do = "roll_infection"
    side = "zombie"
    phases = GENERATION
    rolls = "infection"
    due = True
    changes_order = True  # a new super zombie attacks at once (11.0)
    character: Character
    dice: Dice | None = rolled(rolls)
    total: Total | None = total_of("dice")


@dataclass(frozen=True, slots=True)
class NextPhase(Action):
    """End a phase of the Zombie Player-Turn (4.0)."""

    do = "next_phase"
    side = "zombie"
    phases = during("hidden_appearance", "berserk", "reaction", "free_movement", "attack", "generation")
    ends = True
    if_all_must_come = "end this phase"
