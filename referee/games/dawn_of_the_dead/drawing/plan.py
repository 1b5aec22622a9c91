"""The board as the template draws it: walls, doors, words and areas as frozen view objects.

Solid, open: two leaves standing out into the room. Solid, closed: one thick bar with a step at each end.
Glass, open: two panes slid to the ends. Glass, closed: a pane of two thin lines right across, with a stile in
the middle. Glass, destroyed: jagged shards left at the ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from referee.printing.measure import (
    SMALLER,
    Box,
    Frame,
    Row,
    Spot,
    enters,
    free_row,
    has_corner,
    is_inside,
    path,
    points,
    rows,
    text,
)
from rules.board.board import Area, Board, MainDoor, Side, Square
from rules.board.outlines import Segment, beside, box

Line = Sequence[Spot]
PANE = 3.2
"""Half the thickness of a pane of glass."""
LEAF = 12.0
"""How far an open leaf sticks out."""
SHORT_LEAF = 5.0
"""How far it sticks out where both sides have a word, which is that far off the wall."""
HALF_LEAF = 2.0
"""Half the thickness of a wooden leaf, less a hair that keeps it clear of numbers."""


class Opening:
    """A segment with a direction along it (`u`) and one into the room (`v`), in drawing units.

    `leaf` is how far the leaves of a solid door stick out into the room.
    """

    def __init__(self, start: Spot, end: Spot, room: Spot, leaf: float = LEAF) -> None:
        self.start, self.leaf = start, leaf
        self.length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        self.along = (end[0] - start[0]) / self.length, (end[1] - start[1]) / self.length
        across = -self.along[1], self.along[0]
        inward = (room[0] - start[0]) * across[0] + (room[1] - start[1]) * across[1] >= 0
        self.across = across if inward else (-across[0], -across[1])

    def at(self, u: float, v: float) -> Spot:
        """Return the spot `u` along the opening and `v` into the room."""
        return (
            self.start[0] + u * self.along[0] + v * self.across[0],
            self.start[1] + u * self.along[1] + v * self.across[1],
        )

    def line(self, *steps: tuple[float, float]) -> Line:
        """Return a broken line through spots given as (along, into the room)."""
        return [self.at(u, v) for u, v in steps]


def door_path(opening: Opening, kind: str, state: str) -> str:
    """Return the path of a door: `kind` is solid_door or glass_door, `state` open, closed or destroyed."""
    return path(*_SHAPES[kind, state](opening))


def sill_path(opening: Opening) -> str:
    """Return the path that clears the wall under a door and takes taps."""
    return path(opening.line((0, 0), (opening.length, 0)))


def main_door_path(opening: Opening, state: str) -> str:
    """Return the path of a main door: posts and an arrow inwards when open, a barred leaf when closed."""
    size = opening.length
    posts = [opening.line((u, -6), (u, 6)) for u in (0, size)]
    if state == "closed":
        slats = [opening.line((size * i / 6, -5), (size * (i + 1) / 6, 5)) for i in range(6)]
        return path(*posts, opening.line((0, -5), (size, -5)), opening.line((0, 5), (size, 5)), *slats)
    middle = size / 2
    arrow = opening.line((middle - 8, -13), (middle, -4), (middle + 8, -13))
    return path(*posts, arrow, opening.line((middle - 8, -20), (middle, -11), (middle + 8, -20)))


def open_leaves(opening: Opening) -> list[Line]:
    """Return the two leaves of an open solid door, each from its hinge out into the room."""
    size = opening.length
    inset = min(3.0, size / 6)
    return [opening.line((u, 0), (u, min(opening.leaf, size / 3))) for u in (inset, size - inset)]


def _solid_closed(opening: Opening) -> list[Line]:
    size = opening.length
    step = min(4.0, size / 6)
    return [opening.line((step, 0), (size - step, 0)), opening.line((step, -5), (step, 5)),
            opening.line((size - step, -5), (size - step, 5))]  # fmt: skip


def _glass_open(opening: Opening) -> list[Line]:
    slid = opening.length * 0.27
    return [_pane(opening, 0, slid), _pane(opening, opening.length - slid, opening.length)]


def _glass_closed(opening: Opening) -> list[Line]:
    middle = opening.length / 2
    return [_pane(opening, 0, opening.length), opening.line((middle, -PANE - 2), (middle, PANE + 2))]


def _pane(opening: Opening, start: float, end: float) -> Line:
    return opening.line((start, -PANE), (end, -PANE), (end, PANE), (start, PANE), (start, -PANE))


def _glass_destroyed(opening: Opening) -> list[Line]:
    size = opening.length
    tooth = size * 0.11
    left = opening.line((0, PANE), (tooth, PANE + 3), (tooth * 0.7, 0), (tooth * 2.2, -1),
        (tooth * 0.8, -PANE - 2),
                        (0, -PANE))  # fmt: skip
    right = opening.line((size, PANE), (size - tooth * 0.8, PANE + 2), (size - tooth * 2.2, 1),
        (size - tooth * 0.7, 0),
                         (size - tooth, -PANE - 3), (size, -PANE))  # fmt: skip
    middle = size / 2
    cross = [opening.line((middle - 4, -4), (middle + 4, 4)), opening.line((middle - 4, 4), (middle + 4, -4))]
    return [left, right, *cross]


_SHAPES: Mapping[tuple[str, str], Callable[[Opening], list[Line]]] = {
    ("solid_door", "open"): open_leaves,
    ("solid_door", "closed"): _solid_closed,
    ("solid_door", "destroyed"): open_leaves,  # only an agreement of the players destroys one
    ("glass_door", "open"): _glass_open,
    ("glass_door", "closed"): _glass_closed,
    ("glass_door", "destroyed"): _glass_destroyed,
}


NAME_SIZE = 14.0
SMALLEST_NAME = 8.0
NUMBER_SIZE = 15.0
NUMBER_FOOT = 17.0
"""The baseline of a number below the top of its square. Counters lie below it."""
NUMBER_WIDTH, NUMBER_HEIGHT = 31.0, 12.0
CAPITAL = 0.75
"""The height of a capital letter as a share of its size."""
LETTER = {"hall": 0.86, "store": 0.64}
"""The width of a letter as a share of its size; the names of halls are spaced capitals."""


@dataclass(frozen=True, slots=True)
class Word:
    """Words at a spot of the drawing, `size` high, styled by the class `kind`."""

    text: str
    x: str
    y: str
    size: str
    kind: str = ""


def word(said: str, x: float, y: float, size: float = NAME_SIZE, kind: str = "") -> Word:
    """Return words at a spot, with its coordinates as text."""
    return Word(said, text(x), text(y), text(size), kind)


def ground_of(said: Word) -> Box:
    """Return the area that a number or a name covers."""
    x, y, size = float(said.x), float(said.y), float(said.size)
    if said.kind in LETTER:
        half = LETTER[said.kind] * size * len(said.text) / 2
        return x - half, y - CAPITAL * size, x + half, y
    wide, high = (edge * size / NUMBER_SIZE for edge in (NUMBER_WIDTH, NUMBER_HEIGHT))
    left = x - wide / 2 if said.kind == "middle" else x
    return left, y - high, left + wide, y


def number_word(square: Square, frame: Frame) -> Word:
    """Return where a square's number goes: its top left corner if that is square, else above its centre.

    A square too small for it has a smaller one.
    """
    for share in SMALLER:
        said = _number(square, frame, share)
        if is_inside(square, ground_of(said), frame):
            break
    return said


def _number(square: Square, frame: Frame, share: float) -> Word:
    left, top, _, bottom = box(square.outline)
    if has_corner(square, round(14 * share / frame.scale)):
        x, y = frame.spot(left, top)
        return word(square.id, x + 6 * share, y + NUMBER_FOOT * share, NUMBER_SIZE * share)
    centre_x, centre_y = frame.spot(*square.centre)
    height = (bottom - top) * frame.scale
    return word(square.id, centre_x, centre_y - min(18.0, height / 4) * share, NUMBER_SIZE * share, "middle")


def area_words(board: Board, frame: Frame) -> list[Word]:
    """Return the name of each area that has squares, at the foot of the widest row with room for it."""
    taken = [ground_of(number_word(square, frame)) for square in board.squares.values()]
    words = (_area_word(board.areas[area], among, frame, taken) for area, among in rows(board).items())
    return [said for said in words if said]


def _area_word(area: Area, among: Sequence[Row], frame: Frame, taken: Sequence[Box]) -> Word | None:
    kind = "hall" if area.kind == "hall" else "store"

    def at(row: Row, share: float) -> Word:
        left, _, right, bottom = row
        x, y = frame.spot(left, bottom)
        width = (right - left) * frame.scale
        size = min(NAME_SIZE, (width - 8) / (LETTER[kind] * max(1, len(area.name))))
        return word(area.name, x + width / 2, y - 5.5, max(SMALLEST_NAME, size) * share, kind)

    found = free_row(among, lambda row, share: ground_of(at(row, share)), taken, frame)
    return at(*found) if found else None


MARGIN = 48.0
"""Around the map, for the names of the main doors."""
PRINT_SHIFT = 1.0
"""How far symbols and counters are below the centre, between the number and the name."""
DOOR_NAME_SIZE = 16.0
PROVENANCE = {"reconstruction": "Reconstruction, not the printed map"}


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square: its `points`, its number, what it belongs to, and the symbols printed in it."""

    id: str
    kind: str
    title: str
    points: str
    number: Word


@dataclass(frozen=True, slots=True)
class SymbolView:
    """A placement symbol or the rifles, printed at a spot."""

    kind: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class DoorView:
    """A door between two squares, or a main door (whose `id` is its name), in its present state."""

    id: str
    kind: str
    state: str
    title: str
    sill: str
    path: str


@dataclass(frozen=True, slots=True)
class PlanView:
    """The parts of a map that never change during play."""

    name: str
    note: str
    squares: tuple[SquareView, ...]
    sills: str
    main_sills: str
    walls: str
    outer_wall: str
    names: tuple[Word, ...]
    symbols: tuple[SymbolView, ...]
    door_names: tuple[Word, ...]
    foot: Word


@lru_cache(maxsize=32)
def frame_of(board: Board) -> Frame:
    """Return the frame of a board's drawing, computed once."""
    return Frame.of(board)


@lru_cache(maxsize=4096)
def middle(square: str, board: Board) -> Spot:
    """Return the spot where symbols and counters lie in a square."""
    x, y = frame_of(board).spot(*board.squares[square].centre)
    return x, y + PRINT_SHIFT


@lru_cache(maxsize=4096)
def outline(square: str, board: Board) -> str:
    """Return the sides of a square as the `points` of a polygon."""
    return points(frame_of(board).spots(board.squares[square].outline))


@lru_cache(maxsize=32)
def plan_of(board: Board) -> PlanView:
    """Return the unchanging part of a board's drawing, computed once."""
    frame = frame_of(board)
    note = PROVENANCE.get(board.provenance, board.provenance)
    return PlanView(
        name=board.name,
        note=note,
        squares=tuple(_square(s, board) for s in board.squares.values()),
        sills="".join(sill_path(o) for side in board.doors.values() for o in _openings(side, board)),
        main_sills="".join(sill_path(_main_opening(d, board)) for d in board.main_doors.values()),
        walls=path(
            *(frame.line(s) for side in board.sides.values() if side.kind == "wall" for s in side.segments)
        ),
        outer_wall=path(*(frame.line(s) for s in _outer_wall(board))),
        names=tuple(area_words(board, frame)),
        symbols=tuple(_symbols(board)),
        door_names=tuple(_door_name(d, board) for d in board.main_doors.values()),
        foot=word(note, 0, frame.height + MARGIN - 14),
    )


def door_views(
    board: Board, doors: Mapping[tuple[str, str], str], main_doors: Mapping[str, str]
) -> list[DoorView]:
    """Return every door with its state; unnamed doors are open."""
    views = [_door(side, doors.get(side.between, "open"), board) for side in board.doors.values()]
    return views + [_main_door(d, main_doors.get(d.name, "open"), board) for d in board.main_doors.values()]


def _square(square: Square, board: Board) -> SquareView:
    kind = "hall" if square.area.kind == "hall" else "store"
    return SquareView(
        id=square.id,
        kind=kind,
        title=f"{square.id} {square.area.name}",
        points=outline(square.id, board),
        number=number_word(square, frame_of(board)),
    )


def _symbols(board: Board) -> Iterator[SymbolView]:
    for square in board.squares.values():
        x, y = map(text, middle(square.id, board))
        yield from (SymbolView(kind, x, y) for kind in sorted(square.symbols))
        if square.id == board.rifle_square:
            yield SymbolView("rifles", x, y)


def _openings(side: Side, board: Board) -> list[Opening]:
    """Return where a door stands; open leaves turn out into the hall, or else into the second square.

    Where they would cover a number or a name they turn the other way, and are short where they would there
    too.
    """
    frame = frame_of(board)
    one, other = (board.squares[s] for s in side.between)
    out, back = (one, other) if one.area.kind == "hall" else (other, one)
    for room in (out, back):
        openings = [Opening(*frame.line(s), frame.spot(*room.centre), LEAF) for s in side.segments]
        if not any(stands_on_a_word(o, board) for o in openings):
            return openings
    return [Opening(*frame.line(s), frame.spot(*out.centre), SHORT_LEAF) for s in side.segments]


def stands_on_a_word(opening: Opening, board: Board) -> bool:
    """Whether a leaf of an open solid door would cover a number or a name."""
    x, y = (HALF_LEAF * abs(part) for part in opening.along)
    return any(
        enters(hinge, tip, (left - x, top - y, right + x, bottom + y))
        for hinge, tip in open_leaves(opening)
        for left, top, right, bottom in _words(board)
    )


@lru_cache(maxsize=32)
def _words(board: Board) -> tuple[Box, ...]:
    """Return the areas that a board's numbers and names cover."""
    numbers = [number_word(s, frame_of(board)) for s in board.squares.values()]
    return tuple(ground_of(w) for w in (*numbers, *area_words(board, frame_of(board))))


@lru_cache(maxsize=4096)
def _door(side: Side, state: str, board: Board) -> DoorView:
    openings = _openings(side, board)
    kind = side.kind.removesuffix("_door")
    one, other = side.between
    return DoorView(
        id=f"{one}-{other}",
        kind=kind,
        state=state,
        title=f"{kind.capitalize()} door between {one} and {other}: {state}",
        sill="".join(sill_path(o) for o in openings),
        path="".join(door_path(o, side.kind, state) for o in openings),
    )


@lru_cache(maxsize=256)
def _main_door(door: MainDoor, state: str, board: Board) -> DoorView:
    opening = _main_opening(door, board)
    title = f"{door.name.capitalize()} main door, square {door.square}: {state}"
    return DoorView(door.name, "main", state, title, sill_path(opening), main_door_path(opening, state))


def _main_opening(door: MainDoor, board: Board) -> Opening:
    frame = frame_of(board)
    return Opening(*frame.line(door.segment), frame.spot(*board.squares[door.square].centre))


def _door_name(door: MainDoor, board: Board) -> Word:
    """Return the name of a main door, outside the wall; upright where the wall is."""
    opening = _main_opening(door, board)
    (x, y), (across, down) = opening.at(opening.length / 2, -35), opening.across
    if abs(across) > abs(down):
        return word(door.name.capitalize(), x + 5.5, y, DOOR_NAME_SIZE, "upright")
    return word(door.name.capitalize(), x, y + 5.5, DOOR_NAME_SIZE, "level")


def _outer_wall(board: Board) -> Iterator[Segment]:
    """Yield the outer wall without the main doors."""
    holes = [d.segment for d in board.main_doors.values()]
    for segment in board.outer_wall:
        pieces = [segment]
        for hole in holes:
            pieces = [p for piece in pieces for p in beside(piece, hole)]
        yield from pieces
