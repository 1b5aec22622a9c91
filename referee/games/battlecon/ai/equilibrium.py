"""The mixed equilibrium of a simultaneous choice, by regret matching.

Regret matching in its "plus" form (regrets never fall below zero, both sides take turns, later rounds count
more) needs some hundred rounds for the sizes here. It is thirty lines of plain Python: the linear programs of
SciPy would bring a hundred megabytes to a tablet for the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from operator import mul

Mix = tuple[float, ...]
"""The chance of each choice; they add up to 1."""
Matrix = Sequence[Sequence[float]]
"""The chance that `a` wins, by the choice of `a` (rows) and of `b` (columns)."""

ROUNDS = 2_000
CHECKED = 10
CLOSE = 0.001
"""Good enough: neither seat gains a thousandth of a duel by another mix."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The mixes of both, the chance that `a` wins with them, and how much either might gain with another."""

    rows: Mix
    columns: Mix
    value: float
    gap: float


def solve(matrix: Matrix, close: float = CLOSE) -> Solution:
    """Return the equilibrium of a matrix, the same one each time; `close` is the accepted gap."""
    pure = _pure(matrix)
    if pure is not None:
        return pure
    columns = tuple(zip(*matrix, strict=True))
    regrets_a, regrets_b = [0.0] * len(matrix), [0.0] * len(columns)
    sums_a, sums_b = [0.0] * len(matrix), [0.0] * len(columns)
    mix_b = even(len(columns))
    for number in range(1, ROUNDS + 1):
        mix_a = matched(regrets_a)
        gains = [fsum(map(mul, row, mix_b)) for row in matrix]
        regret(regrets_a, gains, fsum(map(mul, gains, mix_a)))
        mix_a = matched(regrets_a)
        losses = [-fsum(map(mul, column, mix_a)) for column in columns]
        regret(regrets_b, losses, fsum(map(mul, losses, mix_b)))
        mix_b = matched(regrets_b)
        weigh(sums_a, mix_a, number)
        weigh(sums_b, mix_b, number)
        if number % CHECKED == 0:
            solution = _solution(matrix, columns, matched(sums_a), matched(sums_b))
            if solution.gap <= close:
                return solution
    return _solution(matrix, columns, matched(sums_a), matched(sums_b))


def even(count: int) -> Mix:
    """Return the mix in which each of this many choices has the same chance."""
    return (1 / count,) * count


def matched(regrets: Sequence[float]) -> Mix:
    """Return the mix in proportion to regrets, or to sums of mixes."""
    total = fsum(regrets)
    return tuple([regret / total for regret in regrets]) if total > 0 else even(len(regrets))


def regret(regrets: list[float], gains: Sequence[float], got: float) -> None:
    """Add to the regrets what each choice would have gained over what the mix got; none falls below zero."""
    regrets[:] = [max(0.0, old + gain - got) for old, gain in zip(regrets, gains, strict=True)]


def weigh(sums: list[float], mix: Sequence[float], weight: float) -> None:
    """Add a mix to a sum of mixes."""
    sums[:] = [old + weight * chance for old, chance in zip(sums, mix, strict=True)]


def _solution(matrix: Matrix, columns: Matrix, rows: Mix, mix_b: Mix) -> Solution:
    against_b = [fsum(map(mul, row, mix_b)) for row in matrix]
    against_a = [fsum(map(mul, column, rows)) for column in columns]
    best, worst = max(against_b), min(against_a)
    return Solution(rows, mix_b, fsum(map(mul, against_b, rows)), best - worst)


def _pure(matrix: Matrix) -> Solution | None:
    """Return the equilibrium in pure strategies, if there is one."""
    lows = [min(row) for row in matrix]
    highs = [max(column) for column in zip(*matrix, strict=True)]
    low, high = max(lows), min(highs)
    if low < high:
        return None
    return Solution(_only(lows.index(low), len(lows)), _only(highs.index(high), len(highs)), low, 0.0)


def _only(index: int, count: int) -> Mix:
    return tuple([float(n == index) for n in range(count)])
