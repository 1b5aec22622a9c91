"""A drawing in millimetres, kept as a list of marks, so that a sheet takes only those that touch it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin

import pydyf

from referee.drawing.measure import Box, Spot, meets
from referee.printing.letters import CAPITAL, printable, width

Colour = tuple[float, float, float]
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
ROUND = 0.5523
"""How far the handles of a quarter of a circle reach, as a share of its radius."""
HALO = 0.28
"""The width of the rim about letters as a share of their size."""
LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0
"""Where words stand about their spot: the share of their width that lies before it."""


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
        stream = _begun(fill, pen)
        _trace(stream, spots)
        stream.close()
        _paint(stream, fill, pen)
        self._keep(stream, _box(spots, pen))

    def line(self, spots: Sequence[Spot], pen: Pen) -> None:
        """Draw a broken line."""
        stream = _begun(None, pen)
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
        stream = _begun(fill, pen)
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
        inside = [mark for box, mark in self.marks if meets(box, window)]
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


def _begun(fill: Colour | None, pen: Pen | None) -> pydyf.Stream:
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
