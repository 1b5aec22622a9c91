"""Effects of dice, shots and attacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.board.board import Pair
from rules.effects import Effect

RollFor = Literal[
    "panic", "shot", "berserk", "glass", "free_moves", "number_attacked", "attack", "entrance",
    "infection", "hidden_zombies",
]  # fmt: skip
AttackResult = Literal["none", "stunned", "infected", "killed"]
_STRENGTH = frozenset({"strength"})


@dataclass(frozen=True, slots=True)
class Rolled(Effect):
    """Dice were rolled for a reason (`what`); `whom` are the characters, or the squares of the units.

    Where the players gave only a total, that is the `total` of this `count` of dice.
    """

    name = "roll"
    optional = frozenset({"total", "count"})
    what: RollFor
    dice: tuple[int, ...]
    whom: tuple[str, ...] = ()
    total: int | None = None
    count: int | None = None

    @property
    def fell(self) -> tuple[int, int]:
        """How many dice fell, and what they came to."""
        return (len(self.dice), sum(self.dice)) if self.total is None else (self.count or 0, self.total)


@dataclass(frozen=True, slots=True)
class Panicked(Effect):
    """A character panicked (6.5)."""

    name = "panic"
    whom: str


@dataclass(frozen=True, slots=True)
class ShotFired(Effect):
    """A shot, alone or joint (6.0).

    `minus` is what was taken off the dice (6.7), `strength` what they had to reach, `hit` whether they did.
    """

    name = "shot"
    momentary = _STRENGTH
    by: tuple[str, ...]
    start: str
    at: str
    minus: int
    strength: int
    hit: bool


@dataclass(frozen=True, slots=True)
class BerserkChecked(Effect):
    """A unit was checked for berserk, and is or is not berserk now (10.0)."""

    name = "berserk_check"
    square: str
    berserk: bool


@dataclass(frozen=True, slots=True)
class GlassStruck(Effect):
    """The unit in a square struck a glass door, alone or with the super zombie `by` (10.4, 11.6)."""

    name = "smash"
    square: str
    between: Pair
    broken: bool
    by: str | None = None


@dataclass(frozen=True, slots=True)
class FreeMovesLeft(Effect):
    """The zombies have this many free moves left (7.0)."""

    name = "free_moves"
    left: int


@dataclass(frozen=True, slots=True)
class AttackDue(Effect):
    """An attack in a square is due: at once (8.7), or again after a correction (R-5.4b)."""

    name = "attack_due"
    square: str


@dataclass(frozen=True, slots=True)
class AttackOpened(Effect):
    """The zombies in a square attack the characters there (8.0)."""

    name = "attack"
    square: str
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FireHeld(Effect):
    """These characters hold fire; `everybody`: nobody is left to shoot in this attack (8.1)."""

    name = "hold_fire"
    characters: tuple[str, ...]
    everybody: bool


@dataclass(frozen=True, slots=True)
class AttackDeclared(Effect):
    """This many characters are attacked, each at this strength (8.0)."""

    name = "attack_declared"
    momentary = _STRENGTH
    square: str
    count: int
    strength: int


@dataclass(frozen=True, slots=True)
class VictimsNamed(Effect):
    """These characters are attacked (8.0)."""

    name = "victims"
    square: str
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attacked(Effect):
    """The attack on one character was resolved (8.2 to 8.6)."""

    name = "attacked"
    momentary = _STRENGTH
    whom: str
    square: str
    strength: int
    result: AttackResult


@dataclass(frozen=True, slots=True)
class AttackOver(Effect):
    """The attack in a square is over."""

    name = "attack_over"
    square: str
