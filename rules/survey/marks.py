"""Gestures that say what is on the board: sides, doors, areas, symbols and numbers."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.board.board import SideKind
from rules.board.checks import (
    AREA_KINDS,
    LARGEST,
    MAX_ERROR,
    MAX_LOOKS,
    MAX_MAIN_DOORS,
    SIDE_KINDS,
    SMALLEST,
    SYMBOLS,
)
from rules.board.outlines import Point, Segment
from rules.survey.exact import Refused
from rules.survey.plane import Face, Plane, face_pair

HIGHEST = 999
"""Three digits number a square."""
LONGEST_NAME = 40
SEEN: Mapping[str, bool | None] = {"clear": True, "blocked": False, "unknown": None}
"""The owner's observation along a line."""
DEPICTS = "depicts"
"""The special name under which a survey keeps what its map depicts; it names no area."""
_NO_AREA = "There is no area with this name."
_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")


def side(plane: Plane, where: Segment, kind: str) -> Plane:
    """Return the plane with a wall, a door or nothing on the side with an edge. Raises Refused."""
    if kind not in SIDE_KINDS:
        raise Refused("A side is open, a wall, a solid door or a glass door.")
    ways = plane.ways()
    a, b = where
    if (a, b) not in ways or (b, a) not in ways:
        raise Refused("There is no side between two squares.")
    between = face_pair(ways[a, b], ways[b, a])
    sides = {**plane.sides, between: cast("SideKind", kind)}
    if kind == "open":
        del sides[between]
    return replace(plane, sides=dict(sorted(sides.items())))


def main_door(plane: Plane, where: Segment, name: str) -> Plane:
    """Return the plane with a main door of this name on an edge of the outer wall. Raises Refused."""
    ways = plane.ways()
    a, b = where
    way = (a, b) if (a, b) in ways else (b, a)
    if way not in ways or way[::-1] in ways:
        raise Refused("A main door stands on the outer wall.")
    if len(plane.doors) >= MAX_MAIN_DOORS:
        raise Refused(f"A board has at most {MAX_MAIN_DOORS} main doors.")
    return replace(plane, doors={**plane.doors, _name(name): way})


def no_main_door(plane: Plane, name: str) -> Plane:
    """Return the plane without the main door of this name. Raises Refused."""
    if name not in plane.doors:
        raise Refused("There is no main door with this name.")
    return replace(plane, doors={n: way for n, way in plane.doors.items() if n != name})


def area(plane: Plane, area_id: str, name: str, kind: str) -> Plane:
    """Return the plane with an area named, again or for the first time. Raises Refused."""
    if kind not in AREA_KINDS:
        raise Refused("An area is a hall or a store.")
    return replace(plane, areas={**plane.areas, _name(area_id): (_name(name), kind)})


def no_area(plane: Plane, area_id: str) -> Plane:
    """Return the plane without an area: its squares are in none. Raises Refused."""
    if area_id not in plane.areas:
        raise Refused(_NO_AREA)
    bare = {n: replace(face, area=None) for n, face in plane.faces.items() if face.area == area_id}
    areas = {known: told for known, told in plane.areas.items() if known != area_id}
    named = {key: value for key, value in plane.special.items() if value != area_id or key == DEPICTS}
    return replace(_with(plane, bare), areas=areas, special=named)


def fill(plane: Plane, spot: Point, area_id: str) -> Plane:
    """Return the plane with an area filled up to walls and doors. Raises Refused."""
    return _painted(plane, _open_around(plane, plane.face_at(spot)), area_id)


def paint(plane: Plane, spot: Point, area_id: str) -> Plane:
    """Return the plane with one face in an area. Raises Refused."""
    return _painted(plane, {plane.face_at(spot)}, area_id)


def _painted(plane: Plane, numbers: set[int], area_id: str) -> Plane:
    if area_id not in plane.areas:
        raise Refused(_NO_AREA)
    return _with(plane, {n: replace(plane.faces[n], area=area_id) for n in numbers})


def _open_around(plane: Plane, start: int) -> set[int]:
    ways = plane.ways()
    near: dict[int, list[int]] = {}
    for (a, b), one in ways.items():
        other = ways.get((b, a))
        if other is not None and face_pair(one, other) not in plane.sides:
            near.setdefault(one, []).append(other)
    reached, left = {start}, deque([start])
    while left:
        for number in near.get(left.popleft(), ()):
            if number not in reached:
                reached.add(number)
                left.append(number)
    return reached


def symbol(plane: Plane, spot: Point, what: str) -> Plane:
    """Return the plane with a symbol put on a face, or taken away if it is there. Raises Refused."""
    if what not in SYMBOLS:
        raise Refused("A symbol is zombie or character.")
    number = plane.face_at(spot)
    face = plane.faces[number]
    return _with(plane, {number: replace(face, symbols=tuple(sorted({*face.symbols} ^ {what})))})


def first_number(plane: Plane, number: int) -> Plane:
    """Return the plane with its numbers beginning at this one. Raises Refused."""
    return replace(plane, first_number=_number(number))


def correct_number(plane: Plane, spot: Point, number: int | None) -> Plane:
    """Return the plane with the number of a face corrected; the following numbers continue from there.

    None takes the correction back. Raises Refused.
    """
    where = plane.face_at(spot)
    known = None if number is None else _number(number)
    return _with(plane, {where: replace(plane.faces[where], number=known)})


def rifles(plane: Plane, spot: Point, count: int) -> Plane:
    """Return the plane with rifles in the square around a spot. Raises Refused."""
    if not 0 <= count <= 99:
        raise Refused("There are from 0 to 99 rifles.")
    return replace(plane, rifles=(plane.face_at(spot), count))


def special(plane: Plane, key: str, value: str) -> Plane:
    """Return the plane with a special area of the game named."""
    return replace(plane, special={**plane.special, _key(key): _name(value)})


def error(plane: Plane, units: int) -> Plane:
    """Return the plane with how far a corner may be off. Raises Refused."""
    if not 0 <= units <= MAX_ERROR:
        raise Refused(f"The error is a whole number from 0 to {MAX_ERROR}.")
    return replace(plane, error=units)


def look(plane: Plane, start: Point, end: Point, sight: str) -> Plane:
    """Return the plane with what the owner saw along a line between two squares (6.4). Raises Refused."""
    if sight not in SEEN:
        raise Refused("A line is clear, blocked or not looked along.")
    between = face_pair(plane.face_at(start), plane.face_at(end))
    if between[0] == between[1]:
        raise Refused("A line goes from one square to another.")
    looks = {p: clear for p, clear in plane.looks.items() if p != between}
    clear = SEEN[sight]
    if clear is not None:
        looks[between] = clear
    if len(looks) > MAX_LOOKS:
        raise Refused(f"At most {MAX_LOOKS} lines are looked along.")
    return replace(plane, looks=dict(sorted(looks.items())))


def size(plane: Plane, width: int | None, height: int | None) -> Plane:
    """Return the plane with the size of the printed board in millimetres; None twice takes it back.

    Raises Refused. No line moves.
    """
    if width is None or height is None:
        if width is not height:
            raise Refused("A size is a width and a height.")
        return replace(plane, size=None)
    if not all(SMALLEST <= one <= LARGEST for one in (width, height)):
        raise Refused(f"A board is from {SMALLEST} to {LARGEST} mm wide and high.")
    return replace(plane, size=(width, height))


def title(plane: Plane, name: str) -> Plane:
    """Return the plane with the board's name."""
    return replace(plane, name=_name(name))


def _with(plane: Plane, faces: Mapping[int, Face]) -> Plane:
    return replace(plane, faces={n: faces.get(n, f) for n, f in plane.faces.items()})


def _key(text: str) -> str:
    if not _KEY.fullmatch(text):
        raise Refused("A key has small letters, digits and underscores, and begins with a letter.")
    return text


def _number(number: int) -> int:
    if not 0 <= number <= HIGHEST:
        raise Refused(f"A number is from 0 to {HIGHEST}.")
    return number


def _name(text: str) -> str:
    if not 0 < len(text) <= LONGEST_NAME or not text.isprintable() or text[0] == " " or text[-1] == " ":
        raise Refused(f"A name has from 1 to {LONGEST_NAME} letters and no blanks around it.")
    return text
