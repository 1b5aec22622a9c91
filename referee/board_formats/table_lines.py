"""The walls and doors in a Universal VTT of another program: Dungeondraft, DungeonFog, Foundry's exports.

Such a file counts in cells of its grid, from the upper left of the whole map; `map_origin` is where the
picture begins. Sight ends at the lines of `line_of_sight` (walls and caves) and `objects_line_of_sight`
(pillars and furniture). A portal is a door; one that is not `closed` lets sight through, as glass does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.errors import InputError
from referee.records.text import show
from rules.board import SideKind
from rules.survey.loose_lines import Line, Place

LARGEST = 2000
"""A map is at most so many cells wide and high."""
MOST_POINTS = 20_000
"""Points of all walls and doors together."""
_FARTHEST = 100_000
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
        if not 0 < long <= LARGEST:
            where = f"resolution.map_size.{name}"
            raise _wrong(where, resolution["map_size"][name], f"a number of cells above 0, up to {LARGEST}")
    walls = [wall for name in WALLS for wall in _walls(data.get(name), name)]
    doors = _doors(data.get("portals"))
    if sum(map(len, walls)) + 2 * len(doors) > MOST_POINTS:
        raise InputError(f"The walls and doors of the file have more than {MOST_POINTS} points.")
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
    """Return a list; a member that is left out, or null, is an empty one."""
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
    if type(value) not in {int, float} or not abs(value) <= _FARTHEST:
        expected = f"a number from -{_FARTHEST} to {_FARTHEST}"
        raise _wrong(f"{where}.{name}", value, expected, name not in point)
    return float(value)


def _wrong(where: str, value: object, expected: str, missing: bool = False) -> InputError:
    if missing:
        return InputError(f"{where} is missing; it must be {expected}.")
    return InputError(f"{where}: {show(value)} is not {expected}.")
