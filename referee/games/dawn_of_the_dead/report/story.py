"""A finished game, step by step: each action with the position before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.position import Position

Json = Mapping[str, Any]
SET_UP = frozenset({"place_hidden", "place_characters"})


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the record that stands. `n` is its number there, `turn` its Game-Turn."""

    n: int
    turn: int
    action: Action
    before: Position = field(repr=False)
    after: Position = field(repr=False)

    @property
    def side(self) -> str:
        """The player whose action it was, on any screen: "human" or "zombie"."""
        return "human" if "human" in game.seats_for(self.action.do) else "zombie"


def steps_of(
    numbers: Iterable[int], actions: Iterable[Action], positions: Sequence[Position]
) -> tuple[Step, ...]:
    """Return the steps of a game. `positions` has the start and then one position for each line."""
    return tuple(
        Step(n, before.turn, action, before, after)
        for n, action, (before, after) in zip(numbers, actions, pairwise(positions), strict=True)
    )


def moments(steps: Sequence[Step]) -> Iterator[tuple[Step, float]]:
    """Yield each step after set-up with the time of its end, in Game-Turns from the start of play.

    A Game-Turn is one long, however many steps it has; the third turn ends at 3.0.
    """
    played = [s for s in steps if s.action.do not in SET_UP]
    counts: dict[int, int] = {}
    for step in played:
        counts[step.turn] = counts.get(step.turn, 0) + 1
    seen: dict[int, int] = {}
    for step in played:
        seen[step.turn] = seen.get(step.turn, 0) + 1
        yield step, step.turn - 1 + seen[step.turn] / counts[step.turn]
