"""Actions from outside: from a form, a JSON call, a line of input or of a record."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from marshmallow import Schema, ValidationError, fields, validates_schema

from referee.errors import InputError
from referee.records.fields import (
    Checked,
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
from referee.records.text import fingerprint, show
from rules.board.board import Board
from rules.dawn_of_the_dead import actions
from rules.dawn_of_the_dead.actions.field_types import (
    Between,
    CounterFigures,
    Fingerprint,
    OneDie,
    OneOf,
    Parts,
    Side,
    Size,
    Square,
    SquareNumber,
)
from rules.dawn_of_the_dead.equipment import counters_check

LONGEST_NAME = 200


class SheetField(Checked):
    """A counter sheet (`referee-counters/1`) without a mistake."""

    def __init__(self, **options: Any) -> None:
        super().__init__("a counter sheet", **options)

    def accepts(self, value: Any) -> bool:
        """Whether it is an object; faults inside it get their own sentences."""
        return isinstance(value, dict)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> Any:
        sheet = super()._deserialize(value, attr, data, **options)
        if problems := counters_check.problems(sheet):
            raise ValidationError([f"is not a valid counter sheet: {problem}" for problem in problems])
        if len(sheet["name"]) > LONGEST_NAME:
            raise ValidationError(f"has a name longer than {LONGEST_NAME} characters.")
        return sheet


def with_fingerprint(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data of an action; where it holds a counter sheet, with its fingerprint as `sha256`.

    Raises InputError for a fingerprint that is another sheet's.
    """
    sheet = data.get("sheet")
    if not isinstance(sheet, dict):
        return data
    sha256 = fingerprint(sheet)
    if data.get("sha256", sha256) != sha256:
        raise InputError(f"sha256: {show(data['sha256'])} is not the fingerprint of this sheet.")
    return {**data, "sha256": sha256}


_WHAT = "The action"
_PLAIN: Mapping[type, Callable[..., fields.Field[Any]]] = {
    SquareNumber: square_field,
    Side: between_field,
    OneDie: Die,
    CounterFigures: SheetField,
    Fingerprint: partial(Text, "64 hexadecimal digits", pattern=re.compile("[0-9a-f]{64}")),
}
"""The fields for limits without figures of their own."""


class _ZombiePieceSchema(Strict):
    """An action of a zombie unit, named by its square, or of a super zombie, named by its character."""

    @validates_schema(skip_on_field_errors=True)
    def _one_piece(self, data: Mapping[str, Any], **_: Any) -> None:
        if ("from" in data) == ("super" in data):
            raise ValidationError('must name either "from" (the square of a unit) or "super" (a character).')
        if data.get("with_zombie") and "super" not in data:
            raise ValidationError("is only for a move of a super zombie.", "with_zombie")


@cache
def schema_for(name: str) -> Schema:
    """Return the schema of an action by its name, made of the fields of its descriptor in `rules`."""
    kind = actions.ACTIONS[name]
    types = _types(kind)
    members: dict[str, Any] = {"do": Text(required=True)}
    for field in dataclasses.fields(kind):
        needed = field.default is dataclasses.MISSING
        members[actions.json_name(field.name)] = _field(types[field.name], required=needed)
    base = _ZombiePieceSchema if "from" in members else Strict
    return base.from_dict(members, name=f"{kind.__name__}Schema")()


def _types(kind: type[actions.Action]) -> Mapping[str, Any]:
    """Return the type of each field with its limits; a field that may be left out has that of its content."""
    return {name: _content(of) for name, of in get_type_hints(kind, include_extras=True).items()}


def _content(of: Any) -> Any:
    if get_origin(of) not in {Union, UnionType}:
        return of
    (content,) = (one for one in get_args(of) if one is not NoneType)
    return content


def _field(of: Any, **options: Any) -> fields.Field[Any]:
    """Return the field for a type of `rules.dawn_of_the_dead.actions.field_types`, or for true and false."""
    if of is bool:
        return Flag(**options)
    kind, limits = get_args(of)
    if plain := _PLAIN.get(type(limits)):
        return plain(**options)
    match limits:
        case OneOf(words, told):
            return Choice(words, told, **options)
        case Between(told, low, high):
            return Whole(told, low, high, **options)
        case Parts(parts):
            members = {name: _field(part, required=True) for name, part in parts}
            return Part(Strict.from_dict(dict(members), name="PartsSchema"), **options)
        case Size(most, least, distinct):
            if issubclass(get_origin(kind), Mapping):
                keys, values = (_field(one) for one in get_args(kind))
                return Table(keys, values, most, **options)
            item = _field(get_args(kind)[0])
            return Items(item, most, least=least, distinct=distinct, **options)
    raise TypeError(of)


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
    given = with_fingerprint({k: v for k, v in data.items() if v is not None})
    loaded = load(schema_for(name), given, _WHAT)
    if board is not None:
        problems = [
            f"{field}: {show(s)} is not a square of this map."
            for field, s in _squares(loaded)
            if s not in board.squares
        ]
        if problems:
            raise InputError(problems)
    return actions.from_json(loaded)


@cache
def _readers(name: str) -> Mapping[str, Callable[[Any], Iterable[str]]]:
    """Return how to read the squares in each field of an action that has some."""
    kind = actions.ACTIONS[name]
    types, names = _types(kind), [field.name for field in dataclasses.fields(kind)]
    readers = {actions.json_name(field): _reader(types[field]) for field in names}
    return {field: reader for field, reader in readers.items() if reader}


def _reader(of: Any) -> Callable[[Any], Iterable[str]] | None:
    if of is bool:
        return None
    kind, limits = get_args(of)
    if isinstance(limits, SquareNumber):
        return lambda square: (square,)
    if isinstance(limits, Side) or get_args(kind)[:1] == (Square,):
        return iter  # a list of squares, or a mapping with squares for its keys
    return dict.values if get_args(kind)[1:] == (Square,) else None


def _squares(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the squares that an action names, each with its field."""
    for field, read in _readers(data["do"]).items():
        if field in data:
            yield from ((field, square) for square in read(data[field]))
