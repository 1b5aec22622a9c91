"""15.5: the facts for the priorities: which pieces may move and where, who sees whom, and distances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rules.dawn_of_the_dead import super_zombies
from rules.dawn_of_the_dead.actions import FreeMove
from rules.dawn_of_the_dead.equipment import CHARACTERS
from rules.dawn_of_the_dead.position import IN_PLAY, FreeState, Position
from rules.dawn_of_the_dead.zombie_paths import BERSERK_STEPS, SUPER_STEPS, Path, free_paths

FAR = 10_000
"""The walking measure where there is no way: longer than any way on a board."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit, or a super zombie with or without its unit, that may still move.

    `ways` are the ways it can go. `barred` are squares where it could end if no unit was there. `costs` is
    how many of the moves rolled it uses.
    """

    start: str
    ways: tuple[Path, ...]
    barred: tuple[str, ...] = ()
    costs: int = 1
    super: str | None = None
    with_zombie: bool = False

    def move(self, path: Path) -> FreeMove:
        """Return the free move of this piece along a path."""
        return FreeMove(path, None if self.super else self.start, self.super, self.with_zombie)


class Field:
    """A position with the facts that the priorities need; most are computed when first needed."""

    def __init__(self, position: Position) -> None:
        """Look up the characters of the human player and the squares they see."""
        self.position = position
        self.board = position.setting.board
        self.doors = self.board.main_doors_on
        people = position.characters
        self.people: Mapping[str, str] = {
            n: c.square for n in CHARACTERS if (c := people.get(n)) and c.square and c.status in IN_PLAY
        }
        walks = position.setting.walks
        self._walks = {n: walks.to(s) for n, s in self.people.items()}
        sight = position.setting.sight
        views = {s: sight.seen_from(s, position.doors) for s in set(self.people.values())}
        self._views = tuple((n, views[s]) for n, s in self.people.items())
        self.in_view = frozenset[str]().union(*views.values())
        self._pieces: dict[str, Piece] = {}

    # --- the pieces that may move -----------------------------------------------------------------

    @cached_property
    def supers(self) -> tuple[Piece, ...]:
        """The super zombies that may still move, each alone, and with its unit if it has one (R-15.5f)."""
        return tuple(_supers(self.position))

    @cached_property
    def units(self) -> Mapping[str, int]:
        """The squares of the units that may still move by themselves, and the moves each uses (R-15.5a)."""
        return dict(_units(self.position))

    @cached_property
    def _shut(self) -> frozenset[tuple[str, str]]:
        closed = [p for p, door in self.position.doors.items() if door == "closed"]
        return frozenset(closed + [(b, a) for a, b in closed])

    def unit(self, start: str) -> Piece:
        """Return the unit in a square as a piece."""
        known = self._pieces.get(start)
        if known is None:
            known = self._pieces[start] = self._unit(start)
        return known

    def _unit(self, start: str) -> Piece:
        zombies = self.position.zombies
        if zombies[start].berserk:
            paths = list(free_paths(self.position, start, BERSERK_STEPS))
            ways = tuple([p for p in paths if p[-1] not in zombies])
            barred = tuple(dict.fromkeys(p[-1] for p in paths if p[-1] in zombies))
        else:
            near = [n for n in self.board.passages[start] if (start, n) not in self._shut]
            ways = tuple([(n,) for n in near if n not in zombies])
            barred = tuple([n for n in near if n in zombies])
        return Piece(start, ways, barred, self.units[start])

    def standing_in(self, squares: AbstractSet[str]) -> Iterator[Piece]:
        """Yield the pieces that begin in one of these squares."""
        yield from (p for p in self.supers if p.start in squares)
        yield from map(self.unit, squares & self.units.keys())

    def barring(self, square: str) -> Iterator[Piece]:
        """Yield the pieces that can clear a square of its unit: the unit alone, or with a super zombie."""
        yield from (p for p in self.supers if p.with_zombie and p.start == square)
        if square in self.units:
            yield self.unit(square)

    def near(self, squares: frozenset[str]) -> Iterator[Piece]:
        """Yield the pieces that might end in one of these squares: those beside them or with a long move."""
        yield from self.supers
        zombies, passages = self.position.zombies, self.board.passages
        for start in self.units:
            if zombies[start].berserk or not squares.isdisjoint(passages[start]):
                yield self.unit(start)

    # --- who is where -----------------------------------------------------------------------------

    def at(self, square: str) -> tuple[str, ...]:
        """Return the characters in a square."""
        return tuple(n for n, s in self.people.items() if s == square)

    def seen_from(self, square: str) -> tuple[str, ...]:
        """Return the characters in sight of a square."""
        if square not in self.in_view:
            return ()
        return tuple([n for n, view in self._views if square in view])

    def walk(self, square: str) -> int:
        """Return the walking measure from a square to the nearest character."""
        return min([w.get(square, FAR) for w in self._walks.values()], default=FAR)

    def closest(self, square: str, names: Iterable[str]) -> tuple[str, ...]:
        """Return the characters of `names` nearest to a square by the walking measure."""
        ways = {n: self._walks[n].get(square, FAR) for n in names}
        least = min(ways.values(), default=FAR)
        return tuple([n for n, w in ways.items() if w == least])

    def rank(self, end: str) -> tuple[int, ...]:
        """Return the sort key of an end square: the worst for the characters comes first (R-15.5c)."""
        strength = self._strength
        return self.walk(end), min([strength[n] for n in self.closest(end, self.people)], default=0), int(end)

    @cached_property
    def _strength(self) -> Mapping[str, int]:
        """The strength of each character: the stunned are weakest, then the infected (R-15.5c)."""
        order = {"stunned": 0, "infected": 100}
        characters, rating = self.position.characters, self.position.rating
        return {n: order.get(characters[n].status, 200) + rating(n).movement_allowance for n in self.people}

    def nearing(self, piece: Piece, names: Iterable[str]) -> list[Path]:
        """Return the longest ways with every step nearer to one of these characters."""
        longest: list[Path] = []
        for name in names:
            goal = self.people[name]
            steps = self.board.distances_from(goal)
            ways = [w for w in piece.ways if _approaches(steps, piece.start, w)]
            reach = max([len(w) for w in ways], default=0)
            longest += [w for w in ways if len(w) == reach or w[-1] == goal]
        return list(dict.fromkeys(longest))

    @cached_property
    def open_doors(self) -> Mapping[str, tuple[str, ...]]:
        """The open main doors, by square."""
        states = self.position.main_doors
        open_at = {s: tuple(d for d in doors if states.get(d) != "closed") for s, doors in self.doors.items()}
        return {square: doors for square, doors in open_at.items() if doors}


def _approaches(steps: Mapping[str, int], start: str, way: Path) -> bool:
    if len(way) == 1:
        return steps.get(way[0], FAR) < steps.get(start, FAR)
    return all(steps.get(b, FAR) < steps.get(a, FAR) for a, b in pairwise((start, *way)))


# --- the pieces that may move ---------------------------------------------------------------------


def _supers(position: Position) -> Iterator[Piece]:
    state = position.phase_state
    assert isinstance(state, FreeState)
    for name in super_zombies.supers_to_move(position):
        start = super_zombies.super_square(position, name) or ""
        ways = tuple(_super_ways(position, name, start))
        yield Piece(start, ways, (), 0, name)
        if start in position.zombies and name in state.paired and start not in state.spent:
            yield _pair(position, name, start, ways)


def _super_ways(position: Position, name: str, start: str) -> Iterator[Path]:
    """Yield the ways of a super zombie; they may pass units but no other super zombie (R-11.1a)."""
    others = {
        c.square for n, c in position.characters.items() if n != name and c.status == "super_zombie"
    } - {None}
    for path in free_paths(position, start, SUPER_STEPS):
        if others.isdisjoint(path):
            yield path


def _pair(position: Position, name: str, start: str, ways: tuple[Path, ...]) -> Piece:
    """Return a super zombie with its unit; they cannot end where another unit is (7.6, 11.2)."""
    together = tuple(w for w in ways if w[-1] not in position.zombies)
    barred = tuple(dict.fromkeys(w[-1] for w in ways if w[-1] in position.zombies))
    return Piece(start, together, barred, 0, name, with_zombie=True)


def _units(position: Position) -> Iterator[tuple[str, int]]:
    """Yield the units that may move by themselves, and the moves each uses (7.4, 7.6)."""
    state, occupied = position.phase_state, position.occupied()
    assert isinstance(state, FreeState)
    with_super = {c.square for c in position.characters.values() if c.status == "super_zombie"}
    for start, unit in position.zombies.items():
        costs = 0 if unit.berserk or start in with_super else 1
        if costs <= state.left and not state.moved(start) and start not in occupied:
            yield start, costs
