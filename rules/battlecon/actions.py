"""Player actions, and the options of an open choice (12.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

Seat = Literal["a", "b"]
Trigger = Literal[
    "ante", "reveal", "start_of_beat", "before_activating", "on_hit", "taking_damage", "on_damage",
    "after_activating", "end_of_beat", "passive",
]  # fmt: skip
"""When an effect happens (15.0); `passive` applies from the reveal to the end of the beat (12.1)."""
Form = Literal["human", "elemental"]
SpecialKind = Literal["pulse", "cancel", "finish"]

SEATS: tuple[Seat, Seat] = ("a", "b")
OTHER: Mapping[Seat, Seat] = {"a": "b", "b": "a"}
FORMS: tuple[Form, ...] = get_args(Form)
SPECIAL = "special"
"""The id of the special action card, which is played in place of a style (14.1)."""


Direction = Literal["advance", "retreat"]


@dataclass(frozen=True, slots=True)
class Option:
    """Base class of options: their name in JSON."""

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
    """Use an optional effect."""

    what = "use"


@dataclass(frozen=True, slots=True)
class DeclineOption(Option):
    """Decline an optional effect, or add no token."""

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


Pile = tuple[str, ...]
"""A discard pile: a style and a base, or fewer cards."""


@dataclass(frozen=True, slots=True)
class Action:
    """Base class of actions: their name in JSON, and the seat."""

    do: ClassVar[str]
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseFighter(Action):
    """Take a fighter (3.1), and one of his two overdrive finishes; None is the first (R-14.2d)."""

    do = "choose_fighter"
    fighter: str
    finish: str | None = None


@dataclass(frozen=True, slots=True)
class ChooseDiscards(Action):
    """Choose the cards of discard 1 and discard 2 (3.5), in secret."""

    do = "choose_discards"
    discards: tuple[Pile, Pile]


@dataclass(frozen=True, slots=True)
class CommitPair(Action):
    """Lay a style and a base face down (5.0)."""

    do = "commit_pair"
    style: str
    base: str


@dataclass(frozen=True, slots=True)
class CommitBase(Action):
    """Lay a new base face down in a clash (8.1)."""

    do = "commit_base"
    base: str


@dataclass(frozen=True, slots=True)
class Ante(Action):
    """Add a token (6.0)."""

    do = "ante"
    token: str


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Add no token (6.2)."""

    do = "pass"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Pick one of the options offered."""

    do = "choose"
    option: Option


@dataclass(frozen=True, slots=True)
class Concede(Action):
    """Give the duel to the opponent (R-1.1a)."""

    do = "concede"


Commitment = CommitPair | CommitBase | ChooseDiscards


def cards_of(commitment: Commitment) -> tuple[str, ...]:
    """Return the cards that a secret choice names."""
    if isinstance(commitment, CommitPair):
        return (commitment.style, commitment.base)
    if isinstance(commitment, CommitBase):
        return (commitment.base,)
    return (*commitment.discards[0], *commitment.discards[1])
