"""Boards to measure with: grids as large as the format allows, and one that means harm."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

LARGEST = 999
SIDE_KINDS = ("wall", "wall", "wall", "solid_door", "glass_door")


def grid(columns: int, rows: int) -> dict[str, Any]:
    """Return a map of equal squares in rows; three in ten of their sides have a wall or a door."""
    places = [(x, y) for y in range(rows) for x in range(columns)][:LARGEST]
    names = {place: f"{number:03}" for number, place in enumerate(places, 1)}
    rng = Random(1)
    sides = [
        {"between": [name, names[near]], "kind": rng.choice(SIDE_KINDS)}
        for (x, y), name in names.items()
        for near in ((x + 1, y), (x, y + 1))
        if near in names and rng.random() < 0.3
    ]
    return _map((_box(12 * x, 12 * y) for x, y in places), sides)


def playable(columns: int, rows: int) -> dict[str, Any]:
    """Return a map of equal squares without walls that has all that *Dawn of the Dead* wants of a board."""
    board = grid(columns, rows)
    squares, right, low = board["squares"], 12 * columns, 12 * rows
    for number, square in enumerate(squares[:49]):
        square["symbols"] = ["zombie" if number < 45 else "character"]
    for square in squares[len(squares) // 2 :]:
        square["area"] = "store"
    doors = (
        ("north", 0, [[0, 0], [12, 0]]),
        ("west", columns, [[0, 24], [0, 12]]),
        ("east", columns - 1, [[right, 0], [right, 12]]),
        ("south", -1, [[right, low], [right - 12, low]]),
    )
    return board | {
        "areas": [*board["areas"], {"id": "store", "name": "Store", "kind": "store"}],
        "sides": [],
        "main_doors": [{"name": n, "square": squares[at]["id"], "segment": line} for n, at, line in doors],
        "rifles": {"square": squares[-1]["id"], "count": 2},
    }


def combs() -> dict[str, Any]:
    """Return sixty overlapping outlines of 58 corners each, 40 kB of work for the checks."""
    teeth = [p for x in range(52, -1, -4) for p in ([x + 3, 3], [x + 3, 100], [x + 1, 100], [x + 1, 3])]
    comb = [[0, 0], [56, 0], *teeth]
    return _map(
        ([[x + 2, 103 - y] for x, y in comb] if number % 2 else comb for number in range(60)), sides=[]
    )


def _box(x: int, y: int) -> list[list[int]]:
    return [[x, y], [x + 12, y], [x + 12, y + 12], [x, y + 12]]


def _map(outlines: Iterable[list[list[int]]], sides: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "format": "referee-map/1",
        "name": "A board to measure with",
        "areas": [{"id": "hall", "name": "Hall", "kind": "hall"}],
        "squares": [
            {"id": f"{number:03}", "area": "hall", "outline": outline}
            for number, outline in enumerate(outlines, 1)
        ],
        "sides": sides,
    }
