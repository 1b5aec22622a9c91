"""Sight on small maps made by hand: 6.3, 6.4, 6.7 and each ruling on them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rules.board import Board, Pair, pair
from rules.dawn_of_the_dead.library import load_map
from rules.sight import SightTable
from tests.rules.sight_maps import grid, make_map, moved

ALL_OPEN: Mapping[Pair, str] = {}


def table(data: Mapping[str, Any]) -> SightTable:
    return SightTable(Board.from_json(data))


def closed(*sides: str) -> dict[Pair, str]:
    return {pair(*side.split("-")): "closed" for side in sides}


def destroyed(*sides: str) -> dict[Pair, str]:
    return dict.fromkeys(closed(*sides), "destroyed")


# A grid of 3 by 3, each square 2 wide:  001 002 003 / 004 005 006 / 007 008 009
ROWS = (3, 3)

BLOCKED = [
    # case, sides, doors, from, to, kind, between, point
    ("6.4-wall", {"001-002": "wall"}, {}, "001", "003", "wall", ["001", "002"], [2, 1]),
    ("6.4-nearest-wall", {"001-002": "wall", "002-003": "wall"}, {}, "003", "001", "wall", ["002", "003"], [4, 1]),
    ("R-6.4a-corner", {"001-002": "wall"}, {}, "001", "005", "corner", ["001", "002"], [2, 2]),
    ("R-6.4a-corner-beside", {"002-005": "wall"}, {}, "001", "005", "corner", ["002", "005"], [2, 2]),
    ("R-6.4a-straight-wall", {"001-002": "wall", "004-005": "wall"}, {}, "001", "005", "wall", ["001", "002"], [2, 2]),
    ("R-6.4a-two-walls-at-a-corner", {"001-002": "wall", "001-004": "wall"}, {}, "001", "009", "corner", ["001", "002"], [2, 2]),
    ("R-6.4a-solid", {"001-002": "solid_door"}, closed("001-002"), "001", "003", "closed_solid_door", ["001", "002"], [2, 1]),
    ("R-6.4a-solid-at-its-end", {"001-002": "solid_door"}, closed("001-002"), "001", "005", "closed_solid_door", ["001", "002"], [2, 2]),
    ("R-6.4b-open", {"001-002": "glass_door"}, {}, "004", "002", None, None, None),
    ("R-6.4b-end-of-a-far-door", {"004-005": "glass_door"}, {}, "001", "009", "door_not_adjacent", ["004", "005"], [2, 2]),
    ("R-6.4c-in-a-row", {"001-002": "glass_door", "002-003": "solid_door"}, {}, "001", "003", "two_doors", ["002", "003"], [4, 1]),
    ("R-6.4c-destroyed-too", {"001-002": "glass_door", "002-003": "glass_door"}, destroyed("001-002", "002-003"), "003", "001", "two_doors", ["001", "002"], [2, 1]),
    ("R-6.4c-at-one-point", {"001-002": "glass_door", "001-004": "glass_door"}, {}, "001", "005", "two_doors", ["001", "004"], [2, 2]),
    ("R-6.4c-before-closed", {"001-002": "solid_door", "002-003": "glass_door"}, closed("001-002"), "001", "003", "two_doors", ["002", "003"], [4, 1]),
    ("R-6.4a-wall-before-doors", {"001-002": "solid_door", "002-003": "wall"}, closed("001-002"), "001", "003", "wall", ["002", "003"], [4, 1]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sides", "doors", "a", "b", "kind", "between", "point"),
    [case[1:] for case in BLOCKED],
    ids=[case[0] for case in BLOCKED],
)
def test_6_4_what_blocks(
    sides: dict[str, str],
    doors: dict[Pair, str],
    a: str,
    b: str,
    kind: str | None,
    between: list[str] | None,
    point: list[int] | None,
) -> None:
    """6.4, R-6.4a, R-6.4b, R-6.4c: the kind of block, its side and the point where it stops the line."""
    sight = table(grid(*ROWS, sides))
    line = sight.line(a, b, doors).to_json()
    assert line["sight"] is (kind is None)
    assert sight.sees(a, b, doors) is (kind is None)
    assert line["blocked_by"] == (kind and {"kind": kind, "between": between, "point": point})
    assert (line["modifier"] is None) is (kind is not None)


CASES = [
    ({}, {}, "001", "009", ["6.4"]),
    ({}, {}, "005", "005", ["6.4", "R-6.4e"]),
    ({"001-002": "glass_door"}, closed("001-002"), "001", "003", ["6.4"]),
    ({"001-002": "glass_door"}, destroyed("001-002"), "001", "003", ["6.4", "R-6.4d"]),
    ({"001-002": "wall"}, {}, "001", "003", ["6.4", "R-6.4a"]),
    ({"001-002": "wall"}, {}, "001", "005", ["6.4", "R-6.4a"]),
    ({"001-002": "solid_door"}, closed("001-002"), "001", "003", ["6.4", "R-6.4a"]),
    ({"004-005": "glass_door"}, {}, "001", "009", ["6.4", "R-6.4b"]),
    ({"001-002": "glass_door", "002-003": "glass_door"}, {}, "001", "003", ["6.4", "R-6.4c"]),
]


@pytest.mark.parametrize(("sides", "doors", "a", "b", "cases"), CASES)
def test_6_4_cases_cited(
    sides: dict[str, str], doors: dict[Pair, str], a: str, b: str, cases: list[str]
) -> None:
    """6.4: the case decides, and a ruling stands beside it where the verdict rests on one."""
    assert table(grid(*ROWS, sides)).line(a, b, doors).to_json()["cases"] == cases


def test_6_4_book_example_in_the_shape_of_the_interface() -> None:
    """6.4: 024 sees 062 through the open glass door on its side, one square lying between."""
    column = make_map(
        {
            "024": [(0, 0), (4, 0), (4, 4), (0, 4)],
            "043": [(0, 4), (4, 4), (4, 8), (0, 8)],
            "062": [(0, 8), (4, 8), (4, 12), (0, 12)],
        },
        {"062-043": "glass_door"},
    )
    assert table(column).line("024", "062", ALL_OPEN).to_json() == {
        "from": "024",
        "to": "062",
        "sight": True,
        "cases": ["6.4"],
        "reason": "024 sees 062 through the open glass door between 043 and 062.",
        "squares": ["043"],
        "doors": [{"between": ["043", "062"], "kind": "glass", "state": "open"}],
        "distance": 2,
        "modifier": -4,
        "blocked_by": None,
    }


REASONS = [
    ({}, {}, "001", "003", "001 sees 003: nothing stands in the line."),
    ({}, {}, "005", "005", "005 sees itself, as every square does."),
    (
        {"001-002": "glass_door"}, closed("001-002"), "003", "001",
        "003 sees 001 through the closed glass door between 001 and 002.",
    ),
    ({"001-002": "wall"}, {}, "001", "003", "001 does not see 003: the line meets the wall between 001 and 002."),
    (
        {"001-002": "wall"}, {}, "001", "009",
        "001 does not see 009: the line touches a wall corner at 001, 002, 004 and 005.",
    ),
    (
        {"001-002": "solid_door"}, closed("001-002"), "001", "003",
        "001 does not see 003: the solid door between 001 and 002 is closed.",
    ),
    (
        {"004-005": "glass_door"}, {}, "001", "009",
        "001 does not see 009: the line passes the door between 004 and 005, which is on no side of 001 or 009.",
    ),
    (
        {"001-002": "glass_door", "002-003": "solid_door"}, {}, "001", "003",
        "001 does not see 003: the line touches two doors, between 001 and 002 and between 002 and 003.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("sides", "doors", "a", "b", "reason"), REASONS)
def test_6_4_reason_is_one_sentence(
    sides: dict[str, str], doors: dict[Pair, str], a: str, b: str, reason: str
) -> None:
    """6.4: the reason names the squares, and what blocks by the squares beside it."""
    assert table(grid(*ROWS, sides)).line(a, b, doors).reason == reason


NOTCHED = make_map(
    {
        "001": [(0, 0), (2, 0), (2, 2), (0, 2)],
        "002": [(0, 2), (6, 2), (6, 4), (0, 4)],
        "003": [(4, 0), (6, 0), (6, 2), (4, 2)],
    }
)


def test_6_4_line_out_of_the_mall() -> None:
    """R-6.4a: a line that leaves the mall is blocked by the outer wall, which lies on no side."""
    line = table(NOTCHED).line("001", "003", ALL_OPEN)
    assert line.to_json()["blocked_by"] == {"kind": "outside", "between": None, "point": [2, 1]}
    assert line.reason == "001 does not see 003: the line meets the outer wall of 001."
    assert line.distance == 2


def test_6_4_corner_of_the_outer_wall() -> None:
    """R-6.4a: a line that only touches a corner of the outer wall is blocked there."""
    bent = make_map(
        {
            "001": [(0, 0), (2, 0), (2, 2), (0, 2)],
            "002": [(0, 2), (2, 2), (2, 4), (0, 4)],
            "003": [(2, 2), (4, 2), (4, 4), (2, 4)],
        }
    )
    block = table(bent).line("001", "003", ALL_OPEN).to_json()["blocked_by"]
    assert block == {"kind": "corner", "between": None, "point": [2, 2]}


def test_6_4_main_doors_never_matter() -> None:
    """R-6.4d: a main door in the outer wall lets no sight out of the mall and in again."""
    with_door = {**NOTCHED, "main_doors": [{"name": "north", "square": "001", "segment": [[2, 0], [2, 2]]}]}
    assert not table(with_door).sees("001", "003", ALL_OPEN)


def test_6_4_line_along_a_wall() -> None:
    """R-6.4a: a line that runs along a wall touches it."""
    blocks = make_map(
        {
            "001": [(0, 0), (2, 0), (2, 2), (0, 2)],
            "002": [(2, -1), (4, -1), (4, 1), (2, 1)],
            "003": [(2, 1), (4, 1), (4, 3), (2, 3)],
            "004": [(4, 0), (6, 0), (6, 2), (4, 2)],
        }
    )
    assert table(blocks).sees("001", "004", ALL_OPEN)
    walled = table({**blocks, "sides": [{"between": ["002", "003"], "kind": "wall"}]})
    assert walled.line("001", "004", ALL_OPEN).to_json()["blocked_by"] == {
        "kind": "wall", "between": ["002", "003"], "point": [2, 1],
    }  # fmt: skip


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


def test_6_4_a_wall_takes_the_whole_of_a_broken_side() -> None:
    """6.4: two squares that share several separate segments have a wall on all of them."""
    keyhole = {
        "001": [(0, 0), (4, 0), (4, 2), (3, 2), (3, 4), (4, 4), (4, 6), (0, 6)],
        "002": [(4, 0), (8, 0), (8, 6), (4, 6), (4, 4), (4, 2)],
        "003": [(3, 2), (4, 2), (4, 4), (3, 4)],
    }
    centres = {"001": (1, 1), "002": (7, 1)}
    board = Board.from_json(make_map(keyhole, {"001-002": "wall"}, centres))
    assert sorted(board.sides["001", "002"].segments) == [((4, 0), (4, 2)), ((4, 4), (4, 6))]
    sight = SightTable(board)
    assert not sight.sees("001", "002", ALL_OPEN)
    lower = SightTable(
        Board.from_json(make_map(keyhole, {"001-002": "wall"}, {"001": (1, 5), "002": (7, 5)}))
    )
    block = lower.line("001", "002", ALL_OPEN).to_json()["blocked_by"]
    assert block == {"kind": "wall", "between": ["001", "002"], "point": [4, 5]}
    assert sight.sees("002", "003", ALL_OPEN)


def test_6_4_centre_on_its_own_wall() -> None:
    """R-6.4a, R-6.4e: from a centre that lies on a wall nothing is seen but the square itself."""
    halves = make_map(
        {
            "001": [(0, 0), (4, 0), (0, 4)],
            "002": [(4, 0), (4, 4), (0, 4)],
            "003": [(4, 0), (8, 0), (8, 4), (4, 4)],
        },
        {"001-002": "wall"},
    )
    sight = table(halves)
    assert sight.sees("001", "001", ALL_OPEN)
    for a, b in (("001", "002"), ("002", "001"), ("001", "003"), ("003", "002")):
        assert not sight.sees(a, b, ALL_OPEN)
    assert table({**halves, "sides": []}).sees("001", "002", ALL_OPEN)


def test_6_4_centre_at_the_end_of_a_wall() -> None:
    """R-6.4a: a line that ends, or begins, just where a wall in line with it begins touches that wall."""
    notched = make_map(
        {
            "001": [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)],
            "002": [(2, 2), (4, 2), (4, 4)],
            "003": [(-4, 0), (0, 0), (0, 4), (-4, 4)],
            "004": [(2, 2), (4, 4), (2, 4)],
        },
        {"001-002": "wall"},
    )
    for a, b in (("003", "001"), ("001", "003")):
        line = table(notched).line(a, b, ALL_OPEN).to_json()
        assert line["blocked_by"] == {"kind": "corner", "between": ["001", "002"], "point": [2, 2]}
    assert table({**notched, "sides": []}).sees("001", "003", ALL_OPEN)


def test_6_4_nearest_corner_is_told_also_of_the_outer_wall() -> None:
    """R-6.4a: of the corner of a hole in the mall and the end of a wall, the one the line comes to first."""
    holed = grid(*ROWS, {"008-009": "wall"})
    holed["squares"] = [s for s in holed["squares"] if s["id"] != "002"]
    there = table(holed).line("001", "009", ALL_OPEN).to_json()["blocked_by"]
    back = table(holed).line("009", "001", ALL_OPEN).to_json()["blocked_by"]
    assert there == {"kind": "corner", "between": None, "point": [2, 2]}
    assert back == {"kind": "corner", "between": ["008", "009"], "point": [4, 4]}


def test_6_4_door_that_a_line_touches_twice_is_one_door() -> None:
    """R-6.4b, R-6.4c: a door on a side of two segments is one door, told where the line first comes to it."""
    comb = make_map(
        {
            "001": [(0, 0), (2, 0), (2, 2), (0, 2)],
            "002": [(2, 0), (4, 0), (4, 3), (6, 3), (6, 0), (8, 0), (8, 4), (2, 4)],
            "003": [(4, 0), (6, 0), (6, 3), (4, 3)],
            "004": [(8, 0), (10, 0), (10, 2), (8, 2)],
        },
        {"002-003": "glass_door"},
    )
    line = table(comb).line("001", "004", ALL_OPEN).to_json()
    assert line["blocked_by"] == {"kind": "door_not_adjacent", "between": ["002", "003"], "point": [4, 1]}
    assert [d["between"] for d in line["doors"]] == [["002", "003"]]


def test_6_4_points_are_told_as_fractions() -> None:
    """6.4: a point that is not whole is told exactly."""
    line = table(grid(3, 3, {"001-002": "wall"}, size=3)).line("001", "006", ALL_OPEN)
    assert line.blocked_by is not None
    assert line.blocked_by.point == (Fraction(3), Fraction(9, 4))
    assert line.to_json()["blocked_by"]["point"] == [3, "9/4"]


def test_6_4_exact_far_from_nought() -> None:
    """6.4: a line that passes a wall corner by less than any rounding would show is clear."""
    far = 1_000_000
    outlines = {
        "001": [(-far, -far), (0, -far), (0, 0), (-far, 0)],
        "002": [(0, -far), (far, -far), (far, 0), (0, 0)],
        "003": [(-far, 0), (0, 0), (0, far), (-far, far)],
        "004": [(0, 0), (far, 0), (far, far), (0, far)],
    }
    walls = {"003-004": "wall"}
    touching = {"001": (1 - far, 1 - far), "004": (far - 1, far - 1)}
    assert table(make_map(outlines, walls, touching)).line("001", "004", ALL_OPEN).cases == ("6.4", "R-6.4a")
    above = {"001": (1 - far, 1 - far), "004": (far - 1, far - 2)}
    assert table(make_map(outlines, walls, above)).sees("001", "004", ALL_OPEN)
    below = {"001": (1 - far, 1 - far), "004": (far - 2, far - 1)}
    assert not table(make_map(outlines, walls, below)).sees("001", "004", ALL_OPEN)


def test_6_4_door_on_names_the_door_of_a_line_that_can_be_clear() -> None:
    """R-6.4b, R-6.4c, 10.4: the one door of a line, none where doors or walls block it for good."""
    sides = {"001-002": "solid_door", "004-005": "glass_door", "005-006": "glass_door", "002-003": "open"}
    sight = table(grid(*ROWS, sides))
    assert sight.door_on("001", "003") == ("001", "002")
    assert sight.door_on("003", "001") == ("001", "002")
    assert sight.door_on("004", "006") is None
    assert sight.door_on("007", "009") is None
    assert sight.door_on("004", "004") is None


@pytest.mark.parametrize(("a", "b"), [("001", "999"), ("999", "001"), ("999", "999")])
def test_6_4_unknown_square_is_an_error(a: str, b: str) -> None:
    """6.4: no answer about a square that is not on the board."""
    sight = table(grid(*ROWS))
    with pytest.raises(KeyError):
        sight.sees(a, b, ALL_OPEN)
    with pytest.raises(KeyError):
        sight.door_on(a, b)
    with pytest.raises(KeyError):
        sight.line(a, b, ALL_OPEN)
    with pytest.raises(KeyError):
        sight.crossed(a, b)


BOOK = [("024", "062", True), ("062", "024", True), ("024", "082", False), ("098", "079", False)]


@pytest.mark.parametrize(("a", "b", "seen"), BOOK)
def test_6_4_examples_of_the_book_on_the_mall(a: str, b: str, seen: bool) -> None:
    """6.4: 24 sees 62 but not 82, and a wall corner hides 79 from 98."""
    line = table(load_map("mall")).line(a, b, ALL_OPEN)
    assert line.clear is seen
    if (a, b) == ("098", "079"):
        assert line.blocked_by is not None
        assert line.blocked_by.kind == "corner"


@pytest.mark.parametrize(("a", "b", "distance"), [("167", "170", 3), ("115", "113", 2), ("019", "039", 2)])
def test_6_7_examples_of_the_book_on_the_mall(a: str, b: str, distance: int) -> None:
    """6.7: the distances that the book counts."""
    assert table(load_map("mall")).line(a, b, ALL_OPEN).distance == distance


def test_6_4_answers_do_not_depend_on_what_was_asked_before() -> None:
    """6.4: working out all lines at once or one by one gives the same."""
    data = moved(grid(*ROWS, {"001-002": "wall", "005-006": "glass_door"}), lambda x, y: (x + y, y))
    at_once, one_by_one = table(data), table(data)
    at_once.complete()
    names = list(one_by_one.board.squares)
    for a in reversed(names):
        for b in names:
            assert at_once.line(a, b, ALL_OPEN) == one_by_one.line(a, b, ALL_OPEN)
