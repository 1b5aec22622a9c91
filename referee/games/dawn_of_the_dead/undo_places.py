"""Places in a game to take back to: the start of a move, a phase, a Player-Turn (R-UNDO)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from referee.games.ports import Place, Step
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.sequence import PHASE_NAMES, ZOMBIE_PHASES


def undo_places(steps: Sequence[Step[Position]]) -> list[Place]:
    """Return the places that players may take back to, apart from the last step, the latest first.

    `steps` are the actions that stand, in order; the first step of a place is the first one taken back. All
    places lie in the Player-Turn of the last step. Once another Game-Turn has begun, their names say which.
    """
    places: dict[int, Place] = {}
    for place in _all(steps):
        places.setdefault(place.n, place)
    return sorted(places.values(), key=lambda place: -place.n)


def _all(steps: Sequence[Step[Position]]) -> Iterator[Place]:
    if not steps:
        return
    last, now = steps[-1].position, steps[-1].after
    gone = f" of Game-Turn {last.turn}" if now.turn != last.turn else ""
    here = _last(steps, {(last.turn, last.phase)})
    starts = [index for index, step in enumerate(here) if step.action["do"] == "start_move"]
    if starts and starts[-1] + 1 < len(here):
        which = "this" if now.phase == "human" else "the last"
        yield Place(here[starts[-1] + 1].n, f"the start of {which} move")
    walk = list(takewhile(lambda step: step.action["do"] == "step", reversed(here)))
    if len(walk) > 1 and now.phase == "human":
        yield Place(walk[-1].n, "the start of this walk")
    yield Place(here[0].n, f"the start of the {PHASE_NAMES[last.phase]}{gone}")
    if last.phase in ZOMBIE_PHASES:
        phases = {(last.turn, phase) for phase in ZOMBIE_PHASES}
        yield Place(_last(steps, phases)[0].n, f"the start of the Zombie Player-Turn{gone}")


def _last(steps: Sequence[Step[Position]], phases: Collection[tuple[int, str]]) -> list[Step[Position]]:
    """Return the last steps, all in these phases. No phase comes again, so the others need no look."""
    return list(takewhile(lambda step: _phase(step) in phases, reversed(steps)))[::-1]


def _phase(step: Step[Position]) -> tuple[int, str]:
    """Return the Game-Turn and the phase in which a step was done."""
    return step.position.turn, step.position.phase
