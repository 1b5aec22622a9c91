"""Annotations on the map: points, rolls and arrows, none over a number or over another."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.drawing import Annotations, Arrow, Roll, board_view
from referee.games.dawn_of_the_dead.drawing.annotations import (
    PLATE_HEIGHT,
    PLATE_MAY_HIDE,
    AnnotationsView,
    ArrowView,
    annotations_view,
)
from referee.games.dawn_of_the_dead.drawing.board_view import trail_of
from referee.games.dawn_of_the_dead.drawing.layers import ground_in
from referee.games.dawn_of_the_dead.drawing.plan import NUMBER_SIZE, frame_of, ground_of, plan_of
from rules.board.outlines import box
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.dawn_views import on_board
from tests.rows import each_row

BOARD = equipment.setting().board
UNITS: dict[str, Any] = {"zombies": [{"square": "025", "value": None}, {"square": "046", "value": None}]}
KINDS = ("forced", "choice", "done", "way")
DIGIT = 10.0
"""How wide a digit of a square's number is at most."""


def written(annotations: Annotations) -> AnnotationsView:
    """Return what is written on the mall, two units lying on it."""
    drawn = board_view(BOARD, on_board(UNITS), annotations=annotations).annotations
    assert drawn
    return drawn


def number_box(square: str) -> tuple[float, float, float, float]:
    """Return where the number of a square is printed: left, top, right, bottom."""
    word = next(s.number for s in plan_of(BOARD).squares if s.id == square)
    share = float(word.size) / NUMBER_SIZE
    left = float(word.x) - (1.5 * DIGIT * share if word.kind == "middle" else 0)
    return left, float(word.y) - 12 * share, left + 3 * DIGIT * share, float(word.y)


def spots(d: str) -> list[tuple[float, float]]:
    """Return the corners of a broken line."""
    points = [p.split() for p in d.replace("M", "L").split("L")[1:]]
    return [(float(x), float(y)) for x, y in points]


def crosses(line: str, area: tuple[float, float, float, float]) -> bool:
    """Whether a broken line enters a box, tried closely."""
    left, top, right, bottom = area
    for (ax, ay), (bx, by) in pairwise(spots(line)):
        for i in range(101):
            x, y = ax + (bx - ax) * i / 100, ay + (by - ay) * i / 100
            if left < x < right and top < y < bottom:
                return True
    return False


def test_the_points_of_a_square_stand_clear_of_its_number_and_inside_it() -> None:
    for square in BOARD.squares:
        (cost,) = annotations_view(Annotations(costs={square: "8"}), BOARD, ()).costs
        assert cost.plate is None, square
        _, top, _, bottom = number_box(square)
        assert float(cost.y) <= top or float(cost.y) - 18 >= bottom - 1, square
        _, _, _, foot = box(BOARD.squares[square].outline)
        assert float(cost.y) <= frame_of(BOARD).spot(0, foot)[1], square


@pytest.mark.parametrize("said", ["8", "12"])
def test_the_points_of_a_square_with_a_counter_hide_no_number_and_stay_inside(said: str) -> None:
    for square in BOARD.squares:
        (cost,) = annotations_view(Annotations(costs={square: said}), BOARD, {square}).costs
        assert cost.plate, square
        left, top, width = (float(n) for n in cost.plate)
        _, _, number_ends, number_foot = number_box(square)
        assert number_ends <= left or number_foot <= top, square
        _, _, right, _ = box(BOARD.squares[square].outline)
        assert left + width <= frame_of(BOARD).spot(right, 0)[0], square


def test_points_stand_on_a_plate_where_a_counter_or_a_roll_is() -> None:
    free, with_counter = written(Annotations(costs={"026": "1", "025": "2"})).costs
    assert free.plate is None
    assert with_counter.plate
    annotations = annotations_view(Annotations(costs={"025": "2"}, rolls={"025": Roll(2, "−1")}), BOARD, ())
    assert annotations.costs == (with_counter,)
    assert float(with_counter.plate[1]) + 17 < float(annotations.rolls[0].y)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_roll_shows_its_dice_and_what_is_needed(dice: int) -> None:
    (plate,) = written(Annotations(rolls={"025": Roll(dice, "7+")})).rolls
    assert plate.text == "7+"
    assert plate.dice.count("M") == 2 * dice
    assert float(plate.text_x) < float(plate.x) + float(plate.width)


@pytest.mark.parametrize("kind", KINDS)
def test_an_arrow_to_a_neighbour_runs_over_no_number(kind: str) -> None:
    for square in sorted(BOARD.squares)[::5]:
        pairs = [(square, near) for near in BOARD.passages[square]]
        arrows = written(Annotations(arrows=tuple(Arrow(pair, kind) for pair in pairs))).arrows
        for pair, arrow in zip(pairs, arrows, strict=True):
            assert not [s for s in pair if crosses(arrow.line, number_box(s))], pair


def test_an_arrow_ends_in_the_square_it_points_to() -> None:
    (free,) = written(Annotations(arrows=(Arrow(("025", "026"), "forced"),))).arrows
    assert inside(free, "026")
    (taken,) = written(Annotations(arrows=(Arrow(("045", "046"), "choice"),))).arrows
    assert inside(taken, "046")


def inside(arrow: ArrowView, square: str) -> bool:
    """Whether the tip of an arrow lies in a square."""
    x, y = spots(arrow.line)[-1]
    left, top, right, bottom = box(BOARD.squares[square].outline)
    (a, b), (c, d) = frame_of(BOARD).spot(left, top), frame_of(BOARD).spot(right, bottom)
    return a <= x <= c and b <= y <= d


def test_what_is_not_on_the_map_is_not_written() -> None:
    annotations = Annotations(
        {"999": "1"}, {"999": Roll(1, "")}, (Arrow(("001", "999"), "done"), Arrow(("001",), "done"))
    )
    assert written(annotations) == AnnotationsView()


def test_7_0_the_trail_tells_its_direction_on_every_stretch() -> None:
    trail = trail_of(["098", "099", "100"], BOARD)
    assert trail
    heads = [spots(f"M{head}") for head in trail.heads.split("M")[1:]]
    assert len(heads) == 2
    for _, tip, back in heads:
        assert tip[0] > back[0]


def test_7_0_a_trail_that_turns_back_keeps_its_two_ways_apart() -> None:
    trail = trail_of(["098", "099", "098"], BOARD)
    assert trail
    there, back = trail.path.split("M")[1:]
    assert spots(f"M{there}")[0][1] != spots(f"M{back}")[1][1]
    assert len(trail.dots) == 2


def test_7_0_a_trail_runs_over_as_few_numbers_as_it_can() -> None:
    """From 008 down to 045 there is no straight run beside all numbers; beside most of them there is."""
    squares = ["008", "026", "045"]
    trail = trail_of(squares, BOARD)
    assert trail
    lines = ["M" + line for line in trail.path.split("M")[1:]]
    assert sum(any(crosses(line, number_box(s)) for line in lines) for s in squares) <= 1


@each_row("count", [1, 2, 3, 4, 5])
def test_a_roll_leaves_every_piece_of_a_stack_in_sight(count: int) -> None:
    """6.0: who shoots in his own square sees the zombie there, and who stands with him."""
    for square in BOARD.squares:
        ground = ground_in(BOARD, square, count)
        rolls = Annotations(rolls={square: Roll(3, "10+")})
        (plate,) = annotations_view(rolls, BOARD, {square}, {square: ground}).rolls
        _, high, _, low = ground
        top = float(plate.y)
        assert top + PLATE_HEIGHT <= high or low - top <= PLATE_MAY_HIDE, square
        assert high - top <= PLATE_HEIGHT + 2, f"it stands at its square, {square}"


@pytest.mark.parametrize(("dice", "says"), [(1, "7+"), (2, "−5"), (3, "10+")])
def test_a_roll_hides_no_name(dice: int, says: str) -> None:
    """The names of the stores stand at the foot of a row of squares, where the plate of a roll goes."""
    names = [(name, ground_of(name)) for name in plan_of(BOARD).names]
    for square in BOARD.squares:
        (plate,) = annotations_view(Annotations(rolls={square: Roll(dice, says)}), BOARD, {square}).rolls
        left, top, width = float(plate.x), float(plate.y), float(plate.width)
        for name, (starts, high, ends, low) in names:
            beside = ends <= left or left + width <= starts
            assert beside or low <= top or top + PLATE_HEIGHT <= high + 0.1, (square, name)
