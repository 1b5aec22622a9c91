"""A map in the formats of other programs: GeoJSON, there and back without loss, and Universal VTT."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.board import Board
from rules.outlines import Segment

MEMBER = "referee"
"""The member of a GeoJSON document that holds all that its features do not."""
UVTT_FORMAT = 0.3
PIXELS_PER_GRID = 70
NO_PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
"""One transparent pixel: programs that read the format want a picture."""
Json = dict[str, Any]


class Unreadable(Exception):
    """A document that holds no map; its message is one sentence."""


def to_geojson(data: Mapping[str, Any]) -> Json:
    """Return a map as GeoJSON: a polygon for each square. `from_geojson` gives back the same map."""
    features = [
        {
            "type": "Feature",
            "id": square["id"],
            "properties": {k: v for k, v in square.items() if k != "outline"},
            "geometry": {"type": "Polygon", "coordinates": [[*square["outline"], square["outline"][0]]]},
        }
        for square in data["squares"]
    ]
    rest = {k: v for k, v in data.items() if k != "squares"}
    return {"type": "FeatureCollection", MEMBER: rest, "features": features}


def from_geojson(data: object) -> Json:
    """Return the map of a GeoJSON document, not yet checked. Raises Unreadable."""
    if not isinstance(data, dict) or data.get("type") != "FeatureCollection":
        raise Unreadable("A map in GeoJSON is a FeatureCollection.")
    rest, features = data.get(MEMBER), data.get("features")
    if not isinstance(rest, dict) or not isinstance(features, list):
        raise Unreadable(
            f'A map in GeoJSON has a list "features", and a member "{MEMBER}" with the rest of it.'
        )
    squares = [_square(feature, number) for number, feature in enumerate(features)]
    at = list(rest).index("areas") + 1 if "areas" in rest else len(rest)
    members = list(rest.items())
    return dict([*members[:at], ("squares", squares), *members[at:]])


def _square(feature: object, number: int) -> Json:
    where = f"features[{number}]"
    geometry = feature.get("geometry") if isinstance(feature, dict) else None
    if not isinstance(feature, dict) or not isinstance(geometry, dict) or geometry.get("type") != "Polygon":
        raise Unreadable(f"{where} is no feature with a Polygon.")
    rings, properties = geometry.get("coordinates"), feature.get("properties")
    if not isinstance(rings, list) or len(rings) != 1 or not isinstance(rings[0], list) or len(rings[0]) < 4:
        raise Unreadable(f"{where} has no single ring of three corners or more; squares have no holes.")
    if not isinstance(properties, dict):
        raise Unreadable(f"{where} has no properties.")
    ring = rings[0][:-1] if rings[0][0] == rings[0][-1] else rings[0]
    named = {"id": properties.get("id", feature.get("id")), "area": properties.get("area")}
    return {**named, "outline": [_point(p) for p in ring], **properties}


def _point(value: object) -> object:
    """Return a point with whole numbers where a program has made decimals of them."""
    if not isinstance(value, list):
        return value
    return [int(c) if isinstance(c, float) and c.is_integer() else c for c in value]


def to_uvtt(board: Board) -> Json:
    """Return a map as Universal VTT (`.dd2vtt`): its walls, and a portal for each door.

    A grid field is as wide as a usual square of the map. The picture is empty: the printed one is not ours.
    """
    corners = [p for square in board.squares.values() for p in square.outline]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    widths = sorted(_width(s.outline) for s in board.squares.values())
    field = widths[len(widths) // 2]

    def spot(point: Iterable[float]) -> Json:
        x, y = point
        return {"x": round((x - left) / field, 4), "y": round((y - top) / field, 4)}

    def portal(ends: Segment) -> Json:
        (ax, ay), (bx, by) = ends
        middle = spot(((ax + bx) / 2, (ay + by) / 2))
        bounds = [spot(p) for p in ends]
        return {"position": middle, "bounds": bounds, "rotation": 0, "closed": False, "freestanding": False}

    walls = [g for side in board.sides.values() if side.kind == "wall" for g in side.segments]
    doors = [g for side in board.doors.values() for g in side.segments]
    main = [door.segment for door in board.main_doors.values()]
    size = spot((max(x for x, _ in corners), max(y for _, y in corners)))
    return {
        "format": UVTT_FORMAT,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": size, "pixels_per_grid": PIXELS_PER_GRID},
        "line_of_sight": [[spot(a), spot(b)] for a, b in (*walls, *board.outer_wall)],
        "portals": [portal(ends) for ends in (*doors, *main)],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": NO_PICTURE,
    }


def _width(outline: Iterable[tuple[int, int]]) -> int:
    xs = [x for x, _ in outline]
    return max(xs) - min(xs)
