"""Paper, and how many sheets of it a board takes.

A board that is too large for one sheet is cut into equal windows, one a sheet. Neighbours overlap: half of
that is cut off one of them, and the other half goes under it for the glue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil

from referee.errors import InputError
from referee.printing.measure import Box
from referee.records.text import show

MARGIN = 8.0
"""The margin that printers leave white, on a single sheet."""
TILE_MARGIN = 10.0
"""The same where the sheet has marks and a line of words there."""
OVERLAP = 12.0
MAX_SHEETS = 60
_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright, and its `measures` as people say them."""

    id: str
    name: str
    width: float
    height: float
    measures: str

    def turned(self, landscape: bool) -> tuple[float, float]:
        """Return the width and the height, on its side if `landscape`."""
        return (self.height, self.width) if landscape else (self.width, self.height)


PAPERS: Mapping[str, Paper] = {
    paper.id: paper
    for paper in (
        Paper("a3", "A3", 297.0, 420.0, "297 × 420 mm"),
        Paper("a4", "A4", 210.0, 297.0, "210 × 297 mm"),
        Paper("letter", "Letter", 215.9, 279.4, "8½ × 11 inches"),
        Paper("tabloid", "Tabloid", 279.4, 431.8, "11 × 17 inches"),
    )
}


def paper_named(id_: object) -> Paper:
    """Return a paper by its id. Raises InputError for one that is not known."""
    wanted = id_.lower() if isinstance(id_, str) else ""
    if wanted not in PAPERS:
        *names, last = (paper.id for paper in PAPERS.values())
        raise InputError(
            f"paper: {show(id_)} is not a paper size here; it must be {', '.join(names)} or {last}."
        )
    return PAPERS[wanted]


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet of several: its name, its place in the plan, and the window of the drawing on it."""

    name: str
    row: int
    column: int
    window: Box


@dataclass(frozen=True, slots=True)
class Sheets:
    """The layout of a drawing on sheets of paper. `margin` is the least white at an edge."""

    paper: Paper
    landscape: bool
    columns: int
    rows: int
    width: float
    height: float

    @property
    def count(self) -> int:
        """How many sheets carry a part of the drawing."""
        return self.columns * self.rows

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of a sheet in its orientation."""
        return self.paper.turned(self.landscape)

    @property
    def tile(self) -> tuple[float, float]:
        """The width and the height of each window."""
        return (
            (self.width + (self.columns - 1) * OVERLAP) / self.columns,
            (self.height + (self.rows - 1) * OVERLAP) / self.rows,
        )

    def tiles(self) -> Iterator[Tile]:
        """Yield the sheets in reading order; rows have letters and columns have numbers: "B2"."""
        wide, high = self.tile
        for row in range(self.rows):
            for column in range(self.columns):
                left, top = column * (wide - OVERLAP), row * (high - OVERLAP)
                yield Tile(f"{_letters(row)}{column + 1}", row, column, (left, top, left + wide, top + high))


def fewest_sheets(paper: Paper, width: float, height: float) -> Sheets:
    """Return how a drawing takes the fewest sheets; upright ones where that is the same."""
    return min((_layout(paper, on_side, width, height) for on_side in (False, True)), key=lambda s: s.count)


def check_sheet_count(sheets: Sheets) -> Sheets:
    """Return sheets that are not too many. Raises InputError."""
    if sheets.count > MAX_SHEETS:
        raise InputError(
            f"paper: the board would take {sheets.count} sheets of {sheets.paper.name}; at most {MAX_SHEETS}"
            " are printed. Choose larger paper or smaller squares."
        )
    return sheets


def _layout(paper: Paper, landscape: bool, width: float, height: float) -> Sheets:
    counts = [
        _needed(size, wanted) for size, wanted in zip(paper.turned(landscape), (width, height), strict=True)
    ]
    return Sheets(paper, landscape, counts[0], counts[1], width, height)


def _needed(sheet: float, wanted: float) -> int:
    """Return how many sheets a length takes."""
    if wanted <= sheet - 2 * MARGIN + _HAIR:
        return 1
    return max(2, ceil((wanted - OVERLAP) / (sheet - 2 * TILE_MARGIN - OVERLAP) - _HAIR))


def _letters(row: int) -> str:
    """Return the letters of a row: A to Z, then AA."""
    return chr(ord("A") + row) if row < 26 else _letters(row // 26 - 1) + _letters(row % 26)
