"""Sheets of counters with their backs: printed on both sides of the paper, or on one side to fold and glue.

Fronts and backs form one block without gaps, so that one cut separates many. The grounds reach a little
beyond the block, in case a printer puts the back a hair beside the front.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from referee.errors import InputError
from referee.printing.drawing import (
    BLACK,
    COUNTER,
    MIDDLE,
    Colour,
    CounterSet,
    Drawing,
    Page,
    Pen,
    Type,
    grey,
    pdf,
)
from referee.printing.measure import Spot
from referee.printing.paper import MARGIN, Paper
from referee.records.text import show

BACKS = ("duplex", "fold")
"""On the other side of the paper, or beside the fronts to fold over and glue."""
ROW = 10
"""Counters in a row where that fits: ten rows of ten make a hundred."""
MAX_SHEETS = 20
BLEED = 1.0
HEAD, FOOT = 18.0, 16.0
GAP, REACH = 1.5, 4.0
"""The distance of a cut mark from the block, and its length."""
MARK = Pen(BLACK, 0.15)
INNER = Pen(grey(0.55), 0.08)
FOLD = Pen(BLACK, 0.2, dash=(2.0, 1.2))
TITLE = Type(3.4, bold=True, at=MIDDLE)
NOTE_TYPE = Type(2.6, at=MIDDLE, colour=grey(0.2))
HOW = {
    "duplex": "Print on both sides at full size (100 %), flipped on the long edge. Cut along the marks.",
    "fold": "Print at full size (100 %). Fold along the dashed line, glue the halves together, then cut.",
}


def counters_pdf(counters: CounterSet, paper: Paper, backs: str = "duplex") -> bytes:
    """Return the PDF of counters. Raises InputError for unknown `backs` and for too many counters."""
    if backs not in BACKS:
        raise InputError(f'backs: {show(backs)} is not a way to print them; it must be "duplex" or "fold".')
    block = Block.of(counters, paper, backs)
    sheets = ceil(len(counters.counters) / block.most)
    if sheets > MAX_SHEETS:
        raise InputError(f"counters: they would take {sheets} sheets; at most {MAX_SHEETS} are printed.")
    return pdf(counters.title, list(_pages(counters, block)), both_sides=backs == "duplex")


@dataclass(frozen=True, slots=True)
class Block:
    """The layout of the counters on a sheet: `columns` and `rows`, in the middle of the paper's width."""

    paper: Paper
    fold: bool
    columns: int
    rows: int

    @classmethod
    def of(cls, counters: CounterSet, paper: Paper, backs: str) -> Block:
        """Return a block with rows of ten, or longer ones where that spares a sheet."""
        fold = backs == "fold"
        across = int((paper.width - 2 * (MARGIN + GAP + REACH)) / COUNTER)
        down = int((paper.height - HEAD - FOOT) / (2 if fold else 1) / COUNTER)
        needed = len(counters.counters)
        columns = next((n for n in range(min(ROW, across), across) if ceil(needed / n) <= down), across)
        return cls(paper, fold, columns, min(down, max(1, ceil(needed / columns))))

    @property
    def most(self) -> int:
        """How many counters fit on a sheet."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """Where the block begins."""
        return (self.paper.width - self.columns * COUNTER) / 2

    @property
    def crease(self) -> float:
        """Where the fronts end; the fold is there."""
        return HEAD + self.rows * COUNTER

    def front(self, n: int) -> Spot:
        """Return the upper left corner of the front of the n-th counter of a sheet."""
        return self.left + n % self.columns * COUNTER, HEAD + n // self.columns * COUNTER

    def back(self, n: int) -> Spot:
        """Return the corner of its back: mirrored about the middle of the paper, or about the fold."""
        x, y = self.front(n)
        if self.fold:
            return x, 2 * self.crease - y - COUNTER
        return self.paper.width - x - COUNTER, y


def _pages(counters: CounterSet, block: Block) -> Iterator[Page]:
    every = counters.counters
    for first in range(0, len(every), block.most):
        some = every[first : first + block.most]
        fronts, backs = Drawing(), Drawing()
        _faces(fronts, [(c.front, c.front_ground, block.front(n)) for n, c in enumerate(some)])
        faces = [(c.back, c.back_ground, block.back(n)) for n, c in enumerate(some)]
        _faces(fronts if block.fold else backs, faces, turned=block.fold)
        _marks(fronts, block, len(some))
        _words(fronts, counters, block)
        yield Page(block.paper.width, block.paper.height, fronts)
        if not block.fold:
            title = f"{counters.title} · backs"
            backs.words(title, (block.paper.width / 2, HEAD - 8), TITLE)
            yield Page(block.paper.width, block.paper.height, backs)


def _faces(page: Drawing, faces: list[tuple[Drawing, Colour, Spot]], *, turned: bool = False) -> None:
    """Draw faces at their places; `turned` ones are upside down, and upright once folded."""
    for reach in (BLEED, 0.0):
        for _, ground, (x, y) in faces:
            page.rectangle((x - reach, y - reach, x + COUNTER + reach, y + COUNTER + reach), fill=ground)
    for face, _, (x, y) in faces:
        page.place(face, (x + COUNTER, y + COUNTER) if turned else (x, y), turn=180 if turned else 0)


def _marks(page: Drawing, block: Block, count: int) -> None:
    """Draw a thin line around each counter, and marks around the block to cut along."""
    for n in range(count):
        for x, y in (block.front(n), *([block.back(n)] if block.fold else [])):
            page.rectangle((x, y, x + COUNTER, y + COUNTER), pen=INNER)
    left, right = block.left, block.left + block.columns * COUNTER
    rows = block.rows * (2 if block.fold else 1)
    top, bottom = HEAD, HEAD + rows * COUNTER
    for x in (left + n * COUNTER for n in range(block.columns + 1)):
        page.line([(x, top - GAP - REACH), (x, top - GAP)], MARK)
        page.line([(x, bottom + GAP), (x, bottom + GAP + REACH)], MARK)
    for y in (top + n * COUNTER for n in range(rows + 1)):
        page.line([(left - GAP - REACH, y), (left - GAP, y)], MARK)
        page.line([(right + GAP, y), (right + GAP + REACH, y)], MARK)
    if block.fold:
        page.line([(left - 4 * REACH, block.crease), (right + 4 * REACH, block.crease)], FOLD)


def _words(page: Drawing, counters: CounterSet, block: Block) -> None:
    middle = block.paper.width / 2
    foot = HEAD + block.rows * COUNTER * (2 if block.fold else 1)
    page.words(counters.title, (middle, HEAD - 8), TITLE)
    how = HOW["fold" if block.fold else "duplex"]
    edge = f"A counter is {COUNTER} mm wide, half an inch."
    room = foot + 4.2 * len(counters.notes) + 15 < block.paper.height
    lines = [how, edge, *counters.notes] if room else [how]
    for n, said in enumerate(lines):
        page.words(said, (middle, foot + GAP + REACH + 3 + n * 4.2), NOTE_TYPE)
