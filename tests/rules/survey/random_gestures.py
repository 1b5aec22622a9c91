"""Random gestures of a survey: many that can be done, and some that cannot."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.board.outlines import Point, edges, inner_spot
from rules.survey.plane import Plane

Gesture = dict[str, Any]
SIZE = 240
KINDS = ("wall", "solid_door", "glass_door", "open")


def first_outline(rng: Random) -> Gesture:
    """Return the outline of a board: a rectangle or an L, now and then leaning."""
    lean = rng.choice((0, 0, 1, 3))
    corners = [(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)]
    if rng.random() < 0.4:
        corners = [(0, 0), (SIZE, 0), (SIZE, SIZE // 2), (SIZE // 2, SIZE // 2), (SIZE // 2, SIZE), (0, SIZE)]
    return {"do": "outline", "points": [[x + lean * y // 4, y] for x, y in corners]}


def gesture(rng: Random, plane: Plane) -> Gesture:
    """Return the next gesture on a plane with a face."""
    makers = (
        *(_cut,) * 8, *(_inner_cut,) * 3, _bent, _bent, *(_merge,) * 3,
        *(_move_corner,) * 3, *(_move_side,) * 3,
        *(_side,) * 4, _outline, _remove, _regularise, _number, _number, _first, _main_door, _symbol, _area,
        _fill, _fill, _rifles, _move_corners, _together, _special, _look, _look, _look, _error,
        _size,
    )  # fmt: skip
    return rng.choice(makers)(rng, plane)


def _anywhere(rng: Random) -> list[int]:
    if rng.random() < 0.7:
        return [rng.randrange(-24, SIZE + 48, 12), rng.randrange(-24, SIZE + 48, 12)]
    return [rng.randint(-20, SIZE + 40), rng.randint(-20, SIZE + 40)]


def _corner(rng: Random, plane: Plane) -> Point:
    face = rng.choice(list(plane.faces.values()))
    return rng.choice(face.outline)


def _edge(rng: Random, plane: Plane) -> list[list[int]]:
    face = rng.choice(list(plane.faces.values()))
    return [list(p) for p in rng.choice(list(edges(face.outline)))]


def _move_corners(rng: Random, plane: Plane) -> Gesture:
    if rng.random() < 0.3:
        corner, beside = _edge(rng, plane)
        return {"do": "move_corners", "at": [corner], "to": [beside]}
    corners = [list(_corner(rng, plane)) for _ in range(rng.randint(1, 3))]
    to = [_near(rng, p, 6) for p in corners]
    return {"do": "move_corners", "at": corners, "to": to if rng.random() < 0.9 else to[1:]}


def _together(rng: Random, plane: Plane) -> Gesture:
    makers = (_cut, _symbol, _side, _fill)
    return {"do": "all", "gestures": [rng.choice(makers)(rng, plane) for _ in range(rng.randint(0, 4))]}


def _spot(rng: Random, plane: Plane) -> list[int]:
    x, y = inner_spot(rng.choice(list(plane.faces.values())).outline)
    return [int(x), int(y)]


def _near(rng: Random, spot: Any, reach: int) -> list[int]:
    return [spot[0] + rng.randint(-reach, reach), spot[1] + rng.randint(-reach, reach)]


def _cut(rng: Random, plane: Plane) -> Gesture:
    if rng.random() < 0.5:
        x = rng.randrange(0, SIZE, 12)
        ends = [[x, -10], [x, SIZE + 10]]
        return {"do": "cut", "points": rng.choice((ends, [[b, a] for a, b in ends]))}
    if rng.random() < 0.3:
        return {"do": "cut", "points": [list(_corner(rng, plane)), list(_corner(rng, plane))]}
    return {"do": "cut", "points": [_anywhere(rng), _anywhere(rng)]}


def _inner_cut(rng: Random, plane: Plane) -> Gesture:
    spot = _spot(rng, plane)
    return {"do": "cut", "points": [spot, _near(rng, spot, 3)]}


def _bent(rng: Random, plane: Plane) -> Gesture:
    spot = _spot(rng, plane)
    bends = [_near(rng, spot, 4) for _ in range(rng.randint(0, 2))]
    return {"do": "cut", "points": [_anywhere(rng), spot, *bends, _anywhere(rng)]}


def _merge(rng: Random, plane: Plane) -> Gesture:
    return {"do": "merge", "edge": _edge(rng, plane)}


def _move_corner(rng: Random, plane: Plane) -> Gesture:
    corner = _corner(rng, plane)
    return {"do": "move_corner", "at": list(corner), "to": _near(rng, corner, rng.choice((2, 10, 60)))}


def _move_side(rng: Random, plane: Plane) -> Gesture:
    (ax, ay), (bx, by) = edge = _edge(rng, plane)
    far = rng.choice((1, 2, 5, 40)) * rng.choice((-1, 1))
    by_ = [far, 0] if abs(by - ay) > abs(bx - ax) else [0, far]
    return {"do": "move_side", "edge": edge, "by": by_}


def _side(rng: Random, plane: Plane) -> Gesture:
    return {"do": "side", "edge": _edge(rng, plane), "kind": rng.choice(KINDS)}


def _outline(rng: Random, plane: Plane) -> Gesture:
    (ax, ay), (bx, by) = _edge(rng, plane)
    beyond = [[ax + by - ay, ay - bx + ax], [bx + by - ay, by - bx + ax]]
    return {"do": "outline", "points": [[ax, ay], beyond[0], beyond[1], [bx, by]]}


def _remove(rng: Random, plane: Plane) -> Gesture:
    return {"do": "remove", "at": _spot(rng, plane)}


def _regularise(rng: Random, _plane: Plane) -> Gesture:
    return {"do": "regularise", "within": rng.randint(0, 4)}


def _number(rng: Random, plane: Plane) -> Gesture:
    return {"do": "number", "at": _spot(rng, plane), "number": rng.choice((None, 7, 40, 500, 1000))}


def _first(rng: Random, _plane: Plane) -> Gesture:
    return {"do": "first_number", "number": rng.randint(-1, 20)}


def _main_door(rng: Random, plane: Plane) -> Gesture:
    name = rng.choice(("north", "süd", "𝔚est", "￿", " east", ""))
    if rng.random() < 0.2:
        return {"do": "no_main_door", "name": name}
    return {"do": "main_door", "edge": _edge(rng, plane), "name": name}


def _symbol(rng: Random, plane: Plane) -> Gesture:
    return {"do": "symbol", "at": _spot(rng, plane), "symbol": rng.choice(("zombie", "character", "rat"))}


def _area(rng: Random, _plane: Plane) -> Gesture:
    name = rng.choice(("a", "b", "a", "b", "Ärmel", "z\u200d"))
    if rng.random() < 0.2:
        return {"do": "no_area", "id": name}
    return {"do": "area", "id": name, "name": name * 2, "kind": rng.choice(("hall", "store", "yard"))}


def _special(rng: Random, _plane: Plane) -> Gesture:
    return {"do": "special", "key": rng.choice(("depicts", "shop")), "value": rng.choice("ab")}


def _fill(rng: Random, plane: Plane) -> Gesture:
    return {"do": rng.choice(("fill", "paint")), "at": _spot(rng, plane), "area": rng.choice("ab")}


def _look(rng: Random, plane: Plane) -> Gesture:
    sight = rng.choice(("clear", "blocked", "clear", "blocked", "unknown", "dim"))
    return {"do": "look", "from": _spot(rng, plane), "to": _spot(rng, plane), "sight": sight}


def _error(rng: Random, _plane: Plane) -> Gesture:
    return {"do": "error", "units": rng.randint(-1, 3)}


def _size(rng: Random, _plane: Plane) -> Gesture:
    return {"do": "size", "width": rng.choice((None, 9, 840)), "height": rng.choice((None, 525, 5001))}


def _rifles(rng: Random, plane: Plane) -> Gesture:
    return {"do": "rifles", "at": _spot(rng, plane), "count": rng.randint(-1, 3)}
