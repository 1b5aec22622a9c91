"""Gestures that move corners and lines, with everything attached to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.board.outlines import Outline, Point, Segment, edges
from rules.survey.exact import Refused, along, edge, goes_on, nearest, side_of
from rules.survey.plane import Plane, settle

MAX_ERROR = 10_000
"""No measured error is larger."""
Neighbours = Mapping[Point, Sequence[Point]]
Moves = Mapping[Point, Point]


def move_corner(plane: Plane, spot: Point, to: Point) -> Plane:
    """Return the plane with a corner, and everything attached to it, moved. Raises Refused."""
    if not any(spot in face.outline for face in plane.faces.values()):
        raise Refused(f"There is no corner at [{spot[0]}, {spot[1]}].")
    return _moved(plane, _with_followers(plane, {spot: to}))


def move_side(plane: Plane, side: Segment, by: Point) -> Plane:
    """Return the plane with an edge moved, and the whole straight line it is part of. Raises Refused."""
    run = straight_run(plane, side)
    return _moved(plane, _with_followers(plane, {(x, y): (x + by[0], y + by[1]) for x, y in run}))


def straight_run(plane: Plane, side: Segment) -> tuple[Point, ...]:
    """Return the corners on the straight line that an edge is part of, in order. Raises Refused."""
    near = _neighbours(plane)
    start, end = edge(*side)
    if end not in near.get(start, ()):
        raise Refused("There is no side there.")
    run = [start, end]
    for _ in range(2):
        while further := _onward(near, run):
            run.append(further)
        run.reverse()
    return tuple(run)


def _onward(near: Neighbours, run: Sequence[Point]) -> Point | None:
    """Return the next corner of a straight line, or None."""
    first, before, here = run[0], run[-2], run[-1]
    ways = [p for p in near[here] if p not in run and goes_on(before, here, p) and goes_on(first, here, p)]
    return ways[0] if ways else None


def _neighbours(plane: Plane) -> dict[Point, list[Point]]:
    """Return for each corner those that an edge joins it to, in order."""
    known = {edge(a, b) for face in plane.faces.values() for a, b in edges(face.outline)}
    near: dict[Point, list[Point]] = {}
    for a, b in sorted(known):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    return {p: sorted(others) for p, others in near.items()}


def _with_followers(plane: Plane, moved: Moves) -> Moves:
    """Return the moves with those of the corners on straight lines that end in a moved one.

    Without them such a line would bend at each corner where another line only ends on it.
    """
    near = _neighbours(plane)
    followers: dict[Point, Point] = {}
    for spot in sorted(moved):
        for first in near[spot]:
            if first not in moved:
                run = _carried(near, spot, first)
                line = moved[spot], moved.get(run[-1], run[-1])
                for before, corner, after in zip(run, run[1:], run[2:], strict=False):
                    stem = [p for p in near[corner] if p not in (before, after)]
                    to = _follow(corner, stem, (spot, run[-1]), line)
                    followers.setdefault(corner, to)
    return {**followers, **moved}


def _carried(near: Neighbours, start: Point, first: Point) -> list[Point]:
    """Return the corners of a straight line up to its end: where it bends, ends, or meets a crossing line."""
    run = [start, first]
    while len(near[run[-1]]) <= 3 and (further := _onward(near, run)):
        run.append(further)
    return run


def _follow(corner: Point, stem: Sequence[Point], was: Segment, line: Segment) -> Point:
    """Return where a corner on a line goes when the line's ends move: where the line on it now ends.

    If that is not between the ends, or no line ends there, it keeps its share of the way.
    """
    start, end = line
    way = end[0] - start[0], end[1] - start[1]
    for towards in stem:
        before, after = side_of(start, end, corner), side_of(start, end, towards)
        if before != after:
            spot = nearest(corner, towards, before, before - after)
            if 0 < along(start, way, spot) < along(start, way, end):
                return spot
    old = was[1][0] - was[0][0], was[1][1] - was[0][1]
    return nearest(start, end, along(was[0], old, corner), along(was[0], old, was[1]))


def move_corners(plane: Plane, spots: Sequence[Point], to: Sequence[Point]) -> Plane:
    """Return the plane with many corners moved at once, and nothing else. Raises Refused.

    Corners beside each other that come to one place are one corner then.
    """
    if len(spots) != len(to):
        raise Refused("Each corner that moves needs one place to go to.")
    known = {p for face in plane.faces.values() for p in face.outline}
    for x, y in spots:
        if (x, y) not in known:
            raise Refused(f"There is no corner at [{x}, {y}].")
    moved = dict(zip(spots, to, strict=True))
    faces = {n: replace(f, outline=_without_twice(f.outline, moved)) for n, f in plane.faces.items()}
    return settle(plane, faces, moved=moved)


def _without_twice(outline: Outline, moved: Moves) -> Outline:
    """Return a loop of moved corners in which none comes twice in a row."""
    there = tuple(moved.get(p, p) for p in outline)
    return tuple(p for n, p in enumerate(there) if p != there[n - 1])


def regularise(plane: Plane, within: int) -> Plane:
    """Return the plane with corners aligned that are out of line by no more than an error. Raises Refused.

    Corners beside each other that come to one place are one corner then.
    """
    if not 0 < within <= MAX_ERROR:
        raise Refused(f"The error is a whole number from 1 to {MAX_ERROR}.")
    points = list({p for face in plane.faces.values() for p in face.outline})
    xs, ys = _aligned([x for x, _ in points], within), _aligned([y for _, y in points], within)
    return move_corners(plane, points, [(xs[x], ys[y]) for x, y in points])


def _aligned(numbers: Sequence[int], within: int) -> dict[int, int]:
    """Return for each number the middle of its group; a group is no wider than the error."""
    groups: list[list[int]] = []
    for number in sorted(set(numbers)):
        if groups and number - groups[-1][0] <= within:
            groups[-1].append(number)
        else:
            groups.append([number])
    return {n: (2 * sum(g) + len(g)) // (2 * len(g)) for g in groups for n in g}


def _moved(plane: Plane, moved: Mapping[Point, Point]) -> Plane:
    faces = {n: replace(f, outline=tuple(moved.get(p, p) for p in f.outline)) for n, f in plane.faces.items()}
    return settle(plane, faces, moved=moved)
