"""A character on the move with zombies ahead, to start a shot, and what the shot leaves of the move."""

from __future__ import annotations

from typing import Any

from rules.dawn_of_the_dead.actions import StartMove
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.table import do, table

Units = dict[str, int | str | None]


def aiming(square: str, zombies: Units, *stack: str, **more: Any) -> Position:
    """Return a position in which Peter, or a stack, is on the move; other `people` stand by."""
    names = tuple(s.split()[0] for s in stack) or ("peter",)
    people = {s.split()[0]: " ".join([square, *s.split()[1:]]) for s in stack or ("peter",)}
    return do(table(people={**people, **more.pop("people", {})}, zombies=zombies, **more), StartMove(names))


def moved(position: Position) -> dict[str, Any]:
    assert position.move is not None
    move = position.move
    return {"spent": move.spent, "shots": dict(move.shots), "panicked": move.panicked}
