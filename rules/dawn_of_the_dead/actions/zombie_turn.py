"""Actions of the Zombie Player-Turn, phase by phase, except attacks (4.0)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.board import Pair
from rules.dawn_of_the_dead.actions.action import Action, Dice, Values


@dataclass(frozen=True, slots=True)
class RollHidden(Action):
    """Roll on the Hidden Zombie Table (15.2)."""

    do = "roll_hidden"
    dice: Dice | None = None
    square: str | None = None
    draw: Dice | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class CheckBerserk(Action):
    """Check whether a zombie unit goes, or stays, berserk (10.0)."""

    do = "check_berserk"
    square: str
    die: int | None = None


@dataclass(frozen=True, slots=True)
class ZombieMove(Action):
    """What reactions and free moves share: they move a unit, or a super zombie with or without its unit."""

    path: tuple[str, ...]
    source: str | None = None
    super: str | None = None
    with_zombie: bool = False
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class React(ZombieMove):
    """Move in reaction (7.0)."""

    do = "react"


@dataclass(frozen=True, slots=True)
class RollFreeMoves(Action):
    """Roll for the number of free moves (7.0)."""

    do = "roll_free_moves"
    die: int | None = None


@dataclass(frozen=True, slots=True)
class FreeMove(ZombieMove):
    """Make a free move (7.0)."""

    do = "free_move"


@dataclass(frozen=True, slots=True)
class Smash(Action):
    """Try to destroy a closed glass door (10.4, 11.6)."""

    do = "smash"
    between: Pair
    source: str | None = None
    super: str | None = None
    dice: Dice | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """Put a hidden zombie on the map (9.2)."""

    do = "reveal"
    square: str
    draw: Dice | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class RollEntrance(Action):
    """Roll on the Zombie Entrance Table (13.0)."""

    do = "roll_entrance"
    dice: Dice | None = None
    doors: tuple[str, ...] | None = None
    draw: Dice | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class RollInfection(Action):
    """Roll for an infected character (11.0)."""

    do = "roll_infection"
    character: str
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class NextPhase(Action):
    """End a phase of the Zombie Player-Turn (4.0)."""

    do = "next_phase"
