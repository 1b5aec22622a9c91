"""What the trainer tells of a beat that was played."""

from __future__ import annotations

import pytest

from referee.games.battlecon.ai.trainer import lesson
from tests.referee.games.battlecon.duel_positions import usual
from tests.rules.battlecon.table import after, do, pair


def test_a_pair_of_the_mix_loses_nothing_and_a_bad_one_does() -> None:
    position = usual("khadath", "kallistar", b_space=3)
    first = lesson(position, pair("a", "lure drive"))
    best = first.mix[0]
    good = lesson(position, pair("a", f"{best.style} {best.base}"))
    assert good.mix == first.mix
    assert good.lost == pytest.approx(0, abs=0.005)
    bad = lesson(position, pair("a", "blight shot"))
    assert all((one.style, one.base) != ("blight", "shot") for one in first.mix)
    assert bad.lost > 0
    assert bad.with_pair == pytest.approx(bad.value - bad.lost)


def test_the_mixes_are_the_likeliest_first_and_add_up() -> None:
    told = lesson(usual("khadath", "kallistar"), pair("b", "volcanic strike"))
    assert told.seat == "b"
    for mix in (told.mix, told.other_mix):
        chances = [one.chance for one in mix]
        assert chances == sorted(chances, reverse=True)
        assert 0.9 < sum(chances) <= 1.0001
    assert {one.style for one in told.mix} <= {"ignition", "blazing", "volcanic", "special"}
    assert {one.style for one in told.other_mix} <= {"hunters", "lure", "blight", "special"}


def test_what_lies_face_down_changes_no_lesson() -> None:
    position = usual("khadath", "kallistar")
    told = lesson(position, pair("b", "volcanic strike"))
    for mine in ("lure strike", "special shot"):
        assert lesson(after(do(position, pair("a", mine))), pair("b", "volcanic strike")) == told


def test_the_values_of_both_seats_add_up_to_a_whole_duel() -> None:
    position = usual("khadath", "cadenza")
    a, b = lesson(position, pair("a", "lure drive")), lesson(position, pair("b", "battery drive"))
    assert a.value + b.value == pytest.approx(1, abs=0.005)


def test_special_actions_count_by_what_they_do() -> None:
    position = usual("khadath", "kallistar")
    cancels = [lesson(position, pair("a", f"special {base}")).with_pair for base in ("shot", "strike")]
    assert cancels[0] == pytest.approx(cancels[1]), "at 20 life a Finish is a Cancel"


def test_there_is_no_lesson_without_a_choice_of_pairs_or_on_a_card_that_was_away() -> None:
    position = usual("khadath", "kallistar")
    with pytest.raises(ValueError, match="not in list"):
        lesson(position, pair("a", "teleport grasp"))
    lying = after(do(after(do(position, pair("a", "special shot"))), pair("b", "volcanic strike")))
    with pytest.raises(ValueError, match="begins with"):
        lesson(lying, pair("a", "lure drive"))
