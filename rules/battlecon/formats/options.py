"""Options as JSON, and back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rules.battlecon.actions import (  # fmt: skip
    DECLINE,
    OPTIONS,
    SEATS,
    USE,
    Direction,
    FirstOption,
    GoOption,
    MoveOption,
    Option,
    TokenOption,
    TrapOption,
)
from rules.battlecon.formats.reading import Source
from rules.battlecon.position import SPACES

DIRECTIONS: tuple[Direction, Direction] = ("advance", "retreat")


def option_to_json(option: Option) -> dict[str, Any]:
    return {"what": option.what, **{f.name: getattr(option, f.name) for f in fields(option)}}


def option_from_json(source: Source) -> Option:
    """Return the option of JSON data. Raises Unreadable."""
    what = source.one_of("what", tuple(kind.what for kind in OPTIONS))
    (kind,) = (kind for kind in OPTIONS if kind.what == what)
    source.only(("what", *(field.name for field in fields(kind))))
    if kind is MoveOption:
        whom = source.one_of("whom", SEATS)
        return MoveOption(whom, source.one_of("direction", DIRECTIONS), source.number("spaces", 0, 6))
    if kind is GoOption:
        return GoOption(source.one_of("whom", SEATS), source.number("space", SPACES[0], SPACES[-1]))
    if kind is TrapOption:
        return TrapOption(source.number("space", SPACES[0], SPACES[-1]))
    if kind is TokenOption:
        return TokenOption(source.card("token"))
    if kind is FirstOption:
        return FirstOption(source.card("effect"))
    return USE if what == "use" else DECLINE
