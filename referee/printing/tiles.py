"""The pages of a board: one sheet, or a plan of several and then each with marks to join it by."""

from __future__ import annotations

from collections.abc import Iterator

from referee.printing.drawing import BLACK, MIDDLE, WHITE, Drawing, Page, Pen, Type, grey, pdf
from referee.printing.measure import Box, Spot
from referee.printing.paper import OVERLAP, TILE_MARGIN, Tile
from referee.printing.sheet import BoardSheet

MARK = Pen(BLACK, 0.2)
CUT = Pen(grey(0.35), 0.15, dash=(1.0, 1.0))
CROSS = Pen(grey(0.35), 0.12)
REACH = 6.0
"""How long the marks in the margin are."""
CROSS_REACH = 2.2
LINE = Type(2.4, colour=grey(0.2))
MINI = 5.0
"""How high the small plan at the foot of a sheet may be."""
STEPS = (
    "Print at full size (100 %, “actual size”), never “fit to page”. The bar below is 100 mm long.",
    "Cut each sheet along the marks at its left and its upper edge, where it has any. Leave the other edges.",
    "Lay the cut edge over the sheet before it, so that the halves of each cross meet, and glue it there.",
    "Join the sheets of a row first: A1, A2 and so on. Then join the rows.",
)


def board_pdf(sheet: BoardSheet) -> bytes:
    """Return the PDF of a board."""
    return pdf(sheet.credit, list(_pages(sheet)))


def _pages(sheet: BoardSheet) -> Iterator[Page]:
    wide, high = sheet.sheets.size
    if sheet.sheets.count > 1:
        yield Page(wide, high, _plan(sheet))
    for number, tile in enumerate(sheet.sheets.tiles(), 1):
        yield Page(wide, high, _tile(sheet, tile, number))


def _tile(sheet: BoardSheet, tile: Tile, number: int) -> Drawing:
    page = Drawing()
    wide, high = sheet.sheets.size
    left, top, right, bottom = tile.window
    margin = ((wide - (right - left)) / 2, (high - (bottom - top)) / 2)
    x, y = sheet.corner
    part = sheet.drawing.within((left + x, top + y, right + x, bottom + y))
    page.place(part, (margin[0] - left - x, margin[1] - top - y))
    if sheet.sheets.count > 1:
        Marks(page, sheet, tile, margin).draw(number)
    return page


class Marks:
    """The marks on one sheet of several."""

    def __init__(self, page: Drawing, sheet: BoardSheet, tile: Tile, margin: Spot) -> None:
        self.page, self.sheet, self.tile = page, sheet, tile
        left, top, right, bottom = tile.window
        self.box: Box = (margin[0], margin[1], margin[0] + right - left, margin[1] + bottom - top)

    def draw(self, number: int) -> None:
        """Draw where to cut, the crosses that meet, and a line on which sheet this is."""
        left, top, right, bottom = self.box
        sheets, half = self.sheet.sheets, OVERLAP / 2
        if self.tile.column > 0:
            self._down(left + half, cut=True)
        if self.tile.column < sheets.columns - 1:
            self._down(right - half, cut=False)
        if self.tile.row > 0:
            self._across(top + half, cut=True)
        if self.tile.row < sheets.rows - 1:
            self._across(bottom - half, cut=False)
        self._foot(number)

    def _down(self, x: float, *, cut: bool) -> None:
        _, top, _, bottom = self.box
        if cut:
            self.page.line([(x, top - 1 - REACH), (x, top - 1)], MARK)
            self.page.line([(x, bottom + 1), (x, bottom + 1 + REACH)], MARK)
        for share in (0.25, 0.75):
            self._cross((x, top + (bottom - top) * share))

    def _across(self, y: float, *, cut: bool) -> None:
        left, _, right, _ = self.box
        if cut:
            self.page.line([(left - 1 - REACH, y), (left - 1, y)], MARK)
            self.page.line([(right + 1, y), (right + 1 + REACH, y)], MARK)
        for share in (0.25, 0.75):
            self._cross((left + (right - left) * share, y))

    def _cross(self, spot: Spot) -> None:
        x, y = spot
        self.page.line([(x - CROSS_REACH, y), (x + CROSS_REACH, y)], CROSS)
        self.page.line([(x, y - CROSS_REACH), (x, y + CROSS_REACH)], CROSS)
        self.page.circle(spot, CROSS_REACH * 0.6, pen=CROSS)

    def _foot(self, number: int) -> None:
        sheets = self.sheet.sheets
        wide, high = sheets.size
        words = f"{self.sheet.credit} · sheet {self.tile.name}, {number} of {sheets.count} · print at 100 %"
        self.page.words(words, (TILE_MARGIN + OVERLAP, high - 4.6), LINE)
        edge = min(MINI / sheets.rows, 4.0)
        x, y = wide - TILE_MARGIN - OVERLAP - edge * sheets.columns, high - 3.6 - edge * sheets.rows
        for tile in sheets.tiles():
            cell = (x + tile.column * edge, y + tile.row * edge)
            here = tile.name == self.tile.name
            box = (*cell, cell[0] + edge, cell[1] + edge)
            self.page.rectangle(box, BLACK if here else WHITE, Pen(BLACK, 0.15))


def _plan(sheet: BoardSheet) -> Drawing:
    """Return the first page: the plan of the sheets, and how to join them."""
    page = Drawing()
    sheets = sheet.sheets
    wide, high = sheets.size
    left, top = 18.0, 24.0
    page.words(sheet.credit, (left, top), Type(6.0, bold=True))
    said = (
        f"{sheets.count} sheets of {sheets.paper.name}, with an overlap of {OVERLAP:g} mm."
        f" A typical square is {round(sheet.square, 1):g} mm wide."
    )
    page.words(said, (left, top + 8), Type(3.4))
    y = top + 17
    for n, step in enumerate(STEPS, 1):
        page.words(f"{n}", (left, y), Type(3.4, bold=True))
        for line in _lines(step, wide - 2 * left - 6, 3.4):
            page.words(line, (left + 6, y), Type(3.4))
            y += 5.2
        y += 1.2
    y += 3
    page.rectangle((left, y, left + 100, y + 2.2), pen=Pen(BLACK, 0.2))
    for n in range(0, 10, 2):
        page.rectangle((left + n * 10, y, left + n * 10 + 10, y + 2.2), BLACK)
    page.words("100 mm", (left + 102, y + 2.2), Type(3.0))
    _small_board(page, sheet, (left, y + 9, wide - left, high - 14))
    return page


def _small_board(page: Drawing, sheet: BoardSheet, room: Box) -> None:
    """Draw the whole board small, with the sheets laid over it."""
    left, top, right, bottom = room
    sheets = sheet.sheets
    scale = min((right - left) / sheets.width, (bottom - top) / sheets.height)
    at = (left + (right - left - sheets.width * scale) / 2, top)
    x, y = sheet.corner
    page.place(sheet.drawing, (at[0] - x * scale, at[1] - y * scale), scale)
    size = max(4.0, min(11.0, 40.0 / max(sheets.columns, sheets.rows)))
    for tile in sheets.tiles():
        a, b, c, d = (edge * scale for edge in tile.window)
        half = OVERLAP * scale / 2
        cell = (
            at[0] + a + (half if tile.column else 0), at[1] + b + (half if tile.row else 0),
            at[0] + c - (half if tile.column < sheets.columns - 1 else 0),
            at[1] + d - (half if tile.row < sheets.rows - 1 else 0),
        )  # fmt: skip
        page.rectangle(cell, pen=Pen(BLACK, 0.5))
        spot = ((cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2 + size * 0.36)
        page.words(tile.name, spot, Type(size, bold=True, at=MIDDLE, halo=WHITE))


def _lines(said: str, wide: float, size: float) -> Iterator[str]:
    """Yield words in lines that are not too wide."""
    line = ""
    for word in said.split():
        longer = f"{line} {word}".strip()
        if line and Type(size).width(longer) > wide:
            yield line
            line = word
        else:
            line = longer
    yield line
