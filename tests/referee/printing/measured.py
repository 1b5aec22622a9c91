"""A PDF read back: where its words, its shapes and its windows are, in millimetres from the upper left."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

POINTS = 72 / 25.4
Spot = tuple[float, float]
Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]
PAINTED = {"f", "f*", "S", "B*", "n"}


@dataclass(frozen=True)
class Words:
    """Words with their start, the way in which they run, and their size."""

    said: str
    spot: Spot
    along: Spot
    size: float


@dataclass(frozen=True)
class Shape:
    """A path with its corners, what painted it (`f*`, `S`), the line's width and the window around it."""

    spots: tuple[Spot, ...]
    paint: str
    width: float
    window: Box | None

    @property
    def box(self) -> Box:
        xs, ys = zip(*self.spots, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def size(self) -> Spot:
        left, top, right, bottom = self.box
        return right - left, bottom - top


@dataclass
class Measured:
    """One page."""

    width: float
    height: float
    words: list[Words] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    windows: list[Box] = field(default_factory=list)

    def said(self, words: str) -> list[Words]:
        return [each for each in self.words if each.said == words]

    @property
    def text(self) -> str:
        return "\n".join(each.said for each in self.words)

    @property
    def filled(self) -> list[Shape]:
        return [shape for shape in self.shapes if shape.paint == "f*"]

    @property
    def lines(self) -> list[Shape]:
        return [shape for shape in self.shapes if shape.paint == "S"]


def pages(data: bytes) -> list[Measured]:
    """Return the pages of a PDF."""
    reader = PdfReader(io.BytesIO(data), strict=True)
    return [Reading(page, reader).measured for page in reader.pages]


class Reading:
    """One page as it is read, with the state of the pen."""

    def __init__(self, page: PageObject, reader: PdfReader) -> None:
        box = page.mediabox
        self.measured = Measured(float(box.width) / POINTS, float(box.height) / POINTS)
        self.matrix: Matrix = (1, 0, 0, 1, 0, 0)
        self.window: Box | None = None
        self.width = 1.0
        self.kept: list[tuple[Matrix, Box | None, float]] = []
        self.path: list[Spot] = []
        self.letters: Matrix = (1, 0, 0, 1, 0, 0)
        self.size = 0.0
        self.clips = self.rim = False
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            self.step(operator.decode(), operands)

    def step(self, operator: str, given: list[Any]) -> None:
        numbers = [float(each) for each in given if isinstance(each, (int, float))]
        if operator == "q":
            self.kept.append((self.matrix, self.window, self.width))
        elif operator == "Q":
            self.matrix, self.window, self.width = self.kept.pop()
        elif operator == "cm":
            self.matrix = times(as_matrix(numbers), self.matrix)
        elif operator == "w":
            self.width = numbers[0] * self.scale
        elif operator in {"m", "l"}:
            self.path.append(self.here(numbers[0], numbers[1]))
        elif operator == "c":
            self.path.append(self.here(numbers[4], numbers[5]))
        elif operator == "re":
            x, y, wide, high = numbers
            self.path += [self.here(x, y), self.here(x + wide, y + high)]
        elif operator == "W":
            self.clips = True
        elif operator in PAINTED:
            self.paint(operator)
        else:
            self.spell(operator, given, numbers)

    def paint(self, operator: str) -> None:
        shape = Shape(tuple(self.path), operator, self.width, self.window)
        if self.clips:
            self.window = shape.box
            self.measured.windows.append(shape.box)
        else:
            self.measured.shapes.append(shape)
        self.path, self.clips = [], False

    def spell(self, operator: str, given: list[Any], numbers: list[float]) -> None:
        if operator == "Tf":
            self.size = float(given[1])
        elif operator == "Tr":
            self.rim = numbers[0] == 1
        elif operator == "Tm":
            self.letters = as_matrix(numbers)
        elif operator == "Tj" and not self.rim:
            a, b, _, _, x, y = times(self.letters, self.matrix)
            spot = (x / POINTS, self.measured.height - y / POINTS)
            raw = given[0]
            said = raw if isinstance(raw, str) else raw.decode("cp1252")
            self.measured.words.append(
                Words(str(said), spot, (a / POINTS, -b / POINTS), self.size * self.scale)
            )

    @property
    def scale(self) -> float:
        a, b, *_ = self.matrix
        return float((a * a + b * b) ** 0.5 / POINTS)

    def here(self, x: float, y: float) -> Spot:
        a, b, c, d, e, f = self.matrix
        return (a * x + c * y + e) / POINTS, self.measured.height - (b * x + d * y + f) / POINTS


def as_matrix(numbers: list[float]) -> Matrix:
    a, b, c, d, e, f = numbers
    return a, b, c, d, e, f


def times(one: Matrix, other: Matrix) -> Matrix:
    """Return what doing `one` and then `other` comes to."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
        e * g + f * i + k, e * h + f * j + m,
    )  # fmt: skip


def near(one: Sequence[float], other: Sequence[float], by: float = 0.1) -> bool:
    """Whether measures are the same to a tenth of a millimetre."""
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))
