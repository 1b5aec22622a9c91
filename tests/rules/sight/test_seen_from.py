"""All that one square sees, which is all that sees it: 6.4."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.equipment.equipment import load_map
from tests.rules.sight.sight_maps import closed, grid, table


def test_6_4_seen_from_is_all_that_a_square_sees_and_itself() -> None:
    """6.4, R-6.4e: 001 sees along its row and column; the wall beside 002 hides the squares behind it."""
    sight = table(grid(3, 3, {"001-002": "wall"}))
    assert sight.seen_from("001", {}) == {"001", "004", "007", "008"}


def test_6_4_seen_from_follows_the_doors() -> None:
    """6.4: a closed solid door hides what lies behind it, closed glass does not."""
    solid = table(grid(3, 1, {"001-002": "solid_door"}))
    assert solid.seen_from("001", {}) == {"001", "002", "003"}
    assert solid.seen_from("001", closed("001-002")) == {"001"}
    glass = table(grid(3, 1, {"001-002": "glass_door"}))
    assert glass.seen_from("001", closed("001-002")) == {"001", "002", "003"}


def test_6_4_seen_from_is_what_sees_says_on_the_mall() -> None:
    """6.4: for every square of the mall, with every second door closed, both answers agree both ways."""
    sight = table(load_map("mall"))
    board = sight.board
    doors = dict.fromkeys(sorted(board.doors)[::2], "closed")
    for a in board.squares:
        seen = sight.seen_from(a, doors)
        assert seen == {b for b in board.squares if sight.sees(b, a, doors)}


def test_6_4_seen_from_an_unknown_square_is_an_error() -> None:
    with pytest.raises(KeyError, match="999"):
        table(grid(3, 3)).seen_from("999", {})
