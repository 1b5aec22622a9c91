"""Walls, corners and doors that a sight line meets oddly, on small maps made by hand: 6.4 and its rulings."""

from __future__ import annotations

from tests.rules.sight.sight_maps import ALL_OPEN, ROWS, grid, make_map, table

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


def test_6_4_a_wall_takes_the_whole_of_a_broken_side() -> None:
    """6.4: two squares that share several separate segments have a wall on all of them."""
    keyhole = {
        "001": [(0, 0), (4, 0), (4, 2), (3, 2), (3, 4), (4, 4), (4, 6), (0, 6)],
        "002": [(4, 0), (8, 0), (8, 6), (4, 6), (4, 4), (4, 2)],
        "003": [(3, 2), (4, 2), (4, 4), (3, 4)],
    }
    centres = {"001": (1, 1), "002": (7, 1)}
    sight = table(make_map(keyhole, {"001-002": "wall"}, centres))
    assert sorted(sight.board.sides["001", "002"].segments) == [((4, 0), (4, 2)), ((4, 4), (4, 6))]
    assert not sight.sees("001", "002", ALL_OPEN)
    lower = table(make_map(keyhole, {"001-002": "wall"}, {"001": (1, 5), "002": (7, 5)}))
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
