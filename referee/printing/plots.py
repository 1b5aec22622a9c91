"""Figures laid out for the templates that draw them as SVG: lines, bands, and bars.

Lengths are in drawing units; a plot is `WIDTH` wide however large it is shown. Dashes, shapes, patterns or
words repeat whatever colour says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from referee.printing.measure import path, text

WIDTH = 360.0
HEIGHT = 220.0
LEFT, RIGHT, TOP, BOTTOM = 36.0, 14.0, 12.0, 38.0
ROW = 44.0
BAND = 30.0
NAME = 64.0
LETTER = 7.6
"""The approximate width of a letter on a band."""
BOLD = 8.6
"""The approximate width of a letter in the name of a bar."""
MAX_TICKS = 9
LEAST = 8.0
"""The least width of a stretch, so that the last moment of a game is visible."""
SHAPES = ("round", "square", "diamond")


@dataclass(frozen=True, slots=True)
class Across:
    """The unit of a plot from left to right: its name in the game, and the time before the first one."""

    name: str
    before: str = "before"

    def at(self, count: int) -> str:
        """Return one of them by its number: "Turn 3"."""
        return f"{self.name} {count}" if count else self.before


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its place and its label."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a line, with the text for a finger that rests on it."""

    x: str
    y: str
    title: str


@dataclass(frozen=True, slots=True)
class Series:
    """A line; `kind` numbers its look: colour, dashes, shape of its spots."""

    name: str
    kind: int
    shape: str
    path: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over what `across` counts. `zero` is where 0 is drawn."""

    series: tuple[Series, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    across: Across
    zero: str = ""
    view_box: str = f"0 0 {WIDTH:g} {HEIGHT:g}"
    left: str = text(LEFT)
    right: str = text(WIDTH - RIGHT)
    foot: str = text(HEIGHT - BOTTOM)
    height: str = text(HEIGHT)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of a band: `kind` gives its pattern, `label` its text, `title` the full description."""

    kind: str
    x: str
    width: str
    middle: str
    label: str
    title: str


@dataclass(frozen=True, slots=True)
class Band:
    """A named row of stretches; `y` is its top, `middle` the baseline of its words."""

    name: str
    y: str
    middle: str
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Bands:
    """Rows of stretches over what `across` counts."""

    bands: tuple[Band, ...]
    x_ticks: tuple[Tick, ...]
    across: Across
    view_box: str
    foot: str
    height: str
    thickness: str = text(BAND)
    left: str = text(NAME)
    right: str = text(WIDTH - RIGHT)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar; `kind` gives its pattern."""

    kind: str
    x: str
    width: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar made of parts, and the words at its end."""

    name: str
    y: str
    middle: str
    parts: tuple[Part, ...]
    end: str
    label: str


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars from the left. An empty `name` means the name above."""

    bars: tuple[Bar, ...]
    view_box: str
    height: str
    thickness: str
    left: str


def lines(turns: Sequence[int], series: Sequence[tuple[str, Sequence[float]]], across: Across) -> Lines:
    """Return the plot of figures at the ends of turns: a name and as many figures as there are `turns`."""
    low = min(0.0, *(min(values) for _, values in series))
    high = max(1.0, *(max(values) for _, values in series))
    step = nice_step(high - low)
    low, high = floor(low / step) * step, ceil(high / step) * step
    last = max(turns[-1], 1)

    def x(turn: float) -> float:
        return LEFT + turn / last * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    drawn = tuple(
        Series(
            name,
            kind,
            SHAPES[kind % len(SHAPES)],
            path([(x(t), y(v)) for t, v in zip(turns, values, strict=True)]),
            tuple(
                Spot(text(x(t)), text(y(v)), f"{name}, {across.at(t)}: {signed(v) if low < 0 else f'{v:g}'}")
                for t, v in zip(turns, values, strict=True)
            ),
        )
        for kind, (name, values) in enumerate(series)
    )
    marks = [low + step * i for i in range(round((high - low) / step) + 1)]
    y_ticks = tuple(Tick(text(y(v)), signed(v) if low < 0 else f"{v:g}") for v in marks)
    return Lines(drawn, _turn_ticks(last, x), y_ticks, across, text(y(0)) if low < 0 else "")


def bands(
    rows: Sequence[tuple[str, Sequence[tuple[str, float, float, str]]]], last: float, across: Across
) -> Bands:
    """Return rows of stretches: each row a name and stretches of (kind, start, end, word), in turns."""

    def x(turn: float) -> float:
        return NAME + turn / max(last, 1.0) * (WIDTH - NAME - RIGHT)

    def begins(start: float) -> float:
        """Return where a stretch begins: one of the last moment still ends where the axis does."""
        return min(x(start), WIDTH - RIGHT - LEAST)

    drawn = []
    for index, (name, stretches) in enumerate(rows):
        top = TOP + index * ROW
        parts = tuple(
            Stretch(
                kind,
                text(begins(start)),
                text(max(LEAST, x(end) - begins(start))),
                text((begins(start) + x(end)) / 2),
                _fitting(word, x(end) - x(start)),
                f"{name}: {word}, from {across.at(floor(start) + 1)} to {max(1, ceil(end))}",
            )
            for kind, start, end, word in stretches
        )
        drawn.append(Band(name, text(top), text(top + BAND / 2), parts))
    foot = TOP + len(rows) * ROW - ROW + BAND + 8
    return Bands(
        tuple(drawn),
        _turn_ticks(max(1, ceil(last)), x),
        across,
        f"0 0 {WIDTH:g} {foot + BOTTOM:g}",
        text(foot),
        text(foot + BOTTOM),
    )


def bars(rows: Sequence[tuple[str, Sequence[tuple[str, float]], str]]) -> Bars:
    """Return bars: each a name, its parts as (kind, length) and the words at its end.

    A bar without a name belongs to the one above, and is drawn close to it.
    """
    most = max(1.0, *(sum(length for _, length in parts) for _, parts, _ in rows))
    left = min(WIDTH / 2, max(NAME, *(len(name) * BOLD + 8 for name, _, _ in rows)))
    room = max(LEAST, WIDTH - left - max(len(label) for _, _, label in rows) * LETTER - RIGHT)
    thick, drawn, top = 20.0, [], TOP
    for index, (name, parts, label) in enumerate(rows):
        top += 0 if not index else 14 if name else 4
        at, pieces = left, []
        for kind, length in parts:
            width = length / most * room
            pieces.append(Part(kind, text(at), text(width)))
            at += width
        end, name, label = at + 8, _cut(name, left / BOLD), _cut(label, (WIDTH - at - 8) / LETTER)
        drawn.append(Bar(name, text(top), text(top + thick / 2), tuple(pieces), text(end), label))
        top += thick
    return Bars(tuple(drawn), f"0 0 {WIDTH:g} {top + TOP:g}", text(top + TOP), text(thick), text(left))


def nice_step(span: float, most: int = 5) -> int:
    """Return a round step (1, 2 or 5 times a power of ten) that divides `span` into at most `most` steps."""
    least = max(1.0, span / most)
    power = 10 ** floor(log10(least))
    return next(int(factor * power) for factor in (1, 2, 5, 10) if factor * power >= least)


def signed(value: float) -> str:
    """Return a number with its sign; 0 has none."""
    shown = f"{abs(value):g}"
    return shown if shown == "0" else f"{'+' if value > 0 else '−'}{shown}"


def beside_average(value: float) -> str:
    """Return how far a sum is from its average, in words: "13 below average", "exactly average"."""
    if not value:
        return "exactly average"
    return f"{abs(value):g} {'above' if value > 0 else 'below'} average"


def _turn_ticks(last: int, x: Callable[[float], float]) -> tuple[Tick, ...]:
    step = nice_step(last, MAX_TICKS)
    return tuple(Tick(text(x(turn)), str(turn)) for turn in range(0, last + 1, step))


def _cut(words: str, letters: float) -> str:
    """Return words, or the beginning of them that so many letters have room for."""
    return words if len(words) <= letters else f"{words[: int(letters) - 1].rstrip()}…"


def _fitting(word: str, width: float) -> str:
    """Return the part of a word that fits on a stretch: all, its first letter, or ""."""
    if len(word) * LETTER + 6 <= width:
        return word
    return word[0].upper() if width >= LETTER + 4 else ""
