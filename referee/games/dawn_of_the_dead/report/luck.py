"""The luck of the dice, exact: the results against their expectation, by enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.games.dawn_of_the_dead.report.story import Step
from rules.dawn_of_the_dead import effects as fx
from rules.dawn_of_the_dead import odds
from rules.dawn_of_the_dead.position import SET_UP
from rules.dice import MEAN

SIDES = ("human", "zombie")


@dataclass(frozen=True, slots=True)
class DiceLuck:
    """One side's dice up to the end of a Game-Turn: their number, their sum, and the sum less 3.5 a die."""

    turn: int
    side: str
    dice: int
    total: int

    @property
    def over(self) -> Fraction:
        """How far the sum is above (or below) its expectation."""
        return self.total - self.dice * MEAN


@dataclass(frozen=True, slots=True)
class Attacked:
    """One roll on the Attack Table (8.8): against whom, its chance of an effect, and whether it had one."""

    n: int
    turn: int
    character: str
    strength: int
    chance: Fraction
    effect: bool


def chance_of_effect(strength: int) -> Fraction:
    """Return the chance that two dice on the Attack Table do anything at a strength (8.8, R-8.0a)."""
    return 1 - odds.attack({strength: Fraction(1)})["-"]


def dice_luck(steps: Sequence[Step]) -> list[DiceLuck]:
    """Return each side's dice at the end of each Game-Turn, from 0, added up from the start of play."""
    count, total = Counter[str](), Counter[str]()
    by_side = {(0, side): DiceLuck(0, side, 0, 0) for side in SIDES}
    for step in steps:
        if step.action.do in SET_UP:
            continue
        for dice, came_to in (e.fell for e in step.effects if isinstance(e, fx.Rolled)):
            count[step.side] += dice
            total[step.side] += came_to
        for side in SIDES:
            by_side[step.turn, side] = DiceLuck(step.turn, side, count[side], total[side])
    return [by_side[key] for key in sorted(by_side)]


def attacks(steps: Sequence[Step]) -> list[Attacked]:
    """Return every roll on the Attack Table."""
    return [
        Attacked(step.n, step.turn, e.whom, e.strength, chance_of_effect(e.strength), e.result != "none")
        for step in steps
        for e in step.effects
        if isinstance(e, fx.Attacked)
    ]
