"""Entering, leaving, who is inside, floors, barricades (5.5, 5.9, 9.0, 9.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.position import STREET, Building, Figure, Item, State, Vehicle
from rules.zombies_surviving.survival.places.buildings import (
    BY_BREACH,
    BY_DOOR,
    TOO_FAR,
    Barricade,
    Enter,
    Exit,
    doors,
    offered,
)
from tests.rules.zombies_surviving.deeds import after, again, needed, needs, refused, story, table


def house(state: State = "intact", *, entered: bool = True, **more: Any) -> dict[str, Building]:
    return {"house": Building(state=state, entered=entered, **more)}


def go(**more: Any) -> Enter:
    return Enter("p1", "ana", **{"place": "house", "way": BY_DOOR, **more})


@pytest.mark.parametrize(
    ("state", "ana", "with_shell", "number"),
    [
        ("intact", {}, False, 3),
        ("barricaded", {}, False, 6),
        ("barricaded", {"traits": ("strong",)}, False, 5),
        ("barricaded", {"traits": ("handy",)}, False, 5),
        ("barricaded", {"traits": ("looter",)}, False, 5),
        ("barricaded", {"traits": ("weakling",)}, False, 7),
        ("barricaded", {"traits": ("fast",)}, False, 6),
        ("barricaded", {"items": (Item("crowbar"),)}, False, 5),
        ("barricaded", {"items": (Item("crowbar"), Item("axe"), Item("tools"))}, False, 5),
        ("barricaded", {"items": (Item("pump_gun", loaded=1),)}, True, 5),
        ("barricaded", {"wounds": 2}, False, 7),
    ],
)
def test_5_5_what_it_takes_to_get_in(
    state: State, ana: dict[str, Any], with_shell: bool, number: int
) -> None:
    assert needed(table(buildings=house(state), **ana), go(with_shell=with_shell)) == number


def test_r_5_5a_fast_and_slow_change_the_die_by_the_other_reading() -> None:
    p = replace(table(buildings=house("barricaded"), traits=("fast",)), options={"fast_enters": "roll"})
    assert needed(p, go()) == 5


@pytest.mark.parametrize(
    ("trait", "by", "near"),
    [
        ("brawler", "reach", "a door within 2 inches, a window within 1?"),
        ("fast", "reach", "a door within 3 inches, a window within 2?"),
        ("slow", "reach", "a door within 1 inch, a window at hand?"),
        ("fast", "roll", "a door within 2 inches, a window within 1?"),
    ],
)
def test_5_5_the_question_has_the_inches_of_this_figure(trait: str, by: str, near: str) -> None:
    p = replace(table(buildings=house(), traits=(trait,)), options={"fast_enters": by})
    assert needs(p, go(way=None))["way"].text.endswith(near)


def test_5_5_a_way_in_leaves_a_breach_by_which_others_follow() -> None:
    p = table(buildings=house("barricaded"))
    assert "does not get into house" in story(p, go(enter=(5,)))
    p = after(p, go(enter=(6,)))
    assert (p.figures["ana"].zone, p.buildings["house"].breaches, p.figures["ana"].spent) == ("house", 1, 1)
    assert p.counts["entered_barricaded"] == 1
    back = again(p.put("ana", zone=STREET))
    assert after(back, go(way=BY_BREACH)).buildings["house"].breaches == 1
    assert needs(back, Enter("p1", "ana", place="house"))["way"].values == (BY_BREACH, BY_DOOR, TOO_FAR)
    assert refused(back, go(way=TOO_FAR))[0] == "5.5"


def test_1_6_a_weakling_needs_a_4_and_a_second_die_at_a_barricade() -> None:
    p = table(buildings=house("barricaded"), traits=("weakling",))
    assert needs(p, go(enter=(4,))) == {"enter": 2}
    assert after(p, go(enter=(4, 3))).figures["ana"].zone == "house"
    assert after(p, go(enter=(4, 2))).figures["ana"].zone == STREET
    assert after(p, go(enter=(6,))).figures["ana"].zone == STREET


def test_10_1_good_sense_makes_a_miss_by_1_good() -> None:
    p = table(buildings=house("barricaded"), traits=("sensible",))
    assert set(needs(p, go(enter=(5,)))) == {"sensible"}
    p = after(p, go(enter=(5,), sensible=True))
    assert p.figures["ana"].zone == "house"
    assert p.figures["ana"].used == ("sensible",)


@pytest.mark.parametrize("state", ["ransacked", "ruin"])
def test_5_5_a_ransacked_building_needs_no_roll(state: State) -> None:
    p = after(table(buildings=house(state)), go())
    assert (p.figures["ana"].zone, p.buildings["house"].breaches) == ("house", 0)


def test_9_0_an_unknown_building_gets_its_state_first() -> None:
    p = table(buildings=house("unknown", entered=False))
    assert needs(p, go()) == {"state": 1}
    assert needs(p, go(state=(4,))) == {"enter": 1}
    assert needs(p, go(state=(1,))) == {"inside": 1}
    assert after(p, go(state=(6,), enter=(6,), inside=(1,))).buildings["house"].state == "barricaded"


FIRST = [
    ("ransacked", (3,), {}),
    ("ransacked", (2, 1, 2), {"ankle_biter": 1}),
    ("ransacked", (1, 5, 1, 3, 6), {"ankle_biter": 1, "shuffler": 2}),
    ("ruin", (1, 4, 3, 3), {"shuffler": 2}),
    ("intact", (2,), {}),
    ("intact", (1, 6), {"ankle_biter": 3}),
    ("barricaded", (1,), {}),
    ("barricaded", (6, 3), {"independent": 2}),
]


@pytest.mark.parametrize(("state", "dice", "found"), FIRST)
def test_9_2_who_is_inside_at_first(state: State, dice: tuple[int, ...], found: dict[Any, int]) -> None:
    p = table(buildings=house(state, entered=False))
    act = go(enter=(6,)) if state in {"intact", "barricaded"} else go()
    for n in range(len(dice)):
        assert next(iter(needs(p, replace(act, inside=dice[:n]) if n else act)["inside"] for _ in (0,))) > n
    p = after(p, replace(act, inside=dice))
    there = [one.kind for one in p.figures.values() if one.zone == "house" and one.kind != "survivor"]
    assert {kind: there.count(kind) for kind in there} == found
    if "independent" in found:
        assert p.tasks[0].kind == "attitude"
        assert {p.figures[n].group for n in p.of_kind("independent")} == {p.tasks[0].who}


def test_9_0_a_higher_floor_takes_2_and_is_a_place_of_its_own() -> None:
    p = table(buildings=house("barricaded", floors=2), zone="house")
    assert doors(p, "ana") == ("house_floor_2",)
    up = Enter("p1", "ana", place="house_floor_2")
    assert needed(p, up) == 2
    p = after(p, replace(up, enter=(2,), inside=(1,)))
    assert p.figures["ana"].zone == "house_floor_2"
    assert (p.buildings["house_floor_2"].state, p.buildings["house_floor_2"].entered) == ("barricaded", True)
    assert doors(p, "ana") == ()
    assert after(p, Exit("p1", "ana")).figures["ana"].zone == "house"
    follows = after(p.put("bo", Figure("survivor", "p1", zone="house")), replace(up, figure="bo"))
    assert follows.figures["bo"].zone == "house_floor_2"


def test_5_5_out_of_a_high_window_with_a_rope_or_by_a_fall() -> None:
    rooms = {**house(floors=2), "house_floor_2": Building(state="intact", floors=0)}
    p = table(buildings=rooms, zone="house_floor_2", items=(Item("rope"),))
    p2 = after(p, Exit("p1", "ana", jump=True))
    assert (p2.figures["ana"].zone, p2.figures["ana"].items) == (STREET, ())
    high = {**rooms, "house_floor_4": Building(state="intact", floors=0)}
    long_way = replace(p, buildings=high).put("ana", zone="house_floor_4")
    assert set(needs(long_way, Exit("p1", "ana", jump=True))) == {"fall_inches"}
    bare = p.put("ana", items=())
    jump = Exit("p1", "ana", jump=True, fall_inches=5)
    assert needs(bare, jump) == {"fall": 2}
    assert after(bare, replace(jump, fall=(5, 2))).figures["ana"].wounds == 1
    assert refused(table(buildings=house(), zone="house"), Exit("p1", "ana", jump=True))[0] == "5.5"


def test_5_5_leaving_is_by_a_door_a_breach_or_a_window() -> None:
    p = table(buildings=house(), zone="house")
    assert "within 1 inch of a window" in story(p, Exit("p1", "ana"))
    assert "window" not in story(table(buildings=house("barricaded"), zone="house"), Exit("p1", "ana"))
    assert refused(table(), Exit("p1", "ana"))[0] == "5.5"


def test_5_5_a_shell_at_the_lock_is_spent_and_heard() -> None:
    p = table(buildings=house(), items=(Item("double_barrel", loaded=2),))
    p = after(p, go(with_shell=True, enter=(1,)))
    assert p.figures["ana"].item("double_barrel") == Item("double_barrel", loaded=1)
    assert [noise.where for noise in p.noises] == ["ana"]
    assert p.figures["ana"].status("fired")
    assert refused(table(buildings=house()), go(with_shell=True))[0] == "5.5"


def test_5_5_vehicles_are_entered_without_a_roll_and_the_first_meets_who_is_inside() -> None:
    p = table(vehicles={"car": Vehicle("car")})
    enter = Enter("p1", "ana", place="car", way=BY_DOOR)
    assert needs(p, enter) == {"inside": 1}
    p = after(p, replace(enter, inside=(1,)))
    assert (p.figures["ana"].zone, p.vehicles["car"].driver) == ("car", "ana")
    assert p.of_kind("ankle_biter") == ("ankle_biter_1",)
    out = after(p, Exit("p1", "ana"))
    assert (out.figures["ana"].zone, out.vehicles["car"].driver) == (STREET, "")
    known = table(vehicles={"car": Vehicle("car", checked=1)})
    assert after(known, enter).figures["ana"].zone == "car"
    searched = table(vehicles={"car": Vehicle("car", searched=True)})
    assert after(searched, enter).figures["ana"].zone == "car"


def test_7_1_nobody_gets_into_a_vehicle_that_is_full() -> None:
    two = {name: Figure("survivor", "p1", zone="bike") for name in ("bo", "di")}
    p = table(vehicles={"bike": Vehicle("motorcycle", entered=True)}, others=two)
    enter = Enter("p1", "ana", place="bike", way=BY_DOOR)
    assert refused(p, enter) == ("7.1", "Bike is full: it seats 2.")
    assert after(p.put("di", zone=STREET), enter).figures["ana"].zone == "bike"


def test_6_15_nobody_goes_into_a_fire() -> None:
    assert "it is on fire" in refused(table(buildings=house(burning=True)), go())[1]
    p = table(vehicles={"car": Vehicle("car", burning=True)})
    assert "it is on fire" in refused(p, Enter("p1", "ana", place="car"))[1]


@pytest.mark.parametrize(
    ("ana", "number"),
    [({}, 4), ({"traits": ("handy",)}, 3), ({"items": (Item("tools"),)}, 3), ({"wounds": 2}, 5)],
)
def test_5_9_what_it_takes_to_close_a_breach(ana: dict[str, Any], number: int) -> None:
    p = table(buildings=house(breaches=2), zone="house", **ana)
    act = Barricade("p1", "ana")
    assert needed(p, act) == number
    assert after(p, replace(act, barricade=(number,))).buildings["house"].breaches == 1
    assert after(p, replace(act, barricade=(number - 1,))).buildings["house"].breaches == 2
    assert after(p, replace(act, barricade=(6,))).figures["ana"].spent == 2


def test_5_9_where_nothing_can_be_closed() -> None:
    act = Barricade("p1", "ana")
    for p in (
        table(),
        table(buildings=house("ransacked", breaches=1), zone="house"),
        table(buildings=house(), zone="house"),
    ):
        assert refused(p, act)[0] == "5.9"


def test_5_5_what_is_offered() -> None:
    p = table(buildings=house(), items=(Item("pump_gun", loaded=6),))
    assert [one.with_shell for one in offered(p, "ana")] == [False, True]
    kinds = [type(one).__name__ for one in offered(table(buildings=house(breaches=1), zone="house"), "ana")]
    assert kinds == ["Exit", "Barricade"]
