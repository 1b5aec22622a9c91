"""15.5: which unit moves next in solitaire play, and where, by five priorities in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.dawn_of_the_dead.actions import FreeMove, Smash
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.position import FreeState, Position
from rules.dawn_of_the_dead.zombie_field import FAR, Field, Piece
from rules.dawn_of_the_dead.zombie_paths import Path
from rules.sentences import either


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
    for piece in field.standing_in(doors.keys()):
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
    for piece in field.standing_in(field.in_view):
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
        for piece in field.standing_in({start}):
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
