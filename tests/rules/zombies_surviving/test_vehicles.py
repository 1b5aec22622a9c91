"""Vehicles: their state, starting, driving, ramming, damage, fire at them (7.0 to 7.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.position import Building, Figure, Item, Position, Task, Vehicle
from rules.zombies_surviving.survival.places.vehicles import (
    Drive,
    FireAtVehicle,
    LookAtVehicle,
    Passengers,
    Ram,
    RunOver,
    StartVehicle,
    Wreck,
    kinds,
    look_score,
    offered,
    points,
    vehicle_wounds,
)
from tests.rules.zombies_surviving.deeds import (
    after,
    again,
    friend,
    needed,
    needs,
    refused,
    ruled,
    story,
    table,
)

READY = Vehicle("car", points=3, fuel="half", keys=True, checked=1, entered=True)
RUNS = replace(READY, runs=True)


def seated(vehicle: Vehicle = RUNS, *, others: Any = None, **ana: Any) -> Position:
    p = table(vehicles={"car": vehicle}, zone="car", others=others, **ana)
    return replace(p, vehicles={"car": replace(vehicle, driver="ana")})


STATES = [
    (2, {}, ()),
    (3, {"points": 0}, ("noise",)),
    (4, {"points": 0, "battery": False}, ()),
    (5, {"keys": True, "fuel": "none", "battery": False, "points": 2}, ("harm",)),
    (6, {"keys": True, "fuel": "half", "battery": False, "points": 2}, ("harm",)),
    (7, {"keys": False, "fuel": "none"}, ()),
    (8, {"keys": False, "fuel": "half", "battery": True}, ()),
    (9, {"keys": True, "fuel": "none"}, ()),
    (10, {"keys": True, "fuel": "half", "battery": True}, ()),
    (11, {"keys": True, "fuel": "half", "points": 3}, ()),
    (12, {"keys": True, "fuel": "full", "points": 3}, ()),
]


@pytest.mark.parametrize(("total", "state", "more"), STATES)
def test_7_0_each_row_of_the_table(total: int, state: dict[str, Any], more: tuple[str, ...]) -> None:
    p = table(vehicles={"car": Vehicle("car")})
    dice = (total // 2, total - total // 2)
    act = LookAtVehicle("p1", "ana", vehicle="car", near=True, look=dice)
    if "harm" in more:
        assert needs(p, act) == {"harm": 1}
    p = after(p, replace(act, harm=(1,) if "harm" in more else None))
    car = p.vehicles["car"]
    assert {name: getattr(car, name) for name in state} == state
    assert len(p.noises) == ("noise" in more)
    assert bool(p.of_kind("ankle_biter")) == (total == 2)
    assert p.figures["ana"].spent == 2
    if total > 2:
        assert refused(again(p), LookAtVehicle("p1", "ana"))[0] == "7.0"
    else:
        assert set(needs(again(p), LookAtVehicle("p1", "ana", vehicle="car", near=True))) == {"before"}


@pytest.mark.parametrize(
    ("vehicle", "traits", "before", "added"),
    [
        (Vehicle("car"), (), None, 0),
        (Vehicle("car"), ("looter",), None, 1),
        (Vehicle("car"), ("handy",), None, 1),
        (Vehicle("car"), ("careless",), None, -1),
        (Vehicle("car", crashed=True), (), None, -2),
        (Vehicle("car", checked=1), (), True, 1),
        (Vehicle("car", checked=1), (), False, 0),
    ],
)
def test_7_0_what_changes_the_dice(vehicle: Vehicle, traits: Any, before: bool | None, added: int) -> None:
    p = table(vehicles={"car": vehicle}, traits=traits)
    act = LookAtVehicle("p1", "ana", vehicle="car", before=before)
    assert sum(part.value for part in look_score(p, act, "car").parts) == added


KINDS = [
    ("motorcycle", 13, "4d6", 0, 4, 5, 2),
    ("car", 13, "4d6", 1, 4, 4, 3),
    ("van", 12, "4d6", 2, 4, 3, 4),
    ("pick_up_jeep", 12, "4d6", 2, 2, 3, 4),
    ("construction_vehicle", 8, "2d6", 1, 2, 2, 6),
    ("bus", 11, "4d6", 3, 5, 2, 6),
    ("truck", 10, "3d6", 3, 3, 2, 6),
]


@pytest.mark.parametrize(("kind", "move", "run", "turn", "obstacle", "hit", "full"), KINDS)
def test_7_1_each_kind(kind: str, move: int, run: str, turn: int, obstacle: int, hit: int, full: int) -> None:
    one = kinds()[kind]
    assert [one[n] for n in ("move", "run", "turn", "obstacle", "hit", "points")] == [
        move, run, turn, obstacle, hit, full,
    ]  # fmt: skip
    assert points(Vehicle(kind)) == full
    p = seated(replace(RUNS, kind=kind, points=full))
    drive = Drive("p1", "ana", off_road=False, obstacles=0)
    assert f"up to {move} inches" in story(p, drive)
    assert f"the tightest turn is of {turn}" in story(p, drive)


@pytest.mark.parametrize(
    ("die", "traits", "runs", "left"),
    [
        (1, (), False, 3),
        (2, (), False, 3),
        (3, (), True, 1),
        (4, (), True, 3),
        (2, ("handy",), True, 1),
        (3, ("skilled_driver",), True, 3),
        (4, ("bad_driver",), True, 1),
        (3, ("careless",), False, 3),
    ],
)
def test_7_2_starting(die: int, traits: Any, runs: bool, left: int) -> None:
    p = after(seated(READY, traits=traits), StartVehicle("p1", "ana", start=(die,)))
    assert (p.vehicles["car"].runs, p.vehicles["car"].points) == (runs, left)
    assert len(p.noises) == (not runs)


@pytest.mark.parametrize(
    ("vehicle", "why"),
    [
        (replace(READY, keys=False), "it has no keys"),
        (replace(READY, battery=False), "its battery is dead"),
        (replace(READY, fuel="none"), "it has no gasoline"),
        (replace(READY, points=0), "it is a wreck"),
        (replace(READY, burning=True), "it is on fire"),
        (replace(READY, points=-1), "nobody has looked at it yet"),
    ],
)
def test_7_2_what_does_not_start(vehicle: Vehicle, why: str) -> None:
    assert refused(seated(vehicle), StartVehicle("p1", "ana")) == ("7.2", f"Car does not start: {why}.")
    assert refused(table(), StartVehicle("p1", "ana"))[0] == "7.2"
    assert refused(seated(), StartVehicle("p1", "ana"))[0] == "7.2"


def test_7_2_one_is_at_the_wheel() -> None:
    p = seated(others={"bo": Figure("survivor", "p1", zone="car")})
    assert refused(p, Drive("p1", "bo")) == ("7.2", "Ana is at the wheel.")
    dead = p.put("ana", kind="corpse")
    assert set(needs(dead, Drive("p1", "bo"))) == {"off_road", "obstacles"}


def test_7_3_a_drive_is_loud_and_a_second_one_is_a_run() -> None:
    p = after(seated(), Drive("p1", "ana", off_road=False, obstacles=0))
    assert (p.noises[0].where, p.noises[0].on_vehicle, p.counts["car moved"]) == ("car", True, 3)
    assert refused(p, Drive("p1", "ana"))[0] == "7.3"
    assert refused(seated(), Drive("p1", "ana", fast=True))[0] == "7.3"
    run = Drive("p1", "ana", fast=True, off_road=False, obstacles=0)
    assert needs(p, run) == {"run": 4}
    assert "up to 14 inches" in story(p, replace(run, run=(2, 3, 4, 5)))
    dry = ruled(p, replace(run, run=(3, 3, 3, 3)))
    assert dry.after is not None
    assert (dry.after.vehicles["car"].fuel, "out of gas" in dry.story) == ("none", True)
    assert refused(again(dry.after), Drive("p1", "ana"))[1] == "Car does not drive: it has no gasoline."


def test_7_3_one_damage_point_makes_it_slow_and_wide() -> None:
    told = story(seated(replace(RUNS, points=1)), Drive("p1", "ana", off_road=False, obstacles=0))
    assert "up to 10 inches" in told
    assert "turn is of 2" in told


TESTS = [
    ("car", True, 0, 3, 3, 1), ("car", True, 0, 3, 2, 0), ("car", True, 0, 4, None, 0),
    ("car", False, 1, 3, 1, 1), ("motorcycle", True, 0, 3, 5, 0), ("motorcycle", True, 0, 3, 6, 1),
    ("construction_vehicle", True, 0, 1, 5, 1), ("construction_vehicle", False, 1, 1, 1, 0),
    ("construction_vehicle", False, 1, 1, 2, 1),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "off_road", "obstacles", "check", "harm", "lost"), TESTS)
def test_7_4_tests_on_the_way(
    kind: str, off_road: bool, obstacles: int, check: int, harm: int | None, lost: int
) -> None:
    full = int(kinds()[kind]["points"])
    p = seated(replace(RUNS, kind=kind, points=full))
    act = Drive("p1", "ana", off_road=off_road, obstacles=obstacles)
    assert needs(p, act) == {"checks": 1}
    act = replace(act, checks=(check,))
    p = after(p, replace(act, harm=(harm,)) if harm else act)
    assert p.vehicles["car"].points == full - lost


@pytest.mark.parametrize(("trait", "check", "fails"), [("skilled_driver", 3, False), ("bad_driver", 4, True)])
def test_7_4_drivers_change_the_test(trait: str, check: int, fails: bool) -> None:
    act = Drive("p1", "ana", off_road=True, obstacles=0, checks=(check,))
    ruling = ruled(seated(traits=(trait,)), act)
    assert ("harm" in ruling.needs) == fails


def driven(**more: Any) -> Position:
    return after(seated(**more), Drive("p1", "ana", off_road=False, obstacles=0))


def test_7_5_running_somebody_over() -> None:
    p = driven(others={"z1": Figure("shuffler"), "z2": Figure("ankle_biter")})
    act = RunOver("p1", "ana", target="z1", fully=True)
    assert needed(p, act) == 4
    assert needs(p, replace(act, check=(4,))) == {"damage": 1}
    assert needs(p, replace(act, check=(3,))) == {"harm": 1, "damage": 1}
    hit = after(p, replace(act, check=(4,), damage=(1,)))
    assert hit.figures["z1"].kind == "ankle_biter"
    assert hit.figures["ana"].spent == 1
    part = after(p, replace(act, fully=False, check=(4,), damage=(2,)))
    assert part.figures["z1"].kind == "shuffler"
    bent = after(p, replace(act, check=(3,), harm=(4,), damage=(1,)))
    assert bent.vehicles["car"].points == 2
    assert refused(seated(others={"z1": Figure("shuffler")}), act)[0] == "7.5"


@pytest.mark.parametrize(
    ("mine", "theirs", "mine_left", "theirs_left"),
    [("truck", "car", 6, 1), ("car", "truck", 1, 6), ("car", "car", 2, 2)],
)
def test_7_6_the_lower_number_takes_off_the_difference(
    mine: str, theirs: str, mine_left: int, theirs_left: int
) -> None:
    """A truck that rams a car tests at −2, the car at +2: with a 3 on both dice."""
    p = seated(replace(RUNS, kind=mine, points=int(kinds()[mine]["points"])))
    other = Vehicle(theirs, points=int(kinds()[theirs]["points"]))
    p = after(
        replace(p, vehicles={**p.vehicles, "v": other}), Drive("p1", "ana", off_road=False, obstacles=0)
    )
    act = Ram("p1", "ana", target="v", rolls=1)
    assert needs(p, act) == {"harm": 1, "other": 1}
    p = after(p, replace(act, harm=(3,), other=(3,)))
    assert (p.vehicles["car"].points, p.vehicles["v"].points) == (mine_left, theirs_left)


def test_7_6_each_wound_of_a_building_is_a_breach() -> None:
    p = driven()
    p = replace(p, buildings={"house": Building(state="intact")})
    act = Ram("p1", "ana", target="house", built="flimsy", rolls=2)
    p = after(p, replace(act, harm=(1, 1), other=(2, 5)))
    assert p.buildings["house"].breaches == 3
    assert refused(seated(), Ram("p1", "ana"))[0] == "7.5"


def test_7_7_for_each_two_points_those_inside_are_tested() -> None:
    p = driven(others={"bo": Figure("survivor", "p1", zone="car"), "z1": Figure("runner")})
    act = RunOver("p1", "ana", target="z1", fully=True, check=(1,), harm=(6,), damage=(1,))
    p = after(replace(p, vehicles={"car": replace(p.vehicles["car"], kind="van", points=4)}), act)
    assert p.vehicles["car"].points == 3
    p = after(replace(p, tasks=()), replace(act, harm=(5,)))
    assert p.vehicles["car"].points == 2
    assert p.tasks == (Task("passengers", "car"),)
    assert needs(p, Passengers("car")) == {"dice": ("ana", "bo")}
    p = after(p, Passengers("car", dice={"ana": 1, "bo": 3}))
    assert [p.figures[name].wounds for name in ("ana", "bo")] == [0, 1]


def test_7_7_a_wreck_tips_over_careens_or_stops() -> None:
    p = seated(replace(RUNS, points=0, runs=False)).push(Task("wreck", "car"))
    assert after(p, Wreck("car", die=3)).tasks == ()
    assert needs(p, Wreck("car", die=1)) == {"dice": ("ana",)}
    assert after(p, Wreck("car", die=1, dice={"ana": 5})).figures["ana"].wounds == 1
    assert needs(p, Wreck("car", die=2)) == {"careens": 2}
    careens = Wreck("car", die=2, careens=(3, 4))
    assert needs(p, careens) == {"strikes": 1}
    assert "careens 7 inches on" in story(p, replace(careens, strikes=False))
    assert needs(p, replace(careens, strikes=True)) == {"dice": ("ana",)}


def test_7_7_without_points_a_vehicle_is_a_wreck() -> None:
    p = driven(others={"z1": Figure("runner")})
    act = RunOver("p1", "ana", target="z1", fully=True, check=(1,), harm=(4,), damage=(1,))
    p = replace(p, vehicles={"car": replace(p.vehicles["car"], points=1)})
    p = after(p, act)
    assert (p.vehicles["car"].points, p.vehicles["car"].runs, p.vehicles["car"].crashed) == (0, False, True)
    assert Task("wreck", "car") in p.tasks


@pytest.mark.parametrize(
    ("total", "lost"), [(-2, 0), (0, 0), (1, 0), (2, 1), (4, 1), (5, 2), (6, 99), (7, 2)]
)
def test_8_0_what_a_total_does_to_a_vehicle(total: int, lost: int) -> None:
    assert vehicle_wounds(1, total - 1) == lost


GUN = (Item("rifle", loaded=8, holds=8),)
SHOT = FireAtVehicle("p1", "ana", "rifle", vehicle="car", inches=10)


def test_7_8_an_empty_vehicle_is_hit_like_anything_else() -> None:
    p = table(vehicles={"car": READY}, items=GUN)
    assert needed(p, SHOT) == 5
    hit = after(p, replace(SHOT, hit=(5,), damage=(5,)))
    assert hit.vehicles["car"].points == 1
    assert hit.figures["ana"].item("rifle") == Item("rifle", loaded=7, holds=8)
    assert len(hit.noises) == 1
    assert refused(p, replace(SHOT, inches=41))[0] == "6.1"
    assert needed(p, replace(SHOT, aimed=True)) == 4


@pytest.mark.parametrize(("who", "open_top", "number"), [(1, False, 7), (2, True, 6), (3, False, 5)])
def test_7_8_on_1_or_2_a_passenger_is_the_target(who: int, open_top: bool, number: int) -> None:
    p = table(vehicles={"car": READY}, items=GUN, others={"bo": Figure("independent", zone="car")})
    assert set(needs(p, SHOT)) == {"open_top"}
    act = replace(SHOT, open_top=open_top, who=(who,))
    assert needed(p, act) == number
    dice = (4, 6) if number > 6 else (number,)
    p = after(p, replace(act, hit=dice, damage=(3,)))
    assert p.figures["bo"].wounds == int(who <= 2)
    assert p.vehicles["car"].points == 3 - int(who > 2)


def test_what_is_offered() -> None:
    assert [type(one).__name__ for one in offered(driven(), "ana")] == ["Drive", "RunOver", "Ram"]
    assert [type(one).__name__ for one in offered(seated(READY), "ana")] == ["StartVehicle"]
    unknown = table(vehicles={"car": Vehicle("car")}, items=GUN, others=friend())
    assert [type(one).__name__ for one in offered(unknown, "ana")] == [
        "LookAtVehicle", "FireAtVehicle", "FireAtVehicle",
    ]  # fmt: skip
