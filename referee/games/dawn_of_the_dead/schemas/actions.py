"""Actions from outside: from a form, a JSON call, a line of input, a line of a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from referee.errors import InputError
from referee.json_text import show
from referee.schemas.base import (
    Choice,
    Die,
    Flag,
    Items,
    Part,
    Strict,
    Table,
    Text,
    Whole,
    between_field,
    load,
    square_field,
)
from rules.board import Board
from rules.dawn_of_the_dead import actions
from rules.dawn_of_the_dead.equipment import CHARACTERS, MAIN_DOORS

_WHAT = "The action"


def _character(**options: Any) -> Choice:
    return Choice(CHARACTERS, "one of the characters", **options)


def _characters(**options: Any) -> Items:
    return Items(_character(), len(CHARACTERS), least=1, distinct=True, **options)


def _value() -> Whole:
    return Whole("a Zombie Value", 1, 11)


class CarrySchema(Strict):
    """Who carries whom (5.6)."""

    by = _character(required=True)
    whom = _character(required=True)


class _ZombiePieceSchema(Strict):
    """An action of a zombie unit, named by its square, or of a super zombie, named by its character."""

    @validates_schema(skip_on_field_errors=True)
    def _one_piece(self, data: Mapping[str, Any], **_: Any) -> None:
        if ("from" in data) == ("super" in data):
            raise ValidationError('must name either "from" (the square of a unit) or "super" (a character).')
        if data.get("with_zombie") and "super" not in data:
            raise ValidationError("is only for a move of a super zombie.", "with_zombie")


_FIELDS: Mapping[str, Mapping[str, fields.Field[Any]]] = {
    "place_hidden": {"squares": Items(square_field(), 50, required=True)},
    "place_characters": {"squares": Table(_character(), square_field(), len(CHARACTERS), required=True)},
    "start_move": {"characters": _characters(required=True), "carry": Part(CarrySchema)},
    "step": {"to": square_field(required=True)},
    "put_down": {},
    "open_door": {"between": between_field(required=True)},
    "close_door": {"between": between_field(required=True)},
    "close_main_door": {"door": Choice(MAIN_DOORS, "one of the main doors", required=True)},
    "take_rifle": {"character": _character(required=True)},
    "shoot": {"by": _characters(required=True), "at": square_field(required=True)},
    "end_turn": {},
    "roll_hidden": {"square": square_field()},
    "check_berserk": {"square": square_field(required=True)},
    "react": {
        "from": square_field(),
        "super": _character(),
        "with_zombie": Flag(),
        "path": Items(square_field(), 10, least=1, required=True),
    },
    "free_move": {
        "from": square_field(),
        "super": _character(),
        "with_zombie": Flag(),
        "path": Items(square_field(), 10, least=1, required=True),
    },
    "smash": {"from": square_field(), "super": _character(), "between": between_field(required=True)},
    "reveal": {"square": square_field(required=True)},
    "roll_free_moves": {},
    "open_attack": {"square": square_field(required=True)},
    "defend": {"by": _characters(required=True)},
    "hold_fire": {"by": _characters(allow_none=True)},
    "declare_attack": {"count": Whole("a number of characters", 1, 4)},
    "choose_victims": {"characters": _characters(required=True)},
    "roll_attack": {"character": _character(required=True)},
    "roll_entrance": {"doors": Items(Choice(MAIN_DOORS, "one of the main doors"), 4)},
    "roll_infection": {"character": _character(required=True)},
    "next_phase": {},
    "read_value": {
        "square": square_field(required=True),
        "value": Whole("a Zombie Value", 1, 11, required=True),
        "was": _value(),
    },
}

_CHANCE: Mapping[str, fields.Field[Any]] = {
    "dice": Items(Die(), 10),
    "die": Die(),
    "panic": Table(_character(), Die(), len(CHARACTERS)),
    "draw": Items(_value(), 10),
    "values": Table(square_field(), _value(), 50),
}


@cache
def schema_for(name: str) -> Schema:
    """Return the schema of an action by its name, with its fields for dice and draws.

    Those fields come from the action's class in `rules`, so that the two cannot differ.
    """
    kind = actions.ACTIONS[name]
    chance = {f: field for f, field in _CHANCE.items() if f in kind.__dataclass_fields__}
    base = _ZombiePieceSchema if "source" in kind.__dataclass_fields__ else Strict
    members = {"do": Text(required=True), **_FIELDS[name], **chance}
    return base.from_dict(dict(members), name=f"{kind.__name__}Schema")()


def load_action(data: Any, board: Board | None = None) -> actions.Action:
    """Return an action from JSON.

    With `board`, the squares that it names must be on the map. A field that is null counts as left out.
    Raises InputError with a sentence for each mistake, which names the field and the value.
    """
    if not isinstance(data, dict):
        raise InputError(f"{_WHAT} must be an object, not {show(data)}.")
    name = data.get("do")
    if not isinstance(name, str) or name not in actions.ACTIONS:
        if "do" not in data:
            raise InputError(f'{_WHAT} must say what it does in "do".')
        near = get_close_matches(name, actions.ACTIONS, 1) if isinstance(name, str) and len(name) < 50 else ()
        hint = f"; perhaps {near[0]} is meant" if near else ""
        raise InputError(f"do: {show(name)} is not the name of an action{hint}.")
    loaded = load(schema_for(name), {k: v for k, v in data.items() if v is not None}, _WHAT)
    if board is not None:
        problems = [
            f"{field}: {show(s)} is not a square of this map."
            for field, s in _squares(loaded)
            if s not in board.squares
        ]
        if problems:
            raise InputError(problems)
    return actions.from_json(loaded)


def _squares(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the squares that an action names, each with its field."""
    for field in ("to", "at", "from", "square"):
        if field in data:
            yield field, data[field]
    for field in ("between", "path"):
        for s in data.get(field, ()):
            yield field, s
    squares = data.get("squares", ())
    for s in squares.values() if isinstance(squares, dict) else squares:
        yield "squares", s
    for s in data.get("values", ()):
        yield "values", s
