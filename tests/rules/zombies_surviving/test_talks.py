"""Negotiation, barter, dogs (5.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.fields import declared_fields
from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.position import Attitude, Figure, Item, Position, Status, Task
from rules.zombies_surviving.survival.finds import Find, price
from rules.zombies_surviving.survival.talks import (
    Barter,
    Befriend,
    Buy,
    DogAttack,
    Negotiate,
    Sell,
    for_sale,
    negotiation_score,
    offered,
)
from tests.rules.zombies_surviving.deeds import after, again, friend, needs, refused, ruled, story, table


def meeting(attitude: Attitude = "wary", *, others: dict[str, Figure] | None = None, **ana: Any) -> Position:
    party = {f"i{n}": Figure("independent", attitude=attitude, group="party_1") for n in (1, 2)}
    return table(others={**party, **(others or {})}, **ana)


TALK = Negotiate("p1", "ana", party="party_1", inches=6)


@pytest.mark.parametrize(
    ("attitude", "die", "becomes"),
    [
        ("hostile", 2, "hostile"),
        ("hostile", 5, "hostile"),
        ("hostile", 6, "hostile"),
        ("fearful", 6, "wary"),
        ("wary", 1, "fearful"),
        ("wary", 2, "fearful"),
        ("wary", 3, "wary"),
        ("wary", 4, "wary"),
        ("wary", 5, "friendly"),
        ("friendly", 2, "friendly"),
        ("friendly", 1, "wary"),
    ],
)
def test_5_3_each_row_of_the_table(attitude: Attitude, die: int, becomes: Attitude) -> None:
    p = after(meeting(attitude), replace(TALK, negotiate=(die,)))
    assert {p.figures[name].attitude for name in ("i1", "i2")} == {becomes}
    assert p.figures["ana"].spent == 2


def test_5_3_friends_join_as_allies() -> None:
    p = after(meeting("friendly"), replace(TALK, negotiate=(4,)))
    assert p.of_seat("p1") == ("ana", "i1", "i2")


def test_5_3_after_a_0_they_talk_no_more() -> None:
    p = after(meeting("hostile"), replace(TALK, negotiate=(1,)))
    assert refused(again(p), Negotiate("p1", "ana"))[0] == "5.3"
    p = meeting("wary", traits=("abrasive",))
    low = ruled(p, replace(TALK, negotiate=(1,)))
    assert low.after is not None
    assert low.after.figures["i1"].attitude == "hostile"
    assert "talk no more" in low.story


@pytest.mark.parametrize(
    ("attitude", "traits", "near", "added"),
    [
        ("hostile", (), None, -2),
        ("fearful", (), None, -1),
        ("wary", (), None, 0),
        ("friendly", (), None, 1),
        ("wary", ("charismatic",), None, 1),
        ("wary", ("abrasive",), None, -1),
        ("wary", (), {"bo": True}, 1),
        ("wary", (), {"bo": False}, 0),
    ],
)
def test_5_3_what_changes_the_die(attitude: Attitude, traits: Any, near: Any, added: int) -> None:
    p = meeting(attitude, traits=traits, others=dict(friend(traits=("charismatic",))))
    assert set(needs(p, TALK)) == {"charm"}
    assert sum(one.value for one in negotiation_score(p, replace(TALK, charm=near)).parts) == added


def test_5_3_from_farther_than_6_inches_it_is_a_shout_and_beyond_12_it_is_none() -> None:
    assert after(meeting(), replace(TALK, negotiate=(3,))).noises == ()
    assert len(after(meeting(), replace(TALK, inches=6.5, negotiate=(3,))).noises) == 1
    case, reason = refused(meeting(), replace(TALK, inches=12.5))
    assert (case, reason) == ("5.3", "At 12.5 inches, as measured, that is too far away; 12 is the most.")


def test_5_3_those_whom_nobody_knows_are_rolled_for_first() -> None:
    ruling = ruled(meeting(""), Negotiate("p1", "ana", party="party_1"))
    assert ruling.after is not None
    assert ruling.after.tasks == (Task("attitude", "party_1"),)
    assert ruling.after.figures["ana"].spent == 0


def test_10_0_a_leader_may_roll_once_more_and_takes_the_second_die() -> None:
    p = meeting(traits=("leader",))
    act = replace(TALK, negotiate=(1,))
    assert set(needs(p, act)) == {"again"}
    assert after(p, replace(act, again=True, reroll=(5,))).figures["i1"].attitude == "friendly"
    assert after(p, replace(act, again=False)).figures["i1"].attitude == "fearful"
    doubted = meeting(traits=("leader",), others=dict(friend(traits=("argumentative",))))
    assert set(needs(doubted, act)) == {"argued"}
    assert set(needs(doubted, replace(act, argued=False))) == {"again"}
    assert after(doubted, replace(act, argued=True)).figures["i1"].attitude == "fearful"


def test_10_0_a_leader_may_roll_once_more_for_a_dog() -> None:
    p = table(others=DOG, traits=("leader",))
    assert set(needs(p, replace(TAME, negotiate=(5,)))) == {"again"}
    assert after(p, replace(TAME, negotiate=(5,), again=True, reroll=(6,))).figures["dog"].seat == "p1"
    assert after(p, replace(TAME, negotiate=(6,), again=False)).figures["dog"].seat == "p1"


def test_5_3_the_six_inches_of_a_trait_are_from_those_who_are_talked_to() -> None:
    p = meeting(traits=("charismatic",))
    assert after(p, replace(TALK, inches=6, negotiate=(4,))).figures["i1"].attitude == "friendly"
    assert after(p, replace(TALK, inches=6.5, negotiate=(4,))).figures["i1"].attitude == "wary"
    dog = table(others=DOG, traits=("charismatic",))
    assert after(dog, replace(TAME, inches=7, negotiate=(5,))).figures["dog"].seat == ""


def test_5_3_from_how_far_a_dog_is_spoken_to_is_asked_with_both_limits() -> None:
    ask = needs(table(others=DOG), Befriend("p1", "ana", dog="dog"))["inches"]
    assert (ask.limits or declared_fields(Befriend)["inches"].limits) == (6, 12)
    assert len(after(table(others=DOG), replace(TAME, inches=7, negotiate=(6,))).noises) == 1


@pytest.mark.parametrize(
    ("die", "supplies", "count"), [(1, 7, 0), (3, 7, 0), (4, 0, 2), (5, 0, 2), (6, 7, 2)]
)
def test_5_3_what_is_for_sale(die: int, supplies: int, count: int) -> None:
    goods = for_sale((die, *((3, 4) if supplies else ()), 6, 3, 4, 6, 4, 4), charts())
    assert isinstance(goods, Find)
    assert (goods.supplies, len(goods.things)) == (supplies, count)
    assert ("lost in print" in goods.told) == (die in {4, 5})


def test_5_3_barter_within_3_inches_with_friends_alone() -> None:
    assert refused(meeting("wary"), Barter("p1", "ana"))[0] == "5.3"
    p = meeting("friendly")
    assert refused(p, Barter("p1", "ana", party="party_1", near=False))[0] == "5.3"
    assert needs(p, Barter("p1", "ana", party="party_1", near=True)) == {"goods": 1}


def test_5_3_things_change_hands_for_their_price() -> None:
    p = meeting("friendly", supplies=6, items=(Item("skillet"),))
    p = after(p, Barter("p1", "ana", party="party_1", near=True, goods=(6, 1, 2, 6, 3, 4, 6, 4, 4)))
    assert p.figures["i1"].supplies == 3
    everything = p.figures["ana"].supplies + p.figures["i1"].supplies
    p = after(p, Buy("p1", "ana", item="machete"))
    assert (p.figures["ana"].supplies, p.figures["ana"].carries("machete")) == (4, True)
    p = after(p, Sell("p1", "ana", item="skillet"))
    assert (p.figures["ana"].supplies, p.figures["i1"].carries("skillet")) == (6, True)
    assert p.figures["ana"].supplies + p.figures["i1"].supplies == everything
    assert p.figures["ana"].spent == 2
    poor = p.put("ana", supplies=0)
    assert refused(poor, Buy("p1", "ana", item="skillet"))[0] == "5.3"
    assert refused(replace(p, turn=4), Buy("p1", "ana"))[0] == "5.3"


DOG = {"dog": Figure("feral_dog")}
TAME = Befriend("p1", "ana", dog="dog", inches=3)


@pytest.mark.parametrize(
    ("traits", "die", "follows"), [((), 5, False), ((), 6, True), (("charismatic",), 5, True)]
)
def test_5_3_a_dog_follows_on_6(traits: tuple[str, ...], die: int, follows: bool) -> None:
    p = after(table(others=DOG, traits=traits), replace(TAME, negotiate=(die,)))
    dog = p.figures["dog"]
    assert (dog.seat, dog.group) == (("p1", "ana") if follows else ("", ""))


def test_12_0_a_friendly_dog_joins_without_a_roll() -> None:
    p = table(others={"dog": Figure("feral_dog", group="ana", statuses=(Status("friendly", 3),))})
    assert after(p, TAME).figures["dog"].seat == "p1"
    assert refused(table(), Befriend("p1", "ana"))[0] == "5.3"
    assert refused(table(others=DOG), replace(TAME, inches=13))[0] == "5.3"


def test_5_3_a_dog_attacks_once_a_turn_what_is_within_an_inch() -> None:
    tame = Figure("feral_dog", "p1", group="ana", attitude="friendly")
    p = table(others={"dog": tame, "z1": Figure("ankle_biter"), **friend()})
    act = DogAttack("p1", "ana", target="z1", near=True)
    assert needs(p, replace(act, hit=(4,))) == {"damage": 1}
    bitten = after(p, replace(act, hit=(4,), damage=(3,)))
    assert "z1" not in bitten.figures
    assert bitten.figures["ana"].spent == 0
    missed = after(p, replace(act, hit=(3,)))
    assert refused(missed, act)[0] == "5.3"
    assert needs(p, replace(act, target=None))["target"].values == ("z1",)
    assert refused(p, replace(act, near=False))[0] == "5.3"


def test_5_3_what_is_offered() -> None:
    kinds = [type(one).__name__ for one in offered(meeting("friendly", others=dict(DOG)), "ana")]
    assert kinds == ["Negotiate", "Barter", "Befriend"]
    assert "the talks go on" in story(meeting(), replace(TALK, negotiate=(4,)))


def test_r_5_3e_a_magazine_costs_what_its_rounds_cost() -> None:
    assert price(Item("pistol_magazine", loaded=12)) == 3 * 5
    assert price(Item("rifle_magazine", loaded=5, ammo="rifle_rounds_high_power")) == 18
    assert price(Item("rifle_magazine")) == 0
    p = meeting("friendly", supplies=15)
    p = p.put("i1", items=(Item("pistol_magazine", 2, loaded=24),))
    p = p.put("ana", p.figures["ana"].with_status("barters i1", 3))
    bought = after(p, Buy("p1", "ana", item="pistol_magazine")).figures
    assert (bought["ana"].supplies, bought["ana"].items) == (0, (Item("pistol_magazine", loaded=12),))
    assert bought["i1"].items == (Item("pistol_magazine", loaded=12),)
