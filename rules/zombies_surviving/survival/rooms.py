"""All rooms of the survival phase together: who rules on what, what is offered, what the referee runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.ruling import Ruling
from rules.zombies_surviving.menace.bosses import BOSS_ACTS
from rules.zombies_surviving.position import Position, Task
from rules.zombies_surviving.survival import (
    canada,
    explosives,
    melee,
    movement,
    people,
    reload,
    shooting,
    talks,
    things,
)
from rules.zombies_surviving.survival.places import (
    buildings,
    driving,
    ramming,
    search,
    sight,
    vehicle_targets,
)

_ROOMS: Sequence[Any] = (
    movement, shooting, melee, explosives, reload, search, buildings, sight, people, talks, things, driving,
    ramming, vehicle_targets, canada,
)  # fmt: skip
JUDGES: Mapping[type, Callable[[Position, Any], Ruling[Position]]] = {
    kind: judge for room in _ROOMS for kind, judge in room.JUDGES.items()
}
TASKS: Mapping[str, Callable[[Position, Task], Sequence[object]]] = {
    kind: work for room in _ROOMS for kind, work in getattr(room, "TASKS", {}).items()
}
PRIVATE = (search.TellFind, search.SayNothing)
"""What is answered on one's own device alone: it tells what lies face down."""


def offered(position: Position, name: str) -> Iterator[object]:
    """Yield what a figure may do now."""
    boss = position.figures[name].kind == "boss"
    for room in _ROOMS:
        for act in room.offered(position, name):
            if not boss or act.do in BOSS_ACTS:
                yield act


def at_start(position: Position) -> tuple[Task, ...]:
    """Return what the referee does before the survivors act: clocks, panic, quarrels."""
    return (*things.ringing(position), *people.at_start(position))


def at_end(position: Position) -> tuple[Task, ...]:
    """Return what the referee does once all survivors have acted: fuses that burn, and snow (6.18, 13.3)."""
    return (*explosives.fuse_tasks(position), *canada.snow_tasks(position))
