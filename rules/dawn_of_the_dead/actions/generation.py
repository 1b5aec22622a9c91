"""Actions of the Zombie Generation Phase (11.0, 13.0), and the end of any phase of the zombies (4.0)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action, during
from rules.dawn_of_the_dead.actions.field_types import Character, Dice, Draw, MainDoors, Total, Values

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
    chosen_later = ("doors",)
    dice: Dice | None = None
    doors: MainDoors | None = None
    draw: Draw | None = None
    values: Values | None = None
    total: Total | None = None


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
    dice: Dice | None = None
    total: Total | None = None


@dataclass(frozen=True, slots=True)
class NextPhase(Action):
    """End a phase of the Zombie Player-Turn (4.0)."""

    do = "next_phase"
    side = "zombie"
    phases = during("hidden_appearance", "berserk", "reaction", "free_movement", "attack", "generation")
    ends = True
    if_all_must_come = "end this phase"
