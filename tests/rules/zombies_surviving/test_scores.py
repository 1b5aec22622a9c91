"""Needed numbers against dice: impossible odds (1.6) and good sense (10.1)."""

from __future__ import annotations

import pytest

from rules.zombies_surviving.position import Figure
from rules.zombies_surviving.scores import band_of, may_use_sense, read
from rules.zombies_surviving.traits import sense_left


@pytest.mark.parametrize("needed", range(-1, 7))
def test_up_to_six_one_die_decides(needed: int) -> None:
    assert [read((needed,), (die,)).hits[0] for die in range(1, 7)] == [die >= needed for die in range(1, 7)]


@pytest.mark.parametrize("needed", range(7, 13))
def test_1_6_above_six_it_takes_exactly_a_four_and_then_enough(needed: int) -> None:
    for first in range(1, 7):
        if first != 4:
            assert read((needed,), (first,)).hits == (False,)
        else:
            assert read((needed,), (4,)).dice == 2
            got = [read((needed,), (4, second)).hits[0] for second in range(1, 7)]
            assert got == [4 + second >= needed for second in range(1, 7)]


def test_1_6_several_shots_roll_their_second_dice_in_order() -> None:
    assert read((7, 5, 7), (4, 5, 4)).dice == 5
    assert read((7, 5, 7), (4, 5, 4, 3, 2)).hits == (True, True, False)


def test_10_1_good_sense_makes_one_roll_better_by_one() -> None:
    assert read((4, 4), (3, 3), sense=None).helped == 0
    assert read((4, 4), (3, 3), sense=True).hits == (True, False)
    assert read((4,), (2,), sense=True).hits == (False,)
    assert read((7,), (3,), sense=True).dice == 2
    assert read((7,), (3, 3), sense=True).hits == (True,)
    assert read((7,), (4, 2), sense=True).hits == (True,)
    assert read((11,), (3,), sense=None).helped is None


@pytest.mark.parametrize(
    ("traits", "used", "left"),
    [
        ((), (), 0), (("sensible",), (), 1), (("very_sensible",), (), 2), (("sensible",), ("sensible",), 0),
        (("sensible",), ("sensible", "sense_gained"), 1), (("very_sensible",), ("sensible",), 1),
    ],
)  # fmt: skip
def test_10_1_how_much_good_sense_is_left(traits: tuple[str, ...], used: tuple[str, ...], left: int) -> None:
    figure = Figure("survivor", traits=traits, used=used)
    assert sense_left(figure) == left
    assert may_use_sense(figure, None) is (None if left else False)


def test_6_1_a_limit_still_counts_as_the_shorter_range() -> None:
    assert [band_of((3, 5, 10), far) for far in (0, 3, 3.5, 5, 10, 10.5)] == [0, 0, 1, 1, 2, None]
