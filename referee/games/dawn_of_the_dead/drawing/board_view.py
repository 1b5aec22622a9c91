"""The whole drawing of a board as it stands at one moment, for one seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from markupsafe import Markup
from werkzeug.utils import cached_property

from referee.games.dawn_of_the_dead.drawing.annotations import Annotations, AnnotationsView, annotations_view
from referee.games.dawn_of_the_dead.drawing.fan import FanView, fan_of
from referee.games.dawn_of_the_dead.drawing.layers import (
    RIFLES_FOOT,
    CounterView,
    RiflesView,
    SightView,
    area_of,
    counters_of,
    drawn,
    rifles_of,
    sight_of,
)
from referee.games.dawn_of_the_dead.drawing.legend import Legend, LegendItem, key_items, legend
from referee.games.dawn_of_the_dead.drawing.marks import MarkView, TrailView, marks_of, trail_of
from referee.games.dawn_of_the_dead.drawing.plan import (
    MARGIN,
    DoorView,
    PlanView,
    door_views,
    frame_of,
    plan_of,
)
from referee.games.dawn_of_the_dead.drawing.stacks import ground_in
from referee.printing.measure import Box, text
from rules.board.board import Board, pair
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet

LEGEND_GAP = 16.0
NOTHING: Mapping[Any, Any] = {}


@dataclass(frozen=True)
class BoardView:
    """The data for `dawn_of_the_dead/map/_board.svg`. `symbols` is whether the placement symbols show.

    A drawing that stands alone has a `legend` and says how large it is.
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
        """What the map's key explains besides the marks of play."""
        return key_items()

    @cached_property
    def stamps(self) -> Mapping[str, str]:
        """A mark of what each heavy layer shows. A page that has it needs no second copy."""
        shown = {"doors": self.doors, "counters": (self.counters, self.rifles)}
        return {layer: f"{layer}-{crc32(repr(what).encode()):08x}" for layer, what in shown.items()}


def board_view(
    board: Board,
    view: Mapping[str, Any] = NOTHING,
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
    """Return the drawing of a board with what a seat's `view` (the JSON of a position) shows on it.

    `sheet` puts the ratings on the characters' counters, `marks` points squares out besides those that hide a
    zombie, `annotations` stand on the board, `fanned` is a square whose stack is shown at full size where it
    is crowded, `sight` is the JSON of a sight line, `seen` are squares to shade. The placement symbols show
    until something lies on the board, or as `symbols` says.
    """
    doors = {pair(*d["between"]): d["state"] for d in view.get("doors") or ()}
    counters = tuple(counters_of(view, board, ratings_of(sheet)))
    lying = _lying(counters, view, board) if annotations else {}
    plan, frame = plan_of(board), frame_of(board)
    key = legend(frame.width, frame.height + MARGIN + LEGEND_GAP) if standalone else None
    width, height = frame.width + 2 * MARGIN, frame.height + 2 * MARGIN + (key.height if key else 0)
    return BoardView(
        plan=plan,
        view_box=" ".join(text(n) for n in (-MARGIN, -MARGIN, width, height)),
        doors=tuple(door_views(board, doors, view.get("main_doors") or {})),
        counters=counters,
        rifles=rifles_of(view, board, counters),
        trail=trail_of(view.get("trail") or (), board),
        marks=tuple(marks_of(marks, board, view.get("hidden") or ())),
        reach=area_of(set(annotations.costs) - set(marks), board) if annotations else "",
        annotations=annotations_view(annotations, board, lying, lying) if annotations else None,
        fan=fan_of(counters, board, fanned, marks) if fanned else None,
        seen=area_of(seen, board),
        sight=sight_of(sight, board) if sight else None,
        symbols=not counters if symbols is None else symbols,
        legend=key,
        size=(text(width), text(height)) if standalone else None,
    )


def _lying(counters: Iterable[CounterView], view: Mapping[str, Any], board: Board) -> dict[str, Box]:
    """Return the covered area of each square with counters or the rifles in it (12.0)."""
    with_rifles = board.rifle_square if view.get("rifles") else None
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
