"""Actions of the Zombie Attack Phase (8.0), with the shots before an attack (6.9)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import ATTACKS, Action
from rules.dawn_of_the_dead.actions.field_types import (
    Character,
    Characters,
    Count,
    Dice,
    Die,
    Panic,
    Square,
    Total,
    Values,
    values_read,  # fmt: skip
)
from rules.fields import rolled, total_of


@dataclass(frozen=True, slots=True)
class OpenAttack(Action):
    """Begin the attack in one square (8.0)."""

    do = "open_attack"
    side = "zombie"
    phases = ATTACKS
    square: Square


@dataclass(frozen=True, slots=True)
class Defend(Action):
    """Shoot at the zombies before they attack (6.9, 8.1)."""

    do = "defend"
    side = "human"
    phases = ATTACKS
    rolls = "shot"
    answers = True
    awaited = True
    led_by = "by"
    by: Characters
    panic: Panic | None = rolled("panic")
    dice: Dice | None = rolled(rolls)
    values: Values | None = values_read()
    total: Total | None = total_of("dice")


@dataclass(frozen=True, slots=True)
class HoldFire(Action):
    """Hold fire and let the zombies attack (8.1).

    `by` are the characters who hold fire; None means all who can still shoot.
    """

    do = "hold_fire"
    side = "human"
    phases = ATTACKS
    answers = True
    led_by = "by"
    waives = True
    by: Characters | None = None


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Say how many characters are attacked (8.0)."""

    do = "declare_attack"
    side = "zombie"
    phases = ATTACKS
    rolls = "number attacked"
    strikes = True
    count: Count | None = None
    die: Die | None = rolled(rolls, need="dice")
    values: Values | None = values_read()


@dataclass(frozen=True, slots=True)
class ChooseVictims(Action):
    """Name the characters attacked (8.0)."""

    do = "choose_victims"
    side = "human"
    phases = ATTACKS
    awaited = True
    led_by = "move"
    characters: Characters


@dataclass(frozen=True, slots=True)
class RollAttack(Action):
    """Resolve the attack on one character (8.8)."""

    do = "roll_attack"
    side = "zombie"
    phases = ATTACKS
    rolls = "attack"
    due = True
    strikes = True
    character: Character
    dice: Dice | None = rolled(rolls)
    values: Values | None = values_read()
    total: Total | None = total_of("dice")
