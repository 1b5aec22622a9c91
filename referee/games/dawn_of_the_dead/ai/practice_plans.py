"""Paths of the practice player, and the group's plan: who is rested, and where all meet."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping

from rules.dawn_of_the_dead.actions import Action, OpenDoor, Step
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.humans.doors import RIFLE_BEARERS
from rules.dawn_of_the_dead.position import ACTIVE, Move, Position
from rules.dawn_of_the_dead.setting_up import MAX_PER_SQUARE

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


def places(setting: Setting) -> dict[str, str]:
    """Return adjacent squares to start in, near a main door, with an M-16 in each."""
    board, squares = setting.board, setting.character_squares
    doors = [board.distances_from(d.square) for d in board.main_doors.values()]
    first = min(squares, key=lambda s: (min(d.get(s, FAR) for d in doors), s))
    steps = board.distances_from(first)
    near = sorted(squares, key=lambda s: (steps.get(s, FAR), s))
    room = [s for s in near for _ in range(MAX_PER_SQUARE)]
    return dict(zip(("peter", "fran", "roger", "steve"), room, strict=False))


def rested(position: Position) -> Mapping[str, tuple[str, ...]]:
    """Return the characters who may move in this Human Player-Turn, by square (5.0)."""
    groups: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for name in CHARACTERS:
        character = position.characters[name]
        if character.square and character.status in ACTIVE and not character.moved_last_turn:
            groups[character.square] += (name,)
    return dict(groups)


def home(position: Position) -> str:
    """Return the square to meet in: with those who cannot move, else where most are."""
    there: defaultdict[str, list[str]] = defaultdict(list)
    for name in CHARACTERS:
        character = position.characters[name]
        if character.square and character.in_play:
            there[character.square].append(character.status)
    return max(there, key=lambda s: ("stunned" in there[s], len(there[s]), s))


def strays(position: Position, ready: Mapping[str, tuple[str, ...]], home: str) -> tuple[str, ...] | None:
    """Return the rested characters nearest to the meeting square but not in it, or None."""
    steps = position.setting.board.distances_from(home)
    away = min((s for s in ready if s != home), key=lambda s: (steps.get(s, FAR), s), default=None)
    return None if away is None else ready[away]


def group_goal(position: Position, here: str) -> str | None:
    """Return the next goal of the whole group: an open main door, the rifles, the nearest zombie (14.2)."""
    board = position.setting.board
    steps = board.distances_from(here)
    wanted = [d.square for d in board.main_doors.values() if position.main_doors.get(d.name) != "closed"]
    if board.rifle_square and position.rifles and _unarmed(position):
        wanted.append(board.rifle_square)
    supers = {c.square for c in position.characters.values() if c.status == "super_zombie" and c.square}
    aims = wanted or supers.union(position.zombies)
    return min(aims, key=lambda s: (steps.get(s, FAR), s), default=None)


def goal(position: Position, move: Move, here: str) -> str | None:
    """Return the goal of a move: a stunned friend, the others, or the whole group's goal."""
    others = [
        c for n, c in position.characters.items() if n not in move.characters and c.in_play and c.square
    ]
    if not others:
        return group_goal(position, here)
    lying = [c.square for c in others if c.status == "stunned" and c.square]
    return min(lying) if lying else home(position)


def _unarmed(position: Position) -> bool:
    """Whether a character who needs a rifle has none (14.2)."""
    everybody = position.characters
    return any(everybody[n].in_play and not everybody[n].rifle for n in RIFLE_BEARERS)
