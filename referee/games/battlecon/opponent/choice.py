"""The referee as a player: its choices, from what everybody may know and from its own cards alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from referee.games.battlecon.opponent.antes import Asked
from referee.games.battlecon.opponent.beat_game import BeatGame, pair_number
from referee.games.battlecon.opponent.deeper import deepened, next_value
from referee.games.battlecon.opponent.equilibrium import Solution, solve
from referee.games.battlecon.opponent.looking_ahead import LookAhead, choices
from referee.games.battlecon.opponent.patience import BUDGET, Patience
from referee.games.battlecon.opponent.same_everywhere import exp
from referee.games.battlecon.opponent.scores import Scores, chance, piles_score, weights
from rules.battlecon.actions import Action, Ante, Choose, ChooseDiscards, CommitPair, Pass, Seat, TokenOption
from rules.battlecon.beat import Beat, Question
from rules.battlecon.game import legal_actions
from rules.battlecon.position import Position
from rules.battlecon.sequence import answered, go_on

RARE = 0.01
"""A choice less likely than this is never made: so much is within the error of a mix."""
SHARP = 6.0
OptionT = TypeVar("OptionT")


def choose(position: Position, seat: Seat, seed: str, budget: int | Patience = BUDGET) -> Action:
    """Return what the referee does in a seat that is waited for.

    It goes by open information and by its own cards; what the opponent laid face down is not looked at. The
    same position, seat, seed and budget give the same action. `budget` is in nodes, cards laid and ends
    looked at; a node takes about 25 microseconds. A `Patience` may end it early where many tables
    share a core. Raises StopIteration where the seat is not waited for.
    """
    kind = next(pending.kind for pending in position.pending if pending.seat == seat)
    patience = budget if isinstance(budget, Patience) else Patience(budget)
    return _CHOOSERS[kind](_Moment(position, seat, _chance(position, seat, seed), patience))


class _Moment:
    """A moment at which the referee is asked."""

    def __init__(self, position: Position, seat: Seat, rng: Random, patience: Patience) -> None:
        own = {seat: position.committed[seat]} if seat in position.committed else {}
        self.position = replace(position, committed=own)
        self.seat, self.rng, self.patience = seat, rng, patience
        self.look = LookAhead(Scores(weights()))
        self.beat = Beat(self.position)

    def question(self) -> Question:
        """Return what is asked now."""
        question = go_on(self.beat, frozenset())
        assert question is not None
        return question

    def solved(self, lies: CommitPair | None = None) -> tuple[BeatGame, Solution]:
        """Return the game of this beat, and its equilibrium as far as its patience goes.

        The whole game with antes takes long even without a second beat.
        """
        if self.patience.hurried() and len(BeatGame.bare(self.beat.copy(), self.look).outcomes) > 1:
            game = BeatGame.rough(self.beat, self.look, lies)
            return game, game.solve()
        game = BeatGame.of(self.beat, self.look)
        return game, deepened(game, self.patience)

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
    """Ante as the equilibrium does with the pair that lies there, if all chose their pairs at this moment."""
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
    table = moment.look.table(moment.beat, question)
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
    values = [better * chance(moment.look.worth(branch.copy())) for branch in branches]
    order = sorted(range(len(values)), key=lambda n: -values[n])
    deep: dict[int, float] = {}
    for n in order:
        if moment.patience.spent(moment.look.nodes):
            break
        value = next_value(moment.look, branches[n])
        deep[n] = values[n] if value is None else better * value
    best = max(deep or order, key=lambda n: deep.get(n, values[n]))
    return Choose(moment.seat, question.options[best])


def _fighter(moment: _Moment) -> Action:
    offered = [
        action for action in legal_actions(moment.position, moment.seat) if action.do == "choose_fighter"
    ]
    return moment.rng.choice(offered)


def _discards(moment: _Moment) -> Action:
    """Begin without cards that count little; which ones is left to chance among the good choices."""
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
    """Return the source of chance of a moment; nothing secret is in it.

    No two moments of a game have the same one: a seat is asked again in an ante once a token was added (6.2),
    and in a clash once bases were laid on, or came back to the hand (8.1, 8.2).
    """
    attacks = position.attacks.values()
    covered = sum(len(attack.under) for attack in attacks)
    moment = [position.match.duel, position.beat, position.phase, len(position.queue), covered]
    anted, back = sum(len(attack.anted) for attack in attacks), sum(attack.taken_back for attack in attacks)
    if anted or back:  # without them a moment keeps the chance that older records were played with
        moment += [anted, back]
    return Random(f"{seed}/{seat}/{'/'.join(map(str, moment))}")
