"""Moving, running, climbing, helping, hiding (5.1, 5.4, 8.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.ruling import Options
from rules.zombies_surviving.position import Building, Figure, Item, Status, Vehicle, known, remember
from rules.zombies_surviving.survival.economy import begin
from rules.zombies_surviving.survival.movement import AssistedMove, Hide, Move, Run, hide_score, offered
from tests.rules.zombies_surviving.deeds import after, friend, needs, refused, ruled, story, table

PISTOLS = tuple(Item(name) for name in ("rifle", "axe", "pump_gun", "bow"))


@pytest.mark.parametrize(
    ("ana", "inches"),
    [
        ({}, 6),
        ({"traits": ("slow",)}, 5),
        ({"traits": ("fast",)}, 7),
        ({"traits": ("very_fast",)}, 8),
        ({"statuses": (Status("prone"),)}, 5),
        ({"items": (Item("padded_clothes"),)}, 5),
        ({"items": (Item("body_armour"),)}, 5),
        ({"items": (Item("gasoline"),)}, 5),
        ({"items": (Item("battery"),)}, 5),
        ({"items": (Item("mountain_bike"),)}, 5),
        ({"items": PISTOLS}, 5),
        ({"items": PISTOLS[:3]}, 6),
        ({"supplies": 20}, 6),
        ({"supplies": 21}, 5),
        ({"supplies": 16, "traits": ("weakling",)}, 5),
        ({"supplies": 25, "traits": ("strong",)}, 6),
        ({"supplies": 26, "traits": ("strong",)}, 5),
        ({"wounds": 1}, 6),
        ({"wounds": 2}, 5),
        ({"wounds": 1, "traits": ("hypochondriac",)}, 5),
    ],
)
def test_5_1_how_far_a_move_is(ana: dict[str, Any], inches: int) -> None:
    assert f"goes up to {inches} inches" in story(table(**ana), Move("p1", "ana"))


def test_5_1_a_second_move_is_a_run_and_a_run_needs_a_first_move() -> None:
    p = after(table(), Move("p1", "ana"))
    assert refused(p, Move("p1", "ana")) == (
        "5.1",
        "Ana has moved already: the second move of a turn is a run.",
    )
    assert story(p, Run("p1", "ana", run=(4,))) == "Ana runs up to 4 inches; each obstacle takes 2."
    assert refused(table(), Run("p1", "ana"))[0] == "5.1"


@pytest.mark.parametrize(
    ("ana", "die", "inches"),
    [
        ({}, 1, 1),
        ({"traits": ("fast",)}, 3, 4),
        ({"traits": ("very_fast",)}, 3, 5),
        ({"traits": ("slow",)}, 1, 0),
    ],
)
def test_5_1_how_far_a_run_is(ana: dict[str, Any], die: int, inches: int) -> None:
    p = table(acts=("move",), spent=1, **ana)
    assert f"up to {inches} inch" in story(p, Run("p1", "ana", run=(die,)))


def test_r_5_1a_a_run_of_a_die_and_4_is_an_option() -> None:
    p = replace(table(acts=("move",), spent=1), options={"run": "d6+4"})
    assert "up to 7 inches" in story(p, Run("p1", "ana", run=(3,)))


def test_12_0_fit_adds_1_and_2_and_nobody_runs_in_armour() -> None:
    p = replace(table(items=(Item("body_armour"),)), events=(Status("fit", 3), Status("no_run_in_armour", 3)))
    assert "up to 6 inches" in story(p, Move("p1", "ana"))
    assert refused(after(p, Move("p1", "ana")), Run("p1", "ana"))[0] == "12.0"
    bare = replace(table(acts=("move",), spent=1), events=(Status("fit", 3),))
    assert "up to 5 inches" in story(bare, Run("p1", "ana", run=(3,)))


def test_11_2_a_bicycle_is_faster_on_a_road() -> None:
    p = table(items=(Item("mountain_bike", on=True),))
    assert needs(p, Move("p1", "ana")) == {"road": 1}
    assert "up to 8 inches" in story(p, Move("p1", "ana", road=True))
    slow = story(p, Move("p1", "ana", road=False))
    assert "up to 7 inches" in slow
    assert "a bicycle crosses no obstacle" in slow


def test_5_1_a_move_forgets_what_was_measured_and_stands_the_figure_up() -> None:
    p = remember(table(statuses=(Status("prone"),)), "inches", "ana", "z1", 8)
    p = after(p, Move("p1", "ana"))
    assert known(p, "inches", "ana", "z1") is None
    assert not p.figures["ana"].status("prone")


def test_5_1_a_climber_goes_a_third_and_falls_on_a_1() -> None:
    assert refused(table(), Move("p1", "ana", climbing=True))[0] == "5.1"
    p = table(traits=("climber",))
    assert "climbs up to 2 inches" in story(p, Move("p1", "ana", climbing=True))
    p = after(p, Move("p1", "ana", climbing=True))
    assert "climbs up to 2 inches" in story(p, Run("p1", "ana", climbing=True, run=(6,)))
    assert needs(p, Run("p1", "ana", climbing=True, run=(1,))) == {"fall_inches": 1}
    assert needs(p, Run("p1", "ana", climbing=True, run=(1,), fall_inches=4)) == {"fall": 2}
    low = Run("p1", "ana", climbing=True, run=(1,), fall_inches=2)
    assert "lands well" in story(p, low)


@pytest.mark.parametrize(
    ("dice", "wounds"), [((3, 1), 1), ((6, 3), 0), ((4, 2), 1), ((4, 5), 1), ((4, 6), 2), ((6, 6), 1)]
)
def test_8_1_a_fall_of_4_inches_goes_by_the_height_less_a_die(dice: tuple[int, int], wounds: int) -> None:
    """With a 3 the second die counts 1 more."""
    p = table(traits=("climber",), acts=("move",), spent=1)
    p = after(p, Run("p1", "ana", climbing=True, run=(1,), fall_inches=4, fall=dice))
    assert p.figures["ana"].wounds == wounds


def test_10_3_the_insane_wander_off_on_a_1() -> None:
    p = table(traits=("insane",), acts=("move",), spent=1)
    ruling = ruled(p, Run("p1", "ana", run=(1,)))
    assert ruling.cases == ("10.3",)
    assert "wanders 2 inches" in ruling.story


def test_5_5_nobody_walks_out_of_a_vehicle() -> None:
    p = table(zone="car", vehicles={"car": Vehicle("car")})
    assert refused(p, Move("p1", "ana"))[0] == "5.5"


def test_5_1_others_help_the_wounded_to_move_for_an_action_each() -> None:
    p = table(others={**friend(wounds=2), "cy": Figure("survivor", "p1", traits=("fast",))})
    act = AssistedMove("p1", "ana", helped="bo")
    assert needs(p, act) == {"second": Options(("nobody", "cy"))}
    act = replace(act, second="cy", near=True)
    assert story(p, act) == "Ana, Bo and Cy move up to 6 inches together."
    assert [p.spent for p in after(p, act).figures.values()] == [1, 1, 1]
    assert story(p, replace(act, second="nobody")) == "Ana and Bo move up to 5 inches together."
    assert refused(p, replace(act, near=False))[0] == "5.1"
    well = table(others=friend())
    assert needs(well, AssistedMove("p1", "ana", helped="bo", near=True)) == {"difficult": 1}
    assert refused(well, AssistedMove("p1", "ana", helped="bo", near=True, difficult=False))[0] == "5.1"


def test_5_1_nobody_who_has_moved_is_helped_or_helps_for_that_would_be_a_run() -> None:
    p = table(others=friend(wounds=2))
    act = AssistedMove("p1", "ana", helped="bo", near=True)
    assert refused(after(p, Move("p1", "ana")), act) == (
        "5.1", "Ana has moved already, and nobody is helped to run.",
    )  # fmt: skip
    moved_ = after(p, Move("p1", "bo"))
    assert refused(moved_, AssistedMove("p1", "ana"))[0] == "5.1"
    assert "AssistedMove" not in [type(one).__name__ for one in offered(moved_, "ana")]
    assert "AssistedMove" in [type(one).__name__ for one in offered(p, "ana")]


def test_12_0_fit_adds_an_inch_to_each_who_moves_together() -> None:
    p = replace(table(others=friend(wounds=1)), events=(Status("fit", 3),))
    assert "up to 7 inches together" in story(p, AssistedMove("p1", "ana", helped="bo", near=True))


def test_4_2_a_boss_does_not_move_off_the_table() -> None:
    p = replace(table(others={"big": Figure("boss", "p1")}), phase="menace")
    assert [one.leaving for one in offered(p, "big")] == [False]


def test_5_5_nobody_helps_to_move_in_a_vehicle_or_leaves_the_table_from_inside() -> None:
    seated = table(zone="car", vehicles={"car": Vehicle("car")}, others=friend(wounds=1))
    assert refused(seated, AssistedMove("p1", "ana"))[0] == "5.5"
    there = table(vehicles={"car": Vehicle("car")}, others=friend(wounds=1, zone="car"))
    assert refused(there, AssistedMove("p1", "ana"))[0] == "5.1"
    p = table(zone="house", buildings={"house": Building()})
    assert refused(p, Move("p1", "ana", leaving=True)) == ("5.5", "Ana is in the house: out of it first.")
    assert [one.leaving for one in offered(p, "ana") if isinstance(one, Move)] == [False]


def test_5_4_whoever_hides_from_humans_is_seen_by_zombies_and_the_other_way_round() -> None:
    p = table(others={"man": Figure("independent")})
    hidden = after(p, Hide("p1", "ana", in_sight=False)).figures["ana"]
    assert (hidden.status("hidden"), hidden.status("hidden_from_humans")) == (True, False)
    p = after(p, Hide("p1", "ana", from_humans=True, in_sight=False))
    hidden = p.figures["ana"]
    assert (hidden.status("hidden"), hidden.status("hidden_from_humans")) == (False, True)
    assert not begin(replace(p, turn=4)).figures["ana"].status("hidden_from_humans")


def test_5_4_hiding_is_less_than_the_distance() -> None:
    p = table()
    assert needs(p, Hide("p1", "ana"))["in_sight"].text.startswith("Is a zombie in sight")
    assert after(p, Hide("p1", "ana", in_sight=False)).figures["ana"].status("hidden")
    near = Hide("p1", "ana", in_sight=True, inches=11)
    assert needs(p, near) == {"hide": 3}
    assert after(p, replace(near, hide=(4, 3, 3))).figures["ana"].status("hidden")
    seen = ruled(p, replace(near, hide=(4, 4, 3)))
    assert seen.after is not None
    assert not seen.after.figures["ana"].status("hidden")
    assert "11 against 11 inches, as measured" in seen.story


@pytest.mark.parametrize(
    ("ana", "humans", "dice", "added"),
    [
        ({}, False, "3d6", 0),
        ({"traits": ("noisy",)}, False, "4d6", 0),
        ({"traits": ("stealthy",)}, False, "2d6", 0),
        ({"zone": "house"}, False, "3d6", -6),
        ({"wounds": 2}, False, "3d6", 1),
        ({"items": (Item("tarp"),)}, False, "3d6", -2),
        ({"items": (Item("smiley_shirt"),)}, False, "3d6", -1),
        ({"items": (Item("pistol", fitted=("laser_aim",)),)}, False, "3d6", -3),
        ({"items": (Item("laser_pointer"), Item("tarp"))}, False, "3d6", -3),
        ({}, True, "4d6", 0),
        ({"statuses": (Status("ran", 4),)}, True, "5d6", 0),
        ({"statuses": (Status("fired", 4),)}, True, "5d6", 0),
    ],
)
def test_5_4_what_helps_to_hide(ana: dict[str, Any], humans: bool, dice: str, added: int) -> None:
    p = table(buildings={"house": Building()}, **ana)
    score = hide_score(p, Hide("p1", "ana", from_humans=humans))
    assert (score.dice, sum(part.value for part in score.parts)) == (dice, added)


def test_5_4_a_dog_makes_hiding_harder_and_any_act_ends_it() -> None:
    dog = Figure("feral_dog", "p1", group="ana", attitude="friendly")
    assert hide_score(table(others={"dog": dog}), Hide("p1", "ana")).dice == "4d6"
    p = table(statuses=(Status("hidden", 4),))
    assert not after(p, Move("p1", "ana")).figures["ana"].status("hidden")


def test_5_1_what_is_offered() -> None:
    kinds = [type(one).__name__ for one in offered(table(others=friend()), "ana")]
    assert kinds == ["Move", "Move", "AssistedMove", "Hide"]
    p = after(table(), Move("p1", "ana"))
    assert [type(one).__name__ for one in offered(p, "ana")] == ["Run", "Run", "Hide"]


def test_10_2_the_clumsy_roll_again_after_a_1() -> None:
    p = table(traits=("clumsy",), acts=("move",), spent=1)
    assert needs(p, Run("p1", "ana", run=(1,))) == {"clumsy": 1}
    p = after(p, Run("p1", "ana", run=(1,), clumsy=(1,)))
    assert any(one.name.startswith("lost_action clumsy") for one in p.figures["ana"].statuses)
