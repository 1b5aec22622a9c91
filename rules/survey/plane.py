"""The plane: squares that share their edges exactly, and the wall or door on each side.

A plane never changes; a gesture makes another one. `settle` is the one way to a new plane. It refuses
whatever would cross, overlap or turn over, so gaps and slivers cannot arise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from rules.board.board import SideKind
from rules.board.checks import MAX_SQUARES
from rules.board.outlines import (
    Box,
    Outline,
    Point,
    Segment,
    box,
    crossing_corner,
    edges,
    on_segment,
    place,
    touch,
)
from rules.survey.exact import Refused, check_points, edge, signed_area

FacePair = tuple[int, int]
Parents = Mapping[int, Sequence[int]]
"""For a face, the faces it was part of or made of before; a face not named was itself."""
MAX_POINTS = 200
"""Corners around one face, those on its straight sides too; the map leaves these out."""


@dataclass(frozen=True, slots=True)
class Face:
    """A square as it is surveyed. `number` is a correction: the numbers continue from it."""

    outline: Outline
    area: str | None = None
    symbols: tuple[str, ...] = ()
    number: int | None = None


@dataclass(frozen=True)
class Plane:
    """A board half surveyed. `sides` names only those that are not open; faces in a pair are in order.

    `error` is how far a corner may be off, and `looks` is what the owner saw along lines (6.4). `size` is how
    wide and high the printed board is, in millimetres.
    """

    faces: Mapping[int, Face] = field(default_factory=dict)
    areas: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    sides: Mapping[FacePair, SideKind] = field(default_factory=dict)
    doors: Mapping[str, Segment] = field(default_factory=dict)
    first_number: int = 1
    rifles: tuple[int, int] | None = None
    special: Mapping[str, str] = field(default_factory=dict)
    error: int = 0
    looks: Mapping[FacePair, bool] = field(default_factory=dict)
    size: tuple[int, int] | None = None
    name: str = ""
    next_face: int = 1

    def face_at(self, spot: Point) -> int:
        """Return the face around a spot. Raises Refused if there is none."""
        x, y = spot
        for number, face in self.faces.items():
            left, top, right, bottom = box_of(face.outline)
            if left < x < right and top < y < bottom and place(spot, face.outline) == "inside":
                return number
        raise Refused(f"There is no square at [{spot[0]}, {spot[1]}].")

    def ways(self) -> dict[Segment, int]:
        """Return the face to the left of each directed edge."""
        return {way: number for number, face in self.faces.items() for way in edges(face.outline)}


@lru_cache(maxsize=8 * MAX_SQUARES)
def box_of(outline: Outline) -> Box:
    """Return the bounding box of an outline. A gesture asks for the boxes of all faces, and changes few."""
    return box(outline)


def face_pair(one: int, other: int) -> FacePair:
    """Return two faces in order."""
    return (one, other) if one < other else (other, one)


def insert(outline: Outline, points: Mapping[Segment, Sequence[Point]]) -> Outline:
    """Return a loop with new points on its edges; they are given in the order of each edge's name."""
    longer: list[Point] = []
    for a, b in edges(outline):
        new = points.get(edge(a, b), ())
        longer += [a, *(new if a < b else reversed(new))]
    return tuple(longer) if len(longer) > len(outline) else outline


def settle(
    before: Plane,
    faces: Mapping[int, Face],
    *,
    parents: Parents | None = None,
    moved: Mapping[Point, Point] | None = None,
    next_face: int | None = None,
) -> Plane:
    """Return the plane with other faces, its sides and main doors kept as far as they are still there.

    `moved` says where points went. Raises Refused, with the place, if the faces do not fit together.
    """
    if len(faces) > MAX_SQUARES:
        raise Refused(f"A board has at most {MAX_SQUARES} squares.")
    faces = dict(sorted(faces.items()))
    old = {number: face.outline for number, face in before.faces.items()}
    changed = {n: f.outline for n, f in faces.items() if old.get(n) != f.outline}
    for outline in changed.values():
        _check_outline(outline)
    after = replace(before, faces=faces, next_face=next_face or before.next_face)
    were, ways = before.ways(), _ways(faces)
    _check_border(were, ways, changed)
    return replace(
        after,
        sides=_sides(before, were, ways, parents or {}) if before.sides else {},
        doors=_doors(before, ways, moved or {}),
        looks=_looks(before, faces, parents or {}),
        rifles=before.rifles if before.rifles and before.rifles[0] in faces else None,
    )


def _check_outline(outline: Outline) -> None:
    check_points(outline)
    if len(outline) > MAX_POINTS:
        raise Refused(f"A square has at most {MAX_POINTS} corners.")
    if len(outline) < 3:
        raise Refused("Nothing would be left of a square.")
    crossing = crossing_corner(outline)
    if crossing:
        raise Refused(f"Lines would cross or touch at [{crossing[0]}, {crossing[1]}].")
    if signed_area(outline) <= 0:
        x, y = min(outline)
        raise Refused(f"The square at [{x}, {y}] would turn over.")


def _ways(faces: Mapping[int, Face]) -> dict[Segment, int]:
    ways: dict[Segment, int] = {}
    for number, face in faces.items():
        for way in edges(face.outline):
            if way in ways:
                (x, y), _ = way
                raise Refused(f"Two squares would overlap at [{x}, {y}].")
            ways[way] = number
    return ways


def _check_border(
    before: Mapping[Segment, int], after: Mapping[Segment, int], changed: Mapping[int, Outline]
) -> None:
    """Hold each new piece of the outer wall against the whole of it.

    Squares that are simple and share their edges can overlap only if the outer wall crosses itself, or if it
    closes around another part of the board.
    """
    border = [(a, b) for a, b in after if (b, a) not in after]
    fresh = [(a, b) for a, b in border if (a, b) not in before or (b, a) in before]
    for one in fresh:
        for other in border:
            if one != other and _meet(one, other):
                x, y = max(min(one), min(other))
                raise Refused(f"The outer wall would cross or touch itself near [{x}, {y}].")
    corners = {a for a, _ in border}
    for number in sorted({after[way] for way in fresh} & set(changed)):
        for x, y in sorted(corners):
            if place((x, y), changed[number]) == "inside":
                raise Refused(f"Two squares would overlap at [{x}, {y}].")


def _meet(one: Segment, other: Segment) -> bool:
    """Return whether two edges have a point in common other than an end of both."""
    if not touch(one, other):
        return False
    shared = {*one} & {*other}
    if not shared:
        return True
    return any(on_segment(p, other) for p in one if p not in shared) or any(
        on_segment(p, one) for p in other if p not in shared
    )


def _sides(
    before: Plane, were: Mapping[Segment, int], ways: Mapping[Segment, int], parents: Parents
) -> dict[FacePair, SideKind]:
    """Return the walls and doors of each side now, taken from the faces that the two were before."""
    known = {face_pair(number, were[b, a]) for (a, b), number in were.items() if (b, a) in were}
    sides: dict[FacePair, SideKind] = {}
    for (a, b), one in ways.items():
        other = ways.get((b, a))
        if other is None or other < one:
            continue
        stood = [
            face_pair(p, q)
            for p in parents.get(one, (one,))
            for q in parents.get(other, (other,))
            if p != q and face_pair(p, q) in known
        ]
        if stood and stood[0] in before.sides:
            sides[one, other] = before.sides[stood[0]]
    return dict(sorted(sides.items()))


def _looks(before: Plane, faces: Mapping[int, Face], parents: Parents) -> Mapping[FacePair, bool]:
    """Return the looks between squares that are still the same."""
    return {p: clear for p, clear in before.looks.items() if all(n in faces and n not in parents for n in p)}


def _doors(before: Plane, ways: Mapping[Segment, int], moved: Mapping[Point, Point]) -> dict[str, Segment]:
    """Return the main doors. One on an edge that was cut keeps the longer part; without an edge it goes."""
    doors = {}
    for name, (a, b) in before.doors.items():
        a, b = moved.get(a, a), moved.get(b, b)
        if a != b and (a, b) not in ways:
            a, b = _part(a, b, ways)
        if (a, b) in ways and (b, a) not in ways:
            doors[name] = a, b
    return doors


def _part(a: Point, b: Point, ways: Mapping[Segment, int]) -> Segment:
    """Return the longer part of an edge that was cut in two, or the edge that it has grown into."""
    middles = sorted(q for p, q in ways if p == a and (q, b) in ways)
    if middles:
        middle = middles[0]
        first = (middle[0] - a[0]) ** 2 + (middle[1] - a[1]) ** 2
        second = (b[0] - middle[0]) ** 2 + (b[1] - middle[1]) ** 2
        return (a, middle) if first >= second else (middle, b)
    grown = sorted(way for way in ways if on_segment(a, way) and on_segment(b, way))
    return grown[0] if grown else (a, b)
