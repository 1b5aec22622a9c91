"""Cutting faces: along a straight stroke through all of them, or along a bent one inside a single face."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rules.board.outlines import Box, Outline, Point, Segment, box, edges, place
from rules.survey.exact import Refused, along, canonical, edge, nearest, side_of, signed_area
from rules.survey.plane import Face, Plane, box_of, insert, settle

Chord = Segment
Points = dict[Segment, list[Point]]


def cut(plane: Plane, stroke: Sequence[Point]) -> Plane:
    """Return the plane cut along a stroke of two points or more.

    A straight stroke cuts each face that it crosses for more than half of the way through, and a face that it
    does not leave. A bent one cuts one face; its ends are drawn out to the border. Raises Refused.
    """
    if any(a == b for a, b in pairwise(stroke)) or len(stroke) < 2:
        raise Refused("A stroke needs two different ends.")
    if len(stroke) == 2:
        return _cut_straight(plane, stroke[0], stroke[1])
    return _cut_bent(plane, stroke)


def _cut_straight(plane: Plane, start: Point, end: Point) -> Plane:
    points: Points = {}
    paths: dict[int, list[list[Point]]] = {}
    around = box((start, end))
    for number, face in plane.faces.items():
        if not _is_near(face, around):
            continue
        new, met = _crossings(face.outline, start, end)
        chords = _chords(insert(face.outline, new), met, start, end)
        chosen = [[a, b] for a, b in chords if _is_covered((a, b), start, end)]
        if chosen:
            paths[number] = chosen
            ends = {p for path in chosen for p in path}
            points.update({name: spots for name, spots in new.items() if spots[0] in ends})
    if not paths:
        raise Refused("The stroke goes through no square.")
    return _split(plane, points, paths)


def _is_near(face: Face, around: Box) -> bool:
    """Return whether a face comes near a box: no stroke inside that box cuts any other face."""
    left, top, right, bottom = box_of(face.outline)
    return (
        left <= around[2] + 1 and around[0] <= right + 1 and top <= around[3] + 1 and around[1] <= bottom + 1
    )


def _crossings(outline: Outline, start: Point, end: Point) -> tuple[Points, set[Point]]:
    """Return the new points on edges that the line crosses, and all points where it meets the border.

    A crossing is moved to the nearest point of whole numbers, which may be an end of the edge.
    """
    points: Points = {}
    met: set[Point] = set()
    for a, b in edges(outline):
        low, high = edge(a, b)
        before, after = side_of(start, end, low), side_of(start, end, high)
        if (before < 0 < after) or (after < 0 < before):
            spot = nearest(low, high, before, before - after)
            met.add(spot)
            if spot not in (a, b):
                points[low, high] = [spot]
        elif side_of(start, end, a) == 0:
            met.add(a)
    return points, met


def _chords(outline: Outline, met: set[Point], start: Point, end: Point) -> Iterator[Chord]:
    """Yield the ways through a face from one meeting with its border to the next."""
    way = end[0] - start[0], end[1] - start[1]
    ordered = sorted((along(start, way, p), p) for p in met)
    doubled = [(2 * x, 2 * y) for x, y in outline]
    borders = {edge(a, b) for a, b in edges(outline)}
    for (_, a), (_, b) in pairwise(ordered):
        if edge(a, b) not in borders and place((a[0] + b[0], a[1] + b[1]), doubled) == "inside":
            yield a, b


def _is_covered(chord: Chord, start: Point, end: Point) -> bool:
    way = end[0] - start[0], end[1] - start[1]
    low, high, whole = along(start, way, chord[0]), along(start, way, chord[1]), along(start, way, end)
    if low <= 0 and high >= whole:
        return True
    return 2 * (min(high, whole) - max(low, 0)) > high - low


def _cut_bent(plane: Plane, stroke: Sequence[Point]) -> Plane:
    number = plane.face_at(stroke[1])
    outline = plane.faces[number].outline
    inner = list(stroke[1:-1])
    for spot in inner:
        if place(spot, outline) != "inside":
            raise Refused("A bent stroke stays inside one square.")
    first_edge, first = _border(outline, inner[0], stroke[0])
    last_edge, last = _border(outline, inner[-1], stroke[-1])
    if first == last:
        raise Refused("A bent stroke leads from one place on the border to another.")
    points: Points = {}
    for name, spot in ((first_edge, first), (last_edge, last)):
        if spot not in name:
            points.setdefault(name, []).append(spot)
    for (low, high), spots in points.items():
        spots.sort(key=lambda spot: along(low, (high[0] - low[0], high[1] - low[1]), spot))
    return _split(plane, points, {number: [[first, *inner, last]]})


def _border(outline: Outline, start: Point, towards: Point) -> tuple[Segment, Point]:
    """Return where the border is met first on the way from a spot inside, and the edge there."""
    way = towards[0] - start[0], towards[1] - start[1]
    hits = []
    for a, b in edges(outline):
        low, high = edge(a, b)
        before, after = side_of(start, towards, low), side_of(start, towards, high)
        if (before < 0 and after < 0) or (before > 0 and after > 0) or before == after:
            continue
        spot = nearest(low, high, before, before - after)
        far = along(start, way, spot)
        if far > 0:
            hits.append((far, (low, high), spot))
    if not hits:
        raise Refused("A bent stroke stays inside one square.")
    _, name, spot = min(hits)
    return name, spot


def _split(plane: Plane, points: Points, paths: dict[int, list[list[Point]]]) -> Plane:
    """Put new points on edges, and part faces along paths between two corners of each."""
    faces: dict[int, Face] = {}
    parents: dict[int, tuple[int]] = {}
    fresh = plane.next_face
    around = box([p for name in points for p in name] or [p for ways in paths.values() for p in ways[0]])
    for number, face in plane.faces.items():
        if number not in paths and not _is_near(face, around):
            faces[number] = face
            continue
        parts = [insert(face.outline, points)]
        for path in paths.get(number, ()):
            parts = [piece for part in parts for piece in _part(part, path)]
        parts.sort(key=lambda part: (-signed_area(part), canonical(part)))
        faces[number] = replace(face, outline=parts[0])
        for part in parts[1:]:
            faces[fresh] = Face(part, face.area)
            parents[fresh] = (number,)
            fresh += 1
    return settle(plane, faces, parents=parents, next_face=fresh)


def _part(outline: Outline, path: Sequence[Point]) -> list[Outline]:
    """Return the two parts of a loop along a path, or the loop alone if the path is not inside it."""
    first, last = path[0], path[-1]
    if first not in outline or last not in outline:
        return [outline]
    doubled = [(2 * x, 2 * y) for x, y in outline]
    if len(path) == 2 and place((first[0] + last[0], first[1] + last[1]), doubled) != "inside":
        return [outline]
    here = outline.index(first)
    turned = (*outline[here:], *outline[:here])
    there = turned.index(last)
    inner = tuple(path[1:-1])
    return [(*turned[: there + 1], *reversed(inner)), (*turned[there:], first, *inner)]
