"""A fanned stack: every counter at full size, beside the square and clear of the highlights."""

from __future__ import annotations

import re
from typing import Any

from referee.games.dawn_of_the_dead.drawing import board_view
from referee.games.dawn_of_the_dead.drawing.layers import FULL, RIM, SCALE, FanView
from referee.printing.measure import Frame
from rules.board.board import Board
from rules.board.outlines import box
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.dawn_views import on_board
from tests.rows import each_row
from tests.rules.board.tiny_maps import row

BOARD = equipment.setting("mall", "stand-in").board
CROWD: dict[str, Any] = {
    "characters": {
        "peter": {"square": "100", "status": "normal", "rifle": True},
        "roger": {"square": "100", "status": "stunned"},
        "steve": {"square": "100", "status": "infected"},
        "fran": {"square": "113", "status": "normal"},
    },
    "zombies": [{"square": "100", "value": None, "berserk": True}],
}


def fanned(square: str, *pointed_out: str, view: dict[str, Any] = CROWD) -> FanView | None:
    return board_view(BOARD, on_board(view), marks=dict.fromkeys(pointed_out, "go"), fanned=square).fan


def plate(fan: FanView) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of the plate."""
    left, top = float(fan.x), float(fan.y)
    return left, top, left + float(fan.width), top + float(fan.height)


def lies_over(fan: FanView, square: str, board: Board = BOARD) -> bool:
    frame = Frame.of(board)
    a, b, c, d = box(board.squares[square].outline)
    (left, top), (right, bottom) = frame.spot(a, b), frame.spot(c, d)
    x0, y0, x1, y1 = plate(fan)
    return x0 < right and left < x1 and y0 < bottom and top < y1


def test_everybody_in_the_square_is_shown_once_and_at_full_size() -> None:
    fan = fanned("100")
    assert fan
    in_place = [c.title for c in board_view(BOARD, on_board(CROWD)).counters if c.square == "100"]
    assert [c.title for c in fan.counters] == in_place
    assert len(in_place) == 4
    spots = [re.fullmatch(rf"translate\((\S+) (\S+)\) scale\({SCALE}\)", c.transform) for c in fan.counters]
    corners = [(float(s[1]), float(s[2])) for s in spots if s]
    assert len(corners) == 4
    left, top, right, bottom = plate(fan)
    edge = FULL * SCALE
    assert all(left <= x and x + edge <= right and top <= y and y + edge <= bottom for x, y in corners)
    for i, (x, y) in enumerate(corners):
        assert all(abs(x - a) >= edge or abs(y - b) >= edge for a, b in corners[:i])


def test_a_fan_tells_no_more_than_its_square() -> None:
    """What lies face down stays so, and prints no less than it does in its place."""
    fan = fanned("100")
    assert fan
    assert [(c.face, c.status, c.rifle, c.berserk) for c in fan.counters] == [
        (c.face, c.status, c.rifle, c.berserk)
        for c in board_view(BOARD, on_board(CROWD)).counters
        if c.square == "100"
    ]
    assert not any(c.compact for c in fan.counters)


@each_row("square", ["113", "050", "", "999"])
def test_what_can_be_read_in_its_place_is_not_fanned(square: str) -> None:
    assert fanned(square) is None


def test_the_plate_leaves_its_square_and_what_is_pointed_out_free() -> None:
    """The squares that are pointed out are those to tap next."""
    free = fanned("100")
    assert free
    above = [s for s in BOARD.squares if lies_over(free, s)]
    assert above
    assert "100" not in above
    moved = fanned("100", *above)
    assert moved
    assert not any(lies_over(moved, s) for s in above)


@each_row("square", ["001", "018", "093", "117", "212"])
def test_the_plate_stays_on_the_drawing(square: str) -> None:
    view = {
        "characters": {n: {"square": square, "status": "normal"} for n in ("peter", "roger", "steve", "fran")}
    }
    drawn = board_view(BOARD, on_board(view), fanned=square)
    assert drawn.fan
    left, top, width, height = map(float, drawn.view_box.split())
    x0, y0, x1, y1 = plate(drawn.fan)
    assert left <= x0 < x1 <= left + width
    assert top <= y0 < y1 <= top + height


def test_more_than_a_row_are_fanned_in_rows() -> None:
    """Players who agree may put anything anywhere."""
    view = {"characters": {f"p{n}": {"square": "100"} for n in range(1, 8)}}
    fan = fanned("100", view=view)
    assert fan
    assert len(fan.counters) == 7
    assert len({c.transform.split()[1] for c in fan.counters}) == 2


@each_row("squares, count", [(1, 5), (3, 5), (3, 8), (9, 12)])
def test_the_plate_stays_on_a_small_drawing(squares: int, count: int) -> None:
    """On a board of one square too, with the mark of a berserk unit, which sticks out of it."""
    board = Board.from_json(row(squares))
    square = max(board.squares)
    people = {f"p{n}": {"square": square} for n in range(1, count)}
    view = {"characters": people, "zombies": [{"square": square, "value": 1, "berserk": True}]}
    drawn = board_view(board, on_board(view), fanned=square)
    assert drawn.fan
    left, top, width, height = map(float, drawn.view_box.split())
    x0, y0, x1, y1 = plate(drawn.fan)
    assert left + 4 <= x0 < x1 <= left + width - 4
    assert top + 4 <= y0 < y1 <= top + height - 4 or y1 - y0 > height - 2 * RIM
