"""Vehicles: their state, starting, driving, ramming, damage, fire at them (7.0 to 7.8)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.position import Building, Figure, Item, Position, Task, Vehicle
from rules.zombies_surviving.survival.places import driving, ramming, vehicle_targets
from rules.zombies_surviving.survival.places.driving import Drive, LookAtVehicle, StartVehicle, look_score
from rules.zombies_surviving.survival.places.ramming import Passengers, Ram, RunOver, Wreck
from rules.zombies_surviving.survival.places.vehicle_targets import FireAtVehicle, StrikeVehicle
from rules.zombies_surviving.survival.places.vehicles import kinds, points, wounds_of
from rules.zombies_surviving.survival.shooting import targets_of
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
    act = replace(act, harm=(1,) if "harm" in more else None)
    assert ("lost in print" in story(p, act)) == (total in {4, 5, 6, 7, 10, 11})
    p = after(p, act)
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
        (Vehicle("car"), ("skilled_driver",), None, 1),
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
    ("military_jeep", 12, "4d6", 2, 2, 3, 5),
    ("military_truck", 10, "3d6", 3, 3, 2, 7),
    ("bulldozer", 8, "2d6", 1, 2, 2, 7),
    ("tracked_carrier", 10, "3d6", 1, 2, 2, 8),
]


@pytest.mark.parametrize(("kind", "move", "run", "turn", "obstacle", "hit", "full"), KINDS)
def test_7_1_each_kind(kind: str, move: int, run: str, turn: int, obstacle: int, hit: int, full: int) -> None:
    one = kinds(Position())[kind]
    assert [one[n] for n in ("move", "run", "turn", "obstacle", "hit", "points")] == [
        move, run, turn, obstacle, hit, full,
    ]  # fmt: skip
    assert points(Position(), Vehicle(kind)) == full
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
    ("construction_vehicle", False, 1, 1, 2, 1), ("military_truck", True, 0, 2, 4, 0),
    ("military_truck", True, 0, 2, 5, 1), ("military_jeep", False, 1, 1, 1, 0),
    ("military_jeep", False, 1, 1, 2, 1), ("bulldozer", True, 0, 1, 5, 0), ("bulldozer", True, 0, 1, 6, 1),
    ("tracked_carrier", False, 1, 1, 2, 0), ("tracked_carrier", False, 1, 1, 3, 1),
    ("motorcycle", False, 1, 1, 1, 1),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "off_road", "obstacles", "check", "harm", "lost"), TESTS)
def test_7_4_tests_on_the_way(
    kind: str, off_road: bool, obstacles: int, check: int, harm: int | None, lost: int
) -> None:
    full = int(kinds(Position())[kind]["points"])
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


def test_10_1_and_10_2_good_sense_and_clumsiness_in_tests_of_a_driver() -> None:
    p = driven(others={"z1": Figure("shuffler")}).put(
        "ana", traits=("sensible", "clumsy"), acts=(), statuses=()
    )
    p = p.put("ana", spent=0)
    drive = Drive("p1", "ana", off_road=False, obstacles=1, checks=(3,))
    assert set(needs(p, drive)) == {"sensible"}
    assert set(needs(p, replace(drive, sensible=False))) == {"harm"}
    good = after(p, replace(drive, sensible=True))
    assert (good.vehicles["car"].points, good.figures["ana"].used) == (3, ("sensible",))
    over = RunOver("p1", "ana", target="z1", fully=True, check=(3,))
    assert set(needs(good, over)) == {"harm", "damage"}, "no sense is left"
    assert set(needs(p, replace(drive, checks=(1,)))) == {"clumsy"}
    fell = replace(drive, checks=(1,), clumsy=(1,), harm=(1,))
    assert "loses the first action of the next turn" in story(p, fell)
    once = p.put("ana", acts=("drive",), statuses=driven().figures["ana"].statuses)
    assert set(needs(once, over)) == {"sensible"}
    done = after(once, replace(over, sensible=True, damage=(1,)))
    assert (done.vehicles["car"].points, done.figures["ana"].used) == (3, ("sensible",))


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
    held = after(p.put("ana", grabbed_by=("z1",)), replace(act, check=(4,), damage=(1,)))
    assert held.figures["ana"].grabbed_by == ()
    flat = after(p.put("z1", kind="boss"), replace(act, fully=False, check=(4,), damage=(2,)))
    assert flat.figures["z1"].status("prone")
    assert refused(seated(others={"z1": Figure("shuffler")}), act)[0] == "7.5"


@pytest.mark.parametrize(
    ("kind", "harm", "left"),
    [("car", 3, 3), ("car", 4, 2), ("motorcycle", 2, 1), ("construction_vehicle", 4, 6),
     ("construction_vehicle", 5, 5), ("military_truck", 4, 7), ("tracked_carrier", 5, 7)],
)  # fmt: skip
def test_7_5_what_running_over_does_to_the_vehicle(kind: str, harm: int, left: int) -> None:
    p = driven(others={"z1": Figure("shuffler")})
    full = int(kinds(Position())[kind]["points"])
    p = replace(p, vehicles={"car": replace(p.vehicles["car"], kind=kind, points=full)})
    p = after(p, RunOver("p1", "ana", target="z1", fully=True, check=(1,), harm=(harm,), damage=(1,)))
    assert p.vehicles["car"].points == left


def test_7_5_nobody_in_a_building_is_run_over() -> None:
    p = driven(others={"z1": Figure("shuffler", zone="house"), "z2": Figure("shuffler")})
    p = replace(p, buildings={"house": Building(state="intact"), "house_floor_2": Building(state="intact")})
    assert refused(p, RunOver("p1", "ana", target="z1"))[0] == "7.5"
    assert needs(p, RunOver("p1", "ana"))["target"].values == ("z2",)
    assert needs(p, Ram("p1", "ana"))["target"].values == ("house",)


@pytest.mark.parametrize(
    ("mine", "theirs", "mine_left", "theirs_left"),
    [("truck", "car", 6, 2), ("car", "truck", 2, 6), ("car", "car", 2, 2)],
)
def test_7_6_the_lower_number_takes_off_the_difference(
    mine: str, theirs: str, mine_left: int, theirs_left: int
) -> None:
    """A truck that rams a car tests at −2, the car at +2: with a 3 on both dice."""
    p = seated(replace(RUNS, kind=mine, points=int(kinds(Position())[mine]["points"])))
    other = Vehicle(theirs, points=int(kinds(Position())[theirs]["points"]))
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
    act = Ram("p1", "ana", target="house", built="flimsy")
    assert needs(p, act)["rolls"].values == (1, 2, 3)
    act = replace(act, rolls=2)
    p = after(p, replace(act, harm=(1, 1), other=(2, 6)))
    assert p.buildings["house"].breaches == 3
    assert refused(seated(), Ram("p1", "ana"))[0] == "7.5"


@pytest.mark.parametrize(
    ("again", "new", "left"), [(0, (), 5), (1, (1,), 7), (2, (1, 1), 7), (1, (6,), 5), (2, (6, 6), 3)]
)
def test_7_6_soldiers_roll_the_dice_that_they_like_once_more(
    again: int, new: tuple[int, ...], left: int
) -> None:
    """Both rolled 6 and 1 against the same number of hit and run; the highest dice are rolled again."""
    p = driven()
    carrier = replace(p.vehicles["car"], kind="tracked_carrier", points=7)
    p = replace(p, vehicles={"car": carrier, "bus": Vehicle("bus", points=6)})
    act = Ram("p1", "ana", target="bus", rolls=2, harm=(6, 1), other=(1, 1))
    assert needs(p, act)["again"].values == (0, 1, 2)
    if again:
        assert needs(p, replace(act, again=again)) == {"harm_again": again}
    assert refused(p, replace(act, again=3))[0] == "7.6"
    after_ = after(p, replace(act, again=again, harm_again=new or None))
    assert (after_.vehicles["car"].points, after_.vehicles["bus"].points) == (left, 6)


def test_7_6_soldiers_who_are_rammed_roll_once_more_too() -> None:
    p = driven()
    p = replace(p, vehicles={**p.vehicles, "jeep": Vehicle("military_jeep", points=5)})
    act = Ram("p1", "ana", target="jeep", rolls=1, harm=(1,), other=(6,))
    assert needs(p, act)["other_again"].values == (0, 1)
    p = after(p, replace(act, other_again=1, other_dice=(1,)))
    assert p.vehicles["jeep"].points == 5


def test_7_6_for_each_roll_of_two_wounds_those_inside_are_tested() -> None:
    p = driven(others={"bo": Figure("survivor", "p1", zone="car"), "di": Figure("independent", zone="van")})
    vehicles = {"car": replace(p.vehicles["car"], kind="van", points=4), "van": Vehicle("van", points=4)}
    act = Ram("p1", "ana", target="van", rolls=2, harm=(6, 5), other=(5, 5))
    p = after(replace(p, vehicles=vehicles), act)
    assert [p.vehicles[name].points for name in ("car", "van")] == [1, 2]
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


@pytest.mark.parametrize(("total", "lost"), [(-2, 0), (0, 0), (1, 0), (2, 1), (4, 1), (5, 1), (6, 2), (7, 2)])
def test_8_0_what_a_total_does_to_a_vehicle(total: int, lost: int) -> None:
    assert wounds_of(1, total - 1) == lost


GUN = (Item("rifle", loaded=8, holds=8),)
SHOT = FireAtVehicle("p1", "ana", "rifle", target="car", inches=10)


def test_7_8_an_empty_vehicle_is_hit_like_anything_else() -> None:
    p = table(vehicles={"car": READY}, items=GUN)
    assert needed(p, SHOT) == 5
    hit = after(p, replace(SHOT, hit=(5,), damage=(6,)))
    assert hit.vehicles["car"].points == 1
    assert hit.figures["ana"].item("rifle") == Item("rifle", loaded=7, holds=8)
    assert len(hit.noises) == 1
    assert refused(p, replace(SHOT, inches=41))[0] == "6.1"
    assert needed(p, replace(SHOT, aimed=True)) == 4


@pytest.mark.parametrize(("who", "open_top", "number"), [(1, False, 7), (2, True, 6), (3, None, 5)])
def test_7_8_on_1_or_2_a_passenger_is_the_target(who: int, open_top: bool | None, number: int) -> None:
    p = table(vehicles={"car": READY}, items=GUN, others={"bo": Figure("independent", zone="car")})
    assert set(needs(p, SHOT)) == {"who"}
    act = replace(SHOT, who=(who,))
    if who <= 2:
        assert set(needs(p, act)) == {"open_top"}
    act = replace(act, open_top=open_top)
    assert needed(p, act) == number
    dice = (4, 6) if number > 6 else (number,)
    p = after(p, replace(act, hit=dice, damage=(3,)))
    assert p.figures["bo"].wounds == int(who <= 2)
    assert p.figures["bo"].status("wounded_by_fire") == (who <= 2)
    assert p.vehicles["car"].points == 3 - int(who > 2)
    if who <= 2:
        assert needed(again(p), replace(SHOT, who=(1,))) == number, "it is known whether it is open"


def test_7_8_armour_helps_a_passenger_too() -> None:
    others = {"bo": Figure("independent", zone="car", items=(Item("body_armour"),))}
    p = table(vehicles={"car": replace(READY, kind="motorcycle")}, items=GUN, others=others)
    p = after(p, replace(SHOT, who=(1,), hit=(6,), damage=(2,)))
    assert p.figures["bo"].wounds == 0


def test_5_11_nobody_aims_at_a_vehicle_with_an_enemy_near() -> None:
    p = table(vehicles={"car": READY}, items=GUN, others={"z1": Figure("shuffler")})
    aimed = replace(SHOT, aimed=True)
    assert set(needs(p, aimed)) == {"danger"}
    assert refused(p, replace(aimed, danger=True))[0] == "5.11"


def test_6_4_from_one_vehicle_at_another_the_distance_counts_twice() -> None:
    p = table(vehicles={"car": READY, "van": Vehicle("van")}, items=GUN, zone="van")
    assert set(needs(p, SHOT)) == {"at_rest"}
    assert needed(p, replace(SHOT, at_rest=False, inches=10)) == 5
    assert needed(p, replace(SHOT, at_rest=False, inches=11)) == 6
    assert needed(p, replace(SHOT, at_rest=True, inches=11)) == 5


def test_7_8_a_blow_at_a_vehicle() -> None:
    axe = (Item("axe"),)
    blow = StrikeVehicle("p1", "ana", "axe", target="car")
    p = table(vehicles={"car": READY}, items=axe, traits=("strong", "brawler"))
    assert set(needs(p, blow)) == {"within"}
    assert refused(p, replace(blow, within=False))[0] == "5.12"
    blow = replace(blow, within=True)
    assert needed(p, blow) == 3
    assert after(p, replace(blow, hit=(3,), damage=(4,))).vehicles["car"].points == 1
    assert after(p, replace(blow, hit=(2,))).vehicles["car"].points == 3
    assert refused(table(vehicles={"car": READY}), blow)[0] == "5.12"
    with_bo = replace(p, figures={**p.figures, "bo": Figure("independent", zone="car", traits=("agile",))})
    inside = replace(blow, who=(2,), open_top=False)
    assert needed(with_bo, inside) == 6
    assert after(with_bo, replace(inside, hit=(6,), damage=(1,))).figures["bo"].wounds == 1


def test_7_8_who_is_in_a_vehicle_is_attacked_with_it() -> None:
    p = table(vehicles={"car": READY}, items=GUN, others={"bo": Figure("independent", zone="car")})
    assert targets_of(p, "ana") == ()
    assert targets_of(p.put("ana", zone="car"), "ana") == ("bo",)
    z1 = p.put("z1", Figure("boss"))
    assert targets_of(z1, "z1") == ("ana",)


def test_4_2_a_boss_that_somebody_plays_strikes_a_vehicle() -> None:
    p = table(vehicles={"car": READY}, others={"bo": Figure("independent", zone="car")})
    p = replace(p.put("z1", Figure("boss", "p2")), phase="menace")
    (blow,) = vehicle_targets.offered(p, "z1")
    blow = replace(blow, target="car", within=True)
    assert needed(p, replace(blow, who=(3,))) == 3
    assert after(p, replace(blow, who=(3,), hit=(3,), damage=(5,))).vehicles["car"].points == 1
    bitten = after(p, replace(blow, who=(1,), open_top=False, hit=(6,), damage=(2,)))
    assert (bitten.figures["bo"].wounds, bitten.figures["bo"].bites) == (1, 1)


def test_7_8_a_burst_and_automatic_fire_at_a_vehicle() -> None:
    rifle = (Item("assault_rifle", loaded=30),)
    p = table(vehicles={"car": READY}, items=rifle, others={"bo": Figure("independent", zone="car")})
    fire = FireAtVehicle("p1", "ana", "assault_rifle", target="car", inches=10)
    assert needs(p, fire)["way"].values == ("single", "burst", "automatic")
    burst = replace(fire, way="burst", who=(3,))
    assert needs(p, burst) == {"hit": 2}
    assert needs(p, replace(burst, hit=(5, 6))) == {"damage": 2}
    done = after(p, replace(burst, hit=(5, 6), damage=(2, 2)))
    assert (done.vehicles["car"].points, done.figures["ana"].items[0].loaded) == (1, 27)
    assert "at car with 2 hits. It loses 2" in story(p, replace(burst, hit=(5, 6), damage=(2, 2)))
    assert after(p, replace(burst, hit=(5, 5), damage=(2,))).vehicles["car"].points == 2
    automatic = replace(fire, way="automatic", who=(1,), open_top=True, aimed=True)
    assert needed(p, automatic) == 6
    done = after(p, replace(automatic, hit=(6, 6, 1), damage=(2, 2)))
    assert (done.figures["bo"].wounds, done.figures["ana"].spent, len(done.noises)) == (2, 2, 5)
    few = table(vehicles={"car": READY}, items=(Item("machine_gun", loaded=100),))
    assert needs(few, replace(fire, weapon="machine_gun")) == {"hit": 3}


def test_5_10_enemies_are_named_first_as_targets_and_players_own_figures_last() -> None:
    people = {
        "bo": Figure("survivor", "p2"), "man": Figure("independent", attitude="wary"),
        "foe": Figure("independent", attitude="hostile"), "z1": Figure("shuffler"),
    }  # fmt: skip
    assert targets_of(table(items=GUN, others=people), "ana") == ("z1", "foe", "man", "bo")


def test_what_is_offered() -> None:
    def offered(p: Position) -> list[str]:
        rooms = (driving, ramming, vehicle_targets)
        return [type(one).__name__ for room in rooms for one in room.offered(p, "ana")]

    assert offered(driven()) == ["Drive"]
    assert offered(driven(others={"z1": Figure("shuffler")})) == ["Drive", "RunOver"]
    two = driven()
    assert offered(replace(two, vehicles={**two.vehicles, "van": Vehicle("van")})) == [
        "LookAtVehicle", "Drive", "Ram",
    ]  # fmt: skip
    assert offered(seated(READY)) == ["StartVehicle"]
    unknown = table(vehicles={"car": Vehicle("car")}, items=GUN, others=friend())
    assert offered(unknown) == ["LookAtVehicle", "FireAtVehicle", "FireAtVehicle", "StrikeVehicle"]


def test_7_1_and_7_0_an_owner_of_the_book_may_put_rows_of_his_own() -> None:
    """Damage points and rows of the state of a vehicle are lost in print."""
    car = charts()["7.4"].named("Car")
    cells = {"Vehicle": "Car", **car.cells, "Damage points": "5"}
    wreck = charts()["7.3"].named("4").value
    owned = [
        {"name": "7.4", "rows": [{"cells": cells, "value": car.value}]},
        {"name": "7.3", "rows": [{"roll": 7, "cells": "No gas, no keys, no seats", "value": wreck}]},
    ]
    p = replace(table(vehicles={"car": Vehicle("car")}), options={"charts": json.dumps(owned)})
    assert points(p, Vehicle("car")) == 5
    assert points(p, Vehicle("van")) == 4
    assert kinds(p)["car"]["run"] == "4d6"
    look = LookAtVehicle("p1", "ana", vehicle="car", near=True, look=(3, 4))
    assert after(p, look).vehicles["car"].points == 0
    assert "no seats" in story(p, look)
    assert "lost in print" not in story(p, look)
