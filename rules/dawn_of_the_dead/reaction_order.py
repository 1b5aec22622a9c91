"""7.2: which reactions stay the same whatever order the zombie player chooses (R-7.2a)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from rules.board.board import Pair
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.zombie_paths import Path, reaction_paths, ways_towards


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
