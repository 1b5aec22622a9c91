"""A Universal VTT taken into a survey, as one gesture: its walls and doors, and of our own files all.

Such a file counts in cells of its grid, from the upper left of the whole map; `map_origin` is where the
picture begins. Sight ends at the lines of `line_of_sight` (walls and caves) and `objects_line_of_sight`
(pillars and furniture). A portal is a door; one that is not `closed` lets sight through, as glass does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.errors import InputError
from referee.records.text import show
from referee.surveys.formats.universal_vtt import MAP, PLACE
from rules.board import checks
from rules.board.board import SideKind
from rules.survey import chart, log
from rules.survey.exact import Refused
from rules.survey.from_lines import CELL, Lines, Taken, on_drawing, on_empty
from rules.survey.from_map import gestures_of
from rules.survey.loose_lines import Line, Place
from rules.survey.plane import Plane

MAX_CELLS = 2000
"""A map is at most so many cells wide and high."""
MAX_POINTS = 20_000
"""Points of all walls and doors together."""
_MAX_COORDINATE = 100_000
WALLS = ("line_of_sight", "objects_line_of_sight")


@dataclass(frozen=True, slots=True)
class TableLines:
    """A map so many cells wide and high, its walls and doors in cells, and how many lights it has."""

    width: float
    height: float
    walls: tuple[tuple[Place, ...], ...]
    doors: tuple[tuple[Line, SideKind], ...]
    lights: int


def table_lines(data: dict[str, Any]) -> TableLines:
    """Return the walls and doors in a Universal VTT. Raises InputError, with the field, for a bad one."""
    resolution = data.get("resolution")
    if not isinstance(resolution, dict):
        raise _wrong("resolution", resolution, "the size of the map", missing="resolution" not in data)
    origin = resolution.get("map_origin")
    left, top = (0.0, 0.0) if origin is None else _point(origin, "resolution.map_origin")
    width, height = _point(
        resolution.get("map_size"), "resolution.map_size", missing="map_size" not in resolution
    )
    for name, long in (("x", width), ("y", height)):
        if not 0 < long <= MAX_CELLS:
            where = f"resolution.map_size.{name}"
            raise _wrong(where, resolution["map_size"][name], f"a number of cells above 0, up to {MAX_CELLS}")
    walls = [wall for name in WALLS for wall in _walls(data.get(name), name)]
    doors = _doors(data.get("portals"))
    if sum(map(len, walls)) + 2 * len(doors) > MAX_POINTS:
        raise InputError(f"The walls and doors of the file have more than {MAX_POINTS} points.")
    lights = data.get("lights")

    def moved(spot: Place) -> Place:
        return spot[0] - left, spot[1] - top

    return TableLines(
        width,
        height,
        tuple(tuple(moved(spot) for spot in wall) for wall in walls),
        tuple(((moved(start), moved(end)), kind) for (start, end), kind in doors),
        len(lights) if isinstance(lights, list) else 0,
    )


def _walls(given: object, name: str) -> list[list[Place]]:
    lines = _list(given, name, "a list of walls")
    return [
        [
            _point(spot, f"{name}[{n}][{at}]")
            for at, spot in enumerate(_list(line, f"{name}[{n}]", "a list of points"))
        ]
        for n, line in enumerate(lines)
    ]


def _doors(given: object) -> list[tuple[Line, SideKind]]:
    doors: list[tuple[Line, SideKind]] = []
    for n, portal in enumerate(_list(given, "portals", "a list of doors")):
        where = f"portals[{n}]"
        if not isinstance(portal, dict):
            raise _wrong(where, portal, "a door")
        if not isinstance(portal.get("bounds"), list):
            raise _wrong(
                f"{where}.bounds", portal.get("bounds"), "the two ends of a door", "bounds" not in portal
            )
        bounds = [_point(spot, f"{where}.bounds[{at}]") for at, spot in enumerate(portal["bounds"])]
        if len(bounds) != 2:
            many = {0: "no point", 1: "one point"}.get(len(bounds), f"{len(bounds)} points")
            raise InputError(f"{where}.bounds has {many}; a door has two ends.")
        closed = portal.get("closed", True)
        if not isinstance(closed, bool):
            raise _wrong(f"{where}.closed", closed, "true or false")
        doors.append(((bounds[0], bounds[1]), "solid_door" if closed else "glass_door"))
    return doors


def _list(given: object, where: str, expected: str) -> list[Any]:
    """Return a member that is a list; a missing or null one is empty."""
    if given is None:
        return []
    if not isinstance(given, list):
        raise _wrong(where, given, expected)
    return given


def _point(given: object, where: str, missing: bool = False) -> Place:
    if not isinstance(given, dict):
        raise _wrong(where, given, 'a point, as {"x": 1, "y": 2}', missing)
    return _number(given, "x", where), _number(given, "y", where)


def _number(point: dict[str, Any], name: str, where: str) -> float:
    value: Any = point.get(name)
    # No comparison with what is no number is true.
    if type(value) not in {int, float} or not abs(value) <= _MAX_COORDINATE:
        expected = f"a number from -{_MAX_COORDINATE} to {_MAX_COORDINATE}"
        raise _wrong(f"{where}.{name}", value, expected, name not in point)
    return float(value)


def _wrong(where: str, value: object, expected: str, missing: bool = False) -> InputError:
    if missing:
        return InputError(f"{where} is missing; it must be {expected}.")
    return InputError(f"{where}: {show(value)} is not {expected}.")


_UNKNOWN = "no-area-yet"
_NO_NAME = "No name yet"
_LARGE = "The board in the file is too large to be put in as one step."
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TakenLines:
    """A gesture, or None where the file has nothing to give; what to say of it; where its picture belongs.

    `box` is the part of the plane under the picture, None where the drawing was there before.
    """

    gesture: Json | None
    says: str
    box: list[float] | None = None


def take_lines(plane: Plane, table: Json, corners: Sequence[Sequence[float]] | None = None) -> TakenLines:
    """Return the gesture that takes a Universal VTT into a survey.

    `corners` are the upper left, upper right and lower left of its picture; an empty plane needs none. Raises
    InputError for a file with a mistake, and for one too large.
    """
    given = table_lines(table)
    if plane.faces and corners is None:
        raise InputError("corners is missing: it says where the picture of the file lies under the drawing.")
    try:
        if corners and plane.faces:
            return _beside(plane, given, corners)
        return _own_map(table) or _foreign_map(plane, given)
    except Refused as refused:
        raise InputError(str(refused)) from None


@dataclass(frozen=True, slots=True)
class ImportedMap:
    """A board drawn by a file alone: its log and its map, both JSON data, and what was taken."""

    log: Json
    map: Json
    says: str


def import_map(table: Json) -> ImportedMap:
    """Return the board that a Universal VTT draws. Raises InputError for a file that draws none."""
    answer = take_lines(Plane(), table)
    if answer.gesture is None:
        raise InputError(answer.says)
    told = log.Log().add(answer.gesture)
    return ImportedMap(told.to_json(), _filled_in(chart.to_map(told.plane)) or {}, answer.says)


def _own_map(table: Json) -> TakenLines | None:
    """Return the board in a file of ours, finished or not; None where there is none."""
    board = _filled_in(table.get(MAP))
    if board is None or not checks.examine(board, reach=False)[1]:
        return None
    try:
        gestures = [gesture for gesture in gestures_of(board) if not _is_filled_in(gesture)]
    except Refused:
        return None
    count = len(board["squares"])
    told = f"Taken from the file: its whole board, {_count(count, 'square', 'squares')} with all on them."
    return TakenLines(_together(Plane(), gestures), told, _place(table, board, gestures))


def _filled_in(board: object) -> Json | None:
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
    """Return the place of the picture in one of our own files."""
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


def _foreign_map(plane: Plane, given: TableLines) -> TakenLines:
    if not given.walls and not given.doors:
        return TakenLines(None, "The file has a picture, but no walls and no doors.")
    taken = on_empty(given.width, given.height, _in_plane(given, (0, 0), (CELL, 0), (0, CELL)))
    box: list[float] = [0, 0, given.width * CELL, given.height * CELL]
    return TakenLines(_together(plane, taken.gestures), summary(taken, given, empty=True), box)


def _beside(plane: Plane, given: TableLines, corners: Sequence[Sequence[float]]) -> TakenLines:
    (left, top), across, down = corners
    right = (across[0] - left) / given.width, (across[1] - top) / given.width
    under = (down[0] - left) / given.height, (down[1] - top) / given.height
    if right[0] * under[1] == right[1] * under[0]:
        raise InputError("corners: these three do not span a picture.")
    taken = on_drawing(plane, _in_plane(given, (left, top), right, under))
    told = summary(taken, given, empty=False)
    return TakenLines(_together(plane, taken.gestures) if taken.gestures else None, told)


def _in_plane(given: TableLines, start: Place, right: Place, down: Place) -> Lines:
    """Return walls and doors in place; the arguments are the steps of one cell right and one down."""

    def put(spot: Place) -> Place:
        x, y = spot
        return start[0] + x * right[0] + y * down[0], start[1] + x * right[1] + y * down[1]

    cell = abs(right[0] * down[1] - right[1] * down[0]) ** 0.5
    walls = [[put(spot) for spot in wall] for wall in given.walls]
    return Lines(walls, [((put(start_), put(end)), kind) for (start_, end), kind in given.doors], cell)


def _together(plane: Plane, gestures: list[Json]) -> Json:
    gesture = {"do": log.ALL, "gestures": gestures}
    if len(gestures) > log.MAX_TOGETHER or log.work(plane, gesture) > log.MAX_WORK:
        raise InputError(_LARGE)
    return gesture


def summary(taken: Taken, given: TableLines, *, empty: bool) -> str:
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
