"""Demo games to watch: the practice player against the referee's zombies (15.0).

A game is played by the real rules when somebody first opens it, once for each seed, and kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from threading import Lock

from referee.games.dawn_of_the_dead import zombie_ai
from referee.games.dawn_of_the_dead.simulation.games import TURN_LIMIT, PlayedStep, begin, players, steps
from rules.dawn_of_the_dead.actions import CHANCE_FIELDS
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Mode, Position

SEEDS = ("demo/11", "demo/6", "demo/8", "demo/1")
"""A seed for each demo game, the shortest first."""
MOST_STEPS = 3000
"""Most actions shown: a longer game is cut off there."""
_MODE: Mode = "solitaire"
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Demo:
    """A game to watch: the position `before` the first step, and each step except the ends of phases.

    `whys` holds, for each step of the zombies, the case that calls for it and the reason, or None (15.0).
    """

    setting: Setting = field(repr=False)
    before: Position = field(repr=False)
    steps: tuple[PlayedStep, ...] = field(repr=False)
    whys: tuple[tuple[str, str] | None, ...] = field(repr=False)


def demo(number: int) -> Demo | None:
    """Return a game by its number, counted from 1, or None for an unknown number."""
    if not 1 <= number <= len(SEEDS):
        return None
    with _lock:
        return _played(SEEDS[number - 1])


@lru_cache(maxsize=len(SEEDS))
def _played(seed: str) -> Demo:
    _, before, rng = begin(seed, _MODE)
    whole = list(islice(steps(before, *players(_MODE, rng), TURN_LIMIT), MOST_STEPS))
    befores = [before, *(step.after for step in whole[:-1])]
    shown = [
        (step, _why(at, step))
        for at, step in zip(befores, whole, strict=True)
        if not step.action.ends or step.after.phase == "over"
    ]
    return Demo(before.setting, before, tuple(s for s, _ in shown), tuple(w for _, w in shown))


def _why(before: Position, step: PlayedStep) -> tuple[str, str] | None:
    if step.seat != "zombie":
        return None
    rolled = {name: None for name in CHANCE_FIELDS if getattr(step.action, name, None) is not None}
    return zombie_ai.explained(before, replace(step.action, **rolled))
