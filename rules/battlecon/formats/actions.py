"""Actions as JSON, and back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rules.battlecon.actions import Action
from rules.battlecon.formats.options import option_from_json, option_to_json
from rules.battlecon.formats.reading import Source, Unreadable
from rules.battlecon.game import PROCEDURES
from rules.battlecon.names import SEATS, Seat
from rules.battlecon.options import Option


def action_to_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON data; fields that are None are left out."""
    data: dict[str, Any] = {"do": action.do}
    for field in fields(action):
        value = getattr(action, field.name)
        if isinstance(value, Option):
            data[field.name] = option_to_json(value)
        elif value is not None:
            data[field.name] = _plain(value)
    return data


def action_from_json(data: object, seat: Seat | None = None) -> Action:
    """Return the action of JSON data; without `seat` the data must name it. Raises Unreadable.

    Whether a card exists, or is in hand, is for the ruling to say.
    """
    source = Source(data)
    do = source.one_of("do", tuple(PROCEDURES))
    procedure = PROCEDURES[do]
    source.only(("do", "seat", *(field.name for field in procedure.fields)))
    who = source.one_of("seat", SEATS) if seat is None or "seat" in source.data else seat
    if seat is not None and who != seat:
        raise Unreadable(f"seat is {who}; you sit at {seat}.")
    values: dict[str, Any] = {}
    for field in procedure.fields:
        if not field.required and not source.has(field.name):
            continue
        if field.kind == "option":
            values[field.name] = option_from_json(source.inside(field.name))
        elif field.kind == "discards":
            values[field.name] = source.piles(field.name)
        else:
            values[field.name] = source.text(field.name)
    action: Action = procedure.make(who, **values)
    return action


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
