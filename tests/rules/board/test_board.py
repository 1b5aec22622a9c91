"""2.1: squares are adjacent when they share a side, whatever the shape of their outlines."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.board.board import Board, pair
from rules.board.outlines import Segment
from tests.rules.sight.sight_maps import Outline, grid, make_map


def shared(*outlines: Outline) -> tuple[Segment, ...] | None:
    """Return the side between the first two outlines of a map, each segment from its lesser end."""
    board = Board.from_json(make_map({f"{i:03}": outline for i, outline in enumerate(outlines, 1)}))
    side = board.sides.get(("001", "002"))
    return tuple(sorted((min(s), max(s)) for s in side.segments)) if side else None


SIDES: dict[str, tuple[list[Outline], tuple[Segment, ...] | None]] = {
    "whole edges": (
        [[(0, 0), (2, 0), (2, 2), (0, 2)], [(2, 0), (4, 0), (4, 2), (2, 2)]],
        (((2, 0), (2, 2)),),
    ),
    "part of an edge": (
        [[(0, 0), (2, 0), (2, 5), (0, 5)], [(2, 1), (4, 1), (4, 9), (2, 9)]],
        (((2, 1), (2, 5)),),
    ),
    "one point": ([[(0, 0), (2, 0), (2, 2), (0, 2)], [(2, 2), (4, 2), (4, 4), (2, 4)]], None),
    "a corner against an edge": ([[(0, 0), (2, 0), (2, 4), (0, 4)], [(2, 2), (4, 0), (4, 4)]], None),
    "edges cut by straight corners": (
        [[(0, 0), (2, 0), (2, 1), (2, 3), (2, 4), (0, 4)], [(2, 0), (4, 0), (4, 4), (2, 4), (2, 2)]],
        (((2, 0), (2, 4)),),
    ),
    "several segments apart": (
        [
            [(0, 0), (3, 0), (3, 1), (2, 1), (2, 2), (3, 2), (3, 3), (0, 3)],
            [(3, 0), (5, 0), (5, 3), (3, 3), (3, 2), (3, 1)],
            [(2, 1), (3, 1), (3, 2), (2, 2)],
        ],
        (((3, 0), (3, 1)), ((3, 2), (3, 3))),
    ),
    "segments apart around a hole": (
        [
            [(0, 0), (3, 0), (3, 1), (2, 1), (2, 2), (3, 2), (3, 3), (0, 3)],
            [(3, 0), (5, 0), (5, 3), (3, 3), (3, 2), (4, 2), (4, 1), (3, 1)],
        ],
        (((3, 0), (3, 1)), ((3, 2), (3, 3))),
    ),
    "around a corner": (
        [[(0, 0), (2, 0), (2, 2), (4, 2), (4, 4), (0, 4)], [(2, 0), (4, 0), (4, 2), (2, 2)]],
        (((2, 0), (2, 2)), ((2, 2), (4, 2))),
    ),
    "a slanted edge, part of it": (
        [[(0, 0), (6, 4), (0, 4)], [(3, 2), (6, 0), (9, 6)]],
        (((3, 2), (6, 4)),),
    ),
    "far from nought": (
        [[(-(10**6), -1), (-(10**6) + 3, 6), (-(10**6), 9)], [(-(10**6), -1), (10**6, 0), (-(10**6) + 3, 6)]],
        (((-(10**6), -1), (-(10**6) + 3, 6)),),
    ),
}


@pytest.mark.parametrize(("outlines", "expected"), SIDES.values(), ids=SIDES)
def test_2_1_side_between_two_squares(outlines: list[Outline], expected: tuple[Segment, ...] | None) -> None:
    """2.1: what two outlines share, in segments of positive length; a point is no side."""
    assert shared(*outlines) == expected
    turned = [outline[::-1] for outline in outlines]
    assert shared(*turned) == expected


def test_2_1_outer_wall_is_what_no_other_square_shares() -> None:
    """2.1: outer wall stands around the mall, and around a hole in it."""
    ring = grid(3, 3)
    ring["squares"] = [s for s in ring["squares"] if s["id"] != "005"]
    wall = {(min(s), max(s)) for s in Board.from_json(ring).outer_wall}
    around_the_hole = {((2, 2), (4, 2)), ((2, 4), (4, 4)), ((2, 2), (2, 4)), ((4, 2), (4, 4))}
    assert around_the_hole < wall
    assert len(wall) == 12 + 4


def test_6_7_distance_goes_around_walls_and_through_doors() -> None:
    """R-6.7a: least steps over sides without a wall, doors in any state counting as crossable."""
    board = Board.from_json(grid(3, 1, {"001-002": "glass_door", "002-003": "wall"}))
    assert board.distance("001", "002") == 1
    assert board.distance("001", "003") is None
    walled = Board.from_json(grid(2, 2, {"002-001": "wall"}))
    assert walled.distance("001", "002") == 3
    assert walled.sides[pair("002", "001")].kind == "wall"


def test_6_4_centre_is_the_middle_of_the_box_unless_told() -> None:
    """6.4: where a line begins; the middle of the box may be half a number and outside the outline."""
    outlines = {
        "001": [(0, 0), (5, 0), (5, 1), (1, 1), (1, 4), (0, 4)],
        "002": [(1, 1), (5, 1), (5, 4), (1, 4)],
    }
    data = make_map(outlines, centres={"002": (2, 3)})
    board = Board.from_json(data)
    assert board.squares["001"].centre == (Fraction(5, 2), Fraction(2))
    assert board.squares["002"].centre == (Fraction(2), Fraction(3))
