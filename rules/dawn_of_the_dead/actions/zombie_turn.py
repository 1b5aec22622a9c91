"""Actions of the Zombie Player-Turn, phase by phase, up to the attacks (4.0)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action, during
from rules.dawn_of_the_dead.actions.field_types import (
    Character,
    Dice,
    Die,
    DoorSide,
    Draw,
    Path,
    Square,
    Total,
    Values,
    values_read,
)
from rules.fields import drawn, picked, rolled, total_of

GENERATION = during("generation")


@dataclass(frozen=True, slots=True)
class RollHidden(Action):
    """Roll on the Hidden Zombie Table (15.2)."""

    do = "roll_hidden"
    side = "zombie"
    phases = during("hidden_appearance")
    rolls = "hidden zombie table"
    draws_from = "eliminated"
    dice: Dice | None = rolled(rolls)
    square: Square | None = picked("Where does the unit appear?")
    draw: Draw | None = drawn(f"draw from {draws_from}")
    values: Values | None = values_read()


@dataclass(frozen=True, slots=True)
class CheckBerserk(Action):
    """Check whether a zombie unit goes, or stays, berserk (10.0)."""

    do = "check_berserk"
    side = "zombie"
    phases = during("berserk")
    rolls = "berserk"
    square: Square
    die: Die | None = rolled(rolls, need="dice")


@dataclass(frozen=True, slots=True)
class ZombieMove(Action):
    """The base of reactions and free moves: they move a unit, or a super zombie with or without its unit."""

    path: Path
    source: Square | None = None
    super: Character | None = None
    with_zombie: bool = False
    values: Values | None = values_read()


@dataclass(frozen=True, slots=True)
class React(ZombieMove):
    """Move in reaction (7.0)."""

    do = "react"
    side = "zombie"
    phases = during("reaction")


@dataclass(frozen=True, slots=True)
class FreeMove(ZombieMove):
    """Make a free move (7.0)."""

    do = "free_move"
    side = "zombie"
    phases = during("free_movement")
    if_all_must_come = "move zombies in this phase"


@dataclass(frozen=True, slots=True)
class Smash(Action):
    """Try to destroy a closed glass door (10.4, 11.6)."""

    do = "smash"
    side = "zombie"
    phases = during("reaction", "free_movement")
    rolls = "smash"
    between: DoorSide
    source: Square | None = None
    super: Character | None = None
    dice: Dice | None = rolled(rolls)
    values: Values | None = values_read()
    total: Total | None = total_of("dice")


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """Put a hidden zombie on the map (9.2)."""

    do = "reveal"
    side = "zombie"
    phases = during("reaction", "free_movement")
    secret = True
    draws_from = "hidden_box"
    square: Square
    draw: Draw | None = drawn(f"draw from {draws_from}")
    values: Values | None = values_read()


@dataclass(frozen=True, slots=True)
class RollFreeMoves(Action):
    """Roll for the number of free moves (7.0)."""

    do = "roll_free_moves"
    side = "zombie"
    phases = during("free_movement")
    rolls = "free moves"
    die: Die | None = rolled(rolls, need="dice")
