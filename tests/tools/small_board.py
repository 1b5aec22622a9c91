"""A small board for photographs: squares that are no rectangles, every kind of side, two kinds of symbols."""

from __future__ import annotations

from typing import Any

WIDE, HIGH = 8, 6
SIZE = 100
LEAN = 18


def corner(column: int, row: int) -> list[int]:
    """Return a corner of the grid: the inner uprights lean to and fro, and the rows are straight."""
    lean = LEAN * (-1) ** (column + row) if 0 < column < WIDE else 0
    return [column * SIZE + lean, row * SIZE]


def small_board() -> dict[str, Any]:
    """Return the board as map data (`referee-map/1`)."""
    squares = []
    for row in range(HIGH):
        for column in range(WIDE):
            number = row * WIDE + column + 1
            spots = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
            symbols = ["first"] if number % 5 == 2 else ["second"] if number % 16 == 4 else []
            outline = [corner(*spot) for spot in spots]
            squares.append({"id": f"{number:03}", "area": "a", "outline": outline, "symbols": symbols})
    sides = []
    for row in range(HIGH):
        for column in range(WIDE):
            number = row * WIDE + column + 1
            if column < WIDE - 1 and (row + column) % 3 == 0:
                sides.append((number, number + 1, ("wall", "wall", "solid_door")[row % 3]))
            if row < HIGH - 1 and (row + 2 * column) % 4 == 1:
                sides.append((number, number + WIDE, ("wall", "glass_door")[column % 2]))
            if row < HIGH - 1 and (row + 2 * column) % 4 == 0:
                sides.append((number, number + WIDE, ("wall", "glass_door")[column // 2 % 2]))
    return {
        "format": "referee-map/1", "name": "Small", "provenance": "made",
        "areas": [{"id": "a", "name": "A", "kind": "hall"}], "squares": squares,
        "sides": [{"between": [f"{a:03}", f"{b:03}"], "kind": kind} for a, b, kind in sides],
    }  # fmt: skip
