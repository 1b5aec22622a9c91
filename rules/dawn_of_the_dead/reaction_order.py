"""7.2: which reactions stay the same in whatever order the zombie player takes the units (R-7.2a)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from rules.board import Pair
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
