"""Positions for the tests of what the referee runs, and its tasks carried out with values that are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from rules.ruling import Missing, Ruling
from rules.zombies_surviving.menace import tasks
from rules.zombies_surviving.menace.groups import joined
from rules.zombies_surviving.position import Figure, Item, Kind, Position, Task, remember

PISTOL = (Item("pistol", loaded=12),)


def game(*names: str, turn: int = 2, **more: Any) -> Position:
    """Return a menace phase with these survivors, each of a seat of its own."""
    seats = tuple(f"p{n + 1}" for n in range(len(names)))
    figures = {name: Figure("survivor", seat) for name, seat in zip(names, seats, strict=True)}
    given = {"phase": "menace", "turn": turn, "seats": seats, "figures": figures, **more}
    return Position(**given)


def group(position: Position, kind: Kind, count: int, **known: Any) -> Position:
    """Return the position with a group of so many more of a kind."""
    position, names = position.add(kind, count, **known)
    return joined(position, names)


def at(position: Position, one: str, other: str) -> Position:
    """Return the position in which two figures stand within melee range."""
    return remember(position, "inches", one, other, 0)


def doing(position: Position, *kinds: str, **more: Any) -> Position:
    """Return the position in which the referee has these tasks to do, at the first that asks something."""
    return tasks.settle(position.push(*(Task(kind, **more) for kind in kinds)))


def asks(position: Position, **values: Any) -> Any:
    """Return the action of the task on top, with these values."""
    task = position.tasks[0]
    (act,) = tasks.TASKS[task.kind](position, task)
    return replace(cast("Any", act), **values)


def ruled(position: Position, **values: Any) -> Ruling[Position]:
    """Return the ruling on the task on top with these values."""
    act = asks(position, **values)
    ruling = tasks.JUDGES[type(act)](position, act)
    return replace(ruling, after=tasks.settle(ruling.after)) if ruling.after is not None else ruling


def needs(position: Position, **values: Any) -> Mapping[str, Missing]:
    """Return what the task on top still needs with these values."""
    return ruled(position, **values).needs


def does(position: Position, **values: Any) -> tuple[Position, str]:
    """Return the position after the task on top, done with these values, and the instruction."""
    ruling = ruled(position, **values)
    assert ruling.after is not None, (ruling.reason, ruling.needs)
    assert ruling.story
    return ruling.after, ruling.story


def options(position: Position, name: str, **values: Any) -> tuple[Any, ...]:
    """Return the options of a need."""
    need: Any = needs(position, **values)[name]
    return tuple(need.values)


def limits(position: Position, **values: Any) -> tuple[int, ...]:
    """Return the limits of the distance that is asked for."""
    need: Any = needs(position, **values)["inches"]
    return tuple(need.limits)


def kinds(position: Position) -> list[str]:
    """Return the kinds of the tasks that are left."""
    return [task.kind for task in position.tasks]
