"""The board as the template draws it: frozen view objects with finished coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.games.dawn_of_the_dead.drawing.doors import (
    HALF_LEAF,
    LEAF,
    SHORT_LEAF,
    Opening,
    door_path,
    main_door_path,
    open_leaves,
    sill_path,
)
from referee.games.dawn_of_the_dead.drawing.labels import Word, area_words, ground_of, number_word, word
from referee.printing.measure import Box, Frame, Spot, enters, path, points, text
from rules.board.board import Board, MainDoor, Side, Square
from rules.board.outlines import Segment, beside

MARGIN = 48.0
"""Around the map, for the names of the main doors."""
PRINT_SHIFT = 1.0
"""How far symbols and counters are below the centre, between the number and the name."""
DOOR_NAME_SIZE = 16.0
PROVENANCE = {"reconstruction": "Reconstruction, not the printed map"}


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square: its `points`, its number, what it belongs to, and the symbols printed in it."""

    id: str
    kind: str
    title: str
    points: str
    number: Word


@dataclass(frozen=True, slots=True)
class SymbolView:
    """A placement symbol or the rifles, printed at a spot."""

    kind: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class DoorView:
    """A door between two squares, or a main door (whose `id` is its name), as it stands now."""

    id: str
    kind: str
    state: str
    title: str
    sill: str
    path: str


@dataclass(frozen=True, slots=True)
class PlanView:
    """The parts of a map that never change during play."""

    name: str
    note: str
    squares: tuple[SquareView, ...]
    sills: str
    main_sills: str
    walls: str
    outer_wall: str
    names: tuple[Word, ...]
    symbols: tuple[SymbolView, ...]
    door_names: tuple[Word, ...]
    foot: Word


@lru_cache(maxsize=32)
def frame_of(board: Board) -> Frame:
    """Return the frame of a board's drawing, computed once."""
    return Frame.of(board)


@lru_cache(maxsize=4096)
def middle(square: str, board: Board) -> Spot:
    """Return the spot where symbols and counters lie in a square."""
    x, y = frame_of(board).spot(*board.squares[square].centre)
    return x, y + PRINT_SHIFT


@lru_cache(maxsize=4096)
def outline(square: str, board: Board) -> str:
    """Return the sides of a square as the `points` of a polygon."""
    return points(frame_of(board).spots(board.squares[square].outline))


@lru_cache(maxsize=32)
def plan_of(board: Board) -> PlanView:
    """Return the unchanging part of a board's drawing, computed once."""
    frame = frame_of(board)
    note = PROVENANCE.get(board.provenance, board.provenance)
    return PlanView(
        name=board.name,
        note=note,
        squares=tuple(_square(s, board) for s in board.squares.values()),
        sills="".join(sill_path(o) for side in board.doors.values() for o in _openings(side, board)),
        main_sills="".join(sill_path(_main_opening(d, board)) for d in board.main_doors.values()),
        walls=path(
            *(frame.line(s) for side in board.sides.values() if side.kind == "wall" for s in side.segments)
        ),
        outer_wall=path(*(frame.line(s) for s in _outer_wall(board))),
        names=tuple(area_words(board, frame)),
        symbols=tuple(_symbols(board)),
        door_names=tuple(_door_name(d, board) for d in board.main_doors.values()),
        foot=word(note, 0, frame.height + MARGIN - 14),
    )


def door_views(
    board: Board, doors: Mapping[tuple[str, str], str], main_doors: Mapping[str, str]
) -> list[DoorView]:
    """Return every door with its state; unnamed doors are open."""
    views = [_door(side, doors.get(side.between, "open"), board) for side in board.doors.values()]
    return views + [_main_door(d, main_doors.get(d.name, "open"), board) for d in board.main_doors.values()]


def _square(square: Square, board: Board) -> SquareView:
    kind = "hall" if square.area.kind == "hall" else "store"
    return SquareView(
        id=square.id,
        kind=kind,
        title=f"{square.id} {square.area.name}",
        points=outline(square.id, board),
        number=number_word(square, frame_of(board)),
    )


def _symbols(board: Board) -> Iterator[SymbolView]:
    for square in board.squares.values():
        x, y = map(text, middle(square.id, board))
        yield from (SymbolView(kind, x, y) for kind in sorted(square.symbols))
        if square.id == board.rifle_square:
            yield SymbolView("rifles", x, y)


def _openings(side: Side, board: Board) -> list[Opening]:
    """Return where a door stands; open leaves turn out into the hall, or else into the second square.

    Where they would stand on a number or a name they turn the other way, and where they would there too they
    are short.
    """
    frame = frame_of(board)
    one, other = (board.squares[s] for s in side.between)
    out, back = (one, other) if one.area.kind == "hall" else (other, one)
    for room in (out, back):
        openings = [Opening(*frame.line(s), frame.spot(*room.centre), LEAF) for s in side.segments]
        if not any(stands_on_a_word(o, board) for o in openings):
            return openings
    return [Opening(*frame.line(s), frame.spot(*out.centre), SHORT_LEAF) for s in side.segments]


def stands_on_a_word(opening: Opening, board: Board) -> bool:
    """Whether a leaf of an open solid door would cover a number or a name."""
    x, y = (HALF_LEAF * abs(part) for part in opening.along)
    return any(
        enters(hinge, tip, (left - x, top - y, right + x, bottom + y))
        for hinge, tip in open_leaves(opening)
        for left, top, right, bottom in _words(board)
    )


@lru_cache(maxsize=32)
def _words(board: Board) -> tuple[Box, ...]:
    """Return the areas that a board's numbers and names cover."""
    numbers = [number_word(s, frame_of(board)) for s in board.squares.values()]
    return tuple(ground_of(w) for w in (*numbers, *area_words(board, frame_of(board))))


@lru_cache(maxsize=4096)
def _door(side: Side, state: str, board: Board) -> DoorView:
    openings = _openings(side, board)
    kind = side.kind.removesuffix("_door")
    one, other = side.between
    return DoorView(
        id=f"{one}-{other}",
        kind=kind,
        state=state,
        title=f"{kind.capitalize()} door between {one} and {other}: {state}",
        sill="".join(sill_path(o) for o in openings),
        path="".join(door_path(o, side.kind, state) for o in openings),
    )


@lru_cache(maxsize=256)
def _main_door(door: MainDoor, state: str, board: Board) -> DoorView:
    opening = _main_opening(door, board)
    title = f"{door.name.capitalize()} main door, square {door.square}: {state}"
    return DoorView(door.name, "main", state, title, sill_path(opening), main_door_path(opening, state))


def _main_opening(door: MainDoor, board: Board) -> Opening:
    frame = frame_of(board)
    return Opening(*frame.line(door.segment), frame.spot(*board.squares[door.square].centre))


def _door_name(door: MainDoor, board: Board) -> Word:
    """Return the name of a main door, outside the wall; upright where the wall is."""
    opening = _main_opening(door, board)
    (x, y), (across, down) = opening.at(opening.length / 2, -35), opening.across
    if abs(across) > abs(down):
        return word(door.name.capitalize(), x + 5.5, y, DOOR_NAME_SIZE, "upright")
    return word(door.name.capitalize(), x, y + 5.5, DOOR_NAME_SIZE, "level")


def _outer_wall(board: Board) -> Iterator[Segment]:
    """Yield the outer wall without the main doors."""
    holes = [d.segment for d in board.main_doors.values()]
    for segment in board.outer_wall:
        pieces = [segment]
        for hole in holes:
            pieces = [p for piece in pieces for p in beside(piece, hole)]
        yield from pieces
