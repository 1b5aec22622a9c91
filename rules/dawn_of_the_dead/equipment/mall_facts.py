"""The facts that the rulebook states about the printed map, for maps that claim to show the mall.

Each check yields a sentence for each fact that the map contradicts, with the case at the end. All doors
count as open (3.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from rules.board.board import Board
from rules.board.outlines import box, doubled_area
from rules.dawn_of_the_dead.equipment.equipment import shot_modifier
from rules.sight.sight import SightTable

MAIN_DOOR_SQUARES = {"north": "004", "west": "093", "east": "117", "south": "212"}
DISTANCES = (("167", "170", 3), ("115", "113", 2), ("019", "039", 2))
RIFLE_SQUARE = "177"
ROW_ENDS = ("093", "117")
LAST = 212
DIAGONAL = ("019", "039")
SEEN_THROUGH_DOOR = ("024", "062")
HIDDEN_BEHIND_DOOR = ("024", "082")
HIDDEN_BEHIND_CORNER = ("098", "079")
NAMED = sorted(
    {*MAIN_DOOR_SQUARES.values(), RIFLE_SQUARE}
    | {s for a, b, _ in DISTANCES for s in (a, b)}
    | {*DIAGONAL, *SEEN_THROUGH_DOOR, *HIDDEN_BEHIND_DOOR, *HIDDEN_BEHIND_CORNER}
)
"""The squares that the rulebook names by number, apart from the row between `ROW_ENDS`."""
_OPEN: Mapping[tuple[str, str], str] = {}


def mall_facts(board: Board) -> list[str]:
    """Return a sentence for each fact of the printed map that a board contradicts.

    A square that the rulebook names but the board lacks gets one sentence and no other.
    """
    problems = [f"Square {s} is missing; the rulebook names it." for s in NAMED if s not in board.squares]
    checks = (
        _numbers,
        _gaps,
        _kinds,
        _main_doors,
        _row_ends,
        _distances,
        _diagonal,
        _rifles,
        _edwins,
        _doors,
    )
    problems += [sentence for check in checks for sentence in check(board)]
    sight = SightTable(board, shot_modifier)
    return [*problems, *_door_sight(sight), *_hidden_behind_door(sight), *_corner_sight(sight)]


def _has(board: Board, *squares: str) -> bool:
    return all(s in board.squares for s in squares)


def _numbers(board: Board) -> Iterator[str]:
    """2.1: the numbers run in rows from the top, each row from left to right."""
    if len(board.squares) < LAST or next(iter(board.squares)) != "001":
        yield (
            f"The map has {len(board.squares)} squares from {min(board.squares)};"
            f" the mall has 001 to {LAST} (2.1)."
        )
    for one, other in pairwise(board.squares):
        a, b = board.squares[one].centre, board.squares[other].centre
        if b[0] <= a[0] and b[1] <= a[1]:
            yield (
                f"Square {other} is neither right of {one} nor below it;"
                " numbers run in rows from the top (2.1)."
            )


def _gaps(board: Board) -> Iterator[str]:
    """2.1: the numbers leave none out. It leaves out those that another check names."""
    told = {*NAMED, *(f"{n:03}" for n in range(int(ROW_ENDS[0]), int(ROW_ENDS[1])))}
    for one, other in pairwise(board.squares):
        missing = [f"{n:03}" for n in range(int(one) + 1, min(int(other), LAST + 1))]
        if told.issuperset(missing):
            continue
        few = f"Square {missing[0]} is" if len(missing) == 1 else f"Squares {missing[0]} to {missing[-1]} are"
        yield f"{few} missing: {one} is followed by {other} (2.1)."


def _kinds(board: Board) -> Iterator[str]:
    """2.1, 3.1: there are hall squares and store squares, not all of one size."""
    for kind in ("hall", "store"):
        if kind not in {s.area.kind for s in board.squares.values()}:
            yield f"The map has no {kind} square; the mall has halls and stores (3.1)."
    if len({doubled_area(s.outline) for s in board.squares.values()}) == 1:
        yield "All squares are of one size; in the mall some are larger than others (2.1)."


def _main_doors(board: Board) -> Iterator[str]:
    """5.5, 13.0: the squares of the four main doors."""
    for name, square in MAIN_DOOR_SQUARES.items():
        door = board.main_doors.get(name)
        if door and door.square != square:
            yield f"The {name} main door is on square {door.square}; it belongs on {square} (13.0, R-13.0c)."


def _row_ends(board: Board) -> Iterator[str]:
    """13.0: the west and the east door are the two ends of one long row, so each square touches the next."""
    first, last = (int(s) for s in ROW_ENDS)
    row = [f"{n:03}" for n in range(first, last + 1)]
    for square in row[1:-1]:
        if square not in board.squares:
            yield f"Square {square} is missing; {ROW_ENDS[0]} to {ROW_ENDS[1]} is a row of the map (13.0)."
    for one, other in pairwise(row):
        if not _has(board, one, other):
            continue
        a, b = (box(board.squares[s].outline) for s in (one, other))
        if b[0] < a[0] or b[1] >= a[3] or a[1] >= b[3]:
            rule = f"{ROW_ENDS[0]} to {ROW_ENDS[1]} is a row of the map (13.0)"
            yield f"Square {other} does not follow {one} in one row; {rule}."


def _distances(board: Board) -> Iterator[str]:
    """6.7: the distances in the book's three examples."""
    for a, b, steps in DISTANCES:
        counted = board.distance(a, b) if _has(board, a, b) else steps
        if counted is None:
            yield f"There is no way from square {a} to {b}; the rulebook counts {steps} squares (6.7)."
        elif counted != steps:
            yield f"Square {b} is {counted} squares away from {a}; the rulebook counts {steps} (6.7)."


def _diagonal(board: Board) -> Iterator[str]:
    """6.7: two squares in an example are diagonal: they meet at a point and share no side."""
    one, other = DIAGONAL
    if not _has(board, one, other):
        return
    if other in board.neighbours[one]:
        yield f"Squares {one} and {other} share a side; in the rulebook they are diagonal (6.7)."
    elif not set(board.squares[one].outline) & set(board.squares[other].outline):
        yield f"Squares {one} and {other} have no corner in common; in the rulebook they are diagonal (6.7)."


def _door_sight(sight: SightTable) -> Iterator[str]:
    """6.4: one square sees another through a door on a side of one of them."""
    one, other = SEEN_THROUGH_DOOR
    if not _has(sight.board, one, other):
        return
    line = sight.line(one, other, _OPEN)
    if not line.clear:
        yield f"Square {one} does not see {other}, but the rulebook says it does (6.4): {line.reason}"
    else:
        door = sight.door_on(one, other)
        if door is None or not {one, other} & set(door):
            yield (
                f"The line from square {one} to {other} passes no door on a side of either; "
                "the rulebook’s does (6.4)."
            )


def _hidden_behind_door(sight: SightTable) -> Iterator[str]:
    """6.4: a door on a side of neither square hides one from the other."""
    one, other = HIDDEN_BEHIND_DOOR
    if _has(sight.board, one, other) and sight.sees(one, other, _OPEN):
        yield f"Square {one} sees {other}, but the rulebook says it does not (6.4)."


def _corner_sight(sight: SightTable) -> Iterator[str]:
    """6.4: a wall corner is between two squares."""
    one, other = HIDDEN_BEHIND_CORNER
    if not _has(sight.board, one, other):
        return
    line = sight.line(one, other, _OPEN)
    blocked = line.blocked_by
    kind = blocked.kind if blocked else None
    if kind != "corner":
        what = "is clear" if line.clear else f"is blocked by: {kind}"
        yield f"The line from square {one} to {other} {what}; in the rulebook a wall corner blocks it (6.4)."


def _rifles(board: Board) -> Iterator[str]:
    """12.0: the rifles are in 177."""
    if board.rifle_square not in {None, RIFLE_SQUARE}:
        yield (
            f"The rifles are in square {board.rifle_square}; the rulebook puts them in {RIFLE_SQUARE} (12.0)."
        )


def _edwins(board: Board) -> Iterator[str]:
    """3.1, 12.0: 177 is one of the squares of Edwin's, a store."""
    edwins = board.special.get("edwins")
    if edwins is None:
        yield "special.edwins is missing; it names the area of Edwin's Sports Center (3.1)."
        return
    if _has(board, RIFLE_SQUARE) and board.squares[RIFLE_SQUARE].area.id != edwins:
        area = board.squares[RIFLE_SQUARE].area.name
        yield (
            f"Square {RIFLE_SQUARE} is in {area};"
            " the rulebook has it in the area that special.edwins names (12.0)."
        )
    if edwins in board.areas and board.areas[edwins].kind != "store":
        yield f"Edwin's Sports Center is a {board.areas[edwins].kind}; in the rulebook it is a store (3.1)."
    if sum(s.area.id == edwins for s in board.squares.values()) < 2:
        yield "Edwin's Sports Center has fewer than two squares; the rulebook gives it several (3.1)."


def _doors(board: Board) -> Iterator[str]:
    """2.1: the map has solid and glass doors."""
    kinds = {side.kind for side in board.doors.values()}
    if "solid_door" not in kinds:
        yield "The map has no solid door; the mall has both kinds (2.1)."
    if "glass_door" not in kinds:
        yield "The map has no glass door; the mall has both kinds (2.1)."
