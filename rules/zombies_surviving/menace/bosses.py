"""Bosses that players without figures play (4.2): two actions each, before all other zombies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.fields import action
from rules.ruling import Ruling, done, refuse
from rules.sentences import sentence
from rules.zombies_surviving.goals import living, on_table
from rules.zombies_surviving.menace.groups import called, everybody
from rules.zombies_surviving.position import Position, Task
from rules.zombies_surviving.setting_up import player
from rules.zombies_surviving.survival.economy import left

BOSS_ACTS = ("move", "run", "spot", "enter", "exit", "melee", "strike_vehicle", "groan")
"""What a boss may do (4.2)."""


@action
class BossDone:
    """End the actions of a boss (4.2)."""

    seat: str
    figure: str


ACTIONS: tuple[type, ...] = (BossDone,)


def played(position: Position) -> tuple[str, ...]:
    """Return the bosses that players play, with actions left in this turn."""
    names = (n for n in position.of_kind("boss") if position.figures[n].seat)
    return tuple(
        n for n in names if position.figures[n].on_table and left(position, n) and not _is_done(position, n)
    )


def _is_done(position: Position, name: str) -> bool:
    return "done" in position.figures[name].acts


def begin(position: Position) -> Position:
    """Return the position in which all bosses have their actions again."""
    for name in position.of_kind("boss"):
        position = position.put(name, acts=(), spent=0)
    return position


def settle(position: Position, task: Task) -> Position:
    """Return the position with the next boss on top, or without the task when all have acted."""
    names = played(position)
    if not names:
        return position.pop()
    return position if task.who == names[0] else position.pop().push(replace(task, who=names[0]))


def judge_done(position: Position, act: BossDone) -> Ruling[Position]:
    """Rule on the end of a boss's actions (4.2)."""
    figure = position.figures.get(act.figure)
    if figure is None or figure.seat != act.seat or figure.kind != "boss":
        return refuse(("4.2",), "This player plays no such boss.", firm=True)
    after = position.put(act.figure, acts=(*figure.acts, "done"))
    return done(after, ("4.2",), f"{sentence(called(position, act.figure))} is done.")


def offered(position: Position, name: str) -> Iterator[BossDone]:
    """Yield what ends a boss's turn; its actions come from the rooms of the survival phase."""
    yield BossDone(position.figures[name].seat, name)


def without_figures(position: Position) -> tuple[str, ...]:
    """Return the seats that have lost all their survivors, and play no boss (8.7)."""
    left = (*living(position), *position.standing("boss"))
    playing = {position.figures[name].seat for name in left}
    return tuple(seat for seat in position.seats if seat not in playing)


def taken_over(position: Position) -> tuple[Position, tuple[str, ...]]:
    """Return the position in which players without figures have what is theirs to play (8.7), in words.

    First friendly or hostile independents, else a boss that nobody plays, else a figure of the player who
    has most.
    """
    stories = list[str]()
    for seat in without_figures(position):
        parties: dict[str, list[str]] = {}
        for name in position.of_kind("independent"):
            one = position.figures[name]
            if not one.seat and one.attitude in {"friendly", "hostile"} and one.on_table:
                parties.setdefault(one.group or name, []).append(name)
        bosses = [n for n in position.of_kind("boss") if not position.figures[n].seat]
        owned = {other: on_table(position, other) for other in position.seats}
        most = max(owned.values(), key=len)
        if parties:
            names = next(iter(parties.values()))
            for name in names:
                position = position.put(name, seat=seat, kind="survivor")
        elif bosses:
            names = bosses[:1]
            position = position.put(names[0], seat=seat, group="")
        elif len(most) > 1:
            names = list(most[-1:])
            position = position.put(names[0], seat=seat)
        else:
            continue
        stories.append(f"{player(seat)} now plays {everybody(position, names)}.")
    return position, tuple(stories)
