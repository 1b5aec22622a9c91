"""Who sees whom: every sight line of a board, exact and the same both ways, and each in words.

Some facts do not depend on whether doors are open. They are computed once for each square: which squares it
sees in some state of the doors, and the one door that each of those lines touches. Where the owner of the
board looked along a line, that answer counts and not the drawing's (6.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from math import lcm
from operator import or_
from typing import Any, Literal

from rules.board.board import Board, Pair, pair
from rules.board.outlines import Segment
from rules.sentences import listed
from rules.sight.geometry import Bundle, Fence, Lookout, Obstacle, bundled, members, scaled, straight_runs
from rules.sight.walk import Mesh, Place, Trail, Vertex, Walk

__all__ = ["Block", "LineDoor", "ShotChart", "SightLine", "SightTable", "Tracer", "Trail"]


BlockKind = Literal[
    "wall", "corner", "closed_solid_door", "door_not_adjacent", "two_doors", "outside", "look"
]

BLOCK_CASES: dict[BlockKind, tuple[str, ...]] = {
    "wall": ("6.4", "R-6.4a"),
    "outside": ("6.4", "R-6.4a"),
    "corner": ("6.4", "R-6.4a"),
    "door_not_adjacent": ("6.4", "R-6.4b"),
    "two_doors": ("6.4", "R-6.4c"),
    "closed_solid_door": ("6.4", "R-6.4a"),
    "look": ("6.4",),
}
"""The cases of each kind of block (6.4). If several block one line, the first kind here is the reason."""


@dataclass(frozen=True, slots=True)
class LineDoor:
    """A door that a sight line touches, and its present state."""

    between: Pair
    kind: Literal["glass", "solid"]
    state: str

    @property
    def words(self) -> str:
        """The door in words for a sentence."""
        return f"{self.state} {self.kind} door between {self.between[0]} and {self.between[1]}"


@dataclass(frozen=True, slots=True)
class Block:
    """The obstacle of a sight line, and the point where it blocks, in map coordinates.

    `between` is the side that blocks, None for the outer wall. `meeting` names the squares at the point, for
    a corner or the outer wall. A "look" is the owner's, along the whole line; its point is the middle.
    """

    kind: BlockKind
    between: Pair | None
    point: tuple[Fraction, Fraction]
    meeting: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the block as JSON data."""
        between = list(self.between) if self.between else None
        return {"kind": self.kind, "between": between, "point": [_number(c) for c in self.point]}


@dataclass(frozen=True, slots=True)
class SightLine:
    """The line between the centres of two squares, with the doors as they are (6.4, 6.7).

    The line crosses the interior of `squares`, ends not included, and touches `doors`, both in order from
    the start. `distance` is in squares, None if there is no way. `modifier` is that of one gun, 0 or less,
    None without sight. `cases` has the decisive one first.
    """

    start: str
    end: str
    clear: bool
    cases: tuple[str, ...]
    reason: str
    squares: tuple[str, ...]
    doors: tuple[LineDoor, ...]
    distance: int | None
    modifier: int | None
    blocked_by: Block | None

    def to_json(self) -> dict[str, Any]:
        """Return the line as JSON data."""
        return {
            "from": self.start,
            "to": self.end,
            "sight": self.clear,
            "cases": list(self.cases),
            "reason": self.reason,
            "squares": list(self.squares),
            "doors": [{"between": list(d.between), "kind": d.kind, "state": d.state} for d in self.doors],
            "distance": self.distance,
            "modifier": self.modifier,
            "blocked_by": self.blocked_by.to_json() if self.blocked_by else None,
        }


def why_clear(start: str, end: str, doors: Sequence[LineDoor]) -> tuple[tuple[str, ...], str]:
    """Return the cases and the sentence for a clear line."""
    if start == end:
        return ("6.4", "R-6.4e"), f"{start} sees itself, as every square does."
    if not doors:
        return ("6.4",), f"{start} sees {end}: nothing is in the way."
    cases = ("6.4", "R-6.4d") if doors[0].state == "destroyed" else ("6.4",)
    return cases, f"{start} sees {end} through the {doors[0].words}."


def why_looked(
    start: str, end: str, doors: Sequence[LineDoor], *, clear: bool
) -> tuple[tuple[str, ...], str]:
    """Return the cases and the sentence for a line that the owner of the board looked along."""
    looked = "the owner of this board looked along the line"
    if not clear:
        return ("6.4",), f"{start} does not see {end}: {looked}."
    through = f" through the {doors[0].words}" if doors else ""
    return ("6.4",), f"{start} sees {end}{through}: {looked}."


def why_blocked(start: str, end: str, block: Block, doors: Sequence[LineDoor]) -> tuple[tuple[str, ...], str]:
    """Return the cases and the sentence for a blocked line."""
    return BLOCK_CASES[block.kind], f"{start} does not see {end}: {_obstacle(block, doors)}."


def _obstacle(block: Block, doors: Sequence[LineDoor]) -> str:
    between = f"between {block.between[0]} and {block.between[1]}" if block.between else ""
    match block.kind:
        case "wall":
            return f"the line meets the wall {between}"
        case "outside":
            return f"the line meets the outer wall of {listed(block.meeting)}"
        case "corner":
            return f"the line touches a wall corner at {listed(block.meeting)}"
        case "door_not_adjacent":
            return f"the line passes the door {between}, which touches neither square"
        case "two_doors":
            first, second = (f"{d.between[0]} and {d.between[1]}" for d in doors[:2])
            return f"the line touches two doors, between {first} and between {second}"
        case "closed_solid_door":
            return f"the solid door {between} is closed"
        case "look":
            return "the owner of this board saw something in the way"


def _number(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


class Tracer:
    """Follows single lines over a board. `scale` makes every centre whole."""

    def __init__(self, board: Board, scale: int) -> None:
        """Prepare the sides of the board."""
        self.mesh = Mesh(board, scale)
        self._scale = scale
        self._index = {name: i for i, name in enumerate(board.squares)}

    def trail(self, a: str, b: str) -> Trail:
        """Return what the line from one square to another meets."""
        walk = Walk(self.mesh, self._index[a], self._index[b])
        walk.go()
        return walk.trail

    def block(self, a: str, b: str, trail: Trail) -> Block:
        """Return what blocks a line; the line must be blocked.

        The kind does not depend on the direction. Of several blocks of that kind it is the nearest to `a`.
        """
        if trail.wall:
            return self._block("wall", trail.wall, a, b)
        if trail.outer is not None:
            return self._block("outside", (None, trail.outer), a, b)
        if trail.corner:
            return self._block("corner", trail.corner, a, b)
        far = [p for p in trail.doors if a not in p and b not in p]
        kind: BlockKind = "door_not_adjacent"
        door = far[0] if far else trail.doors[-1]
        if not far:
            kind, door = (
                ("two_doors", trail.doors[1]) if len(trail.doors) > 1 else ("closed_solid_door", door)
            )
        return self._block(kind, (door, trail.door_at[door]), a, b)

    def middle(self, a: str, b: str) -> Block:
        """Return the block of a line that the owner of the board saw blocked: it says no place."""
        (x0, y0), (x1, y1) = (self.mesh.centres[self._index[s]] for s in (a, b))
        return Block("look", None, (Fraction(x0 + x1, 2 * self._scale), Fraction(y0 + y1, 2 * self._scale)))

    def _block(self, kind: BlockKind, met: tuple[Pair | None, Place], a: str, b: str) -> Block:
        between, place = met
        mesh, scale = self.mesh, self._scale
        meeting: tuple[str, ...] = ()
        if isinstance(place, Vertex):
            x, y = place.spot
            point = Fraction(x, scale), Fraction(y, scale)
            faces = sorted(place.faces)
        else:
            point = self._crossing(self._index[a], self._index[b], place)
            faces = [mesh.face[place]]
        if kind in ("corner", "outside"):
            meeting = tuple(mesh.names[f] for f in faces)
        return Block(kind, between, point, meeting)

    def _crossing(self, a: int, b: int, half_edge: int) -> tuple[Fraction, Fraction]:
        """Return the point where the line between two squares crosses a half-edge."""
        (x0, y0), (x1, y1) = self.mesh.centres[a], self.mesh.centres[b]
        (px, py), (qx, qy) = self.mesh.segment(half_edge)
        ex, ey = qx - px, qy - py
        before = ex * (y0 - py) - ey * (x0 - px)
        whole = before - (ex * (y1 - py) - ey * (x1 - px))
        if not whole:  # the line starts on this half-edge and runs along it
            return Fraction(x0, self._scale), Fraction(y0, self._scale)
        under = whole * self._scale
        return Fraction(x0 * whole + before * (x1 - x0), under), Fraction(
            y0 * whole + before * (y1 - y0), under
        )


ShotChart = Callable[[int, str | None], int]
"""The chart's modifier for one gun's shot (6.7), by the distance in squares and the door on the line
(None, "open_door" or "closed_glass_door")."""


class SightTable:
    """All sight lines of one board, and what the game's chart takes off a shot along each.

    A mapping of doors names each door that is "closed" or "destroyed". Every method raises KeyError for a
    square that is not on the board.
    """

    def __init__(self, board: Board, chart: ShotChart) -> None:
        """Prepare the board; the lines of a square are computed when they are first needed."""
        self.board = board
        self._chart = chart
        scale = lcm(*(c.denominator for s in board.squares.values() for c in s.centre))
        self._names = tuple(board.squares)
        self._centres = [(int(s.centre[0] * scale), int(s.centre[1] * scale)) for s in board.squares.values()]
        self._scale = scale
        self._index = {name: i for i, name in enumerate(self._names)}
        self._glass = frozenset(p for p, s in board.doors.items() if s.kind == "glass_door")
        self._rows: dict[str, dict[str, Pair | None]] = {}
        self._crossed: dict[Pair, tuple[str, ...]] = {}

    def complete(self) -> None:
        """Compute every line of the board now."""
        for name in self._names:
            if name not in self._rows:
                self._look_from(name)

    def sees(self, a: str, b: str, doors: Mapping[Pair, str]) -> bool:
        """Return whether two squares see each other with the doors as they are (6.4)."""
        row = self._rows.get(a) or self._look_from(a)
        try:
            door = row[b]
        except KeyError:
            self._index[b]  # raises if there is no such square
            return False
        return door is None or doors.get(door) != "closed" or door in self._glass

    def seen_from(self, square: str, doors: Mapping[Pair, str]) -> frozenset[str]:
        """Return every square that a square sees with the doors as they are, itself included (6.4, R-6.4e).

        Sight is the same both ways, so these are also the squares that see it.
        """
        self._index[square]  # raises if there is no such square
        row = self._rows.get(square) or self._look_from(square)
        return frozenset(
            b for b, door in row.items() if door is None or doors.get(door) != "closed" or door in self._glass
        )

    def door_on(self, a: str, b: str) -> Pair | None:
        """Return the door that a line passes if it is clear in some state of the doors, otherwise None."""
        self._index[b]  # raises if there is no such square
        return (self._rows.get(a) or self._look_from(a)).get(b)

    def crossed(self, a: str, b: str) -> tuple[str, ...]:
        """Return the squares whose interior the line crosses, without the ends, in order from `a` (R-6.3a).

        A line may leave a hollow square and enter it again, so the way back is not always the reverse.
        """
        known = self._crossed.get((a, b))
        if known is None:
            known = self._crossed[a, b] = tuple(self._tracer.trail(a, b).squares)
        return known

    def modifier(self, a: str, b: str, doors: Mapping[Pair, str]) -> int | None:
        """Return the modifier of one gun on the line (6.7), 0 or less; None without sight."""
        if not self.sees(a, b, doors):
            return None
        distance = self.board.distance(a, b)
        if distance is None:
            return None
        door = self.door_on(a, b)
        if door is None:
            return -self._chart(distance, None)
        # Sight passes a closed door only if it is glass (6.4); a destroyed door stays open (10.5).
        return -self._chart(distance, "closed_glass_door" if doors.get(door) == "closed" else "open_door")

    def line(self, a: str, b: str, doors: Mapping[Pair, str]) -> SightLine:
        """Return everything about the line between two squares."""
        clear = self.sees(a, b, doors)
        trail = Trail() if a == b else self._tracer.trail(a, b)
        looked = self.board.looks.clear.get(pair(a, b))
        if looked:
            trail = self._as_seen(a, b, trail)
        touched = tuple(self._line_door(p, doors) for p in trail.doors)
        block = None
        if looked is False:
            block = self._tracer.middle(a, b)
        elif not clear:
            block = self._tracer.block(a, b, trail)
        if looked is None or looked != clear:
            cases, reason = why_blocked(a, b, block, touched) if block else why_clear(a, b, touched)
        else:
            cases, reason = why_looked(a, b, touched, clear=clear)
        return SightLine(
            a, b, clear, cases, reason, tuple(trail.squares), touched,
            self.board.distance(a, b), self.modifier(a, b, doors), block,
        )  # fmt: skip

    def _as_seen(self, a: str, b: str, trail: Trail) -> Trail:
        """Return what a line meets that its owner saw clear: no wall, and one door at most."""
        door = self.door_on(a, b)
        return (
            Trail(trail.squares, [door], door_at={door: trail.door_at[door]})
            if door
            else Trail(trail.squares)
        )

    def _line_door(self, between: Pair, doors: Mapping[Pair, str]) -> LineDoor:
        return LineDoor(between, "glass" if between in self._glass else "solid", doors.get(between, "open"))

    @cached_property
    def _tracer(self) -> Tracer:
        return Tracer(self.board, self._scale)

    @cached_property
    def _bundles(self) -> tuple[Bundle, ...]:
        """All walls and doors. Walls and the outer wall block whatever the doors do (R-6.4a)."""
        walls = [g for s in self.board.sides.values() if s.kind == "wall" for g in s.segments]
        runs = straight_runs([*walls, *self.board.outer_wall])
        doors = [
            Obstacle(self._fences(side.segments), (a, b), 1 << self._index[a] | 1 << self._index[b])
            for (a, b), side in self.board.doors.items()
        ]
        return bundled([*(Obstacle(self._fences([run])) for run in runs), *doors], self._centres)

    def _fences(self, segments: Iterable[Segment]) -> tuple[Fence, ...]:
        return tuple(Fence.between(scaled(g, self._scale), self._centres) for g in segments)

    @cached_property
    def _bearing_scale(self) -> int:
        """The scale at which `bearing` distinguishes all directions of this board."""
        corners = [
            (x * self._scale, y * self._scale) for s in self.board.squares.values() for x, y in s.outline
        ]
        xs, ys = zip(*corners, *self._centres, strict=True)
        return int(max(xs) - min(xs) + max(ys) - min(ys) + 1) ** 2

    def _look_from(self, name: str) -> dict[str, Pair | None]:
        """Return each square that a square sees in some state of the doors, and the door on the line."""
        here = 1 << self._index[name]
        spot = self._centres[self._index[name]]
        lookout = Lookout(self._index[name], self._centres, self._bearing_scale)
        seen, one_door = lookout.others, 0
        through: list[tuple[Pair, int]] = []
        for bundle in sorted(self._bundles, key=lambda b: b.apart(spot)):
            if not bundle.may_touch(spot, seen):
                continue
            for obstacle in bundle.obstacles:
                touched = reduce(or_, map(lookout.touching, obstacle.fences))
                if obstacle.door is None:
                    seen &= ~touched
                    continue
                seen &= ~(one_door & touched)
                one_door |= touched
                if not here & obstacle.ends:
                    seen &= ~touched | obstacle.ends
                through.append((obstacle.door, touched))
        row: dict[str, Pair | None] = {self._names[i]: None for i in members(seen | here)}
        for between, touched in through:
            for i in members(touched & seen):
                row[self._names[i]] = between
        self._rows[name] = self._honoured(name, row)
        return row

    def _honoured(self, name: str, row: dict[str, Pair | None]) -> dict[str, Pair | None]:
        """Return a row with what the owner of the board saw in place of what is drawn."""
        for other, clear in self.board.looks.of(name).items():
            if not clear:
                row.pop(other, None)
            elif other not in row:
                met = self._tracer.trail(name, other).doors
                row[other] = min((door for door in met if name in door or other in door), default=None)
        return row
