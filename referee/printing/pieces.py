"""What a game has to say so that its board and its counters can be printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.printing.drawing import WHITE, Colour, Drawing

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
    """What a game prints on its board: its name, whose it is, its symbols by what the map calls them.

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
