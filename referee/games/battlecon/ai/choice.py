"""The referee's choices, from open information and from its own cards alone.

A choice has a budget, which is smaller while the referee thinks at many tables. With time left it solves the
next beat too, where the equilibrium of this one is likely to lead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from referee.games.battlecon.ai.beat_game import Asked, BeatGame, pair_number
from referee.games.battlecon.ai.equilibrium import Solution, solve
from referee.games.battlecon.ai.portable_math import exp
from referee.games.battlecon.ai.search import (
    ROUGH,
    Scores,
    Search,
    chance,
    choices,
    laid,
    piles_score,
    weights,
)
from rules.battlecon.actions import Action, Ante, Choose, ChooseDiscards, CommitPair, Pass, Seat, TokenOption
from rules.battlecon.beat import Beat, Question
from rules.battlecon.game import legal_actions
from rules.battlecon.position import Position
from rules.battlecon.sequence import answered, go_on

BUDGET = 30_000
"""The nodes that a choice may look at."""
ONE_BEAT = 0
"""The budget of a choice that looks at the present beat alone."""
MARKS = (ONE_BEAT, BUDGET // 8, BUDGET // 4, BUDGET // 2)
"""The budgets at which a choice may end early. They are few, so that a record can be checked."""
ROUGHLY = -1
"""Less than the budget of one beat: of a beat with antes only the best pairs are looked at."""
CROWD = 3
"""If this many tables share a core, a choice is made roughly."""
LESS = (*reversed(MARKS), ROUGHLY)
"""The smaller budgets with which a choice may have been made."""


def alone() -> int:
    """Return how many tables share a core where no other table does."""
    return 1


class SearchBudget:
    """The budget of one choice. `sharing` returns how many tables share a core now.

    It is called once at each of the smaller budgets. Where the next one is more than this table's share, the
    choice ends there, with the same result as with that budget alone.
    """

    def __init__(self, budget: int = BUDGET, sharing: Callable[[], int] = alone) -> None:
        self._budget, self._sharing = budget, sharing
        self._ahead = sorted(mark for mark in MARKS if mark < budget)
        self._ended = False

    def hurried(self) -> bool:
        """Return whether a beat with antes is looked at roughly."""
        return self._budget == ROUGHLY or self._sharing() >= CROWD

    def spent(self, nodes: int) -> bool:
        """Return whether the choice ends now, after looking at this many nodes."""
        reached = False
        while self._ahead and nodes >= self._ahead[0]:
            del self._ahead[0]
            reached = True
        if reached and not self._ended:
            following = self._ahead[0] if self._ahead else self._budget
            self._ended = following * self._sharing() > self._budget
        return self._ended or nodes >= self._budget


LIKELY = 0.004
"""The least likelihood of a cell that is looked into."""
AT_ONCE = 8
"""How many cells are looked into before the equilibrium is worked out again."""
Cell = tuple[int, int, int]


def deepened(game: BeatGame, budget: SearchBudget) -> Solution:
    """Return the equilibrium after looking into its likeliest cells, until the budget runs out.

    Only cells of the equilibrium matter, so most tables are never computed two beats deep.
    """
    looked: set[Cell] = set()
    while not budget.spent(game.search.nodes):
        solution = game.solve(ROUGH)
        cells = [cell for cell in _likeliest(game, solution) if cell not in looked][:AT_ONCE]
        if not cells:
            break
        for cell in cells:
            looked.add(cell)
            _look_into(game, cell)
            if budget.spent(game.search.nodes):
                break
    return game.solve()


def next_value(search: Search, beat: Beat) -> float | None:
    """Return the chance that `a` wins, one beat further; None where that beat has no pairs to choose.

    Its nodes count towards those of `search`.
    """
    after = search.last_of(beat)
    if after is None:
        return None
    further = Search(search.scores)
    value = BeatGame.rough(after, further).solve(ROUGH).value
    search.nodes += further.nodes
    return value


def _likeliest(game: BeatGame, solution: Solution) -> list[Cell]:
    """Return the cells that matter, the likeliest first."""
    weighed = [
        (-weight, (outcome, row, column))
        for outcome, table in enumerate(game.weights(solution))
        for row, line in enumerate(table)
        for column, weight in enumerate(line)
        if weight >= LIKELY
    ]
    return [cell for _, cell in sorted(weighed)]


def _look_into(game: BeatGame, cell: Cell) -> None:
    outcome, row, column = cell
    beat = laid(game.outcomes[outcome], game.pairs["a"][row], game.pairs["b"][column])
    value = next_value(game.search, beat)
    if value is not None:
        game.tables[outcome][row][column] = value


RARE = 0.01
"""A choice less likely than this is never made: it is within the error of a mix."""
SHARP = 6.0
OptionT = TypeVar("OptionT")


def choose(position: Position, seat: Seat, seed: str, budget: int | SearchBudget = BUDGET) -> Action:
    """Return the referee's action for a seat that has to choose.

    It uses open information and its own cards; the opponent's cards face down are ignored. The same position,
    seat, seed and budget give the same action. `budget` is in nodes, cards laid and ends looked at; a node
    takes about 25 microseconds. A `SearchBudget` may end it early where many tables share a core. Raises
    StopIteration where the seat has no choice.
    """
    kind = next(pending.kind for pending in position.pending if pending.seat == seat)
    limit = budget if isinstance(budget, SearchBudget) else SearchBudget(budget)
    return _CHOOSERS[kind](_Moment(position, seat, _chance(position, seat, seed), limit))


class _Moment:
    """A moment at which the referee has to choose."""

    def __init__(self, position: Position, seat: Seat, rng: Random, budget: SearchBudget) -> None:
        own = {seat: position.committed[seat]} if seat in position.committed else {}
        self.position = replace(position, committed=own)
        self.seat, self.rng, self.budget = seat, rng, budget
        self.search = Search(Scores(weights()))
        self.beat = Beat(self.position)

    def question(self) -> Question:
        """Return the question to answer."""
        question = go_on(self.beat, frozenset())
        assert question is not None
        return question

    def solved(self, lies: CommitPair | None = None) -> tuple[BeatGame, Solution]:
        """Return the game of this beat, and its equilibrium within the budget.

        The whole game with antes takes long even without a second beat.
        """
        if self.budget.hurried() and len(BeatGame.bare(self.beat.copy(), self.search).outcomes) > 1:
            game = BeatGame.rough(self.beat, self.search, lies)
            return game, game.solve()
        game = BeatGame.of(self.beat, self.search)
        return game, deepened(game, self.budget)

    def drawn(self, options: Sequence[OptionT], mix: Sequence[float]) -> OptionT:
        """Return an option by the chances of a mix."""
        likely = [chance if chance >= RARE else 0.0 for chance in mix]
        return self.rng.choices(options, likely)[0]


def _pair(moment: _Moment) -> Action:
    if moment.position.phase == "special":
        return _secret(moment)
    game, solution = moment.solved()
    return moment.drawn(game.pairs[moment.seat], solution.rows if moment.seat == "a" else solution.columns)


def _ante(moment: _Moment) -> Action:
    """Ante as the equilibrium does with the pair laid, if both chose their pairs now."""
    own = moment.position.committed[moment.seat]
    assert isinstance(own, CommitPair)
    game, _ = moment.solved(own)
    tree = game.tree
    assert isinstance(tree, Asked)
    option = moment.drawn(tree.options, tree.plan(pair_number(moment.beat, game.pairs[moment.seat], own)))
    return Ante(moment.seat, option.token) if isinstance(option, TokenOption) else Pass(moment.seat)


def _secret(moment: _Moment) -> Action:
    """Choose a base of a clash, or a pair after a Cancel."""
    question = moment.question()
    table = moment.search.table(moment.beat, question)
    solution = solve([[chance(score) for score in row] for row in table])
    mix = solution.rows if moment.seat == "a" else solution.columns
    action = moment.drawn(choices(moment.beat, question, moment.seat), mix)
    assert action is not None
    return action


def _option(moment: _Moment) -> Action:
    """Choose the option that leads to the best next beat; with a budget, that beat is looked at too."""
    question = moment.question()
    better = 1 if moment.seat == "a" else -1
    branches = [answered(moment.beat, option) for option in question.options]
    values = [better * chance(moment.search.worth(branch.copy())) for branch in branches]
    order = sorted(range(len(values)), key=lambda n: -values[n])
    deep: dict[int, float] = {}
    for n in order:
        if moment.budget.spent(moment.search.nodes):
            break
        value = next_value(moment.search, branches[n])
        deep[n] = values[n] if value is None else better * value
    best = max(deep or order, key=lambda n: deep.get(n, values[n]))
    return Choose(moment.seat, question.options[best])


def _fighter(moment: _Moment) -> Action:
    offered = [
        action for action in legal_actions(moment.position, moment.seat) if action.do == "choose_fighter"
    ]
    return moment.rng.choice(offered)


def _discards(moment: _Moment) -> Action:
    """Begin without cards that count little, at random among the good choices."""
    offered = [a for a in legal_actions(moment.position, moment.seat) if isinstance(a, ChooseDiscards)]
    name = moment.position.fighters[moment.seat].fighter
    likely = [exp(SHARP * piles_score(weights(), name, *action.discards)) for action in offered]
    return moment.rng.choices(offered, likely)[0]


_CHOOSERS: Mapping[str, Callable[[_Moment], Action]] = {
    "fighter": _fighter,
    "discards": _discards,
    "pair": _pair,
    "ante": _ante,
    "base": _secret,
    "choice": _option,
}


def _chance(position: Position, seat: Seat, seed: str) -> Random:
    """Return the random generator of a moment, seeded without secrets.

    No two moments of a game share one: a seat is asked again in an ante once a token was added (6.2),
    and in a clash once bases were laid on, or came back to the hand (8.1, 8.2).
    """
    attacks = position.attacks.values()
    covered = sum(len(attack.under) for attack in attacks)
    moment = [position.match.duel, position.beat, position.phase, len(position.queue), covered]
    anted, back = sum(len(attack.anted) for attack in attacks), sum(attack.taken_back for attack in attacks)
    if anted or back:  # without them the seed is that of older records
        moment += [anted, back]
    return Random(f"{seed}/{seat}/{'/'.join(map(str, moment))}")
