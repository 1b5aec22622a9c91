"""The moving parts of the map: counters in their stacks, fans, marks, and a sight line.

The counters come from the `View` of a seat; what it leaves out is not drawn. The sight
line comes from the JSON of the one result object that also gives the verdict, so that picture and verdict
cannot differ.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from werkzeug.utils import cached_property

from referee.games.dawn_of_the_dead.drawing.plan import MARGIN, NUMBER_FOOT, frame_of, middle, outline
from referee.printing.measure import Box, Spot, path, text
from referee.records.text import Json
from rules.board.board import Board, Pair, pair
from rules.board.outlines import box
from rules.dawn_of_the_dead.position import Character, Zombie
from rules.dawn_of_the_dead.view import View

FULL = 36.0
"""The edge of a counter that has its square to itself: half an inch at the scale of the map."""
GAP = 2.0
COMPACT = 0.75
"""Below this size the figures on a counter are unreadable, and are left out."""
SMALLEST = 9.0
DOWN, ASIDE = 13.0, 6.0
"""The offset of a counter from the one under it, whose head stays visible."""
HIGHEST_STACK = 3
READABLE = 0.8
"""As large as this beside each other, counters need no stack, which hides some of them."""


@dataclass(frozen=True)
class Lying:
    """Where the counters of a square lie, the lowest first: upper left corners, and the `scale` of `FULL`.

    In a `stack` each lies on the one before it, and the last one is whole.
    """

    stack: bool
    scale: float
    spots: tuple[Spot, ...]

    @property
    def compact(self) -> bool:
        """Whether these counters are too small for all their figures."""
        return self.scale < COMPACT

    @cached_property
    def transforms(self) -> tuple[str, ...]:
        size = "" if self.scale == 1 else f" scale({self.scale:.3g})"
        return tuple(f"translate({text(x)} {text(y)}){size}" for x, y in self.spots)

    @property
    def ground(self) -> Box:
        edge, across, down = FULL * self.scale, [x for x, _ in self.spots], [y for _, y in self.spots]
        return min(across), min(down), max(across) + edge, max(down) + edge

    def covers(self, i: int) -> bool:
        """Whether another counter lies on the counter at this place."""
        return self.stack and i < len(self.spots) - 1


@lru_cache(maxsize=4096)
def places_in(board: Board, square: str, count: int, foot: float = 0.0) -> Lying:
    """Return how `count` counters lie in a square: large, clear of the number and of a `foot` this high."""
    room = _room(board, square, foot)
    columns, edge = _grid(room, count, foot)
    beside, stacked = (edge - GAP) / FULL, _stack_scale(room, count)
    spot = middle(square, board)
    if 1 < count <= HIGHEST_STACK and beside < min(READABLE, stacked):
        return Lying(True, stacked, tuple(_stack(spot, room, count, stacked)))
    return Lying(False, beside, tuple(_rows(spot, room, count, columns, edge, foot)))


@lru_cache(maxsize=4096)
def ground_in(board: Board, square: str, count: int, foot: float = 0.0) -> Box:
    """Return the area that `count` counters cover together in a square, clear of a `foot` this high."""
    return places_in(board, square, count, foot).ground


def _room(board: Board, square: str, foot: float) -> Box:
    """Return the room for counters: the square below its number and above its foot."""
    frame = frame_of(board)
    left, top, right, bottom = box(board.squares[square].outline)
    (x0, y0), (x1, y1) = frame.spot(left, top), frame.spot(right, bottom)
    return x0, y0 + NUMBER_FOOT, x1, y1 - foot


def _grid(room: Box, count: int, foot: float) -> tuple[int, float]:
    """Return the number of columns with the largest counters, and a counter's edge with its gap."""
    left, top, right, bottom = room
    width, height = right - left - 6, bottom - top - (0 if foot else 24 - NUMBER_FOOT)
    columns = max(range(1, count + 1), key=lambda c: min((width - GAP) / c, height / -(-count // c)))
    rows = -(-count // columns)
    return columns, max(SMALLEST, min(FULL + GAP, width / columns, height / rows))


def _stack_scale(room: Box, count: int) -> float:
    left, top, right, bottom = room
    wide, high = FULL + ASIDE * (count - 1), FULL + DOWN * (count - 1)
    return min(1.0, (right - left - 4) / wide, (bottom - top - 4) / high)


def _stack(spot: Spot, room: Box, count: int, scale: float) -> Iterator[Spot]:
    wide, high = (scale * (FULL + step * (count - 1)) for step in (ASIDE, DOWN))
    top = min(max(spot[1] - high / 2, room[1] + 1), room[3] - high - 2)
    for i in range(count):
        yield spot[0] - wide / 2 + ASIDE * scale * i, top + DOWN * scale * i


def _rows(spot: Spot, room: Box, count: int, columns: int, edge: float, foot: float) -> Iterator[Spot]:
    rows, (x, y) = -(-count // columns), spot
    half = (rows * edge - GAP) / 2
    y = max(y, room[1] + half)
    if foot:
        y = min(y, room[3] - half)
    for i in range(count):
        row, column = divmod(i, columns)
        in_row = min(columns, count - row * columns)
        yield x + (column - in_row / 2) * edge + GAP / 2, y + (row - rows / 2) * edge + GAP / 2


RIFLES_FOOT = 16.0
"""The strip at the foot of their square that the rifles take beside counters."""
INITIALS: Mapping[str, str] = {"peter": "P", "roger": "R", "steve": "S", "fran": "F"}
STATUS_WORDS: Mapping[str, str] = {"stunned": "stun", "infected": "inf", "super_zombie": "super"}
_KEPT = 4096
"""The number of drawn counters that are kept: most are the same from one step to the next."""


@dataclass(frozen=True, slots=True)
class CounterView:
    """One counter: its spot (top left), its edge as a scale of `FULL`, and what is printed on it.

    `side` is human, super or zombie. `face` is the initial of a character or the Zombie Value; empty when the
    unit lies face down. `foot` is the word for its status, `ratings` the three figures of a character. A
    `compact` counter shares its square with others and prints less; of a `covered` one only the head is in
    sight. The top one of a stack has the number of them: `count`.
    """

    square: str
    title: str
    side: str
    status: str
    face: str = ""
    foot: str = ""
    ratings: str = ""
    berserk: bool = False
    rifle: bool = False
    compact: bool = False
    covered: bool = False
    count: int = 0
    transform: str = ""


@dataclass(frozen=True, slots=True)
class RiflesView:
    """The rifles in their square, and how many are `left` (12.0).

    `beside` counters they lie at the foot of the square.
    """

    x: str
    y: str
    left: int
    beside: bool = False


@dataclass(frozen=True, slots=True)
class SightView:
    """A sight line: `seen` up to the blocking point, `unseen` beyond it, `blocking` the side there."""

    clear: bool
    ends: tuple[str, ...]
    crossed: tuple[str, ...]
    doors: tuple[str, ...]
    seen: str
    unseen: str
    block: tuple[str, str] | None
    blocking: str


@dataclass(frozen=True, slots=True)
class OnBoard:
    """The pieces on a map, where there is no whole `View` of a game."""

    characters: Mapping[str, Character] = field(default_factory=dict)
    zombies: Mapping[str, Zombie] = field(default_factory=dict)
    shown: Mapping[str, int] = field(default_factory=dict)
    rifles: int = 0
    doors: Mapping[Pair, str] = field(default_factory=dict)
    main_doors: Mapping[str, str] = field(default_factory=dict)
    trail: Sequence[str] = ()
    hidden: Sequence[str] | None = None


def counters_of(
    view: View | OnBoard, board: Board, ratings: Mapping[tuple[str, bool], str] | None = None
) -> list[CounterView]:
    """Return the counters of a view in their places, the lowest of a stack first: characters on top.

    `ratings` gives the figures on a character's counter by (character, infected).
    """
    stacks: dict[str, list[CounterView]] = defaultdict(list)
    for counter in [*_zombies(view), *_characters(view, ratings or {})]:
        if counter.square in board.squares:
            stacks[counter.square].append(counter)
    rifles = board.rifle_square if view.rifles else None
    placed: list[CounterView] = []
    for square, stack in sorted(stacks.items()):
        placed += _laid_out(tuple(stack), board, square, RIFLES_FOOT if square == rifles else 0.0)
    return placed


def rifles_of(view: View | OnBoard, board: Board, counters: Iterable[CounterView] = ()) -> RiflesView | None:
    """Return where the rifles lie and how many are left (12.0), or None when none is."""
    left = view.rifles
    if not left or board.rifle_square is None:
        return None
    x, y = middle(board.rifle_square, board)
    beside = any(c.square == board.rifle_square for c in counters)
    if beside:
        _, _, _, bottom = box(board.squares[board.rifle_square].outline)
        y = frame_of(board).spot(0, bottom)[1] - RIFLES_FOOT
    return RiflesView(text(x), text(y), left, beside)


def sight_of(line: Json, board: Board) -> SightView:
    """Return the drawing of a sight line, given as the JSON of its result (docs/formats.md)."""
    frame = frame_of(board)
    start, end = (frame.spot(*board.squares[line[key]].centre) for key in ("from", "to"))
    blocked_by = line.get("blocked_by") or {}
    point = blocked_by.get("point")
    stop = frame.spot(*(Fraction(c) for c in point)) if point else None
    clear = bool(line["sight"])
    broken = not clear and stop is not None
    return SightView(
        clear=clear,
        ends=tuple(outline(s, board) for s in dict.fromkeys((line["from"], line["to"]))),
        crossed=tuple(outline(s, board) for s in line.get("squares", ())),
        doors=tuple(_side_path(d["between"], board) for d in line.get("doors", ())),
        seen=path([start, stop if broken and stop else end]),
        unseen=path([stop, end]) if broken and stop else "",
        block=(text(stop[0]), text(stop[1])) if broken and stop else None,
        blocking=_side_path(blocked_by["between"], board) if blocked_by.get("between") else "",
    )


def area_of(squares: Iterable[str], board: Board) -> str:
    """Return squares as the `d` of one path to shade; "" for none."""
    return "".join(f"M{outline(s, board)}Z" for s in sorted(squares) if s in board.squares)


def _characters(view: View | OnBoard, ratings: Mapping[tuple[str, bool], str]) -> Iterator[CounterView]:
    for name, character in view.characters.items():
        square, status = character.square, character.status
        if square is None or status == "killed":
            continue
        gone_over = status == "super_zombie"
        said = "" if status == "normal" else f", {status.replace('_', ' ')}"
        yield CounterView(
            square=square,
            title=f"{name.capitalize()}{said}{', with a rifle' if character.rifle else ''}",
            side="super" if gone_over else "human",
            status=status,
            face=INITIALS.get(name, name[:1].upper()),
            foot=STATUS_WORDS.get(status, ""),
            ratings="" if gone_over else ratings.get((name, status == "infected"), ""),
            rifle=character.rifle,
        )


def _zombies(view: View | OnBoard) -> Iterator[CounterView]:
    # Beside a character a cardboard unit is face up even before its value is known (5.4, 9.0).
    beside = {c.square for c in view.characters.values() if c.in_play}
    for square, unit in view.zombies.items():
        value = view.shown.get(square) if unit.value is None else unit.value
        yield _zombie(square, value, unit.berserk, square in beside)


@lru_cache(maxsize=_KEPT)
def _zombie(square: str, value: int | None, berserk: bool, beside: bool) -> CounterView:
    face = "" if value is None else str(value)
    unread = "face up, value not told yet" if beside else "face down"
    said = unread if value is None else f"Zombie Value {value}"
    return CounterView(
        square=square,
        title=f"Zombie unit, {said}{', berserk' if berserk else ''}",
        side="zombie",
        status="up" if face else "down",
        face=face,
        berserk=berserk,
    )


@lru_cache(maxsize=_KEPT)
def _laid_out(
    stack: Sequence[CounterView], board: Board, square: str, foot: float
) -> tuple[CounterView, ...]:
    """Return the counters of a square in their places; the `foot` stays free."""
    lying = places_in(board, square, len(stack), foot)
    placed = []
    for i, (counter, transform) in enumerate(zip(stack, lying.transforms, strict=True)):
        covered = lying.covers(i)
        count = len(stack) if lying.stack and not covered else 0
        placed.append(
            replace(counter, compact=lying.compact, covered=covered, count=count, transform=transform)
        )
    return tuple(placed)


def _side_path(between: Iterable[str], board: Board) -> str:
    side = board.sides.get(pair(*between))
    return path(*(frame_of(board).line(s) for s in side.segments)) if side else ""


def drawn(counters: Iterable[CounterView], draw: Callable[[CounterView, bool], str]) -> Markup:
    """Return the counters of a board, each `draw`n on a line of its own by the template's macro."""
    lines = "".join([_drawn(draw, counter) for counter in counters])
    return Markup(lines)  # noqa: S704  (the macro escapes what it draws)


@lru_cache(maxsize=_KEPT)
def _drawn(draw: Callable[[CounterView, bool], str], counter: CounterView) -> str:
    return f"{draw(counter, True)}\n"


SCALE = 1.25
"""A counter on the plate is larger than one on the board, so that the plate is worth its tap."""
EDGE = FULL * SCALE + 4.0
"""A counter on the plate and the gap to the next one."""
BORDER = 4.0
STEM = 10.0
"""The distance of the plate from its square."""
IN_A_ROW = 5
RIM = 8.0
"""The least distance of the plate from the edge of the drawing: a berserk unit's mark sticks out."""


@dataclass(frozen=True, slots=True)
class FanView:
    """A plate at (`x`, `y`), the `stem` that leads to it from the stack, and the counters on it."""

    x: str
    y: str
    width: str
    height: str
    stem: str
    counters: tuple[CounterView, ...]


def fan_of(
    counters: Sequence[CounterView], board: Board, square: str, pointed_out: Collection[str] = ()
) -> FanView | None:
    """Return the fanned stack of a square, or None if every counter can be read.

    `pointed_out` are squares that the plate leaves free if it can; then it spares other counters.
    """
    stack = [c for c in counters if c.square == square]
    if not any(c.compact or c.covered for c in stack):
        return None
    across = frame_of(board).width + 2 * (MARGIN - RIM) - BORDER
    columns = min(len(stack), max(1, min(IN_A_ROW, int(across // EDGE))))
    width = columns * EDGE + BORDER
    height = -(-len(stack) // columns) * EDGE + BORDER
    own = _box(square, board)
    taken = [(_box(s, board), 10) for s in pointed_out if s in board.squares]
    taken += [(_box(s, board), 1) for s in {c.square for c in counters}]
    places = ((place, _inside(place, board)) for place in _places(own, width, height))
    _, (left, top, right, bottom) = min(places, key=lambda pair: (_apart(*pair), _hidden(pair[1], taken)))
    middle = (left + right) / 2, (top + bottom) / 2
    edge = min(max(middle[0], own[0]), own[2]), min(max(middle[1], own[1]), own[3])
    return FanView(
        x=text(left),
        y=text(top),
        width=text(width),
        height=text(height),
        stem=path([edge, middle]),
        counters=tuple(_fanned_out(stack, columns, left, top)),
    )


def _fanned_out(stack: Sequence[CounterView], columns: int, left: float, top: float) -> Iterator[CounterView]:
    for i, counter in enumerate(stack):
        row, column = divmod(i, columns)
        x, y = left + BORDER + column * EDGE, top + BORDER + row * EDGE
        spot = f"translate({text(x)} {text(y)}) scale({SCALE})"
        yield replace(counter, compact=False, covered=False, count=0, transform=spot)


def _places(own: Box, width: float, height: float) -> Iterator[Box]:
    """Yield possible places for the plate around its square: above, below, at the sides, at the corners."""
    left, top, right, bottom = own
    across = ((left + right - width) / 2, left - STEM - width, right + STEM)
    down = ((top + bottom - height) / 2, top - STEM - height, bottom + STEM)
    for column, row in ((0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (2, 1), (1, 2), (2, 2)):
        yield across[column], down[row], across[column] + width, down[row] + height


def _inside(place: Box, board: Board) -> Box:
    """Return the nearest place to this one that lies on the drawing."""
    frame, (left, top, right, bottom) = frame_of(board), place
    least, width, height = RIM - MARGIN, right - left, bottom - top
    x = max(least, min(left, frame.width - least - width))
    y = max(least, min(top, frame.height - least - height))
    return x, y, x + width, y + height


def _apart(one: Box, other: Box) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _hidden(place: Box, taken: Iterable[tuple[Box, int]]) -> int:
    """Return the weight of the squares that a plate would cover here."""
    left, top, right, bottom = place
    return sum(w for (a, b, c, d), w in taken if a < right and left < c and b < bottom and top < d)


def _box(square: str, board: Board) -> Box:
    frame = frame_of(board)
    left, top, right, bottom = box(board.squares[square].outline)
    return (*frame.spot(left, top), *frame.spot(right, bottom))


@dataclass(frozen=True, slots=True)
class Placing:
    """The `pieces` to set up by name, each full, compact and covered; `places` tells a script where they lie.

    `places` is JSON: for each square, for one piece and for more, whether they are compact, whether they lie
    in a stack, and the transform of each.
    """

    pieces: Mapping[str, CounterView]
    places: str


def placing_of(
    people: Sequence[str],
    squares: Sequence[str],
    board: Board,
    ratings: Mapping[tuple[str, bool], str] | None = None,
) -> Placing:
    """Return how the counters of `people` look and lie on the `squares` where they may be set up (3.2)."""
    characters = {name: Character(squares[0]) for name in people}
    drawn = counters_of(OnBoard(characters), board, ratings)
    pieces: dict[str, CounterView] = {}
    for name, counter in zip(characters, drawn, strict=True):
        pieces[f"{name}-full"] = replace(counter, compact=False, transform="")
        pieces[f"{name}-compact"] = replace(counter, compact=True, transform="")
        pieces[f"{name}-covered"] = replace(counter, covered=True, transform="")
    places = {
        square: [_lying(square, count, board) for count in range(1, len(people) + 1)] for square in squares
    }
    return Placing(pieces, json.dumps(places, separators=(",", ":")))


def _lying(square: str, count: int, board: Board) -> dict[str, Any]:
    lying = places_in(board, square, count)
    return {"compact": lying.compact, "stack": lying.stack, "spots": lying.transforms}
