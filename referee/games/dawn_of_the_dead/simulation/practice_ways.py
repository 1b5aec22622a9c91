"""Paths of the practice player: towards a goal, round zombies, through doors."""

from __future__ import annotations

from collections import deque

from rules.dawn_of_the_dead.actions import Action, OpenDoor, Step
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position

FAR = 999
DETOUR = 4
"""The most extra squares that a detour may take."""


def enter(position: Position, here: str, to: str, left: int) -> Action | None:
    """Return the step into a square, or the opening of the door on the way."""
    between = position.setting.board.neighbours[here][to].between
    if position.doors.get(between) == "closed":
        return OpenDoor(between) if left > equipment.door_cost() else None
    return Step(to)


def way_out(position: Position, here: str) -> str | None:
    """Return a free neighbour that can be entered directly."""
    board = position.setting.board
    free = (
        near
        for near in board.passages[here]
        if not position.zombie_occupied(near)
        and not position.at(near)
        and position.doors.get(board.neighbours[here][near].between) != "closed"
    )
    return min(free, default=None)


def next_square(position: Position, here: str, goal: str) -> str | None:
    """Return the next square on a shortest path to a goal without zombies, or None."""
    board = position.setting.board
    steps = board.distances_from(goal)
    nearer = [n for n in board.passages[here] if steps.get(n, FAR) < steps.get(here, FAR)]
    free = [n for n in nearer if not position.zombie_occupied(n)]
    if free:
        return min(free, key=lambda s: (sum(position.zombie_occupied(n) for n in board.passages[s]), s))
    return _round(position, here, goal)


def _round(position: Position, here: str, goal: str) -> str | None:
    """Return the first square of a short detour round all zombies, or None."""
    board = position.setting.board
    direct = board.distances_from(goal).get(here, FAR)
    came: dict[str, str] = {here: ""}
    queue = deque([(here, 0)])
    while queue:
        square, length = queue.popleft()
        if square == goal:
            while came[square] != here:
                square = came[square]
            return square
        if length <= direct + DETOUR:
            for near in board.passages[square]:
                if near not in came and not position.zombie_occupied(near):
                    came[near] = square
                    queue.append((near, length + 1))
    return None
