"""Maps for the tests of sight: small ones made by hand, and random ones of any shape."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, pairwise
from random import Random
from typing import Any

from hypothesis import strategies as st

from rules.board.board import Board, Pair, pair
from rules.dawn_of_the_dead.equipment.equipment import shot_modifier
from rules.sight.sight import SightTable

Corner = tuple[int, int]
Outline = list[Corner]
ALL_OPEN: Mapping[Pair, str] = {}
ROWS = (3, 3)
"""A grid of 3 by 3, each square 2 wide:  001 002 003 / 004 005 006 / 007 008 009."""


def table(data: Mapping[str, Any]) -> SightTable:
    """Return the sight lines of a map."""
    return SightTable(Board.from_json(data), shot_modifier)


def closed(*sides: str) -> dict[Pair, str]:
    """Return the doors on these sides, closed."""
    return {pair(*side.split("-")): "closed" for side in sides}


def destroyed(*sides: str) -> dict[Pair, str]:
    """Return the doors on these sides, destroyed."""
    return dict.fromkeys(closed(*sides), "destroyed")


def make_map(
    outlines: Mapping[str, Iterable[Corner]],
    sides: Mapping[str, str] | None = None,
    centres: Mapping[str, Corner] | None = None,
) -> dict[str, Any]:
    """Return a map of one area; `sides` is written {"001-002": "wall"}."""
    squares: list[dict[str, Any]] = []
    for name, outline in outlines.items():
        square: dict[str, Any] = {"id": name, "area": "hall", "outline": [list(c) for c in outline]}
        if centres and name in centres:
            square["centre"] = list(centres[name])
        squares.append(square)
    return {
        "format": "referee-map/1",
        "name": "A test map",
        "provenance": "test",
        "areas": [{"id": "hall", "name": "Hall", "kind": "hall"}],
        "squares": squares,
        "sides": [{"between": side.split("-"), "kind": kind} for side, kind in (sides or {}).items()],
        "main_doors": [],
    }


def grid(columns: int, rows: int, sides: Mapping[str, str] | None = None, *, size: int = 2) -> dict[str, Any]:
    """Return a map of equal squares, numbered from 001 in rows from the top."""
    outlines = {
        f"{row * columns + column + 1:03}": [
            (column * size, row * size),
            (column * size + size, row * size),
            (column * size + size, row * size + size),
            (column * size, row * size + size),
        ]
        for row in range(rows)
        for column in range(columns)
    }
    return make_map(outlines, sides)


def moved(data: Mapping[str, Any], move: Callable[[int, int], Corner]) -> dict[str, Any]:
    """Return a map with every point moved."""
    squares = [
        {
            **square,
            "outline": [list(move(x, y)) for x, y in square["outline"]],
            **({"centre": list(move(*square["centre"]))} if "centre" in square else {}),
        }
        for square in data["squares"]
    ]
    return {**data, "squares": squares}


Mesh = list[tuple[Corner, ...]]


def _marks(rng: Random, count: int) -> list[int]:
    """Return columns or rows of unequal widths, all multiples of 6 so that centroids are whole."""
    marks = [0]
    for _ in range(count):
        marks.append(marks[-1] + 6 * rng.randint(1, 3))
    return marks


def _mesh(rng: Random) -> Mesh:
    """Return rectangles, some cut into triangles, that together fill a rectangle."""
    xs, ys = _marks(rng, rng.randint(2, 4)), _marks(rng, rng.randint(2, 4))
    cuts = rng.choice(("none", "some", "all"))
    cells: Mesh = []
    for left, right in pairwise(xs):
        for top, bottom in pairwise(ys):
            a, b, c, d = (left, top), (right, top), (right, bottom), (left, bottom)
            if cuts == "none" or (cuts == "some" and rng.random() < 0.6):
                cells.append((a, b, c, d))
            elif rng.random() < 0.5:
                cells += [(a, b, c), (a, c, d)]
            else:
                cells += [(a, b, d), (b, c, d)]
    return cells


def _border(cells: Mesh) -> dict[Corner, list[Corner]]:
    """Return the directed edges around some cells: those that no other cell runs along the other way."""
    edges = {(p, q) for cell in cells for p, q in zip(cell, (*cell[1:], cell[0]), strict=True)}
    border: dict[Corner, list[Corner]] = {}
    for p, q in sorted(edges):
        if (q, p) not in edges:
            border.setdefault(p, []).append(q)
    return border


def _outline(cells: Mesh) -> Outline | None:
    """Return the outline of some cells if it is one simple polygon."""
    border = _border(cells)
    if any(len(after) > 1 for after in border.values()):
        return None
    first = min(border)
    outline = [first]
    while border[outline[-1]][0] != first:
        outline.append(border[outline[-1]][0])
    return outline if len(outline) == len(border) else None


def _is_outlined(cells: Mesh) -> bool:
    return _outline(cells) is not None


def _without_straight_corners(outline: Outline) -> Outline:
    kept = []
    for i, (x, y) in enumerate(outline):
        (ax, ay), (bx, by) = outline[i - 1], outline[(i + 1) % len(outline)]
        if (x - ax) * (by - ay) != (y - ay) * (bx - ax):
            kept.append((x, y))
    return kept


def _regions(rng: Random, cells: Mesh) -> list[Mesh]:
    """Join cells into squares of the map, each with a simple outline; some cells may stay out of it."""
    left = rng.sample(cells, len(cells))
    if rng.random() < 0.3:
        left = left[: max(2, len(left) - rng.randint(1, 3))]
    biggest = rng.choice((1, 2, 4, 6))
    regions = []
    while left:
        region = [left.pop()]
        for _ in range(rng.randint(0, biggest - 1)):
            more = [c for c in left if len({p for cell in region for p in cell} & set(c)) > 1]
            if more and _is_outlined([*region, chosen := rng.choice(more)]):
                region.append(chosen)
                left.remove(chosen)
        regions.append(region)
    return regions


SIDE_KINDS = ("open", "open", "open", "open", "wall", "solid_door", "glass_door")


def random_map(rng: Random) -> dict[str, Any]:
    """Return a map of 1 to 32 squares: rectangles, triangles and what they join to, perhaps slanted."""
    regions = {f"{number:03}": region for number, region in enumerate(_regions(rng, _mesh(rng)), 1)}
    outlines: dict[str, Outline] = {}
    centres: dict[str, Corner] = {}
    with_centre = rng.choice((0.0, 0.3, 1.0))
    for name, region in regions.items():
        outline = _outline(region)
        assert outline is not None
        outlines[name] = outline if rng.random() < 0.3 else _without_straight_corners(outline)
        if rng.random() < with_centre:
            cell = rng.choice(region)[:3]
            centres[name] = sum(x for x, _ in cell) // 3, sum(y for _, y in cell) // 3
    kinds = rng.choice((SIDE_KINDS, ("open", "glass_door", "solid_door"), ("open", "open", "open", "wall")))
    edges = {name: {(p, q) for p, after in _border(r).items() for q in after} for name, r in regions.items()}
    sides = {
        f"{a}-{b}": kind
        for a, b in combinations(regions, 2)
        if edges[a] & {(q, p) for p, q in edges[b]} and (kind := rng.choice(kinds)) != "open"
    }
    data = make_map(outlines, sides, centres)
    if rng.random() < 0.25:
        lean = rng.randint(-2, 2)
        return moved(data, lambda x, y: (x + lean * y, y))
    return data


SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def maps(draw: st.DrawFn) -> dict[str, Any]:
    """Draw random maps for property tests."""
    return random_map(Random(draw(SEEDS)))


@st.composite
def maps_and_doors(draw: st.DrawFn) -> tuple[dict[str, Any], dict[tuple[str, str], str]]:
    """Draw random maps, with some of their doors closed and some destroyed."""
    data = draw(maps())
    doors = [(s["between"][0], s["between"][1]) for s in data["sides"] if s["kind"] != "wall"]
    rng = Random(draw(SEEDS))
    states = {door: rng.choice(("open", "closed", "closed", "destroyed")) for door in doors}
    return data, {door: state for door, state in states.items() if state != "open"}
