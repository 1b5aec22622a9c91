"""The game of one beat: every pair of both, special actions included, with every ante.

The antes are a tree that both see (6.0). Everybody sees who antes what, but each knows only his own pair.
So a plan is a mix of pairs, and for each moment of the antes a mix of tokens for each pair. Regret matching
works on all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum
from operator import mul

from referee.games.battlecon.ai.equilibrium import (
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
from referee.games.battlecon.ai.search import ROUGH, Search, chance, laid, plain_pairs
from rules.battlecon.actions import SEATS, SPECIAL, Ante, CommitPair, Option, Pass, Seat, TokenOption
from rules.battlecon.attack_pairs import carry_out_ante, carry_out_pass
from rules.battlecon.beat import Beat, Side
from rules.battlecon.execution import kind_of
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
        """Reset, with a row for each pair of the seat."""
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
        if number % CHECKED == 0 and (solution := _tree_solution(tree, walk, *sides)).gap <= close:
            return solution
    return _tree_solution(tree, walk, *sides)


def best_gains(tree: Tree, tables: Sequence[Matrix], seat: Seat, reach: Sequence[float]) -> list[float]:
    """Return the chance of a seat to win with each pair and the best antes, against the mix of the other."""
    gains = _Walk(tables).best(tree, seat, reach)
    return gains if seat == "a" else [1 + gain for gain in gains]


def moments(tree: Tree) -> Iterator[Asked]:
    """Yield every moment of a tree at which a seat is asked."""
    if isinstance(tree, Asked):
        yield tree
        for branch in tree.branches:
            yield from moments(branch)


class _Side:
    """The regrets and the mix of one seat's pairs."""

    def __init__(self, seat: Seat, pairs: int) -> None:
        self.seat = seat
        self.regrets, self.sums = [0.0] * pairs, [0.0] * pairs
        self.mix: Mix = even(pairs)

    def learn(self, gains: Sequence[float], number: int) -> None:
        regret(self.regrets, gains, fsum(map(mul, gains, self.mix)))
        self.mix = matched(self.regrets)
        weigh(self.sums, self.mix, number)


class _Walk:
    """Computes each pair's gains against the plans of the other seat, with or without learning."""

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
        """Return the maximum gain of each pair of a seat against the mean plans of the other."""
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


def _tree_solution(tree: Tree, walk: _Walk, a: _Side, b: _Side) -> Solution:
    rows, columns = matched(a.sums), matched(b.sums)
    high = max(walk.best(tree, "a", columns))
    low = -max(walk.best(tree, "b", rows))
    return Solution(rows, columns, (high + low) / 2, high - low)


FEW = 6
"""The maximum of pairs per seat in a rough game."""
RARE = 0.02
CELLS = 3
"""A node takes as long as solving this many cells of the tables."""


@dataclass(slots=True)
class BeatGame:
    """A beat before its reveal.

    `tables` are the chances that `a` wins, one table for each outcome of the antes.

    `pairs` of a seat are those that differ: the special action counts once for each kind.
    """

    search: Search
    pairs: dict[Seat, list[CommitPair]]
    tree: Tree
    outcomes: list[Beat]
    tables: list[list[list[float]]] = field(default_factory=list)

    @classmethod
    def of(cls, beat: Beat, search: Search) -> BeatGame:
        """Return the game from a beat that waits for pairs or antes; cards face down are ignored."""
        game = cls.bare(beat, search)
        game.tables = [game.table(ready) for ready in game.outcomes]
        return game

    @classmethod
    def rough(cls, beat: Beat, search: Search, lies: CommitPair | None = None) -> BeatGame:
        """Return the game with only those pairs that are good without any ante, and their antes.

        The pair that `lies` face down counts too. It takes a fraction of the time: it is for later beats, and
        for when many tables wait.
        """
        game = cls.bare(beat, search)
        if len(game.outcomes) == 1:
            game.tables = [game.table(game.outcomes[0])]
            return game
        solution = solve(game.table(game.outcomes[-1]), ROUGH)
        for seat, mix in zip(SEATS, (solution.rows, solution.columns), strict=True):
            order = sorted(range(len(mix)), key=lambda n: -mix[n])[:FEW]
            kept = [n for n in order if mix[n] > RARE]
            if lies is not None and lies.seat == seat:
                own = pair_number(beat, game.pairs[seat], lies)
                kept += [own] if own not in kept else []
            game.pairs[seat] = [game.pairs[seat][n] for n in kept]
        game.tables = [game.table(ready) for ready in game.outcomes]
        return game

    @classmethod
    def bare(cls, beat: Beat, search: Search) -> BeatGame:
        """Return the game without any table."""
        pairs = {seat: different_pairs(beat, beat.sides[seat]) for seat in SEATS}
        beat.quiet = True
        any_cards = laid(beat, pairs["a"][0], pairs["b"][0])
        return cls(search, pairs, *grown(any_cards))

    def table(self, ready: Beat) -> list[list[float]]:
        """Return the chances that `a` wins after one outcome of the antes, by the pairs of both."""
        scores = self.search.pairs(ready, self.pairs["a"], self.pairs["b"])
        return [[chance(score) for score in line] for line in scores]

    def solve(self, close: float = CLOSE) -> Solution:
        """Return the equilibrium of the pairs; that of the antes stays in the tree."""
        self.search.nodes += len(self.tables) * len(self.pairs["a"]) * len(self.pairs["b"]) // CELLS
        return solve_tree(self.tree, self.tables, close)

    def gains(self, seat: Seat, solution: Solution) -> list[float]:
        """Return a seat's chance to win with each of its pairs, if the other keeps to the equilibrium."""
        reach = solution.columns if seat == "a" else solution.rows
        return best_gains(self.tree, self.tables, seat, reach)

    def weights(self, solution: Solution) -> list[list[list[float]]]:
        """Return how likely each cell of each table is in an equilibrium."""
        weights = [[[0.0] * len(row) for row in table] for table in self.tables]
        _spread(self.tree, list(solution.rows), list(solution.columns), weights)
        return weights


def different_pairs(beat: Beat, side: Side) -> list[CommitPair]:
    """Return the pairs in hand; of those with the special action one for each kind (14.2)."""
    pairs = plain_pairs(side)
    if not side.special:
        return pairs
    kinds: dict[str, str] = {}
    tried = side.copy()
    for base in side.hand_bases() if side.base is None else ():
        tried.base = base
        kinds.setdefault(kind_of(beat, tried), base)
    return pairs + [CommitPair(side.seat, SPECIAL, base) for base in kinds.values()]


def pair_number(beat: Beat, pairs: Sequence[CommitPair], pair: CommitPair) -> int:
    """Return which of `pairs` does the same as a pair. Raises ValueError for one not in hand."""
    return [_done_by(beat, one) for one in pairs].index(_done_by(beat, pair))


def _done_by(beat: Beat, pair: CommitPair) -> tuple[str, str]:
    """Return a pair, with what a special action does in place of its base."""
    if pair.style != SPECIAL:
        return pair.style, pair.base
    tried = beat.sides[pair.seat].copy()
    tried.base = pair.base
    return pair.style, kind_of(beat, tried)


def _spread(tree: Tree, a: Sequence[float], b: Sequence[float], weights: list[list[list[float]]]) -> None:
    if isinstance(tree, Reveal):
        table = weights[tree.outcome]
        for row, x in zip(table, a, strict=True):
            for n, y in enumerate(b):
                row[n] += x * y
        return
    assert isinstance(tree, Asked)
    for n, branch in enumerate(tree.branches):
        if tree.seat == "a":
            _spread(branch, [x * tree.plan(i)[n] for i, x in enumerate(a)], b, weights)
        else:
            _spread(branch, a, [y * tree.plan(i)[n] for i, y in enumerate(b)], weights)
