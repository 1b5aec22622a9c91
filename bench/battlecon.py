"""BattleCON on one core: beats a second in duels at random, and how long the referee takes to choose."""

from __future__ import annotations

from itertools import combinations
from random import Random
from time import process_time
from typing import Any

from bench.figures import figure
from referee.games.battlecon.ai import ONE_BEAT, choose
from referee.games.battlecon.ai.beat_game import BeatGame
from referee.games.battlecon.ai.search import Scores, Search, weights
from rules.battlecon.actions import SEATS, Action, ChooseFighter
from rules.battlecon.beat import Beat
from rules.battlecon.game import legal_actions, rule, set_up
from rules.battlecon.position import Position

DUELS = 150
LONGEST = 100
GOAL = 5_000
PAIRS = 600
ONE_BEAT_GOAL = 0.16
"""A fifth of what a public program takes for some 600 pairs, without special actions."""
FULL_GOAL = 2.0
CHOICES = 40


def figures() -> list[dict[str, Any]]:
    """Return the rate of beats, and the seconds of choices: one beat deep, and as at a table."""
    return [*_rate(), _one_beat(), _full()]


def _one_beat() -> dict[str, Any]:
    """Return the seconds that 600 pairs against pairs take, special actions and antes included."""
    seconds, pairs = 0.0, 0
    for start in _starts():
        game = BeatGame.bare(Beat(start), Search(Scores(weights())))
        pairs += len(game.outcomes) * len(game.pairs["a"]) * len(game.pairs["b"])
        began = process_time()
        choose(start, "a", "bench", ONE_BEAT)
        seconds += process_time() - began
    value = round(seconds / pairs * PAIRS, 3)
    return figure("battlecon_choice_one_beat_s", value, ONE_BEAT_GOAL)


def _full() -> dict[str, Any]:
    """Return what 95 of 100 choices of the referee take at most, in seconds, in duels of all fighters."""
    seconds = []
    for start in _starts():
        position = start
        for _ in range(CHOICES // 6):
            if position.phase == "over":
                break
            seat = position.pending[0].seat
            began = process_time()
            action = choose(position, seat, "bench")
            seconds.append(process_time() - began)
            position = _after(position, action)
    value = round(sorted(seconds)[int(0.95 * (len(seconds) - 1))], 3)
    return figure("battlecon_choice_p95_s", value, FULL_GOAL)


def _starts() -> list[Position]:
    """Return the start of a duel of each two fighters."""
    starts = []
    for two in combinations(sorted(set_up().figures.fighters), 2):
        position = set_up()
        for seat, name in zip(SEATS, two, strict=True):
            position = _after(position, ChooseFighter(seat, name))
        starts.append(position)
    return starts


def _rate() -> list[dict[str, Any]]:
    """Return the rate of beats, every action of them through `rule`; choosing at random is not counted."""
    duels = [_played(Random(number)) for number in range(DUELS)]
    began = process_time()
    beats = sum(_beats(start, actions) for start, actions in duels)
    rate = beats / (process_time() - began)
    return [figure("battlecon_beats_per_s", round(rate), GOAL, "higher")]


def _played(rng: Random) -> tuple[Position, list[Action]]:
    """Return the start of a duel and what was done in it."""
    position = set_up()
    for seat, name in zip(SEATS, rng.sample(sorted(position.figures.fighters), 2), strict=True):
        position = _after(position, ChooseFighter(seat, name))
    start, actions = position, []
    while position.phase != "over" and position.beat < LONGEST:
        offered = legal_actions(position, position.pending[0].seat)
        actions.append(rng.choice([action for action in offered if action.do != "concede"]))
        position = _after(position, actions[-1])
    return start, actions


def _beats(position: Position, actions: list[Action]) -> int:
    """Play a duel again; return its beats."""
    for action in actions:
        position = _after(position, action)
    return position.beat


def _after(position: Position, action: Action) -> Position:
    after = rule(position, action).after
    assert after is not None
    return after
