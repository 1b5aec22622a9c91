"""2.3: a corner or a line moves with everything that hangs on it, and straight lines stay straight."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board.outlines import Point, edges
from rules.survey import log
from rules.survey.exact import Refused, goes_on, side_of
from rules.survey.moves import straight_run
from rules.survey.plane import Plane
from tests.rules.survey.test_plane import check

SIDE = 1200


def made(*gestures: dict[str, Any]) -> Plane:
    """Return the plane of gestures on a board with four corners."""
    corners = [[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]]
    plane = log.apply(Plane(), {"do": "outline", "points": corners})
    for gesture in gestures:
        plane = log.apply(plane, gesture)
    return plane


def cut(*points: list[int]) -> dict[str, Any]:
    return {"do": "cut", "points": list(points)}


def corners(plane: Plane) -> set[Point]:
    return {p for face in plane.faces.values() for p in face.outline}


def test_lines_that_end_on_the_outer_wall_follow_it() -> None:
    plane = made(cut([400, 0], [400, SIDE]), cut([800, 0], [800, SIDE]))
    moved = log.apply(plane, {"do": "move_corner", "at": [SIDE, 0], "to": [SIDE, 300]})
    assert {(400, 100), (800, 200), (SIDE, 300)} < corners(moved), "the wall is one straight line still"
    assert {(400, SIDE), (800, SIDE)} < corners(moved)


def test_a_line_along_which_a_corner_moves_keeps_what_ends_on_it() -> None:
    plane = made(cut([400, 0], [400, SIDE]))
    moved = log.apply(plane, {"do": "move_corner", "at": [SIDE, 0], "to": [900, 0]})
    assert {(400, 0), (900, 0)} < corners(moved)


def test_what_ends_on_a_line_slides_along_its_own_line() -> None:
    plane = made(cut([0, 600], [SIDE, 600]), cut([400, 600], [600, 1200]))
    assert (400, 600) in corners(plane)
    moved = log.apply(plane, {"do": "move_corner", "at": [0, 600], "to": [0, 700]})
    (end,) = corners(moved) - corners(plane) - {(0, 700)}
    assert goes_on((0, 700), end, (SIDE, 600))
    assert abs(side_of((400, 600), (600, 1200), end)) <= 600, "the line that ends there keeps its direction"


def test_a_line_that_crosses_stays_where_it_is() -> None:
    """Else one corner of a grid would move a whole row and a whole column."""
    plane = made(cut([400, 0], [400, SIDE]), cut([800, 0], [800, SIDE]), cut([0, 600], [SIDE, 600]))
    moved = log.apply(plane, {"do": "move_corner", "at": [400, 600], "to": [420, 620]})
    assert corners(moved) - corners(plane) == {(420, 620)}


def test_a_line_moves_whole_also_after_whole_numbers_have_bent_it_by_one() -> None:
    plane = made(cut([300, 0], [300, SIDE]), cut([700, 0], [700, SIDE]))
    plane = log.apply(plane, {"do": "move_corner", "at": [SIDE, 0], "to": [SIDE, 101]})
    top = sorted(p for p in corners(plane) if p[1] < 200)
    assert len(top) == 4
    assert side_of(top[0], top[1], top[3]) != 0, "the test needs a line that is bent by less than one"
    assert set(straight_run(plane, (top[1], top[2]))) == set(top)
    moved = log.apply(plane, {"do": "move_side", "edge": [list(top[1]), list(top[2])], "by": [0, 50]})
    assert {(x, y + 50) for x, y in top} < corners(moved)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_straight_lines_stay_straight(seed: int) -> None:
    """A wall with lines that end on it, from both sides: wherever its end goes, the corners follow."""
    rng = Random(seed)
    stems = sorted(rng.sample(range(100, SIDE, 100), rng.randint(1, 6)))
    cuts = [cut([x, 600], [x + rng.randint(-60, 60), rng.choice((0, SIDE))]) for x in stems]
    plane = made(cut([0, 600], [SIDE, 600]), *cuts)
    to = (SIDE, 600 + rng.randint(-300, 300))
    try:
        moved = log.apply(plane, {"do": "move_corner", "at": [SIDE, 600], "to": list(to)})
    except Refused:
        return
    check(moved)
    start, on_it = (0, 600), 0
    for a, b in {way for face in moved.faces.values() for way in edges(face.outline)}:
        if goes_on(start, a, to) and goes_on(start, b, to):
            on_it += 1
    assert on_it == 2 * (len(stems) - 1)


def test_a_ring_of_tiny_lines_comes_to_an_end() -> None:
    """Each of its corners is out of line by one unit alone, so a search that looks no further goes round."""
    ring = [[0, 2], [1, 1], [3, 0], [5, 0], [7, 1], [8, 2], [8, 4], [7, 6], [5, 7], [3, 7], [1, 6], [0, 4]]
    plane = log.apply(Plane(), {"do": "outline", "points": ring})
    for side in edges(plane.faces[1].outline):
        assert len(straight_run(plane, side)) < len(ring)


def test_a_strangers_log_takes_no_more_than_so_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    there, back = range(0, 400, 4), range(396, -1, -4)
    corners = [[x, x % 3] for x in there] + [[x, 100 + x % 3] for x in back]
    gestures: list[dict[str, Any]] = [{"do": "outline", "points": corners}]
    gestures += [{"do": "move_corner", "at": [0, 0], "to": [0, 0]}] * 9
    told = {"format": log.FORMAT, "done": len(gestures), "gestures": gestures}
    spent = log.replay(told).spent
    assert spent > 9 * 200**2, "200 corners are compared with each other, each time"
    monkeypatch.setattr(log, "MAX_WORK", spent - 1)
    with pytest.raises(Refused, match="too much work"):
        log.replay(told)


def test_work_counts_for_gestures_made_one_by_one_and_undone_too() -> None:
    made = log.Log().add({"do": "outline", "points": [[0, 0], [9, 0], [9, 9]]})
    again = made.undo().add({"do": "outline", "points": [[0, 0], [9, 0], [9, 9]]})
    assert 0 < made.spent < again.spent
    with pytest.raises(Refused, match="too much work"):
        log.Log(made.gestures, made.done, made.planes, log.MAX_WORK).add({"do": "title", "name": "A"})


def test_corners_beside_each_other_that_come_to_one_place_are_one() -> None:
    rows = made(cut([0, 400], [SIDE, 400]), cut([500, 0], [500, 400]), cut([509, 400], [509, SIDE]))
    plane = log.apply(
        rows, {"do": "move_corners", "at": [[500, 0], [500, 400]], "to": [[509, 0], [509, 400]]}
    )
    check(plane)
    assert corners(plane) - corners(rows) == {(509, 0)}
    assert not corners(plane) & {(500, 0), (500, 400)}
    assert sorted(len(face.outline) for face in plane.faces.values()) == [4, 4, 4, 4]


def test_a_square_that_would_be_nothing_keeps_its_corners_apart() -> None:
    board = made(cut([0, 400], [SIDE, 400]))
    gone = {"do": "move_corners", "at": [[0, 400], [SIDE, 400]], "to": [[0, 0], [SIDE, 0]]}
    with pytest.raises(Refused, match="Nothing would be left of a square"):
        log.apply(board, gone)


def test_a_main_door_goes_with_its_edge() -> None:
    roof = [[0, 0], [600, -300], [SIDE, 0], [SIDE, SIDE], [0, SIDE]]
    plane = log.apply(Plane(), {"do": "outline", "points": roof})
    plane = log.apply(plane, {"do": "main_door", "edge": roof[:2], "name": "north"})
    assert not log.apply(plane, {"do": "move_corners", "at": roof[:1], "to": roof[1:2]}).doors


def test_one_gesture_lays_all_corners_of_a_board_elsewhere_but_not_without_end() -> None:
    cuts = [cut([10 * n, 0], [10 * n, SIDE]) for n in range(1, 116)]
    board = made({"do": "all", "gestures": cuts})
    spots = sorted(corners(board))
    assert len(spots) > log.MAX_POINTS
    moved = {"do": "move_corners", "at": [list(p) for p in spots], "to": [[x + 5, y] for x, y in spots]}
    assert corners(log.apply(board, moved)) == {(x + 5, y) for x, y in spots}
    many = {"do": "move_corners", "at": [[0, 0]] * 4001, "to": [[5, 0]] * 4001}
    with pytest.raises(Refused, match="A gesture moves at most 4000 corners"):
        log.apply(board, many)


def test_what_is_nearly_in_line_becomes_so_and_nothing_else_moves() -> None:
    """A corner that is 6 units off goes into line with the two beside it; a bend of 40 units stays."""
    board = made(cut([400, 0], [400, SIDE]), cut([800, 0], [800, SIDE]), cut([0, 600], [SIDE, 600]))
    bent = log.apply(board, {"do": "move_corner", "at": [400, 600], "to": [440, 606]})
    straight = log.apply(bent, {"do": "regularise", "within": 10})
    assert len({y for _, y in corners(straight) if 0 < y < SIDE}) == 1, "the row is one line again"
    assert sorted({x for x, _ in corners(straight)}) == [0, 400, 440, 800, SIDE]
    assert log.apply(bent, {"do": "regularise", "within": 5}) == bent, "that is more than the error"
    check(straight)


def test_lines_that_are_straightened_to_one_place_meet_in_one_corner() -> None:
    rows = made(cut([0, 400], [SIDE, 400]), cut([500, 0], [500, 400]), cut([509, 400], [509, SIDE]))
    plane = log.apply(rows, {"do": "regularise", "within": 10})
    check(plane)
    assert {x for x, _ in corners(plane)} == {0, 505, SIDE}
    assert sorted(len(face.outline) for face in plane.faces.values()) == [4, 4, 4, 4]


def test_lines_are_not_straightened_where_a_square_would_be_lost() -> None:
    board = made(cut([400, 0], [400, SIDE]), cut([408, 0], [408, SIDE]))
    with pytest.raises(Refused):
        log.apply(board, {"do": "regularise", "within": 10})
