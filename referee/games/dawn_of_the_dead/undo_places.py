"""Places in a game to take back to: the start of a move, a phase, a Player-Turn (R-UNDO)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.systems.protocol import Place, Step
from rules.dawn_of_the_dead.sequence import PHASE_NAMES, ZOMBIE_PHASES


def undo_places(steps: Sequence[Step]) -> list[Place]:
    """Return the places that players may take back to, apart from the last step, the latest first.

    `steps` are the actions that stand, in order; the first step of a place is the first one taken back.
    """
    places: dict[int, Place] = {}
    for place in _all(steps):
        places.setdefault(place.n, place)
    return list(places.values())


def _all(steps: Sequence[Step]) -> Iterator[Place]:
    if not steps:
        return
    last = steps[-1].position
    here = [step for step in steps if (step.position.turn, step.position.phase) == (last.turn, last.phase)]
    starts = [index for index, step in enumerate(here) if step.action["do"] == "start_move"]
    if starts and starts[-1] + 1 < len(here):
        yield Place(here[starts[-1] + 1].n, "the start of this move")
    yield Place(here[0].n, f"the start of the {PHASE_NAMES[last.phase]}")
    zombies = [step for step in steps if step.position.phase in ZOMBIE_PHASES]
    if zombies:
        turn = zombies[-1].position.turn
        first = next(step for step in zombies if step.position.turn == turn)
        yield Place(first.n, "the start of the Zombie Player-Turn")
