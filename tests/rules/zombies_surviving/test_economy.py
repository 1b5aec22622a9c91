"""Two actions a turn, and what changes that (5.0, 5.17); who may not act."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.position import Building, Figure, Item, Status
from rules.zombies_surviving.survival import economy
from rules.zombies_surviving.survival.economy import (
    ACTS,
    EXTRA,
    LOST,
    NONE,
    ONE,
    allowance,
    begin,
    change,
    left,
)
from rules.zombies_surviving.survival.movement import Hide, Move, Run
from rules.zombies_surviving.survival.people import FirstAid, Heroism, Shout, Stimulate
from rules.zombies_surviving.survival.places.search import Search
from rules.zombies_surviving.survival.things import Get, Mount, SetAlarm
from tests.rules.zombies_surviving.deeds import after, friend, refused, story, table

HEAP = Figure("corpse", items=(Item("axe"),))
HOUSE = {"house": Building(state="intact", entered=True)}


def test_5_0_two_single_actions_or_one_double() -> None:
    p = after(after(table(), Move("p1", "ana")), Shout("p1", "ana"))
    assert left(p, "ana") == 0
    assert refused(p, Shout("p1", "ana")) == ("5.0", "Ana has no action left, and shouting takes one action.")
    once = after(table(buildings=HOUSE, zone="house"), Shout("p1", "ana"))
    case, reason = refused(once, Search("p1", "ana"))
    assert (case, reason) == ("5.0", "Ana has one action left, and searching takes two actions.")


def test_5_0_a_player_finishes_before_the_next_begins() -> None:
    p = after(table(others=friend("p2")), Shout("p1", "ana"))
    assert p.acting == "p1"
    assert refused(p, Shout("p2", "bo"))[0] == "5.0"
    done = replace(p, acting="", played=("p1",))
    assert refused(done, Shout("p1", "ana"))[0] == "5.0"
    assert after(done, Shout("p2", "bo")).acting == "p2"


def test_two_phones_act_with_one_figure_and_the_second_is_told_that_nothing_is_left() -> None:
    p = after(table(), Hide("p1", "ana", in_sight=False))
    assert refused(p, Hide("p1", "ana", in_sight=False)) == (
        "5.0", "Ana has no action left, and hiding takes two actions.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("seat", "figure", "case"), [("p2", "ana", "5.0"), ("p1", "nobody", "5.0"), ("p1", "z1", "5.0")]
)
def test_5_0_only_one_s_own_survivors_act(seat: str, figure: str, case: str) -> None:
    assert refused(table(others={"z1": Figure("shuffler")}), Shout(seat, figure))[0] == case


@pytest.mark.parametrize("act", [Move("p1", "ana"), Run("p1", "ana"), Hide("p1", "ana"), Search("p1", "ana")])
def test_8_2_a_grabbed_figure_does_none_of_these(act: Any) -> None:
    p = table(grabbed_by=("z1",), acts=("move",), others={"z1": Figure("shuffler")})
    case, reason = refused(p, act)
    assert case == "8.2"
    assert reason.startswith("Ana is grabbed: no ")


def test_8_2_what_a_grabbed_figure_may_not_do() -> None:
    assert {name for name, act in ACTS.items() if not act.held} == {
        "move", "run", "assisted_move", "hide", "enter", "exit", "search", "look_at_vehicle",
        "first_aid", "panic", "drive",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("state", "count"), [(EXTRA, 3), (LOST, 1), (ONE, 1), (NONE, 0), ("tear_gas", 1), ("stunned", 0)]
)
def test_5_17_states_change_how_many_actions_there_are(state: str, count: int) -> None:
    p = table()
    p = p.put(
        "ana", p.figures["ana"].with_status(state if state in {"tear_gas", "stunned"} else f"{state} why", 3)
    )
    assert allowance(p, "ana") == count


def test_5_17_what_is_for_another_turn_does_not_count_now() -> None:
    assert allowance(change(table(), "ana", EXTRA, "stimulants", 4), "ana") == 2
    both = change(change(table(), "ana", EXTRA, "heroic"), "ana", LOST, "rivals")
    assert allowance(both, "ana") == 2


def test_5_17_the_heroic_have_one_more_action_once_in_a_game() -> None:
    p = after(table(traits=("heroic",)), Heroism("p1", "ana"))
    assert left(p, "ana") == 3
    assert refused(p, Heroism("p1", "ana")) == ("5.17", "Ana was heroic once in this game, and no more.")
    assert refused(table(), Heroism("p1", "ana"))[0] == "5.17"


def test_5_17_stimulants_give_one_more_action_in_the_next_turn() -> None:
    p = after(table(items=(Item("stimulants", 2),)), Stimulate("p1", "ana"))
    assert left(p, "ana") == 2
    assert p.figures["ana"].item("stimulants") == Item("stimulants", 1)
    assert refused(p, Stimulate("p1", "ana"))[0] == "5.17"
    assert left(begin(replace(p, turn=4)), "ana") == 3
    assert refused(table(), Stimulate("p1", "ana")) == ("11.2", "Ana has no stimulants.")


def test_5_0_a_new_turn_brings_all_actions_back_and_ends_hiding() -> None:
    p = after(table(), Hide("p1", "ana", in_sight=False))
    assert p.figures["ana"].status("hidden")
    p = begin(replace(p, turn=4, played=("p1",)))
    assert (left(p, "ana"), p.played, p.acting) == (2, (), "")
    assert not p.figures["ana"].status("hidden")


@pytest.mark.parametrize("state", economy.HELPLESS)
def test_8_3_the_helpless_do_nothing(state: str) -> None:
    p = table(statuses=(Status(state),))
    assert refused(p, Shout("p1", "ana")) == ("8.3", f"Ana is {state} and can do nothing.")


def test_11_2_from_a_bicycle_little_can_be_done() -> None:
    p = table(items=(Item("mountain_bike", on=True),))
    assert refused(p, Shout("p1", "ana")) == ("11.2", "Ana is on a bicycle: no shouting before getting off.")
    assert after(p, Move("p1", "ana", road=True)).figures["ana"].spent == 1


def test_11_2_on_a_bicycle_nothing_is_got_and_the_bicycle_is_got_off() -> None:
    p = table(items=(Item("mountain_bike", on=True), Item("alarm_clock")), others={"heap": HEAP})
    assert refused(p, Get("p1", "ana")) == (
        "11.2", "Ana is on a bicycle: no getting something before getting off.",
    )  # fmt: skip
    assert refused(p, SetAlarm("p1", "ana", turns=1))[0] == "11.2"
    assert after(p, Mount("p1", "ana")).figures["ana"].acts == ("mount",)


def test_5_8_after_first_aid_no_hero_does_anything_else() -> None:
    p = table(traits=("heroic",), others=friend(wounds=1, traits=("heroic",)))
    p = after(p, FirstAid("p1", "ana", patient="bo", near=True, aid=(4,)))
    for name in ("ana", "bo"):
        assert refused(p, Heroism("p1", name)) == (
            "5.8", f"First aid has taken the whole turn of {name.capitalize()}.",
        )  # fmt: skip


def test_1_5_who_has_left_the_table_does_not_act() -> None:
    p = after(table(), Move("p1", "ana", leaving=True))
    assert p.counts["left p1"] == 1
    assert refused(p, Shout("p1", "ana"))[0] == "1.5"


def test_2_0_figures_act_in_their_phase() -> None:
    p = replace(table(others={"big": Figure("boss", "p1")}), phase="menace")
    assert refused(p, Move("p1", "ana"))[0] == "2.0"
    assert "up to 4 inches" in story(p, Move("p1", "big"))
    assert refused(p, Hide("p1", "big"))[0] == "5.0"
