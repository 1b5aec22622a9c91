"""Many gestures that count as one: all of them are done or none, and one undo takes them back."""

from __future__ import annotations

from typing import Any

import pytest

from rules.survey import log
from rules.survey.course import only_known
from rules.survey.exact import Refused
from rules.survey.log import Log

OUTLINE = {"do": "outline", "points": [[0, 0], [100, 0], [100, 100], [0, 100]]}


def cut(x: int) -> dict[str, Any]:
    """Return a cut from top to bottom."""
    return {"do": "cut", "points": [[x, 0], [x, 100]]}


def test_many_cuts_are_one_gesture_and_one_undo() -> None:
    drawn = Log().add(OUTLINE).add({"do": "all", "gestures": [cut(20), cut(40), cut(60)]})
    assert len(drawn.plane.faces) == 4
    assert len(drawn.undo().plane.faces) == 1
    one_by_one = Log().add(OUTLINE).add(cut(20)).add(cut(40)).add(cut(60))
    assert drawn.plane == one_by_one.plane


def test_if_one_of_many_cannot_be_done_none_is() -> None:
    drawn = Log().add(OUTLINE)
    with pytest.raises(Refused, match="goes through no square"):
        drawn.add({"do": "all", "gestures": [cut(20), cut(200)]})
    assert len(drawn.plane.faces) == 1


@pytest.mark.parametrize("gestures", [None, [], [cut(1)] * 2001])
def test_many_are_from_1_to_2000(gestures: object) -> None:
    with pytest.raises(Refused, match="From 1 to 2000 gestures go together"):
        log.apply(Log().add(OUTLINE).plane, {"do": "all", "gestures": gestures})


def test_many_gestures_do_not_hold_many_again() -> None:
    nested = {"do": "all", "gestures": [{"do": "all", "gestures": [cut(20)]}]}
    with pytest.raises(Refused, match="not a gesture of a survey"):
        Log().add(OUTLINE).add(nested)


def test_many_gestures_count_as_much_work_as_the_board_that_they_make() -> None:
    drawn = Log().add(OUTLINE)
    with pytest.raises(Refused, match="too much work"):
        drawn.add({"do": "all", "gestures": [cut(20)] * 1500})


@pytest.mark.parametrize(
    "named", [{"do": "area", "name": "A", "kind": "store"}, {"do": "special", "value": "A"}]
)
def test_names_without_end_are_too_much_work(named: dict[str, str]) -> None:
    """On a board without squares too, where there is no line to compare."""
    field = "id" if named["do"] == "area" else "key"

    def many(first: int) -> dict[str, Any]:
        return {"do": "all", "gestures": [{**named, field: f"a{n}"} for n in range(first, first + 2000)]}

    drawn = Log().add(many(0)).add(many(2000)).add(many(4000))
    with pytest.raises(Refused, match="too much work"):
        drawn.add(many(6000))


def test_strange_fields_of_one_of_many_are_not_kept() -> None:
    told = only_known({"do": "all", "gestures": [{**cut(20), "note": "mine"}, 7], "more": 1})
    assert told == {"do": "all", "gestures": [cut(20), 7]}


def test_many_corners_move_at_once() -> None:
    drawn = Log().add(OUTLINE).add(cut(50))
    moved = drawn.add({"do": "move_corners", "at": [[50, 0], [50, 100]], "to": [[60, 0], [60, 100]]})
    assert (60, 0) in next(iter(moved.plane.faces.values())).outline
    with pytest.raises(Refused, match="There is no corner at"):
        drawn.add({"do": "move_corners", "at": [[51, 0]], "to": [[60, 0]]})
    with pytest.raises(Refused, match="one place to go to"):
        drawn.add({"do": "move_corners", "at": [[50, 0]], "to": []})
