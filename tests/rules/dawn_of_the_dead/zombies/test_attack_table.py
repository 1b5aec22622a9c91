"""8.8 Zombie Attack Table: every cell, and strengths beyond its columns, through the referee."""

from __future__ import annotations

import re
from itertools import product

import pytest

from rules.dawn_of_the_dead.actions import OpenAttack, RollAttack
from rules.dawn_of_the_dead.position import Position
from tests.rows import each
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table

CASE = "8.8"
COLUMNS = ((1, 1), (2, 2), (3, 4), (5, 6), (7, 8), (9, 13))
PRINTED = {
    2: "IIIIII",
    3: "SSIIII",
    4: "S-SIII",
    5: "---SSI",
    6: "-S-SSS",
    7: "--S--S",
    8: "----SS",
    9: "----II",
    10: "------",
    11: "---S--",
    12: "-III-S",
}
"""For each total the letters of the six columns, typed from the printed table."""
TOTALS = range(2, 13)
STATUS = {"I": "infected", "S": "stunned", "-": "normal"}


def printed() -> dict[tuple[int, int], str]:
    """Return the result for each strength from 1 to 13 and each total from 2 to 12."""
    table = {}
    for total, results in PRINTED.items():
        for (low, high), result in zip(COLUMNS, results, strict=True):
            for strength in range(low, high + 1):
                table[strength, total] = result
    return table


RESULTS = printed()


def attacked(strength: int, status: str = "normal") -> Position:
    """Return an open attack of this strength on Peter; beyond 11 super zombies lend theirs (11.3)."""
    people = {"peter": f"022 {status}", "fran": "000"}
    value = strength
    for name in ("roger", "steve"):
        if value > 11:
            people[name], value = "022 super_zombie", value - 2
        else:
            people[name] = "000"
    return do(table("attack", people, {"022": value}), OpenAttack("022"))


def dice_for(total: int) -> tuple[int, int]:
    return (total - 1, 1) if total <= 7 else (6, total - 6)


def test_8_8_the_printed_table_has_all_its_cells() -> None:
    assert len(RESULTS) == 13 * 11
    assert sum(map(len, PRINTED.values())) == 66


def test_8_8_every_cell() -> None:
    def check(strength: int, total: int) -> None:
        after = do(attacked(strength), RollAttack("peter", dice_for(total)))
        assert after.characters["peter"].status == STATUS[RESULTS[strength, total]], CASE

    each(product(range(1, 14), TOTALS), check)


@pytest.mark.parametrize("status", ["stunned", "infected"])
def test_8_8_and_who_was_hurt_before_is_killed(status: str) -> None:
    """8.5: by stun and infection alike, in the notes under 8.8 as well."""

    def check(strength: int, total: int) -> None:
        after = do(attacked(strength, status), RollAttack("peter", dice_for(total)))
        assert after.characters["peter"].status == (status if RESULTS[strength, total] == "-" else "killed")

    each(product([1, 2, 4, 5, 8, 13], TOTALS), check)


def test_8_8_more_than_thirteen_is_the_last_column() -> None:
    """11.3 and R-11.1b: two super zombies and a unit of 11 make 15."""

    def check(total: int) -> None:
        after = do(attacked(15), RollAttack("peter", dice_for(total)))
        assert after.characters["peter"].status == STATUS[RESULTS[13, total]]

    each(zip(TOTALS), check)


def test_8_2_two_dice_for_each_attack() -> None:
    needs(attacked(3), RollAttack("peter"), dice=2)
    for dice in ((3,), (1, 2, 3), (0, 5), (7, 1)):
        assert refused(attacked(3), RollAttack("peter", dice), "8.8", listed=True).firm


def test_8_8_the_order_to_roll_says_what_each_total_does() -> None:
    """8.5: who was stunned already is killed by either result."""

    def check(status: str, strength: int) -> None:
        order = legal(attacked(strength, status), RollAttack("peter"), CASE).reason
        told = dict(part.split(" on ") for part in order.removesuffix(".").split(": ")[1].split("; "))
        by_total = {int(total): word for word, said in told.items() for total in re.findall(r"\d+", said)}
        for total in TOTALS:
            letter = RESULTS[strength, total]
            word = STATUS[letter] if status == "normal" or letter == "-" else "killed"
            assert by_total.get(total, "normal") == word

    each(product(["normal", "stunned"], range(1, 14)), check)
