"""Canada (13.0): arms control, what Canadians have instead, ice and snow, niceness."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving import game
from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.position import Building, Figure, Item, Position, Status, Task, Vehicle
from rules.zombies_surviving.setting_up import Begin, ChooseGoal, LayOut, Ready, Recruit, start
from rules.zombies_surviving.survival.canada import (
    ArmsControl,
    ComeFrom,
    FreeVehicle,
    InSnow,
    Ski,
    snow_tasks,
)
from rules.zombies_surviving.survival.finds import Find, find
from rules.zombies_surviving.survival.melee import melee_score
from rules.zombies_surviving.survival.movement import Move, Run
from rules.zombies_surviving.survival.places.buildings import Enter
from rules.zombies_surviving.survival.places.driving import Drive, StartVehicle
from rules.zombies_surviving.survival.talks import Negotiate, for_sale
from tests.rules.zombies_surviving.deeds import after, again, needed, needs, refused, ruled, story, table
from tests.rules.zombies_surviving.menaces import does, doing, group
from tests.rules.zombies_surviving.menaces import game as menace
from tests.rules.zombies_surviving.menaces import needs as needs_of

CANADA = {"country": "canada"}
CANADIAN, AMERICAN = (Status("canadian"),), (Status("american"),)


def there(**more: Any) -> Position:
    """Return a survival phase in Canada, with Ana, a Canadian unless told."""
    return replace(table(**{"statuses": CANADIAN, **more}), options=CANADA)


def judged(position: Position, *actions: object) -> Position:
    for action in actions:
        ruling = game.judge(position, action)
        assert ruling.after is not None, ruling
        position = ruling.after
    return position


def begun(*more: object) -> Position:
    """Return the first turn of a game in Canada: Ana with a pistol, Emil with a rifle and sensible."""
    people = (Recruit("p1", "ana"), Recruit("p1", "emil"), *more, Ready("p1"))
    empty = start({"players": 1, "points": 0, "country": "canada"})
    return judged(empty, LayOut(0, 0, 0, "south"), ChooseGoal("supplies"), *people, Begin())


def test_13_0_canadians_are_sensible_and_americans_are_as_they_were() -> None:
    p = begun()
    assert p.figures["ana"].status("canadian")
    assert "sensible" in p.figures["ana"].traits
    assert {"very_sensible", "sensible"} & {*p.figures["emil"].traits} == {"very_sensible"}
    p = begun(ComeFrom("p1", "ana"))
    assert p.figures["ana"].status("american")
    assert "sensible" not in p.figures["ana"].traits
    assert begun(ComeFrom("p1", "ana"), ComeFrom("p1", "ana")).figures["ana"].status("canadian")
    assert refused(there(), ComeFrom("p1", "ana"))[0] == "13.0"
    elsewhere = game.judge(start({"players": 1}), ComeFrom("p1", "ana"))
    assert (elsewhere.legal, elsewhere.firm) == (False, True)


def test_13_0_who_says_where_somebody_comes_from_is_ready_anew() -> None:
    people = (Recruit("p1", "ana"), Recruit("p2", "emil"), Ready("p1"), Ready("p2"))
    p = judged(start({"players": 2, "points": 0, "country": "canada"}), *people)
    assert p.ready == ("p1", "p2")
    assert judged(p, ComeFrom("p1", "ana")).ready == ("p2",)


def test_13_1_each_canadian_rolls_for_weapons_and_traits_before_the_first_turn() -> None:
    p = begun()
    assert [task.who for task in p.tasks] == ["ana", "emil"]
    assert begun(ComeFrom("p1", "ana")).tasks == (Task("arms_control", "emil"),)
    assert needs(p, ArmsControl("ana")) == {"keep": ("pistol", "marksman")}
    kept = after(p, ArmsControl("ana", keep={"pistol": 5, "marksman": 4}))
    assert kept.figures["ana"].item("pistol") == Item("pistol", loaded=6)
    assert kept.tasks == (Task("arms_control", "emil"),)
    keep = {"pistol": 4, "marksman": 3}
    assert needs(p, ArmsControl("ana", keep=keep)) == {"kit": 2}
    lost = after(p, ArmsControl("ana", keep=keep, kit=(1, 1, 1, 2)))
    assert not lost.figures["ana"].carries("pistol")
    assert "marksman" not in lost.figures["ana"].traits
    assert {"skis", "stimulants"} <= {one.item for one in lost.figures["ana"].items}


@pytest.mark.parametrize(
    ("item", "number"),
    [
        ("bow", 3), ("crossbow", 3), ("pump_gun", 4), ("double_barrel", 4), ("rifle", 4), ("revolver", 5),
        ("pistol", 5), ("taser", 5), ("assault_rifle", 6), ("submachine_gun", 6), ("automatic_pistol", 6),
        ("sniper_rifle", 6), ("fragmentation_grenade", 6), ("carbine", 6), ("rocket_launcher", 6),
    ],
)  # fmt: skip
def test_13_1_what_it_takes_to_keep_a_weapon(item: str, number: int) -> None:
    p = there(items=(Item(item),)).push(Task("arms_control", "ana"))
    assert after(p, ArmsControl("ana", keep={item: number})).figures["ana"].carries(item)
    assert needs(p, ArmsControl("ana", keep={item: number - 1})) == {"kit": 2}


def test_13_1_ammunition_goes_with_the_weapon_and_what_stays_is_halved() -> None:
    arms = (
        Item("pistol", loaded=12), Item("pistol_magazine", loaded=12), Item("rifle", loaded=9, holds=20),
        Item("pistol_rounds", 20), Item("rifle_rounds", 7), Item("axe"),
    )  # fmt: skip
    p = there(items=arms).push(Task("arms_control", "ana"))
    p = after(p, ArmsControl("ana", keep={"pistol": 1, "rifle": 4}, kit=(2, 3)))
    assert p.figures["ana"].items == (
        Item("rifle", loaded=4, holds=20), Item("rifle_rounds", 3), Item("axe"), Item("hockey_stick"),
    )  # fmt: skip


KIT = [
    ((1, 1), Find(things=(Item("skis"),))),
    ((1, 2), Find(things=(Item("stimulants"),))),
    ((2, 2, 5), Find(supplies=3)),
    ((2, 3), Find(things=(Item("hockey_stick"),))),
    ((3, 3), Find(things=(Item("hockey_stick"),))),
    ((3, 4), Find(things=(Item("padded_clothes"),))),
    ((4, 4), Find(things=(Item("padded_clothes"),))),
    ((4, 5, 3), Find(things=(Item("axe"),))),
    ((4, 5, 4, 6), Find(things=(Item("chainsaw", loaded=1),))),
    ((5, 5), Find(things=(Item("loyal_dog"),))),
    ((5, 6), Find(choices=("11.1",))),
    ((6, 6), Find(choices=("11.2",))),
]


@pytest.mark.parametrize(("dice", "found"), KIT)
def test_13_2_each_row_of_what_canadians_have(dice: tuple[int, ...], found: Find) -> None:
    """On the list of weapons three 1s count 0, below the table."""
    brought = find(Figure("survivor", statuses=CANADIAN), (4, 1, 1, 1, *dice))
    assert isinstance(brought, Find)
    assert (brought.supplies, brought.things, brought.choices) == (
        found.supplies,
        found.things,
        found.choices,
    )
    assert len(charts()["13.2"].entries) == 9


def test_13_1_finds_of_arms_are_fewer() -> None:
    canadian, elsewhere = Figure("survivor", statuses=AMERICAN), Figure("survivor")
    pistol = find(canadian, (4, 3, 3, 3, 5))
    assert isinstance(pistol, Find)
    assert pistol.things == (Item("pistol", loaded=12),)
    shot = find(canadian, (5, 4, 5, 3, 5))
    assert isinstance(shot, Find)
    assert shot.things == (Item("shot", 8),)
    same = find(elsewhere, (5, 4, 3, 3, 5))
    assert isinstance(same, Find)
    assert same.things == (Item("shot", 15),)


def test_13_2_a_husky_is_a_dog_beside_its_owner() -> None:
    p = there(items=(Item("bow"),)).push(Task("arms_control", "ana"))
    p = after(p, ArmsControl("ana", keep={"bow": 2}, kit=(5, 5)))
    assert [p.figures[dog].group for dog in p.of_kind("feral_dog")] == ["ana"]
    assert p.figures["ana"].items == ()


def test_13_2_skis_go_on_and_off() -> None:
    p = there(items=(Item("skis"),), others={"z1": Figure("shuffler")})
    on = after(p, Ski("p1", "ana"))
    assert on.figures["ana"].item("skis") == Item("skis", on=True)
    assert refused(table(), Ski("p1", "ana"))[0] == "13.2"
    assert not after(on, Ski("p1", "ana")).figures["ana"].items[0].on
    assert melee_score(on, "ana", "z1").needed == 5
    moved = after(again(on), Move("p1", "ana"))
    assert needs(moved, Run("p1", "ana")) == {"run": 2}
    told = story(moved, Run("p1", "ana", run=(3, 5)))
    assert "runs up to 7 inches" in told
    assert "each obstacle takes 4" in told
    inside = replace(again(on), buildings={"house": Building(state="ransacked")})
    assert refused(inside, Enter("p1", "ana", place="house"))[0] == "13.2"


def test_13_2_with_two_sticks_one_is_good_with_them() -> None:
    p = there(items=(Item("hockey_stick", 2),), others={"z1": Figure("shuffler")})
    hits = {weapon: melee_score(p, "ana", "z1", weapon=weapon).needed for weapon in ("hockey_stick", "axe")}
    assert hits == {"hockey_stick": 3, "axe": 4}
    assert melee_score(p, "ana", "z1", weapon="bare_hands").needed == 3
    assert (
        melee_score(p.put("ana", items=(Item("hockey_stick"),)), "ana", "z1", weapon="hockey_stick").needed
        == 4
    )


def test_13_3_people_are_slower_in_snow() -> None:
    p = there()
    assert "up to 6 inches" in story(p, Move("p1", "ana"))
    moved = after(p, Move("p1", "ana"))
    assert "up to 3 inches" in story(moved, Run("p1", "ana", run=(4,)))
    assert not after(moved, Run("p1", "ana", run=(1,))).figures["ana"].status("prone")
    p = there(statuses=AMERICAN)
    assert "up to 5 inches" in story(p, Move("p1", "ana"))
    moved = after(p, Move("p1", "ana"))
    slips = ruled(moved, Run("p1", "ana", run=(1,)))
    assert slips.after is not None
    assert slips.after.figures["ana"].status("prone")
    assert "slips and falls" in slips.story
    assert not after(moved, Run("p1", "ana", run=(2,))).figures["ana"].status("prone")


def test_13_3_zombies_are_slower_in_snow() -> None:
    p = doing(group(menace("ana", options=CANADA), "shuffler", 1), "zombies")
    _, told = does(p, pair="shuffler_1 ana", quick=(4,), inches=8)
    assert "goes 7" in told
    p, _ = does(p, pair="nobody")
    assert "wanders 3 inches" in does(p, direction=3)[1]


def test_13_3_tokens_are_slower_in_snow() -> None:
    p = doing(menace("ana", options=CANADA, tokens={"token_1": ""}), "tokens")
    _, told = does(p, dice={"token_1 first": 4, "token_1 second": 4}, directions={"token_1": 3})
    assert "goes 7 inches" in told


CAR = Vehicle("car", points=3, fuel="half", keys=True, checked=1, entered=True, runs=True, driver="ana")


def test_13_3_a_vehicle_in_snow_starts_badly_and_goes_half_as_far() -> None:
    p = there(vehicles={"car": replace(CAR, runs=False)}, zone="car")
    assert not after(p, StartVehicle("p1", "ana", start=(3,))).vehicles["car"].runs
    p = there(vehicles={"car": CAR}, zone="car")
    assert "drives up to 6 inches" in story(p, Drive("p1", "ana", off_road=False, obstacles=0))


@pytest.mark.parametrize(
    ("ana", "die", "stuck"),
    [
        ({}, 4, False), ({}, 3, True), ({"statuses": AMERICAN}, 4, True), ({"statuses": AMERICAN}, 5, False),
        ({"traits": ("skilled_driver",)}, 3, False), ({"traits": ("bad_driver",)}, 4, True),
    ],
)  # fmt: skip
def test_13_3_a_vehicle_that_drove_may_be_stuck(ana: dict[str, Any], die: int, stuck: bool) -> None:
    p = there(vehicles={"car": CAR, "van": Vehicle("van")}, zone="car", **ana)
    assert snow_tasks(p) == ()
    p = after(p, Drive("p1", "ana", off_road=False, obstacles=0))
    assert snow_tasks(p) == (Task("snow", "car"),)
    assert snow_tasks(replace(p, options={})) == ()
    p = after(p.push(*snow_tasks(p)), InSnow("car", die=die))
    assert (p.vehicles["car"].stuck, p.tasks) == (stuck, ())


def test_13_3_the_turn_ends_with_the_snow() -> None:
    p = there(vehicles={"car": CAR}, zone="car")
    p = judged(replace(p, seats=("p1",)), Drive("p1", "ana", off_road=False, obstacles=0), game.EndTurn("p1"))
    assert p.tasks[0] == Task("snow", "car")


@pytest.mark.parametrize(
    ("ana", "number"), [({}, 5), ({"statuses": AMERICAN}, 6), ({"traits": ("skilled_driver",)}, 4)]
)
def test_13_3_two_actions_may_free_a_vehicle(ana: dict[str, Any], number: int) -> None:
    stuck = replace(CAR, stuck=True)
    p = there(vehicles={"car": stuck}, zone="car", **ana)
    assert refused(p, Drive("p1", "ana"))[0] == "13.3"
    free = FreeVehicle("p1", "ana")
    assert needed(p, free) == number
    assert after(p, replace(free, free=(number - 1,))).vehicles["car"].stuck
    freed = after(p, replace(free, free=(number,)))
    assert not freed.vehicles["car"].stuck
    assert freed.figures["ana"].spent == 2
    assert refused(again(freed), Drive("p1", "ana"))[0] == "13.3"
    assert set(needs(replace(again(freed), turn=4), Drive("p1", "ana"))) == {"off_road", "obstacles"}
    outside = p.put("ana", zone="street")
    assert set(needs(outside, free)) == {"near"}
    assert refused(outside, replace(free, near=False))[0] == "13.3"
    assert refused(there(), free)[0] == "13.3"


def test_13_4_most_parties_are_canadians_and_nice_to_canadians() -> None:
    p = doing(group(menace("ana", options=CANADA), "independent", 2), "independents")
    assert set(needs_of(p, met=True)) == {"home"}
    canadians = p.put("ana", statuses=CANADIAN)
    assert set(needs_of(canadians, met=True, home=5, attitude=1)) == {"once_more"}
    nice, _ = does(canadians, met=True, home=5, attitude=1, once_more=4)
    assert nice.figures["independent_1"].attitude == "wary"
    assert nice.figures["independent_2"].status("canadian")
    same, _ = does(canadians, met=True, home=5, attitude=4, once_more=1)
    assert same.figures["independent_1"].attitude == "wary"
    cold, _ = does(canadians, met=True, home=6, attitude=1)
    assert (cold.figures["independent_1"].attitude, cold.figures["independent_1"].status("american")) == (
        "hostile", True,
    )  # fmt: skip
    stranger, _ = does(p.put("ana", statuses=AMERICAN), met=True, home=1, attitude=1)
    assert stranger.figures["independent_1"].attitude == "hostile"


def test_13_4_canadians_talk_once_more_in_a_turn_and_the_higher_die_counts() -> None:
    party = {"i1": Figure("independent", attitude="wary", group="party_1", statuses=CANADIAN)}
    talk = Negotiate("p1", "ana", party="party_1", inches=6, negotiate=(4,))
    p = there(others=party)
    assert set(needs(p, talk)) == {"again"}
    better = after(p, replace(talk, again=True, reroll=(5,)))
    assert better.figures["i1"].attitude == "friendly"
    assert after(p, replace(talk, again=True, reroll=(1,))).figures["i1"].attitude == "wary"
    assert after(p, replace(talk, again=False)).figures["i1"].attitude == "wary"
    once = again(after(p, replace(talk, again=True, reroll=(1,))))
    assert after(once, talk).figures["i1"].attitude == "wary"
    assert after(p.put("ana", statuses=AMERICAN), talk).figures["i1"].attitude == "wary"
    assert after(p.put("i1", statuses=AMERICAN), talk).figures["i1"].attitude == "wary"


def test_13_1_what_is_for_sale_in_canada_is_found_as_there() -> None:
    goods = for_sale((4, 5, 3, 4, 4, 2, 4, 4, 3, 3, 3, 5), charts(), canada=True)
    assert isinstance(goods, Find)
    assert goods.things == (Item("pistol_rounds_high_power", 16), Item("pistol", loaded=12))
