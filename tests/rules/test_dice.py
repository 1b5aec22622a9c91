"""How likely the totals of dice are, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.dice import at_least, totals

CHANCES = [
    (1, 6, Fraction(1, 6)),
    (1, 1, Fraction(1)),
    (1, 7, Fraction(0)),
    (2, 7, Fraction(21, 36)),
    (2, 12, Fraction(1, 36)),
    (3, 18, Fraction(1, 216)),
    (3, 11, Fraction(1, 2)),
    (0, 1, Fraction(0)),
]


@pytest.mark.parametrize(("dice", "needed", "chance"), CHANCES)
def test_the_chance_of_a_sum_is_exact(dice: int, needed: int, chance: Fraction) -> None:
    assert at_least(dice, needed) == chance


def test_sums_fall_evenly_about_their_middle() -> None:
    assert [totals(2)[total] * 36 for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert sum(totals(3).values()) == 1
