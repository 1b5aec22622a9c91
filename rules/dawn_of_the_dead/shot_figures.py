"""6.0 The figures of a shot before the roll: the dice, the modifier, and the total needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.dawn_of_the_dead.gunfire import panic_levels, shot_dice, subtraction
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.units import strength_in
from rules.dice import MEAN


@dataclass(frozen=True, slots=True)
class ShotFigures:
    """A shot by `by`: the number of `dice`, and `minus` taken off their total (6.6-6.8).

    `needed` is the lowest total that eliminates the target, None while its value is face down (6.0).
    `panic` is each shooter's Panic Level with its increase, empty if no check is needed (6.5, R-6.5a).
    """

    by: tuple[str, ...]
    dice: int
    minus: int
    needed: int | None
    panic: Mapping[str, int] = field(default_factory=dict)


def shot_figures(position: Position, by: tuple[str, ...], here: str, at: str) -> ShotFigures:
    """Return the figures of a shot if nobody panics, as far as the position knows its target."""
    minus = subtraction(position, here, at) * len(by)
    strength = strength_in(position, at)
    needed = None if strength is None else strength + minus
    return ShotFigures(by, shot_dice(position, by), minus, needed, panic_levels(position, by, here, at))


def hardest(shots: Iterable[ShotFigures]) -> ShotFigures:
    """Return the shot with the highest mean result; of equals the one with the fewest guns (6.8, R-6.8a)."""
    return max(shots, key=lambda s: (s.dice * MEAN - s.minus, -len(s.by)))
