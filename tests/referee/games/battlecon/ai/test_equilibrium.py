"""Mixes of games whose equilibrium is known from a calculation by hand."""

from __future__ import annotations

import pytest

from referee.games.battlecon.ai.beat_game import Asked, Reveal, solve_tree
from referee.games.battlecon.ai.equilibrium import solve
from rules.battlecon.actions import DECLINE, USE

PAPER_ROCK = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]


def test_paper_rock_and_scissors_come_in_equal_parts() -> None:
    solution = solve(PAPER_ROCK, close=1e-4)
    assert solution.rows == pytest.approx((1 / 3,) * 3, abs=0.01)
    assert solution.value == pytest.approx(0.5, abs=1e-3)


def test_a_choice_that_is_best_against_everything_is_made_for_sure() -> None:
    solution = solve([[0.2, 0.9], [0.3, 0.4]])
    assert (solution.rows, solution.columns, solution.value, solution.gap) == ((0, 1), (1, 0), 0.3, 0)


def test_a_game_of_two_by_two_has_the_mix_of_the_formula() -> None:
    """Of (0.8 0.2 / 0.3 0.6): the first row in 3 of 9, the first column in 4 of 9, worth 7 in 15."""
    solution = solve([[0.8, 0.2], [0.3, 0.6]], close=1e-5)
    assert solution.rows == pytest.approx((1 / 3, 2 / 3), abs=1e-2)
    assert solution.columns == pytest.approx((4 / 9, 5 / 9), abs=1e-2)
    assert solution.value == pytest.approx(7 / 15, abs=1e-3)


def test_the_gap_is_what_either_side_might_gain() -> None:
    solution = solve(PAPER_ROCK, close=0.05)
    best = max(sum(won * mix for won, mix in zip(row, solution.columns, strict=True)) for row in PAPER_ROCK)
    assert 0 <= best - 0.5 <= solution.gap <= 0.05


def test_an_ante_may_betray_the_pair_that_it_belongs_to() -> None:
    """Two pairs; the ante is open. Who antes with one pair alone is found out, so he antes with neither.

    Worth to `a` is guessing wrong of `b` on which pair it is; the ante itself adds nothing.
    """
    guess = [[0.0, 1.0], [1.0, 0.0]]
    tree = Asked("a", (USE, DECLINE), (Reveal(0), Reveal(1)))
    solution = solve_tree(tree, [guess, guess])
    assert solution.value == pytest.approx(0.5, abs=0.01)
    assert solution.gap < 0.002


def test_an_ante_that_helps_one_pair_is_made_with_that_pair() -> None:
    with_token, without = [[0.9, 0.6], [0.1, 0.2]], [[0.4, 0.3], [0.5, 0.6]]
    tree = Asked("a", (USE, DECLINE), (Reveal(0), Reveal(1)))
    solution = solve_tree(tree, [with_token, without])
    assert tree.plan(0)[0] > 0.98
    assert tree.plan(1)[1] > 0.98
    assert solution.value == pytest.approx(0.6, abs=0.01)
