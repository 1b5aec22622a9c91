"""How likely the totals of dice are, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.dice import Dice, at_least, totals

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


@pytest.mark.parametrize(
    ("text", "count", "least", "most", "rolled", "total"),
    [
        ("d6", 1, 1, 6, [4], 4),
        ("2d6", 2, 2, 12, [4, 5], 9),
        ("3d6", 3, 3, 18, [1, 1, 6], 8),
        ("d3", 1, 1, 3, [3], 3),
        ("d20", 1, 1, 20, [17], 17),
        ("d6+4", 1, 5, 10, [2], 6),
        ("2d6-1", 2, 1, 11, [1, 1], 1),
        ("d66", 2, 11, 66, [3, 5], 35),
    ],
)
def test_an_expression_says_what_is_rolled(
    text: str, count: int, least: int, most: int, rolled: list[int], total: int
) -> None:
    dice = Dice.read(text)
    assert (str(dice), dice.count) == (text, count)
    assert (dice.totals[0], dice.totals[-1]) == (least, most)
    assert dice.fault(rolled) is None
    assert dice.total(rolled) == total
    assert dice.fault([*rolled, 1])
    assert dice.fault([0, *rolled[1:]])


def test_two_dice_read_as_tens_and_units_have_36_totals() -> None:
    assert len(Dice.read("d66").totals) == 36
    assert {17, 20, 67}.isdisjoint(Dice.read("d66").totals)


@pytest.mark.parametrize("text", ["", "6", "d", "d0", "0d6", "2d6+", "d6+d6", "two dice", "d6 4"])
def test_what_is_no_expression_gets_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="Dice are written like d6, 2d6, d66 or d6"):
        Dice.read(text)
