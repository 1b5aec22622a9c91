"""The key of the map (2.1): every wall, door and symbol with its name, below a drawing or in a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import repeat

from referee.games.dawn_of_the_dead.drawing.doors import Opening, door_path, main_door_path
from referee.printing.measure import CELL, path, text

COLUMN = 150.0
ROW = 34.0
DOORS = (
    ("Solid door, open", "solid", "open"),
    ("Solid door, closed", "solid", "closed"),
    ("Glass door, open", "glass", "open"),
    ("Glass door, closed", "glass", "closed"),
    ("Glass door, destroyed", "glass", "destroyed"),
    ("Main door, open", "main", "open"),
    ("Main door, closed", "main", "closed"),
)
SYMBOLS = (("Zombie placement", "zombie"), ("Character placement", "character"), ("Hunting rifles", "rifles"))


@dataclass(frozen=True, slots=True)
class LegendItem:
    """One entry: its words at (`x`, `y`), and above them either a `symbol` or a `path` of these classes."""

    label: str
    x: str
    y: str
    classes: str
    path: str = ""
    symbol: str = ""
    symbol_x: str = ""
    symbol_y: str = ""


@dataclass(frozen=True, slots=True)
class Legend:
    """The key, and how high it is in drawing units."""

    items: tuple[LegendItem, ...]
    height: float


def legend(width: float, top: float) -> Legend:
    """Return a key that begins at `top` and breaks into rows that fit `width`."""
    count = 1 + len(DOORS) + len(SYMBOLS)
    rows = -(-count // max(1, int(width // COLUMN)))
    columns = -(-count // rows)
    spots = ((COLUMN * (i % columns), top + 2 * ROW * (i // columns)) for i in range(count))
    return Legend(tuple(_items(spots)), 2 * ROW * rows)


@cache
def key_items() -> tuple[LegendItem, ...]:
    """Return the entries of the key, each drawn for itself around (0, 0)."""
    return tuple(_items(repeat((0.0, 0.0))))


def _items(spots: Iterator[tuple[float, float]]) -> Iterator[LegendItem]:
    x, y = next(spots)
    yield _item("Wall", x, y, "wall", path=path([(x, y), (x + CELL, y)]))
    for label, kind, state in DOORS:
        x, y = next(spots)
        opening = Opening((x, y), (x + CELL, y), (x, y + CELL))
        shape = (
            main_door_path(opening, state) if kind == "main" else door_path(opening, f"{kind}_door", state)
        )
        yield _item(label, x, y, f"door {kind} {state}", path=shape)
    for label, symbol in SYMBOLS:
        x, y = next(spots)
        yield _item(label, x, y, "symbol", symbol=symbol)


def _item(label: str, x: float, y: float, classes: str, *, path: str = "", symbol: str = "") -> LegendItem:
    return LegendItem(label, text(x), text(y + ROW), classes, path, symbol, text(x + 16), text(y + 2))
