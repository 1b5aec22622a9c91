"""What a rules lawyer asks: points where two rules of the book meet, one test each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.ruling import Options
from rules.zombies_surviving import game, items
from rules.zombies_surviving.characters import Character, faults, total
from rules.zombies_surviving.menace import bosses
from rules.zombies_surviving.position import (
    OFF,
    Building,
    Figure,
    Item,
    Kind,
    Position,
    Status,
    Task,
    Vehicle,
    known,
    remember,
)
from rules.zombies_surviving.roster import Correct, Place
from rules.zombies_surviving.survival.economy import PANICKED, spend
from rules.zombies_surviving.survival.explosives import Throw
from rules.zombies_surviving.survival.movement import Move
from rules.zombies_surviving.survival.people import Panic, Rally
from rules.zombies_surviving.survival.places.buildings import ENTERED_BARRICADED, Enter
from rules.zombies_surviving.survival.places.driving import Drive
from rules.zombies_surviving.survival.places.ramming import Ram, RunOver
from rules.zombies_surviving.survival.places.sight import sight_score
from rules.zombies_surviving.survival.talks import Befriend, Buy, DogAttack
from rules.zombies_surviving.survival.things import Drop, Exchange, Get
from rules.zombies_surviving.survival.weapons import fired
from tests.rules.zombies_surviving import deeds, fights
from tests.rules.zombies_surviving.menaces import PISTOL, at, does, doing, group, kinds, needs
from tests.rules.zombies_surviving.menaces import game as menace

SHOOTER = {"items": PISTOL, "attitude": "hostile"}


def _in_a_van(kind: Kind) -> Position:
    """Return a menace phase in which somebody agile sits in a closed van, with a zombie at the door."""
    p = replace(menace("ana"), vehicles={"van_1": Vehicle("van", top="closed", entered=True)})
    p = p.put("ana", zone="van_1", traits=("agile",)).add(kind)[0]
    return doing(p, "attack", who=f"{kind}_1", other="ana")


def test_1_6_a_zombie_that_needs_more_than_6_rolls_a_4_and_then_a_second_die() -> None:
    p = _in_a_van("ankle_biter")  # 5, 1 for the agile, 2 for the cover
    assert needs(p, who=1) == {"hit": 1}
    assert "misses" in does(p, who=1, hit=(6,))[1]
    assert needs(p, who=1, hit=(4,)) == {"hit": 2}
    assert "misses" in does(p, who=1, hit=(4, 3))[1]
    assert "1 wound" in does(p, who=1, hit=(4, 4), damage=(4,))[1]


def test_1_6_a_stranger_who_needs_more_than_6_does_too() -> None:
    p = menace("ana").put("ana", traits=("agile",))
    hurt = {"attitude": "hostile", "wounds": 2, "grabbed_by": ("shuffler_1", "shuffler_2")}
    p = group(group(p, "shuffler", 2), "independent", 1, **hurt)
    p = doing(p, "strike", who="independent_1", other="ana")  # 4, 1 serious, 2 grabs, 1 agile
    assert needs(p, hit=(4,)) == {"hit": 2}
    assert "misses" in does(p, hit=(6,))[1]
    assert "1 wound" in does(p, hit=(4, 5), damage=(6,))[1]
    p = menace("ana")
    p = group(p, "independent", 1, items=PISTOL, wounds=2)
    p = remember(p, "inches", "independent_1", "ana", 8)
    p = doing(p, "shot", who="independent_1", other="ana")  # 6, 1 serious, 2 cover
    assert needs(p, in_cover=True, hit=(4,)) == {"hit": 2}
    assert "a miss" in does(p, in_cover=True, hit=(4, 4))[1]
    assert "1 wound" in does(p, in_cover=True, hit=(4, 5), damage=(3,))[1]


def test_6_3_cover_from_a_stranger_is_not_the_cover_of_the_stranger() -> None:
    p = group(menace("ana"), "independent", 1, **SHOOTER)
    p = remember(p, "inches", "independent_1", "ana", 4)
    covered = remember(p, "in_cover", "independent_1", "ana", 1)  # as Ana's shot at the stranger had it
    p = doing(covered, "shot", who="independent_1", other="ana")
    assert list(needs(p)) == ["in_cover"]
    after, _ = does(p, in_cover=False, hit=(1,))
    assert known(after, "in_cover", "ana", "independent_1") == 0
    assert known(after, "in_cover", "independent_1", "ana") == 1


def test_6_11_a_dog_that_a_taser_holds_neither_moves_nor_attacks() -> None:
    p = group(menace("ana"), "feral_dog", 2)
    held = p.put("feral_dog_1", statuses=(Status("incapacitated", 3),))
    p = at(at(held, "feral_dog_1", "ana"), "feral_dog_2", "ana")
    p = doing(p, "dog_attacks", "done")
    assert [task.who for task in p.tasks] == ["feral_dog_2", ""]
    alone = menace("ana").add("feral_dog", statuses=(Status("incapacitated", 3),))[0]
    assert kinds(doing(alone, "dogs", "done")) == ["done"]


def test_4_3_wary_ones_whose_guns_reach_no_runner_run_from_it() -> None:
    p = group(menace("ana"), "independent", 1, attitude="wary", items=PISTOL).add("runner")[0]
    p = doing(p, "independents", "done")
    assert list(needs(p, nearest="nobody", threat="runner_1")) == ["inches"]
    assert list(needs(p, nearest="nobody", threat="runner_1", inches=11)) == ["run"]
    after, _ = does(p, nearest="nobody", threat="runner_1", inches=9)
    assert kinds(after)[0] == "shot"
    sniper = p.put("independent_1", items=(Item("sniper_rifle", loaded=5),))
    assert list(needs(sniper, nearest="nobody", threat="runner_1")) == ["run"]


def test_4_3_whoever_is_aimed_at_with_a_grenade_was_shot_at() -> None:
    stranger = Figure("independent", group="A", attitude="hostile")
    p = fights.game(target=stranger, items=(Item("fragmentation_grenade"),))
    thrown = Throw("p1", "ana", "fragmentation_grenade", target="z1", inches=3, in_cover=False, hit=(6,))
    near = {"ana": "farther"}
    after = fights.after(p, replace(thrown, near=near, damage={"z1": 2}))
    assert after.figures["z1"].status("shot_at")
    assert after.figures["z1"].status("wounded_by_fire")
    missed = replace(thrown, hit=(1,), scatter=6, near={**near, "z1": "farther"})
    after = fights.after(p, missed)
    assert after.figures["z1"].status("shot_at")
    assert not after.figures["z1"].status("wounded_by_fire")


def test_6_12a_shots_with_a_silencer_do_not_count_for_events() -> None:
    for fitted, shots in (((), 1), (("silencer",), 0)):
        p = fights.armed("pistol", 12, fitted=fitted)
        gun = items.gun(p, p.figures["ana"], "pistol")
        assert gun is not None
        assert fired(p, "ana", gun, "single").counts.get("shots 1", 0) == shots


def test_8_7_nobody_is_given_a_survivor_who_has_left_the_table() -> None:
    p = menace("ana", "bo", seats=("p1", "p2"))
    p = p.put("cy", Figure("survivor", "p1", zone=OFF)).without("bo")
    after, stories = bosses.taken_over(p)
    assert not stories, "of two, one has left: nobody has several on the table"
    p = p.put("dee", Figure("survivor", "p1")).put("eve", Figure("survivor", "p1", zone=OFF))
    after, _ = bosses.taken_over(p)
    assert after.figures["dee"].seat == "p2"
    assert after.figures["eve"].seat == "p1"


def _driving(**others: Figure) -> Position:
    car = Vehicle("car", points=3, fuel="full", keys=True, runs=True, driver="ana")
    p = deeds.table(vehicles={"car": car}, zone="car", others=others)
    return spend(p, "ana", "drive")


def test_7_5_nobody_is_run_over_twice_by_one_drive() -> None:
    p = _driving(z1=Figure("boss"), z2=Figure("shuffler"))
    over = RunOver("p1", "ana", "z1", fully=True, check=(6,), damage=(1,))
    after = deeds.after(p, over)
    assert deeds.refused(after, over)[0] == "7.5"
    assert deeds.after(after, replace(over, target="z2")).figures["z2"].kind == "ankle_biter"
    again = spend(after.put("ana", spent=0), "ana", "drive")
    assert deeds.ruled(again, over).after is not None


def test_7_6_one_drive_rams_a_building_once() -> None:
    p = replace(_driving(), buildings={"shed": Building(state="intact")})
    ram = Ram("p1", "ana", "shed", "flimsy", rolls=1, harm=(1,), other=(6,))
    after = deeds.after(p, ram)
    assert after.buildings["shed"].breaches
    assert deeds.refused(after, ram)[0] == "7.6"


def test_7_5_who_has_left_the_table_is_not_run_over() -> None:
    p = _driving(bo=Figure("survivor", "p1", zone=OFF))
    assert deeds.refused(p, RunOver("p1", "ana"))[1] == "Nobody is there to be run over."


BIKE = Item("mountain_bike", on=True)


def test_11_2_nobody_gets_off_a_bicycle_by_laying_it_down() -> None:
    p = deeds.table(items=(BIKE,))
    case, why = deeds.refused(p, Drop("p1", "ana", "mountain_bike"))
    assert case == "11.2"
    assert why == "Ana is on the mountain bike: off first."
    off = deeds.table(items=(replace(BIKE, on=False),))
    assert not deeds.after(off, Drop("p1", "ana", "mountain_bike")).figures["ana"].items


def test_11_2_whoever_gets_the_bicycle_of_the_dead_has_still_to_mount_it() -> None:
    p = deeds.table(others={"dead": Figure("corpse", items=(BIKE, Item("skis", on=True)))})
    after = deeds.after(p, Get("p1", "ana", "dead", near=True, what="everything"))
    assert not any(one.on for one in after.figures["ana"].items)


def test_5_15_somebody_on_a_bicycle_can_panic_and_rally() -> None:
    p = deeds.table(items=(BIKE,), statuses=(Status(PANICKED),))
    assert not deeds.after(p, Rally("p1", "ana", rally=(6,))).figures["ana"].status(PANICKED)
    assert deeds.after(p, Panic("p1", "ana", flight=(3,), rally=(1,))).figures["ana"].status(PANICKED)


def test_4_3_a_boss_in_a_barricaded_building_is_no_character() -> None:
    house = {"house": Building(state="barricaded", breaches=1, entered=True)}
    p = replace(deeds.table(buildings=house, others={"big": Figure("boss", "p2")}), phase="menace")
    after = deeds.after(p, Enter("p2", "big", place="house", way="a breach"))
    assert not after.counts.get(ENTERED_BARRICADED)
    mine = replace(p, phase="survival")
    assert deeds.after(mine, Enter("p1", "ana", place="house", way="a breach")).counts[ENTERED_BARRICADED]


def test_8_2_a_dog_of_somebody_strikes_as_any_dog_does() -> None:
    held = Figure("independent", attitude="hostile", grabbed_by=("z1",), items=(Item("body_armour"),))
    dog = Figure("feral_dog", "p1", group="ana", attitude="friendly")
    p = deeds.table(others={"man": held, "dog": dog, "z1": Figure("shuffler")})
    bite = DogAttack("p1", "ana", "man", near=True)
    assert deeds.needed(p, bite) == 3
    after = deeds.after(p, replace(bite, hit=(3,), damage=(5,)))
    assert after.figures["man"].wounds == 1
    after = deeds.after(p, replace(bite, hit=(3,), damage=(1,)))
    assert after.figures["man"].grabbed_by == ("z1",), "padding and armour take 1 off"
    lame = p.put("dog", statuses=(Status("incapacitated", 4),))
    assert deeds.refused(lame, bite)[0] == "5.3"


def test_12_the_dog_of_an_event_joins_the_one_who_found_it() -> None:
    p = doing(menace("ana", "bo"), "happens", "done", who="dog")
    found, _ = does(p, foremost="ana")
    p = replace(found, phase="survival", tasks=())
    assert deeds.after(p, Befriend("p1", "ana", dog="feral_dog_1")).figures["feral_dog_1"].group == "ana"
    asked = deeds.needs(p, Befriend("p2", "bo", dog="feral_dog_1", inches=4))
    assert list(asked) == ["negotiate"]


def test_1_7_nobody_slips_out_of_a_grab_or_into_a_full_vehicle_by_changing_zones() -> None:
    p = deeds.table(
        vehicles={"bike": Vehicle("motorcycle")},
        others={"z1": Figure("shuffler"), **{n: Figure("survivor", "p1", zone="bike") for n in ("bo", "cy")}},
    )
    assert game.judge(p, Place("p1", "ana", "north_edge")).after is not None
    held = game.judge(p.put("ana", grabbed_by=("z1",)), Place("p1"))
    assert held.needs == {"figure": Options(("bo", "cy"))}
    alone = game.judge(p.without("bo", "cy").put("ana", grabbed_by=("z1",)), Place("p1"))
    assert (alone.legal, alone.cases) == (False, ("8.2",))
    full = game.judge(p, Place("p1", "ana")).needs["zone"]
    assert isinstance(full, Options)
    assert "bike" not in full.values
    assert game.judge(p.without("cy"), Place("p1", "ana", "bike")).after is not None
    need = game.judge(p.put("ana", zone=OFF), Place("p1")).needs["figure"]
    assert isinstance(need, Options)
    assert "ana" not in need.values


@pytest.mark.parametrize("carried", [("flashlight",), ("flashlight", "night_vision")])
def test_5_6_a_flashlight_and_goggles_add_up(carried: tuple[str, ...]) -> None:
    p = replace(deeds.table(items=tuple(map(Item, carried))), counts={"night": 1})
    score = sight_score(p, "ana", observing=True, token=False, in_cover=False)
    assert score.dice == f"{2 + len(carried)}d6"


def test_12_whoever_finds_a_way_out_is_out_of_a_grab_too() -> None:
    p = menace("ana", buildings={"house": Building(state="intact", entered=True)})
    p = p.put("ana", zone="house", grabbed_by=("shuffler_1",)).add("shuffler", zone="house")[0]
    after, _ = does(doing(p, "happens", who="way_out"), near={"ana": True})
    assert (after.figures["ana"].zone, after.figures["ana"].grabbed_by) == ("street", ())


def test_8_2_a_dog_that_flees_lets_go() -> None:
    p = group(menace("ana"), "feral_dog", 2, statuses=(Status("hit_near", 3),))
    p = p.put("ana", grabbed_by=("feral_dog_1",))
    after, story = does(doing(p, "dogs", "done"), quick=(3, 3, 3))
    assert "flees" in story
    assert not after.figures["ana"].grabbed_by


def test_8_2_a_stranger_who_is_grabbed_strikes_where_he_stands() -> None:
    p = group(menace("ana"), "independent", 2, attitude="hostile").add("shuffler")[0]
    p = remember(p.put("independent_1", grabbed_by=("shuffler_1",)), "inches", "independent_1", "ana", 5)
    after, _ = does(doing(p, "independents", "done"), nearest="ana", second="nobody")
    assert [(task.who, task.other) for task in after.tasks if task.kind == "strike"] == [
        ("independent_1", "shuffler_1"), ("independent_2", "ana"),
    ]  # fmt: skip
    assert known(after, "inches", "independent_1", "ana") == 5


def test_7_3_a_driver_who_is_grabbed_does_not_drive() -> None:
    p = _driving(z1=Figure("ankle_biter", zone="car")).put("ana", grabbed_by=("z1",))
    assert deeds.refused(p, Drive("p1", "ana", fast=True))[0] == "8.2"


def test_12_a_misfire_jams_no_gun_of_whoever_only_threw_a_grenade() -> None:
    p = fights.game(items=(Item("fragmentation_grenade"), Item("pistol", loaded=6)))
    thrown = Throw("p1", "ana", "fragmentation_grenade", target="z1", inches=3, in_cover=False, hit=(6,))
    after = fights.after(p, replace(thrown, near={"ana": "farther"}, damage={"z1": 6}))
    after = replace(after, phase="game", turn=2)
    assert "nobody fired" in does(doing(after, "happens", who="misfire"))[1]
    assert "no shot" in does(doing(after, "happens", who="shots"))[1]
    assert "at the edge nearest to ana" in does(doing(after, "happens", who="heard"))[1]
    assert "Nothing happens" in does(doing(after, "happens", who="quiet"))[1]


def test_5_5_a_shell_at_a_lock_is_a_shot() -> None:
    house = {"house": Building(state="intact", entered=True)}
    p = deeds.table(buildings=house, items=(Item("pump_gun", loaded=2),))
    act = Enter("p1", "ana", with_shell=True, place="house", way="a door or window", enter=(6,))
    assert deeds.after(p, act).counts["shots 3"] == 1


@pytest.mark.parametrize("now", [Figure("corpse"), Figure("independent", attitude="hostile")])
def test_5_3_the_dead_and_the_hostile_sell_nothing(now: Figure) -> None:
    goods = (Item("tarp"),)
    p = deeds.table(
        supplies=9, statuses=(Status("barters man", 3),), others={"man": replace(now, items=goods)}
    )
    assert deeds.refused(p, Buy("p1", "ana", "tarp"))[0] == "5.3"
    friendly = p.put("man", Figure("independent", attitude="friendly", items=goods))
    assert deeds.after(friendly, Buy("p1", "ana", "tarp")).figures["ana"].carries("tarp")


MISMADE = [
    (Item("rifle", holds=99, loaded=50), "Ana: rifle: it does not hold 99 rounds."),
    (Item("pistol", holds=20), "Ana: pistol: it does not hold 20 rounds."),
    (Item("pistol", loaded=3, ammo="shot"), "Ana: pistol: no “shot” goes into it."),
    (Item("pistol", fitted=("scope",)), "Ana: pistol: no “scope” goes onto it."),
    (Item("pistol", grenade="smoke_40mm"), "Ana: pistol: no “smoke_40mm” goes into it."),
    (Item("first_aid_kit", loaded=9), "Ana: first aid kit: 0 to 3 uses are in it, not 9."),
    (Item("rope", loaded=1), "Ana: rope: nothing is in it, not 1."),
    (Item("pistol", 2, 25), "Ana: pistol: 0 to 24 rounds are in it, not 25."),
]


@pytest.mark.parametrize(("thing", "says"), MISMADE)
def test_1_1_nobody_brings_a_thing_that_cannot_be(thing: Item, says: str) -> None:
    assert faults([Character("Ana", items=(thing,))], earlier=True) == [says]


def test_1_1c_whatever_a_game_leaves_may_be_brought() -> None:
    kept = (
        Item("pistol", 2, 24, fitted=("silencer", "laser_aim")), Item("rifle", loaded=20, holds=20),
        Item("rifle_magazine", loaded=20), Item("first_aid_kit", 2, 6), Item("chainsaw", loaded=1, on=True),
        Item("silencer", fitted=("pistol",)), Item("pump_gun", loaded=3, ammo="slugs", fitted=("sawn_off",)),
        Item("rifle_with_launcher", loaded=30, grenade="smoke_40mm"), Item("battery"),
        Item("grenade_launcher", loaded=6, ammo="smoke_40mm"), Item("night_vision", jammed=True),
    )  # fmt: skip
    assert not faults([Character("Ana", items=kept)], earlier=True)


def test_1_1f_supplies_that_somebody_brings_cost_a_point_each() -> None:
    assert total(Character("Ana", supplies=7)) == 27


@pytest.mark.parametrize("name", ["Corpse 1", "Shop floor 2"])
def test_1_0b_a_name_of_what_the_referee_makes_is_taken(name: str) -> None:
    assert faults([Character(name)]) == [f"“{name}” is what the referee calls something else."]


def test_11_2_a_refusal_on_a_bicycle_reads_well() -> None:
    from_it = deeds.refused(deeds.table(items=(BIKE,), others=deeds.friend()), Exchange("p1", "ana"))
    assert from_it == ("11.2", "Ana is on a bicycle: no exchange before getting off.")


@pytest.mark.parametrize("kind", ["panic_test", "find", "infection", "arms_control", "rivals"])
def test_1_7_what_was_to_be_done_with_somebody_who_is_removed_is_dropped(kind: str) -> None:
    p = deeds.table(traits=("rivals",), others={"bo": Figure("survivor", "p2", traits=("rivals",))})
    p = p.push(Task(kind, "" if kind == "rivals" else "ana"), Task("over"))
    after = game.judge(p, Correct("ana", "removed", "yes")).after
    assert after is not None
    assert kinds(after) == ["over"]


def test_1_7_whoever_stands_up_by_agreement_stays_what_else_he_is() -> None:
    states = tuple(map(Status, ("canadian", "searched house 0", "prone", "unconscious")))
    p = deeds.table(statuses=states, grabbed_by=("z1",), wounds=3, non_lethal=3)
    after = game.judge(p, Correct("ana", "free", "yes")).after
    assert after is not None
    assert [one.name for one in after.figures["ana"].statuses] == ["canadian", "searched house 0"]
    fewer = game.judge(after, Correct("ana", "wounds", "1")).after
    assert fewer is not None
    assert fewer.figures["ana"].non_lethal == 1
    need = game.judge(fewer, Correct("ana")).needs["what"]
    assert isinstance(need, Options)
    assert "free" not in need.values


def test_1_5_a_dog_leaves_the_table_with_whoever_it_follows() -> None:
    dogs = {"rex": Figure("feral_dog", "p1", group="ana", attitude="friendly"), "wild": Figure("feral_dog")}
    after = deeds.after(deeds.table(others=dogs), Move("p1", "ana", leaving=True))
    assert (after.figures["rex"].zone, after.figures["wild"].zone) == (OFF, "street")


def test_8_7_whoever_has_left_the_table_alive_has_lost_nobody() -> None:
    p = menace("ana", "bo").put("cy", Figure("survivor", "p1"))
    gone = p.put("bo", zone=OFF)
    assert bosses.without_figures(gone) == ()
    assert bosses.without_figures(p.put("bo", kind="corpse")) == ("p2",)
    boss = gone.without("bo").add("boss", seat="p2")[0]
    assert bosses.without_figures(boss) == ()
