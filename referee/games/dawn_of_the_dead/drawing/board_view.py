"""The whole drawing of a board at one moment, its key, and the same as one SVG file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from typing import Any
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from werkzeug.utils import cached_property

from referee import config
from referee.games.dawn_of_the_dead.drawing.annotations import (
    Annotations,
    AnnotationsView,
    annotations_view,
    beside_numbers,
    chevron,
    segments,
)
from referee.games.dawn_of_the_dead.drawing.layers import (
    RIFLES_FOOT,
    CounterView,
    FanView,
    OnBoard,
    RiflesView,
    SightView,
    area_of,
    counters_of,
    drawn,
    fan_of,
    ground_in,
    rifles_of,
    sight_of,
)
from referee.games.dawn_of_the_dead.drawing.plan import (
    MARGIN,
    DoorView,
    Opening,
    PlanView,
    door_path,
    door_views,
    frame_of,
    main_door_path,
    middle,
    outline,
    plan_of,
)
from referee.printing.measure import CELL, Box, path, text
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet
from rules.dawn_of_the_dead.view import View

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


TRAIL_HEAD = 8.0
FIGURE = 28.0


@dataclass(frozen=True, slots=True)
class TrailView:
    """The trail: lines with arrowheads in the middle, and a dot in each square.

    The last dot, where the trail ends, is drawn apart.
    """

    path: str
    heads: str
    dots: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MarkView:
    """A highlighted square. `kind`: go, target or chosen. A hidden one has a figure at a `spot`."""

    square: str
    kind: str
    points: str
    spot: tuple[str, str] | None = None


def trail_of(squares: Sequence[str], board: Board) -> TrailView | None:
    """Return the trail through squares in order, or None when there is none (R-7.0a)."""
    there = [s for s in squares if s in board.squares]
    if not there:
        return None
    spots = beside_numbers([middle(s, board) for s in there], there, board)
    lines = list(segments(spots))
    heads = []
    for (ax, ay), (bx, by) in lines:
        tip = (ax + (bx - ax) * 0.6, ay + (by - ay) * 0.6)
        heads.append(chevron(tip, (ax, ay), TRAIL_HEAD))
    seen = dict.fromkeys(spots[:-1])
    dots = [*(s for s in seen if s != spots[-1]), spots[-1]]
    return TrailView(
        path(*dict.fromkeys(lines)), path(*heads), tuple((text(x), text(y)) for x, y in dots)
    )  # fmt: skip


def marks_of(marks: Mapping[str, str], board: Board, hidden: Iterable[str] = ()) -> list[MarkView]:
    """Return the highlighted squares; `marks` has the kind of each.

    Every square in `hidden` has its figure, whatever else it is highlighted for.
    """
    figures = {*hidden, *(s for s, kind in marks.items() if kind == "hidden")}
    return [
        MarkView(s, kind, outline(s, board), _figure_spot(s, board) if s in figures else None)
        for s, kind in {**dict.fromkeys(sorted(figures), "hidden"), **marks}.items()
        if s in board.squares
    ]


def _figure_spot(square: str, board: Board) -> tuple[str, str]:
    """Return the upper left corner of a figure in the middle of a square."""
    x, y = middle(square, board)
    return text(x - FIGURE / 2), text(y - FIGURE / 2)


LEGEND_GAP = 16.0
NOTHING: Mapping[Any, Any] = {}
NOTHING_ON_IT = OnBoard()


@dataclass(frozen=True)
class BoardView:
    """The data for `dawn_of_the_dead/map/board/_board.svg`. `symbols` is whether the placement symbols show.

    A drawing in a file of its own has a `legend` and a size.
    """

    plan: PlanView
    view_box: str
    doors: tuple[DoorView, ...]
    counters: tuple[CounterView, ...] = ()
    rifles: RiflesView | None = None
    trail: TrailView | None = None
    marks: tuple[MarkView, ...] = ()
    reach: str = ""
    annotations: AnnotationsView | None = None
    fan: FanView | None = None
    seen: str = ""
    sight: SightView | None = None
    symbols: bool = True
    legend: Legend | None = None
    size: tuple[str, str] | None = None

    def drawn_counters(self, draw: Callable[[CounterView, bool], str]) -> Markup:
        """Return the counters as SVG, each drawn by the template's macro `draw`."""
        return drawn(self.counters, draw)

    @property
    def key(self) -> tuple[LegendItem, ...]:
        return key_items()

    @cached_property
    def stamps(self) -> Mapping[str, str]:
        """A mark of what each heavy layer shows. A page that has it needs no second copy."""
        shown = {"doors": self.doors, "counters": (self.counters, self.rifles)}
        return {layer: f"{layer}-{crc32(repr(what).encode()):08x}" for layer, what in shown.items()}


def board_view(
    board: Board,
    view: View | OnBoard = NOTHING_ON_IT,
    *,
    sheet: CounterSheet | None = None,
    marks: Mapping[str, str] = NOTHING,
    annotations: Annotations | None = None,
    fanned: str = "",
    sight: Mapping[str, Any] | None = None,
    seen: Iterable[str] = (),
    symbols: bool | None = None,
    standalone: bool = False,
) -> BoardView:
    """Return the drawing of a board with what a seat's `view` shows on it.

    `sheet` puts the ratings on the characters' counters, `marks` highlights squares besides those that hide a
    zombie, `annotations` are drawn on the board, `fanned` is a square whose stack is shown at full size where
    it is crowded, `sight` is the JSON of a sight line, `seen` are squares to shade. The placement symbols
    show until something lies on the board, or as `symbols` says.
    """
    counters = tuple(counters_of(view, board, ratings_of(sheet)))
    lying = _lying(counters, view, board) if annotations else {}
    plan, frame = plan_of(board), frame_of(board)
    key = legend(frame.width, frame.height + MARGIN + LEGEND_GAP) if standalone else None
    width, height = frame.width + 2 * MARGIN, frame.height + 2 * MARGIN + (key.height if key else 0)
    return BoardView(
        plan=plan,
        view_box=" ".join(text(n) for n in (-MARGIN, -MARGIN, width, height)),
        doors=tuple(door_views(board, view.doors, view.main_doors)),
        counters=counters,
        rifles=rifles_of(view, board, counters),
        trail=trail_of(view.trail, board),
        marks=tuple(marks_of(marks, board, view.hidden or ())),
        reach=area_of(set(annotations.costs) - set(marks), board) if annotations else "",
        annotations=annotations_view(annotations, board, lying, lying) if annotations else None,
        fan=fan_of(counters, board, fanned, marks) if fanned else None,
        seen=area_of(seen, board),
        sight=sight_of(sight, board) if sight else None,
        symbols=not counters if symbols is None else symbols,
        legend=key,
        size=(text(width), text(height)) if standalone else None,
    )


def _lying(counters: Iterable[CounterView], view: View | OnBoard, board: Board) -> dict[str, Box]:
    """Return the covered area of each square with counters or the rifles in it (12.0)."""
    with_rifles = board.rifle_square if view.rifles else None
    counts = Counter(c.square for c in counters)
    lying = {
        square: ground_in(board, square, count, RIFLES_FOOT if square == with_rifles else 0.0)
        for square, count in counts.items()
    }
    if with_rifles:
        lying.setdefault(with_rifles, ground_in(board, with_rifles, 1))
    return lying


def ratings_of(sheet: CounterSheet | None) -> Mapping[tuple[str, bool], str]:
    """Return each character's figures as printed: Fire Rate, Panic Level, Movement Allowance (2.3)."""
    if sheet is None:
        return NOTHING
    return {key: f"{r.fire_rate}-{r.panic_level}-{r.movement_allowance}" for key, r in sheet.ratings.items()}


def draw_map(board: Board) -> str:
    """Return a map as one SVG document, with its placement symbols and no counters."""
    return draw(board_view(board, symbols=True, standalone=True))


def draw(view: BoardView) -> str:
    """Return the SVG of a board view."""
    environment = _environment()
    style = Markup(environment.globals["map_style"])  # noqa: S704  (our own style sheet)
    return environment.get_template("dawn_of_the_dead/map/board/_board.svg").render(map=view, map_style=style)


@cache
def _environment() -> Environment:
    folder = config.templates_folder()
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, trim_blocks=True, undefined=StrictUndefined
    )
    tokens = (folder / "dawn_of_the_dead" / "map" / "board" / "_tokens.css").read_text(encoding="utf-8")
    environment.globals["map_style"] = tokens + (
        config.static_folder() / "dawn_of_the_dead" / "map" / "map.css"
    ).read_text(encoding="utf-8")
    return environment
