"""How the fields of actions and positions declare themselves.

A field of an action that may be left open at first says how it gets its value: it is `picked` by the player,
`asked` of those who can see the table, `rolled`, or `drawn`. A field of a position that lies face down is
`hidden`. The form of an action, the check of its values, its completion and its place in a list all come from
these declarations.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Literal, TypeVar, Union, cast, dataclass_transform, get_args, get_origin
from typing import get_type_hints as hints_of

T = TypeVar("T")
Inches = float
"""Inches on the table, where a game measures halves: 7.5. Whole numbers where it does not."""
Knows = Callable[[Any, str], Collection[str]]
"""Who may see a value of a hidden mapping, by the position and the key."""

_DECLARED, _HIDDEN = "declared", "hidden"
RESERVED = frozenset(
    {
        "advice", "arrival", "code", "declined", "in_progress", "map", "moment", "names", "open", "practice",
        "question", "redo", "rematch", "reopened", "request", "serial", "settings", "setting_changed",
        "stage", "underway", "undo", "unread", "version", "waits_for", "why_not", "why_not_cases",
    }
)  # fmt: skip
"""Names that the table's own view and lists have, which no field may take."""


@dataclass(frozen=True, slots=True)
class Declared:
    """How a field of an action gets its value.

    `text` is what is asked, or the kind of a roll or a draw: what is taken back of one kind comes up again
    (R-UNDO). `secret` names the hidden field of the position that a value goes into. `need` is the name that
    the needs of a ruling have for it, where that is not the field's own. `total_of` is the field with the
    dice, for one that holds their total in their place.
    """

    how: Literal["picked", "asked", "rolled", "drawn"]
    text: str
    sides: int = 6
    least: int = 0
    most: int = 100
    limits: tuple[int, ...] = ()
    halves: bool = False
    unit: str = ""
    secret: str = ""
    need: str = ""
    total_of: str = ""


def picked(text: str, *, secret: str = "", need: str = "") -> Any:
    """Declare a choice of the player; `secret` is the hidden field of the position that it goes into."""
    return _field(Declared("picked", text, secret=secret, need=need))


def asked(
    text: str,
    *,
    least: int = 0,
    most: int = 100,
    limits: tuple[int, ...] = (),
    halves: bool = False,
    unit: str = "",
    need: str = "",
) -> Any:
    """Declare a fact that only people can see: a number, yes or no, or one of the options in the need.

    `limits` are the values at which the answer changes something: any number of the same band is as good.
    With `halves` a number may end in .5. `unit` is one word: "inch".
    """
    return _field(
        Declared(
            "asked", text, least=least, most=most, limits=limits, halves=halves, unit=unit, need=need
        )
    )  # fmt: skip


def rolled(kind: str, sides: int = 6, *, secret: str = "", need: str = "") -> Any:
    """Declare a die, dice, or a die for each name, as the type of the field says."""
    return _field(Declared("rolled", kind, sides=sides, secret=secret, need=need))


def total_of(dice: str) -> Any:
    """Declare the total of the dice of another field, which may be given in place of them."""
    return _field(Declared("rolled", "", total_of=dice))


def drawn(kind: str, *, secret: str = "", need: str = "") -> Any:
    """Declare values that are drawn from the `Pool` in the need, without putting back."""
    return _field(Declared("drawn", kind, secret=secret, need=need))


def _field(declared: Declared) -> Any:
    return field(default=None, metadata={_DECLARED: declared})


def hidden(knows: Knows = lambda _position, key: (key,)) -> Any:
    """Declare a mapping of a position whose values lie face down.

    `knows(position, key)` returns the seats that see the value of a key: by default the seat that is the key.
    """
    return field(default_factory=dict, metadata={_HIDDEN: knows})


@dataclass_transform(frozen_default=True)
def action(kind: type[T]) -> type[T]:
    """Make a frozen data class of an action, whose name in JSON, `do`, is its own in snake case.

    Raises TypeError for a field whose type cannot be read from JSON, or whose name is taken.
    """
    made = _frozen(kind)
    if "do" in cast("Any", made).__dataclass_fields__:
        raise TypeError(f"{kind.__name__}.do: an action has its name from its class.")
    cast("Any", made).do = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def position(kind: type[T]) -> type[T]:
    """Make a frozen data class of a position, or of a part of one.

    Raises TypeError for a field whose type cannot be read from JSON, or whose name is taken.
    """
    return _frozen(kind)


def _frozen(kind: type[T]) -> type[T]:
    made = dataclass(frozen=True, slots=True)(kind)
    try:
        _check(made, {made})
    except NameError:  # A type that is defined further down: `check` is called again with the rules.
        return made
    return made


def check(kind: type) -> None:
    """Check that a data class can be read from JSON, and its parts. Raises TypeError."""
    try:
        _check(kind, {kind})
    except NameError as unknown:
        raise TypeError(
            f"{kind.__name__}: {unknown}. A type must be known in the module of the class."
        ) from None


def _check(kind: type, seen: set[type]) -> None:
    for name, of in types_of(kind).items():
        if name in RESERVED:
            raise TypeError(f"{kind.__name__}.{name}: the table itself has this name. Take another one.")
        if not _readable(of):
            raise TypeError(
                f"{kind.__name__}.{name}: {_name(of)} cannot be read from JSON. Whole numbers, float, text,"
                " bool, Literal, tuples, mappings from text, data classes, and None beside one of them can."
            )
        for part in _parts(of):
            if part not in seen:
                seen.add(part)
                _check(part, seen)
    for name, declared in declared_fields(kind).items():
        if wrong := _misdeclared(kind, name, declared):
            raise TypeError(f"{kind.__name__}.{name}: {wrong}")


def _parts(of: Any) -> Iterator[type]:
    """Yield the data classes in a type."""
    if isinstance(of, type) and is_dataclass(of):
        yield of
    for inner in get_args(of) if get_origin(of) is not Literal else ():
        yield from _parts(inner)


def _misdeclared(kind: type, name: str, declared: Declared) -> str:
    """Return what is wrong with the type of a declared field, or ""."""
    of = types_of(kind)[name]
    if type(None) not in get_args(of):
        return f"it may be open, so its type needs None: {name}: {_name(of)} | None."
    if declared.total_of:
        dice = declared_fields(kind).get(declared.total_of)
        fits = dice is not None and dice.how == "rolled" and not dice.total_of and _content(of) is int
        return "" if fits else f"a total is a whole number, and {declared.total_of} a field that is rolled."
    if declared.how in {"rolled", "drawn"}:
        content, shape = _content(of), kind_of_field(kind, name)
        one = content if shape == "one" else get_args(content)[shape == "each"]
        return "" if one is int else "dice and draws are int, tuple[int, ...] or Mapping[str, int]."
    return ""


def _name(of: Any) -> str:
    return of.__name__ if isinstance(of, type) else str(of)


def _readable(kind: Any) -> bool:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {types.UnionType, Union}:
        kinds = [one for one in inner if one is not type(None)]
        return all(map(_readable, kinds)) and (len(kinds) == 1 or all(hasattr(one, "do") for one in kinds))
    if origin is tuple:
        return len(inner) == 2 and inner[1] is Ellipsis and _readable(inner[0])
    if origin is Literal:
        return True
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys = inner[0] is str or get_origin(inner[0]) is Literal
        return keys and _readable(inner[1])
    return kind in {int, float, str, bool} or (isinstance(kind, type) and is_dataclass(kind))


@cache
def types_of(kind: Any) -> Mapping[str, Any]:
    """Return the types of the fields of a data class, by name."""
    hints = hints_of(kind)
    return {one.name: hints[one.name] for one in fields(kind)}


def _declared_fields(kind: Any) -> Mapping[str, Declared]:
    known = fields(kind) if is_dataclass(kind) else ()
    return {one.name: one.metadata[_DECLARED] for one in known if _DECLARED in one.metadata}


def _hidden_fields(kind: Any) -> Mapping[str, Knows]:
    return {one.name: one.metadata[_HIDDEN] for one in fields(kind) if _HIDDEN in one.metadata}


declared_fields: Callable[[object], Mapping[str, Declared]] = cache(_declared_fields)
"""Return the fields of an action that declare themselves, in order."""
hidden_fields: Callable[[object], Mapping[str, Knows]] = cache(_hidden_fields)
"""Return the fields of a position whose values lie face down, each with who knows them."""


def laid_by(action: Any) -> frozenset[str]:
    """Return the names of the secrets that an action puts face down: "rates.1A".

    A mapping has one for each of its keys; any other value is the secret of the action's seat.
    """
    return frozenset(
        f"{declared.secret}.{key}"
        for name, declared in declared_fields(type(action)).items()
        if declared.secret and (value := getattr(action, name)) is not None
        for key in (value if isinstance(value, Mapping) else (action.seat,))
    )


def without_secrets(kind: Any, data: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    """Return the JSON of an action of this kind with null for each of the secrets that are named."""
    shown = dict(data)
    for name, declared in declared_fields(kind).items():
        if not declared.secret or shown.get(name) is None:
            continue
        if isinstance(value := shown[name], Mapping):
            shown[name] = {k: None if f"{declared.secret}.{k}" in hidden else v for k, v in value.items()}
        elif f"{declared.secret}.{data['seat']}" in hidden:
            shown[name] = None
    return shown


def leaves_out(kind: Any, data: Mapping[str, Any]) -> bool:
    """Return whether the JSON of an action of this kind has null in place of a secret, or nothing."""
    return any(
        declared.secret and (value is None or (isinstance(value, Mapping) and None in value.values()))
        for name, declared in declared_fields(kind).items()
        for value in (data.get(name),)
    )


def kind_of_field(kind: Any, name: str) -> Literal["one", "several", "each"]:
    """Return whether a declared field holds one value, a tuple of them, or one for each name."""
    origin = get_origin(_content(types_of(kind)[name]))
    if origin is tuple:
        return "several"
    return "each" if isinstance(origin, type) and issubclass(origin, Mapping) else "one"


def is_yes_no(kind: Any, name: str) -> bool:
    """Return whether a declared field is yes or no, or that for each name."""
    content = _content(types_of(kind)[name])
    return content is bool or (kind_of_field(kind, name) == "each" and get_args(content)[1] is bool)


@cache
def is_text(kind: Any, name: str) -> bool:
    """Return whether a declared field is text, or a text for each name."""
    content = _content(types_of(kind)[name])
    return (get_args(content)[1] if kind_of_field(kind, name) == "each" else content) is str


def _content(of: Any) -> Any:
    """Return a type without the None beside it."""
    if get_origin(of) not in {types.UnionType, Union}:
        return of
    kinds = [one for one in get_args(of) if one is not type(None)]
    return kinds[0] if len(kinds) == 1 else of


def kinds_of(action: object) -> tuple[type[object], ...]:
    """Return the classes of actions that a union names, or the one class."""
    if action is None:
        return ()
    return get_args(action) if isinstance(action, types.UnionType) else (cast("type[object]", action),)


def name_of(kind: object) -> str:
    """Return the name of a class of actions in JSON, `do`."""
    return str(getattr(kind, "do", ""))


def lays(kind: object) -> bool:
    """Return whether actions of a class lay something face down that their player chooses."""
    return any(declared.secret and declared.how == "picked" for declared in declared_fields(kind).values())


def hides(kind: object) -> bool:
    """Return whether actions of a class put anything face down: a choice, a roll or a draw."""
    return any(declared.secret for declared in declared_fields(kind).values())


def lists(answer: object, action: object) -> bool:
    """Return whether an answer is this action, but for the fields that it leaves open and what is asked."""
    if answer is action or type(answer) is not type(action):
        return answer is action
    kind: Any = type(answer)
    for name, one in declared_fields(kind).items():
        if one.how != "asked" and getattr(answer, name) not in (None, getattr(action, name)):
            return False
    return values_but_declared(kind)(answer) == values_but_declared(kind)(action)


@cache
def values_but_declared(kind: type) -> Callable[[object], object]:
    """Return what gives the values of an action of this class, but for those of its declared fields."""
    known = [n for n in types_of(kind) if n not in declared_fields(kind)] if is_dataclass(kind) else ()
    return attrgetter(*known) if known else lambda _: None
