"""Small maps for tests: a square, a row, and pieces to put together."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]


def box(left: int, top: int, right: int, bottom: int) -> list[list[int]]:
    """Return the outline of a rectangle."""
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def square(square_id: str, outline: list[list[int]], area: str = "hall", **more: Any) -> Data:
    """Return a square of map data."""
    return {"id": square_id, "area": area, "outline": outline, **more}


def tiny_map(*squares: Data, **more: Any) -> Data:
    """Return a map of these squares, good but for what they are."""
    return {
        "format": "referee-map/1",
        "name": "Tiny",
        "areas": [
            {"id": "hall", "name": "Hall", "kind": "hall"},
            {"id": "shop", "name": "Shop", "kind": "store"},
        ],
        "squares": list(squares),
        **more,
    }


def row(count: int = 3, **more: Any) -> Data:
    """Return a row of equal squares: 001, 002 and so on, each four wide and four high."""
    return tiny_map(*(square(f"{i + 1:03}", box(4 * i, 0, 4 * i + 4, 4)) for i in range(count)), **more)
