"""Dice: expressions of them, whether the dice of an action can be right, and the chances of totals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

FACES = range(1, 7)
MEAN = Fraction(7, 2)
"""The mean of one die."""


def dice_fault(dice: Sequence[int], wanted: int, sides: int = 6) -> str | None:
    """Return a sentence on what is wrong with `dice`, or None if they are as many dice as `wanted`."""
    if dice and not wanted:
        return "No dice are needed here."
    if len(dice) != wanted:
        return f"{number_of(wanted, 'die', 'dice').capitalize()} needed here, not {len(dice)}."
    bad = [d for d in dice if not 1 <= d <= sides]
    die = "A die" if sides == FACES[-1] else f"A d{sides}"
    return f"{die} shows 1 to {sides}, not {bad[0]}.".replace("-", "−") if bad else None


def total_fault(total: int, wanted: int, sides: int = 6) -> str | None:
    """Return a sentence on why the `wanted` dice cannot come to `total`, or None if they can."""
    if not wanted:
        return "No dice are needed here."
    low, high = wanted, wanted * sides
    if low <= total <= high:
        return None
    dice = "A die shows" if wanted == 1 else f"{wanted} dice add up to"
    return f"{dice} {low} to {high}, not {total}."


def number_of(count: int, one: str, many: str) -> str:
    """Return a count with its noun and verb: "1 die is", "2 dice are", "no dice are"."""
    if count == 1:
        return f"1 {one} is"
    return f"{count or 'no'} {many} are"


@cache
def totals(dice: int) -> Mapping[int, Fraction]:
    """Return the chance of each total of this many dice."""
    counts = Counter(sum(roll) for roll in product(FACES, repeat=dice))
    return {total: Fraction(count, len(FACES) ** dice) for total, count in counts.items()}


@cache
def at_least(dice: int, needed: int) -> Fraction:
    """Return the chance that this many dice total `needed` or more."""
    return sum((chance for total, chance in totals(dice).items() if total >= needed), Fraction(0))


_EXPRESSION = re.compile(r"(?P<count>[1-9]\d?)?d(?P<sides>[1-9]\d{0,2})(?P<plus>[+−-]\d{1,2})?", re.ASCII)
_TENS = 66


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice as rules write them: "d6", "2d6", "d3", "d6+4".

    "d66" is two dice, the first read as tens and the second as units: 11 to 66.
    """

    count: int
    sides: int
    plus: int = 0
    tens: bool = False

    @classmethod
    def read(cls, text: str) -> Dice:
        """Return the dice of an expression. Raises ValueError with a sentence."""
        found = _EXPRESSION.fullmatch(text.strip().lower())
        if found is None:
            raise ValueError(f"Dice are written like d6, 2d6, d66 or d6+4, not “{text[:40]}”.")
        count, sides, plus = (int((part or "0").replace("−", "-")) for part in found.group(1, 2, 3))
        if sides == _TENS and count <= 1:
            return cls(2, FACES[-1], plus, tens=True)
        return cls(count or 1, sides, plus)

    def __str__(self) -> str:
        """Return the expression."""
        dice = f"d{_TENS}" if self.tens else f"{self.count if self.count > 1 else ''}d{self.sides}"
        return f"{dice}{self.plus:+}" if self.plus else dice

    def total(self, rolled: Sequence[int]) -> int:
        """Return what the dice that were rolled come to."""
        return (rolled[0] * 10 + rolled[1] if self.tens else sum(rolled)) + self.plus

    @property
    def totals(self) -> Sequence[int]:
        """Everything that the dice can come to, the least first."""
        if self.tens:
            return [tens * 10 + unit + self.plus for tens in FACES for unit in FACES]
        return range(self.count + self.plus, self.count * self.sides + self.plus + 1)

    def fault(self, rolled: Sequence[int]) -> str | None:
        """Return a sentence on what is wrong with the dice that were rolled, or None."""
        if len(rolled) != self.count:
            return f"{number_of(self.count, 'die', 'dice').capitalize()} needed here, not {len(rolled)}."
        bad = [die for die in rolled if not 1 <= die <= self.sides]
        return f"A d{self.sides} shows 1 to {self.sides}, not {bad[0]}.".replace("-", "−") if bad else None
