"""What a known map says of its lines: the strokes of its rows, and the cross cuts between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from rules.board.board import Board
from rules.board.outlines import Point, Segment, on_segment
from rules.sight.geometry import straight_runs

Line = tuple[Point, ...]
Corners = Sequence[Sequence[float]]


def rows(board: Board) -> list[Line]:
    """Return the rows: lines that lie rather than stand, from left to right. They may have corners."""
    runs = [run for run in _runs(board) if _lies(run)]
    begins: dict[Point, list[Segment]] = defaultdict(list)
    ends: dict[Point, list[Segment]] = defaultdict(list)
    for left, right in (tuple(sorted(run)) for run in runs):
        begins[left].append((left, right))
        ends[right].append((left, right))
    joints = {p for p in begins if len(begins[p]) == 1 and len(ends[p]) == 1}
    lines: list[Line] = []
    for left in sorted(begins):
        for run in sorted(begins[left]):
            if left in joints:
                continue
            line = list(run)
            while line[-1] in joints:
                line.append(begins[line[-1]][0][1])
            lines.append(tuple(line))
    return lines


def rows_inside(board: Board) -> list[Segment]:
    """Return the level lines inside a board, from the top: one stroke along each cuts all of its row."""
    inner = [g for side in board.sides.values() for g in side.segments]
    levels = sorted({a[1] for a, b in inner if a[1] == b[1]})
    xs = {y: [x for a, b in inner for x in (a[0], b[0]) if a[1] == b[1] == y] for y in levels}
    return [((min(xs[y]), y), (max(xs[y]), y)) for y in levels]


def laid(data: Mapping[str, Any], corners: Corners) -> tuple[Board, Corners]:
    """Return the board of map data with its longer lines as rows, and the corners in the same order.

    Where the longer lines stand, across and down change places, for the map and the photograph alike.
    """
    board, turned = Board.from_json(data), Board.from_json(_turned(data))
    if _middle_length(rows(turned)) > 1.1 * _middle_length(rows(board)):
        return turned, [corners[0], corners[3], corners[2], corners[1]]
    return board, corners


def _turned(data: Mapping[str, Any]) -> dict[str, Any]:
    squares = [
        square | {name: _swapped(square[name]) for name in ("outline", "centre") if name in square}
        for square in data["squares"]
    ]
    doors = [door | {"segment": _swapped(door["segment"])} for door in data.get("main_doors", ())]
    return {**data, "squares": squares, "main_doors": doors}


def _swapped(place: Any) -> Any:
    """Return a point, or a list of them, with across and down changed."""
    return [_swapped(part) for part in place] if isinstance(place[0], list) else [place[1], place[0]]


def _middle_length(lines: Sequence[Line]) -> float:
    return length(pair for line in lines for pair in pairwise(line)) / max(1, len(lines))


def cross_cuts(board: Board) -> list[Segment]:
    """Return the lines that stand between rows, each from its upper end to its lower one."""
    lying = [run for run in _runs(board) if _lies(run)]
    cuts: list[Segment] = []
    for run in _runs(board):
        if _lies(run):
            continue
        upper, lower = sorted(run, key=lambda p: (p[1], p[0]))
        stops = {upper, lower} | {p for other in lying for p in _meetings((upper, lower), other)}
        places = sorted(stops, key=lambda p: (p[1], p[0]))
        cuts += pairwise(places)
    return cuts


def length(segments: Iterable[Sequence[Point]]) -> float:
    """Return how long segments are together."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in segments)


def _runs(board: Board) -> list[Segment]:
    pieces = [g for side in board.sides.values() for g in side.segments]
    return list(straight_runs([*pieces, *board.outer_wall]))


def _lies(run: Segment) -> bool:
    (ax, ay), (bx, by) = run
    return abs(bx - ax) >= abs(by - ay)


def _meetings(run: Segment, other: Segment) -> list[Point]:
    """Return the ends of a row on a run, and the spot of whole numbers where it crosses."""
    spots = [p for p in other if on_segment(p, run)]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = *run, *other
    deep = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if spots or not deep:
        return spots
    share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / deep
    across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / deep
    if 0 < share < 1 and 0 <= across <= 1:
        return [(round(ax + share * (bx - ax)), round(ay + share * (by - ay)))]
    return []
