"""The old way to explain a sight line: hold it against every side of the board.

It is slow and plain, and judges what `rules.sight.walk` finds by following the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from rules.board.board import Board, Pair
from rules.board.outlines import Outline, Point, Segment, Spot, box, edges, line_through, place
from rules.sight.geometry import scaled, straight_runs
from rules.sight.sight import Block, BlockKind

OUTER: Pair = ("", "")


@dataclass(frozen=True, slots=True)
class Piece:
    """A segment of a side or of the outer wall (`OUTER`). `corners`: its ends where a straight wall ends."""

    between: Pair
    segment: Segment
    corners: frozenset[Spot]


@dataclass(frozen=True, slots=True, order=True)
class Touch:
    """The place where a line first touches a piece; `along` is the share of the way."""

    along: Fraction
    between: Pair
    at_corner: bool

    @property
    def is_outer(self) -> bool:
        """Whether the line touches the outer wall."""
        return self.between == OUTER


class Tracer:
    """Follows single lines over a board. `scale` makes every centre whole."""

    def __init__(self, board: Board, scale: int) -> None:
        """Prepare the sides of the board."""
        self._board = board
        self._scale = scale
        self._centres = {
            name: (int(s.centre[0] * scale), int(s.centre[1] * scale)) for name, s in board.squares.items()
        }
        self._outlines = {
            name: tuple((x * scale, y * scale) for x, y in s.outline) for name, s in board.squares.items()
        }
        self._boxes = {name: box(outline) for name, outline in self._outlines.items()}
        walls = ((p, s.segments) for p, s in board.sides.items() if s.kind == "wall")
        self._walls = self._pieces([(OUTER, board.outer_wall), *walls])
        self._door_sides = self._pieces([(p, s.segments) for p, s in board.doors.items()])

    def doors(self, a: str, b: str) -> tuple[Pair, ...]:
        """Return the doors that the line touches, in order from `a`."""
        return tuple(t.between for t in self._door_touches(a, b))

    def block(self, a: str, b: str) -> Block:
        """Return what blocks a line; the line must be blocked.

        The kind does not depend on the direction. Of several blocks of that kind it is the nearest to `a`.
        """
        walls = self._touches(a, b, self._walls)
        through = [t for t in walls if not t.at_corner]
        if inner := [t for t in through if not t.is_outer]:
            return self._block("wall", inner[0], a, b)
        if through:
            return self._block("outside", through[0], a, b)
        if walls:
            return self._block("corner", min(walls, key=lambda t: (t.along, t.is_outer)), a, b)
        doors = self._door_touches(a, b)
        if far := [t for t in doors if not {a, b} & set(t.between)]:
            return self._block("door_not_adjacent", far[0], a, b)
        if len(doors) > 1:
            return self._block("two_doors", doors[1], a, b)
        return self._block("closed_solid_door", doors[0], a, b)

    def squares(self, a: str, b: str) -> tuple[str, ...]:
        """Return the squares whose interior the line crosses, without the ends, in order."""
        start, end = self._centres[a], self._centres[b]
        if start == end:
            return ()
        left, right = sorted((start[0], end[0]))
        top, bottom = sorted((start[1], end[1]))
        entries = []
        for name, (x0, y0, x1, y1) in self._boxes.items():
            if x0 <= right and x1 >= left and y0 <= bottom and y1 >= top and name not in (a, b):
                entry = _entry(start, end, self._outlines[name])
                if entry is not None:
                    entries.append((entry, name))
        return tuple(name for _, name in sorted(entries))

    def _pieces(self, sides: Iterable[tuple[Pair, Iterable[Segment]]]) -> tuple[Piece, ...]:
        """Return the pieces of sides. Where a straight wall goes on along another side there is no corner."""
        sized = [(p, scaled(segment, self._scale)) for p, segments in sides for segment in segments]
        ends = {(_slope(run), end) for run in straight_runs(segment for _, segment in sized) for end in run}
        return tuple(
            Piece(p, segment, frozenset(end for end in segment if (_slope(segment), end) in ends))
            for p, segment in sized
        )

    def _touches(self, a: str, b: str, pieces: Iterable[Piece]) -> list[Touch]:
        """Return the pieces that a line touches, in order from `a`."""
        start, end = self._centres[a], self._centres[b]
        touches = []
        for piece in pieces:
            touched = first_touch(start, end, piece.segment)
            if touched:
                along, at_end = touched
                at_corner = at_end and self._at(start, end, along) in piece.corners
                touches.append(Touch(along, piece.between, at_corner))
        return sorted(touches)

    def _door_touches(self, a: str, b: str) -> list[Touch]:
        """Return the first touch of each door that a line touches, in order from `a`."""
        first: dict[Pair, Touch] = {}
        for touched in self._touches(a, b, self._door_sides):
            first.setdefault(touched.between, touched)
        return list(first.values())

    def _block(self, kind: BlockKind, touched: Touch, a: str, b: str) -> Block:
        x, y = self._at(self._centres[a], self._centres[b], touched.along)
        between = None if touched.is_outer else touched.between
        meeting = tuple(self._meeting(x, y)) if kind in ("corner", "outside") else ()
        return Block(kind, between, (x / self._scale, y / self._scale), meeting)

    def _meeting(self, x: Fraction, y: Fraction) -> Iterator[str]:
        """Yield the squares with a point inside or on their outline."""
        for name, (x0, y0, x1, y1) in self._boxes.items():
            if x0 <= x <= x1 and y0 <= y <= y1 and place((x, y), self._outlines[name]) != "outside":
                yield name

    @staticmethod
    def _at(start: Point, end: Point, along: Fraction) -> tuple[Fraction, Fraction]:
        return start[0] + along * (end[0] - start[0]), start[1] + along * (end[1] - start[1])


def _slope(segment: Segment) -> tuple[int, int]:
    """Return the direction of a segment in lowest terms, the same in both directions."""
    dx, dy, _ = line_through(*segment)
    return dx, dy


def _entry(start: Point, end: Point, outline: Outline) -> Fraction | None:
    """Return where a line first enters an outline, as a share of the way, or None if it never does."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    offset = dx * y0 - dy * x0
    turns = [dx * y - dy * x - offset for x, y in outline]
    if min(turns) >= 0 or max(turns) <= 0:
        return None
    cuts = {Fraction(0), Fraction(1)}
    for edge in edges(outline):
        touched = first_touch(start, end, edge)
        if touched:
            cuts.add(touched[0])
    for low, high in pairwise(sorted(cuts)):
        # Multiply everything by `n`, to make the middle of this piece of the line whole too.
        n = 2 * low.denominator * high.denominator
        share = low.numerator * high.denominator + high.numerator * low.denominator
        middle = n * x0 + share * dx, n * y0 + share * dy
        if place(middle, [(n * x, n * y) for x, y in outline]) == "inside":
            return low
    return None


def first_touch(start: Point, end: Point, segment: Segment) -> tuple[Fraction, bool] | None:
    """Return where the line from `start` to `end` first touches a segment, or None if it does not.

    The place is a share of the way, 0 at the start and 1 at the end. The second value says whether the line
    touches only an end point of the segment.
    """
    (x0, y0), (x1, y1) = start, end
    (px, py), (qx, qy) = segment
    dx, dy = x1 - x0, y1 - y0
    p_turn = dx * (py - y0) - dy * (px - x0)
    q_turn = dx * (qy - y0) - dy * (qx - x0)
    if (p_turn > 0 and q_turn > 0) or (p_turn < 0 and q_turn < 0):
        return None
    if p_turn == 0 and q_turn == 0:
        return _touch_in_line(start, end, segment)
    start_turn = (qx - px) * (y0 - py) - (qy - py) * (x0 - px)
    end_turn = (qx - px) * (y1 - py) - (qy - py) * (x1 - px)
    if (start_turn > 0 and end_turn > 0) or (start_turn < 0 and end_turn < 0):
        return None
    return Fraction(start_turn, start_turn - end_turn), p_turn == 0 or q_turn == 0


def _touch_in_line(start: Point, end: Point, segment: Segment) -> tuple[Fraction, bool] | None:
    """Return as `first_touch` does, for a segment on the line through two points, perhaps the same one."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy
    if length == 0:
        inside = first_touch(*segment, (start, start))
        return None if inside is None else (Fraction(0), start in segment)
    low, high = sorted((x - x0) * dx + (y - y0) * dy for x, y in segment)
    if high < 0 or low > length:
        return None
    return Fraction(max(low, 0), length), high == 0 or low == length
