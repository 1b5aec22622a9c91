"""Dice: whether the dice of an action can be right, and the chances of totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

FACES = range(1, 7)
MEAN = Fraction(7, 2)
"""The mean of one die."""


def dice_fault(dice: Sequence[int], wanted: int) -> str | None:
    """Return a sentence on what is wrong with `dice`, or None if they are `wanted` six-sided dice."""
    if dice and not wanted:
        return "No dice are needed here."
    if len(dice) != wanted:
        return f"{number_of(wanted, 'die', 'dice').capitalize()} needed here, not {len(dice)}."
    bad = [d for d in dice if d not in FACES]
    return f"A die shows 1 to 6, not {bad[0]}.".replace("-", "−") if bad else None


def total_fault(total: int, wanted: int) -> str | None:
    """Return a sentence on why `wanted` six-sided dice cannot come to `total`, or None if they can."""
    if not wanted:
        return "No dice are needed here."
    if wanted * FACES[0] <= total <= wanted * FACES[-1]:
        return None
    low, high = wanted * FACES[0], wanted * FACES[-1]
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
