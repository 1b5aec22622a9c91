"""The game of one beat: every pair of both, special actions included, with every ante."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.games.battlecon.opponent.antes import Asked, Reveal, Tree, best_gains, grown, solve_tree
from referee.games.battlecon.opponent.equilibrium import CLOSE, Solution, solve
from referee.games.battlecon.opponent.looking_ahead import ROUGH, LookAhead, laid, plain_pairs
from referee.games.battlecon.opponent.scores import chance
from rules.battlecon.actions import SEATS, SPECIAL, CommitPair, Seat
from rules.battlecon.beat import Beat, Side
from rules.battlecon.execution import kind_of

FEW = 6
"""Most pairs of a seat that count in a rough game."""
RARE = 0.02
CELLS = 3
"""A node takes as long as solving this many cells of the tables."""


@dataclass(slots=True)
class BeatGame:
    """A beat before its reveal.

    `tables` are the chances that `a` wins, one table for each outcome of the antes.

    `pairs` of a seat are those that differ: the special action counts once for each thing that it can do.
    """

    look: LookAhead
    pairs: dict[Seat, list[CommitPair]]
    tree: Tree
    outcomes: list[Beat]
    tables: list[list[list[float]]] = field(default_factory=list)

    @classmethod
    def of(cls, beat: Beat, look: LookAhead) -> BeatGame:
        """Return the game from a beat that waits for pairs or antes; what lies face down is not looked at."""
        game = cls.bare(beat, look)
        game.tables = [game.table(ready) for ready in game.outcomes]
        return game

    @classmethod
    def rough(cls, beat: Beat, look: LookAhead, lies: CommitPair | None = None) -> BeatGame:
        """Return the game with only those pairs that are good without any ante, and their antes.

        The pair that `lies` there already counts too. It takes a fraction of the time: it is for a beat that
        comes later, and for when many tables wait.
        """
        game = cls.bare(beat, look)
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
    def bare(cls, beat: Beat, look: LookAhead) -> BeatGame:
        """Return the game before any table is worked out."""
        pairs = {seat: different_pairs(beat, beat.sides[seat]) for seat in SEATS}
        beat.quiet = True
        any_cards = laid(beat, pairs["a"][0], pairs["b"][0])
        return cls(look, pairs, *grown(any_cards))

    def table(self, ready: Beat) -> list[list[float]]:
        """Return the chances that `a` wins after one outcome of the antes, by the pairs of both."""
        scores = self.look.pairs(ready, self.pairs["a"], self.pairs["b"])
        return [[chance(score) for score in line] for line in scores]

    def solve(self, close: float = CLOSE) -> Solution:
        """Return the equilibrium of the pairs; that of the antes stays in the tree."""
        self.look.nodes += len(self.tables) * len(self.pairs["a"]) * len(self.pairs["b"]) // CELLS
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
    """Return the pairs in hand; of those with the special action one for each thing that it does (14.2)."""
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
