"""What dice come to may be given in their place where only that counts (6.6, 8.8, 10.5, 11.0, 13.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Defend, RollAttack, RollEntrance, RollInfection, Shoot, Smash
from rules.dawn_of_the_dead.effects import Rolled
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.attacking import opened
from tests.rules.dawn_of_the_dead.glass_front import TOYS, free
from tests.rules.dawn_of_the_dead.small_mall import GLASS_TOYS
from tests.rules.dawn_of_the_dead.table import legal, refused, table

INFECTED = {"fran": "022 infected"}
ROLLS: dict[str, tuple[Position, Any]] = {
    "shoot": (
        table("human", {"peter": "022"}, {"022": 4}, move={"characters": ["peter"]}),
        Shoot(("peter",), "022", {"peter": 6}),
    ),
    "defend": (opened(6), Defend(("steve", "fran"), {"steve": 6, "fran": 6})),
    "roll_attack": (opened(6, {"peter": "022", "roger": "000"}), RollAttack("peter")),
    "smash": (free({"016": "7 berserk"}, "026"), Smash(TOYS, "016")),
    "roll_infection": (
        table("generation", INFECTED, turn=3, phase_state={"entered": True}), RollInfection("fran"),
    ),
    "roll_entrance": (table("generation", eliminated=[3, 7]), RollEntrance()),
}  # fmt: skip


def fell(dice: tuple[int, ...], action: Any) -> tuple[Any, Any]:
    """Return the action with these dice, and with what they come to."""
    return replace(action, dice=dice), replace(action, total=sum(dice))


def test_it_is_every_roll_of_which_only_the_sum_counts() -> None:
    """15.8: on the Hidden Zombie Table the first die is the column and the second the row."""
    assert set(ROLLS) == act.SUMS
    assert "roll_hidden" not in act.SUMS


@pytest.mark.parametrize("kind", sorted(ROLLS))
@pytest.mark.parametrize("dice", [(1, 1), (2, 3), (6, 6)], ids=str)
def test_the_total_does_what_the_dice_do(kind: str, dice: tuple[int, int]) -> None:
    position, action = ROLLS[kind]
    by_dice, by_total = (game.recorded(position, one) for one in fell(dice, action))
    for ruling in (by_dice, by_total):
        assert ruling.legal, ruling.reason
    if "draw" in by_dice.needs:
        assert by_total.needs == by_dice.needs
        return
    assert (by_total.after, by_total.reason, by_total.story, by_total.cases) == (
        by_dice.after, by_dice.reason, by_dice.story, by_dice.cases,
    )  # fmt: skip
    rolls = [
        [e for e in ruling.effects if isinstance(e, Rolled) and e.what != "panic"]
        for ruling in (by_dice, by_total)
    ]
    assert [e.fell for e in rolls[0]] == [e.fell for e in rolls[1]] == [(2, sum(dice))]
    assert (rolls[1][0].dice, rolls[1][0].total) == ((), sum(dice)), "no faces are made up"


@pytest.mark.parametrize("kind", sorted(ROLLS))
def test_what_the_dice_cannot_come_to_is_refused(kind: str) -> None:
    position, action = ROLLS[kind]
    case = {"smash": "10.5", "roll_infection": "11.0", "roll_entrance": "13.0", "roll_attack": "8.8"}
    for total in (1, 13):
        wrong = refused(position, replace(action, total=total), case.get(kind, "6.6"), "2 to 12", listed=True)
        assert wrong.firm
    both = replace(action, dice=(3, 4), total=7)
    refused(position, both, case.get(kind, "6.6"), "not both", listed=True)


def test_6_6_one_die_comes_to_1_to_6_and_three_to_3_to_18() -> None:
    """6.8: three dice at most."""
    people = dict.fromkeys(("peter", "roger", "steve"), "022")
    position = table("human", people, {"022": 4}, move={"characters": list(people)})
    alone = Shoot(("steve",), "022", {"steve": 6})
    together = Shoot(("peter", "roger"), "022", {"peter": 6, "roger": 6})
    refused(position, replace(alone, total=7), "6.6", "A die shows 1 to 6, not 7.", listed=True)
    refused(position, replace(together, total=2), "6.6", "3 dice add up to 3 to 18, not 2.", listed=True)
    assert legal(position, replace(together, total=18)).after


def test_11_6_where_no_dice_fall_no_total_is_taken() -> None:
    people = {"peter": "016 super_zombie", "roger": "026"}
    position = table("free_movement", people, {"016": 7}, closed=[GLASS_TOYS])
    smash = Smash(TOYS, super="peter")
    assert game.rule(position, smash).legal
    refused(position, replace(smash, total=7), "11.6", "No dice are needed here.", listed=True)
