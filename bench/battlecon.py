"""The number of whole BattleCON beats a second on one core, in duels at random."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

from rules.battlecon.actions import Action, ChooseFighter
from rules.battlecon.game import legal_actions, rule, set_up
from rules.battlecon.names import SEATS
from rules.battlecon.position import Position

DUELS = 150
LONGEST = 100
GOAL = 5_000


def figures() -> list[dict[str, Any]]:
    """Return the rate of beats, every action of them through `rule`; choosing at random is not counted."""
    duels = [_played(Random(number)) for number in range(DUELS)]
    began = process_time()
    beats = sum(_beats(start, actions) for start, actions in duels)
    rate = beats / (process_time() - began)
    return [{"name": "battlecon_beats_per_s", "value": round(rate), "goal": GOAL, "better": "higher"}]


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
