"""Zombies at a building with survivors (9.1): each row of table 7.2, and who loses track."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.position import Building, Kind, Position
from tests.rules.zombies_surviving.menaces import does, doing, game, group, kinds, limits, needs, options


def besieged(state: Any, kind: Kind = "shuffler", breaches: int = 0, count: int = 1) -> Position:
    p = game("ana", buildings={"shop": Building("the shop", state, breaches=breaches)})
    p = p.put("ana", zone="shop")
    return doing(group(p, kind, count), "zombies", "done")


PAIR = {"pair": "shuffler_1 ana"}


@pytest.mark.parametrize("state", ["ransacked", "ruin"])
def test_9_1_in_a_ransacked_building_survivors_are_in_sight_as_anywhere(state: str) -> None:
    assert needs(besieged(state), **PAIR) == {"quick": 1}


@pytest.mark.parametrize(("state", "far"), [("intact", 6), ("barricaded", 4)])
def test_9_1_from_farther_they_lose_track(state: str, far: int) -> None:
    p = besieged(state)
    assert limits(p, **PAIR) == (1, far)
    assert limits(besieged(state, breaches=1), **PAIR) == (2, far)
    lost, story = does(p, **PAIR, inches=far + 1)
    assert "loses track" in story
    assert needs(lost) == {"direction": 1}, "it sees nobody, and nobody is asked again"
    assert needs(p, **PAIR, inches=far) == {"siege": ("shuffler_1",)}


def test_9_1_ankle_biters_always_lose_track() -> None:
    p = besieged("intact", "ankle_biter")
    p, story = does(p, pair="ankle_biter_1 ana", inches=1)
    assert "loses track" in story
    assert needs(p) == {"direction": 1}


ROWS = [
    # state, breaches, inches, die, forced; zone afterwards, breaches, words
    ("intact", 0, 5, 1, None, "street", 0, "goes to the nearest opening"),
    ("intact", 0, 1, 1, None, "shop", 1, "forces a way in"),
    ("intact", 1, 2, 1, None, "shop", 1, "comes in by a breach"),
    ("intact", 1, 2, 2, None, "shop", 1, "comes in by a breach"),
    ("intact", 1, 5, 2, None, "street", 1, "goes to the nearest opening"),
    ("intact", 0, 1, 2, None, "street", 0, "goes to the nearest opening"),
    ("intact", 1, 1, 3, None, "street", 1, "stays"),
    ("intact", 1, 1, 4, None, "street", 1, "stays"),
    ("intact", 1, 1, 5, None, "street", 1, "wanders off, 7 inches from it"),
    ("intact", 1, 1, 6, None, "street", 1, "wanders off, 7 inches from it"),
    ("barricaded", 0, 3, 1, None, "street", 0, "goes to the nearest opening"),
    ("barricaded", 0, 1, 1, 5, "street", 0, "goes to the nearest opening"),
    ("barricaded", 0, 1, 1, 6, "shop", 1, "forces a way in"),
    ("barricaded", 1, 2, 1, None, "shop", 1, "comes in by a breach"),
    ("barricaded", 1, 2, 2, None, "street", 1, "stays"),
    ("barricaded", 0, 1, 3, None, "street", 0, "stays"),
    ("barricaded", 0, 1, 4, None, "street", 0, "wanders off, 5 inches from it"),
    ("barricaded", 0, 1, 6, None, "street", 0, "wanders off, 5 inches from it"),
]


@pytest.mark.parametrize(("state", "breaches", "far", "die", "forced", "zone", "then", "words"), ROWS)
def test_7_2_each_row(
    state: str, breaches: int, far: int, die: int, forced: int | None, zone: str, then: int, words: str
) -> None:
    given: dict[str, Any] = {"at_breach": True} if forced is None else {"forced": {"shuffler_1": forced}}
    p, story = does(
        besieged(state, breaches=breaches), **PAIR, inches=far, siege={"shuffler_1": die}, **given
    )
    assert p.figures["shuffler_1"].zone == zone
    assert p.buildings["shop"].breaches == then
    assert words in story
    assert ("lost in print" in story) == (die <= 2)
    assert kinds(p) == ["done"]


def test_7_2_what_forces_a_barricade_comes_from_the_row_that_the_print_has_lost() -> None:
    row = {"roll": "1 or less", "cells": {"Intact": "To it, or in", "Barricaded": "In on 4"}}
    owned = [{"name": "7.2", "rows": [{**row, "value": ["in", "in 4"]}]}]
    charts = {"charts": json.dumps(owned)}
    values: dict[str, Any] = {**PAIR, "inches": 1, "siege": {"shuffler_1": 1}}
    for die, zone in ((3, "street"), (4, "shop")):
        p, _ = does(replace(besieged("barricaded"), options=charts), **values, forced={"shuffler_1": die})
        assert p.figures["shuffler_1"].zone == zone


def test_7_2_a_boss_rolls_with_1_less() -> None:
    p = besieged("intact", "boss", breaches=1)
    p, _ = does(p, pair="boss_1 ana", inches=2, siege={"boss_1": 3}, at_breach=True)
    assert p.figures["boss_1"].zone == "shop"


def test_9_1_whether_it_is_a_breach_is_asked_where_it_decides_who_gets_in() -> None:
    p, at = besieged("barricaded", breaches=1), {**PAIR, "inches": 1}
    assert set(needs(p, **at, siege={"shuffler_1": 1})) == {"at_breach"}
    assert "stays" in does(p, **at, siege={"shuffler_1": 2})[1]
    door: dict[str, Any] = {**at, "siege": {"shuffler_1": 1}, "at_breach": False}
    assert needs(p, **door) == {"forced": ("shuffler_1",)}
    after, story = does(p, **door, forced={"shuffler_1": 6})
    assert (after.figures["shuffler_1"].zone, after.buildings["shop"].breaches) == ("shop", 2)
    assert "forces a way in" in story
    assert does(p, **door, forced={"shuffler_1": 5})[0].figures["shuffler_1"].zone == "street"
    p = besieged("intact", breaches=1)
    assert set(needs(p, **at, siege={"shuffler_1": 2})) == {"at_breach"}
    after, _ = does(p, **at, siege={"shuffler_1": 2}, at_breach=False)
    assert after.figures["shuffler_1"].zone == "street"
    assert does(p, **at, siege={"shuffler_1": 1})[0].figures["shuffler_1"].zone == "shop", "by either"


def test_9_1_at_an_opening_since_last_turn_nobody_is_asked_how_far() -> None:
    p, _ = does(besieged("intact"), **PAIR, inches=5, siege={"shuffler_1": 1})
    p = doing(p.pop().put("shuffler_1", statuses=()), "zombies", "done")
    assert needs(p, **PAIR) == {"siege": ("shuffler_1",)}
    p, story = does(p, **PAIR, siege={"shuffler_1": 1})
    assert "forces a way in" in story


def test_9_1_ankle_biters_of_a_group_leave_it_and_go_on_by_themselves() -> None:
    p = besieged("intact").pop().pop()
    p, names = p.add("ankle_biter")
    p = p.put("shuffler_1", group="A").put(names[0], group="A")
    p = doing(p, "zombies", "done")
    p, story = does(p, pair="A ana", inches=5, siege={"shuffler_1": 3})
    assert story.endswith("Shuffler 1 stays. Ankle-biter 1 loses track.")
    assert needs(p) == {"direction": 1}


def test_9_1_who_is_inside_already_fights_as_anywhere() -> None:
    p = besieged("intact").put("shuffler_1", zone="shop")
    assert needs(p, **PAIR) == {"quick": 1}


def test_9_1_others_in_a_closed_building_cannot_be_reached_instead() -> None:
    p = game("ana", "ben", buildings={"shop": Building("the shop", "intact")}).put("ben", zone="shop")
    p = doing(group(p, "shuffler", 2), "zombies", "done")
    assert "A ben" in options(p, "pair")
    p, _ = does(p, pair="A ana", quick=(6, 6), inches=3)
    assert kinds(p) == ["done"]


def test_9_1_who_goes_at_somebody_outside_leaves_the_building() -> None:
    p = besieged("intact").put("shuffler_1", zone="shop").put("ana", zone="street")
    p, _ = does(p, **PAIR, quick=(1,), inches=9)
    assert p.figures["shuffler_1"].zone == "street"


def test_9_1_from_outside_zombies_get_to_the_ground_floor_first() -> None:
    p = besieged("intact")
    upstairs = {**p.buildings, "shop_floor_2": Building("the shop", "intact", floors=0, entered=True)}
    p = replace(p.put("ana", zone="shop_floor_2"), buildings=upstairs)
    after, story = does(p, **PAIR, inches=1, siege={"shuffler_1": 1})
    assert "forces a way in" in story
    assert after.figures["shuffler_1"].zone == "shop"
    assert (after.buildings["shop"].breaches, after.buildings["shop_floor_2"].breaches) == (1, 0)
    lost, _ = does(p, **PAIR, inches=7)
    assert needs(lost) == {"direction": 1}, "it sees nobody, and nobody is asked again"
    inside = doing(p.put("shuffler_1", zone="shop"), "zombies", "done")
    after, _ = does(inside, **PAIR, inches=1, siege={"shuffler_1": 1})
    assert after.figures["shuffler_1"].zone == "shop_floor_2"
