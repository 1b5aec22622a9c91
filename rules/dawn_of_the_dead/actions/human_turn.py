"""Actions of the Human Player-Turn: movement (5.0), shots (6.0), rifles (12.0)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action, during
from rules.dawn_of_the_dead.actions.field_types import (
    Carry,
    Character,
    Characters,
    Dice,
    DoorSide,
    Draw,
    MainDoor,
    Panic,
    Square,
    Total,
    Values,
    values_read,
)
from rules.fields import drawn, rolled, total_of

HUMAN = during("human")


@dataclass(frozen=True, slots=True)
class MovementAction(Action):
    """The actions of moving characters that cost Movement Points (5.0)."""

    side = "human"
    phases = HUMAN
    led_by = "move"
    spends_points = True


@dataclass(frozen=True, slots=True)
class StartMove(Action):
    """Choose who moves together this Human Player-Turn (5.2), and who carries whom (5.6)."""

    do = "start_move"
    side = "human"
    phases = HUMAN
    led_by = "characters"
    characters: Characters
    carry: Carry | None = None


@dataclass(frozen=True, slots=True)
class Step(MovementAction):
    """Enter an adjacent square (5.0). A hidden zombie may come up there (9.1)."""

    do = "step"
    draws_from = "hidden_box"
    to: Square
    draw: Draw | None = drawn(f"draw from {draws_from}")
    values: Values | None = values_read()


@dataclass(frozen=True, slots=True)
class PutDown(Action):
    """Stop carrying (5.6)."""

    do = "put_down"
    side = "human"
    phases = HUMAN
    led_by = "move"


@dataclass(frozen=True, slots=True)
class OpenDoor(MovementAction):
    """Open a closed door (5.5)."""

    do = "open_door"
    between: DoorSide


@dataclass(frozen=True, slots=True)
class CloseDoor(MovementAction):
    """Close an open door (5.5)."""

    do = "close_door"
    between: DoorSide


@dataclass(frozen=True, slots=True)
class CloseMainDoor(MovementAction):
    """Close a main door for good (5.5)."""

    do = "close_main_door"
    door: MainDoor


@dataclass(frozen=True, slots=True)
class TakeRifle(MovementAction):
    """Take a hunting rifle (12.0)."""

    do = "take_rifle"
    character: Character


@dataclass(frozen=True, slots=True)
class Shoot(Action):
    """Shoot, alone or together (6.0)."""

    do = "shoot"
    side = "human"
    phases = HUMAN
    led_by = "by"
    rolls = "shot"
    by: Characters
    at: Square
    panic: Panic | None = rolled("panic")
    dice: Dice | None = rolled(rolls)
    values: Values | None = values_read()
    total: Total | None = total_of("dice")


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End the Human Player-Turn (4.0)."""

    do = "end_turn"
    side = "human"
    phases = HUMAN
    led_by = "move"
    ends = True
