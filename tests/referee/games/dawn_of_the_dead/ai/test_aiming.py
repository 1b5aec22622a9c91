"""How good the practice player thinks a shot is, held against the dice counted out."""

from __future__ import annotations

from itertools import product

import pytest

from referee.games.dawn_of_the_dead.ai.aiming import Marksman, best_grouping, likely, together
from tests.rows import each_row
from tests.rules.dawn_of_the_dead.small_mall import GLASS_TOYS, small_mall
from tests.rules.dawn_of_the_dead.table import table


@each_row("dice, total, chance", [(1, 1, 1), (1, 4, 1 / 2), (2, 7, 21 / 36), (3, 18, 1 / 216), (2, 13, 0)])
def test_the_chance_of_a_total(dice: int, total: int, chance: float) -> None:
    assert likely(dice, total) == pytest.approx(chance)


def test_against_a_unit_face_down_all_values_count() -> None:
    marksman = Marksman({2: 1, 8: 3})
    assert marksman.against_unknown(2, 0) == pytest.approx((36 / 36 + 3 * 15 / 36) / 4)
    assert marksman.against_unknown(2, 1) == pytest.approx((35 / 36 + 3 * 10 / 36) / 4)


def test_6_8_alone_against_the_weak_and_together_against_the_strong() -> None:
    guns = ((2, 1.0), (1, 1.0))
    assert len(best_grouping(guns, 2)) == 2
    assert len(best_grouping(guns, 11)) == 1


@each_row("value", range(1, 12))
def test_6_8_no_other_grouping_is_better(value: int) -> None:
    """Two guns by hand: apart one of two shots must hit, together the sum; panic leaves the other alone."""
    p, q = 5 / 6, 1 / 2
    apart = 1 - (1 - p * likely(2, value)) * (1 - q * likely(1, value))
    joint = p * q * likely(3, value) + p * (1 - q) * likely(2, value) + (1 - p) * q * likely(1, value)
    chosen = best_grouping(((2, p), (1, q)), value)
    assert (len(chosen) == 2) is (apart >= joint)


def test_6_5_panic_counts() -> None:
    """Beside a berserk unit nobody of Panic Level 5 or more ever shoots, so the others go first."""
    position = table("attack", {"peter": "022", "fran": "022"}, {"022": "3 berserk"})
    assert together(position, "022", ("peter", "fran")) in {("peter",), ("peter", "fran")}


def test_6_3_and_6_4_only_what_can_be_shot_at() -> None:
    """Out of sight, behind another unit, or with a friend: no target."""
    people = {"peter": "021", "fran": "032"}
    zombies = {"023": 1, "024": 1, "032": 1, "001": 1, "055": 1}
    marksman = Marksman(small_mall().sheet.zombie_values)
    squares = {t.square for t in marksman.targets(table("human", people, zombies), "021", ("peter",), {})}
    assert squares == {"023", "001"}
    shut = table("human", people, zombies, closed=["011-021"])
    chances = {t.square: t.chance for t in marksman.targets(shut, "021", ("peter",), {})}
    assert chances["001"] == pytest.approx(marksman.against_unknown(2, 5)), "closed glass takes off three"


def test_7_7_a_value_just_seen_counts_and_no_other() -> None:
    marksman = Marksman(small_mall().sheet.zombie_values)
    for value, (seen, chance) in product(range(1, 12), [({}, None), ({"023": 9}, likely(2, 11))]):
        position = table("human", {"peter": "021"}, {"023": value}, closed=[GLASS_TOYS])
        (target,) = marksman.targets(position, "021", ("peter",), seen)
        assert target.chance == pytest.approx(marksman.against_unknown(2, 2) if chance is None else chance)
