"""A Universal VTT taken into a survey, as one gesture: its walls and doors, and of our own file the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.board_formats.table_lines import TableLines, table_lines
from referee.board_formats.universal_vtt import MAP, PLACE
from referee.errors import InputError
from rules import board_check
from rules.survey import chart, log
from rules.survey.exact import Refused
from rules.survey.from_lines import CELL, Lines, Taken, on_drawing, on_empty
from rules.survey.from_map import gestures_of
from rules.survey.loose_lines import Place
from rules.survey.plane import Plane

_UNKNOWN = "no-area-yet"
_NO_NAME = "No name yet"
_LARGE = "The board in the file is too large to be put in as one step."
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """A gesture, or None where the file has nothing to give; what to say of it; where its picture belongs.

    `box` is the part of the plane under the picture, None where the drawing was there before.
    """

    gesture: Json | None
    says: str
    box: list[float] | None = None


def take(plane: Plane, table: Json, corners: Sequence[Sequence[float]] | None = None) -> Answer:
    """Return the gesture that takes a Universal VTT into a survey.

    `corners` say where the upper left, the upper right and the lower left of its picture lie; the lines of an
    empty plane need none. Raises InputError for a file with a mistake, and for one too large.
    """
    given = table_lines(table)
    if plane.faces and corners is None:
        raise InputError("corners is missing: it says where the picture of the file lies under the drawing.")
    try:
        if corners and plane.faces:
            return _beside(plane, given, corners)
        return _own(table) or _foreign(plane, given)
    except Refused as refused:
        raise InputError(str(refused)) from None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board drawn by a file alone: its log and its map, both JSON data, and what was taken."""

    log: Json
    map: Json
    says: str


def drawn(table: Json) -> Drawn:
    """Return the board that a Universal VTT draws. Raises InputError for a file that draws none."""
    answer = take(Plane(), table)
    if answer.gesture is None:
        raise InputError(answer.says)
    told = log.Log().add(answer.gesture)
    return Drawn(told.to_json(), _filled(chart.to_map(told.plane)) or {}, answer.says)


def _own(table: Json) -> Answer | None:
    """Return the board in a file of ours, finished or not; None where there is none."""
    board = _filled(table.get(MAP))
    if board is None or not board_check.examine(board, reach=False)[1]:
        return None
    try:
        gestures = [gesture for gesture in gestures_of(board) if not _is_filled_in(gesture)]
    except Refused:
        return None
    count = len(board["squares"])
    told = f"Taken from the file: its whole board, {_count(count, 'square', 'squares')} with all on them."
    return Answer(_together(Plane(), gestures), told, _place(table, board, gestures))


def _filled(board: object) -> Json | None:
    """Return the map in a file with an area and a name in place of those that it lacks; None without one."""
    if not isinstance(board, dict) or not isinstance(board.get("squares"), list):
        return None
    squares = [
        {**square, "area": _UNKNOWN} if isinstance(square, dict) and square.get("area") is None else square
        for square in board["squares"]
    ]
    areas = board.get("areas")
    spare = {"id": _UNKNOWN, "name": _NO_NAME, "kind": "hall"}
    if squares != board["squares"] and isinstance(areas, list):
        areas = [*areas, spare]
    return {**board, "name": board.get("name") or _NO_NAME, "squares": squares, "areas": areas}


def _is_filled_in(gesture: Json) -> bool:
    named = (gesture.get("id"), gesture.get("area"), gesture.get("name"))
    return _UNKNOWN in named or (gesture["do"] == "title" and gesture["name"] == _NO_NAME)


def _place(table: Json, board: Json, gestures: Sequence[Json]) -> list[float] | None:
    """Return where the picture of our own file lies, as its maker left it in the file."""
    place, size = table.get(PLACE), table["resolution"]["map_size"]
    names = ("left", "top", "cell")
    if not isinstance(place, dict) or any(type(place.get(name)) not in {int, float} for name in names):
        return None
    outline = next(gesture for gesture in gestures if gesture["do"] == "outline")["points"]
    drawn, there = (max(abs(c) for p in points for c in p) for points in (outline, _first(board)))
    scale = drawn / there
    left, top, cell = (place[name] * scale for name in names)
    return [left, top, left + size["x"] * cell, top + size["y"] * cell]


def _first(board: Json) -> Any:
    return board["squares"][0]["outline"]


def _foreign(plane: Plane, given: TableLines) -> Answer:
    if not given.walls and not given.doors:
        return Answer(None, "The file has a picture, but no walls and no doors.")
    taken = on_empty(given.width, given.height, _in_plane(given, (0, 0), (CELL, 0), (0, CELL)))
    box: list[float] = [0, 0, given.width * CELL, given.height * CELL]
    return Answer(_together(plane, taken.gestures), says(taken, given, empty=True), box)


def _beside(plane: Plane, given: TableLines, corners: Sequence[Sequence[float]]) -> Answer:
    (left, top), across, down = corners
    right = (across[0] - left) / given.width, (across[1] - top) / given.width
    under = (down[0] - left) / given.height, (down[1] - top) / given.height
    if right[0] * under[1] == right[1] * under[0]:
        raise InputError("corners: these three do not span a picture.")
    taken = on_drawing(plane, _in_plane(given, (left, top), right, under))
    told = says(taken, given, empty=False)
    return Answer(_together(plane, taken.gestures) if taken.gestures else None, told)


def _in_plane(given: TableLines, start: Place, right: Place, down: Place) -> Lines:
    """Return walls and doors where they lie, one cell to the right and one down being so far apart."""

    def put(spot: Place) -> Place:
        x, y = spot
        return start[0] + x * right[0] + y * down[0], start[1] + x * right[1] + y * down[1]

    cell = abs(right[0] * down[1] - right[1] * down[0]) ** 0.5
    walls = [[put(spot) for spot in wall] for wall in given.walls]
    return Lines(walls, [((put(start_), put(end)), kind) for (start_, end), kind in given.doors], cell)


def _together(plane: Plane, gestures: list[Json]) -> Json:
    gesture = {"do": log.ALL, "gestures": gestures}
    if len(gestures) > log.MOST_TOGETHER or log.work(plane, gesture) > log.MOST_WORK:
        raise InputError(_LARGE)
    return gesture


def says(taken: Taken, given: TableLines, *, empty: bool) -> str:
    """Return what was taken of a file and what was not, in a few short sentences."""
    told = [f"walls on {_count(taken.walls, 'side', 'sides')}", _count(taken.doors, "door", "doors")]
    if empty:
        across, down = taken.squares
        told.insert(0, f"{across} × {down} squares")
    sentences = [f"Taken from the file: {', '.join(told)}."]
    if taken.step > 1:
        sentences.append(f"Each square is {taken.step} × {taken.step} cells of its grid.")
    left = []
    if taken.pieces_left:
        left.append(f"{taken.pieces_left} of {_count(taken.pieces, 'piece', 'pieces')} of wall")
    if taken.doors_left:
        left.append(f"{taken.doors_left} of {_count(len(given.doors), 'door', 'doors')}")
    if left:
        sentences.append(f"Not taken: {' and '.join(left)} that no line of the drawing runs along.")
    if taken.doors_outside:
        number = _count(taken.doors_outside, "door is", "doors are")
        sentences.append(f"{number} in the outer wall: put a main door there, with its name.")
    if given.lights:
        sentences.append("Lights are left out.")
    return " ".join(sentences)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
