"""Things that are got, exchanged, laid down and put to use (5.7, 11.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.position import Figure, Item, Position, Task, Vehicle
from rules.zombies_surviving.survival.things import (
    NOTHING,
    SUPPLIES,
    DriveToy,
    Drop,
    Exchange,
    FillTank,
    Fit,
    Get,
    Mount,
    PutBattery,
    Ring,
    SetAlarm,
    TakeBattery,
    TakeGasoline,
    consent,
    offered,
    ringing,
    sources,
)
from tests.rules.zombies_surviving.deeds import after, friend, needs, refused, story, table

DEAD = {"bob": Figure("corpse", "p2", supplies=3, items=(Item("axe"), Item("pistol", loaded=4)))}


def lying(what: str = "supplies") -> Position:
    return replace(table(), tokens={"token_1": what})


def test_5_7_one_action_gets_all_or_one_thing_from_a_corpse() -> None:
    p = table(others=DEAD)
    get = Get("p1", "ana", source="bob", near=True)
    assert needs(p, get)["what"].values == ("everything", "supplies", "axe", "pistol")
    everything = after(p, replace(get, what="everything"))
    assert everything.figures["ana"].items == DEAD["bob"].items
    assert (everything.figures["ana"].supplies, everything.figures["ana"].spent) == (3, 1)
    assert sources(everything) == ()
    one = after(p, replace(get, what="axe"))
    assert one.figures["bob"].items == (Item("pistol", loaded=4),)
    assert refused(p, replace(get, near=False))[0] == "5.7"
    assert refused(table(), Get("p1", "ana"))[0] == "5.7"


def test_3_1_markers_are_supplies_of_a_die_or_a_special_item() -> None:
    get = Get("p1", "ana", source="token_1", near=True)
    p = after(lying(), replace(get, found=(5,)))
    assert (p.figures["ana"].supplies, p.tokens) == (5, {})
    special = after(lying("special_item"), replace(get, found=(6, 4, 3)))
    assert special.figures["ana"].items == (Item("machete"),)
    assert refused(lying("the corner"), get)[0] == "5.7"


def test_5_7_what_is_laid_down_can_be_got_again_and_is_gone_then() -> None:
    p = after(table(items=(Item("pistol", 2, loaded=15),)), Drop("p1", "ana", what="pistol"))
    (heap,) = p.of_kind("corpse")
    assert p.figures["ana"].item("pistol") == Item("pistol", 1, loaded=3)
    assert p.figures[heap].items == (Item("pistol", 1, loaded=12),)
    assert p.figures["ana"].spent == 0
    p = after(p, Get("p1", "ana", source=heap, near=True, what="everything"))
    assert p.figures["ana"].item("pistol") == Item("pistol", 2, loaded=15)
    assert p.of_kind("corpse") == ()
    assert refused(table(), Drop("p1", "ana"))[0] == "5.7"


def test_5_7_both_spend_an_action_to_exchange() -> None:
    p = table(supplies=5, items=(Item("axe"),), others=friend("p2", items=(Item("rifle_rounds", 30),)))
    swap = Exchange("p1", "ana", partner="bo", near=True, give=SUPPLIES, give_supplies=2, take="rifle_rounds")
    p2 = after(p, swap)
    ana, bo = p2.figures["ana"], p2.figures["bo"]
    assert (ana.supplies, bo.supplies) == (3, 2)
    assert (ana.item("rifle_rounds"), bo.items) == (Item("rifle_rounds", 30), ())
    assert (ana.spent, bo.spent, p2.acting) == (1, 1, "p1")
    given = replace(swap, give="axe", give_supplies=None, take=NOTHING)
    assert story(p, given).endswith("the axe and gets nothing.")
    assert needs(p, replace(swap, give_supplies=None))["give_supplies"].values == (1, 2, 3, 4, 5)
    assert refused(p, replace(swap, give=NOTHING, take=NOTHING))[0] == "5.7"
    assert refused(p.put("bo", spent=2), swap)[0] in {"5.0", "5.7"}
    assert refused(replace(p, played=("p2",)), swap)[0] in {"5.0", "5.7"}
    assert consent(p, swap) == ("p2",)


@pytest.mark.parametrize(("fuel", "then"), [("", "half"), ("none", "half"), ("half", "full")])
def test_5_7_a_gallon_fills_half_a_tank(fuel: Any, then: str) -> None:
    p = table(items=(Item("gasoline", 2),), vehicles={"car": Vehicle("car", fuel=fuel)})
    p = after(p, FillTank("p1", "ana", vehicle="car", near=True))
    assert (p.vehicles["car"].fuel, p.figures["ana"].item("gasoline")) == (then, Item("gasoline", 1))


@pytest.mark.parametrize(("fuel", "gallons"), [("half", 1), ("full", 2)])
def test_5_7_gasoline_is_taken_out_with_a_siphon(fuel: Any, gallons: int) -> None:
    p = table(items=(Item("siphon"),), vehicles={"car": Vehicle("car", fuel=fuel)})
    take = TakeGasoline("p1", "ana", vehicle="car", near=True)
    p2 = after(p, take)
    assert (p2.vehicles["car"].fuel, p2.figures["ana"].item("gasoline")) == (
        "none",
        Item("gasoline", gallons),
    )
    assert p2.figures["ana"].spent == 2
    assert refused(p.put("ana", items=()), take)[0] == "5.7"
    assert refused(table(vehicles={"car": Vehicle("car", fuel="full")}), FillTank("p1", "ana"))[0] == "5.7"


def test_7_0_a_battery_goes_from_one_vehicle_into_another() -> None:
    cars = {"car": Vehicle("car", checked=1), "van": Vehicle("van", battery=False)}
    p = after(table(vehicles=cars), TakeBattery("p1", "ana", vehicle="car", near=True))
    assert p.figures["ana"].carries("battery")
    put = PutBattery("p1", "ana", vehicle="van", near=True)
    assert refused(table(vehicles=cars), put)[0] == "7.0"
    p = after(p, put)
    assert [one.battery for one in p.vehicles.values()] == [False, True]
    assert not p.figures["ana"].carries("battery")


def test_11_2_on_and_off_a_bicycle() -> None:
    p = after(table(items=(Item("mountain_bike"),)), Mount("p1", "ana"))
    assert p.figures["ana"].items[0].on
    assert not after(p, Mount("p1", "ana")).figures["ana"].items[0].on
    assert refused(table(), Mount("p1", "ana"))[0] == "11.2"


def test_11_2_an_alarm_clock_rings_in_its_turn_unless_it_fails() -> None:
    p = after(table(items=(Item("alarm_clock"),)), SetAlarm("p1", "ana", turns=2))
    assert p.figures["ana"].items == ()
    assert ringing(p) == ()
    later = replace(p, turn=5)
    assert ringing(later) == (Task("ring", "alarm_clock_1"),)
    later = later.push(*ringing(later))
    assert len(after(later, Ring("alarm_clock_1", die=2)).noises) == 1
    failed = after(later, Ring("alarm_clock_1", die=1))
    assert (failed.noises, failed.events, failed.tasks) == ((), (), ())
    watched = later.put("z1", Figure("shuffler"))
    assert set(needs(watched, Ring("alarm_clock_1"))) == {"broken"}
    assert after(watched, Ring("alarm_clock_1", broken=True)).noises == ()
    assert len(after(watched, Ring("alarm_clock_1", broken=False, die=2)).noises) == 1


def test_11_5_ten_molotov_cocktails_are_a_gallon_of_gasoline() -> None:
    p = table(items=(Item("molotov", 11),), vehicles={"car": Vehicle("car", fuel="none")})
    p2 = after(p, FillTank("p1", "ana", vehicle="car", near=True))
    assert (p2.vehicles["car"].fuel, p2.figures["ana"].item("molotov")) == ("half", Item("molotov", 1))
    assert FillTank("p1", "ana") in list(offered(p, "ana"))
    few = p.put("ana", items=(Item("molotov", 9),))
    assert refused(few, FillTank("p1", "ana"))[0] == "5.7"
    assert FillTank("p1", "ana") not in list(offered(few, "ana"))


def test_11_2_a_toy_car_is_a_noise_of_its_own_once() -> None:
    p = after(table(items=(Item("toy_car"),)), DriveToy("p1", "ana", toy=(3, 3, 3, 3)))
    assert ([one.where for one in p.noises], p.figures["ana"].items) == (["toy_car"], ())
    assert refused(table(), DriveToy("p1", "ana"))[0] == "11.2"


def test_r_5_7d_parts_go_onto_weapons_that_take_them() -> None:
    things = (
        Item("rifle", loaded=8),
        Item("scope"),
        Item("silencer", fitted=("pistol",)),
        Item("submachine_gun"),
    )
    p = table(items=(*things, Item("pump_gun")))
    fits = [(one.weapon, one.part) for one in offered(p, "ana") if isinstance(one, Fit)]
    assert fits == [("rifle", "scope"), ("pump_gun", "sawn_off")]
    scoped = after(p, Fit("p1", "ana", "rifle", "scope"))
    assert scoped.figures["ana"].item("rifle") == Item("rifle", loaded=8, fitted=("scope",))
    assert not scoped.figures["ana"].carries("scope")
    assert after(p, Fit("p1", "ana", "pump_gun", "sawn_off")).figures["ana"].spent == 1
    for weapon, part in (("submachine_gun", "silencer"), ("pump_gun", "scope"), ("axe", "scope")):
        assert refused(p, Fit("p1", "ana", weapon, part))[0] == "5.7"
    assert refused(scoped, Fit("p1", "ana", "rifle", "scope"))[0] == "5.7"


def test_what_is_offered() -> None:
    p = table(items=(Item("mountain_bike"),), others={**DEAD, **friend()})
    assert [type(one).__name__ for one in offered(p, "ana")] == ["Get", "Exchange", "Drop", "Mount"]
