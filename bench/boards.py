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
