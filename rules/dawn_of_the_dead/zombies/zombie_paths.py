"""7.0 Zombie Movement: where a zombie piece may go, and which reactions keep in any order (7.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from rules.board.board import Pair, pair
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.procedure import Verdict
from rules.ruling import refuse

UNIT_STEPS = 1
BERSERK_STEPS = 2
SUPER_STEPS = 3

Path = tuple[str, ...]


def sees_trail(position: Position, square: str) -> bool:
    """Return whether a square sees any square of the trail with the doors as they are now (7.1, R-7.1a)."""
    sees, doors = position.setting.sight.sees, position.doors
    return any(sees(square, step, doors) for step in frozenset(position.trail))


def quarry(position: Position) -> str | None:
    """Return the square of the characters who just moved; reactions go towards it (7.0)."""
    return position.trail[-1] if position.trail else None


def towards(position: Position, square: str) -> list[str]:
    """Return the squares one step nearer to the quarry; other pieces and doors do not count (R-7.0b)."""
    target = quarry(position)
    if target is None:
        return []
    steps = position.setting.board.distances_from(target)
    if square not in steps:
        return []
    nearer = steps[square] - 1
    return [n for n in position.setting.board.passages[square] if steps.get(n) == nearer]


def door_closed(position: Position, a: str, b: str) -> bool:
    """Return whether there is a closed door between two adjacent squares."""
    return position.doors.get(pair(a, b)) == "closed"


def step_limit(position: Position, square: str) -> int:
    """Return how many squares the unit in a square may move by itself (7.5)."""
    return BERSERK_STEPS if position.zombies[square].berserk else UNIT_STEPS


def reaction_paths(position: Position, square: str) -> list[Path]:
    """Return every lawful reaction of a unit in a square; none if 7.2 exempts it.

    A berserk unit goes two squares if it can end there, otherwise one (R-7.5a).
    """
    free = [way for way in ways_towards(position, square) if way[-1] not in position.zombies]
    return [way for way in free if len(way) == BERSERK_STEPS] or free


def ways_towards(position: Position, square: str) -> list[Path]:
    """Return every way of the unit in a square towards the quarry, ignoring other units (7.0).

    One square, or two for a berserk unit. It cannot pass through a square with a character (R-7.6a).
    """
    occupied = position.occupied()
    if square in occupied:
        return []
    unit = position.zombies.get(square)
    first = [n for n in towards(position, square) if not door_closed(position, square, n)]
    twice: list[Path] = []
    if unit is not None and unit.berserk:
        twice = [
            (near, far)
            for near in first
            if near not in occupied
            for far in towards(position, near)
            if not door_closed(position, near, far)
        ]
    return [*twice, *((near,) for near in first)]


def way_refusal(position: Position, here: str, to: str, case: str) -> Verdict | None:
    """Return why no zombie can pass from one square to another, or None if it can (7.0)."""
    board = position.setting.board
    side = board.neighbours.get(here, {}).get(to)
    if to not in board.squares or side is None:
        return refuse(("7.0", "2.1"), f"{to} is not adjacent to {here}.", firm=to not in board.squares)
    if side.kind == "wall":
        return refuse(("7.0",), f"There is a wall between {here} and {to}.")
    if door_closed(position, here, to):
        cases = tuple(dict.fromkeys((case, "7.0")))
        return refuse(cases, f"The door between {here} and {to} is closed, and zombies cannot open doors.")
    return None


def walk_refusal(
    position: Position, start: str, path: Path, limit: int, far_case: str, *, door_case: str = "7.0"
) -> Verdict | None:
    """Return why a zombie piece may not walk a path, or None: length, walls, doors (7.0, 7.5, 7.6)."""
    if not path:
        return refuse(("7.5",), "A move must enter at least one square.", firm=True)
    if len(path) > limit:
        squares = "square" if limit == 1 else "squares"
        cases = ("7.5",) if limit == UNIT_STEPS else ("7.5", far_case)
        return refuse(cases, f"This piece goes {limit} {squares} at most, not {len(path)}.")
    occupied = position.occupied()
    if start in occupied:
        return refuse(
            ("7.6",), f"A zombie never leaves a square with a character, and there is one in {start}."
        )
    here = start
    for to in path:
        if here in occupied:
            return refuse(
                ("7.6", "R-7.6a"), f"A zombie stops in the first square with a character, here {here}."
            )
        if refused := way_refusal(position, here, to, door_case):
            return refused
        here = to
    return None


def end_refusal(position: Position, end: str, case: str = "7.6") -> Verdict | None:
    """Return a firm refusal if a zombie unit is in the end square, otherwise None (7.2, 7.6)."""
    if end in position.zombies:
        return refuse(
            tuple(dict.fromkeys((case, "7.6"))),
            f"A zombie unit is in {end}, and two units never end in one square.",
            firm=True,
        )
    return None


def impossible(position: Position, path: Path, unit: str | None) -> Verdict | None:
    """Return why a move is impossible even by agreement, or None: no path, no square, two units in one.

    `unit` is the start square of the unit that moves, None for a super zombie alone.
    """
    if not path:
        return refuse(("7.5",), "A move must enter at least one square.", firm=True)
    for square in path:
        if square not in position.setting.board.squares:
            return refuse(("7.0", "2.1"), f"There is no square {square} on this map.", firm=True)
    return None if unit is None or unit == path[-1] else end_refusal(position, path[-1])


def no_move_left(position: Position, square: str) -> str:
    """Return the sentence that a unit has no move left, because it moved or saw the trail (R-7.4a)."""
    if position.phase == "free_movement":
        return (
            f"The unit in {square} already moved, or saw where the characters went, so it has no free move."
        )
    return f"The unit in {square} has already moved in this Player-Turn."


def free_paths(position: Position, start: str, limit: int, *, back: bool = False) -> Iterator[Path]:
    """Yield every path of up to `limit` squares that walls, doors and characters allow.

    With `back`, also paths that enter a square twice: a super zombie may look around and return (11.1).
    """
    occupied = position.occupied()
    board = position.setting.board

    def walk(path: Path) -> Iterator[Path]:
        here = path[-1]
        for near in board.passages[here]:
            if (back or near not in path) and not door_closed(position, here, near):
                yield (*path[1:], near)
                if near not in occupied and len(path) < limit:
                    yield from walk((*path, near))

    if start not in occupied:
        yield from walk((start,))


def sure_moves(
    position: Position, pending: Collection[str], glass: Iterable[Pair] = (), claimed: Collection[str] = ()
) -> Mapping[str, Path]:
    """Return, by square, the only move of each unit that has one and keeps it whatever moves before it.

    `pending` are the units that have not reacted, `glass` the doors that a zombie may break in this phase,
    and `claimed` the squares where a super zombie with its unit may end. A unit in the way may move off, and
    another one may take the square first: there the order is the zombie player's choice.
    """
    through = replace(position, doors={**position.doors, **dict.fromkeys(glass, "destroyed")})
    ways = {square: ways_towards(through, square) for square in pending}
    leaving = {square for square in pending if ways[square]} | {
        square for square in position.zombies if position.supers_at(square)
    }
    sure: dict[str, Path] = {}
    for square in pending:
        now = reaction_paths(position, square)
        wanted = {way[-1] for other in pending if other != square for way in ways[other]}
        if len(now) != 1 or now[0][-1] in wanted.union(claimed):
            continue
        allowed, (only,) = ways_towards(position, square), now
        others = [way for way in ways[square] if way != only and len(way) >= len(only)]
        if not any(way not in allowed or way[-1] in leaving for way in others):
            sure[square] = only
    return sure


def sure_run(
    position: Position, pending: Collection[str], glass: Collection[Pair] = (), claimed: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the squares of all units that go without a choice, one after the other.

    A unit behind others comes once they have gone, if it has one sure move then. The arguments are those of
    `sure_moves`.
    """
    run: list[str] = []
    left = set(pending)
    while sure := {
        s: way for s, way in sure_moves(position, left, glass, claimed).items() if _alone(position, s)
    }:
        zombies = {s: unit for s, unit in position.zombies.items() if s not in sure}
        zombies |= {way[-1]: position.zombies[s] for s, way in sure.items()}
        position, left = replace(position, zombies=zombies), left - sure.keys()
        run += sorted(sure)
    return tuple(run)


def _alone(position: Position, square: str) -> bool:
    """Return whether a unit is without a super zombie in its square; with one it may stay (7.2)."""
    return not position.supers_at(square)
