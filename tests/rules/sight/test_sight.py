"""What sees what on small maps made by hand: 6.4 and its rulings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.board.board import Pair
from rules.dawn_of_the_dead.equipment.equipment import load_map
from tests.rules.sight.sight_maps import ALL_OPEN, ROWS, closed, destroyed, grid, make_map, moved, table

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
    ({}, {}, "001", "003", "001 sees 003: nothing is in the way."),
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
        "001 does not see 009: the line passes the door between 004 and 005, which touches neither square.",
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


def test_6_4_points_are_told_as_fractions() -> None:
    """6.4: a point that is not whole is told exactly."""
    line = table(grid(3, 3, {"001-002": "wall"}, size=3)).line("001", "006", ALL_OPEN)
    assert line.blocked_by is not None
    assert line.blocked_by.point == (Fraction(3), Fraction(9, 4))
    assert line.to_json()["blocked_by"]["point"] == [3, "9/4"]


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


def test_6_4_answers_do_not_depend_on_what_was_asked_before() -> None:
    """6.4: working out all lines at once or one by one gives the same."""
    data = moved(grid(*ROWS, {"001-002": "wall", "005-006": "glass_door"}), lambda x, y: (x + y, y))
    at_once, one_by_one = table(data), table(data)
    at_once.complete()
    names = list(one_by_one.board.squares)
    for a in reversed(names):
        for b in names:
            assert at_once.line(a, b, ALL_OPEN) == one_by_one.line(a, b, ALL_OPEN)
