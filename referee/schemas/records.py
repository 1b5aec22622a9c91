"""The lines of a record (`referee-record/1`), one by one, without judging the actions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from marshmallow import fields

from referee.errors import InputError
from referee.json_text import show
from referee.schemas.base import Flag, Given, Items, OpenSchema, Part, Table, Text, Whole, load
from referee.schemas.unknown import unknown

_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
MOST_SEALS = 100
MOST_PARTS = 1000


def digest(**options: Any) -> Text:
    """Return a field for a SHA-256."""
    return Text("a SHA-256 (64 hexadecimal digits)", pattern=_DIGEST, longest=64, **options)


class PartSchema(OpenSchema):
    """What the device of a seat added to the seed of the dice, after which line."""

    seat = Text("a seat", longest=20, required=True)
    part = digest(required=True)
    after = Whole("a line number", 0, 1_000_000, required=True)
    round = Whole("a round", 1, MOST_PARTS)


class PromiseSchema(OpenSchema):
    """The SHA-256 of a part that a device promised in a round.

    After which line the round was `opened`, `closed` (its promises fixed), and counted.
    """

    seat = Text("a seat", longest=20, required=True)
    commit = digest(required=True)
    round = Whole("a round", 1, MOST_PARTS, required=True)
    opened = Whole("a line number", 0, 1_000_000, required=True)
    closed = Whole("a line number", 0, 1_000_000)
    after = Whole("a line number", 0, 1_000_000)


def commits() -> Items:
    """Return the field of all promises of parts."""
    return Items(Part(PromiseSchema), MOST_PARTS)


def parts() -> Items:
    """Return the field of all that devices added to the seed of the dice."""
    return Items(Part(PartSchema), MOST_PARTS)


class PlainHeaderSchema(OpenSchema):
    """What every first line has; the game checks the rest of it."""

    format = Given("referee-record/1", required=True)
    system = Text("a game", longest=60, required=True)
    seats = Table(Text("a seat", longest=20), Text("a name", allow_none=True), 20, load_default=dict)
    seals = Table(Text("a seal", longest=40), digest(), MOST_SEALS, load_default=dict)
    version = Text("a version", longest=40, load_default="")
    parts = parts()
    commits = commits()


class LineSchema(OpenSchema):
    """The line of one action."""

    n = Whole("a line number", 1, 1_000_000, required=True)
    turn = Whole("a turn", 1, 100_000, required=True)
    seat = Text("a seat", longest=20, required=True)
    action = fields.Dict(
        required=True, error_messages={"required": "is missing.", "invalid": "must be an object."}
    )
    cases = Items(Text("a case", longest=20), 50, load_default=list)
    at = Text("a time", longest=40, load_default="")
    automatic = Flag(load_default=False)
    overridden = Flag(load_default=False)
    taken_back = Flag(load_default=False)
    secrets_open = Flag(load_default=False)
    answered_by = Text("a seat", longest=20)
    answered_for = Items(Text("a seat", longest=20), 20)


LINE_MEMBERS = frozenset(LineSchema().fields) | {"story", "rolled", "taken_back_at", "seal", "nonce"}
"""Every member that a line of a record has in any version: those of the schema, and what the referee adds."""


class OpenedSchema(OpenSchema):
    """One opened seal."""

    nonce = Text("a nonce", required=True)
    value = fields.Raw(required=True, allow_none=True)


class ClosingSchema(OpenSchema):
    """The last line: the opened seals."""

    opened = Table(Text("a seal", longest=40), Part(OpenedSchema), MOST_SEALS, required=True)


_PLAIN_HEADER = PlainHeaderSchema()
_LINE, _CLOSING = LineSchema(), ClosingSchema()


def load_header_of(system: str, data: object) -> dict[str, Any]:
    """Return the first line of a record of one game without a map. Raises InputError."""
    read = load(_PLAIN_HEADER, data, "The header")
    if read["system"] != system:
        raise InputError(f"system: {show(read['system'])} is not {show(system)}.")
    return read


def unknown_in_header_of(data: Mapping[str, Any], more: Collection[str]) -> Iterator[str]:
    """Yield where a first line has a member that no game's has; `more` are those of its own game."""
    return unknown(_PLAIN_HEADER, {name: value for name, value in data.items() if name not in more})


def unknown_in_closing(opened: Mapping[str, Any]) -> Iterator[str]:
    """Yield where the line of the opened seals has a member that it should not have."""
    return unknown(_CLOSING, {"opened": opened})


def load_line(data: Any) -> dict[str, Any]:
    """Return the line of an action. Raises InputError."""
    return load(_LINE, data, "The line")


def load_closing(data: Any) -> dict[str, Any]:
    """Return the line of the opened seals. Raises InputError."""
    return load(_CLOSING, data, "The last line")
