"""3.2: what is about to be set up lies just as it will lie once it has been."""

from __future__ import annotations

import json
from itertools import combinations

from referee.games.dawn_of_the_dead.drawing import board_view, placing_of, ratings_of
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS
from tests.referee.dawn_views import on_board
from tests.rows import each_row

SETTING = equipment.setting()
BOARD, SQUARES = SETTING.board, SETTING.character_squares
STACKS = [people for count in (1, 2) for people in combinations(CHARACTERS, count)]


@each_row("square", SQUARES)
@each_row("people", STACKS)
def test_3_2_a_piece_to_be_set_up_lies_as_it_will_lie(square: str, people: tuple[str, ...]) -> None:
    placing = placing_of(CHARACTERS, SQUARES, BOARD, ratings_of(SETTING.sheet))
    lying = json.loads(placing.places)[square][len(people) - 1]
    view = {"characters": {n: {"square": square, "status": "normal"} for n in people}}
    drawn = board_view(BOARD, on_board(view), sheet=SETTING.sheet).counters
    assert lying["spots"] == [counter.transform for counter in drawn]
    kind = "compact" if lying["compact"] else "full"
    for name, counter in zip(people, drawn, strict=True):
        piece = placing.pieces[f"{name}-{kind}"]
        assert (piece.face, piece.ratings, piece.compact) == (counter.face, counter.ratings, counter.compact)


def test_3_1_a_hidden_square_shows_its_figure_and_no_other_mark_does() -> None:
    marks = board_view(BOARD, on_board({}), marks={"069": "hidden", "070": "go"}).marks
    assert [bool(mark.spot) for mark in marks] == [True, False]
