"""Odds against figures worked by hand, and against every roll played through the game: 6.5-6.8, 8.8, 11.3."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.dawn_of_the_dead import game, odds
from rules.dawn_of_the_dead.actions import from_json
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.table import table

MALL = equipment.setting()
HALF = Fraction(1, 2)
NO_MIX = {1: Fraction(1)}


def standing(people: dict[str, str], zombies: dict[str, int | str | None], **doors: list[str]) -> Position:
    """Return a position in the mall with everybody named on the move."""
    position = table("human", people, zombies, setting=MALL, **doors)
    begun = game.rule(position, from_json({"do": "start_move", "characters": list(people)})).after
    assert begun is not None
    return begun


@pytest.mark.parametrize(
    ("level", "chance"), [(0, 0), (1, Fraction(1, 6)), (4, Fraction(2, 3)), (6, 1), (9, 1)]
)
def test_6_5_panic(level: int, chance: Fraction) -> None:
    assert odds.panic(level) == chance


def test_6_7_a_shot_by_hand() -> None:
    """Peter's two dice at the next square, less 1, against 4: five or more, 30 of 36."""
    position = standing({"peter": "042"}, {"043": 4})
    assert odds.shot(position, ["peter"], "042", "043", NO_MIX) == Fraction(30, 36)


def test_6_7_an_unknown_unit_by_hand() -> None:
    """As likely a 4 (30 of 36) as a 7 (eight or more, 15 of 36): together 45 of 72."""
    position = table("human", {"peter": "042"}, {"043": None}, setting=MALL, counters="physical")
    assert odds.shot(position, ["peter"], "042", "043", {4: HALF, 7: HALF}) == Fraction(45, 72)


SHOTS = [
    # people, zombies, doors, at
    ({"steve": "043"}, {"062": "3"}, {}, "062"),
    ({"peter": "043"}, {"062": "3"}, {"closed": ["043-062"]}, "062"),
    ({"peter": "043", "roger": "043"}, {"062": "2 berserk"}, {}, "062"),
    ({"peter": "043", "steve": "043"}, {"043": "6 berserk"}, {}, "043"),
]


@pytest.mark.parametrize(("people", "zombies", "doors", "at"), SHOTS)
def test_6_8_a_shot_is_what_every_roll_played_out_gives(
    people: dict[str, str], zombies: dict[str, int | str | None], doors: dict[str, list[str]], at: str
) -> None:
    """6.5, 6.7, 6.8: every panic die and every shot die is carried out; the share of hits is the chance."""
    position, by = standing(people, zombies, **doors), list(people)
    here = next(iter(people.values()))
    hits = Fraction(0)
    checked = bool(odds.panics(position, by, here, at))
    for panic in product(range(1, 7), repeat=len(by) if checked else 0):
        shot = {"do": "shoot", "by": by, "at": at} | (
            {"panic": dict(zip(by, panic, strict=True))} if checked else {}
        )
        count = game.check(position, from_json(shot)).needs.get("dice", 0)
        assert isinstance(count, int)
        rolls = list(product(range(1, 7), repeat=count)) if count else []
        for dice in rolls:
            after = game.rule(position, from_json(shot | {"dice": list(dice)})).after
            assert after is not None
            hits += Fraction(at not in after.zombies, len(rolls) * 6 ** len(panic))
    assert odds.shot(position, by, here, at, NO_MIX) == hits
    assert 0 < hits < 1


def test_8_8_attack_results_by_hand() -> None:
    """Strength 1: infected on 2, stunned on 3 and 4 (5 of 36). Strength 2: stunned on 3 and 6 too."""
    one = odds.attack({1: Fraction(1)})
    assert one == {"I": Fraction(1, 36), "S": Fraction(5, 36), "-": Fraction(30, 36)}
    two = odds.attack({2: Fraction(1)})
    assert two == {"I": Fraction(2, 36), "S": Fraction(7, 36), "-": Fraction(27, 36)}


def test_8_2_a_divided_attack() -> None:
    """Strength 5 on two is 2 each; 1 on two is none at all (R-8.0a)."""
    assert odds.attack({5: Fraction(1)}, 2) == odds.attack({2: Fraction(1)})
    assert odds.attack({1: Fraction(1)}, 2)["-"] == 1


def test_11_3_a_super_zombie_adds_to_an_unknown_unit() -> None:
    people = {"peter": "042", "roger": "043 super_zombie"}
    position = table("human", people, {"043": None}, setting=MALL, counters="physical")
    assert odds.strengths(position, "043", {3: Fraction(1, 4), 5: Fraction(3, 4)}) == {
        5: Fraction(1, 4),
        7: Fraction(3, 4),
    }


DOOR_SHOTS = [
    # who shoots, door, the unit's value: a charge of each door and of a joint shot
    (("peter",), {}, 4),
    (("steve",), {"closed": ["043-062"]}, 1),
    (("peter", "roger"), {"closed": ["043-062"]}, 9),
    (("peter", "roger", "steve", "fran"), {"destroyed": ["043-062"]}, 8),
]


@pytest.mark.parametrize(("by", "doors", "value"), DOOR_SHOTS)
def test_6_7_alone_and_together_through_every_door(
    by: tuple[str, ...], doors: dict[str, list[str]], value: int
) -> None:
    """6.6 to 6.8, 10.5: every roll of the dice is played through the door."""
    position = standing(dict.fromkeys(by, "043"), {"062": value}, **doors)
    shot = {"do": "shoot", "by": list(by), "at": "062"}
    count = game.check(position, from_json(shot)).needs["dice"]
    assert isinstance(count, int)
    rolls = list(product(range(1, 7), repeat=count))
    left = [game.rule(position, from_json(shot | {"dice": list(dice)})).after for dice in rolls]
    hits = sum("062" not in after.zombies for after in left if after)
    assert odds.shot(position, by, "043", "062", NO_MIX) == Fraction(hits, len(rolls))


@pytest.mark.parametrize("by", [("peter",), ("steve",), ("peter", "steve")])
def test_6_9_a_defence_is_what_every_roll_played_out_gives(by: tuple[str, ...]) -> None:
    """6.5, 6.9: under attack by a berserk unit of 5, panic and all."""
    people = {"peter": "043", "steve": "043"}
    start = table("attack", people, {"043": "5 berserk"}, setting=MALL)
    opened = game.rule(start, from_json({"do": "open_attack", "square": "043"})).after
    assert opened is not None
    hits = Fraction(0)
    for panic in product(range(1, 7), repeat=len(by)):
        shot = {"do": "defend", "by": list(by), "panic": dict(zip(by, panic, strict=True))}
        count = game.check(opened, from_json(shot)).needs.get("dice", 0)
        assert isinstance(count, int)
        rolls = list(product(range(1, 7), repeat=count)) if count else []
        for dice in rolls:
            after = game.rule(opened, from_json(shot | {"dice": list(dice)})).after
            assert after is not None
            hits += Fraction("043" not in after.zombies, len(rolls) * 6 ** len(panic))
    assert odds.shot(opened, by, "043", "043", NO_MIX) == hits
    assert 0 < hits < 1


@pytest.mark.parametrize("strength", range(1, 14))
def test_8_8_every_strength_against_every_roll(strength: int) -> None:
    """8.8: as often as the table says so in the thirty-six rolls."""
    results = [equipment.attack_result(strength, a + b) for a, b in product(range(1, 7), repeat=2)]
    expected = {result: Fraction(results.count(result), 36) for result in ("I", "S", "-")}
    assert odds.attack({strength: Fraction(1)}) == expected


def counted(
    position: Position, action: dict[str, Any], happened: Callable[[Position], bool], dice: int
) -> Fraction:
    """Return the share of all rolls after which something has happened."""
    rolls = list(product(range(1, 7), repeat=dice))
    favourable = 0
    for roll in rolls:
        ruling = game.rule(
            position, from_json(action | ({"dice": list(roll)} if dice > 1 else {"die": roll[0]}))
        )
        if "square" in ruling.needs:
            favourable += 1
            continue
        assert ruling.after is not None, ruling.reason
        favourable += happened(ruling.after)
    return Fraction(favourable, len(rolls))


def test_10_0_going_berserk() -> None:
    position = table("berserk", {"peter": "009"}, {"043": 4}, setting=MALL)
    check = {"do": "check_berserk", "square": "043"}
    assert odds.berserk() == counted(position, check, lambda after: after.zombies["043"].berserk, 1)


@pytest.mark.parametrize("value", [2, 3, 7, 11])
def test_10_5_breaking_glass(value: int) -> None:
    """10.5: two dice below the value; a unit face down breaks it as its mix has it."""
    people, doors = {"peter": "043"}, {"closed": ["043-062"]}
    position = table("free_movement", people, {"062": f"{value} berserk"}, setting=MALL, **doors)
    rolled = game.rule(position, from_json({"do": "roll_free_moves", "die": 6})).after
    assert rolled is not None
    strike = {"do": "smash", "from": "062", "between": ["043", "062"]}
    share = counted(rolled, strike, lambda after: after.doors.get(("043", "062")) == "destroyed", 2)
    assert odds.smash(rolled, "062", NO_MIX) == share
    unknown = table("human", people, {"062": "? berserk"}, setting=MALL, counters="physical")
    assert odds.smash(unknown, "062", {value: HALF, 2: HALF}) == share / 2


def test_11_0_turning_into_a_super_zombie() -> None:
    shut = dict.fromkeys(("north", "west", "east", "south"), "closed")
    position = table(
        "generation", {"peter": "043 infected", "fran": "009"}, setting=MALL, turn=3, main_doors=shut
    )
    roll = {"do": "roll_infection", "character": "peter"}
    share = counted(position, roll, lambda after: after.characters["peter"].status == "super_zombie", 2)
    assert odds.turning() == share == Fraction(1, 18)


@pytest.mark.parametrize("closed", [{}, {"north": "closed"}, {"north": "closed", "east": "closed"}])
def test_13_5_a_unit_comes_in(closed: dict[str, str]) -> None:
    """13.2, 13.3: closed doors and occupied squares let nothing in; with no eliminated unit none comes."""
    here: dict[str, Any] = {"setting": MALL, "main_doors": closed, "counters": "physical"}
    position = table(
        "generation", {"peter": "043"}, {"117": None}, eliminated=[None] * 4, hidden_box=[], **here
    )
    share = counted(position, {"do": "roll_entrance"}, lambda after: len(after.eliminated) < 4, 2)
    assert odds.entrance(position) == share
    assert 0 < share < 1
    none_left = table("generation", {"peter": "043"}, eliminated=[], hidden_box=[], **here)
    assert odds.entrance(none_left) == 0


def test_15_8_a_hidden_zombie_appears() -> None:
    """15.2, 15.8: the two dice name a digit, or none."""
    here: dict[str, Any] = {"setting": MALL, "mode": "solitaire", "counters": "physical"}
    position = table("hidden_appearance", {"peter": "043"}, eliminated=[None] * 4, hidden_box=[], **here)
    share = counted(position, {"do": "roll_hidden"}, lambda after: bool(after.zombies), 2)
    assert odds.appearance(position) == share
    assert 0 < share < 1
    none_left = table("hidden_appearance", {"peter": "043"}, eliminated=[], hidden_box=[], **here)
    assert odds.appearance(none_left) == 0
