"""6.0 What a shot takes, as the players reckon it before they roll: the dice, what comes off, the roll needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.dawn_of_the_dead.gunfire import shot_dice, subtraction
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.units import strength_in
from rules.dice import MEAN


@dataclass(frozen=True, slots=True)
class ShotFigures:
    """A shot by `by`: so many `dice`, `minus` taken off their total (6.6-6.8).

    `needed` is the least total that eliminates the target, None while its value lies face down (6.0).
    """

    by: tuple[str, ...]
    dice: int
    minus: int
    needed: int | None


def shot_figures(position: Position, by: tuple[str, ...], here: str, at: str) -> ShotFigures:
    """Return the figures of a shot, nobody panicking, from what the position knows of its target."""
    minus = subtraction(position, here, at) * len(by)
    strength = strength_in(position, at)
    return ShotFigures(by, shot_dice(position, by), minus, None if strength is None else strength + minus)


def hardest(shots: Iterable[ShotFigures]) -> ShotFigures:
    """Return the shot that hits hardest in the mean; of equals the one with the fewest guns (6.8, R-6.8a)."""
    return max(shots, key=lambda s: (s.dice * MEAN - s.minus, -len(s.by)))
