"""A board as ink on white paper: it reads in black and white too.

Walls are thick, open sides thin. A solid door is a dark leaf in its wall, a glass door a white one with a
line along it. Stores have a tint, halls have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import hypot

from referee.printing.drawing import (
    BLACK,
    MIDDLE,
    SYMBOL,
    WHITE,
    BoardLook,
    Colour,
    Drawing,
    Pen,
    Type,
    grey,
    width,
)
from referee.printing.measure import SMALLER, Box, Frame, Row, Spot, free_row, has_corner, is_inside, rows
from rules.board.board import Area, Board, MainDoor, Square
from rules.board.outlines import Segment, beside, box

TINT: Colour = (0.94, 0.935, 0.91)
THIN = Pen(grey(0.5), 0.18)
WALL = Pen(BLACK, 0.9, cap=2)
OUTER = Pen(BLACK, 1.8, cap=2)
LEAF = 2.0
"""How thick the leaf of a door is."""
JAMB = 1.5
"""The length of wall at each end of a door."""
SOLID, GLASS = grey(0.45), WHITE
EDGE = Pen(BLACK, 0.3)
NUMBER = Type(3.0, colour=grey(0.15))
NAME_SIZE, SMALLEST_NAME = 3.3, 1.7
NAME_FOOT = 2.5
"""How far the baseline of a name is above the foot of its row: clear of the leaf of a door."""
CAPITAL = 0.75
"""The height of a capital letter as a share of its size."""
HALL_SPACING = 0.12
"""The space between the capitals of a hall's name, as a share of the size."""
SYMBOL_EDGE = 8.0
DOOR_NAME = Type(2.8, bold=True, at=MIDDLE, spacing=0.45)


@dataclass(frozen=True, slots=True)
class Label:
    """A number or a name as it is printed, with its baseline at a spot."""

    said: str
    spot: Spot
    style: Type

    @property
    def ground(self) -> Box:
        """The area that it covers."""
        (x, y), wide = self.spot, self.style.width(self.said)
        left = x - wide / 2 if self.style.at == MIDDLE else x
        return left, y - CAPITAL * self.style.size, left + wide, y


def draw_board(board: Board, frame: Frame, look: BoardLook) -> Drawing:
    """Return a board, drawn with the upper left corner of its bounding box at (0, 0)."""
    drawing = Drawing()
    for square in board.squares.values():
        drawing.polygon(frame.spots(square.outline), fill=_ground(square.area))
    opened = [s for side in board.sides.values() if side.kind == "open" for s in side.segments]
    walled = [s for side in board.sides.values() if side.kind != "open" for s in side.segments]
    _lines(drawing, opened, THIN, frame)
    for square in board.squares.values():
        _symbols(drawing, square, board, frame, look)
    _lines(drawing, walled, WALL, frame)
    _lines(drawing, _outer_wall(board), OUTER, frame)
    for side in board.doors.values():
        for segment in side.segments:
            door(drawing, *frame.line(segment), solid=side.kind == "solid_door")
    for main in board.main_doors.values():
        _main_door(drawing, main, board, frame)
    for words in labels_of(board, frame):
        drawing.words(words.said, words.spot, words.style)
    return drawing


def labels_of(board: Board, frame: Frame) -> Sequence[Label]:
    """Return the names of the areas and the numbers of the squares, none on another one."""
    numbers = [_number(square, frame) for square in board.squares.values()]
    return [*_names(board, frame, [number.ground for number in numbers]), *numbers]


def _lines(drawing: Drawing, segments: Iterable[Segment], pen: Pen, frame: Frame) -> None:
    for segment in segments:
        drawing.line(frame.line(segment), pen)


def door(drawing: Drawing, start: Spot, end: Spot, *, solid: bool) -> None:
    """Draw a door in a wall that is there already."""
    ways = Ways(start, end)
    jamb = min(JAMB, ways.length / 5)
    first, last, half = jamb, ways.length - jamb, LEAF / 2
    drawing.line([ways.at(first, 0), ways.at(last, 0)], Pen(WHITE, WALL.width + 0.5))
    corners = [ways.at(first, -half), ways.at(last, -half), ways.at(last, half), ways.at(first, half)]
    drawing.polygon(corners, SOLID if solid else GLASS, EDGE)
    if not solid:
        drawing.line([ways.at(first, 0), ways.at(last, 0)], EDGE)


class Ways:
    """Steps along a segment and across it; across is to the right of somebody who walks along it."""

    def __init__(self, start: Spot, end: Spot) -> None:
        self.start = start
        self.length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        self.along = (end[0] - start[0]) / self.length, (end[1] - start[1]) / self.length

    def at(self, along: float, across: float) -> Spot:
        """Return the spot so far along the segment and so far across it."""
        (x, y), (a, b) = self.start, self.along
        return x + along * a - across * b, y + along * b + across * a


def _ground(area: Area) -> Colour:
    return WHITE if area.kind == "hall" else TINT


def _outer_wall(board: Board) -> Iterator[Segment]:
    """Yield the outer wall without the main doors."""
    for segment in board.outer_wall:
        pieces = [segment]
        for main in board.main_doors.values():
            pieces = [rest for piece in pieces for rest in beside(piece, main.segment)]
        yield from pieces


def _main_door(drawing: Drawing, main: MainDoor, board: Board, frame: Frame) -> None:
    """Draw a gap in the outer wall with a post at each end; outside its name between arrows that lead in."""
    ways = Ways(*frame.line(main.segment))
    x, y = frame.spot(*board.squares[main.square].centre)
    (x0, y0), (a, b) = ways.start, ways.along
    inside = 1.0 if a * (y - y0) - b * (x - x0) >= 0 else -1.0
    for along in (0.0, ways.length):
        drawing.line([ways.at(along, -1.7), ways.at(along, 1.7)], Pen(BLACK, 1.4))
    for across in (-0.6, 0.6):
        drawing.line([ways.at(0.6, across), ways.at(ways.length - 0.6, across)], Pen(BLACK, 0.25))
    middle, upright = ways.length / 2, abs(b) > abs(a)
    name = main.name.upper()
    style = replace(DOOR_NAME, upright=upright)
    # Where the wall is slanted, the name is set farther away.
    x, y = ways.at(middle, -(3.4 + style.width(name) / 2 * min(abs(a), abs(b))) * inside)
    drawing.words(name, (x + 1.0, y) if upright else (x, y + 1.0), style)
    for beside_name in (-1.0, 1.0):
        at = middle + beside_name * (style.width(name) / 2 + 2.4)
        arrow = [ways.at(at, -1.9 * inside), *(ways.at(at + s, -4.4 * inside) for s in (-1.2, 1.2))]
        drawing.polygon(arrow, fill=BLACK)


def _symbols(drawing: Drawing, square: Square, board: Board, frame: Frame, look: BoardLook) -> None:
    """Draw the symbol in the middle of a square: pale, because counters cover it."""
    kinds = [*sorted(square.symbols), *(["rifles"] if square.id == board.rifle_square else [])]
    shown = [look.symbols[kind] for kind in kinds if kind in look.symbols]
    left, top, right, bottom = box(square.outline)
    room = min(right - left, bottom - top) * frame.scale
    edge = min(SYMBOL_EDGE, 0.55 * room, 0.9 * room / max(1, len(shown)))
    x, y = frame.spot(*square.centre)
    for n, symbol in enumerate(shown):
        drawing.place(symbol.drawing, (x + (n - len(shown) / 2) * edge, y - edge / 2), edge * 0.98 / SYMBOL)


def _number(square: Square, frame: Frame) -> Label:
    """Return the number of a square as large as the square has room for."""
    for share in SMALLER:
        words = _number_at(square, frame, share)
        if is_inside(square, words.ground, frame):
            break
    return words


def _number_at(square: Square, frame: Frame, share: float) -> Label:
    left, top, _, bottom = box(square.outline)
    style = replace(NUMBER, size=NUMBER.size * share)
    if has_corner(square, round(6.5 * share / frame.scale)):
        x, y = frame.spot(left, top)
        return Label(square.id, (x + 1.7 * share, y + 3.6 * share), style)
    x, y = frame.spot(*square.centre)
    above = min(4.8, (bottom - top) * frame.scale / 4) * share
    return Label(square.id, (x, y - above), replace(style, at=MIDDLE, halo=_ground(square.area)))


def _names(board: Board, frame: Frame, taken: Sequence[Box]) -> Iterator[Label]:
    """Yield the name of each area that has room for it clear of what is taken."""
    for id_, among in rows(board).items():
        name = partial(_name, board.areas[id_], frame)
        found = free_row(among, partial(_ground_of, name), taken, frame)
        if found:
            yield name(*found)


def _ground_of(name: Callable[[Row, float], Label], row: Row, share: float) -> Box:
    return name(row, share).ground


def _name(area: Area, frame: Frame, row: Row, share: float) -> Label:
    left, _, right, bottom = row
    hall = area.kind == "hall"
    said = area.name.upper() if hall else area.name
    spacing = HALL_SPACING if hall else 0.0
    wide = (right - left) * frame.scale
    size = (wide - 3.0) / width(said, 1.0, bold=not hall, spacing=spacing)
    size = max(SMALLEST_NAME, min(NAME_SIZE, size)) * share
    x, y = frame.spot(left, bottom)
    style = Type(
        size, bold=not hall, at=MIDDLE, colour=grey(0.25), spacing=spacing * size, halo=_ground(area)
    )
    return Label(said, (x + wide / 2, y - NAME_FOOT), style)
