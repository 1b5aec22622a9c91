"""Surveying a known map again by gestures: its outline, its straight lines, and what stands on each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.board.board import Board, pair
from rules.board.outlines import Point, Segment, inner_spot, on_segment
from rules.sight.geometry import straight_runs

Gesture = dict[str, Any]


def outer_loops(board: Board) -> list[list[Point]]:
    """Return the loops of the outer wall."""
    border = {}
    for square in board.squares.values():
        corners = square.outline
        area = sum(
            a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
        )
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            for p, q in board.outer_wall:
                if on_segment(p, (a, b)) and on_segment(q, (a, b)):
                    ahead = (q[0] - p[0]) * (b[0] - a[0]) + (q[1] - p[1]) * (b[1] - a[1]) > 0
                    start, end = (p, q) if ahead == (area > 0) else (q, p)
                    border[start] = end
    loops = []
    while border:
        start = min(border)
        loop = [start]
        while (following := border.pop(loop[-1])) != start:
            loop.append(following)
        loops.append(loop)
    return loops


def strokes(board: Board) -> list[Segment]:
    """Return the straight lines inside the board, each after those that it ends on."""
    left = sorted(straight_runs(g for side in board.sides.values() for g in side.segments))
    done = list(board.outer_wall)
    ordered: list[Segment] = []
    while left:
        ready = [run for run in left if all(any(on_segment(p, d) for d in done) for p in run)]
        assert ready, "lines that end on each other in a ring need a bent stroke"
        ordered += ready
        done += ready
        left = [run for run in left if run not in ready]
    return ordered


def spot_in(square: Any) -> list[int]:
    """Return a point of whole numbers inside a square of a map large enough."""
    x, y = inner_spot([tuple(p) for p in square["outline"]])
    return [int(x), int(y)]


def survey(data: Mapping[str, Any]) -> Iterator[Gesture]:
    """Yield the gestures that make a map again. Its coordinates are even, so that middles are whole."""
    board = Board.from_json(data)
    yield {"do": "title", "name": data["name"]}
    for loop in outer_loops(board):
        yield {"do": "outline", "points": [list(p) for p in loop]}
    for a, b in strokes(board):
        yield {"do": "cut", "points": [list(a), list(b)]}
    for area in data["areas"]:
        yield {"do": "area", "id": area["id"], "name": area["name"], "kind": area["kind"]}
    for square in data["squares"]:
        spot = spot_in(square)
        yield {"do": "number", "at": spot, "number": int(square["id"])}
        yield {"do": "paint", "at": spot, "area": square["area"]}
        for what in square.get("symbols", ()):
            yield {"do": "symbol", "at": spot, "symbol": what}
    for side in data.get("sides", ()):
        a, b = board.sides[pair(*side["between"])].segments[0]
        yield {"do": "side", "edge": [list(a), list(b)], "kind": side["kind"]}
    for door in data.get("main_doors", ()):
        yield {"do": "main_door", "edge": door["segment"], "name": door["name"]}
    if "rifles" in data:
        there = next(s for s in data["squares"] if s["id"] == data["rifles"]["square"])
        yield {"do": "rifles", "at": spot_in(there), "count": data["rifles"]["count"]}
    for key, value in data.get("special", {}).items():
        yield {"do": "special", "key": key, "value": value}
