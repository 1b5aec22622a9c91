"""The leaves of open doors: they stand on no word of the map, and what they do to keep off one."""

from __future__ import annotations

import re

from referee.games.dawn_of_the_dead.drawing.plan import (
    LEAF,
    SHORT_LEAF,
    Opening,
    door_views,
    ground_of,
    plan_of,
)
from referee.printing.measure import enters
from rules.dawn_of_the_dead.equipment import equipment

BOARD = equipment.setting("mall", "stand-in").board
_STROKE = re.compile(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)")


def leaves() -> dict[str, list[tuple[tuple[float, float], tuple[float, float]]]]:
    """Return the leaves of every solid door of the mall while all stand open, each from hinge to tip."""
    segments = {}
    for door in door_views(BOARD, {}, {}):
        if door.kind == "solid":
            drawn = [tuple(map(float, stroke.groups())) for stroke in _STROKE.finditer(door.path)]
            segments[door.id] = [((a, b), (c, d)) for a, b, c, d in drawn]
    return segments


def reach(door: str) -> float:
    """Return how far down the leaves of a door stand out."""
    (_, hinge), (_, tip) = leaves()[door][0]
    return tip - hinge


def test_no_open_door_stands_on_a_number_or_a_name() -> None:
    plan = plan_of(BOARD)
    words = [(w.text, ground_of(w)) for w in (*(s.number for s in plan.squares), *plan.names)]
    doors = leaves()
    assert len(doors) == sum(side.kind == "solid_door" for side in BOARD.doors.values())
    covered = {
        (door, said)
        for door, both in doors.items()
        for hinge, tip in both
        for said, ground in words
        if enters(hinge, tip, ground)
    }
    assert not covered


def test_a_door_opens_into_the_hall() -> None:
    """024 is hall, 006 above it is store."""
    assert reach("006-024") == LEAF


def test_a_door_opens_into_the_store_where_a_name_stands_in_the_hall() -> None:
    """129 is hall, and its name runs along the door; 148 below it is store."""
    assert reach("129-148") == LEAF


def test_a_door_with_words_on_both_sides_has_short_leaves() -> None:
    assert reach("138-157") == SHORT_LEAF


def test_every_leaf_opens_into_its_room() -> None:
    for end in ((10.0, 0.0), (-10.0, 0.0), (0.0, 10.0), (0.0, -10.0), (6.0, 8.0)):
        for side in (1.0, -1.0):
            room = (end[0] / 2 - side * end[1] / 5, end[1] / 2 + side * end[0] / 5)
            opening = Opening((0.0, 0.0), end, room)
            x, y = opening.at(opening.length / 2, 2.0)
            assert (round(x, 9), round(y, 9)) == room
