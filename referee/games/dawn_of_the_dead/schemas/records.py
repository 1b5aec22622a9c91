"""The first line of a record of *Dawn of the Dead* (`referee-record/1`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import fields

from referee.records.codec import MOST_SEALS, commits, digest, parts, unknown
from referee.records.fields import Choice, Flag, Given, Items, OpenSchema, Part, Table, Text, Whole, load


class SourceSchema(OpenSchema):
    """A map or a counter sheet by name and fingerprint; `data` when it travels in the record."""

    name = Text("a name", required=True)
    sha256 = digest(required=True)
    data = fields.Raw(allow_none=True)


class StartSchema(OpenSchema):
    """How the units were drawn at set-up, in order."""

    draw = Items(Whole("a Zombie Value", 1, 11), 50, required=True)


class HeaderSchema(OpenSchema):
    """The first line."""

    format = Given("referee-record/1", required=True)
    system = Given("dawn-of-the-dead", required=True)
    mode = Choice(("two-player", "solitaire", "cooperative"), required=True)
    map = Part(SourceSchema, required=True)
    counters = Choice(("digital", "physical"), required=True)
    counter_sheet = Part(SourceSchema, required=True)
    seats = Table(Text("a seat", longest=20), Text("a name", allow_none=True), 20, load_default=dict)
    seals = Table(Text("a seal", longest=40), digest(), MOST_SEALS, load_default=dict)
    version = Text("a version", longest=40, load_default="")
    practice = Flag()
    parts = parts()
    commits = commits()
    start = Part(StartSchema, allow_none=True, load_default=None)


_HEADER = HeaderSchema()


def load_header(data: Any) -> dict[str, Any]:
    """Return the first line of a record. Raises InputError."""
    return load(_HEADER, data, "The header")


def unknown_in_header(header: Mapping[str, Any]) -> Iterator[str]:
    """Yield where a first line has a member that it should not have."""
    return unknown(_HEADER, header)
