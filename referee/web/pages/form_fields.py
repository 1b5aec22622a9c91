"""The fields of an action that come from a form: `field.inches`, `field.rates.1A`.

A key posts an action as JSON. What its form asks for besides is read here, by the types of the action's
fields.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any, Union, get_args, get_origin

from werkzeug.datastructures import MultiDict

from referee.errors import InputError
from referee.records.text import Json, show
from rules.fields import Declared, declared_fields, types_of

BEFORE, NTH = "field.", "#"
"""What the names of these fields begin with, and what the place of one of several values begins with."""
_YES_NO: Mapping[str, bool] = {"yes": True, "no": False}
_LONGEST = 200
_HALF = "½"


def with_posted_fields(action: Json, posted: MultiDict[str, str], kinds: object = None) -> dict[str, Any]:
    """Return an action with the fields of its form. Fields that were left empty stay open.

    `field.rates.1A` is the value of a field for one name, `field.dice.#2` the second of several. `kinds` is
    the data class of the game's actions, or several of them, `Walk | Shoot`; without one the texts are read
    as numbers, yes and no where they look so. Raises InputError for a text that does not fit.
    """
    whole: dict[str, Any] = dict(action)
    declared = _types(kinds, action.get("do"))
    for posted_name in posted:
        text = next((t for t in reversed(posted.getlist(posted_name)) if t.strip()), "").strip()
        if not posted_name.startswith(BEFORE) or not text:
            continue
        name, _, key = posted_name.removeprefix(BEFORE).partition(".")
        kind = _without_none(declared.get(name))
        if key.startswith(NTH) or (get_origin(kind) is tuple and not key):
            inner = get_args(kind)[0] if get_origin(kind) is tuple else None
            kept = whole.get(name)
            whole[name] = [*(kept if isinstance(kept, list) else ()), read_text(inner, text, name)]
        elif key:
            known = whole.get(name)
            value = read_text(_value(kind), text, f"{name}.{key}")
            whole[name] = {**(known if isinstance(known, dict) else {}), key: value}
        else:
            whole[name] = read_text(kind, text, name)
    return whole


def read_text(kind: object, text: str, place: str) -> int | float | bool | str:
    """Return the value of a text that a form sent, by the type of its field. Raises InputError."""
    if len(text) > _LONGEST:
        raise InputError(f"{place}: that is too long.")
    match _without_none(kind):
        case None:
            return _guessed(text)
        case plain if plain is bool:
            if text in _YES_NO:
                return _YES_NO[text]
            raise InputError(f"{place}: {show(text)} is not yes or no.")
        case plain if plain is int:
            number = _number(text)
            if isinstance(number, int):
                return number
            raise InputError(f"{place}: {show(text)} is not a whole number.")
        case plain if plain is float:
            if (number := _number(text)) is not None:
                return number
            raise InputError(f"{place}: {show(text)} is not a number.")
        case other:
            words = {str(word): word for word in get_args(other)}
            value: int | str = words.get(text, text)
            return value


def _number(text: str) -> int | float | None:
    """Return the number of a text: 7, 7.5, "7,5" or "7½"; None for any other text."""
    plain = text.replace(",", ".")
    if plain.endswith(_HALF):
        plain = f"{plain.removesuffix(_HALF) or 0}.5"
    digits = plain.removeprefix("-")
    if not digits.isascii() or not digits.replace(".", "", 1).isdigit() or len(digits) > 9:
        return None
    number = float(plain)
    return int(number) if number.is_integer() else number


def _guessed(text: str) -> int | float | bool | str:
    if text in _YES_NO:
        return _YES_NO[text]
    number = _number(text)
    return text if number is None else number


def declared_of(kinds: object, do: object) -> Mapping[str, Declared]:
    """Return the fields of an action that declare how they get their values; none for an unknown one."""
    found = _kind(kinds, do)
    return {} if found is None else declared_fields(found)


def _types(kinds: object, do: object) -> Mapping[str, object]:
    found = _kind(kinds, do)
    return {} if found is None else types_of(found)


def _kind(kinds: object, do: object) -> type | None:
    """Return the data class of an action, by its `do`; None where it is not known."""
    every = get_args(kinds) if get_origin(kinds) in {types.UnionType, Union} else (kinds,)
    return next((kind for kind in every if kind is not None and getattr(kind, "do", None) == do), None)


def _without_none(kind: object) -> object:
    """Return a type without the None beside it."""
    if get_origin(kind) not in {types.UnionType, Union}:
        return kind
    kinds = [one for one in get_args(kind) if one is not type(None)]
    return kinds[0] if len(kinds) == 1 else kind


def _value(kind: object) -> object:
    """Return the type of the values of a mapping."""
    args = get_args(kind)
    return args[1] if len(args) == 2 else None
