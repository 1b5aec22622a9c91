"""Exact geometry of sight lines: walls and doors, in bundles, and the squares behind them.

All coordinates are integers (those of the board, scaled until its centres are whole), so nothing rounds.
A set of squares is an integer; bit i is the i-th square.

Walls and doors are kept in bundles. A line that touches something ends at least as far that way. So a bundle
beyond whose near edges no square is left is passed over as a whole, and behind near walls nearly all are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import or_

from rules.board.board import Pair
from rules.board.outlines import Box, Line, Point, Segment, box, line_through


def bearing(x: int, y: int, scale: int) -> int:
    """Return the direction of a vector as a whole number that grows through one full turn.

    Only equal directions get equal numbers, as long as the vectors have |x| + |y| < m and `scale` is at least
    m * m: two different fractions under 1 with denominators below m are at least 1 / scale apart.
    """
    if y >= 0:
        if x > 0:
            return y * scale // (x + y)
        return scale - x * scale // (y - x)
    if x < 0:
        return 2 * scale + y * scale // (x + y)
    return 3 * scale + x * scale // (x - y)


def scaled(segment: Segment, scale: int) -> Segment:
    """Return a segment of a board at a scale that makes every centre whole."""
    (ax, ay), (bx, by) = segment
    return (ax * scale, ay * scale), (bx * scale, by * scale)


def straight_runs(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return the same points with fewer segments: those that overlap or meet on one line are joined."""
    lines: dict[Line, list[Segment]] = defaultdict(list)
    for a, b in segments:
        lines[line_through(a, b)].append((min(a, b), max(a, b)))
    return tuple(run for spans in lines.values() for run in _joined(sorted(spans)))


def _joined(spans: list[Segment]) -> Iterator[Segment]:
    low, high = spans[0]
    for a, b in spans[1:]:
        if a > high:
            yield low, high
            low, high = a, b
        else:
            high = max(high, b)
    yield low, high


@dataclass(frozen=True, slots=True)
class Fence:
    """A segment from `p` to `q`, and the squares with centres on its line or to one side of it."""

    p: Point
    q: Point
    left: int
    right: int

    @classmethod
    def between(cls, segment: Segment, centres: Sequence[Point]) -> Fence:
        """Return the fence of a segment among the centres of the squares."""
        (px, py), (qx, qy) = segment
        dx, dy = qx - px, qy - py
        offset = dx * py - dy * px
        turns = [dx * y - dy * x - offset for x, y in centres]
        left = int("".join("1" if t >= 0 else "0" for t in reversed(turns)), 2)
        right = int("".join("1" if t <= 0 else "0" for t in reversed(turns)), 2)
        return cls(segment[0], segment[1], left, right)


class Lookout:
    """All lines from one centre to the others, sorted to see which of them touch a segment."""

    def __init__(self, index: int, centres: Sequence[Point], scale: int) -> None:
        """Sort the other centres by bearing; `scale` is that of `bearing` for the whole board."""
        self.x, self.y = x0, y0 = centres[index]
        self.scale = scale
        self.others = (1 << len(centres)) - 1 ^ 1 << index
        self._centres = centres
        bearings = [bearing(x - x0, y - y0, scale) if x != x0 or y != y0 else -1 for x, y in centres]
        self._order = sorted(range(len(bearings)), key=bearings.__getitem__)[bearings.count(-1) :]
        self._bearings = [bearings[i] for i in self._order]
        self._before: list[int] = [0, *accumulate(map((1).__lshift__, self._order), or_)]

    def touching(self, fence: Fence) -> int:
        """Return the other squares whose line from here has a point in common with a fence."""
        px, py = fence.p[0] - self.x, fence.p[1] - self.y
        qx, qy = fence.q[0] - self.x, fence.q[1] - self.y
        turn = px * qy - py * qx
        if turn == 0:
            return self._in_line(px, py, qx, qy)
        if turn > 0:
            first, last = bearing(px, py, self.scale), bearing(qx, qy, self.scale)
            beyond = fence.right
        else:
            first, last = bearing(qx, qy, self.scale), bearing(px, py, self.scale)
            beyond = fence.left
        return self._from_to(first, last) & beyond

    def toward(self, outline: Sequence[Point]) -> int:
        """Return the other squares whose bearing falls within a convex outline.

        All others if this centre is inside the outline.
        """
        ways = [(x - self.x, y - self.y) for x, y in outline]
        turns = [p[0] * q[1] - p[1] * q[0] for p, q in zip(ways, [*ways[1:], ways[0]], strict=True)]
        if all(t >= 0 for t in turns) or all(t <= 0 for t in turns):
            return self.others
        first = next(p for p in ways if all(p[0] * q[1] >= p[1] * q[0] for q in ways))
        last = next(p for p in ways if all(p[0] * q[1] <= p[1] * q[0] for q in ways))
        return self._from_to(bearing(*first, self.scale), bearing(*last, self.scale))

    def _from_to(self, first: int, last: int) -> int:
        """Return the other squares from one bearing to another."""
        low = self._before[bisect_left(self._bearings, first)]
        high = self._before[bisect_right(self._bearings, last)]
        return high ^ low if first <= last else self._before[-1] ^ low | high

    def _in_line(self, px: int, py: int, qx: int, qy: int) -> int:
        """Return as `touching` does, for a fence in line with this centre: all lines touch it, or one."""
        if px * qx + py * qy <= 0:
            return self.others
        nx, ny = min((px, py), (qx, qy), key=lambda v: v[0] * v[0] + v[1] * v[1])
        ahead = bearing(nx, ny, self.scale)
        bits = 0
        for place in range(bisect_left(self._bearings, ahead), bisect_right(self._bearings, ahead)):
            i = self._order[place]
            x, y = self._centres[i]
            if (x - self.x - nx) * nx + (y - self.y - ny) * ny >= 0:
                bits |= 1 << i
        return bits


def members(squares: int) -> Iterator[int]:
    """Yield the numbers of the squares in a set."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


TILES = 8
"""Tiles across a board, and as many down it. What has its middle in one tile is one bundle."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A straight wall, or a door with the set of its two squares. A set is an integer; bit i is square i."""

    fences: tuple[Fence, ...]
    door: Pair | None = None
    ends: int = 0


@dataclass(frozen=True, slots=True)
class Bundle:
    """Obstacles near each other, the box around them, and the squares from each edge of the box on."""

    obstacles: tuple[Obstacle, ...]
    box: Box
    westward: int
    northward: int
    eastward: int
    southward: int

    def may_touch(self, spot: Point, squares: int) -> bool:
        """Return whether a line from a spot to one of these squares may touch the bundle."""
        x, y = spot
        left, top, right, bottom = self.box
        if x < left:
            squares &= self.eastward
        elif x > right:
            squares &= self.westward
        if y < top:
            squares &= self.southward
        elif y > bottom:
            squares &= self.northward
        return squares != 0

    def apart(self, spot: Point) -> int:
        """Return how far the box is from a spot, the larger of across and down; 0 or less inside."""
        x, y = spot
        left, top, right, bottom = self.box
        return max(left - x, x - right, top - y, y - bottom)


def bundled(obstacles: Iterable[Obstacle], centres: Sequence[Point]) -> tuple[Bundle, ...]:
    """Return all obstacles in bundles, among the centres of the squares."""
    left, top, right, bottom = box(centres)
    tiles: dict[Point, list[Obstacle]] = defaultdict(list)
    for obstacle in obstacles:
        (px, py), (qx, qy) = obstacle.fences[0].p, obstacle.fences[0].q
        across = TILES * (px + qx - 2 * left) // (2 * (right - left) + 1)
        down = TILES * (py + qy - 2 * top) // (2 * (bottom - top) + 1)
        tiles[across, down].append(obstacle)
    ways = _Ways(centres, 0), _Ways(centres, 1)
    return tuple(_bundle(tuple(tile), *ways) for tile in tiles.values())


class _Ways:
    """The squares of a board by the position of their centres across (0) or down (1)."""

    def __init__(self, centres: Sequence[Point], axis: int) -> None:
        ordered = sorted((centre[axis], 1 << i) for i, centre in enumerate(centres))
        self._places = [place for place, _ in ordered]
        self._before: list[int] = [0, *accumulate((bit for _, bit in ordered), or_)]

    def up_to(self, place: int) -> int:
        return self._before[bisect_right(self._places, place)]

    def from_on(self, place: int) -> int:
        return self._before[-1] ^ self._before[bisect_left(self._places, place)]


def _bundle(obstacles: tuple[Obstacle, ...], across: _Ways, down: _Ways) -> Bundle:
    around = box([end for o in obstacles for fence in o.fences for end in (fence.p, fence.q)])
    left, top, right, bottom = around
    return Bundle(
        obstacles, around, across.up_to(right), down.up_to(bottom), across.from_on(left), down.from_on(top)
    )
