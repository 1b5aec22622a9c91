"""Players of simulated duels, and whole games between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from time import process_time

from referee.games.battlecon.ai.beat_game import BeatGame
from referee.games.battlecon.ai.choice import BUDGET, ONE_BEAT, choose
from referee.games.battlecon.ai.search import Scores, Search, chance, choices, laid, weights
from rules.battlecon.actions import OTHER, Action, Ante, ChooseFighter, Commitment, CommitPair, Pass, Seat
from rules.battlecon.beat import Beat
from rules.battlecon.effects import Clash, Deadlock, SpecialAction, Stunned, Won
from rules.battlecon.game import legal_actions, rule
from rules.battlecon.position import Position
from rules.battlecon.sequence import go_on

Player = Callable[[Position, Seat, str], Action]
"""Chooses for a seat that has to; the same seed gives the same choice."""


def referee(position: Position, seat: Seat, seed: str) -> Action:
    """Choose as the referee does at a table."""
    return choose(position, seat, seed, BUDGET)


def one_beat(position: Position, seat: Seat, seed: str) -> Action:
    """Choose as the referee does when it looks at this beat alone."""
    return choose(position, seat, seed, ONE_BEAT)


def at_random(position: Position, seat: Seat, seed: str) -> Action:
    """Choose any legal action but giving up."""
    offered = [action for action in legal_actions(position, seat) if action.do != "concede"]
    moment = f"{seed}/{seat}/{position.match.duel}/{position.beat}/{position.phase}/{len(position.queue)}"
    return Random(moment).choice(offered)


def greedy(position: Position, seat: Seat, seed: str) -> Action:
    """Choose what does best on average against an opponent who is equally likely to do anything."""
    kind = next(pending.kind for pending in position.pending if pending.seat == seat)
    if kind in ("fighter", "discards"):
        return at_random(position, seat, seed)
    if kind == "choice":
        return one_beat(position, seat, seed)
    if kind == "pair" and position.phase == "select":
        return _greedy_pair(position, seat)
    return _greedy_ante(position, seat) if kind == "ante" else _greedy_secret(position, seat)


def _greedy_pair(position: Position, seat: Seat) -> Action:
    game = BeatGame.bare(Beat(position), Search(Scores(weights())))
    return game.pairs[seat][_best(_by_choice(game.table(game.outcomes[-1]), seat))]


def _greedy_secret(position: Position, seat: Seat) -> Action:
    beat, search = Beat(position), Search(Scores(weights()))
    beat.committed = {}
    question = go_on(beat, frozenset())
    assert question is not None
    table = [[chance(score) for score in line] for line in search.table(beat, question)]
    action = choices(beat, question, seat)[_best(_by_choice(table, seat))]
    assert action is not None
    return action


def _greedy_ante(position: Position, seat: Seat) -> Action:
    """Ante what is best with the pair laid, if the opponent antes nothing more."""
    beat, search = Beat(position), Search(Scores(weights()))
    own = position.committed[seat]
    game = BeatGame.bare(beat, search)
    theirs = game.pairs[OTHER[seat]]
    now = {one: side.anted for one, side in beat.sides.items()}
    ready = [o for o in game.outcomes if o.sides[OTHER[seat]].anted == now[OTHER[seat]]]
    worths = [_mean(search, outcome, own, theirs) for outcome in ready]
    anted = ready[_best(worths)].sides[seat].anted
    return Ante(seat, anted[-1]) if anted != now[seat] else Pass(seat)


def _mean(search: Search, ready: Beat, own: Commitment, theirs: Sequence[CommitPair]) -> float:
    """Return the mean chance of winning with a pair."""
    if own.seat == "a":
        won = [chance(search.worth(laid(ready, own, other))) for other in theirs]
    else:
        won = [1 - chance(search.worth(laid(ready, other, own))) for other in theirs]
    return sum(won) / len(won)


def _by_choice(table: Sequence[Sequence[float]], seat: Seat) -> list[float]:
    """Return what each choice of a seat gains on average."""
    lines = table if seat == "a" else [[1 - won for won in column] for column in zip(*table, strict=True)]
    return [sum(line) / len(line) for line in lines]


def _best(gains: Sequence[float]) -> int:
    return max(range(len(gains)), key=gains.__getitem__)


PLAYERS: Mapping[str, Player] = {
    "referee": referee,
    "one-beat": one_beat,
    "greedy": greedy,
    "random": at_random,
}
"""The players by the names that the command line knows."""


BEAT_LIMIT = 100
"""The beats after which a duel is called off: two players at random may never finish."""


@dataclass(slots=True)
class Played:
    """One game.

    `winner` is None if the limit of beats ended it. `won` are the duels: the winner's fighter, then the
    other. `happened` counts clashes, stuns and special actions by kind. `seconds` has the time of each
    choice, on one core.
    """

    fighters: dict[Seat, str] = field(default_factory=dict)
    winner: Seat | None = None
    won: list[tuple[str, str]] = field(default_factory=list)
    beats: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    actions: list[Action] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def play(
    start: Position,
    players: dict[Seat, str],
    seed: str,
    fighters: tuple[str, str] | None = None,
    limit: int = BEAT_LIMIT,
    begins: Callable[[int], None] | None = None,
) -> Played:
    """Return one game from its start, between players named in `PLAYERS`; the same seed gives the same game.

    Without `fighters` chance chooses two for each duel. `begins` is called with the number of each new beat.
    """
    game, position, rng = Played(), start, Random(seed)
    while position.phase != "over" and position.beat <= limit:
        if position.phase == "choose_fighters" and not position.fighters:
            chosen = fighters or rng.choice(list(permutations(sorted(position.figures.fighters), 2)))
        (seat, *_) = [pending.seat for pending in position.pending]
        if position.phase == "choose_fighters":
            action: Action = ChooseFighter(seat, chosen["ab".index(seat)])
            game.fighters[seat] = action.fighter  # type: ignore[attr-defined]
        else:
            began = process_time()
            action = PLAYERS[players[seat]](position, seat, f"{seed}/{seat}")
            game.seconds.append(process_time() - began)
        before, position = position, _after(game, position, action)
        if begins and position.beat != before.beat:
            begins(position.beat)
    game.winner = position.winner
    return game


def _after(game: Played, position: Position, action: Action) -> Position:
    """Return the position after an action, and count its effects."""
    ruling = rule(position, action)
    assert ruling.after is not None, f"{action} is not legal: {ruling.reason}"
    game.actions.append(action)
    for effect in ruling.effects:
        match effect:
            case Clash():
                game.happened["clash"] += 1
            case Deadlock():
                game.happened["deadlock"] += 1
            case Stunned():
                game.happened["stun"] += 1
            case SpecialAction():
                game.happened[effect.kind] += 1
            case Won():
                loser: Seat = "b" if effect.seat == "a" else "a"
                game.won.append((game.fighters[effect.seat], game.fighters[loser]))
    if ruling.after.beat != position.beat or ruling.after.phase == "over":
        game.beats += 1
    return ruling.after
