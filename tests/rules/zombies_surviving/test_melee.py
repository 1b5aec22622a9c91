"""Melee of survivors (5.12), and the attacks of zombies and dogs (4.1, 4.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.ruling import Options
from rules.zombies_surviving.position import Figure, Item, Kind, remember
from rules.zombies_surviving.survival.melee import Melee, attack_parts, attack_score, offered
from tests.rules.zombies_surviving.fights import after, armed, blow, game, needed, refused, ruled

WEAPONS = [
    ("bare_hands", -1), ("knife", -1), ("club", 0), ("crowbar", 0), ("shovel", 0), ("spear", 0),
    ("skillet", 1), ("machete", 1), ("axe", 1), ("large_knife", -1), ("chainsaw", -1),
]  # fmt: skip


@pytest.mark.parametrize(("weapon", "damage"), WEAPONS)
def test_6_0_each_weapon_for_melee_has_its_damage(weapon: str, damage: int) -> None:
    p = game(items=() if weapon == "bare_hands" else (Item(weapon),))
    assert f"{3 + damage}, Z1" in ruled(p, blow(weapon, hit=(4,), damage=(3,))).story


def test_6_0_a_large_knife_is_better_against_people_and_a_running_chainsaw_is_loud() -> None:
    man = game("independent", items=(Item("large_knife"),))
    assert "damage 3, Z1" in ruled(man, blow("large_knife", hit=(4,), damage=(3,))).story
    saw = game(items=(Item("chainsaw", on=True, loaded=1),))
    assert "damage 1 + 2 = 3, " in ruled(saw, blow("chainsaw", hit=(4,), damage=(1,))).story
    assert len(after(saw, blow("chainsaw", hit=(1,))).noises) == 1


@pytest.mark.parametrize(
    ("option", "weapon", "total"), [("knife_damage", "knife", 3), ("skillet_damage", "skillet", 3)]
)
def test_r_6_0_two_readings_are_options(option: str, weapon: str, total: int) -> None:
    p = replace(game(items=(Item(weapon),)), options={option: "0"})
    assert f"damage {total}, Z1" in ruled(p, blow(weapon, hit=(4,), damage=(3,))).story


@pytest.mark.parametrize(
    ("ana", "target", "non_lethal", "number"),
    [
        ({}, Figure("shuffler"), False, 4),
        ({"traits": ("brawler",)}, Figure("shuffler"), False, 3),
        ({"wounds": 2}, Figure("shuffler"), False, 5),
        ({"grabbed_by": ("z1", "z2")}, Figure("shuffler"), False, 6),
        ({}, Figure("independent", traits=("agile",)), False, 5),
        ({}, Figure("independent", grabbed_by=("z2",)), False, 3),
        ({}, Figure("independent"), True, 5),
        ({"wounds": 2, "grabbed_by": ("z1", "z2")}, Figure("shuffler"), True, 8),
        ({"traits": ("wimp",)}, Figure("shuffler"), False, 4),
    ],
)
def test_5_12_what_changes_the_number(
    ana: dict[str, Any], target: Figure, non_lethal: bool, number: int
) -> None:
    p = game(target=target, **ana).put("z2", Figure("shuffler"))
    assert needed(p, blow(non_lethal=non_lethal)) == number


@pytest.mark.parametrize(
    ("ana", "clothes", "total"),
    [
        ({"traits": ("strong",)}, "", 4),
        ({"traits": ("weakling",)}, "", 2),
        ({"wounds": 2}, "", 2),
        ({"grabbed_by": ("z1",)}, "", 2),
        ({}, "body_armour", 2),
        ({}, "padded_clothes", 2),
        ({}, "heavy_clothes", 3),
    ],
)
def test_8_0_what_changes_the_damage(ana: dict[str, Any], clothes: str, total: int) -> None:
    target = Figure("independent", items=(Item(clothes),) if clothes else ())
    p = game(target=target, items=(Item("club"),), **ana)
    assert f"{total}, Z1" in ruled(p, blow("club", hit=(6,), damage=(3,))).story


def test_5_12_melee_reaches_half_an_inch() -> None:
    p = game()
    assert {*ruled(p, blow(within=None)).needs} == {"within"}
    assert refused(p, blow(within=False))[0] == "5.12"
    assert refused(remember(p, "inches", "ana", "z1", 1), blow(within=None))[0] == "5.12"
    assert ruled(game(grabbed_by=("z1",)), blow(within=None)).needs == {"hit": 1}
    again = after(p, blow(hit=(1,)))
    assert ruled(again, blow(within=None)).needs == {"hit": 1}


def test_5_12_a_blow_takes_an_action_and_two_fit_in_a_turn() -> None:
    p = after(after(game(), blow(hit=(1,))), blow(hit=(1,)))
    assert refused(p, blow())[0] == "5.0"


def test_5_12_who_is_not_to_die_is_unconscious() -> None:
    p = after(game(target=Figure("independent", wounds=2)), blow(non_lethal=True, hit=(5,), damage=(3,)))
    assert p.figures["z1"].status("unconscious")
    assert p.figures["z1"].kind == "independent"


def test_5_12_a_hit_frees_whoever_is_held() -> None:
    assert after(game(grabbed_by=("z1",)), blow(hit=(6,), damage=(1,))).figures["ana"].grabbed_by == ()


def test_5_12_nobody_strikes_with_what_he_has_not() -> None:
    assert refused(game(), blow("axe")) == ("5.12", "Ana has no axe to strike with.")
    assert refused(armed("pistol"), blow("pistol"))[0] == "5.12"


def test_10_1_good_sense_helps_a_blow() -> None:
    p = game(traits=("sensible",))
    assert ruled(p, blow(hit=(3,))).needs == {"sensible": Options((True, False))}
    assert ruled(p, blow(hit=(4,), damage=(2,))).needs == {"sensible_damage": Options((True, False))}


def test_1_6_a_blow_that_needs_seven() -> None:
    p = game(wounds=2, grabbed_by=("z1", "z2"))
    assert needed(p, blow()) == 7
    assert ruled(p, blow(hit=(4,))).needs == {"hit": 2}
    assert ruled(p, blow(hit=(4, 3))).needs == {"damage": 1}


def test_what_is_offered() -> None:
    assert [(one.weapon, one.non_lethal) for one in offered(game(items=(Item("axe"),)), "ana")] == [
        ("axe", False)
    ]
    assert [one.non_lethal for one in offered(game("independent"), "ana")] == [False, True]


@pytest.mark.parametrize(
    ("kind", "number", "damage"),
    [("ankle_biter", 5, -1), ("shuffler", 4, 0), ("runner", 3, 1), ("boss", 3, 1), ("feral_dog", 4, 0)],
)
def test_4_1_what_zombies_and_dogs_need_and_do(kind: Kind, number: int, damage: int) -> None:
    p = game(kind)
    assert attack_score(p, "z1", "ana").needed == number
    assert sum(part.value for part in attack_parts(p, "z1", "ana")) == damage
    held = p.put("ana", grabbed_by=("a", "b"))
    assert attack_score(held, "z1", "ana").needed == number - 2
    assert attack_score(p.put("ana", traits=("agile",)), "z1", "ana").needed == number + 1
    dressed = p.put("ana", items=(Item("padded_clothes"), Item("body_armour")))
    assert sum(part.value for part in attack_parts(dressed, "z1", "ana")) == damage - 1


def test_4_2_a_boss_in_somebodys_hands_strikes_like_a_boss() -> None:
    p = game(target=Figure("survivor", "p2")).put("ana", Figure("boss", "p1"))
    p = replace(p, phase="menace").put("x", Figure("shuffler"))
    assert [(one.weapon, one.non_lethal) for one in offered(p, "ana")] == [("bare_hands", False)]
    assert ruled(p, Melee("p1", "ana")).needs == {"target": Options(("z1",))}
    assert needed(p, blow()) == 3
    bite = after(p, blow(hit=(6,), damage=(2,))).figures["z1"]
    assert (bite.bites, bite.wounds) == (1, 1)
    held = after(p.put("z1", items=(Item("padded_clothes"),)), blow(hit=(3,), damage=(1,))).figures["z1"]
    assert held.grabbed_by == ("ana",)
