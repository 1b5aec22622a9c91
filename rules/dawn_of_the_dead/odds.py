"""Exact odds of shots, panic and attacks, by enumeration, from what lies open and nothing else (6.5-6.8, 8.8).

A value that is not known is taken from a `mix`, {value: number of units}. What `open_mix` gives is the mix printed on
the counters less the values that lie open now. It does not remember units eliminated earlier: they come back face
down at random (13.3), so that nobody can tell any more which of the units on the map they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from rules.dawn_of_the_dead import tables
from rules.dawn_of_the_dead.equipment import CounterSheet
from rules.dawn_of_the_dead.gunfire import panic_increase, shot_dice, subtraction
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.units import SUPER_ZOMBIE_VALUE, strength_in

Mix = Mapping[int, int]
FACES = range(1, 7)


@cache
def totals(dice: int) -> Mapping[int, Fraction]:
    """Return the chance of each total of some dice."""
    counts = Counter(sum(roll) for roll in product(FACES, repeat=dice))
    return {total: Fraction(count, len(FACES) ** dice) for total, count in counts.items()}


def panic(level: int) -> Fraction:
    """Return the chance that one die is no higher than a Panic Level (6.5)."""
    return Fraction(min(max(level, 0), len(FACES)), len(FACES))


def open_mix(sheet: CounterSheet, values: Iterable[int]) -> Mix:
    """Return the printed mix less the `values` that lie open now; the whole of it where that leaves nothing."""
    left = Counter(dict(sheet.zombie_values))
    left.subtract(values)
    found = {value: count for value, count in left.items() if count > 0}
    return found or dict(sheet.zombie_values)


def strengths(position: Position, square: str, mix: Mix) -> Mapping[int, Fraction]:
    """Return the chance of each strength in a square: one, when it is known, else as the mix has it (11.3)."""
    known = strength_in(position, square)
    if known is not None:
        return {known: Fraction(1)}
    supers = SUPER_ZOMBIE_VALUE * len(position.supers_at(square))
    units = sum(mix.values())
    return {value + supers: Fraction(count, units) for value, count in mix.items()}


def panics(position: Position, by: Collection[str], here: str, at: str) -> Mapping[str, Fraction]:
    """Return the chance of each shooter to panic; empty where no check is made (6.5)."""
    increase = panic_increase(position, here, at)
    if increase is None:
        return {}
    return {name: panic(position.rating(name).panic_level + increase) for name in by}


def shot(position: Position, by: Collection[str], here: str, at: str, mix: Mix) -> Fraction:
    """Return the chance that a shot eliminates its target, the panic checks before it counted in (6.5-6.8)."""
    scared = panics(position, by, here, at)
    each = subtraction(position, here, at)
    against = strengths(position, at, mix)
    found = Fraction(0)
    for fires in product((True, False), repeat=len(by)):
        share = Fraction(1)
        for name, calm in zip(by, fires, strict=True):
            share *= (1 - scared.get(name, Fraction(0))) if calm else scared.get(name, Fraction(0))
        fired = tuple(name for name, calm in zip(by, fires, strict=True) if calm)
        if share and fired:
            found += share * _hits(shot_dice(position, fired), each * len(fired), against)
    return found


def _hits(dice: int, minus: int, against: Mapping[int, Fraction]) -> Fraction:
    rolled = totals(dice)
    return sum(
        (
            p * chance
            for total, p in rolled.items()
            for value, chance in against.items()
            if total - minus >= value
        ),
        Fraction(0),
    )


def attack(against: Mapping[int, Fraction], count: int = 1) -> Mapping[str, Fraction]:
    """Return the chance of each result, "I", "S" and "-", for each of `count` characters attacked together (8.8).

    `against` gives the chance of each strength before it is divided among them.
    """
    found = dict.fromkeys(("I", "S", "-"), Fraction(0))
    for strength, chance in against.items():
        for total, p in totals(2).items():
            result = tables.attack_result(strength // count, total) if strength // count else "-"
            found[result] += chance * p
    return found
