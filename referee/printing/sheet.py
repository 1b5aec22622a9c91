"""The board with its surroundings: a title, the key, a scale, boxes for counters, whose game it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil

from referee.printing import board as board_drawing
from referee.printing.drawing import (
    BLACK,
    COUNTER,
    MIDDLE,
    RIGHT,
    SYMBOL,
    WHITE,
    BoardLook,
    Drawing,
    Pen,
    Symbol,
    Type,
    grey,
)
from referee.printing.measure import CELL, Frame, Spot
from referee.printing.paper import MAX_SHEETS, Paper, Sheets, check_sheet_count, fewest_sheets
from rules.board.board import Board
from rules.board.outlines import box

USUAL, LARGEST = 14.0, 20.0
"""A typical square is this wide; wider where narrow squares need it to hold a counter, up to the largest."""
ROOM = 0.3
"""The space beside a counter in the narrowest square."""
SMALLEST = COUNTER + ROOM
"""The least width of a typical square."""
STEP = 0.1
SIDE, HEAD, FOOT = 7.0, 9.0, 15.5
"""The strips around the board."""
INSET = 2.0
BAR = 52.0
CELL_EDGE = 13.2
"""The edge of a box for one counter."""
GAP = 6.0
KEY_LINES, KEY_EDGE, LINE = 3, 9.0, 4.3
TITLE = Type(4.0, bold=True, spacing=0.45)
GAME = Type(3.8, at=RIGHT)
SMALL = Type(2.3, colour=grey(0.15))
FAINT = Type(1.9, colour=grey(0.3))


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """The drawing of a whole sheet, its upper left corner, its layout on paper, and the width of a square.

    The board's own upper left corner is at (0, 0), so the sheet's has negative coordinates.
    """

    drawing: Drawing
    corner: Spot
    sheets: Sheets
    square: float
    credit: str


def board_sheet(board: Board, look: BoardLook, paper: Paper, square: float | None = None) -> BoardSheet:
    """Return a board ready for the sheets of a paper. Raises InputError where it takes too many.

    With no width of a typical `square` given, the board is as large as its map says that it is. Where that
    says nothing, it is as small as its counters allow: so that one lies in every square, or a little less
    where the whole board then goes on one sheet.
    """
    edge = square or _true(board, look, paper) or _fitting(board, look, paper)
    frame = _frame(Frame.of(board), edge)
    sheets = check_sheet_count(_layout(frame, Strips.width(board, look), paper))
    left = (frame.width - sheets.width) / 2
    drawing = board_drawing.draw_board(board, frame, look)
    strips = Strips(drawing, board, look, edge, left, left + sheets.width, frame.height)
    strips.draw()
    return BoardSheet(drawing, (left, -HEAD), sheets, edge, f"{_title(board)} · {look.game}")


def _true(board: Board, look: BoardLook, paper: Paper) -> float | None:
    """Return how wide a typical square is on the board that was surveyed, or None.

    It is known where somebody measured that board, and None where a print so large takes too many sheets.
    """
    if board.millimetres is None:
        return None
    plain = Frame.of(board)
    edge = CELL * board.millimetres[0] / plain.width
    sheets = _layout(_frame(plain, edge), Strips.width(board, look), paper)
    return edge if sheets.count <= MAX_SHEETS else None


def _fitting(board: Board, look: BoardLook, paper: Paper) -> float:
    """Return how wide a typical square is printed unless somebody says otherwise."""
    plain = Frame.of(board)
    narrowest = min(min(r - a, b - t) for a, t, r, b in (box(s.outline) for s in board.squares.values()))
    typical = CELL / plain.scale
    needed = max(USUAL, (COUNTER + ROOM) * typical / narrowest)
    usual = min(LARGEST, ceil(needed / STEP) * STEP)
    steps = round((usual - SMALLEST) / STEP)
    strips = Strips.width(board, look)
    tried = (round(SMALLEST + step * STEP, 1) for step in range(steps, -1, -1))
    alone = (edge for edge in tried if _layout(_frame(plain, edge), strips, paper).count == 1)
    return round(next(alone, usual), 1)


def _frame(plain: Frame, edge: float) -> Frame:
    """Return the frame of a board in millimetres, a typical square being `edge` wide."""
    ratio = edge / CELL
    return Frame(plain.left, plain.top, plain.scale * ratio, plain.width * ratio, plain.height * ratio)


def _layout(frame: Frame, strips: float, paper: Paper) -> Sheets:
    """Return the layout of a board with strips of a minimum width."""
    width = max(frame.width + 2 * SIDE, strips)
    return fewest_sheets(paper, width, frame.height + HEAD + FOOT)


class Strips:
    """The strips above and below a board."""

    def __init__(
        self,
        drawing: Drawing,
        board: Board,
        look: BoardLook,
        square: float,
        left: float,
        right: float,
        foot: float,
    ) -> None:
        self.drawing, self.board, self.look, self.square = drawing, board, look, square
        self.left, self.right, self.foot = left + INSET, right - INSET, foot

    @staticmethod
    def width(board: Board, look: BoardLook) -> float:
        """Return the least width of the strips."""
        key = sum(max(map(_key_width, column)) + GAP for column in _key(board, look))
        boxes = sum(row.counters * CELL_EDGE + GAP for row in look.boxes)
        head = TITLE.width(_title(board).upper()) + GAP + GAME.width(look.game)
        bar = max(BAR, *map(FAINT.width, look.credit))
        return 2 * INSET + max(bar + GAP + key + boxes, head)

    def draw(self) -> None:
        """Draw both strips."""
        self.drawing.words(_title(self.board).upper(), (self.left, -HEAD + 3.6), TITLE)
        self.drawing.words(self.look.game, (self.right, -HEAD + 3.6), GAME)
        top = self.foot + 4.4
        self._scale(top)
        x = self.left + max(BAR, *map(FAINT.width, self.look.credit)) + GAP
        for column in _key(self.board, self.look):
            for n, entry in enumerate(column):
                entry.draw(self.drawing, (x, top + n * LINE))
                self.drawing.words(entry.name, (x + KEY_EDGE + 1.6, top + n * LINE + 0.8), SMALL)
            x += max(map(_key_width, column)) + GAP
        self._boxes(top - 2.1)
        for n, line in enumerate(self.look.credit):
            self.drawing.words(line, (self.left, top + 8.2 + n * 2.4), FAINT)

    def _scale(self, top: float) -> None:
        """Draw a bar of five centimetres, with two inches below it, to measure what the printer did."""
        x, pen = self.left, Pen(BLACK, 0.2)
        for n in range(5):
            part = (x + n * 10, top - 1.6, x + n * 10 + 10, top)
            self.drawing.rectangle(part, BLACK if n % 2 == 0 else WHITE, pen)
        self.drawing.line([(x, top + 0.8), (x + 50.8, top + 0.8)], pen)
        for n in range(5):
            down = 2.4 if n % 2 == 0 else 1.8
            self.drawing.line([(x + n * COUNTER, top + 0.8), (x + n * COUNTER, top + down)], pen)
        says = f"50 mm above, 2 inches below. A square: {round(self.square, 1):g} mm."
        self.drawing.words(says, (x, top + 5.2), SMALL)

    def _boxes(self, top: float) -> None:
        """Draw the boxes for counters, from the right."""
        x = self.right
        for row in reversed(self.look.boxes):
            wide = row.counters * CELL_EDGE
            for n in range(row.counters):
                cell = (x - wide + n * CELL_EDGE, top, x - wide + (n + 1) * CELL_EDGE, top + CELL_EDGE)
                self.drawing.rectangle(cell, pen=Pen(grey(0.3), 0.25))
            name = Type(2.3, bold=True, at=MIDDLE, colour=grey(0.3))
            self.drawing.words(row.name, (x - wide / 2, top - 0.9), name)
            x -= wide + GAP


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the key: its name, and what draws its sample beside it."""

    name: str
    draw: Callable[[Drawing, Spot], None]


def _key(board: Board, look: BoardLook) -> list[list[Entry]]:
    """Return the key in columns: what this board has, and nothing else."""
    kinds = {side.kind for side in board.sides.values()}
    printed = {symbol for square in board.squares.values() for symbol in square.symbols}
    if board.rifle_square:
        printed.add("rifles")
    entries = [Entry("Wall", _wall)]
    entries += [Entry("Open side", _open)] * ("open" in kinds)
    entries += [Entry("Solid door", partial(_door, solid=True))] * ("solid_door" in kinds)
    entries += [Entry("Glass door", partial(_door, solid=False))] * ("glass_door" in kinds)
    entries += [
        Entry(symbol.name, partial(_symbol, symbol)) for id_, symbol in look.symbols.items() if id_ in printed
    ]
    return [entries[at : at + KEY_LINES] for at in range(0, len(entries), KEY_LINES)]


def _key_width(entry: Entry) -> float:
    return KEY_EDGE + 1.6 + SMALL.width(entry.name)


def _wall(drawing: Drawing, spot: Spot) -> None:
    x, y = spot
    drawing.line([(x + 0.5, y), (x + KEY_EDGE - 0.5, y)], board_drawing.WALL)


def _open(drawing: Drawing, spot: Spot) -> None:
    x, y = spot
    drawing.line([(x, y), (x + KEY_EDGE, y)], board_drawing.THIN)


def _door(drawing: Drawing, spot: Spot, *, solid: bool) -> None:
    x, y = spot
    start, end = (x + 0.5, y), (x + KEY_EDGE - 0.5, y)
    drawing.line([start, end], board_drawing.WALL)
    board_drawing.door(drawing, start, end, solid=solid)


def _symbol(symbol: Symbol, drawing: Drawing, spot: Spot) -> None:
    x, y = spot
    drawing.place(symbol.drawing, (x + KEY_EDGE / 2 - 2.1, y - 2.1), 4.2 / SYMBOL)


def _title(board: Board) -> str:
    """Return what a board is called, with where it comes from if its name does not say it."""
    told = not board.provenance or board.provenance in board.name.lower()
    return board.name if told else f"{board.name} ({board.provenance})"
