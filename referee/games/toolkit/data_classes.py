"""Positions and actions that are frozen data classes: read from JSON, and written.

The types of the fields say all: whole numbers, inches and other numbers (`float`), text, true and false,
`Literal` words, tuples, mappings, other data classes, and `None` beside one of these. Of several actions,
`A | B`, the member `do` of an object says which it is. An action is written with it, and without its open
fields. `__post_init__` checks what must hold between fields; it raises ValueError with a sentence.
"""

from __future__ import annotations

import math
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

from referee.errors import InputError
from referee.records.text import show
from rules.fields import declared_fields, types_of
from rules.sentences import either

T = TypeVar("T")
LARGEST = 10**9
LONGEST = 200
"""The most characters of a text, and the most items of a list or an object."""

_MISSING = "is missing."


class _Wrong(Exception):
    """Something that does not fit its type: the place, and what is wrong there."""


def read(kind: type[T], data: object, what: str) -> T:
    """Return the data class of a JSON object. Raises InputError; `what` begins sentences about the whole."""
    if not isinstance(data, dict):
        raise InputError(f"{what} must be an object, not {show(data)}.")
    try:
        return cast("T", _read(kind, data, ""))
    except _Wrong as wrong:
        place, says = wrong.args
        if says == _MISSING:
            raise InputError(f"{place} {says}") from None
        raise InputError(f"{place}: {says}" if place else f"{what}: {says}") from None


def write(value: object) -> Any:
    """Return a value as JSON data: data classes and mappings as objects, tuples as lists."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    kind: Any = type(value)
    if (names := _written(kind)) is not None:
        if not hasattr(kind, "do"):
            return {name: write(getattr(value, name)) for name in names}
        values = {name: getattr(value, name) for name in names}
        return {"do": kind.do} | {
            name: write(one) for name, one in values.items() if one is not None or not names[name]
        }
    if isinstance(value, Mapping):
        return {key: write(item) for key, item in value.items()}
    return [write(item) for item in value] if isinstance(value, (tuple, list)) else value


@cache
def _written(kind: type[object]) -> Mapping[str, bool] | None:
    """Return the fields of a data class, and whether each may be left open; None for all other classes."""
    return {one.name: one.default is None for one in fields(kind)} if is_dataclass(kind) else None


def _read(kind: Any, data: Any, place: str) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {types.UnionType, Union}:
        if data is None and type(None) in inner:
            return None
        kinds = [one for one in inner if one is not type(None)]
        return _read(kinds[0] if len(kinds) == 1 else _kind_of(kinds, data, place), data, place)
    if is_dataclass(kind):
        return _read_object(kind, data, place)
    if origin is Literal:
        fits = data in inner and type(data) is type(inner[0])
        return data if fits else _refuse(data, either(one or '""' for one in inner), place)
    if origin is tuple:
        _expect(isinstance(data, list), data, "a list", place)
        _expect(len(data) <= LONGEST, data, f"a list of at most {LONGEST}", place)
        return tuple(_read(inner[0], item, f"{place}[{n}]") for n, item in enumerate(data))
    if origin is not None and issubclass(origin, Mapping):
        _expect(isinstance(data, dict), data, "an object", place)
        _expect(len(data) <= LONGEST, data, f"an object of at most {LONGEST} members", place)
        return {
            _read(inner[0], key, place): _read(inner[1], item, f"{place}.{key}") for key, item in data.items()
        }
    return _read_plain(kind, data, place)


def _read_plain(kind: type[object], data: Any, place: str) -> Any:
    if kind is int:
        _expect(type(data) is int, data, "a whole number", place)
        _expect(abs(data) < LARGEST, data, "a whole number of at most nine digits", place)
    elif kind is bool:
        _expect(isinstance(data, bool), data, "true or false", place)
    elif kind is float:
        number = isinstance(data, (int, float)) and not isinstance(data, bool)
        _expect(number and math.isfinite(data) and abs(data) < LARGEST, data, "a number", place)
        return int(data) if data == int(data) else data
    else:
        _expect(
            isinstance(data, str) and len(data) <= LONGEST,
            data,
            f"text of at most {LONGEST} characters",
            place,
        )
    return data


def _read_object(kind: Any, data: Any, place: str) -> Any:
    _expect(isinstance(data, dict), data, "an object", place)
    kinds, before = types_of(kind), f"{place}." if place else ""
    if hasattr(kind, "do"):
        _kind_of([kind], data, place)
        data = {name: item for name, item in data.items() if name != "do"}
    for name in data:
        if name not in kinds:
            raise _Wrong(f"{before}{show(name)[1:-1]}", "is not a field that belongs here.")
    for name in _needed(kind):
        if name not in data:
            raise _Wrong(f"{before}{name}", _MISSING)
    values = {name: _read(kinds[name], item, f"{before}{name}") for name, item in data.items()}
    for name, declared in declared_fields(kind).items():
        if declared.how == "asked":
            _expect_steps(values.get(name), declared.halves, f"{before}{name}")
    try:
        return kind(**values)
    except ValueError as error:
        raise _Wrong(place, str(error)) from None


def _expect_steps(values: object, halves: bool, place: str) -> None:
    """Refuse a number, or one of a mapping, that no ruler shows: only halves may follow the point."""
    for one in values.values() if isinstance(values, Mapping) else (values,):
        if isinstance(one, float):
            expected = "a whole number or a half" if halves else "a whole number"
            _expect(halves and 2 * one == int(2 * one), one, expected, place)


def _kind_of(kinds: Sequence[type], data: Any, place: str) -> type:
    """Return which of several classes of actions an object is, by the word in its `do`."""
    _expect(isinstance(data, dict), data, "an object", place)
    by_word = {cast("Any", kind).do: kind for kind in kinds}
    before = f"{place}.do" if place else "do"
    if "do" not in data:
        raise _Wrong(before, _MISSING)
    word = data["do"]
    _expect(isinstance(word, str) and word in by_word, word, either(by_word), before)
    kind: type = by_word[word]
    return kind


def _needed(kind: Any) -> Iterator[str]:
    yield from (f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING)


def _expect(fits: bool, data: Any, expected: str, place: str) -> None:
    if not fits:
        _refuse(data, expected, place)


def _refuse(data: Any, expected: str, place: str) -> None:
    raise _Wrong(place, f"{show(data)} is not {expected}.")
