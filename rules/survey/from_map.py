"""A survey that begins with a map: the gestures that make the map again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.board.board import Board, pair
from rules.board.checks import FARTHEST, MAX_ERROR
from rules.board.outlines import Outline, Point, edges, inner_spot, on_segment, place
from rules.survey import chart, log
from rules.survey.exact import Refused, edge
from rules.survey.plane import Plane, insert

Gesture = dict[str, Any]
SCALES = (1, 2, 3, 4, 6, 12, 24, 60)
"""A map is drawn so often larger that each of its squares has a point of whole numbers inside."""


def gestures_of(data: Mapping[str, Any]) -> list[Gesture]:
    """Return the gestures that make a sound map again, so that it can be edited further.

    Raises Refused, with a sentence, for what a drawing cannot keep: centres of a map's own, tiny squares.
    """
    _check_centres(data)
    scale, spots = _scaled(data)
    gestures: list[Gesture] = [{"do": "title", "name": data["name"][:40].strip()}]
    outlines = _with_doors(data)
    gestures += ({"do": "outline", "points": _times(o, scale)} for o in outlines)
    plane = Plane()
    for gesture in gestures:
        plane = log.apply(plane, gesture)
    gestures += _numbers(data, plane, spots)
    gestures += _marks(data, spots, scale)
    for gesture in gestures[len(data["squares"]) + 1 :]:
        plane = log.apply(plane, gesture)
    return gestures


def _check_centres(data: Mapping[str, Any]) -> None:
    for square in data["squares"]:
        xs, ys = zip(*square["outline"], strict=True)
        middle = [min(xs) + max(xs), min(ys) + max(ys)]
        if "centre" in square and [2 * c for c in square["centre"]] != middle:
            raise Refused(f"Square {square['id']} has a centre of its own, which a drawing cannot keep.")


def _scaled(data: Mapping[str, Any]) -> tuple[int, dict[str, list[int]]]:
    farthest = max(abs(c) for s in data["squares"] for p in s["outline"] for c in p)
    for scale in SCALES:
        spots = {s["id"]: _spot(_times(s["outline"], scale)) for s in data["squares"]}
        if farthest * scale <= FARTHEST and None not in spots.values():
            return scale, {name: list(spot) for name, spot in spots.items() if spot}
    raise Refused("Some squares of this map are too small to be drawn with whole numbers.")


def _with_doors(data: Mapping[str, Any]) -> list[Outline]:
    """Return the outlines with corners where a main door begins and ends: in a drawing it is a whole edge."""
    ends = [tuple(p) for door in data.get("main_doors", ()) for p in door["segment"]]
    outlines = []
    for square in data["squares"]:
        outline: Outline = tuple((x, y) for x, y in square["outline"])
        new = {edge(a, b): _between(a, b, ends) for a, b in edges(outline)}
        outlines.append(insert(outline, new))
    return outlines


def _between(a: Point, b: Point, ends: list[Any]) -> list[Point]:
    """Return those of the points that are within an edge, in the order of its name."""
    name = edge(a, b)
    return sorted({p for p in ends if p not in name and on_segment(p, name)})


def _times(points: Any, scale: int) -> list[list[int]]:
    return [[x * scale, y * scale] for x, y in points]


def _spot(outline: list[list[int]]) -> Point | None:
    """Return a point of whole numbers inside a square, or None."""
    corners = [(x, y) for x, y in outline]
    x, y = inner_spot(corners)
    spot = int(x), int(y)
    return spot if place(spot, corners) == "inside" else None


def _numbers(data: Mapping[str, Any], plane: Plane, spots: Mapping[str, list[int]]) -> Iterator[Gesture]:
    """Yield the first number, and a correction wherever the map leaves reading order."""
    names = {n: s["id"] for n, s in enumerate(data["squares"], 1)}
    order = chart.reading_order(plane)
    following = int(names[order[0]])
    yield {"do": "first_number", "number": following}
    for face in order:
        number = int(names[face])
        if number != following:
            yield {"do": "number", "at": spots[names[face]], "number": number}
        following = number + 1


def _marks(data: Mapping[str, Any], spots: Mapping[str, list[int]], scale: int) -> Iterator[Gesture]:
    for area in data["areas"]:
        yield {"do": "area", "id": area["id"], "name": area["name"][:40].strip(), "kind": area["kind"]}
    for square in data["squares"]:
        yield {"do": "paint", "at": spots[square["id"]], "area": square["area"]}
        for what in square.get("symbols", ()):
            yield {"do": "symbol", "at": spots[square["id"]], "symbol": what}
    board = Board.from_json(data)
    for side in data.get("sides", ()):
        if side["kind"] != "open":
            a, b = board.sides[pair(*side["between"])].segments[0]
            yield {"do": "side", "edge": _times((a, b), scale), "kind": side["kind"]}
    for door in data.get("main_doors", ()):
        yield {"do": "main_door", "edge": _times(door["segment"], scale), "name": door["name"]}
    if "rifles" in data:
        there = data["rifles"]
        yield {"do": "rifles", "at": spots[there["square"]], "count": there["count"]}
    if "millimetres" in data:
        yield {"do": "size", **data["millimetres"]}
    yield from _looks(data, spots, scale)
    special = {**data.get("special", {}), **({"depicts": data["depicts"]} if "depicts" in data else {})}
    for key, value in special.items():
        yield {"do": "special", "key": key, "value": value}


def _looks(data: Mapping[str, Any], spots: Mapping[str, list[int]], scale: int) -> Iterator[Gesture]:
    looks = data.get("looks", {"error": 0, "lines": []})
    if looks["error"]:
        yield {"do": "error", "units": min(looks["error"] * scale, MAX_ERROR)}
    for line in looks["lines"]:
        start, end = (spots[square] for square in line["between"])
        yield {"do": "look", "from": start, "to": end, "sight": "clear" if line["sight"] else "blocked"}
