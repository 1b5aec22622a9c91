"""Attack Phases to begin a test of section 8.0 with, and what is read off one in progress."""

from __future__ import annotations

from typing import Any

from rules.dawn_of_the_dead.actions import DeclareAttack, OpenAttack
from rules.dawn_of_the_dead.position import AttackState, Mode, Position
from tests.rules.dawn_of_the_dead.table import do, table

NOTHING = (5, 5)
"""Ten has no effect at any strength."""
INFECTED = (1, 1)
"""Two infects at any strength."""

ALL_FOUR = {"peter": "022", "roger": "022", "steve": "022", "fran": "022"}


def attack(
    zombies: dict[str, int | str | None], people: dict[str, str] | None = None, **more: Any
) -> Position:
    """Return an Attack Phase; Peter, Steve and Fran stand in 022, Roger apart in 000."""
    who = people or {"peter": "022", "steve": "022", "fran": "022", "roger": "000"}
    return table("attack", who, zombies, turn=3, **more)


def opened(value: int = 6, people: dict[str, str] | None = None, **more: Any) -> Position:
    """Return an attack in 022 in progress, on a unit of this value."""
    return do(attack({"022": value}, people, **more), OpenAttack("022"))


def declaring(mode: Mode) -> DeclareAttack:
    """Return the action that settles how many are attacked: a number, or a die to roll (15.6)."""
    return DeclareAttack(1) if mode == "two-player" else DeclareAttack()


def strength(position: Position) -> int | None:
    """Return the strength of the attack in progress."""
    assert isinstance(position.phase_state, AttackState)
    assert position.phase_state.attack is not None
    return position.phase_state.attack.strength


def over(position: Position) -> bool:
    """Return whether no attack is in progress."""
    assert isinstance(position.phase_state, AttackState)
    return position.phase_state.attack is None
