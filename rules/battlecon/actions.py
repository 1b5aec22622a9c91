"""What a player may do. The cards of a secret choice stay in its action until all are in (5.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.battlecon.names import Seat
from rules.battlecon.options import Option

Pile = tuple[str, ...]
"""A discard pile: a style and a base, or fewer cards."""


@dataclass(frozen=True, slots=True)
class Action:
    """What all actions share: their name in JSON, and the seat."""

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
