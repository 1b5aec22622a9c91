"""A map as GeoJSON (RFC 7946), and back, without loss.

Each square is a polygon, each side with a wall or a door a line, and so is each main door. The rest of the
map is in the member `referee-map`. Coordinates are the map's own, but y grows upwards, as in every program
that shows GeoJSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.errors import InputError
from referee.records.text import show
from rules.board.board import Board, pair
from rules.board.checks import FORMAT, MAX_SQUARES

Json = dict[str, Any]
REST, WHAT = "referee-map", "referee"
"""The member of the collection with the rest of a map, and the property that says what a feature is."""
SQUARE, SIDE, MAIN_DOOR = "square", "side", "main door"
_LISTS = {"squares": SQUARE, "sides": SIDE, "main_doors": MAIN_DOOR}
"""The lists of a map that become features, and what their features are called."""
MAX_FEATURES = 10 * MAX_SQUARES


def to_geojson(data: Mapping[str, Any], board: Board) -> Json:
    """Return a map as a GeoJSON FeatureCollection. `board` is the board of the map."""
    makers: dict[str, Callable[[Mapping[str, Any]], Json]] = {
        "squares": _square,
        "sides": lambda side: _side(side, board),
        "main_doors": _main_door,
    }
    features = [makers[name](entry) for name in _LISTS for entry in data.get(name, ())]
    rest = {name: None if name in _LISTS else value for name, value in data.items()}
    return {"type": "FeatureCollection", "name": data["name"], REST: rest, "features": features}


def is_geojson(data: object) -> bool:
    """Whether JSON says that it is a GeoJSON FeatureCollection."""
    return isinstance(data, dict) and data.get("type") == "FeatureCollection"


def from_geojson(data: object) -> Json:
    """Return the map (`referee-map/1`) of GeoJSON, not yet checked. Raises InputError.

    A polygon without `referee` among its properties is a square, a MultiPolygon of one part too. A collection
    without the member `referee-map` becomes a map in which the check then misses the areas.
    """
    if not is_geojson(data) or not isinstance(data, dict):
        raise InputError("type: the file is not a GeoJSON FeatureCollection.")
    features = data.get("features")
    if not isinstance(features, list) or len(features) > MAX_FEATURES:
        raise InputError(f"features: {show(features)} is not a list of at most {MAX_FEATURES} features.")
    lists: dict[str, list[Json]] = {name: [] for name in _LISTS}
    for n, feature in enumerate(features):
        name, entry = _read(feature, f"features[{n}]")
        lists[name].append(entry)
    rest = data.get(REST)
    if not isinstance(rest, dict):
        rest = {
            "format": FORMAT,
            "name": data.get("name"),
            "squares": None,
            "sides": None,
            "main_doors": None,
        }
    whole = {name: lists[name] if name in _LISTS else value for name, value in rest.items()}
    return whole | {name: entries for name, entries in lists.items() if entries and name not in whole}


def _feature(what: str, properties: Json, geometry: Json) -> Json:
    return {"type": "Feature", "geometry": geometry, "properties": {WHAT: what, **properties}}


def _square(square: Mapping[str, Any]) -> Json:
    ring = [[x, -y] for x, y in (*square["outline"], square["outline"][0])]
    said = {name: value for name, value in square.items() if name != "outline"}
    return _feature(SQUARE, said, {"type": "Polygon", "coordinates": [ring]})


def _side(side: Mapping[str, Any], board: Board) -> Json:
    segments = board.sides[pair(*side["between"])].segments
    lines = [[[x, -y] for x, y in segment] for segment in segments]
    return _feature(SIDE, dict(side), {"type": "MultiLineString", "coordinates": lines})


def _main_door(door: Mapping[str, Any]) -> Json:
    line = [[x, -y] for x, y in door["segment"]]
    said = {name: value for name, value in door.items() if name != "segment"}
    return _feature(MAIN_DOOR, said, {"type": "LineString", "coordinates": line})


def _read(feature: object, where: str) -> tuple[str, Json]:
    """Return the list of the map that a feature belongs in, and its entry. Raises InputError."""
    geometry = feature.get("geometry") if isinstance(feature, dict) else None
    properties = (feature.get("properties") if isinstance(feature, dict) else None) or {}
    if not isinstance(feature, dict) or not isinstance(geometry, dict) or not isinstance(properties, dict):
        raise InputError(f"{where}: {show(feature)} is not a feature with a geometry.")
    what = properties.get(WHAT, SQUARE)
    said = {name: value for name, value in properties.items() if name != WHAT}
    kind, coordinates = geometry.get("type"), geometry.get("coordinates")
    if what == SIDE:
        return "sides", said
    if isinstance(kind, str) and kind.startswith("Multi"):
        kind, coordinates = kind.removeprefix("Multi"), _only(coordinates, where)
    if what == SQUARE and kind == "Polygon":
        if not isinstance(coordinates, list) or len(coordinates) != 1:
            raise InputError(f"{where}: its polygon has no outline or has holes; it must have one outline.")
        ring = _spots(coordinates[0], where)
        closed = ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring
        named = {} if "id" in said else {"id": feature.get("id")}
        return "squares", _ordered(named | said, "outline", closed, after="area")
    if what == MAIN_DOOR and kind == "LineString":
        return "main_doors", _ordered(said, "segment", _spots(coordinates, where), after="square")
    raise InputError(f"{where}: a map has no {show(what)} with the geometry {show(kind)}.")


def _only(coordinates: object, where: str) -> object:
    """Return the one part of a geometry that may have many. Raises InputError for none or more.

    Programs for maps write a MultiPolygon where any of their shapes has several parts.
    """
    many = len(coordinates) if isinstance(coordinates, list) else 0
    if not isinstance(coordinates, list) or many != 1:
        raise InputError(f"{where}: its geometry has {many} parts; a square or a main door has one.")
    return coordinates[0]


def _ordered(said: Json, name: str, value: object, after: str) -> Json:
    """Return an entry with one more member, after another one if it has that."""
    entry: Json = {}
    for key, kept in said.items():
        entry[key] = kept
        if key == after:
            entry[name] = value
    entry.setdefault(name, value)
    return entry


def _spots(coordinates: object, where: str) -> list[list[int]]:
    """Return spots in map units. Raises InputError for any that is not whole."""
    if not isinstance(coordinates, list):
        raise InputError(f"{where}: its coordinates are {show(coordinates)}; they must be a list of points.")
    return [[_whole(x, where), -_whole(y, where)] for x, y in (_point(spot, where) for spot in coordinates)]


def _point(spot: object, where: str) -> tuple[object, object]:
    if not isinstance(spot, list) or len(spot) not in {2, 3}:
        raise InputError(f"{where}: {show(spot)} is not a point.")
    return spot[0], spot[1]


def _whole(number: object, where: str) -> int:
    good = isinstance(number, (int, float)) and not isinstance(number, bool) and number == number // 1
    if not good or not isinstance(number, (int, float)):
        raise InputError(f"{where}: {show(number)} is not a whole number; coordinates of a map are whole.")
    return int(number)
