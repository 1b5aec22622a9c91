"""Who sees whom: every sight line of a board, exact and the same both ways (6.3, 6.4, 6.7).

Some facts do not depend on whether doors are open. They are computed once for each square: which squares it
sees in some state of the doors, and the one door that each of those lines touches. Where the owner of the
board looked along a line, that answer counts and not the drawing's (6.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, reduce
from math import lcm
from operator import or_

from rules.board import Board, Pair, pair
from rules.outlines import Segment
from rules.sight_bundles import Bundle, Obstacle, bundled
from rules.sight_geometry import Fence, Lookout, members, scaled, straight_runs
from rules.sight_line import Block, LineDoor, SightLine, why_blocked, why_clear, why_looked
from rules.sight_trace import Tracer, Trail

__all__ = ["Block", "LineDoor", "ShotChart", "SightLine", "SightTable"]

ShotChart = Callable[[int, str | None], int]
"""What the chart takes off the shot of one gun (6.7), from the distance in squares and the door on the line
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
        """Return whether two squares see each other as the doors stand (6.4)."""
        row = self._rows.get(a) or self._look_from(a)
        try:
            door = row[b]
        except KeyError:
            self._index[b]  # raises if there is no such square
            return False
        return door is None or doors.get(door) != "closed" or door in self._glass

    def seen_from(self, square: str, doors: Mapping[Pair, str]) -> frozenset[str]:
        """Return every square that a square sees as the doors stand, itself included (6.4, R-6.4e).

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
        """The scale at which `bearing` tells all directions of this board apart."""
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
