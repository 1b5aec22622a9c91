"""The facts that the rulebook states of the printed map, for maps that claim to show the mall.

Each check yields a sentence for what does not hold, its case at the end; all doors are taken as open (3.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from rules.board import Board
from rules.outlines import box
from rules.sight import SightTable

MAIN_DOOR_SQUARES = {"north": "004", "west": "093", "east": "117", "south": "212"}
DISTANCES = (("167", "170", 3), ("115", "113", 2), ("019", "039", 2))
RIFLE_SQUARE = "177"
ROW_ENDS = ("093", "117")
SIGHTS = (("024", "062"), ("024", "082"), ("098", "079"))
NAMED = sorted(
    {*MAIN_DOOR_SQUARES.values(), RIFLE_SQUARE}
    | {s for a, b, _ in DISTANCES for s in (a, b)}
    | {s for two in SIGHTS for s in two}
)
_OPEN: Mapping[tuple[str, str], str] = {}


def mall_facts(board: Board) -> list[str]:
    """Return a sentence for each fact of the printed map that a board contradicts.

    If a square that the rulebook names is missing, only that is told.
    """
    missing = [s for s in NAMED if s not in board.squares]
    if missing:
        return [f"Square {s} is missing; the rulebook names it." for s in missing]
    sight = SightTable(board)
    checks = (_numbers, _main_doors, _row_ends, _distances, _diagonal, _rifles, _doors)
    found = [sentence for check in checks for sentence in check(board)]
    return [*found, *_door_sight(sight), *_corner_sight(sight)]


def _numbers(board: Board) -> Iterator[str]:
    """2.1: numbers run in rows from the top, each row from left to right."""
    if len(board.squares) < 212 or next(iter(board.squares)) != "001":
        yield f"The map has {len(board.squares)} squares from {min(board.squares)}; the mall has 001 to 212 (2.1)."
    for one, other in pairwise(board.squares):
        a, b = board.squares[one].centre, board.squares[other].centre
        if b[0] <= a[0] and b[1] <= a[1]:
            yield f"Square {other} is neither right of {one} nor below it; numbers run in rows from the top (2.1)."


def _main_doors(board: Board) -> Iterator[str]:
    """5.5, 13.0: where the four main doors are."""
    for name, square in MAIN_DOOR_SQUARES.items():
        door = board.main_doors.get(name)
        if door and door.square != square:
            yield f"The {name} main door is on square {door.square}; the rulebook has it on {square} (13.0)."


def _row_ends(board: Board) -> Iterator[str]:
    """13.0: the west and the east door are the two ends of one long row, so each square touches the next."""
    first, last = (int(s) for s in ROW_ENDS)
    row = [f"{n:03}" for n in range(first, last + 1)]
    for one, other in pairwise(row):
        a, b = (box(board.squares[s].outline) for s in (one, other))
        if b[0] < a[0] or b[1] >= a[3] or a[1] >= b[3]:
            yield f"Square {other} does not follow {one} in one row; 093 to 117 is a row of the map (13.0)."


def _distances(board: Board) -> Iterator[str]:
    """6.7: the distances of the book's three examples."""
    for a, b, steps in DISTANCES:
        found = board.distance(a, b)
        if found != steps:
            yield f"Square {b} is {found} squares away from {a}; the rulebook counts {steps} (6.7)."


def _diagonal(board: Board) -> Iterator[str]:
    """6.7: 019 and 039 lie diagonally, so they meet at a point and share no side."""
    if "039" in board.neighbours["019"]:
        yield "Squares 019 and 039 share a side; in the rulebook they lie diagonally (6.7)."
    elif not set(board.squares["019"].outline) & set(board.squares["039"].outline):
        yield "Squares 019 and 039 have no corner in common; in the rulebook they lie diagonally (6.7)."


def _door_sight(sight: SightTable) -> Iterator[str]:
    """6.4: 024 sees 062 through a door on a side of one of them, and does not see 082."""
    line = sight.line("024", "062", _OPEN)
    if not line.clear:
        yield f"Square 024 does not see 062, and the rulebook says that it does (6.4): {line.reason}"
    else:
        door = sight.door_on("024", "062")
        if door is None or not {"024", "062"} & set(door):
            yield "The line from square 024 to 062 passes no door on a side of either; the rulebook's does (6.4)."
    if sight.sees("024", "082", _OPEN):
        yield "Square 024 sees 082, and the rulebook says that it does not (6.4)."


def _corner_sight(sight: SightTable) -> Iterator[str]:
    """6.4: a wall corner stands between 098 and 079."""
    line = sight.line("098", "079", _OPEN)
    blocked = line.blocked_by
    kind = blocked.kind if blocked else None
    if kind != "corner":
        what = "is clear" if line.clear else f"is blocked by: {kind}"
        yield f"The line from square 098 to 079 {what}; in the rulebook a wall corner blocks it (6.4)."


def _rifles(board: Board) -> Iterator[str]:
    """12.0: two rifles lie in 177, one of the squares of Edwin's."""
    if board.rifle_square != RIFLE_SQUARE:
        yield f"The rifles lie in square {board.rifle_square}; the rulebook puts them into {RIFLE_SQUARE} (12.0)."
    edwins = board.special.get("edwins")
    if edwins is None:
        yield "special.edwins is missing; it names the area of Edwin's Sports Center (3.1)."
    elif board.squares[RIFLE_SQUARE].area.id != edwins:
        area = board.squares[RIFLE_SQUARE].area.name
        yield f"Square {RIFLE_SQUARE} is in {area}; the rulebook has it in the area that special.edwins names (12.0)."
    if sum(s.area.id == edwins for s in board.squares.values()) < 2:
        yield "Edwin's Sports Center has fewer than two squares; rule 3.1 speaks of several."


def _doors(board: Board) -> Iterator[str]:
    """2.1: the map has solid and glass doors."""
    kinds = {side.kind for side in board.doors.values()}
    if "solid_door" not in kinds:
        yield "The map has no solid door; the mall has both kinds (2.1)."
    if "glass_door" not in kinds:
        yield "The map has no glass door; the mall has both kinds (2.1)."
