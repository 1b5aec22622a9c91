"""Shots: ranges, weapons, modifiers, ammunition, bursts and automatic fire (sections 5 and 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.ruling import Ask, Options
from rules.zombies_surviving.position import Figure, Item, Position, Status, Vehicle, known, moved, remember
from rules.zombies_surviving.survival.shooting import (
    AimedShot,
    Automatic,
    Burst,
    DoubleTap,
    SnapShot,
    offered,
)
from rules.zombies_surviving.survival.weapons import arrows_back
from tests.rules.zombies_surviving.fights import after, aim, armed, game, needed, refused, ruled, snap

RANGES = [
    ("bow", {}, (2, 4, 12), (0, 0, 0)),
    ("crossbow", {}, (2, 4, 12), (0, 0, 0)),
    ("pistol", {}, (3, 5, 10), (0, 0, 0)),
    ("revolver", {}, (3, 5, 10), (0, 0, 0)),
    ("automatic_pistol", {}, (3, 5, 10), (0, 0, 0)),
    ("double_barrel", {}, (4, 8, 12), (1, 0, -1)),
    ("pump_gun", {}, (4, 8, 12), (1, 0, -1)),
    ("pump_gun", {"ammo": "slugs"}, (4, 6, 15), (1, 1, 1)),
    ("double_barrel", {"fitted": ("sawn_off",)}, (2, 4, 6), (1, 0, -1)),
    ("submachine_gun", {}, (4, 10, 20), (0, 0, 0)),
    ("carbine", {}, (4, 15, 30), (0, 0, 0)),
    ("rifle", {}, (4, 20, 40), (0, 0, 0)),
    ("assault_rifle", {}, (4, 20, 40), (0, 0, 0)),
    ("rifle_with_launcher", {}, (4, 20, 40), (0, 0, 0)),
    ("rifle", {"fitted": ("scope",)}, (4, 26, 52), (0, 0, 0)),
    ("pistol", {"fitted": ("silencer",)}, (2, 4, 9), (0, 0, 0)),
    ("rifle", {"ammo": "rifle_rounds_high_power"}, (4, 20, 40), (1, 1, 1)),
    ("pistol", {"ammo": "pistol_rounds_high_power"}, (3, 5, 10), (1, 1, 1)),
    ("spear", {}, (2, 3, 4), (0, 0, 0)),
    ("knife", {}, (2, 3, 4), (-1, -1, -1)),
    ("rock", {}, (2, 3, 4), (-2, -2, -2)),
]


@pytest.mark.parametrize(("weapon", "more", "ranges", "damage"), RANGES)
def test_6_0_each_weapon_has_its_ranges_and_damage(
    weapon: str, more: dict[str, Any], ranges: tuple[int, ...], damage: tuple[int, ...]
) -> None:
    p = armed(weapon, items=(Item("arrows", 5),), **more)
    for band, (number, far) in enumerate(zip((4, 5, 6), ranges, strict=True)):
        assert needed(p, snap(weapon, far, beside="nobody")) == number
        shot = snap(weapon, far, beside="nobody", hit=(6,), damage=(4,))
        total = 4 + damage[band]
        assert f"{total}, Z1" in ruled(p, shot).story
        assert ("is gone" in ruled(p, shot).story) == (total >= 5)
    assert refused(p, snap(weapon, ranges[2] + 0.5))[0] == "6.1"


def test_r_6_21a_a_large_knife_is_thrown_with_the_damage_that_it_has_in_the_hand() -> None:
    at_zombie = armed("large_knife")
    assert "damage 3 − 1 = 2, " in ruled(at_zombie, snap("large_knife", 2, hit=(6,), damage=(3,))).story
    at_man = armed("large_knife", kind="independent")
    assert "damage 3, Z1" in ruled(at_man, snap("large_knife", 2, hit=(6,), damage=(3,))).story


def test_6_10_machine_guns_and_sniper_rifles_have_ranges_of_their_own() -> None:
    assert [needed(armed("sniper_rifle"), aim("sniper_rifle", far)) for far in (4, 26, 52)] == [3, 4, 5]
    gun, given = armed("machine_gun"), dict[str, Any]({"target": "z1", "in_cover": False})
    shots = [Automatic("p1", "ana", "machine_gun", inches=far, **given) for far in (4, 25, 50)]
    assert [needed(gun, shot) for shot in shots] == [5, 6, 7]
    assert refused(gun, snap("machine_gun")) == ("6.10", "A machine gun fires on automatic only.")
    assert refused(armed("sniper_rifle"), snap("sniper_rifle"))[0] == "6.10"


@pytest.mark.parametrize(
    ("option", "value", "weapon", "inches", "number"),
    [
        ("bow_range", "10", "bow", 10, 6),
        ("rifle_range", "5", "rifle", 5, 4),
        ("rifle_range", "4", "rifle", 5, 5),
    ],
)
def test_r_6_0_two_readings_are_options(
    option: str, value: str, weapon: str, inches: int, number: int
) -> None:
    p = armed(weapon, items=(Item("arrows"),))
    p = replace(p, options={option: value})
    assert needed(p, snap(weapon, inches)) == number
    if value == "10":
        assert refused(p, snap(weapon, 11)) == ("6.1", "A bow reaches 10 inches; Z1 is at 11, as measured.")


def test_6_1_an_eleventh_inch_of_a_pistol_is_refused_in_one_sentence() -> None:
    case, reason = refused(armed("pistol"), snap("pistol", 11))
    assert (case, reason) == ("6.1", "A pistol reaches 10 inches; Z1 is at 11, as measured.")


@pytest.mark.parametrize(
    ("traits", "weapon", "number"),
    [
        (("marksman",), "pistol", 3), (("archer",), "bow", 3), (("good_throwing_arm",), "spear", 3),
        (("poor_shot",), "pistol", 5), (("poor_shot",), "bow", 5), (("poor_shot",), "rock", 5),
        (("marksman",), "bow", 4), (("archer",), "pistol", 4), (("good_throwing_arm",), "pistol", 4),
        (("good_throwing_arm",), "taser", 3), (("marksman", "poor_shot"), "rifle", 4),
    ],
)  # fmt: skip
def test_10_0_traits_change_the_number_of_a_shot(traits: tuple[str, ...], weapon: str, number: int) -> None:
    assert needed(armed(weapon, traits=traits, items=(Item("arrows"),)), snap(weapon, 2)) == number


def test_10_0_the_strong_throw_farther_and_weaklings_less_far() -> None:
    assert needed(armed("spear", traits=("strong",)), snap("spear", 5)) == 6
    assert needed(armed("bow", traits=("strong",), items=(Item("arrows"),)), snap("bow", 13)) == 6
    assert refused(armed("spear", traits=("weakling",)), snap("spear", 4))[0] == "6.1"
    assert needed(armed("pistol", traits=("strong",)), snap("pistol", 4)) == 5


def test_6_21_a_sling_helps_rocks() -> None:
    p = armed("sling")
    assert needed(p, snap("rock", 5)) == 6
    assert "damage 3 − 1 = 2, " in ruled(p, snap("rock", 3, hit=(6,), damage=(3,))).story


@pytest.mark.parametrize(
    ("wounds", "grabs", "traits", "number"),
    [
        (1, 0, (), 4),
        (2, 0, (), 5),
        (0, 2, (), 6),
        (2, 1, (), 6),
        (1, 0, ("hypochondriac",), 5),
        (2, 0, ("hypochondriac",), 6),
    ],
)
def test_8_3_serious_wounds_and_grabs_make_shots_harder(
    wounds: int, grabs: int, traits: tuple[str, ...], number: int
) -> None:
    held = ("z1", "z2")[:grabs]
    assert needed(armed("pistol", wounds=wounds, grabbed_by=held, traits=traits), snap()) == number


@pytest.mark.parametrize(("kind", "more"), [("shuffler", 1), ("feral_dog", 1), ("independent", 2)])
def test_6_3_cover_is_worth_more_to_humans(kind: str, more: int) -> None:
    p = armed("pistol", target=Figure(kind))  # type: ignore[arg-type]  # a word of the table above
    assert needed(p, snap(in_cover=True)) == 4 + more


def test_5_11_an_aimed_shot_is_easier_and_takes_two_actions() -> None:
    p = after(armed("pistol"), aim(hit=(1,)))
    assert p.figures["ana"].spent == 2
    assert needed(armed("pistol"), aim()) == 3
    assert refused(p, snap()) == ("5.0", "Ana has no action left, and a snap shot takes one action.")


def test_5_10_two_snap_shots_fit_in_a_turn_and_a_third_does_not() -> None:
    p = after(after(armed("pistol"), snap(hit=(1,))), snap(hit=(1,)))
    assert refused(p, snap())[0] == "5.0"
    assert refused(after(armed("pistol"), snap(hit=(1,))), aim()) == (
        "5.0", "Ana has one action left, and an aimed shot takes two actions.",
    )  # fmt: skip


def test_5_11_nobody_aims_with_an_enemy_within_an_inch() -> None:
    assert refused(armed("pistol"), aim(inches=1))[0] == "5.11"
    assert refused(armed("pistol", grabbed_by=("z1",)), aim())[0] == "5.11"
    p = armed("pistol")
    p = p.put("z2", Figure("runner"))
    assert ruled(p, aim(inches=8)).needs == {"danger": 1}
    assert refused(p, aim(inches=8, danger=True))[0] == "5.11"
    told = after(p, aim(inches=8, danger=False, hit=(1,)))
    assert known(told, "danger", "ana", "turn_1") == 0
    assert needed(told.put("ana", spent=0), aim(inches=None, in_cover=None)) == 5
    assert known(moved(told, "ana"), "danger", "ana", "turn_1") is None


def test_6_1_what_was_told_is_not_asked_again() -> None:
    p = after(armed("pistol"), snap(inches=4, hit=(1,)))
    again = ruled(p, snap(inches=None, in_cover=None))
    assert again.needs == {"hit": 1}
    assert "at 4 inches, as measured" in again.reason
    assert {*ruled(moved(p, "z1"), snap(inches=None, in_cover=None)).needs} == {"inches", "in_cover"}


def test_6_1_who_is_known_to_be_too_far_is_no_choice() -> None:
    p = armed("pistol").put("z2", Figure("runner"))
    p = remember(p, "inches", "ana", "z1", 11)
    assert ruled(p, SnapShot("p1", "ana", "pistol")).needs == {"target": Options(("z2",))}
    assert refused(remember(p, "in_sight", "ana", "z2", 0), SnapShot("p1", "ana", "pistol"))[0] == "6.1"
    near = remember(p, "inches", "ana", "z2", 1)
    assert refused(near, AimedShot("p1", "ana", "pistol"))[0] == "5.11"


def test_6_1_the_question_for_the_distance_names_the_limits() -> None:
    need = ruled(armed("pistol"), snap(inches=None)).needs["inches"]
    assert isinstance(need, Ask)
    assert need.limits == (3, 5, 10)


def test_6_4_the_distance_is_doubled_from_a_vehicle() -> None:
    p = armed("pistol")
    p = p.put("ana", zone="van")
    p = replace(p, vehicles={"van": Vehicle("van")})
    assert ruled(p, snap(inches=5)).needs == {"open_top": 1}
    assert needed(p, snap(inches=5, open_top=False)) == 6
    assert needed(p, snap(inches=5, open_top=True)) == 5
    assert refused(p, snap(inches=6, open_top=False))[0] == "6.4"


def test_6_5_an_empty_weapon_is_refused_in_one_sentence() -> None:
    assert refused(armed("pistol", 0), snap()) == ("6.5", "The pistol of Ana is empty.")
    assert refused(armed("bow"), snap("bow")) == ("6.5", "Ana has no arrow.")
    assert refused(armed("crossbow", 0, items=(Item("arrows", 9),)), snap("crossbow"))[0] == "6.5"


def test_6_5_each_round_is_taken_off() -> None:
    p = after(armed("pistol", 2), snap(hit=(1,)))
    assert p.figures["ana"].items[0].loaded == 1
    p = after(armed("bow", 0, items=(Item("arrows", 2),)), snap("bow", 2, hit=(1,)))
    assert p.figures["ana"].items[1].count == 1
    assert p.counts["arrows_fired ana"] == 1
    assert not after(armed("spear"), snap("spear", 2, hit=(1,))).figures["ana"].items


def test_6_20_who_wins_keeps_half_of_the_arrows() -> None:
    p = armed("bow", 0, items=(Item("arrows", 9),))
    for _ in range(5):
        p = after(p, snap("bow", 2, hit=(1,))).put("ana", spent=0)
    assert arrows_back(p, "ana") == 2
    assert arrows_back(p, "z1") == 0


def test_6_8_a_jammed_weapon_does_not_fire() -> None:
    assert refused(armed("pistol", jammed=True), snap()) == ("6.8", "The pistol of Ana is jammed.")


def test_6_9_both_barrels_have_a_die_each() -> None:
    p = armed("double_barrel", 2)
    assert ruled(p, snap("double_barrel", both=True)).needs == {"hit": 2}
    assert ruled(p, snap("double_barrel", both=True, hit=(4, 6))).needs == {"damage": 2}
    p = after(p, snap("double_barrel", both=True, hit=(4, 6), damage=(1, 1)))
    assert p.figures["ana"].items[0].loaded == 0
    assert "z1" not in p.figures
    assert refused(armed("double_barrel", 1), snap("double_barrel", both=True))[0] == "6.5"


def test_6_9_the_ambidextrous_fire_two_pistols() -> None:
    two = armed("pistol", 3, items=(Item("revolver", loaded=1),), traits=("ambidextrous",))
    p = after(two, snap(both=True, hit=(1, 1)))
    assert [one.loaded for one in p.figures["ana"].items] == [2, 0]
    assert len(p.noises) == 2
    assert refused(armed("pistol", 3, items=(Item("revolver", loaded=1),)), snap(both=True))[0] == "6.9"
    assert refused(armed("pistol", 3, traits=("ambidextrous",)), snap(both=True))[0] == "6.9"
    assert refused(p, snap(both=True))[0] == "6.5"


def test_6_9_each_of_two_pistols_has_its_own_rounds_and_parts() -> None:
    second = Item("automatic_pistol", loaded=5, ammo="pistol_rounds_high_power", fitted=("laser_aim",))
    two = armed("pistol", 3, items=(second,), traits=("ambidextrous",), fitted=("silencer",))
    ruling = ruled(two, snap(both=True, inches=5, hit=(5, 4), damage=(2,)))
    assert "with the pistol and the automatic pistol: rolls 5 and 4: damage 2 + 1 = 3, " in ruling.story
    p = after(two, snap(both=True, inches=5, hit=(6, 1), damage=(4,)))
    assert "damage 4, " in ruled(two, snap(both=True, inches=5, hit=(6, 1), damage=(4,))).story
    assert len(p.noises) == 1
    assert p.figures["ana"].status("fired")
    assert refused(two, snap(both=True, inches=9.5)) == (
        "6.1", "A pistol reaches 9 inches; Z1 is at 9.5, as measured.",
    )  # fmt: skip
    swapped = snap("automatic_pistol", both=True, inches=9.5)
    assert refused(two, swapped)[1].startswith("A pistol reaches 9 inches")


def damage_shown(p: Position, act: Any) -> dict[str, int]:
    """Return what the ruling on an action that needs its damage dice says is added to them."""
    ruling = ruled(p, act)
    assert "damage" in ruling.needs
    assert ruling.score is not None
    return {part.name: part.value for part in ruling.score.parts if part.to == "roll"}


def test_8_0_damage_is_taken_apart_before_it_is_rolled() -> None:
    armoured = Figure("independent", items=(Item("body_armour"),))
    p = armed("pump_gun", traits=("marksman", "sharpshooter"), target=armoured)
    parts = damage_shown(p, snap("pump_gun", 3, hit=(4,)))
    assert parts == {"pump gun": 1, "sharpshooter": 1, "body armour": -2}
    two = p.put("z2", Figure("shuffler"))
    parts = damage_shown(two, snap("pump_gun", 12, beside="z2", hit=(5, 5)))
    assert parts == {
        "pump gun (Z1)": -1, "sharpshooter (Z1)": 1, "body armour (Z1)": -2,
        "pump gun (Z2)": -1, "sharpshooter (Z2)": 1,
    }  # fmt: skip
    assert damage_shown(armed("pistol"), snap(hit=(4,))) == {}, "nothing is added: the hit stays"


def test_6_9_only_the_laser_of_the_pistol_that_rolled_two_1s_goes_out() -> None:
    second = Item("revolver", loaded=5, fitted=("laser_aim",))
    two = armed("pistol", 3, items=(second,), traits=("ambidextrous",))
    p = after(two, snap(both=True, hit=(1, 1)))
    assert p.figures["ana"].items[1].fitted == ("laser_aim",)


def test_6_6_a_burst_is_two_shots_and_three_rounds() -> None:
    p, burst = (
        armed("assault_rifle", 30),
        Burst("p1", "ana", "assault_rifle", target="z1", inches=4, in_cover=False),
    )
    assert ruled(p, burst).needs == {"hit": 2}
    shot = Burst("p1", "ana", "assault_rifle", target="z1", inches=4, in_cover=False, hit=(4, 4))
    assert ruled(p, shot).needs == {"damage": 1}
    p = after(
        p, Burst("p1", "ana", "assault_rifle", target="z1", inches=4, in_cover=False, hit=(4, 4), damage=(2,))
    )
    assert p.figures["ana"].items[0].loaded == 27
    assert len(p.noises) == 3
    assert p.figures["z1"].kind == "ankle_biter"
    few = ruled(armed("assault_rifle", 2), burst)
    assert few.reason == "The assault rifle of Ana has 2 rounds; this takes 3."
    assert refused(armed("rifle"), Burst("p1", "ana", "rifle"))[0] == "6.6"


@pytest.mark.parametrize(("reading", "first"), [("every", 5), ("later", 4)])
def test_6_7_automatic_fire_is_three_shots_and_five_rounds(reading: str, first: int) -> None:
    p = armed("submachine_gun", 30)
    p = replace(p, options={"automatic_penalty": reading})
    fire = Automatic("p1", "ana", "submachine_gun", target="z1", inches=4, in_cover=False)
    assert needed(p, fire) == first
    assert ruled(p, fire).needs == {"hit": 3}
    done = Automatic(
        "p1", "ana", "submachine_gun", target="z1", inches=4, in_cover=False, hit=(first, 5, 4), damage=(2, 2)
    )
    p = after(p, done)
    assert "z1" not in p.figures
    assert p.figures["ana"].items[0].loaded == 25
    assert len(p.noises) == 5
    assert p.counts["shots 1"] == 3


def test_6_7_automatic_fire_may_go_at_several_that_stand_together() -> None:
    p = armed("submachine_gun", 30).put("z2", Figure("runner"))
    fire: dict[str, Any] = {"target": "z1", "inches": 4, "in_cover": False}
    ask = ruled(p, Automatic("p1", "ana", "submachine_gun", **fire)).needs["others"]
    assert ask == Options(("z1", "z2"), each=("second", "third"))
    others: dict[str, Any] = {"others": {"second": "z2", "third": "z1"}}
    assert ruled(p, Automatic("p1", "ana", "submachine_gun", **fire, **others)).needs == {"hit": 3}
    done = Automatic("p1", "ana", "submachine_gun", **fire, **others, hit=(6, 6, 6), damage=(2, 2, 2))
    p = after(p, done)
    assert "z1" not in p.figures
    assert p.figures["z2"].kind == "shuffler"


def test_6_1_too_far_is_said_before_anything_else_is_asked() -> None:
    """Else the cover is asked for a shot that cannot be, and no answer to that would fit."""
    p = armed("pistol", 12)
    assert refused(p, SnapShot("p1", "ana", "pistol", target="z1", inches=27))[0] == "6.1"
    assert ruled(p, SnapShot("p1", "ana", "pistol", target="z1", inches=10)).needs.keys() == {"in_cover"}


def test_6_7_only_what_fires_on_automatic_does() -> None:
    assert refused(armed("pistol"), Automatic("p1", "ana", "pistol"))[0] == "6.7"
    assert refused(armed("submachine_gun", 4), Automatic("p1", "ana", "submachine_gun"))[0] == "6.5"


def test_6_2_shot_may_hit_somebody_beside_the_target() -> None:
    p = armed("pump_gun", 6).put("bob", Figure("survivor", "p2"))
    assert ruled(p, snap("pump_gun", 12)).needs == {"beside": Options(("nobody", "bob"))}
    assert ruled(p, snap("pump_gun", 8)).needs == {"hit": 1}
    p = after(p, snap("pump_gun", 12, beside="bob", hit=(1, 6), damage=(3,)))
    assert p.figures["bob"].wounds == 1


@pytest.mark.parametrize("until", ["end", "start"])
def test_6_11_a_taser_makes_helpless(until: str) -> None:
    p = armed("taser", 1, target=Figure("independent"))
    p = replace(p, options={"taser_until": until})
    p = after(p, snap("taser", 2, hit=(4,)))
    (state,) = [one for one in p.figures["z1"].statuses if one.name == "incapacitated"]
    assert state.until == (2 if until == "end" else 1)
    assert p.figures["z1"].wounds == 0
    assert not p.noises
    for clothes, safe in (("heavy_clothes", True), ("body_armour", True), ("padded_clothes", False)):
        dressed = armed("taser", 1, target=Figure("independent", items=(Item(clothes),)))
        assert after(dressed, snap("taser", 2, hit=(4,))).figures["z1"].status("incapacitated") is not safe


def test_6_12_firearms_make_noise_and_others_do_not() -> None:
    assert [one.where for one in after(armed("pistol"), snap(hit=(1,))).noises] == ["ana"]
    assert not after(armed("pistol", fitted=("silencer",)), snap(inches=2, hit=(1,))).noises
    assert not after(armed("spear"), snap("spear", 2, hit=(1,))).noises
    assert not after(armed("bow", items=(Item("arrows"),)), snap("bow", 2, hit=(1,))).noises
    assert after(armed("pistol"), snap(hit=(1,))).figures["ana"].status("fired")
    assert (
        not after(armed("pistol", fitted=("silencer",)), snap(inches=2, hit=(1,)))
        .figures["ana"]
        .status("fired")
    )


def test_11_5_a_laser_aim_helps_within_ten_inches_until_its_battery_is_empty() -> None:
    p = armed("rifle", fitted=("laser_aim",))
    assert [needed(p, snap("rifle", far)) for far in (10, 11)] == [4, 5]
    p = after(p, snap("rifle", hit=(1,)))
    assert p.figures["ana"].items[0].fitted == ("laser_aim",)
    p = after(p, snap("rifle", hit=(1,)))
    assert p.figures["ana"].items[0].fitted == ()


def test_10_0_a_sharpshooter_does_more_damage_and_armour_takes_some() -> None:
    sharp = armed("pistol", traits=("marksman", "sharpshooter"))
    assert "damage 1 + 1 = 2, Z1 becomes an ankle-biter" in ruled(sharp, snap(hit=(6,), damage=(1,))).story
    vest = armed("pistol", target=Figure("independent", items=(Item("body_armour"),)))
    assert "damage 2 − 2 = 0, Z1 takes no harm" in ruled(vest, snap(hit=(6,), damage=(2,))).story
    padded = armed("pistol", target=Figure("independent", items=(Item("padded_clothes"),)))
    assert "damage 2, Z1 has 1 wound" in ruled(padded, snap(hit=(6,), damage=(2,))).story


def test_1_6_above_six_it_takes_a_four_and_a_second_die() -> None:
    p = armed("pistol", wounds=2, target=Figure("independent"))
    hard: dict[str, Any] = {"inches": 10, "in_cover": True}
    assert needed(p, snap(**hard)) == 9
    assert ruled(p, snap(**hard)).cases == ("6.1", "1.6")
    assert ruled(p, snap(**hard, hit=(6,))).score.success is False  # type: ignore[union-attr]
    assert ruled(p, snap(**hard, hit=(4,))).needs == {"hit": 2}
    assert ruled(p, snap(**hard, hit=(4, 4))).after is not None
    assert ruled(p, snap(**hard, hit=(4, 5))).needs == {"damage": 1}


def test_10_1_good_sense_is_asked_for_only_where_it_helps() -> None:
    p = armed("pistol", traits=("sensible",))
    assert ruled(p, snap(hit=(3,))).needs == {"sensible": Options((True, False))}
    assert ruled(p, snap(hit=(2,))).after is not None
    assert ruled(p, snap(hit=(3,), sensible=True)).needs == {"damage": 1}
    assert ruled(p, snap(hit=(3,), sensible=False)).after is not None
    used = after(p, snap(hit=(3,), sensible=True, damage=(4,)))
    assert used.figures["ana"].used == ("sensible",)
    assert ruled(used, snap(hit=(3,))).after is not None
    assert after(p, snap(hit=(3,), sensible=False)).figures["ana"].used == ()
    assert refused(used, snap(hit=(3,), sensible=True)) == (
        "10.1", "Ana has no more good sense to use in this game.",
    )  # fmt: skip


def test_10_1_good_sense_makes_damage_worse_where_that_does_more() -> None:
    p = armed("pistol", traits=("sensible",), kind="boss")
    assert ruled(p, snap(hit=(4,), damage=(2,))).after is not None
    assert ruled(p, snap(hit=(4,), damage=(4,))).needs == {"sensible_damage": Options((True, False))}
    assert "z1" not in after(p, snap(hit=(4,), damage=(4,), sensible_damage=True)).figures
    assert ruled(p, snap(hit=(3,), sensible=True, damage=(4,))).after is not None
    very = armed("pistol", traits=("very_sensible",), kind="boss")
    twice = after(very, snap(hit=(3,), sensible=True, damage=(4,), sensible_damage=True))
    assert twice.figures["ana"].used == ("sensible", "sensible")


def test_r_10_1b_good_sense_makes_a_three_the_four_that_it_takes() -> None:
    p = armed("pistol", traits=("sensible",), wounds=2)
    assert needed(p, snap(inches=10)) == 7
    assert ruled(p, snap(inches=10, hit=(3,))).needs == {"sensible": Options((True, False))}
    assert ruled(p, snap(inches=10, hit=(3,), sensible=True)).needs == {"hit": 2}
    assert ruled(p, snap(inches=10, hit=(3, 3), sensible=True)).needs == {"damage": 1}


def test_10_2_the_clumsy_may_lose_an_action_of_the_next_turn() -> None:
    p = armed("pistol", traits=("clumsy",))
    assert ruled(p, snap(hit=(1,))).needs == {"clumsy": 1}
    assert (
        after(p, snap(hit=(1,), clumsy=(2,))).figures["ana"].statuses
        == after(p, snap(hit=(2,))).figures["ana"].statuses
    )
    assert after(p, snap(hit=(1,), clumsy=(1,))).figures["ana"].status("lost_action clumsy 2")


def test_10_3_the_insane_wander_off_and_fire_nothing() -> None:
    p = after(armed("pistol", 2, traits=("insane",)), snap(hit=(1,)))
    assert (p.figures["ana"].items[0].loaded, p.figures["ana"].spent, p.noises) == (2, 1, ())


def test_6_19_a_rifle_with_a_launcher_fires_as_one_or_the_other() -> None:
    p = armed("rifle_with_launcher").put(
        "ana", armed("rifle_with_launcher").figures["ana"].with_status("launched", 1)
    )
    assert refused(p, snap("rifle_with_launcher"))[0] == "6.19"


def test_11_2_from_a_bicycle_only_small_guns_are_fired() -> None:
    bike = (Item("mountain_bike", on=True),)
    assert needed(armed("pistol", items=bike), snap()) == 4
    assert needed(armed("pump_gun", items=bike, fitted=("sawn_off",)), snap("pump_gun", 2)) == 4
    assert refused(armed("rifle", items=bike), snap("rifle"))[0] == "11.2"
    assert needed(armed("rifle", items=(Item("mountain_bike"),)), snap("rifle")) == 4


def test_4_4_a_pack_remembers_that_a_firearm_has_hit_it_near_by() -> None:
    p = armed("pistol", target=Figure("feral_dog", group="pack")).put("z2", Figure("feral_dog", group="pack"))
    p = after(p, snap(hit=(6,), damage=(3,)))
    assert "z1" not in p.figures
    assert p.figures["z2"].statuses == (Status("hit_near", p.turn + 1),)


def test_5_13_a_double_tap_keeps_a_corpse_down() -> None:
    p = armed("pistol", 1, target=Figure("corpse"))
    assert ruled(p, DoubleTap("p1", "ana", "pistol")).needs == {"target": Options(("z1",))}
    done = after(p, DoubleTap("p1", "ana", "pistol", target="z1", inches=3))
    assert "z1" not in done.figures
    assert (done.figures["ana"].items[0].loaded, len(done.noises), done.figures["ana"].spent) == (0, 1, 1)
    assert refused(p, DoubleTap("p1", "ana", "pistol", target="z1", inches=4))[0] == "5.13"
    assert refused(done, DoubleTap("p1", "ana", "bare_hands"))[0] == "5.13"
    hand = DoubleTap("p1", "ana", "bare_hands", target="z1", inches=1)
    assert not after(p, hand).noises
    loot = armed("pistol", target=Figure("corpse", items=(Item("axe"),)))
    assert after(loot, hand).figures["z1"].status("rests")
    helpless = armed("pistol", target=Figure("independent").with_status("unconscious"))
    assert "z1" not in after(helpless, hand).figures


def test_6_4_a_double_tap_from_a_vehicle_counts_the_distance_twice() -> None:
    p = armed("pistol", 1, target=Figure("corpse")).put("ana", zone="car")
    p = replace(p, vehicles={"car": Vehicle("car")})
    tap = DoubleTap("p1", "ana", "pistol", target="z1", inches=2)
    assert set(ruled(p, tap).needs) == {"open_top"}
    assert refused(p, replace(tap, open_top=False)) == (
        "5.13",
        "That is for at most 3 inches; Z1 is at 2, as measured (doubled from a vehicle).",
    )
    assert "z1" not in after(p, replace(tap, open_top=True)).figures
    assert "z1" not in after(p, replace(tap, inches=1.5)).figures
    assert "z1" not in after(p, DoubleTap("p1", "ana", "bare_hands", target="z1", inches=1)).figures


@pytest.mark.parametrize(
    ("action", "case"),
    [
        (SnapShot("p1", "bob", "pistol"), "5.0"), (SnapShot("p2", "ana", "pistol"), "5.0"),
        (SnapShot("p1", "z1", "pistol"), "5.0"), (SnapShot("p1", "ana", "rifle"), "5.10"),
        (SnapShot("p1", "ana", "axe"), "5.10"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_with_a_case(action: SnapShot, case: str) -> None:
    assert refused(armed("pistol"), action)[0] == case


def test_8_3_somebody_helpless_does_nothing() -> None:
    p = armed("pistol")
    out = p.put("ana", p.figures["ana"].with_status("unconscious"))
    assert refused(out, snap()) == ("8.3", "Ana is unconscious and can do nothing.")


def test_what_is_offered_is_each_weapon_in_each_way() -> None:
    kinds = [(type(one), one.weapon) for one in offered(armed("assault_rifle"), "ana")]
    assert kinds == [
        (SnapShot, "assault_rifle"), (AimedShot, "assault_rifle"), (Burst, "assault_rifle"),
        (Automatic, "assault_rifle"), (Burst, "assault_rifle"), (Automatic, "assault_rifle"),
        (SnapShot, "rock"), (AimedShot, "rock"),
    ]  # fmt: skip
    assert {one.weapon for one in offered(armed("pistol", 0), "ana")} == {"pistol", "rock"}
    assert {one.weapon for one in offered(armed("pistol", 9), "ana")} == {"pistol", "rock"}
    assert list(offered(game().without("z1"), "ana")) == []


def test_1_5_nobody_shoots_strikes_or_looks_at_whoever_has_left_the_table() -> None:
    gone = armed("pistol", target=Figure("survivor", "p2", zone="off the table"))
    assert refused(gone, SnapShot("p1", "ana", "pistol"))[0] == "5.10"
    assert list(offered(gone, "ana")) == []
    near = armed("pump_gun", 6).put("bob", Figure("survivor", "p2", zone="off the table"))
    assert ruled(near, snap("pump_gun", 12)).needs == {"hit": 1}


def test_11_2_a_machine_pistol_fires_on_automatic_from_a_bicycle_but_nobody_aims_there() -> None:
    p = armed("automatic_pistol", items=(Item("mountain_bike", on=True),))
    fire = Automatic("p1", "ana", "automatic_pistol", target="z1", inches=3, in_cover=False)
    assert needed(p, fire) == 5
    assert refused(p, replace(fire, aimed=True))[0] == "11.2"


def test_5_13_a_double_tap_is_a_snap_shot_so_some_guns_are_not_for_it() -> None:
    p = armed("sniper_rifle", 5, items=(Item("machine_gun", loaded=100),), target=Figure("corpse"))
    assert [one.weapon for one in offered(p, "ana") if isinstance(one, DoubleTap)] == ["bare_hands"]
    assert refused(p, DoubleTap("p1", "ana", "sniper_rifle", target="z1", inches=1))[0] == "6.10"
    assert refused(p, DoubleTap("p1", "ana", "machine_gun", target="z1", inches=1))[0] == "6.10"
    saw = armed("chainsaw", 1, on=True, target=Figure("corpse"))
    assert len(after(saw, DoubleTap("p1", "ana", "chainsaw", target="z1", inches=1)).noises) == 1


def test_6_1_the_far_end_of_a_band_is_not_told_as_if_it_were_measured() -> None:
    p = armed("pistol")
    assert "within 5 inches, as measured" in ruled(p, snap(inches=5)).reason
    assert "within 5 inches, as measured" in ruled(p, snap(inches=5, hit=(1,))).story
    assert "at 4 inches, as measured" in ruled(p, snap(inches=4)).reason
    assert refused(p, snap(inches=72))[1] == "A pistol reaches 10 inches; Z1 is farther off, as told."
