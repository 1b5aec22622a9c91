"""A finished game, step by step: what each action did, as effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee.games.dawn_of_the_dead.own_tables import OwnFinished
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.effects import MoveBegun, PlayerTurnBegun
from rules.dawn_of_the_dead.position import SET_UP, Position
from rules.effects import Effect


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the record that stands. `n` is its number there, `turn` its Game-Turn.

    `start` is the position before the first step of the game, the same for all of them.
    """

    n: int
    turn: int
    action: Action
    effects: tuple[Effect, ...] = field(repr=False)
    start: Position = field(repr=False)

    @property
    def side(self) -> str:
        """The player whose action it was, on any screen: "human" or "zombie"."""
        return "human" if "human" in game.seats_for(self.action.do) else "zombie"


def steps_of(finished: OwnFinished) -> tuple[Step, ...]:
    """Return the steps of a finished game."""
    read, start = finished.match.read, finished.positions[0]
    return tuple(
        Step(line.n, line.turn, read(line.action), finished.effects[line.n], start)
        for line in finished.standing
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


def with_movers(steps: Sequence[Step]) -> Iterator[tuple[Step, tuple[str, ...]]]:
    """Yield each step with the characters on the move when it began."""
    movers: tuple[str, ...] = ()
    for step in steps:
        yield step, movers
        for effect in step.effects:
            if isinstance(effect, MoveBegun):
                movers = effect.characters
            elif isinstance(effect, PlayerTurnBegun):
                movers = ()
