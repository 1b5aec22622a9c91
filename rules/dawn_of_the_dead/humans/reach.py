"""5.0 How far the stack can walk with the Movement Points it has left, and the cheapest way (5.1-5.9).

This takes an open position only (`View.open_position`): a square with a hidden zombie is like any other.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.board.board import pair
from rules.dawn_of_the_dead.actions import Step
from rules.dawn_of_the_dead.equipment.units import strength_in, turn_down
from rules.dawn_of_the_dead.game import fresh, refusal
from rules.dawn_of_the_dead.humans.human_movement import (
    least_cost,
    panic_refusal,
    points_left,
    stack_square,
    step_cost,
    stepped,
)
from rules.dawn_of_the_dead.position import Move, Position
from rules.dawn_of_the_dead.procedure import Verdict, points
from rules.ruling import refuse

UNPLANNED = ("5.4",)
"""The case of a way that leads past an unknown value: it is open whether it can be walked."""
_NO_LIMIT = -1_000
"""Points already spent by a stack that could walk across the whole map."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a square: its cost, and its squares with the goal last.

    `at_least`: leaving a unit adds its Zombie Value, which is unknown yet (5.4).
    """

    points: int
    path: tuple[str, ...]
    at_least: bool = False


def reach(position: Position, until: str | None = None) -> Mapping[str, Way]:
    """Return the squares that the stack can reach, nearest first, with the cheapest way to each.

    The rules refuse none of the steps. A way ends where a unit must first be turned face up (5.4): the rest
    depends on its value. The search stops at `until`.
    """
    if position.move is None or position.phase != "human":
        return {}
    start = stack_square(position, position.move)
    enough = points_left(position, position.move) - _cheapest(position, position.move)
    ways: dict[str, Way] = {}
    ahead: list[tuple[int, int, tuple[str, ...], bool, Position | None]] = [(0, 0, (), False, position)]
    while ahead:
        spent, length, path, at_least, before = heapq.heappop(ahead)
        here = path[-1] if path else start
        if here in ways or (path and here == start):
            continue
        if path:
            ways[here] = Way(spent, path, at_least)
        if here == until:
            break
        if before is None:
            continue
        there = _after_step(before, here) if path else before
        for cost, to, more, known in _steps(there, here, ways):
            goes_on = known and spent + cost <= enough
            way = (spent + cost, length + 1, (*path, to), more, there if goes_on else None)
            heapq.heappush(ahead, way)
    return ways


def _cheapest(position: Position, move: Move) -> int:
    """Return the Movement Points of a step that leaves no zombie behind: no step costs less (5.1, 5.6)."""
    enter, carry, _ = step_cost(position, move)
    return enter + carry


def _steps(position: Position, here: str, known: Container[str]) -> Iterator[tuple[int, str, bool, bool]]:
    """Yield lawful steps to squares not `known` yet: cost, square, `at_least`, if the way can continue."""
    move = position.move
    assert move is not None
    unread, cost = step_cost(position, move)[2] is None, least_cost(position, move)
    for to in position.setting.board.passages[here]:
        if to not in known and refusal(position, Step(to)) is None:
            yield cost, to, unread, not unread and strength_in(position, to) is not None


def _after_step(position: Position, to: str) -> Position:
    """Return the position after a lawful step with every value known, while the game goes on.

    No step wins a game (14.0). An open position may look won because it lacks the hidden zombies (R-14.2a).
    """
    assert position.move is not None
    return turn_down(stepped(fresh(position), position.move, Step(to)).after)


def out_of_reach(position: Position, move: Move, to: str) -> Verdict:
    """Return why the stack cannot walk to a square outside its `reach`, several steps away.

    The reason is closed doors and walls (5.3), too few points (5.1), or an unknown value (5.4). The value is
    named only where it could make the difference.
    """
    here, left = stack_square(position, move), points_left(position, move)
    if refused := panic_refusal(move, ("5.1",)):
        return refused
    steps = _fewest_steps(position, here)
    if to not in steps:
        return refuse(("5.3",), f"There is no way from {here} to {to}: walls and closed doors block it.")
    if way := reach(replace(position, move=replace(move, spent=_NO_LIMIT)), until=to).get(to):
        costs = f"{'at least ' if way.at_least else ''}{points(way.points)}"
        return refuse(("5.1",), f"Going from {here} to {to} costs {costs}; {left or 'none'} left.")
    if (least := steps[to] * _cheapest(position, move)) > left:
        reason = f"Going from {here} to {to} costs at least {points(least)}; {left or 'none'} left."
        return refuse(("5.1",), reason)
    reason = f"Every way from {here} to {to} leads past a zombie unit of unknown value: go step by step."
    return refuse(UNPLANNED, reason)


def _fewest_steps(position: Position, start: str) -> Mapping[str, int]:
    """Return how many steps away each square in reach is, around walls and closed doors (5.3)."""
    steps, ahead = {start: 0}, deque([start])
    while ahead:
        here = ahead.popleft()
        for to in position.setting.board.passages[here]:
            if to not in steps and position.doors.get(pair(here, to)) != "closed":
                steps[to] = steps[here] + 1
                ahead.append(to)
    return steps
