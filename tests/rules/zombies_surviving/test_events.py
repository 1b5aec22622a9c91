"""The random events (12.0): each of the 36, what it asks and what it does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.menace.events import EVENTS
from rules.zombies_surviving.position import Building, Figure, Item, Position, Status, Vehicle
from rules.zombies_surviving.survival.economy import allowance
from tests.rules.zombies_surviving.menaces import PISTOL, does, doing, game, group, kinds, needs

BY_NUMBER = {int(row.label): str(row.value) for row in charts()["12"].entries}


def happens(number: int, position: Position, **values: Any) -> tuple[Position, str]:
    return does(doing(position, "happens", "done", who=BY_NUMBER[number]), **values)


def need(number: int, position: Position, **values: Any) -> Any:
    return needs(doing(position, "happens", "done", who=BY_NUMBER[number]), **values)


def traits(position: Position, name: str, *more: str) -> Position:
    return position.put(name, traits=more)


def state(position: Position, name: str, status: str, until: int = 0) -> Position:
    return position.put(name, position.figures[name].with_status(status, until))


def test_12_each_row_of_the_chart_has_its_event() -> None:
    assert {*BY_NUMBER.values()} == {*EVENTS}
    assert len(BY_NUMBER) == 36


@pytest.mark.parametrize("number", BY_NUMBER)
def test_12_each_event_happens_on_an_empty_table(number: int) -> None:
    p, story = happens(number, Position(phase="game", turn=2), yes=False, lot=0, near={}, die=1)
    assert story
    assert kinds(p)[-1] == "done"


def test_12_11_horror_takes_the_actions_of_one_drawn_by_lot() -> None:
    p = game("ana", "ben")
    assert need(11, p)["lot"].values == (0, 1)
    p, _ = happens(11, p, lot=1)
    assert [allowance(p, name) for name in ("ana", "ben")] == [2, 0]


def test_12_11_the_fearless_go_on_and_the_panicky_scream() -> None:
    assert "fearless" in happens(11, traits(game("ana"), "ana", "fearless"))[1]
    p, _ = happens(11, traits(game("ana"), "ana", "panicky"))
    assert p.figures["ana"].status("panicked")
    assert p.noises[0].where == "ana"


def test_12_12_a_gun_fired_last_turn_jams() -> None:
    p = state(game("ana").put("ana", items=PISTOL), "ana", "fired", 2)
    p, _ = happens(12, p)
    assert p.figures["ana"].items[0].jammed
    assert "Nothing happens" in happens(12, game("ana").put("ana", items=PISTOL))[1]


def test_12_12_of_several_guns_the_one_is_asked_and_a_revolver_does_not_jam() -> None:
    p = state(game("ana").put("ana", items=(*PISTOL, Item("revolver", loaded=6))), "ana", "fired", 2)
    assert need(12, p)["which"].values == ("pistol", "revolver")
    after, story = happens(12, p, which="revolver")
    assert story == "Nothing happens: the revolver of ana cannot jam."
    assert after.figures["ana"].items == p.figures["ana"].items


def test_12_13_an_ankle_biter_before_the_foremost() -> None:
    p = game("ana", "ben")
    assert need(13, p)["foremost"].values == ("ana", "ben")
    p, _ = happens(13, p, foremost="ben")
    assert p.facts == {"inches ankle_biter_1 ben": 5, "in_sight ankle_biter_1 ben": 1}


def test_12_14_shufflers_cut_the_way_off() -> None:
    p, _ = happens(14, game("ana", "ben", "cat"), yes=True)
    assert len(p.of_kind("shuffler")) == 3
    assert not happens(14, game("ana"), yes=False)[0].of_kind("shuffler")


def test_12_15_rain_and_rain_again() -> None:
    p, _ = happens(15, game("ana"))
    assert p.events == (Status("rain"),)
    assert happens(15, replace(p, tasks=()))[0].events == ()


def test_12_16_a_sniper_in_a_building_that_nobody_knows() -> None:
    p = game("ana", buildings={"shop": Building(), "bank": Building(state="intact")})
    p, _ = happens(16, p)
    assert p.buildings["shop"].state == "barricaded"
    (name,) = p.of_kind("independent")
    assert (p.figures[name].zone, p.figures[name].attitude) == ("shop", "hostile")
    assert p.figures[name].carries("rifle")


@pytest.mark.parametrize(("unknown", "tokens"), [(3, 1), (4, 2)])
def test_12_21_a_token_in_a_corner_or_two(unknown: int, tokens: int) -> None:
    p, _ = happens(21, game("ana", buildings={f"b{n}": Building() for n in range(unknown)}))
    assert len(p.tokens) == tokens


def test_12_22_three_more_dogs() -> None:
    p, _ = happens(22, group(game("ana"), "feral_dog", 2))
    assert len(p.of_kind("feral_dog")) == 5
    assert "Nothing happens" in happens(22, game("ana"))[1]


@pytest.mark.parametrize("number", [22, 54])
def test_12_22_54_a_befriended_dog_is_no_pack(number: int) -> None:
    p = game("ana").add("feral_dog", attitude="friendly")[0]
    after, story = happens(number, p)
    assert story == "Nothing happens: there is none."
    assert after.of_kind("feral_dog") == ("feral_dog_1",)


def test_12_23_a_shuffler_with_those_inside() -> None:
    p = game("ana", buildings={"shop": Building(state="intact")})
    assert "Nothing happens" in happens(23, p)[1]
    p, _ = happens(23, p.put("ana", zone="shop"))
    assert p.figures["shuffler_1"].zone == "shop"


def test_12_24_and_61_last_for_the_turn() -> None:
    for number, name in ((24, "no_run_in_armour"), (61, "fit")):
        assert happens(number, game("ana"))[0].events == (Status(name, 2),)


def test_12_25_an_ankle_biter_beside_the_nearest_car() -> None:
    p = game("ana", vehicles={"red": Vehicle("car"), "blue": Vehicle("car"), "bus": Vehicle("bus")})
    assert need(25, p)["which"].values == ("red", "blue")
    assert happens(25, p, which="red")[0].of_kind("ankle_biter")


def test_12_26_a_moan_and_the_panicky_without_a_leader_panic() -> None:
    p = traits(traits(game("ana", "ben"), "ana", "panicky"), "ben", "leader")
    assert need(26, p)["near"].each == ("ana",)
    calm, _ = happens(26, p, near={"ana": True}, lot=0)
    assert not calm.figures["ana"].status("panicked")
    scared, _ = happens(26, p, near={"ana": False}, lot=3)
    assert scared.figures["ana"].status("panicked")
    assert len(scared.tokens) == 1


@pytest.mark.parametrize("number", [31, 42])
def test_12_31_42_the_same_text_twice(number: int) -> None:
    assert "Nothing happens" in happens(number, game("ana"))[1]
    p, _ = happens(number, state(game("ana"), "ana", "fired", 2))
    assert p.tokens == {"token_1": "the edge nearest to ana"}


@pytest.mark.parametrize(("number", "tokens"), [(31, 1), (42, 1), (62, 0)])
def test_12_31_42_62_only_what_players_fire_counts(number: int, tokens: int) -> None:
    p = game("ana", tokens={"token_1": "north"}, made={"token": 1}).add("independent")[0]
    p, _ = happens(number, state(p, "independent_1", "fired", 2))
    assert len(p.tokens) == tokens


def test_12_32_automatic_fire_brings_a_token() -> None:
    assert "Nothing happens" in happens(32, state(game("ana"), "ana", "fired", 2))[1]
    p = state(game("ana"), "ana", "automatic", 2)
    assert happens(32, p)[0].tokens == {"token_1": "in the middle of the edge farthest from a survivor"}
    p = replace(p, tokens={"token_7": "north"}, made={"token": 7})
    p, story = happens(32, p)
    assert "behind the token" in p.tokens["token_8"]
    assert story.startswith("Token 8 lies 2 inches behind")


@pytest.mark.parametrize(("shots", "tokens"), [(3, 1), (4, 2)])
def test_12_33_many_shots_bring_two(shots: int, tokens: int) -> None:
    p = state(game("ana", counts={"shots 1": shots}), "ana", "fired", 2)
    assert len(happens(33, p)[0].tokens) == tokens


@pytest.mark.parametrize(("trait", "wounds"), [("", 1), ("nimble", 0), ("sensible", 0), ("brawler", 1)])
def test_12_34_a_booby_trap_spares_the_nimble_and_the_sensible(trait: str, wounds: int) -> None:
    p, _ = happens(34, traits(game("ana"), "ana", *([trait] if trait else [])))
    assert p.figures["ana"].wounds == wounds


def test_12_34_nobody_is_nimble_in_heavy_clothes() -> None:
    p = traits(game("ana"), "ana", "nimble").put("ana", items=(Item("heavy_clothes"),), traits=("nimble",))
    assert happens(34, p)[0].figures["ana"].wounds == 1


def test_12_35_one_action_but_for_the_fearless() -> None:
    p, _ = happens(35, traits(game("ana", "ben"), "ben", "fearless"))
    assert [allowance(p, name) for name in ("ana", "ben")] == [1, 2]


def test_12_36_leaders_near_each_other_lose_an_action() -> None:
    p = traits(traits(game("ana", "ben", "cat"), "ana", "leader"), "ben", "leader")
    p, _ = happens(36, p, yes=True)
    assert [allowance(p, name) for name in ("ana", "ben", "cat")] == [1, 1, 2]
    assert "Nothing happens" in happens(36, traits(game("ana"), "ana", "leader"))[1]


def test_12_41_a_token_behind_the_farthest_building() -> None:
    assert happens(41, game("ana", buildings={"shop": Building()}))[0].tokens
    assert not happens(41, game("ana"))[0].tokens


def test_12_43_the_abrasive_and_those_near_them_lose_an_action() -> None:
    p = traits(game("ana", "ben", "cat"), "ana", "abrasive")
    assert need(43, p)["near"].each == ("ben", "cat")
    p, _ = happens(43, p, near={"ben": True, "cat": False})
    assert [allowance(p, name) for name in ("ana", "ben", "cat")] == [1, 1, 2]


def test_12_44_and_45_end_hiding_and_panic() -> None:
    for number, status in ((44, "hidden"), (45, "panicked")):
        p, _ = happens(number, state(game("ana"), "ana", status))
        assert not p.figures["ana"].status(status)


def test_12_46_the_sensible_have_one_more() -> None:
    p, _ = happens(46, traits(game("ana", "ben"), "ana", "sensible"))
    assert p.figures["ana"].used == ("sense_gained",)
    assert p.figures["ben"].used == ()


def test_12_51_a_skillet_for_those_in_a_house() -> None:
    p = game("ana", "ben", buildings={"shop": Building()}).put("ana", zone="shop")
    p, _ = happens(51, p)
    assert p.figures["ana"].carries("skillet")
    assert not p.figures["ben"].carries("skillet")


def test_12_52_no_corpse_rises_any_more() -> None:
    p, _ = happens(52, game("ana").put("ben", Figure("corpse", died_on=1)))
    assert kinds(doing(replace(p, tasks=()), "reanimation", "done")) == ["done"]


def test_12_53_supplies_for_the_foremost() -> None:
    assert happens(53, game("ana"), die=4)[0].figures["ana"].supplies == 4


@pytest.mark.parametrize(("die", "found"), [(4, 3), (1, 0)])
def test_12_53_the_dishonest_find_one_less(die: int, found: int) -> None:
    p, story = happens(53, traits(game("ana"), "ana", "dishonest"), die=die)
    assert p.figures["ana"].supplies == found
    assert story == f"Ana finds {found} supplies."


def test_12_54_a_pack_leaves() -> None:
    p = group(group(game("ana"), "feral_dog", 2), "feral_dog", 3)
    assert need(54, p)["lot"].values == (0, 1)
    assert len(happens(54, p, lot=1)[0].of_kind("feral_dog")) == 2


def test_12_55_a_way_out() -> None:
    p = game("ana", "ben", buildings={"shop": Building()}).put("ana", zone="shop")
    assert need(55, p)["near"].each == ("ana",)
    assert happens(55, p, near={"ana": True})[0].figures["ana"].zone == "street"


def test_12_56_partners_fight_better() -> None:
    p, _ = happens(56, game("ana", "ben", "cat"), near={"ana": True, "ben": True, "cat": False})
    assert [p.figures[name].status("partner") for name in ("ana", "ben", "cat")] == [True, True, False]


def test_12_62_quiet_players_are_rid_of_a_token() -> None:
    p = game("ana", tokens={"token_1": "north"})
    assert happens(62, p)[0].tokens == {}
    assert happens(62, state(p, "ana", "fired", 2))[0].tokens == p.tokens


def test_12_63_a_find_is_rolled_for() -> None:
    p, _ = happens(63, game("ana"))
    assert (p.tasks[0].kind, p.tasks[0].who) == ("find", "ana")


def test_12_64_a_friendly_dog_is_no_pack() -> None:
    p, _ = happens(64, game("ana"))
    assert p.figures["feral_dog_1"].attitude == "friendly"
    assert kinds(doing(replace(p, tasks=()), "dogs", "done")) == ["done"]


def test_12_65_a_clue() -> None:
    p, _ = happens(65, game("ana"))
    assert p.counts["clues"] == 1


def test_12_66_one_more_action_for_all() -> None:
    p, _ = happens(66, game("ana", "ben"))
    assert [allowance(p, name) for name in ("ana", "ben")] == [3, 3]
