"""Actions of the Human Player-Turn: movement (5.0), shots (6.0), rifles (12.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.board import Pair
from rules.dawn_of_the_dead.actions.action import Action, Dice, Values


@dataclass(frozen=True, slots=True)
class StartMove(Action):
    """Choose who moves together this Human Player-Turn (5.2), and who carries whom (5.6)."""

    do = "start_move"
    characters: tuple[str, ...]
    carry: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Step(Action):
    """Enter an adjacent square (5.0)."""

    do = "step"
    to: str
    draw: Dice | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class PutDown(Action):
    """Stop carrying (5.6)."""

    do = "put_down"


@dataclass(frozen=True, slots=True)
class OpenDoor(Action):
    """Open a closed door (5.5)."""

    do = "open_door"
    between: Pair


@dataclass(frozen=True, slots=True)
class CloseDoor(Action):
    """Close an open door (5.5)."""

    do = "close_door"
    between: Pair


@dataclass(frozen=True, slots=True)
class CloseMainDoor(Action):
    """Close a main door for good (5.5)."""

    do = "close_main_door"
    door: str


@dataclass(frozen=True, slots=True)
class TakeRifle(Action):
    """Take a hunting rifle (12.0)."""

    do = "take_rifle"
    character: str


@dataclass(frozen=True, slots=True)
class Shoot(Action):
    """Shoot, alone or together (6.0)."""

    do = "shoot"
    by: tuple[str, ...]
    at: str
    panic: Mapping[str, int] | None = None
    dice: Dice | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End the Human Player-Turn (4.0)."""

    do = "end_turn"
