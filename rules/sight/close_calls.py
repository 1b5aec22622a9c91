"""Sight lines that are too close to call: less than the error of the drawing decides them (6.4).

Distances are exact: the larger of across and up-down. All coordinates are whole. How far a spot is off a line
is measured in parts of the line's `whole`.

Each corner and each centre may be off by the error, across and up and down, each by itself. So a line and a
corner may come together if the corner is at most twice the error from the line, counted as the larger of
across and up-down. That is exact: the corner moves half of the way, and both ends of the line the other half.

A clear line is too close to call if a wall or a door that would block it is within reach. A blocked line is
if each corner that would have to be on its other side is within reach. Its margin is how far the corner that
decides has to be off: half of its distance, or more where the line has to turn to pass between two of them.
All doors count as open (3.3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, combinations, islice, product
from math import lcm

from rules.board.board import Board, Looks, Pair
from rules.board.outlines import Point
from rules.sight.geometry import Lookout, members
from rules.sight.sight import SightTable
from rules.sight.walk import DOOR, OPEN, OUTSIDE, Mesh

__all__ = ["Call", "CloseCalls"]


@dataclass(eq=False, slots=True)
class Corner:
    """A corner where pieces of walls or doors meet."""

    spot: Point
    obstacles: list[Obstacle] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Obstacle:
    """A piece of a wall (`door` is None) or of a door, from corner to corner."""

    ends: tuple[Corner, Corner]
    door: Pair | None

    def line(self, reach: int) -> CloseLine:
        """Return the piece as a line with its surroundings."""
        return CloseLine(self.ends[0].spot, self.ends[1].spot, reach)


class CloseLine:
    """A straight line from `a` to `b`, and its surroundings as far as `reach`."""

    def __init__(self, a: Point, b: Point, reach: int) -> None:
        """Prepare the line."""
        (self._x, self._y), (self._to_x, self._to_y) = a, b
        self._dx, self._dy = self._to_x - self._x, self._to_y - self._y
        self.whole = abs(self._dx) + abs(self._dy)
        self._reach = reach
        self.strip = reach * self.whole
        """A spot is within reach of the endless line if it is off by no more."""
        self._left, self._right = min(self._x, self._to_x) - reach, max(self._x, self._to_x) + reach
        self._top, self._bottom = min(self._y, self._to_y) - reach, max(self._y, self._to_y) + reach
        self._sign_x = (self._dx > 0) - (self._dx < 0)
        self._sign_y = (self._dy > 0) - (self._dy < 0)

    def off(self, spot: Point) -> int:
        """Return how far a spot is off the endless line, positive on its left, in parts of `whole`."""
        return self._dx * (spot[1] - self._y) - self._dy * (spot[0] - self._x)

    def along(self, spot: Point) -> int:
        """Return how far along the line a spot is: 0 at its start, `whole` at its end."""
        return (spot[0] - self._x) * self._sign_x + (spot[1] - self._y) * self._sign_y

    def is_near(self, spot: Point) -> bool:
        """Return whether a spot is within reach."""
        x, y = spot
        if not (self._left <= x <= self._right and self._top <= y <= self._bottom):
            return False
        return abs(self._dx * (y - self._y) - self._dy * (x - self._x)) <= self.strip

    def is_between(self, along: int | Fraction) -> bool:
        """Return whether a place along the line is farther than the reach from both ends."""
        return self._reach < along < self.whole - self._reach

    def distance(self, spot: Point) -> Fraction:
        """Return how far a spot is from the line."""
        along = self.along(spot)
        if self.whole and 0 <= along <= self.whole:
            return Fraction(abs(self.off(spot)), self.whole)
        x, y = (self._x, self._y) if along < 0 else (self._to_x, self._to_y)
        return Fraction(max(abs(spot[0] - x), abs(spot[1] - y)))

    def side_left(self, start: Point, end: Point) -> int:
        """Return on which side a piece leaves the surroundings of the line, -1 or 1, from `start` inside.

        It is 0 where the piece leaves them past an end of the line, for there it is not in the way.
        """
        off = self.off(end)
        if abs(off) <= self.strip:
            return 0
        side = 1 if off > 0 else -1
        return side if self.is_between(self._along_at(start, end, side)) else 0

    def is_across(self, start: Point, end: Point) -> bool:
        """Return whether a piece crosses the line from beyond reach on one side to beyond it on the other."""
        one, other = self.off(start), self.off(end)
        if not (min(one, other) < -self.strip and max(one, other) > self.strip):
            return False
        return all(self.is_between(self._along_at(start, end, side)) for side in (-1, 1))

    def _along_at(self, start: Point, end: Point, side: int) -> Fraction:
        """Return where along the line a piece is off by the reach, on one side."""
        off, far = self.off(start), self.off(end)
        low, high = self.along(start), self.along(end)
        return low + Fraction((side * self.strip - off) * (high - low), far - off)


Crowd = Sequence[tuple[Point, Obstacle]]
"""Ends of the line with a wall or a door within reach."""
Held = tuple[int, int, int, Point]
"""The side on which a corner has to be (-1 or 1), how far off the line it is, how far along, and its spot."""
Bound = tuple[Fraction, Fraction, Fraction]
MAX_WAYS = 64
"""Ways past the corners that are looked at; most lines have one."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The spot that decides a line, and its distance from it."""

    distance: Fraction
    spot: Point


AT_THE_ENDS = Decided(Fraction(-1), (0, 0))
"""Nothing but what is at the ends of the line is in the way."""


def closing(
    line: CloseLine, near: Iterable[Corner], crowd: Crowd, ends: Pair, through: Pair | None
) -> Decided | None:
    """Return what could block a clear line, the nearest of all, or None.

    A door on a side of the first or last square (R-6.4b) blocks only as a second one (R-6.4c); the line
    touches `through` already, or none.
    """
    walls: list[Decided] = []
    doors: dict[Pair, Decided] = {}
    met = [(c.spot, line.distance(c.spot), o) for c in near for o in c.obstacles]
    met += [(spot, _distance(spot, obstacle), obstacle) for spot, obstacle in crowd]
    for spot, distance, obstacle in met:
        here = Decided(distance, spot)
        door = obstacle.door
        if door is None or not {*door} & {*ends}:
            walls.append(here)
        elif door != through:
            doors[door] = min(doors.get(door, here), here, key=_order)
    second = sorted(doors.values(), key=_order)[0 if through else 1 :]
    return min([*walls, *second[:1]], key=_order, default=None)


def opening(line: CloseLine, obstacles: Iterable[Obstacle], crowd: Crowd, ends: Pair) -> Decided | None:
    """Return what blocks a line that could be clear: the corner farthest on the wrong side. None: it cannot.

    The line may pass one door on a side of the first or last square, so each of them is left out in turn.
    """
    there = [o for o in obstacles if _matters(line, o)]
    own = {o.door for o in there if o.door and {*o.door} & {*ends}}
    ways = [_passing(line, [o for o in there if o.door != door]) for door in own] or [_passing(line, there)]
    best = min((way for way in ways if way is not None), key=_order, default=None)
    if best is not AT_THE_ENDS:
        return best
    nearest = [Decided(_distance(spot, obstacle), spot) for spot, obstacle in crowd]
    return min(nearest, key=_order, default=None)


def _passing(line: CloseLine, obstacles: Sequence[Obstacle]) -> Decided | None:
    """Return the corner that the line has to pass and that is farthest on the wrong side.

    Corners that a piece joins stay on one side together. None if the line cannot pass; `AT_THE_ENDS` if
    nothing but what is at its ends is in the way.
    """
    groups = _Groups()
    for obstacle in obstacles:
        if not _join(line, obstacle, groups):
            return None
    choices: list[list[list[Held]]] = []
    for corners, sides in groups.all():
        if len(sides) > 1:
            return None
        offs = [(line.off(c.spot), line.along(c.spot), c.spot) for c in corners]
        if sides or min(offs)[0] <= 0 <= max(offs)[0]:
            choices.append([[(side, *off) for off in offs] for side in (sides or (-1, 1))])
    held = ([*chain.from_iterable(choice)] for choice in islice(product(*choices), MAX_WAYS))
    ways = [way for choice in held if (way := _shift(line, choice))]
    return min(ways, key=_order, default=None)


def _shift(line: CloseLine, held: Sequence[Held]) -> Decided | None:
    """Return the corner that decides where each corner has its side, or None if that is beyond reach."""
    wrong = [(-side * off, spot) for side, off, _, spot in held if side * off <= 0]
    if not wrong:
        return AT_THE_ENDS
    far, spot = max(wrong)
    if len({side for side, off, _, _ in held if side * off <= 0}) == 1:
        return Decided(Fraction(far, line.whole), spot)
    # The line turns, to pass between corners on both of its sides.
    doubled = max(Fraction(far), 2 * _least(line, held))
    return Decided(doubled / line.whole, spot) if doubled <= line.strip else None


def _least(line: CloseLine, held: Sequence[Held]) -> Fraction:
    """Return by how much all has to be off, at the least, for each corner to be on its side.

    The ends of the line move by u and w across it. Each bound says that this much is at least a sum of u, w
    and a number. The smallest value within all bounds is the largest that any three of them allow.
    """
    bounds = [(Fraction(u), Fraction(w), Fraction(0)) for u, w in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    for side, off, along, _ in held:
        share = Fraction(along, line.whole)
        bounds.append((side * (1 - share), side * share, Fraction(-side * off)))
    return max(_combined(*three) for three in combinations(bounds, 3))


def _combined(one: Bound, other: Bound, third: Bound) -> Fraction:
    """Return what three bounds say together: their sum with such weights that u and w cancel, else 0."""
    weights = [_cross(other, third), _cross(third, one), _cross(one, other)]
    whole = sum(weights)
    if not whole or any(w * whole < 0 for w in weights):
        return Fraction(0)
    return sum((w * b[2] for w, b in zip(weights, (one, other, third), strict=True)), Fraction(0)) / whole


def _cross(one: Bound, other: Bound) -> Fraction:
    return one[0] * other[1] - one[1] * other[0]


def _join(line: CloseLine, obstacle: Obstacle, groups: _Groups) -> bool:
    """Note what a piece holds together; return False if it crosses the line and cannot be passed."""
    one, other = obstacle.ends
    near = [line.is_near(c.spot) for c in obstacle.ends]
    if not any(near):
        return not line.is_across(one.spot, other.spot)
    between = [line.is_between(line.along(c.spot)) for c in obstacle.ends]
    if all(near):
        if all(between):
            groups.join(one, other)
        return True
    start, end = (one, other) if near[0] else (other, one)
    if between[0] if near[0] else between[1]:
        groups.hold(start, line.side_left(start.spot, end.spot))
    return True


class _Groups:
    """Corners that stay on one side of a line together, and the sides on which others hold them."""

    def __init__(self) -> None:
        self._of: dict[Corner, tuple[list[Corner], set[int]]] = {}

    def _group(self, corner: Corner) -> tuple[list[Corner], set[int]]:
        return self._of.setdefault(corner, ([corner], set()))

    def join(self, one: Corner, other: Corner) -> None:
        """Put two corners into one group."""
        mine, theirs = self._group(one), self._group(other)
        if mine is not theirs:
            mine[0].extend(theirs[0])
            mine[1].update(theirs[1])
            for corner in theirs[0]:
                self._of[corner] = mine

    def hold(self, corner: Corner, side: int) -> None:
        """Hold the group of a corner on a side; 0 is not a side."""
        sides = self._group(corner)[1]
        if side:
            sides.add(side)

    def all(self) -> Iterable[tuple[list[Corner], set[int]]]:
        """Return each group with its sides."""
        return {id(group): group for group in self._of.values()}.values()


def _matters(line: CloseLine, obstacle: Obstacle) -> bool:
    """Return whether a piece is not wholly on one side of the line beyond reach."""
    one, other = (line.off(c.spot) for c in obstacle.ends)
    return min(one, other) <= line.strip and max(one, other) >= -line.strip


def _distance(spot: Point, obstacle: Obstacle) -> Fraction:
    return obstacle.line(0).distance(spot)


def _order(decided: Decided) -> tuple[Fraction, Point]:
    return decided.distance, decided.spot


@dataclass(frozen=True, slots=True)
class Call:
    """A line that is too close to call.

    `clear` is what the drawing says, with all doors open. `corner` decides, in the coordinates of the map; it
    is a centre where that is too near to a wall. `margin` is how far it has to be off, in units of the map.
    """

    start: str
    end: str
    clear: bool
    corner: tuple[Fraction, Fraction]
    margin: Fraction


class CloseCalls:
    """The lines of one board that are too close to call, as far as the error of the drawing goes."""

    def __init__(self, board: Board, error: int) -> None:
        """Prepare the board. `error` is in units of the map, 0 or more."""
        self._scale = lcm(*(c.denominator for s in board.squares.values() for c in s.centre))
        self.names = tuple(board.squares)
        self._sight = SightTable(replace(board, looks=Looks()), _no_chart)
        mesh = Mesh(board, self._scale)
        self._centres = mesh.centres
        self._reach = 2 * error * self._scale
        self._index = {name: i for i, name in enumerate(self.names)}
        self._corners = _corners(mesh)
        pieces = {id(o): o for c in self._corners for o in c.obstacles}
        self._obstacles = tuple(pieces.values())
        self._crowded = {i: near for i, spot in enumerate(self._centres) if (near := self._around(spot))}
        xs, ys = zip(*mesh.vertices, *self._centres, strict=True)
        span = max(xs) - min(xs) + max(ys) - min(ys) + 4 * self._reach + 1
        self._bearings: int = span * span

    def drawn(self, a: str, b: str) -> bool:
        """Return whether the drawing says that a line is clear, all doors open, the owner's looks aside."""
        return self._sight.sees(a, b, {})

    def between(self, a: str, b: str) -> Call | None:
        """Return the call of one line, or None if the drawing decides it. Raises KeyError."""
        i, j = sorted((self._index[a], self._index[b]))
        return None if i == j else self._call(i, j, self._corners)

    def later_than(self, name: str) -> Iterator[Call]:
        """Yield the calls from a square to those that come after it in the order of names."""
        i = self._index[name]
        lookout = Lookout(i, self._centres, self._bearings)
        later = lookout.others >> i + 1 << i + 1
        near: Mapping[int, list[Corner]] = defaultdict(list)
        for corner in self._corners:
            for j in members(lookout.toward(_around(corner.spot, self._reach)) & later):
                near[j].append(corner)
        crowded = members(later) if i in self._crowded else (j for j in self._crowded if j > i)
        for j in sorted({*near, *crowded}):
            call = self._call(i, j, near[j])
            if call:
                yield call

    def _call(self, i: int, j: int, corners: Sequence[Corner]) -> Call | None:
        a, b = self.names[i], self.names[j]
        line = CloseLine(self._centres[i], self._centres[j], self._reach)
        near = [c for c in corners if line.is_near(c.spot)]
        crowd = [(self._centres[k], o) for k in (i, j) for o in self._crowded.get(k, ())]
        if not near and not crowd:
            return None
        clear = self.drawn(a, b)
        decided: Decided | None
        if clear:
            decided = closing(line, near, crowd, (a, b), self._sight.door_on(a, b))
        else:
            decided = opening(line, self._obstacles, crowd, (a, b))
        if decided is None:
            return None
        corner = Fraction(decided.spot[0], self._scale), Fraction(decided.spot[1], self._scale)
        return Call(a, b, clear, corner, decided.distance / (2 * self._scale))

    def _around(self, centre: Point) -> list[Obstacle]:
        """Return the walls and doors within reach of a centre."""
        return [o for o in self._obstacles if o.line(self._reach).is_near(centre)]


def _no_chart(distance: int, door: str | None) -> int:  # noqa: ARG001
    return 0


def _corners(mesh: Mesh) -> tuple[Corner, ...]:
    """Return the corners of all walls and doors, each with the pieces that meet there."""
    corners: dict[Point, Corner] = {}
    for h, mark in enumerate(mesh.mark):
        twin = mesh.twin[h]
        if mark == OPEN or (twin != OUTSIDE and twin < h):
            continue
        one, other = (corners.setdefault(spot, Corner(spot)) for spot in mesh.segment(h))
        piece = Obstacle((one, other), mesh.between[h] if mark == DOOR else None)
        one.obstacles.append(piece)
        other.obstacles.append(piece)
    return tuple(corners[spot] for spot in sorted(corners))


def _around(spot: Point, reach: int) -> list[Point]:
    (x, y), r = spot, reach
    return [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]


def contradicted(board: Board) -> list[Pair]:
    """Return the pairs of squares that the owner saw otherwise, with no corner near enough to decide it."""
    if not board.looks.clear:
        return []
    calls = CloseCalls(board, board.looks.error)
    return [
        (a, b)
        for (a, b), clear in board.looks.clear.items()
        if calls.drawn(a, b) != clear and calls.between(a, b) is None
    ]


def contradictions(board: Board) -> list[str]:
    """Return a sentence for each look that the drawing contradicts."""
    return [
        _contradiction_sentence(a, b, board.looks.clear[a, b], board.looks.error)
        for a, b in contradicted(board)
    ]


def _contradiction_sentence(a: str, b: str, clear: bool, error: int) -> str:
    saw, drawn = ("clear", "blocked") if clear else ("blocked", "clear")
    return (
        f"The line between squares {a} and {b} was seen {saw}, but it is drawn {drawn}, and no corner is "
        f"near enough to be off by {error} (6.4). Look again, or draw the corner again."
    )
