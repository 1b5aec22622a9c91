"""The antes as a tree that both see (6.0), and the equilibrium of pairs and antes together.

Everybody sees who antes what, but each knows only his own pair. So a plan is a mix of pairs, and at each
moment of the antes a mix of tokens for each pair. Regret matching works on all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum
from operator import mul

from referee.games.battlecon.opponent.equilibrium import (
    CHECKED,
    CLOSE,
    Matrix,
    Mix,
    Solution,
    even,
    matched,
    regret,
    solve,
    weigh,
)
from rules.battlecon.actions import Ante, Option, Pass, Seat, TokenOption
from rules.battlecon.attack_pairs import carry_out_ante, carry_out_pass
from rules.battlecon.beat import Beat
from rules.battlecon.sequence import go_on

TURN_UP = frozenset({"turn_up"})
ROUNDS = 400


@dataclass(slots=True)
class Reveal:
    """The end of the antes. `outcome` is the number of what was anted."""

    outcome: int


@dataclass(slots=True)
class Asked:
    """A moment at which a seat may ante; a branch for each option."""

    seat: Seat
    options: tuple[Option, ...]
    branches: tuple[Tree, ...]
    regrets: list[list[float]] = field(default_factory=list)
    sums: list[list[float]] = field(default_factory=list)

    def begin(self, pairs: int) -> None:
        """Forget everything; there is a row for each pair of the seat."""
        self.regrets = [[0.0] * len(self.options) for _ in range(pairs)]
        self.sums = [[0.0] * len(self.options) for _ in range(pairs)]

    def plan(self, pair: int) -> Mix:
        """Return the mix of options with a pair."""
        return matched(self.sums[pair])


Tree = Reveal | Asked


def grown(beat: Beat) -> tuple[Tree, list[Beat]]:
    """Return the tree of the antes, and the beat before the reveal after each outcome of them."""
    outcomes: dict[tuple[tuple[str, ...], ...], tuple[int, Beat]] = {}
    tree = _grow(beat, outcomes)
    return tree, [ready for _, ready in outcomes.values()]


def _grow(beat: Beat, outcomes: dict[tuple[tuple[str, ...], ...], tuple[int, Beat]]) -> Tree:
    question = go_on(beat, TURN_UP)
    if question is None:
        anted = tuple([side.anted for side in beat.sides.values()])
        return Reveal(outcomes.setdefault(anted, (len(outcomes), beat))[0])
    (seat,) = question.seats
    branches = tuple([_grow(_anted(beat, seat, option), outcomes) for option in question.options])
    return Asked(seat, question.options, branches)


def _anted(beat: Beat, seat: Seat, option: Option) -> Beat:
    twin = beat.copy()
    if isinstance(option, TokenOption):
        carry_out_ante(twin, Ante(seat, option.token))
    else:
        carry_out_pass(twin, Pass(seat))
    return twin


def solve_tree(tree: Tree, tables: Sequence[Matrix], close: float = CLOSE) -> Solution:
    """Return the equilibrium of pairs with the antes after them; the plans of the antes stay in the tree.

    `tables` are the chances that `a` wins by the pairs of both, one table for each outcome of the antes.
    """
    if isinstance(tree, Reveal):
        return solve(tables[tree.outcome], close)
    rows, columns = len(tables[0]), len(tables[0][0])
    for asked in moments(tree):
        asked.begin(rows if asked.seat == "a" else columns)
    sides = (_Side("a", rows), _Side("b", columns))
    walk = _Walk(tables)
    for number in range(1, ROUNDS + 1):
        for side, other in (sides, sides[::-1]):
            side.learn(walk.gains(tree, side.seat, other.mix, number), number)
        if number % CHECKED == 0 and (solution := _solution(tree, walk, *sides)).gap <= close:
            return solution
    return _solution(tree, walk, *sides)


def best_gains(tree: Tree, tables: Sequence[Matrix], seat: Seat, reach: Sequence[float]) -> list[float]:
    """Return the chance of a seat to win with each pair and the best antes, against the mix of the other."""
    gains = _Walk(tables).best(tree, seat, reach)
    return gains if seat == "a" else [1 + gain for gain in gains]


def moments(tree: Tree) -> Iterator[Asked]:
    """Yield every moment of a tree at which somebody is asked."""
    if isinstance(tree, Asked):
        yield tree
        for branch in tree.branches:
            yield from moments(branch)


class _Side:
    """What regret matching knows of the pairs of one seat."""

    def __init__(self, seat: Seat, pairs: int) -> None:
        self.seat = seat
        self.regrets, self.sums = [0.0] * pairs, [0.0] * pairs
        self.mix: Mix = even(pairs)

    def learn(self, gains: Sequence[float], number: int) -> None:
        regret(self.regrets, gains, fsum(map(mul, gains, self.mix)))
        self.mix = matched(self.regrets)
        weigh(self.sums, self.mix, number)


class _Walk:
    """What each pair of a seat gains against the plans of the other, with or without learning on the way."""

    def __init__(self, tables: Sequence[Matrix]) -> None:
        self._by_a = tables
        self._by_b = [[[-won for won in column] for column in zip(*table, strict=True)] for table in tables]

    def gains(self, tree: Tree, seat: Seat, reach: Sequence[float], number: int) -> list[float]:
        """Return the gains of a seat's pairs with its present plans, which learn; `reach` is the other's."""
        if isinstance(tree, Reveal):
            table = (self._by_a if seat == "a" else self._by_b)[tree.outcome]
            return [fsum(map(mul, line, reach)) for line in table]
        if tree.seat != seat:
            plans = [matched(regrets) for regrets in tree.regrets]
            total: list[float] = []
            for n, branch in enumerate(tree.branches):
                there = [chance * plan[n] for chance, plan in zip(reach, plans, strict=True)]
                gains = self.gains(branch, seat, there, number)
                total = [x + y for x, y in zip(total, gains, strict=True)] if total else gains
            return total
        branches = [self.gains(branch, seat, reach, number) for branch in tree.branches]
        got = []
        for pair, options in enumerate(zip(*branches, strict=True)):
            regrets = tree.regrets[pair]
            mean = fsum(map(mul, options, matched(regrets)))
            regret(regrets, options, mean)
            weigh(tree.sums[pair], matched(regrets), number)
            got.append(mean)
        return got

    def best(self, tree: Tree, seat: Seat, reach: Sequence[float]) -> list[float]:
        """Return the most that each pair of a seat can gain against the mean plans of the other."""
        if isinstance(tree, Reveal):
            table = (self._by_a if seat == "a" else self._by_b)[tree.outcome]
            return [fsum(map(mul, line, reach)) for line in table]
        if tree.seat == seat:
            return [
                max(gains) for gains in zip(*[self.best(b, seat, reach) for b in tree.branches], strict=True)
            ]
        plans = [tree.plan(pair) for pair in range(len(reach))]
        total: list[float] = []
        for n, branch in enumerate(tree.branches):
            there = [chance * plan[n] for chance, plan in zip(reach, plans, strict=True)]
            gains = self.best(branch, seat, there)
            total = [x + y for x, y in zip(total, gains, strict=True)] if total else gains
        return total


def _solution(tree: Tree, walk: _Walk, a: _Side, b: _Side) -> Solution:
    rows, columns = matched(a.sums), matched(b.sums)
    high = max(walk.best(tree, "a", columns))
    low = -max(walk.best(tree, "b", rows))
    return Solution(rows, columns, (high + low) / 2, high - low)
