"""The small mall that the other tests stand on is itself a good map, and its counters a good sheet."""

from __future__ import annotations

from rules.board import checks
from rules.dawn_of_the_dead.equipment import counters_check
from rules.dawn_of_the_dead.equipment.equipment import Setting
from tests.rules.dawn_of_the_dead.small_mall import SHEET, map_data


def test_the_map_has_no_mistakes() -> None:
    assert checks.problems(map_data()) == []


def test_the_counters_have_no_mistakes() -> None:
    assert counters_check.problems(SHEET) == []


def test_2_1_squares_that_meet_at_a_point_are_not_adjacent(small: Setting) -> None:
    board = small.board
    assert set(board.neighbours["022"]) == {"012", "021", "023", "032"}
    assert "011" not in board.neighbours["022"]
