"""Fitting the weights of BattleCON's scores to duels that the referee plays against itself.

`python -m tools.battlecon_weights play DUELS SEED >> states.jsonl` plays quick duels and writes each beat's
features with what came of it; `python -m tools.battlecon_weights fit states.jsonl` prints `weights.json`
anew.

The target of a beat is partly the value of the next beat's equilibrium and partly the end of the duel.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path
from random import Random

from referee.games.battlecon.ai.beat_game import BeatGame
from referee.games.battlecon.ai.equilibrium import Solution, solve
from referee.games.battlecon.ai.search import (
    ROUGH,
    SECRET,
    Scores,
    Search,
    chance,
    choices,
    features,
    laid,
    weights,
)
from rules.battlecon.actions import SEATS, Commitment, Seat
from rules.battlecon.beat import Beat, Side
from rules.battlecon.cards import profiles
from rules.battlecon.game import set_up
from rules.battlecon.position import NO_ATTACK, SPACES, Step
from rules.battlecon.sequence import RECYCLE, go_on
from rules.battlecon.setting_up import fresh

LONGEST = 60
FROM_THE_END = 0.7
"""How much of a target comes from the end of the duel rather than from the next value."""
ROUNDS = 60
STEP = 0.05
SHRINK = 2e-4
Features = dict[str, float]
State = tuple[Features, float]


def play(duels: int, seed: str) -> Iterator[State]:
    """Yield the features of each beat of quick duels, those of `b` less, and its target."""
    for number in range(duels):
        rng = Random(f"{seed}/{number}")
        states, won = _duel(rng)
        target = won
        for seen, value in reversed(states):
            target = FROM_THE_END * target + (1 - FROM_THE_END) * value
            yield seen, target
            target = FROM_THE_END * target + (1 - FROM_THE_END) * value


def _duel(rng: Random) -> tuple[list[State], float]:
    """Return the beats of a duel with their values, and whether `a` won."""
    beat = _start(rng)
    states: list[State] = []
    scores = Scores(weights())
    for _ in range(LONGEST):
        search = Search(scores)
        game = BeatGame.bare(beat, search)
        solution = solve(game.table(game.outcomes[-1]), ROUGH)
        states.append((difference(beat), solution.value))
        beat = _beat(game, solution, rng)
        if beat.winner is not None:
            return states, float(beat.winner == "a")
    return states, 0.5


def difference(beat: Beat) -> Features:
    """Return the features of `a` less those of `b`, where pairs are chosen."""
    total: Features = {}
    for seat, sign in zip(SEATS, (1, -1), strict=True):
        side = beat.sides[seat].copy()
        side.cycles = False
        for name, amount in features(beat, side).items():
            total[name] = total.get(name, 0.0) + sign * amount
    return {name: amount for name, amount in total.items() if amount}


def _start(rng: Random) -> Beat:
    """Return a duel at the start of a beat, anywhere in its course."""
    position = set_up(rng.choice(sorted(profiles())))
    beat = Beat(position)
    cards = position.figures
    late = rng.random() < 0.7
    spaces = rng.sample(SPACES, 2) if late else [2, 6]
    for seat, name, space in zip(SEATS, rng.sample(sorted(cards.fighters), 2), spaces, strict=True):
        side = Side(seat, fresh(cards, seat, name), NO_ATTACK, cards)
        styles, bases = rng.sample(side.card.style_ids, 2), rng.sample(side.card.base_ids, 2)
        side.discards = ((styles[0], bases[0]), (styles[1], bases[1]))
        side.space = space
        if late:
            side.life = rng.randint(1, 20)
            side.special = rng.random() < 0.5
            side.tokens = {token: rng.randint(0, count) for token, count in side.tokens.items()}
            if side.form:
                side.form = rng.choice(("human", "elemental"))
        if side.card.has_trap and late:
            beat.trap = rng.choice((None, *SPACES))
        beat.sides[seat] = side
    beat.queue = [Step("select")]
    beat.phase = "select"
    return beat


def _beat(game: BeatGame, solution: Solution, rng: Random) -> Beat:
    """Return the beat after this one."""
    drawn: dict[Seat, int] = {}
    for seat, mix in zip(SEATS, (solution.rows, solution.columns), strict=True):
        drawn[seat] = rng.choices(range(len(mix)), mix)[0]
    beat = laid(_ready(game, drawn, solution, rng), game.pairs["a"][drawn["a"]], game.pairs["b"][drawn["b"]])
    while question := go_on(beat, RECYCLE):
        if question.kind not in SECRET:
            beat = game.search.best(beat, question)
            continue
        table = [[chance(score) for score in row] for row in game.search.table(beat, question)]
        solved = solve(table, ROUGH)
        cards: list[Commitment | None] = []
        for seat, mix in zip(SEATS, (solved.rows, solved.columns), strict=True):
            cards.append(rng.choices(choices(beat, question, seat), mix)[0])
        beat = laid(beat, *cards)
    if beat.winner is None:
        go_on(beat, frozenset())
    beat.effects = []
    return beat


def _ready(game: BeatGame, drawn: dict[Seat, int], solution: Solution, rng: Random) -> Beat:
    """Return the beat after antes that are good against the likely pairs of the other."""
    if len(game.outcomes) == 1:
        return game.outcomes[0]
    mixes = {"a": solution.rows, "b": solution.columns}
    seat = rng.choice([seat for seat in SEATS if any(o.sides[seat].anted for o in game.outcomes)])
    other: Seat = "b" if seat == "a" else "a"
    ready = [o for o in game.outcomes if not o.sides[other].anted]
    likely = sorted(range(len(mixes[other])), key=lambda n: -mixes[other][n])[:4]

    def worth(outcome: Beat) -> float:
        total = 0.0
        for n in likely:
            pair = {seat: game.pairs[seat][drawn[seat]], other: game.pairs[other][n]}
            total += mixes[other][n] * chance(game.search.worth(laid(outcome, pair["a"], pair["b"])))
        return total if seat == "a" else -total

    return max(ready, key=worth)


def fit(states: Sequence[State], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the weights by logistic regression, in random order with steps that shrink."""
    counted: dict[str, float] = {}
    rng = Random("fit")
    order = list(states)
    for number in range(rounds):
        rng.shuffle(order)
        step = STEP / (1 + number / 4)
        for seen, target in order:
            score = sum(counted.get(name, 0.0) * amount / _scale(name) for name, amount in seen.items())
            error = target - 1 / (1 + exp(-max(-40.0, min(40.0, score))))
            for name, amount in seen.items():
                old = counted.get(name, 0.0)
                counted[name] = old + step * (error * amount / _scale(name) - SHRINK * old)
    return {name: counted[name] / _scale(name) for name in sorted(counted)}


def loss(states: Sequence[State], counted: dict[str, float]) -> float:
    """Return the mean squared error of the chances."""
    total = 0.0
    for seen, target in states:
        score = sum(counted.get(name, 0.0) * amount for name, amount in seen.items())
        total += (target - chance(score)) ** 2
    return total / len(states)


def _scale(name: str) -> float:
    """Return a typical amount of a feature, so that all learn at one pace."""
    return (
        float(name.rpartition(".")[2]) / 2
        if ".life." in name
        else 2.0
        if name.startswith("waiting.")
        else 1.0
    )


def main(arguments: Sequence[str]) -> None:
    """Play or fit."""
    if arguments[0] == "play":
        for seen, target in play(int(arguments[1]), arguments[2]):
            print(json.dumps([seen, round(target, 4)]), flush=True)
        return
    states = [json.loads(line) for line in Path(arguments[1]).read_text(encoding="utf-8").splitlines()]
    kept = [state for number, state in enumerate(states) if number % 10]
    counted = fit(kept)
    held = states[::10]
    print(f"error {loss(held, dict(weights())):.4f} before, {loss(held, counted):.4f} after", file=sys.stderr)
    written = {
        "format": "referee-battlecon-weights/1",
        "provenance": f"fitted by tools.battlecon_weights to {len(states)} beats",
        "weights": {name: round(weight, 4) for name, weight in counted.items()},
    }
    print(json.dumps(written, indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
