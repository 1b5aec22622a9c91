"""Dice as an action gives them: how many are wanted, and whether those given can be right."""

from __future__ import annotations

from collections.abc import Sequence

FACES = range(1, 7)


def misread(dice: Sequence[int], wanted: int) -> str | None:
    """Return a sentence on what is wrong with `dice`, or None if they are `wanted` six-sided dice."""
    if len(dice) != wanted:
        return f"{number_of(wanted, 'die', 'dice').capitalize()} wanted here, not {len(dice)}."
    bad = [d for d in dice if d not in FACES]
    return f"A die shows 1 to 6, not {bad[0]}." if bad else None


def number_of(count: int, one: str, many: str) -> str:
    """Return a count with its noun and verb: "1 die is", "2 dice are", "no dice are"."""
    if count == 1:
        return f"1 {one} is"
    return f"{count or 'no'} {many} are"
