"""15.4 and 15.5: which unit moves next in solitaire play, and where, by five priorities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rules.dawn_of_the_dead.actions import Action, CheckBerserk, FreeMove, NextPhase, RollFreeMoves, Smash
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.position import IN_PLAY, FreeState, Position
from rules.dawn_of_the_dead.procedure import Verdict
from rules.dawn_of_the_dead.solitaire import solitaire
from rules.dawn_of_the_dead.zombies import super_zombies
from rules.dawn_of_the_dead.zombies.super_zombies import pair_in, super_square
from rules.dawn_of_the_dead.zombies.zombie_paths import BERSERK_STEPS, SUPER_STEPS, Path, free_paths
from rules.ruling import refuse
from rules.sentences import either, listed

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

    def pieces_in(self, squares: AbstractSet[str]) -> Iterator[Piece]:
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


@dataclass(frozen=True, slots=True)
class Proposal:
    """A free move that 15.5 calls for, and its priority, 1 to 5.

    `about` names the characters it goes for, or the open main doors it leaves (priority 2).
    """

    action: FreeMove
    priority: int
    about: tuple[str, ...]
    chain: bool = False

    @property
    def case(self) -> str:
        """The case and the priority, as shown to the player: "15.5.3"."""
        return f"15.5.{self.priority}"

    @property
    def why(self) -> str:
        """The reason for this move in a few words."""
        if self.chain:
            return f"it makes room for the unit at the open {self.about[0]} main door"
        about = either(NAMES.get(n, n) for n in self.about)
        return _WHY[self.priority].format(about)


_WHY = {
    1: "it reaches {}",
    2: "it leaves the square of the open {} main door",
    3: "it is within sight of {}",
    4: "it comes within sight of {}",
    5: "it is the closest to {}",
}


def lawful_moves(position: Position) -> list[Proposal]:
    """Return the lawful free moves: those of the highest priority that a piece can carry out (15.5).

    The move worst for the characters comes first (R-15.5c). The list is empty before the die is rolled and
    when no piece is left to move.
    """
    state = position.phase_state
    if not isinstance(state, FreeState) or state.die is None:
        return []
    field = Field(position)
    if not field.people:
        return []
    for find in _IN_ORDER:
        if proposals := list(find(field)):
            return sorted(proposals, key=lambda p: (field.rank(p.action.path[-1]), _order(p.action)))
    return []


def move_due(position: Position, smash: Smash) -> Proposal | None:
    """Return a free move that 15.5 calls for from the piece that would strike glass, or None.

    The attempt replaces a move (10.4, R-15.5e). A super zombie strikes with its unit, so a move of it alone
    counts only if the two cannot go together or if it reaches a character.
    """
    field = Field(position)
    together = any(p.with_zombie and p.ways for p in field.supers if p.super == smash.super)
    for find in _IN_ORDER:
        for proposal in find(field):
            move = proposal.action
            if (move.source, move.super) == (smash.source, smash.super) and (
                not move.super or move.with_zombie or not together or proposal.priority == 1
            ):
                return proposal
    return None


def _order(move: FreeMove) -> tuple[object, ...]:
    """Return the sort key for equal moves: by square number, units before super zombies."""
    return move.path, move.source or "", move.super or "", not move.with_zombie


def _first(field: Field) -> Iterator[Proposal]:
    """Yield the moves that end in a character's square (15.5.1)."""
    occupied = field.position.occupied()
    for piece in field.near(occupied):
        for way in piece.ways:
            if way[-1] in occupied:
                yield Proposal(piece.move(way), 1, field.at(way[-1]))


def _second(field: Field) -> Iterator[Proposal]:
    """Yield the moves that clear the square of an open main door (15.5.2, R-15.5b)."""
    doors = field.open_doors
    for piece in field.pieces_in(doors.keys()):
        about = doors[piece.start]
        if piece.ways:
            for way in _best_exits(field, piece):
                yield Proposal(piece.move(way), 2, about)
        else:
            yield from _make_room(field, piece, about)


def _best_exits(field: Field, piece: Piece) -> list[Path]:
    """Return the ways out that meet the highest of the other priorities, otherwise the nearest (R-15.5b)."""
    nearer = field.nearing(piece, field.closest(piece.start, field.seen_from(piece.start)))
    if nearer:
        return nearer
    ways = [w for w in piece.ways if w[-1] not in field.doors] or list(piece.ways)
    if in_sight := [w for w in ways if field.seen_from(w[-1])]:
        return in_sight
    least = min(field.walk(w[-1]) for w in ways)
    return [w for w in ways if field.walk(w[-1]) == least]


def _make_room(field: Field, piece: Piece, about: tuple[str, ...]) -> Iterator[Proposal]:
    """Yield the first moves of the shortest chains that free a square beside a main-door square (15.5.2).

    The last unit of a chain moves first, so that the one before it can follow, and so on up to the main
    door. A chain may not need more moves than are left.
    """
    state = field.position.phase_state
    assert isinstance(state, FreeState)
    chains: list[tuple[Piece, ...]] = [(piece,)]
    known = {piece.start}
    while chains:
        longer = [(*c, p) for c in chains for n in c[-1].barred if n not in known for p in field.barring(n)]
        longer = [c for c in longer if sum(p.costs for p in c) <= state.left]
        known.update(c[-1].start for c in longer)
        free = dict.fromkeys(c[-1] for c in longer if c[-1].ways)
        for last in free:
            for way in last.ways:
                yield Proposal(last.move(way), 2, about, chain=True)
        chains = [] if free else longer


def _third(field: Field) -> Iterator[Proposal]:
    """Yield the moves towards a character in sight, the closest of several (15.5.3)."""
    for piece in field.pieces_in(field.in_view):
        seen = field.closest(piece.start, field.seen_from(piece.start))
        for way in field.nearing(piece, seen):
            yield Proposal(piece.move(way), 3, seen)


def _fourth(field: Field) -> Iterator[Proposal]:
    """Yield the moves that end in sight of a character, but not in a main-door square (15.5.4)."""
    for piece in field.near(field.in_view):
        if piece.start not in field.in_view:
            for way in piece.ways:
                if way[-1] not in field.doors and (seen := field.seen_from(way[-1])):
                    yield Proposal(piece.move(way), 4, seen)


def _fifth(field: Field) -> Iterator[Proposal]:
    """Yield the moves of the unit closest to a character, but not into a main-door square (15.5.5)."""
    starts = [*field.units, *(p.start for p in field.supers)]
    least = FAR
    for walk, start in sorted({(field.walk(s), s) for s in starts if s not in field.in_view}):
        if walk > least:
            return
        for piece in field.pieces_in({start}):
            if not _meets_higher(field, piece):
                near = field.closest(start, field.people)
                for way in field.nearing(piece, near):
                    if way[-1] not in field.doors:
                        least = walk
                        yield Proposal(piece.move(way), 5, near)


def _meets_higher(field: Field, piece: Piece) -> bool:
    """Return whether a piece meets a priority above the fifth, even if it cannot carry it out (R-15.5d)."""
    return (
        piece.start in field.in_view
        or piece.start in field.open_doors
        or any(way[-1] in field.in_view for way in piece.ways)
    )


_IN_ORDER: tuple[Callable[[Field], Iterator[Proposal]], ...] = (_first, _second, _third, _fourth, _fifth)


_TOWARDS = frozenset({3, 5})
"""The priorities that move a piece towards a character (15.5)."""


Cases = tuple[str, ...]


def limits(position: Position, action: Action) -> Verdict | Cases:
    """Return why section 15 does not allow this choice; otherwise the cases that the action rests on."""
    match action:
        case CheckBerserk():
            return solitaire.check_refusal(position, action.square) or ("15.4",)
        case RollFreeMoves():
            return ("15.5",)
        case FreeMove():
            return _free_move(position, action)
        case Smash():
            return _smash_refusal(position, action) or _glass_cases(position)
        case NextPhase():
            return _next_refusal(position) or ()
        case _:
            return ()


def refusal(position: Position, action: Action) -> Verdict | None:
    """Return why section 15 does not allow this choice, or None if it does."""
    answer = limits(position, action)
    return None if isinstance(answer, tuple) else answer


def _die_first(position: Position) -> Verdict | None:
    state = position.phase_state
    if isinstance(state, FreeState) and state.die is None:
        return refuse(("15.5",), "Roll the die for free moves first.")
    return None


def _free_move(position: Position, action: FreeMove) -> Verdict | Cases:
    """Return the priority that calls for a free move and the rulings on the piece, or a refusal (15.5)."""
    if refused := _die_first(position):
        return refused
    lawful = lawful_moves(position)
    if not lawful:
        return refuse(("15.5", "R-15.5d"), "No zombie can carry out a priority now.")
    first = lawful[0]
    if all(p.action != action for p in lawful):
        return refuse((first.case, "15.5"), f"Priority {first.priority} comes first: {describe(first)}.")
    return (first.case, *_rulings(position, action, first.priority))


def _rulings(position: Position, action: FreeMove, priority: int) -> Cases:
    """Return the rulings on pieces that go more than one square, and on a pair that splits up (15.5)."""
    unit = position.zombies.get(action.source or "")
    far = bool(action.super) or bool(unit and unit.berserk)
    start = action.source or super_square(position, action.super or "") or ""
    holds = {
        "R-15.5a": far,
        "R-15.5f": not action.with_zombie and pair_in(position, start),
        "R-15.5g": far and priority in _TOWARDS,
    }
    return tuple(ruling for ruling, applies in holds.items() if applies)


def _smash_refusal(position: Position, action: Smash) -> Verdict | None:
    """Return why a piece may not strike glass, or None: a priority may need its only move (10.4, R-15.5e)."""
    if refused := _die_first(position):
        return refused
    if isinstance(position.phase_state, FreeState) and (due := move_due(position, action)):
        words = f"Striking the glass would be its move, but priority {due.priority} calls for another"
        return refuse((due.case, "R-15.5e", "10.4"), f"{words}: {describe(due)}.")
    return None


def _glass_cases(position: Position) -> Cases:
    """Return the ruling on an attempt on glass in the Free Movement Phase: it replaces a move (R-15.5e)."""
    return ("R-15.5e",) if isinstance(position.phase_state, FreeState) else ()


def describe(proposal: Proposal) -> str:
    """Return a proposal in words: the piece, where it goes, by which way, and why."""
    action = proposal.action
    *through, end = action.path
    way = f" by way of {listed(through)}" if through else ""
    piece = f"the super zombie {NAMES[action.super]}" if action.super else f"the unit in {action.source}"
    along = " with the unit in its square" if action.with_zombie else ""
    return f"{piece} goes{along} to {end}{way}, since {proposal.why}"


def _next_refusal(position: Position) -> Verdict | None:
    state = position.phase_state
    if position.phase == "berserk" and solitaire.check_due(position):
        units = solitaire.berserk_candidates(position)
        which = "; a die decides which" if len(units) > 1 else ""
        cases = ("15.4", "R-15.4b") if which else ("15.4",)
        return refuse(cases, f"Check the nearest unit first: {either(units)}{which}.")
    if not isinstance(state, FreeState):
        return None
    if state.die is None:
        return refuse(("15.5", "R-15.5h"), "Roll the die for free moves first.")
    if lawful := lawful_moves(position):
        first = lawful[0]
        return refuse((first.case, "15.5"), f"A free move comes first: {describe(first)}.")
    return None
