"""The types of the fields of actions, each with its limits. The schemas of the API are made of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.board.board import Pair
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIGHEST_VALUE, MAIN_DOORS, UNITS
from rules.fields import asked


@dataclass(frozen=True, slots=True)
class SquareNumber:
    """The text is the number of a square."""


@dataclass(frozen=True, slots=True)
class Side:
    """The two squares on either side of a side."""


@dataclass(frozen=True, slots=True)
class OneDie:
    """The number is read off a die."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """The text is one of these `words`; `told` is the phrase for them in sentences."""

    words: tuple[str, ...]
    told: str


@dataclass(frozen=True, slots=True)
class Between:
    """The whole number is from `low` to `high`; `told` is the phrase for it in sentences."""

    told: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Size:
    """The list or the mapping has `least` to `most` entries. With `distinct`, none comes twice."""

    most: int
    least: int = 0
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """The object has exactly these `parts`, each with its type."""

    parts: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class CounterFigures:
    """The object is a counter sheet (`referee-counters/1`)."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The text is the SHA-256 of something, in hexadecimal digits."""


_MAX_DICE = 10
_LONGEST_PATH = 10

Square = Annotated[str, SquareNumber()]
Character = Annotated[str, OneOf(CHARACTERS, "one of the characters")]
MainDoor = Annotated[str, OneOf(MAIN_DOORS, "one of the main doors")]
Die = Annotated[int, OneDie()]
ZombieValue = Annotated[int, Between("a Zombie Value", 1, HIGHEST_VALUE)]
Count = Annotated[int, Between("a number of characters", 1, len(CHARACTERS))]

DoorSide = Annotated[Pair, Side()]
Squares = Annotated[tuple[Square, ...], Size(UNITS)]
Path = Annotated[tuple[Square, ...], Size(_LONGEST_PATH, least=1)]
Characters = Annotated[tuple[Character, ...], Size(len(CHARACTERS), least=1, distinct=True)]
MainDoors = Annotated[tuple[MainDoor, ...], Size(len(MAIN_DOORS))]
Places = Annotated[Mapping[Character, Square], Size(len(CHARACTERS))]
Carry = Annotated[Mapping[str, str], Parts((("by", Character), ("whom", Character)))]
"""Who carries whom (5.6)."""

Sheet = Annotated[Mapping[str, Any], CounterFigures()]
Sha256 = Annotated[str, Fingerprint()]

Dice = Annotated[tuple[Die, ...], Size(_MAX_DICE)]
Total = Annotated[int, Between("a total of dice", 1, 6 * _MAX_DICE)]
"""The total of the dice, given in their place where only that counts."""
Draw = Annotated[tuple[ZombieValue, ...], Size(_MAX_DICE)]
Panic = Annotated[Mapping[Character, Die], Size(len(CHARACTERS))]
Values = Annotated[Mapping[Square, ZombieValue], Size(UNITS)]
"""Zombie Values read off cardboard units that were just turned face up, by square."""


def values_read() -> Any:
    """Declare Zombie Values that the players read off, which the needs of a ruling call "value" (5.4)."""
    return asked("What value is on the unit?", least=1, most=HIGHEST_VALUE, need="value")
