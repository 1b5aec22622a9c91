"""Loading (5.14): what it takes, what goes in, and that no round is lost."""

from __future__ import annotations

import pytest

from rules.ruling import Options
from rules.zombies_surviving.position import Figure, Item
from rules.zombies_surviving.survival.reload import How, Reload, offered
from tests.rules.zombies_surviving.fights import after, game, refused, ruled


def load(weapon: str, how: How = "rounds", ammunition: str | None = None) -> Reload:
    return Reload("p1", "ana", weapon, how, ammunition)


def loaded(me: Figure, item: str) -> int:
    one = me.item(item)
    assert one is not None
    return one.loaded


@pytest.mark.parametrize(
    ("weapon", "loose", "how", "cost", "rounds"),
    [
        ("double_barrel", "shot", "rounds", 1, 2), ("crossbow", "arrows", "rounds", 1, 1),
        ("taser", "taser_cartridges", "rounds", 1, 1), ("grenade_launcher", "smoke_40mm", "rounds", 1, 6),
        ("revolver", "pistol_rounds", "rounds", 2, 6), ("pump_gun", "slugs", "rounds", 2, 6),
        ("machine_gun", "rifle_rounds", "rounds", 2, 100), ("pistol", "pistol_rounds", "rounds", 2, 12),
        ("rifle", "rifle_rounds", "rounds", 2, 12), ("assault_rifle", "rifle_rounds", "rounds", 2, 30),
        ("submachine_gun", "pistol_rounds", "rounds", 2, 30), ("carbine", "rifle_rounds", "rounds", 2, 30),
        ("automatic_pistol", "pistol_rounds", "rounds", 2, 30),
        ("sniper_rifle", "sniper_rounds", "rounds", 2, 5),
    ],
)  # fmt: skip
def test_5_14_each_weapon_takes_its_rounds(weapon: str, loose: str, how: How, cost: int, rounds: int) -> None:
    p = after(game(items=(Item(weapon), Item(loose, 200))), load(weapon, how))
    me, rest = p.figures["ana"], p.figures["ana"].item(loose)
    assert rest is not None
    assert (loaded(me, weapon), rest.count, me.spent) == (rounds, 200 - rounds, cost)


def test_5_14_what_was_loaded_is_told_by_its_name() -> None:
    p = game(items=(Item("assault_rifle"), Item("rifle_rounds", 40)))
    assert ruled(p, load("assault_rifle")).story == "Ana loads 30 rounds into the assault rifle."


def test_5_14_a_magazine_is_changed_in_one_action() -> None:
    p = after(
        game(items=(Item("pistol", loaded=3), Item("pistol_magazine", 2, loaded=20))),
        load("pistol", "magazine"),
    )
    me = p.figures["ana"]
    assert (loaded(me, "pistol"), loaded(me, "pistol_magazine"), me.spent) == (12, 11, 1)
    assert (
        refused(game(items=(Item("pistol"), Item("pistol_magazine"))), load("pistol", "magazine"))[0]
        == "5.14"
    )
    assert refused(game(items=(Item("revolver"),)), load("revolver", "magazine"))[0] == "5.14"


def test_5_14_an_empty_magazine_is_filled_in_two() -> None:
    things = (Item("pistol", loaded=3), Item("pistol_magazine", 2, loaded=4), Item("pistol_rounds", 30))
    me = after(game(items=things), load("pistol", "fill")).figures["ana"]
    assert (loaded(me, "pistol_magazine"), me.items[2].count, me.spent) == (16, 18, 2)


def test_5_14_a_jam_is_cleared_in_two() -> None:
    p = game(items=(Item("rifle", loaded=4, jammed=True), Item("rifle_rounds", 9)))
    assert refused(p, load("rifle"))[0] == "6.8"
    me = after(p, load("rifle", "clear")).figures["ana"]
    assert (me.items[0].jammed, me.items[0].loaded, me.spent) == (False, 4, 2)
    assert refused(game(items=(Item("rifle"),)), load("rifle", "clear"))[0] == "5.14"


@pytest.mark.parametrize("item", ["molotov", "dynamite", "chainsaw"])
def test_5_14_made_ready_in_one(item: str) -> None:
    p = after(game(items=(Item(item, 2, loaded=1),)), load(item, "ready"))
    assert p.figures["ana"].items[0].on
    assert p.figures["ana"].spent == 1
    assert len(p.noises) == (item == "chainsaw")
    assert refused(p, load(item, "ready"))[0] == "5.14"


def test_11_5_a_chainsaw_needs_gasoline_and_is_stopped_at_no_cost() -> None:
    assert refused(game(items=(Item("chainsaw"),)), load("chainsaw", "ready"))[0] == "5.14"
    me = after(game(items=(Item("chainsaw", on=True),)), load("chainsaw", "off")).figures["ana"]
    assert (me.items[0].on, me.spent) == (False, 0)


def test_6_19_the_launcher_of_a_rifle_is_loaded_in_one() -> None:
    p = game(items=(Item("rifle_with_launcher", loaded=9), Item("smoke_40mm", 2)))
    me = after(p, load("rifle_with_launcher", "launcher")).figures["ana"]
    assert (me.items[0].grenade, me.items[0].loaded, me.items[1].count, me.spent) == ("smoke_40mm", 9, 1, 1)
    assert refused(game(items=(Item("rifle"),)), load("rifle", "launcher"))[0] == "5.14"


def test_r_11_4b_another_kind_takes_the_old_rounds_out() -> None:
    p = game(items=(Item("pump_gun", loaded=4), Item("shot", 1), Item("slugs", 8)))
    assert ruled(p, load("pump_gun")).needs == {"ammunition": Options(("shot", "slugs"))}
    me = after(p, load("pump_gun", ammunition="slugs")).figures["ana"]
    assert (me.items[0].loaded, me.items[0].ammo, me.items[1].count, me.items[2].count) == (6, "slugs", 5, 2)
    assert refused(p, load("pump_gun", ammunition="arrows"))[0] == "5.14"


@pytest.mark.parametrize(
    ("items", "weapon"),
    [
        ((), "pistol"),
        ((Item("pistol", loaded=12),), "pistol"),
        ((Item("bow"),), "bow"),
        ((Item("rocket_launcher"),), "rocket_launcher"),
        ((Item("axe"),), "axe"),
        ((Item("pistol"),), "pistol"),
    ],
)
def test_5_14_what_cannot_be_loaded_says_why(items: tuple[Item, ...], weapon: str) -> None:
    assert refused(game(items=items), load(weapon))[0] == "5.14"


def test_what_is_offered_can_be_done() -> None:
    things = (
        Item("pistol", loaded=3),
        Item("pistol_magazine", loaded=4),
        Item("pistol_rounds", 30),
        Item("molotov"),
        Item("crossbow"),
    )
    got = [(one.weapon, one.how) for one in offered(game(items=things), "ana")]
    assert got == [("pistol", "magazine"), ("pistol", "rounds"), ("pistol", "fill"), ("molotov", "ready")]


def test_5_14_an_action_loads_one_weapon_of_two() -> None:
    two = game(items=(Item("pistol", 2, loaded=5), Item("pistol_magazine", 2, loaded=24)))
    one = after(two, Reload("p1", "ana", "pistol", "magazine")).figures["ana"]
    assert (one.item("pistol"), one.item("pistol_magazine")) == (
        Item("pistol", 2, loaded=17), Item("pistol_magazine", 2, loaded=12),
    )  # fmt: skip
    shells = game(items=(Item("double_barrel", 2), Item("shot", 9)))
    loaded = after(shells, Reload("p1", "ana", "double_barrel")).figures["ana"]
    assert (loaded.item("double_barrel"), loaded.item("shot")) == (
        Item("double_barrel", 2, loaded=2), Item("shot", 7),
    )  # fmt: skip
