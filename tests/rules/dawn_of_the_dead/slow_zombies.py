"""A second opinion on Zombie Movement, slow and plain, written from the book (7.0, 10.2, 10.3, 11.1 to 11.4).

It takes a position as JSON, at the start of the Reaction or the Free Movement Phase, and shares nothing with
the engine. The die for free moves is 1 or 6 by agreement. Doors of glass are not smashed here, so none may be
closed where a berserk unit, or a super zombie with a unit, could come; and nobody is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any

from tests.rules.dawn_of_the_dead.slow_mall import line, shut, side, steps_to, ways


class ZombieTurn:
    """Units and super zombies by number, so that each is known again wherever it went."""

    def __init__(self, source: dict[str, Any]) -> None:
        people = {n: p for n, p in source["characters"].items() if p["square"]}
        self.occupied = {p["square"] for p in people.values() if p.get("status") != "super_zombie"}
        self.doors = {side(*d["between"]): d["state"] for d in source.get("doors", ())}
        self.units = [z["square"] for z in source["zombies"]]
        self.berserk = [bool(z.get("berserk")) for z in source["zombies"]]
        self.supers = [p["square"] for p in people.values() if p.get("status") == "super_zombie"]
        trail = source.get("trail", [])
        self.goal = trail[-1] if trail else None
        self.saw = [self.sees(s, trail) for s in self.units]
        self.super_saw = [self.sees(s, trail) for s in self.supers]
        self.moved = [False] * len(self.units)
        self.super_moved = [False] * len(self.supers)
        self.together = [[u for u, at in enumerate(self.units) if at == s] for s in self.supers]
        self.die: int | None = None
        self.free_moves = 0

    def sees(self, square: str, trail: list[str]) -> bool:
        """7.1: in sight of any square of the trail."""
        return any(line(square, step, self.doors)[0] for step in trail)

    def copy(self) -> ZombieTurn:
        return deepcopy(self)

    # --- reaction ---------------------------------------------------------------------------------

    def nearer(self, square: str) -> list[str]:
        """Return the squares one step nearer to the characters that no closed door bars (7.0, 7.2)."""
        assert self.goal is not None
        steps = steps_to(self.goal)
        return [n for n in ways(square) if steps[n] < steps[square] and not shut(square, n, self.doors)]

    def reactions(self, number: int) -> list[tuple[str, ...]]:
        """7.2, 7.5, R-7.5a: the ways that a unit may react, none where it is exempt."""
        start = self.units[number]
        if start in self.occupied:
            return []
        one: list[tuple[str, ...]] = [(n,) for n in self.nearer(start)]
        ends_well = [w for w in one if w[-1] not in self.units]
        if not self.berserk[number]:
            return ends_well
        two: list[tuple[str, ...]] = [
            (*w, n)
            for w in one
            if w[0] not in self.occupied
            for n in self.nearer(w[0])
            if n not in self.units
        ]
        return two or ends_well

    def react(self) -> Iterator[ZombieTurn | None]:
        """Yield the turn after each thing that may be done in the Reaction Phase; None where it ends it."""
        bound = False
        for number, square in enumerate(self.units):
            if self.moved[number] or not self.saw[number]:
                continue
            paths = self.reactions(number)
            bound = bound or (bool(paths) and square not in self.supers)
            for path in paths:
                yield self.unit_goes(number, path[-1])
        for number, square in enumerate(self.supers):
            if self.super_saw[number] and not self.super_moved[number] and square not in self.occupied:
                yield from self.supers_go(
                    number, [w for w in self.walks(square, 3) if self.approaches(square, w)]
                )
        if not bound:
            yield None

    def approaches(self, start: str, path: tuple[str, ...]) -> bool:
        assert self.goal is not None
        steps = [steps_to(self.goal)[s] for s in (start, *path)]
        return all(b < a for a, b in pairwise(steps))

    # --- free movement ----------------------------------------------------------------------------

    def move_freely(self) -> Iterator[ZombieTurn | None]:
        """Yield the turn after each possible Free Movement action; None for the end of the phase."""
        yield None
        if self.die is None:
            for die in (1, 6):
                new = self.copy()
                new.die = new.free_moves = die
                yield new
        for number, square in enumerate(self.units):
            outside = self.berserk[number] or square in self.supers
            had_its_move = self.moved[number] or self.saw[number]  # R-7.4a
            if had_its_move or square in self.occupied or not (outside or self.free_moves):
                continue
            for path in self.walks(square, 2 if self.berserk[number] else 1):
                if path[-1] not in self.units and len({square, *path}) == len(path) + 1:
                    new = self.unit_goes(number, path[-1])
                    new.free_moves -= not outside
                    yield new
        for number, square in enumerate(self.supers):
            if not self.super_moved[number] and square not in self.occupied:
                yield from self.supers_go(number, list(self.walks(square, 3)))

    # --- both -------------------------------------------------------------------------------------

    def walks(self, start: str, longest: int) -> Iterator[tuple[str, ...]]:
        """7.0, 7.6, R-7.6a: over open sides and open doors, and no further than the first character."""
        ends: list[tuple[str, ...]] = [()]
        for _ in range(longest):
            ends = [
                (*w, n)
                for w in ends
                if not set(w) & self.occupied
                for n in ways((start, *w)[-1])
                if not shut((start, *w)[-1], n, self.doors)
            ]
            yield from ends

    def unit_goes(self, number: int, end: str) -> ZombieTurn:
        new = self.copy()
        new.units[number] = end
        new.moved[number] = True
        return new

    def supers_go(self, number: int, paths: list[tuple[str, ...]]) -> Iterator[ZombieTurn]:
        """11.1, 11.2, R-11.1a: alone, or with the unit that was there when the Zombie Player-Turn began."""
        start = self.supers[number]
        others = {s for i, s in enumerate(self.supers) if i != number}
        for path in paths:
            if set(path) & others:
                continue
            new = self.copy()
            new.supers[number] = path[-1]
            new.super_moved[number] = True
            yield new
            for unit in self.together[number]:
                others_there = any(s == path[-1] for i, s in enumerate(self.units) if i != unit)
                # Having seen the trail is no bar here: it may go along without having reacted (R-11.4a).
                if self.units[unit] == start and not self.moved[unit] and not others_there:
                    along = new.copy()
                    along.units[unit] = path[-1]
                    along.moved[unit] = True
                    yield along


def count(turn: ZombieTurn, depth: int, *, reaction: bool) -> int:
    """Return the number of sequences of `depth` actions in the phase."""
    if depth == 0:
        return 1
    turns = turn.react() if reaction else turn.move_freely()
    return sum((depth == 1) if new is None else count(new, depth - 1, reaction=reaction) for new in turns)
