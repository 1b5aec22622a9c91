"""What each trait and each thing changes, as the book says it (sections 10 and 11), beside the charts."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.zombies_surviving.items import can_jam, effect, encumbered, is_nimble, things, worn
from rules.zombies_surviving.options import READINGS, reading
from rules.zombies_surviving.position import Figure, Item, Position
from rules.zombies_surviving.traits import dies_at, hampered, helps, total, traits
from tests.test_architecture import ROOT

TRAITS = {
    "agile": {"struck_in_melee": -1}, "archer": {"bow": 1}, "brawler": {"melee": 1},
    "charismatic": {"attitude": 1, "negotiate": 1}, "abrasive": {"attitude": -1, "negotiate": -1},
    "fast": {"move": 1, "run": 1, "enter": 1}, "slow": {"move": -1, "run": -1, "enter": -1},
    "very_fast": {"move": 2, "run": 2}, "good_throwing_arm": {"throw": 1},
    "handy": {"enter": 1, "barricade": 1, "vehicle": 1, "start": 1}, "keen_sighted": {"spot_dice": 1},
    "near_sighted": {"spot_dice": -1}, "looter": {"enter": 1, "search": 1, "item": 1, "vehicle": 1},
    "careless": {"search": -1, "item": -1, "vehicle": -1, "start": -1}, "marksman": {"firearm": 1},
    "poor_shot": {"firearm": -1, "bow": -1, "throw": -1}, "medic": {"first_aid": 2},
    "resistant_female": {"infection": 1}, "resistant_male": {"infection": 1}, "vulnerable": {"infection": -1},
    "scientist": {"party_infection": 1}, "sensible": {"sense": 1}, "very_sensible": {"sense": 2},
    "skilled_driver": {"drive": 1, "vehicle": 1, "start": 1}, "bad_driver": {"drive": -1, "start": -1},
    "sharpshooter": {"shot_damage": 1}, "stealthy": {"hide_dice": -1}, "noisy": {"hide_dice": 1},
    "strong": {"melee_damage": 1, "enter": 1, "reach": 1, "supplies": 5},
    "weakling": {"melee_damage": -1, "enter": -1, "reach": -1, "supplies": -5},
    "dishonest": {"found_supplies": -1}, "feeble": {"life": -1},
}  # fmt: skip
BY_RULE = {
    "ambidextrous", "climber", "fearless", "heroic", "leader", "nimble", "psychic", "tough", "argumentative",
    "clumsy", "hypochondriac", "insane", "panicky", "rivals", "screamer",
}  # fmt: skip
"""Traits that change no number: what they do is a rule of its own."""


def test_10_0_each_trait_changes_what_the_book_says() -> None:
    listed = {trait: dict(one["effects"]) for trait, one in traits().items() if "effects" in one}
    assert listed == TRAITS
    assert set(traits()) == {*TRAITS, *BY_RULE}


@pytest.mark.parametrize("trait", TRAITS)
def test_10_0_traits_add_up_as_parts_of_a_score(trait: str) -> None:
    figure = Figure("survivor", traits=(trait, "climber"))
    for kind, value in TRAITS[trait].items():
        assert total(figure, kind) == value
        assert [part.value for part in helps(figure, kind)] == [-value]
        assert helps(figure, kind)[0].case == "10.0"


def test_8_3_what_hampers_a_figure() -> None:
    assert hampered(Figure("survivor", wounds=1)) == ()
    assert [one[1] for one in hampered(Figure("survivor", wounds=2, grabbed_by=("a", "b")))] == [1, 2]
    assert [one[1] for one in hampered(Figure("survivor", wounds=2, traits=("hypochondriac",)))] == [2]
    assert hampered(Figure("boss", wounds=2)) == ()
    assert [dies_at(Figure("survivor", traits=one)) for one in ((), ("feeble",))] == [3, 2]


@pytest.mark.parametrize(
    ("item", "what", "value"),
    [
        ("padded_clothes", "infection", 1), ("padded_clothes", "move", -1), ("heavy_clothes", "infection", 1),
        ("crowbar", "enter", 1), ("tools", "enter", 1), ("tools", "barricade", 1), ("axe", "enter", 1),
        ("first_aid_kit", "first_aid", 1), ("tarp", "hide", -2), ("laser_pointer", "hide", -3),
        ("flashlight", "night_spot_dice", 1), ("binoculars", "observe_times", 3),
        ("body_armour", "infection", 1), ("body_armour", "run", -1),
        ("night_vision", "night_observe_dice", 1),
        ("scope", "medium", 6), ("scope", "long", 12), ("scope", "observe_times", 3),
        ("sling", "rock_range", 1),
        ("sling", "rock_damage", 1), ("gas_mask", "spot", -3), ("laser_aim", "laser", 1),
        ("laser_aim", "hide", -3), ("silencer", "range", -1), ("vaccine", "infection", 1),
        ("mountain_bike", "bike_road", 2), ("mountain_bike", "bike", 1), ("rope", "enter", 0),
    ],
)  # fmt: skip
def test_11_0_each_thing_changes_what_the_book_says(item: str, what: str, value: int) -> None:
    assert effect(item, what) == value


@pytest.mark.parametrize(
    ("item", "rounds"),
    [
        ("revolver", 6), ("pistol", 12), ("double_barrel", 2), ("pump_gun", 6), ("rifle", 12),
        ("assault_rifle", 30), ("submachine_gun", 30), ("carbine", 30), ("automatic_pistol", 30),
        ("rocket_launcher", 1), ("grenade_launcher", 6), ("taser", 1), ("machine_gun", 100),
    ],
)  # fmt: skip
def test_11_3_each_weapon_holds_its_rounds(item: str, rounds: int) -> None:
    assert things()[item]["rounds"] == rounds


def test_8_2_what_is_worn_ends_being_nimble() -> None:
    nimble = Figure("survivor", traits=("nimble",))
    assert is_nimble(nimble)
    for item in ("padded_clothes", "heavy_clothes", "body_armour"):
        assert not is_nimble(nimble.with_item(Item(item)))
    assert worn(nimble.with_item(Item("axe"))) == frozenset()
    assert not is_nimble(Figure("survivor"))


@pytest.mark.parametrize(
    ("figure", "too_much"),
    [
        (Figure("survivor", items=(Item("rifle", 2), Item("axe"))), False),
        (Figure("survivor", items=(Item("rifle", 2), Item("axe"), Item("bow"))), True),
        (Figure("survivor", items=(Item("pistol", 9),)), False),
        (Figure("survivor", supplies=20), False),
        (Figure("survivor", supplies=21), True),
        (Figure("survivor", supplies=16, traits=("weakling",)), True),
        (Figure("survivor", supplies=25, traits=("strong",)), False),
        (Figure("survivor", items=(Item("gasoline"),)), True),
        (Figure("survivor", items=(Item("battery"),)), True),
    ],
)
def test_11_9_who_is_encumbered(figure: Figure, too_much: bool) -> None:
    assert encumbered(figure) is too_much


def test_6_8_what_can_jam() -> None:
    assert [can_jam(one) for one in ("pistol", "rifle", "pump_gun", "machine_gun")] == [True] * 4
    assert [can_jam(one) for one in ("revolver", "double_barrel", "bow", "axe", "taser")] == [False] * 5


def test_each_doubtful_reading_has_a_usual_value_and_another() -> None:
    for name, one in READINGS.items():
        assert reading(Position(), name) == one.values[0]
        assert reading(Position(options={name: one.values[1]}), name) == one.values[1]
        assert len(one.words) == len(one.values)


HERE = Path(__file__).parent
AS_IT_IS = {"rifle_rounds", "rifle_rounds_high_power", "pistol_rounds", "pistol_rounds_high_power"}
"""Things of which the charts alone say what they do: a weapon names them, and their power is a number."""


def test_10_0_and_11_0_the_rules_read_each_trait_and_each_thing_and_a_test_names_it() -> None:
    code = "".join(file.read_text("utf-8") for file in (ROOT / "rules/zombies_surviving").rglob("*.py"))
    here = Path(__file__).name
    tests = "".join(file.read_text("utf-8") for file in HERE.glob("test_*.py") if file.name != here)
    rows = {**traits(), **things()}
    kinds = {kind for one in rows.values() for kind in one.get("effects", {})}
    plain = {
        name for name, one in rows.items() if not {"effects", "weapon", "melee", "explosive"} & {*one}
    } - AS_IT_IS
    assert [name for name in sorted(kinds | plain) if f'"{name}"' not in code] == []
    assert [name for name in rows if f'"{name}"' not in tests] == []
