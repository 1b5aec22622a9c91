"""A drawing in millimetres, kept as a list of marks, and PDF from it: the same drawings, the same bytes.

The letters are those of Helvetica and Helvetica-Bold, which every PDF viewer has: they need not travel in the
file. They have the letters of Windows-1252, which covers western Europe.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import cos, radians, sin

import pydyf

from referee.printing.measure import Box, Spot, overlaps

FONTS = {False: "Helvetica", True: "Helvetica-Bold"}
"""The font by whether it is bold."""
CAPITAL = 0.72
"""The height of a capital letter or a figure as a share of the size."""
_BARRED = {"Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "Ħ": "H", "ħ": "h", "ı": "i", "Ŧ": "T", "ŧ": "t"}
"""Letters with a bar, which no accent makes."""
_FIRST = 32
_PLAIN = """
    278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556
    556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778
    722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222
    500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 0 556 0 222 556 333
    1000 556 556 333 1000 667 333 1000 0 611 0 0 222 222 333 333 350 556 1000 333 1000 500 333 944 0 500
    667 278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 552 400 549 333 333 333 576 537 278
    333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278 722
    722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 500 556 556
    556 556 278 278 278 278 556 556 556 556 556 556 556 549 611 556 556 556 556 500 556 500
"""
_BOLD = """
    278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556
    556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778
    722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278
    556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584 0 556 0 278 556 500
    1000 556 556 333 1000 667 333 1000 0 611 0 0 278 278 500 500 350 556 1000 333 1000 556 333 944 0 500
    667 278 333 556 556 556 556 280 556 333 737 370 556 584 333 737 552 400 549 333 333 333 576 556 278
    333 333 365 556 834 834 834 611 722 722 722 722 722 722 1000 722 667 667 667 667 278 278 278 278 722
    722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 556 556 556
    556 556 278 278 278 278 611 611 611 611 611 611 611 549 611 611 611 611 611 556 611 556
"""
_WIDTHS = {False: tuple(map(int, _PLAIN.split())), True: tuple(map(int, _BOLD.split()))}
"""Thousandths of the size, from the space to the last letter."""


def printable(said: str) -> bytes:
    """Return words in Windows-1252. A letter that it lacks loses its accent, or else becomes "?"."""
    return b"".join(_letter(each) for each in said)


def _letter(each: str) -> bytes:
    for tried in (each, unicodedata.normalize("NFKD", each)[:1], _BARRED.get(each, "?")):
        code = tried.encode("cp1252", "ignore")
        if code and code[0] >= _FIRST:
            return code
    return b"?"


def width(said: str, size: float, *, bold: bool = False, spacing: float = 0.0) -> float:
    """Return how wide words are at a size, with `spacing` between the letters."""
    codes = printable(said)
    return sum(_WIDTHS[bold][code - _FIRST] for code in codes) * size / 1000 + spacing * max(
        0, len(codes) - 1
    )


Colour = tuple[float, float, float]
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
ROUND = 0.5523
"""How far the handles of a quarter of a circle reach, as a share of its radius."""
HALO = 0.28
"""The width of the rim about letters as a share of their size."""
LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0
"""The alignment of words at their spot: the share of their width to the left of it."""


def grey(share: float) -> Colour:
    """Return a grey: 0 is black and 1 is white."""
    return share, share, share


@dataclass(frozen=True, slots=True)
class Pen:
    """How a line is drawn. `cap`: 0 ends at its points, 1 is round, 2 reaches half its width beyond."""

    colour: Colour = BLACK
    width: float = 0.2
    cap: int = 0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Type:
    """How words are set. `spacing` is put between letters; `halo` is a rim in the colour of the ground."""

    size: float
    bold: bool = False
    at: float = LEFT
    colour: Colour = BLACK
    spacing: float = 0.0
    halo: Colour | None = None
    upright: bool = False

    def width(self, said: str) -> float:
        """Return how wide words are."""
        return width(said, self.size, bold=self.bold, spacing=self.spacing)


@dataclass(slots=True)
class Drawing:
    """Marks in the order in which they are painted, each with the box that it touches."""

    marks: list[tuple[Box, bytes]] = field(default_factory=list)

    def polygon(self, spots: Sequence[Spot], fill: Colour | None = None, pen: Pen | None = None) -> None:
        """Draw a closed polygon, filled, with an outline, or both."""
        stream = _start_stream(fill, pen)
        _trace(stream, spots)
        stream.close()
        _paint(stream, fill, pen)
        self._keep(stream, _box(spots, pen))

    def line(self, spots: Sequence[Spot], pen: Pen) -> None:
        """Draw a broken line."""
        stream = _start_stream(None, pen)
        _trace(stream, spots)
        stream.stroke()
        self._keep(stream, _box(spots, pen))

    def rectangle(self, box: Box, fill: Colour | None = None, pen: Pen | None = None) -> None:
        """Draw a rectangle, given as left, top, right and bottom."""
        left, top, right, bottom = box
        self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill, pen)

    def circle(self, spot: Spot, radius: float, fill: Colour | None = None, pen: Pen | None = None) -> None:
        """Draw a circle."""
        x, y = spot
        self.shape([ellipse(x, y, radius, radius)], fill, pen)

    def shape(self, paths: Iterable[str], fill: Colour | None = None, pen: Pen | None = None) -> None:
        """Draw paths of `M x y`, `L x y`, `C x y x y x y` and `Z`; where two overlap there is a hole."""
        stream = _start_stream(fill, pen)
        spots = [spot for path in paths for spot in _follow(stream, path.split())]
        _paint(stream, fill, pen)
        self._keep(stream, _box(spots, pen))

    def words(self, said: str, spot: Spot, style: Type) -> None:
        """Set words with their baseline at a spot; `upright` ones run upwards."""
        x, y = spot
        wide, high = style.width(said), style.size
        before = wide * style.at
        across, down = (0.0, -1.0) if style.upright else (1.0, 0.0)
        start = (x - before * across, y - before * down)
        stream = pydyf.Stream()
        stream.begin_text()
        stream.set_font_size(f"F{int(style.bold)}", _short(style.size))
        if style.spacing:
            stream.stream.append(f"{_short(style.spacing)} Tc".encode())
        # A page grows downwards here and upwards in PDF, so letters are turned over.
        matrix = (across, down, down, -across, *map(_short, start))
        stream.set_text_matrix(*matrix)
        if style.halo is not None:
            stream.set_color_rgb(*style.halo, stroke=True)
            stream.set_line_width(_short(style.size * HALO))
            stream.set_line_join(1)
            stream.set_text_rendering(1)
            stream.show_text_string(printable(said))
            stream.set_text_rendering(0)
            stream.set_text_matrix(*matrix)
        stream.set_color_rgb(*style.colour)
        stream.show_text_string(printable(said))
        stream.end_text()
        end = (start[0] + wide * across, start[1] + wide * down)
        self._keep(stream, _grown(_box([start, end], None), high * CAPITAL + high * 0.3))

    def place(self, other: Drawing, spot: Spot, scale: float = 1.0, turn: int = 0) -> None:
        """Put a drawing here: its own (0, 0) comes to a spot, scaled, turned clockwise by `turn` degrees."""
        if not other.marks:
            return
        a, b = round(cos(radians(turn)), 9) * scale, round(sin(radians(turn)), 9) * scale
        stream = pydyf.Stream()
        stream.push_state()
        stream.set_matrix(a, b, -b, a, *map(_short, spot))
        stream.stream.extend(mark for _, mark in other.marks)
        stream.pop_state()
        corners = [
            (spot[0] + a * x - b * y, spot[1] + b * x + a * y)
            for left, top, right, bottom in (box for box, _ in other.marks)
            for x in (left, right)
            for y in (top, bottom)
        ]
        self._keep(stream, _box(corners, None))

    def within(self, window: Box) -> Drawing:
        """Return the marks that touch a window, cut off at its edge."""
        inside = [mark for box, mark in self.marks if overlaps(box, window)]
        left, top, right, bottom = window
        stream = pydyf.Stream()
        stream.push_state()
        stream.rectangle(*map(_short, (left, top, right - left, bottom - top)))
        stream.clip()
        stream.end()
        stream.stream.extend(inside)
        stream.pop_state()
        return Drawing([(window, b"\n".join(stream.stream))])

    def _keep(self, stream: pydyf.Stream, box: Box) -> None:
        self.marks.append((box, b"\n".join((b"q", *stream.stream, b"Q"))))


def ellipse(x: float, y: float, across: float, down: float) -> str:
    """Return the path of an ellipse about a centre."""
    a, b = across * ROUND, down * ROUND
    return (
        f"M {x - across} {y} C {x - across} {y - b} {x - a} {y - down} {x} {y - down}"
        f" C {x + a} {y - down} {x + across} {y - b} {x + across} {y}"
        f" C {x + across} {y + b} {x + a} {y + down} {x} {y + down}"
        f" C {x - a} {y + down} {x - across} {y + b} {x - across} {y} Z"
    )


def _short(number: float) -> float:
    """Return a measure to a thousandth of a millimetre."""
    return round(float(number), 3)


def _start_stream(fill: Colour | None, pen: Pen | None) -> pydyf.Stream:
    stream = pydyf.Stream()
    if fill is not None:
        stream.set_color_rgb(*fill)
    if pen is not None:
        stream.set_color_rgb(*pen.colour, stroke=True)
        stream.set_line_width(pen.width)
        if pen.cap:
            stream.set_line_cap(pen.cap)
        if pen.dash:
            stream.set_dash(pen.dash, 0)
    return stream


def _trace(stream: pydyf.Stream, spots: Sequence[Spot]) -> None:
    stream.move_to(*map(_short, spots[0]))
    for spot in spots[1:]:
        stream.line_to(*map(_short, spot))


def _follow(stream: pydyf.Stream, words: Sequence[str]) -> Iterable[Spot]:
    """Write a path, and yield the spots that it names."""
    steps = {"M": (stream.move_to, 2), "L": (stream.line_to, 2), "C": (stream.curve_to, 6)}
    at = 0
    while at < len(words):
        if words[at] == "Z":
            stream.close()
            at += 1
            continue
        step, count = steps[words[at]]
        numbers = [_short(float(word)) for word in words[at + 1 : at + 1 + count]]
        step(*numbers)
        yield from zip(numbers[::2], numbers[1::2], strict=True)
        at += 1 + count


def _paint(stream: pydyf.Stream, fill: Colour | None, pen: Pen | None) -> None:
    if fill is not None and pen is not None:
        stream.fill_and_stroke(even_odd=True)
    elif fill is not None:
        stream.fill(even_odd=True)
    else:
        stream.stroke()


def _box(spots: Iterable[Spot], pen: Pen | None) -> Box:
    known = list(spots)
    xs, ys = [x for x, _ in known], [y for _, y in known]
    return _grown((min(xs), min(ys), max(xs), max(ys)), pen.width if pen else 0.001)


def _grown(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


COUNTER = 12.7
"""The edge of a counter: half an inch."""
SYMBOL = 24.0
"""The edge of the square, from (0, 0), in which the drawing of a symbol is kept."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol printed in squares: what the key calls it, and its drawing."""

    name: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class CounterBox:
    """A box printed beside the board with room for this many counters in a row."""

    name: str
    counters: int


@dataclass(frozen=True, slots=True)
class BoardLook:
    """A game's own print on its board: its name, its credit, its symbols by their names in the map.

    The symbol of what lies in the map's `rifles` square is called "rifles".
    """

    game: str
    credit: Sequence[str]
    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    boxes: Sequence[CounterBox] = ()


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter: its name, and the drawings of both sides, each `COUNTER` wide and high from (0, 0)."""

    name: str
    front: Drawing
    back: Drawing
    front_ground: Colour = WHITE
    back_ground: Colour = WHITE


@dataclass(frozen=True, slots=True)
class CounterSet:
    """The counters of a game, in the order of the sheet, with a title and lines to print below them."""

    title: str
    counters: Sequence[Counter]
    notes: Sequence[str] = ()


POINTS = 72 / 25.4
"""Points, PDF's measure, in a millimetre."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its size in millimetres, and what is on it."""

    width: float
    height: float
    drawing: Drawing


def pdf(title: str, pages: Sequence[Page], *, both_sides: bool = False) -> bytes:
    """Return a PDF of pages that asks for full size, and for `both_sides` flipped on the long edge."""
    document = pydyf.PDF()
    fonts = pydyf.Dictionary(
        {
            f"F{int(bold)}": pydyf.Dictionary(
                {"Type": "/Font", "Subtype": "/Type1", "BaseFont": f"/{name}", "Encoding": "/WinAnsiEncoding"}
            )
            for bold, name in FONTS.items()
        }
    )
    document.add_object(fonts)
    for page in pages:
        document.add_page(_page(document, page, fonts))
    # Utf-16 after its mark is how PDF writes words outside of a page.
    document.info["Title"] = pydyf.String(title)
    preferences = pydyf.Dictionary({"PrintScaling": "/None"})
    if both_sides:
        preferences["Duplex"] = "/DuplexFlipLongEdge"
    document.catalog["ViewerPreferences"] = preferences
    out = BytesIO()
    document.write(out)
    return out.getvalue()


def _page(document: pydyf.PDF, page: Page, fonts: pydyf.Dictionary) -> pydyf.Dictionary:
    content = pydyf.Stream(compress=True)
    content.set_matrix(POINTS, 0, 0, -POINTS, 0, page.height * POINTS)
    content.stream.extend(mark for _, mark in page.drawing.marks)
    document.add_object(content)
    return pydyf.Dictionary(
        {
            "Type": "/Page",
            "Parent": document.pages.reference,
            "MediaBox": pydyf.Array([0, 0, page.width * POINTS, page.height * POINTS]),
            "Contents": content.reference,
            "Resources": pydyf.Dictionary({"Font": fonts.reference}),
        }
    )
