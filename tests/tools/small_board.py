"""Small boards for photographs: one of squares that are no rectangles, and a mall on which one can play."""

from __future__ import annotations

from typing import Any

from tests.rules.dawn_of_the_dead import small_mall

WIDE, HIGH = 8, 6
SIZE = 100
LEAN = 18
COLUMN_ENDS = (0, 8, 16, 24, 36, 44, 52, 60, 72)
ROW_ENDS = (0, 8, 16, 24, 36, 44, 52)
"""One column and one row of the mall are wider than the others."""
BARE = ("000", "011", "045")
"""So many squares of the mall have no zombie symbol that 45 have one."""


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


def playable_mall() -> dict[str, Any]:
    """Return the small mall of the rules' tests with all its symbols, numbered as a survey numbers it."""
    data = small_mall.map_data()
    names = {square["id"]: f"{n:03}" for n, square in enumerate(data["squares"], 1)}

    def placed(spots: list[list[int]]) -> list[list[int]]:
        return [[COLUMN_ENDS[x // small_mall.SIZE], ROW_ENDS[y // small_mall.SIZE]] for x, y in spots]

    def symbols(square: dict[str, Any]) -> list[str]:
        return sorted({*square["symbols"], *["zombie"] * (square["id"] not in BARE)})

    return {
        **data,
        "squares": [
            {**s, "id": names[s["id"]], "outline": placed(s["outline"]), "symbols": symbols(s)}
            for s in data["squares"]
        ],
        "sides": [{**side, "between": [names[one] for one in side["between"]]} for side in data["sides"]],
        "main_doors": [
            {**door, "square": names[door["square"]], "segment": placed(door["segment"])}
            for door in data["main_doors"]
        ],
        "rifles": {**data["rifles"], "square": names[data["rifles"]["square"]]},
    }
