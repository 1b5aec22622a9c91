"""Actions as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from functools import cache
from typing import Any, get_origin, get_type_hints

from rules.battlecon.actions import SEATS, Action, Option, Seat
from rules.battlecon.formats.options import option_from_json, option_to_json
from rules.battlecon.formats.reading import Source, Unreadable
from rules.battlecon.game import PROCEDURES


def action_to_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON data; fields that are None are left out."""
    data: dict[str, Any] = {"do": action.do}
    for name in action.__match_args__:
        value = getattr(action, name)
        if isinstance(value, Option):
            data[name] = option_to_json(value)
        elif value is not None:
            data[name] = _plain(value)
    return data


def action_from_json(data: object, seat: Seat | None = None) -> Action:
    """Return the action of JSON data; without `seat` the data must name it. Raises Unreadable.

    Whether a card exists, or is in hand, is for the ruling to say.
    """
    source = Source(data)
    do = source.one_of("do", tuple(PROCEDURES))
    procedure = PROCEDURES[do]
    kinds = _field_kinds(do)
    source.only(("do", "seat", *kinds))
    who = source.one_of("seat", SEATS) if seat is None or "seat" in source.data else seat
    if seat is not None and who != seat:
        raise Unreadable(f"seat is {who}; you sit at {seat}.")
    values: dict[str, Any] = {}
    for name, (kind, required) in kinds.items():
        if not required and not source.has(name):
            continue
        if kind is Option:
            values[name] = option_from_json(source.inside(name))
        elif get_origin(kind) is tuple:
            values[name] = source.piles(name)
        else:
            values[name] = source.card(name)
    action: Action = procedure.make(who, **values)
    return action


@cache
def _field_kinds(do: str) -> Mapping[str, tuple[Any, bool]]:
    """Return the type of each field of an action but the seat, and whether it must be given."""
    procedure = PROCEDURES[do]
    types = get_type_hints(procedure.make)
    return {field.name: (types[field.name], field.default is MISSING) for field in procedure.fields}


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
