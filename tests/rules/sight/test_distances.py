"""What lies between on small maps made by hand: 6.3, 6.7 and each ruling on them."""

from __future__ import annotations

import pytest

from rules.board.board import Board, Pair
from rules.dawn_of_the_dead.equipment.equipment import load_map
from rules.sight.sight import SightTable
from tests.rules.sight.sight_maps import ALL_OPEN, ROWS, closed, destroyed, grid, make_map, table


def test_6_3_line_along_a_boundary_crosses_neither_square() -> None:
    """R-6.3a: only a square whose interior the line enters is in the way of a shot."""
    blocks = make_map(
        {
            "001": [(0, 0), (2, 0), (2, 2), (0, 2)],
            "002": [(2, -1), (4, -1), (4, 1), (2, 1)],
            "003": [(2, 1), (4, 1), (4, 3), (2, 3)],
            "004": [(4, 0), (6, 0), (6, 2), (4, 2)],
        }
    )
    assert table(blocks).crossed("001", "004") == ()


def test_6_3_squares_in_order_from_the_start() -> None:
    """R-6.3a: those crossed, ends apart, as the line comes to them; touching a corner is not crossing."""
    sight = table(grid(4, 4))
    assert sight.crossed("001", "004") == ("002", "003")
    assert sight.crossed("004", "001") == ("003", "002")
    assert sight.crossed("001", "016") == ("006", "011")
    assert sight.crossed("001", "007") == ("002", "006")
    assert sight.crossed("001", "001") == ()


def test_6_3_square_crossed_twice_is_told_once() -> None:
    """R-6.3a: the line leaves a notched square and comes back into it."""
    comb = make_map(
        {
            "001": [(0, 0), (2, 0), (2, 2), (0, 2)],
            "002": [(2, 0), (4, 0), (4, 3), (6, 3), (6, 0), (8, 0), (8, 4), (2, 4)],
            "003": [(4, 0), (6, 0), (6, 3), (4, 3)],
            "004": [(8, 0), (10, 0), (10, 2), (8, 2)],
        }
    )
    assert table(comb).crossed("001", "004") == ("002", "003")
    assert table(comb).crossed("004", "001") == ("002", "003")


MODIFIERS = [
    ("6.7-open-line", {}, {}, "001", "003", 2, -2),
    ("6.7-not-diagonally", {}, {}, "001", "005", 2, -2),
    ("6.7-open-glass-door", {"001-002": "glass_door"}, {}, "001", "003", 2, -4),
    ("6.7-open-solid-door", {"001-002": "solid_door"}, {}, "001", "003", 2, -4),
    ("6.7-closed-glass-door", {"001-002": "glass_door"}, closed("001-002"), "001", "003", 2, -5),
    ("R-6.4d-destroyed-door", {"001-002": "glass_door"}, destroyed("001-002"), "001", "003", 2, -4),
    ("6.7-same-square", {}, {}, "005", "005", 0, 0),
    ("R-6.7a-around-a-wall", {"001-004": "wall"}, {}, "001", "004", 3, None),
    ("R-6.7a-through-a-closed-door", {"001-002": "solid_door"}, closed("001-002"), "001", "003", 2, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sides", "doors", "a", "b", "distance", "modifier"),
    [case[1:] for case in MODIFIERS],
    ids=[case[0] for case in MODIFIERS],
)
def test_6_7_distance_and_modifier(
    sides: dict[str, str], doors: dict[Pair, str], a: str, b: str, distance: int, modifier: int | None
) -> None:
    """6.7, R-6.7a: one off a square, two for an open door, three for closed glass."""
    sight = table(grid(*ROWS, sides))
    line = sight.line(a, b, doors)
    assert (line.distance, line.modifier) == (distance, modifier)
    assert sight.modifier(a, b, doors) == modifier


@pytest.mark.parametrize(("a", "b", "distance"), [("167", "170", 3), ("115", "113", 2), ("019", "039", 2)])
def test_6_7_examples_of_the_book_on_the_mall(a: str, b: str, distance: int) -> None:
    """6.7: the distances that the book counts."""
    assert table(load_map("mall")).line(a, b, ALL_OPEN).distance == distance


def test_6_7_the_chart_of_the_game_says_what_a_line_costs() -> None:
    """6.7: the figures are the chart's alone; sight only tells it how far and through which door."""
    sides = {"001-002": "glass_door"}
    board = Board.from_json(grid(*ROWS, sides))
    asked: list[tuple[int, str | None]] = []

    def chart(squares: int, door: str | None) -> int:
        asked.append((squares, door))
        return 40

    sight = SightTable(board, chart)
    for doors in (ALL_OPEN, closed("001-002"), destroyed("001-002")):
        assert sight.modifier("001", "003", doors) == -40
    assert sight.modifier("004", "006", ALL_OPEN) == -40
    assert asked == [(2, "open_door"), (2, "closed_glass_door"), (2, "open_door"), (2, None)]
