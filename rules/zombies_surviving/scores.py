"""Needed numbers: what makes them up, whether dice reach them, impossible odds (1.6), good sense (10.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.ruling import Part, Score
from rules.zombies_surviving.position import Figure
from rules.zombies_surviving.traits import hampered, sense_left

HIGHEST, FIRST = 6, 4
"""The highest number of a die; and what the first die must be exactly where more is needed (1.6)."""
BANDS = ("short range", "medium range", "long range")
AT_RANGE = (4, 5, 6)


def band_of(ranges: Sequence[float], inches: float) -> int | None:
    """Return 0, 1 or 2 for short, medium or long range; None beyond (6.1)."""
    return next((n for n, far in enumerate(ranges) if inches <= far), None)


def score_of(*parts: Part) -> Score:
    """Return a score of a die, without the parts that change nothing."""
    return Score("d6", tuple(part for part in parts if part.value))


def damage_score(hits: Sequence[tuple[str, Sequence[Part]]], instead: Score) -> Score:
    """Return what is added to the dice for damage, taken apart (8.0).

    `hits` are who is hit, and the parts; each part has his name where those of several differ. Where nothing
    is added, the score that led to the hit stays.
    """
    shown = [(whom, [part for part in parts if part.value]) for whom, parts in hits]
    if all(parts == shown[0][1] for _, parts in shown):
        parts = shown[0][1]
    else:
        named = (replace(part, name=f"{part.name} ({whom})") for whom, parts in shown for part in parts)
        parts = list(dict.fromkeys(named))
    return Score("d6", tuple(parts)) if parts else instead


def harder(figure: Figure) -> tuple[Part, ...]:
    """Return what wounds and grabs add to the number that a human needs (8.2, 8.3)."""
    return tuple(Part(name, value, case) for name, value, case in hampered(figure))


def weaker(figure: Figure) -> tuple[Part, ...]:
    """Return what wounds and grabs take off the dice of a human."""
    return tuple(Part(name, -value, case, "roll") for name, value, case in hampered(figure))


@dataclass(frozen=True, slots=True)
class Rolls:
    """The dice of one or more attempts at once: first a die for each, then the second dice in their order.

    `dice` is how many are needed by now. `hits` are there once all are. `helped` is the attempt that good
    sense would make better by 1, or None; it has to be asked of whoever has sense left.
    """

    dice: int
    hits: tuple[bool, ...] = ()
    helped: int | None = None


def read(needs: Sequence[int], dice: Sequence[int], *, sense: bool | None = False) -> Rolls:
    """Return what dice come to against the numbers that are needed.

    `sense`: whether good sense is used; None while that can still be asked, False where there is none.
    """
    first, rest = [[die] for die in dice[: len(needs)]], [*dice[len(needs) :]]
    if len(first) < len(needs):
        return Rolls(len(needs))
    wanted = len(needs)
    for needed, mine in zip(needs, first, strict=True):
        if needed > HIGHEST and mine[0] == FIRST:
            wanted += 1
            mine += rest[:1]
            rest = rest[1:]
    if len(dice) < wanted:
        return Rolls(wanted)
    pairs = list(zip(needs, first, strict=True))
    helped = next((n for n, (needed, mine) in enumerate(pairs) if _helps(needed, mine)), None)
    if sense and helped is not None:
        first[helped][-1] += 1
        if needs[helped] > HIGHEST and len(first[helped]) == 1:
            wanted += 1
            first[helped] += rest[:1]
            if len(dice) < wanted:
                return Rolls(wanted, (), helped)
    hits = tuple(_reaches(needed, mine) for needed, mine in zip(needs, first, strict=True))
    return Rolls(wanted, hits, None if sense is False else helped)


def _reaches(needed: int, dice: Sequence[int]) -> bool:
    """Whether dice reach a number: above 6 it takes a 4, and then a second die that is added to it (1.6)."""
    if needed <= HIGHEST:
        return dice[0] >= needed
    return dice[0] == FIRST and len(dice) > 1 and dice[0] + dice[1] >= needed


def _helps(needed: int, dice: Sequence[int]) -> bool:
    """Whether 1 more makes a miss a hit; or the first of two dice the 4 that it takes."""
    if needed <= HIGHEST:
        return dice[0] + 1 == needed
    if len(dice) == 1:
        return dice[0] + 1 == FIRST and needed <= FIRST + HIGHEST
    return dice[0] + dice[1] + 1 == needed


def may_use_sense(figure: Figure, given: bool | None) -> bool | None:
    """Return whether good sense is used: what was said, None if it may be asked, False without any left."""
    return (given if given is not None else None) if sense_left(figure) else False


def rolled(score: Score, dice: Sequence[int], hits: Sequence[bool]) -> Score:
    """Return a score with its dice, and whether any of them was enough."""
    return replace(score, rolled=tuple(dice), success=any(hits))
