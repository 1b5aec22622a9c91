"""Characters by points (1.1): sums taken apart, and one sentence for each fault."""

from __future__ import annotations

import pytest

from rules.zombies_surviving import characters
from rules.zombies_surviving.characters import Character, cost, faults, figure_id, figure_of, ready, total
from rules.zombies_surviving.position import Item
from rules.zombies_surviving.survival.finds import price


def test_1_1_a_sum_is_taken_apart() -> None:
    made = Character("Ana", ("marksman", "near_sighted"), (Item("pistol"),))
    assert [(part.name, part.value) for part in cost(made)] == [
        ("a character", 20), ("Marksman", 10), ("Near-sighted", -3), ("Pistol", 15),
    ]  # fmt: skip
    assert total(made) == 42


def test_1_1a_rounds_are_sold_by_five_as_in_barter_and_weapons_come_loaded() -> None:
    assert total(Character("Fay", (), (Item("arrows", 11),))) == 20 + 3 * 2
    for one in (Item("arrows", 6), Item("taser_cartridges", 5), Item("smoke_grenade", 2), Item("axe")):
        assert total(Character("Fay", (), (one,))) == 20 + price(one)
    assert figure_of(Character("Ana", (), (Item("pistol"),)), "p1").item("pistol") == Item("pistol", 1, 12)


@pytest.mark.parametrize(
    ("character", "says"),
    [
        (Character("  "), "A character needs a name with a letter in it."),
        (
            Character("An\u200ba"),
            "The name of a character cannot show the character U+200B; leave it out.",
        ),
        (Character("A" * 21), f"{'A' * 20} …: a name has at most 20 characters."),
        (Character("Ana", ("flying",)), "Ana: there is no trait “flying”."),
        (Character("Ana", ("medic", "medic")), "Ana has medic twice."),
        (Character("Ana", ("fast", "slow")), "Ana cannot be fast and slow: one of them at most."),
        (
            Character("Ana", ("sharpshooter",)),
            "Ana is a sharpshooter, and must be an archer or a marksman too.",
        ),
        (
            Character("Ana", ("heroic", "medic")),
            "Ana is heroic, and needs a foible: a trait that costs less than nothing.",
        ),
        (
            Character("Ana", ("nimble",), (Item("body_armour"),)),
            "Ana is nimble, which nobody is in heavy or padded clothes or armour.",
        ),
        (Character("Ana", (), (Item("tank"),)), "Ana: nothing is called “tank”."),
        (Character("Ana", (), (Item("rope", 0),)), "Ana: rope: 1 to 100 of them, not 0."),
        (Character("Ana", (), (Item("rope", -3),)), "Ana: rope: 1 to 100 of them, not −3."),
        (Character("Ana", (), (Item("pistol", 1, 13),)), "Ana: pistol: 0 to 12 rounds are in it, not 13."),
        (
            Character("Ana", (), (Item("rope"), Item("rope"))),
            "Ana: rope is listed twice; give its count.",
        ),
        (Character("Ana", supplies=9999), "Ana carries 0 to 100 supplies, not 9999."),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_1_1_each_fault_is_one_sentence(character: Character, says: str) -> None:
    assert faults((character,)) == [says]


def test_1_1_all_faults_of_a_roster_are_told() -> None:
    twins = (Character("Ana"), Character("ana", ("medic",)))
    assert faults(twins, points=40) == [
        "Ana is the name of two figures.",
        "The roster costs 46 points, and 40 may be spent.",
    ]
    assert faults((), points=40) == ["A roster has at least one character."]


def test_1_1_those_at_hand_are_without_fault_and_within_the_least_points() -> None:
    assert faults(tuple(ready().values())[:6]) == []
    assert all(faults((one,), points=60) == [] for one in ready().values())


def test_11_4_what_ammunition_does_is_not_how_many_of_it_one_finds() -> None:
    told = {name: does for name, (_, _, does) in characters.items().items()}
    assert (told["rifle_rounds"], told["dynamite"]) == ("", "")
    assert told["rifle_rounds_high_power"] == "+1 damage"
    assert told["gasoline"] == "d3 gallons, 5 a gallon"


def test_the_id_of_a_figure_is_its_name_in_small_letters() -> None:
    assert [figure_id(name) for name in ("Old Ana", "z-1!", "7")] == ["old_ana", "z_1", ""]
