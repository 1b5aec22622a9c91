"""First aid, panic, rally, shouts, groans, quarrels (5.8, 5.15 to 5.17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.ruling import Ask
from rules.zombies_surviving.position import Building, Figure, Item, Position, Status, Task
from rules.zombies_surviving.survival.people import (
    FirstAid,
    Groan,
    Panic,
    PanicTest,
    Rally,
    RivalsTest,
    Shout,
    at_start,
    offered,
    used_kit,
)
from rules.zombies_surviving.survival.things import consent
from tests.rules.zombies_surviving.deeds import after, friend, needed, needs, refused, ruled, story, table

AID = FirstAid("p1", "ana", patient="bo", near=True)
PANICS = (Status("panicked"),)
ZOMBIE = {"z1": Figure("shuffler")}


@pytest.mark.parametrize(
    ("ana", "number"),
    [
        ({}, 4),
        ({"traits": ("medic",)}, 2),
        ({"items": (Item("first_aid_kit", loaded=3),)}, 3),
        ({"traits": ("medic",), "items": (Item("first_aid_kit"),)}, 1),
        ({"wounds": 2}, 5),
    ],
)
def test_5_8_what_first_aid_takes(ana: dict[str, Any], number: int) -> None:
    assert needed(table(others=friend(wounds=1), **ana), AID) == number


def test_5_8_first_aid_takes_three_inches_at_most() -> None:
    p = table(others=friend(wounds=1))
    assert needs(p, replace(AID, near=None))["near"] == Ask("Is Bo within 3 inches of Ana?")
    assert refused(p, replace(AID, near=False))[0] == "5.8"


def test_5_8_both_spend_their_turn_and_a_wound_goes_once_in_a_game() -> None:
    p = table(others=friend(wounds=2))
    healed = after(p, replace(AID, aid=(4,)))
    assert (healed.figures["bo"].wounds, healed.figures["bo"].healed) == (1, True)
    assert [one.spent for one in healed.figures.values()] == [2, 2]
    assert refused(replace(healed.put("ana", spent=0), acting=""), FirstAid("p1", "ana"))[0] == "5.8"
    failed = after(p, replace(AID, aid=(3,)))
    assert (failed.figures["bo"].wounds, failed.figures["bo"].healed) == (2, False)


def test_5_8_whoever_has_acted_gives_no_first_aid_and_gets_none() -> None:
    acted = after(table(others=friend(wounds=1)), Shout("p1", "ana"))
    assert refused(acted, AID)[0] in {"5.0", "5.8"}
    acted = after(table(others=friend(wounds=1)), Shout("p1", "bo"))
    assert refused(acted, AID)[0] in {"5.0", "5.8"}


def test_8_2_no_first_aid_for_the_grabbed_or_from_them() -> None:
    assert refused(table(grabbed_by=("z1",), others=friend(wounds=1)), AID)[0] == "8.2"
    assert refused(table(others=friend(wounds=1, grabbed_by=("z1",))), AID)[0] == "8.2"
    assert refused(table(others=friend(wounds=1)), replace(AID, near=False))[0] == "5.8"


def test_8_3_non_lethal_wounds_go_without_a_roll() -> None:
    p = table(others=friend(wounds=3, non_lethal=3, statuses=(Status("unconscious"),)))
    p = after(p, AID)
    bo = p.figures["bo"]
    assert (bo.wounds, bo.non_lethal, bo.status("unconscious"), bo.spent) == (0, 0, False, 0)


def test_11_1_a_kit_has_three_uses() -> None:
    me = Figure("survivor", items=(Item("first_aid_kit"),))
    uses = 0
    while me.carries("first_aid_kit"):
        me, uses = used_kit(me), uses + 1
    assert uses == 3
    p = table(items=(Item("first_aid_kit", loaded=1),), others=friend(wounds=1))
    assert after(p, replace(AID, aid=(1,))).figures["ana"].items == ()


def test_r_5_7c_a_patient_of_another_player_has_to_agree() -> None:
    p = table(others=friend("p2", wounds=1))
    assert consent(p, AID) == ("p2",)
    assert consent(table(others=friend(wounds=1)), AID) == ()
    assert refused(replace(p, played=("p2",)), AID)[0] == "5.0"


def test_5_15_who_panics_does_nothing_else() -> None:
    p = table(statuses=PANICS)
    case, reason = refused(p, Shout("p1", "ana"))
    assert (case, reason) == ("5.15", "Ana panics: only panicking, hiding or rallying is possible.")
    assert refused(table(), Panic("p1", "ana"))[0] == "5.15"
    assert refused(table(), Rally("p1", "ana"))[0] == "5.15"


def test_5_15_panic_screams_near_a_zombie_flees_and_may_end() -> None:
    p = table(statuses=PANICS, others=ZOMBIE)
    act = Panic("p1", "ana", zombie=True, flight=(1,), rally=(5,))
    assert "screams and flees 1 inch" in story(p, act)
    done = after(p, act)
    assert len(done.noises) == 1
    assert not done.figures["ana"].status("panicked")
    still = after(p, replace(act, zombie=False, rally=(4,)))
    assert (still.noises, still.figures["ana"].status("panicked")) == ((), True)


@pytest.mark.parametrize(("leader", "number"), [(True, 3), (False, 5)])
def test_5_15_a_leader_within_12_inches_helps_to_rally(leader: bool, number: int) -> None:
    p = table(statuses=PANICS, others=friend(traits=("leader",)))
    assert set(needs(p, Rally("p1", "ana"))) == {"leader"}
    act = Rally("p1", "ana", leader=leader)
    assert needed(p, act) == number
    assert not after(p, replace(act, rally=(number,))).figures["ana"].status("panicked")


def asked(position: Position, act: Any) -> str:
    return str(next(iter(needs(position, act).values())).text)


def test_5_15_the_panicky_are_tested_when_the_phase_begins() -> None:
    p = table(traits=("panicky",), others=ZOMBIE)
    assert at_start(p) == (Task("panic_test", "ana"),)
    assert at_start(table(traits=("panicky",))) == ()
    assert at_start(table(traits=("panicky", "fearless"), others=ZOMBIE)) == ()
    p = p.push(*at_start(p))
    near = PanicTest("ana", zombie=True)
    for die, panics in ((1, True), (2, True), (3, False), (6, False)):
        assert after(p, replace(near, die=die)).figures["ana"].status("panicked") == panics
    assert after(p, PanicTest("ana", zombie=False)).tasks == ()


def test_10_1_good_sense_keeps_from_panic_and_from_a_quarrel() -> None:
    p = table(traits=("panicky", "sensible"), others=ZOMBIE)
    near = PanicTest("ana", zombie=True, die=2)
    assert set(needs(p.push(Task("panic_test", "ana")), near)) == {"sensible"}
    calm = after(p.push(Task("panic_test", "ana")), replace(near, sensible=True)).figures["ana"]
    assert (calm.status("panicked"), calm.used) == (False, ("sensible",))
    afraid = after(p.push(Task("panic_test", "ana")), replace(near, sensible=False)).figures["ana"]
    assert (afraid.status("panicked"), afraid.used) == (True, ())
    assert after(p.push(Task("panic_test", "ana")), replace(near, die=1)).figures["ana"].status("panicked")
    p = table(traits=("rivals", "sensible"), others=friend(traits=("rivals",))).push(Task("rivals"))
    act = RivalsTest(near={"ana": True, "bo": True}, dice={"ana": 2, "bo": 2})
    assert needs(p, act)["sensible"].each == ("ana",)
    done = after(p, replace(act, sensible={"ana": True}))
    assert [any("lost_action" in s.name for s in one.statuses) for one in done.figures.values()] == [
        False,
        True,
    ]
    assert done.figures["ana"].used == ("sensible",)


def test_1_5_whoever_has_left_the_table_is_not_asked_about() -> None:
    off: dict[str, Any] = {"zone": "off the table"}
    assert at_start(table(traits=("panicky",), others=ZOMBIE, **off)) == ()
    assert at_start(table(traits=("rivals",), others=friend(traits=("rivals",), **off))) == ()
    p = table(statuses=PANICS, others=friend(traits=("leader",), **off))
    assert set(needs(p, Rally("p1", "ana"))) == {"rally"}


@pytest.mark.parametrize(("option", "inches"), [({}, 12), ({"leader_range": "6"}, 6)])
def test_r_5_15a_a_leader_prevents_panic_within_12_inches_or_6(option: dict[str, str], inches: int) -> None:
    p = table(traits=("panicky",), others={**ZOMBIE, **friend(traits=("leader",))})
    p = replace(p.push(Task("panic_test", "ana")), options=option)
    assert f"within {inches} inches" in asked(p, PanicTest("ana", zombie=True))
    assert "does not panic" in story(p, PanicTest("ana", zombie=True, leader=True))


def test_5_15_a_zombie_in_the_same_building_needs_no_question() -> None:
    inside = {"z1": Figure("shuffler", zone="house")}
    p = table(buildings={"house": Building()}, zone="house", traits=("panicky",), others=inside)
    assert needs(p.push(Task("panic_test", "ana")), PanicTest("ana")) == {"die": 1}


def test_5_17_rivals_who_are_near_may_lose_an_action() -> None:
    p = table(traits=("rivals",), others=friend(traits=("rivals",)))
    assert at_start(p) == (Task("rivals"),)
    p = p.push(Task("rivals"))
    act = RivalsTest(near={"ana": True, "bo": True})
    assert needs(p, act) == {"dice": ("ana", "bo")}
    done = after(p, replace(act, dice={"ana": 2, "bo": 3}))
    assert [any("lost_action" in s.name for s in one.statuses) for one in done.figures.values()] == [
        True,
        False,
    ]
    assert after(p, RivalsTest(near={"ana": False, "bo": False})).tasks == ()


def test_5_16_a_shout_is_a_noise_and_a_groan_may_call_a_token() -> None:
    assert [one.where for one in after(table(), Shout("p1", "ana")).noises] == ["ana"]
    p = replace(table(others={"big": Figure("boss", "p2")}), phase="menace")
    far = after(p, Groan("p2", "big", edge=False))
    assert (len(far.noises), len(far.tokens)) == (1, 0)
    for die, tokens in ((4, 0), (5, 1), (6, 1)):
        assert len(after(p, Groan("p2", "big", edge=True, groan=(die,))).tokens) == tokens
    assert [type(one) for one in offered(p, "big")] == [Groan]


def test_what_is_offered() -> None:
    p = table(traits=("heroic",), items=(Item("stimulants"),), others=friend(wounds=1))
    assert [type(one).__name__ for one in offered(p, "ana")] == ["FirstAid", "Shout", "Heroism", "Stimulate"]
    assert ruled(p, AID).legal
