"""Everything that can be done in the game, each as a small record with the fields of the JSON action of that name.

Whatever chance or the cardboard gives (dice, draws, values turned up) may be left out; the ruling then says
what it still needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar

from rules.board import Pair, pair

Dice = tuple[int, ...]
Values = Mapping[str, int]
"""Zombie Values read off cardboard units just turned up, by square."""


@dataclass(frozen=True, slots=True)
class Action:
    """What all actions share: the name under which they are written."""

    do: ClassVar[str]


@dataclass(frozen=True, slots=True)
class PlaceHidden(Action):
    """Write down the five secret squares (3.1)."""

    do = "place_hidden"
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceCharacters(Action):
    """Set up the four characters (3.2)."""

    do = "place_characters"
    squares: Mapping[str, str]


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
    """Acquire a hunting rifle (12.0)."""

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


@dataclass(frozen=True, slots=True)
class RollHidden(Action):
    """Consult the Hidden Zombie Table (15.2)."""

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
    """What a move in reaction and a free move share: a unit, or a super zombie and who goes along."""

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
class FreeMove(ZombieMove):
    """Move freely (7.0)."""

    do = "free_move"


@dataclass(frozen=True, slots=True)
class Smash(Action):
    """Attempt to destroy a closed glass door (10.4, 11.6)."""

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
class RollFreeMoves(Action):
    """Roll for the number of free moves (7.0)."""

    do = "roll_free_moves"
    die: int | None = None


@dataclass(frozen=True, slots=True)
class OpenAttack(Action):
    """Begin the attack in one square (8.0)."""

    do = "open_attack"
    square: str


@dataclass(frozen=True, slots=True)
class Defend(Action):
    """Shoot at the attackers before they strike (6.9, 8.1)."""

    do = "defend"
    by: tuple[str, ...]
    panic: Mapping[str, int] | None = None
    dice: Dice | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class HoldFire(Action):
    """Let the attackers strike, without a shot or without another (8.1)."""

    do = "hold_fire"


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


@dataclass(frozen=True, slots=True)
class RollEntrance(Action):
    """Consult the Zombie Entrance Table (13.0)."""

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


ACTIONS: Mapping[str, type[Action]] = {
    kind.do: kind
    for kind in (
        PlaceHidden, PlaceCharacters, StartMove, Step, PutDown, OpenDoor, CloseDoor, CloseMainDoor,
        TakeRifle, Shoot, EndTurn, RollHidden, CheckBerserk, React, FreeMove, Smash, Reveal,
        RollFreeMoves, OpenAttack, Defend, HoldFire, DeclareAttack, ChooseVictims, RollAttack,
        RollEntrance, RollInfection, NextPhase,
    )
}  # fmt: skip

_JSON_NAMES, _FIELD_NAMES = {"source": "from"}, {"from": "source"}
CHANCE_FIELDS = frozenset({"dice", "die", "panic", "draw", "values"})
"""The fields that a roll, a draw or a look at the cardboard fills in."""


def to_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON data, fields that say nothing left out."""
    found: dict[str, Any] = {"do": action.do}
    for f in fields(action):
        value = getattr(action, f.name)
        if value is None or (f.default is not MISSING and value == f.default):
            continue
        found[_JSON_NAMES.get(f.name, f.name)] = list(value) if isinstance(value, tuple) else value
    return found


def from_json(source: Mapping[str, Any]) -> Action:
    """Build an action from JSON that a schema has checked. Raises KeyError (no such name), TypeError (no such field)."""
    given = {_FIELD_NAMES.get(k, k): v for k, v in source.items() if k != "do" and v is not None}
    for name, value in given.items():
        if isinstance(value, list):
            given[name] = tuple(value)
    if "between" in given:
        given["between"] = pair(*given["between"])
    return ACTIONS[source["do"]](**given)
