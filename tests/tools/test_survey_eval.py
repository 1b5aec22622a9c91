"""What the measuring of proposals takes for the truth: rows, cross cuts, and which proposal is which."""

from __future__ import annotations

from typing import Any

import pytest

from rules.board.board import Board
from tests.tools.small_board import small_board
from tools.survey_eval import matching, truth

CORNERS = [[0, 0], [9, 1], [8, 7], [1, 6]]


def hexagons(*, turned: bool) -> dict[str, Any]:
    """Return five rows of six hexagons as map data, their longer lines lying or standing."""
    squares: list[dict[str, Any]] = []
    for row in range(5):
        for column in range(6):
            x, y = column * 20 + (row % 2) * 10, row * 18
            spots = [(10, 0), (20, 6), (20, 18), (10, 24), (0, 18), (0, 6)]
            outline = [[x + dx, y + dy] for dx, dy in spots]
            name = f"{len(squares) + 1:03}"
            squares.append({"id": name, "area": "a", "outline": [p[::-1] if turned else p for p in outline]})
    areas = [{"id": "a", "name": "A", "kind": "hall"}]
    return {"format": "referee-map/1", "name": "Hexagons", "areas": areas, "squares": squares}


def test_rows_are_the_lines_that_lie_and_cross_cuts_stand_between_them() -> None:
    board = Board.from_json(small_board())
    assert truth.rows(board) == [((0, y), (800, y)) for y in range(0, 700, 100)]
    cuts = truth.cross_cuts(board)
    assert len(cuts) == 9 * 6
    assert all(b[1] - a[1] == 100 for a, b in cuts)


def test_a_line_that_a_row_meets_from_the_side_is_two_cuts() -> None:
    outlines = (
        [[0, 0], [9, 0], [9, 20], [0, 20]],
        [[9, 0], [20, 0], [20, 8], [9, 8]],
        [[9, 8], [20, 8], [20, 20], [9, 20]],
    )
    squares = [{"id": f"00{n}", "area": "a", "outline": outline} for n, outline in enumerate(outlines)]
    board = Board.from_json(hexagons(turned=False) | {"squares": squares})
    assert sorted(truth.cross_cuts(board)) == [
        ((0, 0), (0, 20)), ((9, 0), (9, 8)), ((9, 8), (9, 20)), ((20, 0), (20, 8)), ((20, 8), (20, 20)),
    ]  # fmt: skip


@pytest.mark.parametrize("turned", [False, True])
def test_a_board_of_standing_lines_is_laid_down_with_its_photograph(turned: bool) -> None:
    board, corners = truth.laid(hexagons(turned=turned), CORNERS)
    assert len(truth.rows(board)) == 6
    assert len(truth.cross_cuts(board)) == 35
    assert corners == ([CORNERS[0], CORNERS[3], CORNERS[2], CORNERS[1]] if turned else CORNERS)


def test_each_proposal_is_one_cut_at_most_and_the_nearest_first() -> None:
    cuts = [((10, 0), (10, 10)), ((20, 0), (20, 10))]
    proposed: list[list[list[float]]] = [
        [[11, 0], [11, 10]],
        [[10.5, 0], [10, 10]],
        [[16, 0], [24, 10]],
        [[40, 0], [40, 10]],
    ]
    assert matching.pairs(cuts, proposed, 5) == [(0, 1), (1, 2)]
    assert matching.shifts(cuts, proposed, [(0, 1)]) == [
        {"at": [10, 0], "shift": 0.5}, {"at": [10, 10], "shift": 0},
    ]  # fmt: skip
