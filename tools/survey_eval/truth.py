"""What a known map says of its lines: the strokes of its rows, and the cross cuts between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from rules.board import Board
from rules.outlines import Point, Segment, on_segment
from rules.sight_geometry import straight_runs

Line = tuple[Point, ...]


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
