"""The speed of the referee as zombie player: one whole Zombie Player-Turn, and many games to the end."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from bench.figures import figure
from referee.games.dawn_of_the_dead.ai.odds import estimate
from referee.games.dawn_of_the_dead.ai.practice_player import PracticePlayer
from referee.games.dawn_of_the_dead.ai.simple_players import SolitaireReferee
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.solitaire.zombie_player import ZombieSight, advise

GAMES, TURNS = 12, 8
MAX_TURN_MS = 20
PLAYOUTS = 1000
MAX_PLAYOUT_SECONDS = 60


def figures() -> list[dict[str, Any]]:
    """Return the figures: milliseconds for the slowest turn, seconds for the games behind the chances."""
    equipment.setting().sight.complete()
    turns = sorted(ms for number in range(GAMES) for ms in _turns_milliseconds(f"bench/{number}"))
    return [
        _figure("solitaire_turn_ms", turns[len(turns) // 2], MAX_TURN_MS),
        _figure("solitaire_turn_worst_ms", turns[-1], MAX_TURN_MS),
        _figure("odds_1000_games_s", _playout_seconds(), MAX_PLAYOUT_SECONDS),
    ]


def _figure(name: str, value: float, goal: float) -> dict[str, Any]:
    return figure(name, round(value, 3), goal)


def _begun(seed: str) -> tuple[Position, SolitaireReferee, PracticePlayer]:
    """Return a game after set-up, with every unit on the map or in the pool."""
    setting, rng = equipment.setting(), Random(seed)
    draw = list(setting.sheet.units)
    rng.shuffle(draw)
    position = game.set_up(setting, "solitaire", "digital", draw)
    referee, human = SolitaireReferee(rng), PracticePlayer()
    _, ruling = referee.carry_out(position, human.choose(position))
    assert ruling.after is not None
    return ruling.after, referee, human


def _turns_milliseconds(seed: str) -> list[float]:
    """Return the times to decide Zombie Player-Turns in a full mall, without carrying them out."""
    position, referee, human = _begun(seed)
    spent = [0.0] * TURNS
    while position.turn <= TURNS and position.phase != "over":
        action = human.choose(position) if position.phase == "human" else human.defend(position)
        if action is None:
            begun = perf_counter()
            advice = advise(ZombieSight(position))
            spent[position.turn - 1] += perf_counter() - begun
            assert advice is not None
            action = advice.action
        _, ruling = referee.carry_out(position, action)
        assert ruling.after is not None
        position = ruling.after
    return [seconds * 1e3 for seconds in spent if seconds]


def _playout_seconds() -> float:
    """Return the time of the chances at the first Human Player-Turn, on all cores, start-up included."""
    position, _, _ = _begun("bench")
    begun = perf_counter()
    estimate(position, PLAYOUTS, "bench")
    return perf_counter() - begun
