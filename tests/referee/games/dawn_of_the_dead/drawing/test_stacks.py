"""Counters that share a square: the top one whole, of each below it the head in sight, lines behind them."""

from __future__ import annotations

from typing import Any

from referee.games.dawn_of_the_dead.drawing import Annotations, Arrow, board_view
from referee.games.dawn_of_the_dead.drawing.board_view import draw
from referee.games.dawn_of_the_dead.drawing.layers import places_in
from referee.printing.measure import outside
from rules.board.board import Board
from rules.board.outlines import box
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.dawn_views import on_board
from tests.referee.games.dawn_of_the_dead.drawing.test_annotations import crosses
from tests.rows import each_row
from tests.rules.board.tiny_maps import row

SETTING = equipment.setting("mall", "stand-in")
BOARD = SETTING.board
READABLE = 0.8
HEAD = 9.0
"""How much of a lower counter is in sight at least."""
TWO: dict[str, Any] = {
    "characters": {"peter": {"square": "100", "status": "normal"}},
    "zombies": [{"square": "100", "value": 7}],
}


def width_of(square: str) -> int:
    left, _, right, _ = box(BOARD.squares[square].outline)
    return right - left


HALL = [s.id for s in BOARD.squares.values() if width_of(s.id) >= width_of("100")]


@each_row("square", HALL[::7])
@each_row("count", [2, 3])
def test_counters_that_share_a_square_can_be_read(square: str, count: int) -> None:
    lying = places_in(BOARD, square, count)
    assert lying.scale >= READABLE
    for (_, upper), (_, lower) in zip(lying.spots, lying.spots[1:], strict=False):
        assert lower == upper or lower - upper >= HEAD


def test_a_character_lies_on_a_unit_and_the_top_one_counts() -> None:
    lower, top = board_view(BOARD, on_board(TWO)).counters
    assert (lower.side, lower.covered, lower.count) == ("zombie", True, 0)
    assert (top.face, top.covered, top.count) == ("P", False, 2)
    drawn = draw(board_view(BOARD, on_board(TWO)))
    assert '<text class="value head"' in drawn
    assert 'class="tally"' in drawn


def test_a_stack_opens_as_a_fan_that_hides_nothing() -> None:
    fan = board_view(BOARD, on_board(TWO), fanned="100").fan
    assert fan
    assert [(c.covered, c.count) for c in fan.counters] == [(False, 0)] * 2


def test_an_arrow_runs_behind_a_stack_and_not_over_it() -> None:
    way = Annotations(arrows=(Arrow(("098", "099", "100", "101"), "way"),))
    shown = board_view(BOARD, on_board(TWO), annotations=way)
    assert shown.annotations
    left, top, right, bottom = places_in(BOARD, "100", 2).ground
    line = shown.annotations.arrows[0].line
    assert line.count("M") == 2
    assert not any(crosses(f"M{piece}", (left, top, right, bottom)) for piece in line.split("M")[1:])


def test_what_of_a_line_lies_outside_boxes() -> None:
    """One box on the way, one that overlaps it, one at the end, and one that the line never meets."""
    boxes = [(2.0, -1.0, 4.0, 1.0), (3.0, -1.0, 5.0, 1.0), (9.0, -1.0, 11.0, 1.0), (0.0, 5.0, 9.0, 6.0)]
    assert outside([(0.0, 0.0), (10.0, 0.0)], boxes) == [[(0.0, 0.0), (2.0, 0.0)], [(5.0, 0.0), (9.0, 0.0)]]
    corner = [(0.0, 0.0), (1.0, 0.0), (1.0, 9.0)]
    assert outside(corner, []) == [corner]


def test_numbers_are_drawn_above_the_trail_and_the_marks() -> None:
    drawn = draw(board_view(BOARD, on_board({"trail": ["008", "026", "045"]}), marks={"026": "chosen"}))
    trail, marks, counters = (drawn.index(f'<g id="{layer}"') for layer in ("trail", "marks", "counters"))
    assert max(trail, marks) < drawn.index('class="print numbers') < counters


def test_a_square_with_room_for_two_shows_them_beside_each_other() -> None:
    """A store square may be twice as wide as high."""
    wide = row()
    for square in wide["squares"]:
        square["outline"] = [[x * 3, y] for x, y in square["outline"]]
    board = Board.from_json(wide)
    assert not places_in(board, next(iter(board.squares)), 2).stack
