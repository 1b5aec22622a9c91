"""Annotations of the map: figures in squares, and arrows for moves.

A figure has its place beside the number and the counter of a square, so that none hides another: the cost of
walking there large in the middle, or on a small plate at the corner of a counter; the roll of a shot at the
foot, or over the number of a square that a stack fills.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import hypot
from types import MappingProxyType

from referee.games.dawn_of_the_dead.drawing.plan import frame_of, ground_of, middle, plan_of
from referee.printing.measure import Box, Spot, enters, outside, overlaps, path, text
from rules.board.board import Board
from rules.board.outlines import box

COUNTER_HALF = 18.0
HEADS = {"forced": 11.0, "choice": 9.0, "done": 9.0, "way": 9.0}
"""The length of each kind of arrowhead."""
ASIDE = (0.0, 14.0, 20.0, 8.0, 26.0, -14.0, -20.0)
"""How far a route may run beside the middle of a square, to miss the numbers; tried in this order."""
CLEAR = 1.5
"""The gap between a line and a counter."""
SHORTEST = 3.0
"""The shortest piece of a line that is drawn."""
DIE = 8.0
DIE_STEP = 9.5
LETTER = 10.4
"""The width of a letter of a roll, as the style sheet sets it."""
NARROWEST = 0.8
"""The narrowest a roll may be set, as a share of its width."""
PLATE_HEIGHT = 16.0
PLATE_MAY_HIDE = 4.0
"""How much of a counter's foot the plate of a roll may cover."""
PLATE_OVER = 5.0
"""How far the plate of a cost extends beyond the counter."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way through `squares`, first to last.

    `kind`: forced (must go there), choice (may go there), done (went there just now), way (would be walked).
    """

    squares: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Roll:
    """The roll of a shot: how many dice, and beside them what is needed ("7+") or taken off ("−4")."""

    dice: int
    says: str


@dataclass(frozen=True, slots=True)
class Annotations:
    """The annotations: points for each square, a roll for each target, and arrows."""

    costs: Mapping[str, str] = field(default_factory=dict)
    rolls: Mapping[str, Roll] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class CostView:
    """The cost of walking to a square. `plate`: upper left corner and width, beside a counter."""

    text: str
    x: str
    y: str
    plate: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class RollView:
    """The plate of a roll: place, width, dice as a path, and the words beside them with their width."""

    square: str
    x: str
    y: str
    width: str
    dice: str
    text: str
    text_x: str
    text_y: str
    text_width: str


@dataclass(frozen=True, slots=True)
class ArrowView:
    """An arrow: its line, its head, and where it begins."""

    kind: str
    line: str
    head: str
    start: tuple[str, str]


@dataclass(frozen=True, slots=True)
class AnnotationsView:
    """The annotations in finished coordinates."""

    costs: tuple[CostView, ...] = ()
    rolls: tuple[RollView, ...] = ()
    arrows: tuple[ArrowView, ...] = ()


def annotations_view(
    annotations: Annotations,
    board: Board,
    occupied: Collection[str],
    lying: Mapping[str, Box] = MappingProxyType({}),
) -> AnnotationsView:
    """Return the annotations of a board. Counters are in the `occupied` squares and cover `lying`."""
    there = board.squares
    drawn = [a for a in annotations.arrows if len(a.squares) > 1 and there.keys() >= set(a.squares)]
    crossed = {s for a in drawn if a.kind == "way" for s in a.squares}
    return AnnotationsView(
        costs=tuple(
            _cost(s, said, board, s in occupied or s in crossed or s in annotations.rolls)
            for s, said in annotations.costs.items()
            if s in there
        ),
        rolls=tuple(
            _roll(s, roll, board, lying.get(s)) for s, roll in annotations.rolls.items() if s in there
        ),
        arrows=tuple(_arrow(a, board, occupied, lying.values()) for a in drawn),
    )


def chevron(tip: Spot, before: Spot, length: float) -> list[Spot]:
    """Return the three corners of an arrow's head that comes from `before`, the tip in the middle."""
    dx, dy = _direction(before, tip)
    back = tip[0] - dx * length, tip[1] - dy * length
    across = -dy * length * 0.62, dx * length * 0.62
    return [(back[0] + across[0], back[1] + across[1]), tip, (back[0] - across[0], back[1] - across[1])]


def _direction(a: Spot, b: Spot) -> Spot:
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


@lru_cache(maxsize=4096)
def _cost(square: str, said: str, board: Board, plated: bool) -> CostView:
    """Return a cost in its place: large in the middle, or on a plate that covers no number or name."""
    x, y = middle(square, board)
    if not plated:
        return CostView(said, text(x), text(y + 9))
    width = LETTER * len(said) + 6
    _, _, right, _ = box(board.squares[square].outline)
    edge, _ = frame_of(board).spot(right, 0)
    left, top = min(x + COUNTER_HALF + PLATE_OVER, edge - 1) - width, y - COUNTER_HALF
    return CostView(said, text(left + width / 2), text(top + 14), (text(left), text(top), text(width)))


def _roll(square: str, roll: Roll, board: Board, lying: Box | None) -> RollView:
    """Return the plate of a roll, inside its square as far as its figures can still be read.

    It is at the foot of the square or, where it would hide what is `lying` there, such as a stack, above on
    the number: the pieces show the square, and the panel names it too.
    """
    x, y = middle(square, board)
    west, _, east, south = box(board.squares[square].outline)
    (start, foot), (end, _) = frame_of(board).spot(west, south), frame_of(board).spot(east, south)
    in_full = roll.dice * DIE_STEP + len(roll.says) * LETTER + 6
    share = max(NARROWEST, min(1.0, (end - start - 4) / in_full))
    die, step, words = DIE * share, DIE_STEP * share, len(roll.says) * LETTER * share
    width = roll.dice * step + words + 6
    left, top = x - width / 2, min(y + COUNTER_HALF - 1, foot - PLATE_HEIGHT - 2)
    below = [
        name[1] for name in _names(board) if overlaps((left, top, left + width, top + PLATE_HEIGHT), name)
    ]
    top = min([top, *(name_top - PLATE_HEIGHT for name_top in below)])
    if lying is not None and lying[3] - top > PLATE_MAY_HIDE:
        top = lying[1] - PLATE_HEIGHT - CLEAR
    faces = "".join(
        _die(left + 3.5 + i * step, top + (PLATE_HEIGHT - die) / 2, die) for i in range(roll.dice)
    )
    return RollView(
        square,
        text(left),
        text(top),
        text(width),
        faces,
        roll.says,
        text(left + 3.5 + roll.dice * step),
        text(top + 13.5),
        text(words),
    )


@lru_cache(maxsize=32)
def _names(board: Board) -> tuple[Box, ...]:
    """Return where the names of the areas are printed."""
    return tuple(ground_of(name) for name in plan_of(board).names)


def _die(x: float, y: float, edge: float) -> str:
    """Return the path of a die from its upper left corner: a face with a pip cut out."""
    pip = f"M{text(x + edge / 2 - 1.6)} {text(y + edge / 2)}a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0z"
    return f"M{text(x)} {text(y)}h{text(edge)}v{text(edge)}h{text(-edge)}z{pip}"


def _arrow(arrow: Arrow, board: Board, occupied: Collection[str], lying: Iterable[Box]) -> ArrowView:
    """Return an arrow whose line is interrupted by counters and numbers."""
    spots = [middle(s, board) for s in arrow.squares]
    starts_on = COUNTER_HALF - 5 if arrow.kind != "way" else COUNTER_HALF + 1
    spots[0] = _leaving(spots[0], spots[1], starts_on)
    if arrow.squares[-1] in occupied:
        spots[-1] = _leaving(spots[-1], spots[-2], COUNTER_HALF - 3)
    spots = beside_numbers(spots, arrow.squares, board)
    hidden = [*(_grown(one) for one in lying), *(_numbers(board)[s] for s in arrow.squares)]
    pieces = [line for line in outside(spots, hidden) if hypot(*_span(line)) >= SHORTEST] or [spots]
    return ArrowView(
        arrow.kind,
        path(*pieces),
        path(chevron(pieces[-1][-1], pieces[-1][-2], HEADS[arrow.kind])),
        (text(pieces[0][0][0]), text(pieces[0][0][1])),
    )


def _grown(area: Box) -> Box:
    left, top, right, bottom = area
    return left - CLEAR, top - CLEAR, right + CLEAR, bottom + CLEAR


def _span(line: Sequence[Spot]) -> Spot:
    return line[-1][0] - line[0][0], line[-1][1] - line[0][1]


def beside_numbers(spots: Sequence[Spot], squares: Iterable[str], board: Board) -> list[Spot]:
    """Return a route moved to the side, so that it crosses as few numbers as possible."""
    numbers = [_numbers(board)[s] for s in squares]

    def hides(aside: float) -> int:
        moved = [(x + aside, y) for x, y in spots]
        return sum(any(enters(a, b, number) for a, b in pairwise(moved)) for number in numbers)

    best = min(ASIDE, key=hides)
    return [(x + best, y) for x, y in spots]


@lru_cache(maxsize=32)
def _numbers(board: Board) -> Mapping[str, Box]:
    """Return where the number of each square is printed: left, top, right, bottom."""
    return {square.id: ground_of(square.number) for square in plan_of(board).squares}


def _leaving(centre: Spot, towards: Spot, half: float) -> Spot:
    """Return where a line from the middle of a counter leaves a box of that half width."""
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    share = half / (max(abs(dx), abs(dy)) or 1.0)
    return centre[0] + dx * share, centre[1] + dy * share


def segments(spots: Sequence[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """Yield the stretches of a route; a stretch walked both ways keeps to the right each time."""
    walked = set(pairwise(spots))
    for a, b in pairwise(spots):
        dx, dy = _direction(a, b)
        side = 4.0 if (b, a) in walked else 0.0
        yield (a[0] - dy * side, a[1] + dx * side), (b[0] - dy * side, b[1] + dx * side)
