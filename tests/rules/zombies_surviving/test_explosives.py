"""Grenades, Molotov cocktails, smoke, gas, dynamite and rockets (6.13 to 6.19)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.ruling import Options
from rules.zombies_surviving.position import Building, Figure, Item, Position, State, Vehicle
from rules.zombies_surviving.survival import economy
from rules.zombies_surviving.survival.explosives import (
    CLOSE,
    FARTHER,
    NEAR,
    NONE,
    TASKS,
    Fuse,
    PlaceDynamite,
    Throw,
    burning,
    fuse_tasks,
    offered,
)
from tests.rules.zombies_surviving.fights import after, game, needed, refused, ruled


def bombed(item: str, *, on: bool = False, loaded: int = 0, **more: Any) -> Position:
    """Return a game in which Ana has an explosive, with z2 and Bob near z1."""
    p = game("runner", items=(Item(item, 2, loaded=loaded, on=on, **more),))
    return p.put("z2", Figure("runner")).put("bob", Figure("survivor", "p2"))


def walls(p: Position, state: State = "intact") -> Position:
    """Return the game with a house and a car."""
    return replace(p, buildings={"house": Building("House", state)}, vehicles={"car": Vehicle("car")})


def throw(item: str, **more: Any) -> Throw:
    return Throw("p1", "ana", item, **{"target": "z1", "inches": 3, "in_cover": False, **more})


NOBODY_NEAR = dict.fromkeys(("ana", "z2", "bob"), FARTHER)


@pytest.mark.parametrize(("inches", "number"), [(3, 4), (4, 5), (6, 6)])
def test_6_13_a_grenade_has_ranges(inches: float, number: int) -> None:
    p = bombed("fragmentation_grenade")
    assert needed(p, throw("fragmentation_grenade", inches=inches)) == number
    assert needed(p, throw("fragmentation_grenade", inches=inches, aimed=True, danger=False)) == number - 1
    arm = p.put("ana", traits=("good_throwing_arm",))
    assert needed(arm, throw("fragmentation_grenade", inches=inches)) == number - 1
    case, reason = refused(p, throw("fragmentation_grenade", inches=6.5))
    assert (case, reason) == ("6.1", "A fragmentation grenade reaches 6 inches; Z1 is at 6.5, as measured.")


def test_6_13_a_miss_scatters_and_then_the_table_says_who_is_near() -> None:
    p = bombed("fragmentation_grenade")
    assert ruled(p, throw("fragmentation_grenade", hit=(3,))).needs == {"scatter": 1}
    ask = ruled(p, throw("fragmentation_grenade", hit=(3,), scatter=5)).needs
    assert ask == {"near": Options((CLOSE, NEAR, FARTHER), each=("ana", "z1", "z2", "bob"))}
    far = {**NOBODY_NEAR, "z1": FARTHER}
    story = ruled(p, throw("fragmentation_grenade", hit=(3,), scatter=5, near=far)).story
    assert "scatters 3 inches in a random direction: nobody is harmed." in story


def test_6_4_a_throw_from_a_vehicle_counts_twice_the_distance() -> None:
    p = walls(bombed("smoke_grenade")).put("ana", zone="car")
    assert {*ruled(p, throw("smoke_grenade")).needs} == {"open_top"}
    assert needed(p, throw("smoke_grenade", open_top=False)) == 6
    assert refused(p, throw("smoke_grenade", inches=4, open_top=False))[0] == "6.4"


def test_6_14_a_fragmentation_grenade_hits_all_near_it() -> None:
    p = bombed("fragmentation_grenade")
    near = {**NOBODY_NEAR, "z2": NEAR, "bob": CLOSE}
    assert ruled(p, throw("fragmentation_grenade", hit=(4,), near=near)).needs == {
        "damage": ("z2", "bob", "z1")
    }
    p = after(p, throw("fragmentation_grenade", hit=(4,), near=near, damage={"z1": 4, "z2": 3, "bob": 1}))
    assert p.figures["z1"].kind == "ankle_biter"
    assert p.figures["z2"].kind == "shuffler"
    assert p.figures["bob"].wounds == 1
    assert [one.where for one in p.noises] == ["z1"]
    assert p.figures["ana"].items[0].count == 1


@pytest.mark.parametrize(
    ("state", "die", "then"),
    [
        ("barricaded", None, "intact"),
        ("intact", None, "ransacked"),
        ("ransacked", None, "ruin"),
        ("ruin", None, "ruin"),
        ("unknown", 6, "intact"),
    ],
)
def test_6_14_a_building_near_by_becomes_a_class_worse(state: State, die: int | None, then: State) -> None:
    p = walls(bombed("fragmentation_grenade"), state)
    shot = {"hit": (4,), "near": NOBODY_NEAR, "damage": {"z1": 2}}
    assert ruled(p, throw("fragmentation_grenade", **shot)).needs == {"building": Options((NONE, "house"))}
    if die:
        assert ruled(p, throw("fragmentation_grenade", **shot, building="house")).needs == {"state": 1}
    p = after(p, throw("fragmentation_grenade", **shot, building="house", state=die))
    assert p.buildings["house"].state == then


def test_6_15_a_molotov_cocktail_has_to_be_ready_and_burns() -> None:
    assert refused(bombed("molotov"), throw("molotov")) == (
        "6.15", "The molotov of Ana is not ready: that takes a reload.",
    )  # fmt: skip
    p = walls(bombed("molotov", on=True))
    near = {**NOBODY_NEAR, "z2": CLOSE}
    hurt = after(p, throw("molotov", hit=(4,), near=near, damage={"z1": 3, "z2": 1}))
    assert (hurt.figures["z1"].kind, hurt.figures["z2"].kind) == ("shuffler", "runner")
    assert not hurt.noises
    assert not hurt.figures["ana"].items[0].on
    far = {**NOBODY_NEAR, "z1": FARTHER}
    assert after(p, throw("molotov", target="house", hit=(4,), near=far)).buildings["house"].burning
    assert after(p, throw("molotov", target="car", hit=(4,), near=far)).vehicles["car"].burning
    inside = p.put("z1", zone="house")
    hit = {"hit": (4,), "near": NOBODY_NEAR, "damage": {"z1": 2}}
    assert after(inside, throw("molotov", **hit)).buildings["house"].burning
    assert "House burns" in ruled(inside, throw("molotov", **hit)).story
    missed = after(p, throw("molotov", target="car", hit=(1,), scatter=2, near=far))
    assert not missed.vehicles["car"].burning


def test_6_16_smoke_stays_for_two_turns() -> None:
    p = after(bombed("smoke_grenade"), throw("smoke_grenade", hit=(4,)))
    assert [(one.name, one.until) for one in p.events] == [("smoke z1", 3)]
    assert not p.noises


def test_6_17_tear_gas_takes_an_action_in_two_turns_unless_there_is_a_mask() -> None:
    p = bombed("tear_gas_grenade").put("cy", Figure("survivor", "p2", items=(Item("gas_mask"),)))
    near = {**NOBODY_NEAR, "bob": NEAR, "cy": NEAR, "z2": NEAR}
    p = after(p, throw("tear_gas_grenade", hit=(4,), near=near))
    left = {n: [economy.allowance(replace(p, turn=turn), n) for turn in (1, 2, 3, 4)] for n in ("bob", "cy")}
    assert left == {"bob": [2, 1, 1, 2], "cy": [2, 2, 2, 2]}


def test_6_18_dynamite_burns_from_the_next_turn_on() -> None:
    p = bombed("dynamite")
    assert refused(p, throw("dynamite"))[0] == "6.18"
    assert refused(p, PlaceDynamite("p1", "ana"))[0] == "6.18"
    lit = bombed("dynamite", on=True)
    assert refused(lit, throw("dynamite", aimed=True))[0] == "6.18"
    for p in (after(lit, throw("dynamite", hit=(4,))), after(lit, PlaceDynamite("p1", "ana"))):
        assert burning(p) == ()
        (where,) = burning(replace(p, turn=2))
        assert p.figures["ana"].items[0].count == 1
        later = replace(p, turn=2, tasks=fuse_tasks(replace(p, turn=2)))
        assert TASKS["dynamite"](later, later.tasks[0]) == (Fuse(where),)
        assert ruled(later, Fuse(where)).needs == {"fuse": 1}
        assert burning(after(later, Fuse(where, fuse=1))) == ()
        assert burning(after(later, Fuse(where, fuse=3))) == (where,)
        far = {**NOBODY_NEAR, "z1": CLOSE, "bob": NEAR}
        boom = after(later, Fuse(where, fuse=4, near=far, damage={"z1": 4, "bob": 1}))
        assert (burning(boom), boom.tasks, len(boom.noises)) == ((), (), 1)
        assert boom.figures["z1"].kind == "ankle_biter"
        assert boom.figures["bob"].wounds == 0


def test_6_19_a_rocket_breaks_a_building_and_hits_all_inside() -> None:
    p = walls(bombed("rocket_launcher", loaded=1), "barricaded").put("in", Figure("shuffler", zone="house"))
    shot = {"target": "house", "inches": 20, "hit": (6,), "near": {**NOBODY_NEAR, "z1": FARTHER}}
    assert ruled(p, throw("rocket_launcher", **shot)).needs == {"damage": ("in",)}
    p = after(p, throw("rocket_launcher", **shot, damage={"in": 6}))
    assert p.buildings["house"].state == "intact"
    assert "in" not in p.figures
    assert sorted(one.where for one in p.noises) == ["ana", "house"]
    assert refused(p.put("ana", spent=0), throw("rocket_launcher"))[0] == "6.5"


@pytest.mark.parametrize(
    ("item", "reach"),
    [
        ("fragmentation_grenade", (CLOSE, NEAR, FARTHER)), ("tear_gas_grenade", (NEAR, FARTHER)),
        ("molotov", (CLOSE, FARTHER)),
    ],
)  # fmt: skip
def test_6_13_those_inside_a_building_that_is_hit_may_be_near_too(item: str, reach: tuple[str, ...]) -> None:
    p = walls(bombed(item, on=item == "molotov")).put("in", Figure("shuffler", zone="house"))
    need = ruled(p, throw(item, target="house", hit=(6,))).needs["near"]
    assert need == Options(reach, each=("ana", "z1", "z2", "bob", "in"))


def test_10_1_good_sense_makes_the_damage_of_a_grenade_worse_for_a_foe() -> None:
    p = bombed("fragmentation_grenade")
    p = p.put("ana", traits=("sensible",))
    act = throw("fragmentation_grenade", hit=(4,), near=NOBODY_NEAR, damage={"z1": 3})
    assert ruled(p, act).needs == {"sensible_damage": Options((True, False))}
    worse = after(p, replace(act, sensible_damage=True)).figures
    assert (worse["z1"].kind, worse["ana"].used) == ("ankle_biter", ("sensible",))
    plain = after(p, replace(act, sensible_damage=False)).figures
    assert (plain["z1"].kind, plain["ana"].used) == ("shuffler", ())
    used = throw("fragmentation_grenade", hit=(3,), sensible=True, near=NOBODY_NEAR, damage={"z1": 3})
    assert after(p, used).figures["z1"].kind == "shuffler"
    friend = p.put("z1", Figure("survivor", "p1"))
    beside = {"ana": FARTHER, "bob": FARTHER, "z1": CLOSE}
    hurt = throw("fragmentation_grenade", target="z2", hit=(4,), near=beside, damage={"z1": 1, "z2": 1})
    assert after(friend, hurt).figures["z1"].wounds == 1


def test_r_6_13b_a_vehicle_that_is_hit_takes_damage_like_somebody_beside_it() -> None:
    p = walls(bombed("rocket_launcher", loaded=1))
    p = replace(p, buildings={}, vehicles={"car": Vehicle("car", points=3)})
    far = {**NOBODY_NEAR, "z1": FARTHER}
    shot: dict[str, Any] = {"target": "car", "inches": 20, "hit": (6,), "near": far}
    assert ruled(p, throw("rocket_launcher", **shot)).needs == {"damage": ("car",)}
    hurt = after(p, throw("rocket_launcher", **shot, damage={"car": 3}))
    assert hurt.vehicles["car"].points == 2
    missed = throw("rocket_launcher", **{**shot, "hit": (1,)}, scatter=1)
    assert after(p, missed).vehicles["car"].points == 3


def test_6_19_a_building_is_hit_with_all_its_floors() -> None:
    p = walls(bombed("rocket_launcher", loaded=1), "barricaded")
    floors = {**p.buildings, "house_floor_2": Building("house", "barricaded", floors=0)}
    p = replace(p, buildings=floors).put("in", Figure("shuffler", zone="house_floor_2"))
    aims = ruled(p, Throw("p1", "ana", "rocket_launcher")).needs["target"]
    assert isinstance(aims, Options)
    assert "house_floor_2" not in aims.values
    shot = {"target": "house", "inches": 20, "hit": (6,), "near": {**NOBODY_NEAR, "z1": FARTHER}}
    assert ruled(p, throw("rocket_launcher", **shot)).needs == {"damage": ("in",)}
    p = after(p, throw("rocket_launcher", **shot, damage={"in": 2}))
    assert {one.state for one in p.buildings.values()} == {"intact"}
    upstairs = walls(bombed("molotov", on=True)).put("z1", zone="house_floor_2")
    burnt = after(upstairs, throw("molotov", hit=(6,), near=NOBODY_NEAR, damage={"z1": 1}))
    assert burnt.buildings["house"].burning


def test_6_18_two_sticks_at_one_place_burn_each_for_itself() -> None:
    p = bombed("dynamite", on=True)
    p = after(p, throw("dynamite", hit=(4,)))
    p = p.put("ana", p.figures["ana"].with_item(Item("dynamite", on=True)))
    p = replace(after(p, throw("dynamite", hit=(4,))), turn=2)
    assert len(fuse_tasks(p)) == 2
    p = replace(p, tasks=fuse_tasks(p))
    p = after(p, Fuse("z1", fuse=1))
    assert burning(p) == ("z1",)
    assert ruled(p, TASKS["dynamite"](p, p.tasks[0])[0]).needs == {"fuse": 1}


def test_1_5_nothing_goes_off_near_whoever_has_left_the_table() -> None:
    p = bombed("fragmentation_grenade").put("bob", zone="off the table")
    need = ruled(p, throw("fragmentation_grenade", hit=(4,))).needs["near"]
    assert need == Options((CLOSE, NEAR, FARTHER), each=("ana", "z2"))


def test_6_19_launchers_fire_what_is_loaded() -> None:
    p = bombed("grenade_launcher", loaded=6, ammo="smoke_40mm")
    assert needed(p, throw("grenade_launcher", inches=20)) == 6
    smoky = after(p, throw("grenade_launcher", hit=(4,)))
    assert smoky.events[0].name == "smoke z1"
    assert smoky.figures["ana"].items[0].loaded == 5
    rifle = bombed("rifle_with_launcher", loaded=30, grenade="fragmentation_40mm")
    fired = after(rifle, throw("rifle_with_launcher", hit=(4,), near=NOBODY_NEAR, damage={"z1": 2}))
    assert (fired.figures["ana"].items[0].grenade, fired.figures["ana"].items[0].loaded) == ("", 30)
    assert refused(fired, throw("rifle_with_launcher"))[0] == "6.5"
    shot = rifle.put("ana", rifle.figures["ana"].with_status("shot_rifle", 1))
    assert refused(shot, throw("rifle_with_launcher"))[0] == "6.19"


def test_bad_input_is_refused() -> None:
    p = bombed("fragmentation_grenade")
    assert refused(p, throw("smoke_grenade"))[0] == "6.13"
    assert refused(p, throw("axe"))[0] == "6.13"
    assert refused(p, throw("fragmentation_grenade", aimed=True, danger=True))[0] == "5.11"
    held = p.put("ana", grabbed_by=("z1",))
    assert refused(held, throw("fragmentation_grenade", aimed=True))[0] == "5.11"


def test_what_is_offered() -> None:
    got = [type(one).__name__ for one in offered(bombed("dynamite", on=True), "ana")]
    assert got == ["Throw", "PlaceDynamite"]
