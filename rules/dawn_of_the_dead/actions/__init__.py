"""The actions of the game. The class of a kind is its descriptor: its fields, side, phases and chance.

Dice, draws and values read off the cardboard may be left out; the ruling then says what it still needs.
Each part of a Game-Turn has its own module of kinds. `ACTIONS` has them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from rules.board.board import pair
from rules.dawn_of_the_dead.actions import attacks, cardboard, generation, human_turn, setting_up, zombie_turn
from rules.dawn_of_the_dead.actions.action import ATTACKS, Action, kinds_in
from rules.dawn_of_the_dead.actions.attacks import (
    ChooseVictims,
    DeclareAttack,
    Defend,
    HoldFire,
    OpenAttack,
    RollAttack,
)
from rules.dawn_of_the_dead.actions.cardboard import ReadValue, UseSheet
from rules.dawn_of_the_dead.actions.field_types import Dice, Values
from rules.dawn_of_the_dead.actions.generation import NextPhase, RollEntrance, RollInfection
from rules.dawn_of_the_dead.actions.human_turn import (
    CloseDoor,
    CloseMainDoor,
    EndTurn,
    OpenDoor,
    PutDown,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
)
from rules.dawn_of_the_dead.actions.setting_up import PlaceCharacters, PlaceHidden
from rules.dawn_of_the_dead.actions.zombie_turn import (
    CheckBerserk,
    FreeMove,
    React,
    Reveal,
    RollFreeMoves,
    RollHidden,
    Smash,
    ZombieMove,
)
from rules.fields import declared_fields

__all__ = [
    "ACTIONS",
    "ATTACKS",
    "CHANCE_FIELDS",
    "MOVES",
    "SUMS",
    "Action",
    "CheckBerserk",
    "ChooseVictims",
    "CloseDoor",
    "CloseMainDoor",
    "DeclareAttack",
    "Defend",
    "Dice",
    "EndTurn",
    "FreeMove",
    "HoldFire",
    "NextPhase",
    "OpenAttack",
    "OpenDoor",
    "PlaceCharacters",
    "PlaceHidden",
    "PutDown",
    "React",
    "ReadValue",
    "Reveal",
    "RollAttack",
    "RollEntrance",
    "RollFreeMoves",
    "RollHidden",
    "RollInfection",
    "Shoot",
    "Smash",
    "StartMove",
    "Step",
    "TakeRifle",
    "UseSheet",
    "Values",
    "ZombieMove",
    "from_json",
    "json_name",
    "kinds_where",
    "piece_actions",
    "to_json",
]  # fmt: skip

ACTIONS: Mapping[str, type[Action]] = {
    kind.do: kind
    for part in (setting_up, human_turn, zombie_turn, attacks, generation, cardboard)
    for kind in kinds_in(vars(part).values())
}
"""Every kind of action by its name in JSON."""

_JSON_NAMES, _FIELD_NAMES = {"source": "from"}, {"from": "source"}
CHANCE_FIELDS = frozenset(
    name for kind in ACTIONS.values() for name, one in declared_fields(kind).items() if one.how != "picked"
)
"""The fields for a roll, a draw or a value read off the cardboard."""
SUMS = frozenset(
    do for do, kind in ACTIONS.items() if any(one.total_of for one in declared_fields(kind).values())
)
"""The actions of which only the total of the dice counts: it may be given in place of them."""


def kinds_where(test: Callable[[type[Action]], object]) -> frozenset[str]:
    """Return the names of the kinds of actions that pass a test."""
    return frozenset(do for do, kind in ACTIONS.items() if test(kind))


MOVES = kinds_where(lambda kind: issubclass(kind, ZombieMove))
"""The actions that move a zombie piece."""
_PIECES = kinds_where(lambda kind: "source" in kind.__dataclass_fields__)


def piece_actions(actions: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the actions of zombie pieces: their moves, and their attempts on glass doors."""
    return [action for action in actions if action["do"] in _PIECES]


def json_name(field: str) -> str:
    """Return what a field is called in JSON."""
    return _JSON_NAMES.get(field, field)


_WRITTEN = {
    do: tuple((f.name, json_name(f.name), f.default) for f in fields(kind)) for do, kind in ACTIONS.items()
}
"""The fields of each kind: the name, the name in JSON, and the value that is not written."""


def to_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON data without its empty fields."""
    data: dict[str, Any] = {"do": action.do}
    for name, written, default in _WRITTEN[action.do]:
        value = getattr(action, name)
        if value is None or (default is not MISSING and value == default):
            continue
        data[written] = list(value) if isinstance(value, tuple) else value
    return data


def from_json(source: Mapping[str, Any]) -> Action:
    """Return the action of schema-checked JSON data. Raises KeyError (unknown name), TypeError (field)."""
    given = {_FIELD_NAMES.get(k, k): v for k, v in source.items() if k != "do" and v is not None}
    for name, value in given.items():
        if isinstance(value, list):
            given[name] = tuple(value)
    if "between" in given:
        given["between"] = pair(*given["between"])
    return ACTIONS[source["do"]](**given)
