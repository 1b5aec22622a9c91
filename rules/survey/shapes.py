"""Gestures that make and join faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.board.outlines import (
    Box,
    Outline,
    Point,
    Segment,
    box,
    crossing_corner,
    edges,
    on_segment,
    overlap,
)
from rules.survey.exact import Refused, along, check_points, edge, is_straight, signed_area
from rules.survey.plane import Face, Plane, box_of, insert, settle


def outline(plane: Plane, corners: Sequence[Point]) -> Plane:
    """Return the plane with one more face in the empty. It may share walls with others. Raises Refused."""
    loop = tuple(corners)
    check_points(loop)
    twice = next((p for n, p in enumerate(loop) if p in loop[:n]), None)
    if twice:
        raise Refused(f"The outline has the corner at [{twice[0]}, {twice[1]}] more than once.")
    if len(loop) < 3 or crossing_corner(loop) or not signed_area(loop):
        raise Refused("An outline has three corners or more and never crosses itself.")
    if signed_area(loop) < 0:
        loop = loop[::-1]
    around = box(loop)
    near = {n: face for n, face in plane.faces.items() if _boxes_touch(around, box_of(face.outline))}
    for face in near.values():
        if overlap(loop, face.outline):
            x, y = min(face.outline)
            raise Refused(f"The outline would overlap the square at [{x}, {y}].")
    border = {edge(a, b) for face in near.values() for a, b in edges(face.outline)}
    corners_there = {p for name in border for p in name}
    whole = insert(loop, {edge(a, b): _on_edge(edge(a, b), corners_there) for a, b in edges(loop)})
    new = {name: spots for name in border if (spots := _on_edge(name, set(whole)))}
    faces = {**plane.faces, plane.next_face: Face(whole)}
    faces |= {n: replace(f, outline=insert(f.outline, new)) for n, f in near.items()}
    return settle(plane, faces, next_face=plane.next_face + 1)


def _boxes_touch(one: Box, other: Box) -> bool:
    """Return whether two boxes have a point in common: outlines in others have none."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _on_edge(name: Segment, points: set[Point]) -> list[Point]:
    """Return the points on an edge without its ends, in the order of its name."""
    low, high = name
    way = high[0] - low[0], high[1] - low[1]
    return sorted(
        (p for p in points if p not in name and on_segment(p, name)), key=lambda p: along(low, way, p)
    )


def remove(plane: Plane, spot: Point) -> Plane:
    """Return the plane without the face around a spot: that is not part of the board. Raises Refused."""
    gone = plane.face_at(spot)
    return settle(plane, {n: f for n, f in plane.faces.items() if n != gone})


def merge(plane: Plane, side: Segment) -> Plane:
    """Return the plane with the two faces beside an edge made one. Raises Refused."""
    ways = plane.ways()
    a, b = side
    if (a, b) not in ways or (b, a) not in ways:
        raise Refused("There is no side between two squares.")
    one, other = sorted((ways[a, b], ways[b, a]))
    kept, gone = plane.faces[one], plane.faces[other]
    joined = _joined(kept.outline, gone.outline)
    symbols = tuple(sorted({*kept.symbols, *gone.symbols}))
    number = kept.number if kept.number is not None else gone.number
    faces = {n: f for n, f in plane.faces.items() if n != other}
    faces[one] = Face(joined, kept.area, symbols, number)
    plane = replace(plane, rifles=_taken_along(plane.rifles, other, one))
    return settle(plane, _tidy(faces, set(joined)), parents={one: (one, other)})


def _taken_along(rifles: tuple[int, int] | None, gone: int, kept: int) -> tuple[int, int] | None:
    return (kept, rifles[1]) if rifles and rifles[0] == gone else rifles


def _joined(one: Outline, other: Outline) -> Outline:
    """Return the loop around two faces."""
    ways = [*edges(one), *edges(other)]
    there = set(ways)
    border = {a: b for a, b in ways if (b, a) not in there}
    start = min(border) if border else one[0]
    loop = [start]
    while border and (following := border[loop[-1]]) != start and len(loop) <= len(ways):
        loop.append(following)
    if len(loop) != sum((b, a) not in there for a, b in ways):
        raise Refused("The two squares together would have a hole.")
    return tuple(loop)


def _tidy(faces: dict[int, Face], points: set[Point]) -> dict[int, Face]:
    """Drop those of the points that no edge needs: two edges meet there and go straight on."""
    near: dict[Point, set[Point]] = {}
    for face in faces.values():
        for a, b in edges(face.outline):
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    idle = {p for p in points if len(near[p]) == 2 and is_straight(min(near[p]), p, max(near[p]))}
    return {
        n: replace(f, outline=tuple(p for p in f.outline if p not in idle)) if idle & {*f.outline} else f
        for n, f in faces.items()
    }
