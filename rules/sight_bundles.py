"""Walls and doors in bundles, so that a square asks only about those before squares that it may still see.

A line that touches something ends at least as far that way. So a bundle beyond whose near edges no square is
left is passed over as a whole, and behind near walls nearly all are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import or_

from rules.board import Pair
from rules.outlines import Box, Point, box
from rules.sight_geometry import Fence

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
    """The squares of a board by where their centres lie across (0) or down (1)."""

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
