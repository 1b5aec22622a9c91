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
