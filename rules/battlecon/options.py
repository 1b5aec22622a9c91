"""The options of an open choice: what a player may pick while an effect is carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from rules.battlecon.names import Seat

Direction = Literal["advance", "retreat"]


@dataclass(frozen=True, slots=True)
class Option:
    """What all options share: their name in JSON."""

    what: ClassVar[str]


@dataclass(frozen=True, slots=True)
class MoveOption(Option):
    """Move a fighter this many spaces; the direction is his own (13.1). 0 spaces: he stays."""

    what = "move"
    whom: Seat
    direction: Direction
    spaces: int


@dataclass(frozen=True, slots=True)
class GoOption(Option):
    """Put a fighter straight on a space."""

    what = "go"
    whom: Seat
    space: int


@dataclass(frozen=True, slots=True)
class TrapOption(Option):
    """Put the trap on a space."""

    what = "trap"
    space: int


@dataclass(frozen=True, slots=True)
class TokenOption(Option):
    """Take, or add, a token of one kind."""

    what = "token"
    token: str


@dataclass(frozen=True, slots=True)
class UseOption(Option):
    """Use an effect that may be left out."""

    what = "use"


@dataclass(frozen=True, slots=True)
class DeclineOption(Option):
    """Leave an effect out, or add no token."""

    what = "decline"


@dataclass(frozen=True, slots=True)
class FirstOption(Option):
    """Carry out one of several effects first (9.0). `effect` is its id."""

    what = "first"
    effect: str


OPTIONS: tuple[type[Option], ...] = (
    MoveOption, GoOption, TrapOption, TokenOption, UseOption, DeclineOption, FirstOption,
)  # fmt: skip
USE = UseOption()
DECLINE = DeclineOption()
