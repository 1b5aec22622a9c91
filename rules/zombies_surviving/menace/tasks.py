"""What the referee does: the stack of tasks, the question and the action of each, the order of a turn (2.0).

The first task of `Position.tasks` is what is done next. `settle` carries out all that asks nothing and rolls
nothing; what is left on top is one question of the referee. Rooms push tasks of these kinds:

- `turn_up`: turn up the incident token `who` (3.5).
- `attitude`: a party `who` has been met (4.3).
- `attack`: the zombie or dog `who` attacks `other` (4.1, 4.4).
- `shot`, `strike`: an independent survivor `who` shoots or strikes at `other` (4.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from rules.fields import action, asked
from rules.ruling import Options, Ruling, allow, done, refuse
from rules.zombies_surviving import wounds
from rules.zombies_surviving.menace import (
    bosses,
    dogs,
    events,
    game_phase,
    independent_attacks,
    independents,
    zombies,
)
from rules.zombies_surviving.menace.groups import contacts, groups, title
from rules.zombies_surviving.position import ZOMBIES, Position, Task
from rules.zombies_surviving.survival import people


@action
class TakeOver:
    """Give players without figures what is theirs to play now (8.7)."""


@action
class OverTheEdge:
    """Zombies, dogs or strangers that have gone over the edge of the table are off it (1.5)."""

    group: str | None = asked("Who has gone over the edge of the table?")


ACTIONS: tuple[type, ...] = (
    TakeOver,
    OverTheEdge,
    *game_phase.ACTIONS,
    *events.ACTIONS,
    *zombies.ACTIONS,
    *independents.ACTIONS,
    *dogs.ACTIONS,
    *bosses.ACTIONS,
)
Settler = Callable[[Position, Task], Position]
Asker = Callable[[Position, Task], Any]


def _unless(needed: Callable[[Position], object]) -> Settler:
    """Return what drops a task for which there is nothing to do."""
    return lambda position, _: position if needed(position) else position.pop()


def _each(tasks: Callable[[Position], Sequence[Task]]) -> Settler:
    """Return what puts one task for each in the place of a task for all."""
    return lambda position, _: position.pop().push(*tasks(position))


def _menace(position: Position, _: Task) -> Position:
    return replace(bosses.begin(position.pop()), phase="menace")


def _attack(position: Position, task: Task) -> Position:
    return position if zombies.can_attack(position, task) else position.pop()


def _corpses(position: Position) -> tuple[Task, ...]:
    return tuple(Task("rise", name) for name in wounds.may_rise(position))


def _there(position: Position, task: Task) -> Position:
    return position if task.who in position.figures else position.pop()


def _unmet(position: Position, task: Task) -> Position:
    names = independents.members(position, task.who)
    unmet = names and not any(position.figures[name].attitude for name in names)
    return position if unmet and independents.players(position) else position.pop()


def _token(position: Position, task: Task) -> Position:
    return position if task.who in zombies.incident_tokens(position) else position.pop()


OF_FIGURES = ("rise", "panic_test", "find", "infection", "arms_control")
"""Tasks about one figure, which are dropped where it is gone."""
SETTLERS: Mapping[str, Settler] = {
    "noise": _unless(game_phase.old_noises),
    "new_token": _unless(game_phase.crowded),
    "reanimation": _each(_corpses),
    **dict.fromkeys(OF_FIGURES, _there),
    "rivals": _unless(lambda position: len(people.rivals(position)) > 1),
    "tokens": _unless(zombies.incident_tokens),
    "tokens_meet": _unless(lambda p: zombies.incident_tokens(p) and events.survivors(p)),
    "turn_up": _token,
    "menace": _menace,
    "take_over": _unless(lambda position: bosses.taken_over(position)[1]),
    "bosses": bosses.settle,
    "zombies": zombies.settle,
    "attacks": _each(zombies.attackers),
    "attack": _attack,
    "groan": _there,
    "independents": independents.settle,
    "attitude": _unmet,
    "shot": lambda p, task: p if independent_attacks.shot(p, task) else p.pop(),
    "strike": lambda p, task: p if independent_attacks.strikes(p, task) else p.pop(),
    "dogs": dogs.settle,
    "dog_attacks": _each(dogs.attackers),
}
"""What is done with a task on top that asks nothing: it is dropped, made more exact, or carried out."""

_ASKS: Mapping[str, Asker] = {
    "noise": lambda _p, _t: game_phase.RemoveNoise(),
    "event": lambda _p, _t: game_phase.RandomEvent(),
    "happens": lambda _p, task: events.EventHappens(task.who),
    "new_token": lambda _p, _t: game_phase.NewToken(),
    "rise": lambda _p, task: game_phase.Reanimation(task.who),
    "tokens": lambda _p, _t: game_phase.TokensMove(),
    "tokens_meet": lambda _p, _t: game_phase.TokenMeets(),
    "turn_up": lambda _p, task: game_phase.TokenTurnedUp(task.who),
    "take_over": lambda _p, _t: TakeOver(),
    "bosses": lambda _p, task: bosses.BossDone(_p.figures[task.who].seat, task.who),
    "zombies": zombies.question,
    "attack": lambda _p, task: zombies.ZombieAttack(task.who, task.other),
    "groan": lambda _p, task: zombies.BossGroan(task.who),
    "independents": independents.question,
    "attitude": lambda _p, task: independents.PartyMeets(task.who),
    "shot": independent_attacks.shot,
    "strike": independent_attacks.strikes,
    "dogs": lambda _p, task: dogs.PackActs(task.who),
}


def _answers(asks: Asker) -> Callable[[Position, Task], Sequence[object]]:
    return lambda position, task: (asks(position, task),)


TASKS: Mapping[str, Callable[[Position, Task], Sequence[object]]] = {
    kind: _answers(asks) for kind, asks in _ASKS.items()
}
"""The action of each task, which the referee does once it has what it needs."""


def judge_take_over(position: Position, _: TakeOver) -> Ruling[Position]:
    """Rule on players without figures (8.7)."""
    after, stories = bosses.taken_over(position)
    return done(after.pop(), ("8.7",), " ".join(stories))


def _loose(position: Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the groups of zombies, dogs and strangers that stand at nobody and in no building."""
    near = contacts(position)
    for group, names in groups(position, *ZOMBIES, "feral_dog", "independent").items():
        if not any(near.get(name) or position.figures[name].zone in position.buildings for name in names):
            yield group, names


def judge_over_the_edge(position: Position, act: OverTheEdge) -> Ruling[Position]:
    """Rule on figures of the referee that have gone over the edge of the table (1.5)."""
    found = dict(_loose(position))
    if not found:
        return refuse(
            ("1.5",), "Nobody whom the referee moves is free to have gone over the edge.", firm=True
        )
    if act.group is None:
        return allow(("1.5",), "They are off the table for good.", {"group": Options(tuple(found))})
    story = f"{title(position, act.group)} has gone over the edge, and is off the table."
    return done(position.without(*found[act.group]), ("1.5",), story)


JUDGES: Mapping[type, Callable[[Position, Any], Ruling[Position]]] = {
    TakeOver: judge_take_over,
    OverTheEdge: judge_over_the_edge,
    game_phase.RemoveNoise: game_phase.judge_noise,
    game_phase.RandomEvent: game_phase.judge_event,
    game_phase.NewToken: game_phase.judge_new_token,
    game_phase.Reanimation: game_phase.judge_reanimation,
    game_phase.TokensMove: game_phase.judge_tokens,
    game_phase.TokenMeets: game_phase.judge_meets,
    game_phase.TokenTurnedUp: game_phase.judge_turned_up,
    events.EventHappens: events.judge_happens,
    zombies.ZombiesGo: zombies.judge_go,
    zombies.ZombiesWander: zombies.judge_wander,
    zombies.ZombiesJoin: zombies.judge_join,
    zombies.ZombieAttack: zombies.judge_attack,
    zombies.BossGroan: zombies.judge_groan,
    **independents.JUDGES,
    dogs.PackActs: dogs.judge_pack,
    bosses.BossDone: bosses.judge_done,
}


def settle(position: Position) -> Position:
    """Return the position in which the next task asks or rolls something, or nothing is left to do."""
    while position.tasks:
        task = position.tasks[0]
        settler = SETTLERS.get(task.kind)
        after = position if settler is None else settler(position, task)
        if after is position:
            return position
        position = after
    return position


def begin_turn(position: Position) -> Position:
    """Return the position with all that the referee does before the survivors act in this turn (2.0)."""
    return settle(game_phase.begin_turn(position))


def beside(position: Position) -> tuple[zombies.ZombiesJoin | OverTheEdge, ...]:
    """Return what people may tell the referee at any time of the menace and survival phases (R-4.1h)."""
    if position.phase not in {"menace", "survival"}:
        return ()
    joins = (zombies.ZombiesJoin(),) if len([*islice(zombies.may_join(position), 2)]) > 1 else ()
    return (*joins, OverTheEdge()) if next(_loose(position), None) else joins
