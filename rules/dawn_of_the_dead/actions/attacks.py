"""Actions of the Zombie Attack Phase (8.0), with the shots before an attack (6.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action, Dice, Values


@dataclass(frozen=True, slots=True)
class OpenAttack(Action):
    """Begin the attack in one square (8.0)."""

    do = "open_attack"
    square: str


@dataclass(frozen=True, slots=True)
class Defend(Action):
    """Shoot at the zombies before they attack (6.9, 8.1)."""

    do = "defend"
    by: tuple[str, ...]
    panic: Mapping[str, int] | None = None
    dice: Dice | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class HoldFire(Action):
    """Hold fire and let the zombies attack (8.1).

    `by` are the characters who hold fire; None means all who can still shoot.
    """

    do = "hold_fire"
    by: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Say how many characters are attacked (8.0)."""

    do = "declare_attack"
    count: int | None = None
    die: int | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class ChooseVictims(Action):
    """Name the characters attacked (8.0)."""

    do = "choose_victims"
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollAttack(Action):
    """Resolve the attack on one character (8.8)."""

    do = "roll_attack"
    character: str
    dice: Dice | None = None
    values: Values | None = None
