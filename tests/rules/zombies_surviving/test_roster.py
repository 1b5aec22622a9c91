"""What people do to the roster beside the rules: corrections, hand-overs (1.7, 1.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.ruling import Options
from rules.zombies_surviving import game
from rules.zombies_surviving.goals import goal_of
from rules.zombies_surviving.position import Figure, Item, Position
from rules.zombies_surviving.roster import (
    AddFigures,
    Correct,
    HandOver,
    Leave,
    MeetGoal,
    MoveToken,
    Place,
    consent,
)
from tests.rules.zombies_surviving.test_setting_up import after

FIGURES = {
    "ana": Figure("survivor", "p1", "Ana", items=(Item("pistol", 1, 12),)),
    "bo": Figure("survivor", "p2", "Bo"),
    "cy": Figure("survivor", "p2", "Cy"),
    "shuffler_1": Figure("shuffler"),
}


def position(**changes: object) -> Position:
    """Return a survival phase of three, of whom the third has no figure."""
    begun = Position(phase="survival", seats=("p1", "p2", "p3"), figures=FIGURES, made={"shuffler": 1})
    return replace(begun, **changes)  # type: ignore[arg-type]


def options(position: Position, action: object, need: str) -> tuple[object, ...]:
    """Return what may be chosen."""
    found = game.judge(position, action).needs[need]
    assert isinstance(found, Options)
    return found.values


def test_1_7_a_correction_needs_everybody() -> None:
    right = Correct("ana", "supplies", "4")
    assert consent(position(), right) == ("p1", "p2", "p3")
    assert after(position(), right).figures["ana"].supplies == 4
    assert after(position(), Correct("ana", "without", "pistol")).figures["ana"].items == ()
    assert "shuffler_1" not in after(position(), Correct("shuffler_1", "removed", "yes")).figures


@pytest.mark.parametrize(
    ("what", "value", "says"),
    [
        ("zone", "north_edge", "is in another place: north edge"),
        ("wounds", "1", "has 1 wound"),
        ("supplies", "4", "has 4 supplies"),
        ("bites", "2", "has 2 bites"),
        ("thing", "first_aid_kit", "has one more first aid kit"),
    ],
)
def test_1_7_a_correction_is_told(what: Any, value: str, says: str) -> None:
    assert game.judge(position(), Correct("ana", what, value)).story == f"Corrected: Ana {says}."


def test_1_7_only_what_a_figure_has_can_be_corrected() -> None:
    assert "bites" not in options(position(), Correct("shuffler_1"), "what")
    assert "without" not in options(position(), Correct("bo"), "what")


def test_1_7_what_stands_on_the_table_is_put_on_the_roster() -> None:
    p = after(position(), AddFigures("shuffler", 2, "street"))
    assert {"shuffler_2", "shuffler_3"} <= {*p.figures}
    assert p.figures["shuffler_2"].group == p.figures["shuffler_3"].group


def test_1_7_a_figure_that_was_moved_is_measured_again() -> None:
    p = position(facts={"inches ana shuffler_1": 4.0, "inches bo shuffler_1": 7.0})
    moved = after(p, Place("p1", "ana", "north_edge"))
    assert moved.figures["ana"].zone == "north_edge"
    assert moved.facts == {"inches bo shuffler_1": 7.0}


def test_1_7_a_token_is_taken_off() -> None:
    assert after(position(tokens={"token_1": "street"}), MoveToken("token_1")).tokens == {}


def test_1_4c_people_say_what_cannot_be_counted() -> None:
    goal = goal_of("own", 3)
    p = after(position(goals=(goal,)), MeetGoal(goal.text))
    assert p.met == (goal.text,)


def test_1_8_who_leaves_hands_his_figures_over() -> None:
    assert consent(position(), Leave("p2", "p1")) == ("p1",)
    p = position(objectives={"p1": "hoard", "p2": "last"}, acting="p2", played=("p3",))
    left = after(p, Leave("p2", "p1"))
    assert (left.seats, left.acting, left.objectives) == (("p1", "p3"), "p1", {"p1": "hoard"})
    assert {figure.seat for figure in left.figures.values()} == {"p1", ""}


def test_1_8_a_figure_is_given_away() -> None:
    assert after(position(), HandOver("p2", "cy", "p3")).figures["cy"].seat == "p3"
