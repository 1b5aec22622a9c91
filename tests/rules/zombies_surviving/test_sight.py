"""Spotting, observing, and what a psychic knows (5.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.ruling import Options, Pool
from rules.zombies_surviving.position import Building, Figure, Item, Position, Status, Task, known
from rules.zombies_surviving.survival.places.sight import (
    Foresee,
    NameToken,
    Observe,
    Spot,
    offered,
    sight_score,
)
from tests.rules.zombies_surviving.deeds import after, needs, refused, ruled, story, table


def dice_of(
    position: Position, *, observing: bool = False, token: bool = True, in_cover: bool = False
) -> str:
    return sight_score(position, "ana", observing=observing, token=token, in_cover=in_cover).dice


def test_5_6_a_total_of_the_distance_is_enough() -> None:
    p = table(tokens=("token_1",))
    spot = Spot("p1", "ana", target="token_1", inches=14, in_cover=False)
    assert needs(p, spot) == {"spot": 4}
    seen = ruled(p, replace(spot, spot=(4, 4, 3, 3)))
    assert seen.after is not None
    assert seen.after.tasks == (Task("turn_up", "token_1"),)
    assert "sees to 14 inches; token 1 is no farther: now it is known" in seen.story
    missed = after(p, replace(spot, spot=(4, 3, 3, 3)))
    assert missed.tasks == ()
    assert known(missed, "inches", "ana", "token_1") == 14
    assert missed.figures["ana"].spent == 1


@pytest.mark.parametrize(
    ("act", "ana", "limits"),
    [
        (Spot, {}, (14, 28)),
        (Spot, {"items": (Item("binoculars"),)}, (14, 42)),
        (Spot, {"traits": ("sensible",)}, (14, 15, 28, 30)),
        (Observe, {}, (28,)),
    ],
)
def test_5_6_the_dice_fall_first_and_their_reach_is_what_is_measured(
    act: type[Spot | Observe], ana: dict[str, Any], limits: tuple[int, ...]
) -> None:
    p = table(tokens=("token_1",), **ana)
    look = act("p1", "ana", target="token_1", in_cover=False)
    assert needs(p, look) == {"spot": 4}
    assert needs(p, replace(look, spot=(4, 4, 3, 3)))["inches"].limits == limits


@pytest.mark.parametrize(
    ("ana", "night", "more", "dice"),
    [
        ({}, 0, {}, "4d6"),
        ({}, 1, {}, "2d6"),
        ({"traits": ("keen_sighted",)}, 0, {}, "5d6"),
        ({"traits": ("near_sighted",)}, 0, {}, "3d6"),
        ({}, 0, {"in_cover": True}, "3d6"),
        ({}, 0, {"in_cover": True, "token": False}, "4d6"),
        ({"items": (Item("flashlight"),)}, 1, {}, "3d6"),
        ({"items": (Item("flashlight"),)}, 0, {}, "4d6"),
        ({"items": (Item("night_vision"),)}, 1, {}, "2d6"),
        ({"items": (Item("night_vision"),)}, 1, {"observing": True}, "3d6"),
        ({"items": (Item("night_vision", jammed=True),)}, 1, {"observing": True}, "2d6"),
        ({"traits": ("near_sighted",)}, 1, {"in_cover": True}, "0d6"),
    ],
)
def test_5_6_how_many_dice(ana: dict[str, Any], night: int, more: dict[str, Any], dice: str) -> None:
    assert dice_of(replace(table(**ana), counts={"night": night}), **more) == dice


def test_5_6_rain_takes_a_die_and_a_boss_sees_badly_by_day() -> None:
    assert dice_of(replace(table(), events=(Status("rain"),))) == "3d6"
    p = replace(table(others={"big": Figure("boss", "p1")}), phase="menace")
    assert sight_score(p, "big", observing=False, token=True, in_cover=False).dice == "3d6"


def test_5_6_wounds_and_a_gas_mask_take_off_the_total() -> None:
    p = table(wounds=2, items=(Item("gas_mask"),))
    parts = sight_score(p, "ana", observing=False, token=True, in_cover=False).parts
    assert {part.name: part.value for part in parts} == {"serious wound": -1, "gas mask": -3}


@pytest.mark.parametrize(
    ("thing", "times"), [((), 2), ((Item("binoculars"),), 3), ((Item("rifle", fitted=("scope",)),), 3)]
)
def test_5_6_observing_counts_twice_or_three_times(thing: tuple[Item, ...], times: int) -> None:
    p = table(tokens=("token_1",), items=thing)
    look = Observe("p1", "ana", target="token_1", inches=70, in_cover=False, spot=(4, 3, 2, 1))
    assert f"sees to {10 * times} inches" in story(p, look)
    assert after(p, look).figures["ana"].spent == 2


def test_10_1_good_sense_helps_to_spot_where_1_more_would_do() -> None:
    p = table(tokens=("token_1",), traits=("sensible",))
    spot = Spot("p1", "ana", target="token_1", inches=14, in_cover=False, spot=(4, 3, 3, 3))
    assert needs(p, spot) == {"sensible": Options((True, False))}
    seen = after(p, replace(spot, sensible=True))
    assert seen.tasks == (Task("turn_up", "token_1"),)
    assert seen.figures["ana"].used == ("sensible",)
    missed = after(p, replace(spot, sensible=False))
    assert (missed.tasks, missed.figures["ana"].used) == ((), ())
    assert after(p, replace(spot, inches=15)).tasks == ()
    look = Observe("p1", "ana", target="token_1", inches=28, in_cover=False, spot=(4, 3, 3, 3))
    assert set(needs(p, look)) == {"sensible"}
    on = Observe("p1", "ana", on=True, sensible=True)
    far = after(p, replace(spot, inches=27.5))
    assert after(far, on).figures["ana"].used == ("sensible",)


def test_5_6_a_spot_in_vain_may_go_on_with_its_dice() -> None:
    p = table(tokens=("token_1", "token_2"))
    assert refused(p, Observe("p1", "ana", on=True))[0] == "5.6"
    p = after(p, Spot("p1", "ana", target="token_1", inches=20, in_cover=False, spot=(4, 3, 2, 1)))
    assert Observe("p1", "ana", on=True) in list(offered(p, "ana"))
    seen = after(p, Observe("p1", "ana", on=True))
    assert seen.tasks == (Task("turn_up", "token_1"),)
    assert seen.figures["ana"].spent == 2


def test_9_0_a_building_that_is_seen_gets_its_state() -> None:
    p = table(buildings={"shop": Building(), "ruin": Building(state="ruin")})
    look = Spot("p1", "ana", target="shop", inches=10, spot=(4, 4, 4, 4))
    assert needs(p, look) == {"state": 1}
    for die, state in ((1, "ransacked"), (3, "ransacked"), (4, "intact"), (5, "intact"), (6, "barricaded")):
        assert after(p, replace(look, state=(die,))).buildings["shop"].state == state
    assert needs(p, Spot("p1", "ana"))["target"].values == ("shop",)
    assert refused(table(), Spot("p1", "ana"))[0] == "5.6"


def test_11_5_goggles_go_out_at_two_ones() -> None:
    p = replace(table(tokens=("t",), items=(Item("night_vision"),)), counts={"night": 1})
    p = after(p, Observe("p1", "ana", target="t", inches=40, in_cover=False, spot=(1, 1, 5)))
    assert p.figures["ana"].item("night_vision") == Item("night_vision", jammed=True)


def test_5_6_a_psychic_names_a_token_or_foresees_an_event_once() -> None:
    p = table(tokens=("token_1",), traits=("psychic",))
    assert after(p, NameToken("p1", "ana", target="token_1")).tasks == (Task("turn_up", "token_1"),)
    seen = ruled(p, Foresee("p1", "ana", event=(4, 2)))
    assert seen.after is not None
    assert seen.after.next_event == {"p1": 42}
    assert "42" not in seen.story
    assert seen.opened == ()
    assert seen.after.figures["ana"].spent == 0
    assert refused(seen.after, NameToken("p1", "ana"))[0] == "10.0"
    assert refused(table(tokens=("token_1",)), Foresee("p1", "ana"))[0] == "10.0"
    cards = needs(replace(p, deck=(11, 12, 13, 14, 15, 16)), Foresee("p1", "ana"))
    assert cards == {"card": Pool((11, 12, 13, 14, 15, 16))}
