"""Odds against figures worked by hand, and against every roll played through the game: 6.5-6.8, 8.8, 11.3."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rules.dawn_of_the_dead import game, library, odds
from rules.dawn_of_the_dead.actions import from_json
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.table import table

MALL = library.setting()
NO_MIX = {1: 1}


def standing(people: dict[str, str], zombies: dict[str, int | str | None], **doors: list[str]) -> Position:
    """Return a position in the mall with everybody named on the move."""
    position = table("human", people, zombies, setting=MALL, **doors)
    begun = game.rule(position, from_json({"do": "start_move", "characters": list(people)})).after
    assert begun is not None
    return begun


def test_totals_of_two_dice() -> None:
    assert odds.totals(2)[7] == Fraction(1, 6)
    assert odds.totals(2)[12] == Fraction(1, 36)
    assert sum(odds.totals(3).values()) == 1


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
    assert odds.shot(position, ["peter"], "042", "043", {4: 5, 7: 5}) == Fraction(45, 72)


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
    """Strength 1: infected on 2; stunned on 3 and 4, 5 of 36; nothing else. Strength 2: stunned on 3 and 6 besides."""
    one = odds.attack({1: Fraction(1)})
    assert one == {"I": Fraction(1, 36), "S": Fraction(5, 36), "-": Fraction(30, 36)}
    two = odds.attack({2: Fraction(1)})
    assert two == {"I": Fraction(2, 36), "S": Fraction(7, 36), "-": Fraction(27, 36)}


def test_8_2_a_divided_attack() -> None:
    """Strength 5 on two is 2 each; 1 on two is none at all (R-8.0a)."""
    assert odds.attack({5: Fraction(1)}, 2) == odds.attack({2: Fraction(1)})
    assert odds.attack({1: Fraction(1)}, 2)["-"] == 1


def test_the_mix_is_the_sheet_less_what_lies_open() -> None:
    sheet = MALL.sheet
    value, count = next((v, n) for v, n in sheet.zombie_values.items() if n > 1)
    assert odds.open_mix(sheet, [])[value] == count
    assert odds.open_mix(sheet, [value])[value] == count - 1
    assert value not in odds.open_mix(sheet, [value] * count)
    assert odds.open_mix(sheet, sheet.units) == dict(sheet.zombie_values)


def test_11_3_a_super_zombie_adds_to_an_unknown_unit() -> None:
    people = {"peter": "042", "roger": "043 super_zombie"}
    position = table("human", people, {"043": None}, setting=MALL, counters="physical")
    assert odds.strengths(position, "043", {3: 1, 5: 3}) == {5: Fraction(1, 4), 7: Fraction(3, 4)}
