"""The chart of a plane: the numbers of its squares, and the map (`referee-map/1`)."""

from __future__ import annotations

import json
from typing import Any

from rules.board.checks import FORMAT
from rules.board.outlines import Outline
from rules.survey.exact import canonical, is_straight
from rules.survey.plane import Plane


def reading_order(plane: Plane) -> list[int]:
    """Return the faces row by row.

    A row is as high as most of the faces that begin in it. It has every face that begins in its upper half or
    has its middle in it: one that reaches down beside the next row belongs to the row where it begins.
    """
    boxes = {}
    for number, face in plane.faces.items():
        xs, ys = [x for x, _ in face.outline], [y for _, y in face.outline]
        boxes[number] = min(ys), max(ys), min(ys) + max(ys), min(xs) + max(xs)
    left = sorted(boxes, key=lambda n: (boxes[n][0], boxes[n][3], n))
    order: list[int] = []
    while left:
        top, bottom, _, _ = boxes[left[0]]
        while (lower := _lower([boxes[n][1] for n in left if 2 * boxes[n][0] < top + bottom])) < bottom:
            bottom = lower
        row = {n for n in left if 2 * boxes[n][0] < top + bottom or boxes[n][2] <= 2 * bottom}
        order += sorted(row, key=lambda n: (boxes[n][3], boxes[n][2], n))
        left = [n for n in left if n not in row]
    return order


def _lower(numbers: list[int]) -> int:
    """Return the middle one of some numbers, of two the lower one."""
    return sorted(numbers)[(len(numbers) - 1) // 2]


def numbers(plane: Plane) -> dict[int, int]:
    """Return the number of each face: one after the other in reading order, going on from each correction."""
    known = {}
    following = plane.first_number
    for face in reading_order(plane):
        corrected = plane.faces[face].number
        known[face] = following if corrected is None else corrected
        following = known[face] + 1
    return known


def to_map(plane: Plane) -> dict[str, Any]:
    """Return the map of a plane. `rules.board.checks.problems` says what is still wrong with it."""
    named = {face: f"{number:03}" for face, number in numbers(plane).items()}
    ways = plane.ways()
    squares = [
        {
            "id": named[number],
            "area": face.area,
            "outline": [list(p) for p in _needed(face.outline)],
            "symbols": list(face.symbols),
        }
        for number, face in plane.faces.items()
    ]
    sides = [{"between": sorted((named[a], named[b])), "kind": kind} for (a, b), kind in plane.sides.items()]
    doors = [
        {"name": name, "square": named[ways[way]], "segment": [list(p) for p in way]}
        for name, way in sorted(plane.doors.items())
    ]
    data = {
        "format": FORMAT,
        "name": plane.name,
        "provenance": "surveyed",
        "areas": [{"id": a, "name": n, "kind": k} for a, (n, k) in sorted(plane.areas.items())],
        "squares": sorted(squares, key=lambda s: (s["id"], s["outline"])),
        "sides": sorted(sides, key=lambda s: s["between"]),
        "main_doors": doors,
        "special": dict(sorted(plane.special.items())),
    }
    if plane.rifles:
        data["rifles"] = {"square": named[plane.rifles[0]], "count": plane.rifles[1]}
    if plane.size:
        data["millimetres"] = {"width": plane.size[0], "height": plane.size[1]}
    if plane.error or plane.looks:
        seen = sorted((*sorted((named[a], named[b])), clear) for (a, b), clear in plane.looks.items())
        lines = [{"between": [a, b], "sight": clear} for a, b, clear in seen]
        data["looks"] = {"error": plane.error, "lines": lines}
    return data


def _needed(outline: Outline) -> Outline:
    """Return a loop without the corners on its straight sides."""
    count = len(outline)
    return canonical(
        [p for i, p in enumerate(outline) if not is_straight(outline[i - 1], p, outline[(i + 1) % count])]
    )


def map_text(plane: Plane) -> str:
    """Return the map as one line of JSON, the same on the page and here."""
    return json.dumps(to_map(plane), ensure_ascii=False, separators=(",", ":"))


def state_text(plane: Plane) -> str:
    """Return everything that a plane knows as one line of JSON: equal planes have equal text."""
    data = {
        "faces": [
            [n, [list(p) for p in canonical(f.outline)], f.area, list(f.symbols), f.number]
            for n, f in plane.faces.items()
        ],
        "areas": [[a, n, k] for a, (n, k) in sorted(plane.areas.items())],
        "sides": [[a, b, kind] for (a, b), kind in plane.sides.items()],
        "doors": [[name, [list(p) for p in way]] for name, way in sorted(plane.doors.items())],
        "first": plane.first_number,
        "rifles": list(plane.rifles) if plane.rifles else None,
        "special": [[k, v] for k, v in sorted(plane.special.items())],
        "error": plane.error,
        "looks": [[a, b, clear] for (a, b), clear in plane.looks.items()],
        "size": list(plane.size) if plane.size else None,
        "name": plane.name,
        "next": plane.next_face,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
