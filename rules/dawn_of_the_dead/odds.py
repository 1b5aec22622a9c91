"""Exact odds of shots, panic, attacks and the zombies' rolls, by enumeration, from open facts only.

An unknown value comes from a `mix`, the chance of each value. `unknown_units.unknown_mix` computes it from
what everybody saw. A position here is one as a seat sees it, without the values hidden from that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from itertools import product

from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.units import strength_in, supers_strength, units_available
from rules.dawn_of_the_dead.humans.gunfire import panic_increase, shot_dice, subtraction
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.solitaire.solitaire import appearance_squares
from rules.dawn_of_the_dead.zombies.berserk import HIGHEST_BERSERK_DIE
from rules.dawn_of_the_dead.zombies.entrance import open_entrances
from rules.dawn_of_the_dead.zombies.super_zombies import TURNING_TOTALS
from rules.dice import FACES, at_least, totals

Mix = Mapping[int, Fraction]


def panic(level: int) -> Fraction:
    """Return the chance of panic: one die is not above a Panic Level (6.5)."""
    return Fraction(min(max(level, 0), len(FACES)), len(FACES))


def strengths(position: Position, square: str, mix: Mix) -> Mapping[int, Fraction]:
    """Return the chance of each strength in a square: 1 if it is known, otherwise from the mix (11.3)."""
    known = strength_in(position, square)
    if known is not None:
        return {known: Fraction(1)}
    supers = supers_strength(position, square)
    return {value + supers: share for value, share in mix.items()}


def panics(position: Position, by: Collection[str], here: str, at: str) -> Mapping[str, Fraction]:
    """Return the chance of panic of each shooter; empty if no check is needed (6.5)."""
    increase = panic_increase(position, here, at)
    if increase is None:
        return {}
    return {name: panic(position.rating(name).panic_level + increase) for name in by}


def shot(position: Position, by: Collection[str], here: str, at: str, mix: Mix) -> Fraction:
    """Return the chance that a shot eliminates its target, panic checks included (6.5-6.8)."""
    scared = panics(position, by, here, at)
    each = subtraction(position, here, at)
    against = strengths(position, at, mix)
    hits = Fraction(0)
    for fires in product((True, False), repeat=len(by)):
        share = Fraction(1)
        for name, shoots in zip(by, fires, strict=True):
            share *= (1 - scared.get(name, Fraction(0))) if shoots else scared.get(name, Fraction(0))
        fired = tuple(name for name, shoots in zip(by, fires, strict=True) if shoots)
        if share and fired:
            hits += share * _hits(shot_dice(position, fired), each * len(fired), against)
    return hits


def _hits(dice: int, minus: int, against: Mapping[int, Fraction]) -> Fraction:
    return sum((chance * at_least(dice, value + minus) for value, chance in against.items()), Fraction(0))


def attack(against: Mapping[int, Fraction], count: int = 1) -> Mapping[str, Fraction]:
    """Return the chance of "I", "S" and "-" for each of `count` characters attacked together (8.8).

    `against` has the chance of each strength before division among them.
    """
    results = dict.fromkeys(("I", "S", "-"), Fraction(0))
    for strength, chance in against.items():
        for total, p in totals(2).items():
            result = equipment.attack_result(strength // count, total) if strength // count else "-"
            results[result] += chance * p
    return results


def berserk() -> Fraction:
    """Return the chance that a unit goes, or stays, berserk (10.0)."""
    return Fraction(HIGHEST_BERSERK_DIE, len(FACES))


def smash(position: Position, square: str, mix: Mix) -> Fraction:
    """Return the chance that a berserk unit breaks the glass: two dice below its value (10.5)."""
    known = position.zombies[square].value
    against = mix if known is None else {known: Fraction(1)}
    shares = (
        chance * p for value, chance in against.items() for total, p in totals(2).items() if total < value
    )
    return sum(shares, Fraction(0))


def turning() -> Fraction:
    """Return the chance that an infected character becomes a super zombie (11.0)."""
    return _two_dice(TURNING_TOTALS.__contains__)


def entrance(position: Position) -> Fraction:
    """Return the chance that at least one eliminated unit comes back by a main door (13.2, 13.3, 13.5)."""
    if units_available(position) == 0:
        return Fraction(0)
    return _two_dice(lambda total: bool(open_entrances(position, total)))


def appearance(position: Position) -> Fraction:
    """Return the chance that the Hidden Zombie Table makes a zombie appear (15.2, 15.3, 15.8)."""
    if units_available(position) == 0:
        return Fraction(0)
    rolls = list(product(FACES, repeat=2))
    digits = [digit for roll in rolls if (digit := equipment.hidden_digit(*roll)) is not None]
    places = {digit: bool(appearance_squares(position, digit)) for digit in set(digits)}
    return Fraction(sum(places[digit] for digit in digits), len(rolls))


def _two_dice(wanted: Callable[[int], bool]) -> Fraction:
    return sum((chance for total, chance in totals(2).items() if wanted(total)), Fraction(0))
