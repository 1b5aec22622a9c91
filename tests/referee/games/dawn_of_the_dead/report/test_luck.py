"""The luck of the dice against what was to be expected, by hand and by enumeration."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.games.dawn_of_the_dead.report import attacks, chance_of_effect, dice_luck
from rules.dawn_of_the_dead.actions import EndTurn, NextPhase, OpenAttack, RollAttack, Shoot, StartMove
from tests.referee.played import dice_of, simulated, steps
from tests.rows import each_row
from tests.rules.dawn_of_the_dead.table import table


@each_row(
    "strength, chance",
    [(0, Fraction(0)), (1, Fraction(6, 36)), (9, Fraction(31, 36)), (13, Fraction(31, 36))],
)
def test_8_8_the_chance_of_an_attack_counts_every_result_that_does_something(
    strength: int, chance: Fraction
) -> None:
    """Strength 1: the sums 2, 3 and 4. Nine and more: all sums but 10 and 11."""
    assert chance_of_effect(strength) == chance


def test_panic_dice_count_as_dice() -> None:
    shot = Shoot(("peter", "roger"), "022", panic={"peter": 4, "roger": 6}, dice=(5, 1, 1))
    assert dice_of(shot) == (4, 6, 5, 1, 1)
    assert dice_of(EndTurn()) == ()


def test_each_die_is_set_against_three_and_a_half_for_the_side_that_rolled_it() -> None:
    position = table(people={"peter": "022"}, zombies={"022": 9})
    played = steps(
        position,
        StartMove(("peter",)), Shoot(("peter",), "022", panic={"peter": 6}, dice=(6, 2)), EndTurn(),
        NextPhase(), NextPhase(), NextPhase(), OpenAttack("022"), RollAttack("peter", dice=(5, 5)),
    )  # fmt: skip
    human, zombie = dice_luck(played)[-2:]
    assert (human.side, human.turn, human.dice, human.total) == ("human", 1, 3, 14)
    assert (zombie.side, zombie.dice, zombie.total) == ("zombie", 2, 10)
    assert (human.over, zombie.over) == (Fraction(7, 2), Fraction(3))
    (attack,) = attacks(played)
    assert (attack.character, attack.strength, attack.chance, attack.effect) == (
        "peter", 9, Fraction(31, 36), False,
    )  # fmt: skip


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_no_die_of_a_game_is_lost_or_counted_twice(seed: str) -> None:
    _, played = simulated(seed)
    rolled = [die for step in played for die in dice_of(step.action)]
    by_side = {luck.side: luck for luck in dice_luck(played)}
    assert sum(luck.dice for luck in by_side.values()) == len(rolled)
    assert sum(luck.total for luck in by_side.values()) == sum(rolled)
