"""A board of numbered squares with sides between them, read from a map (`referee-map/1`).

Two squares are adjacent when their outlines share a segment of positive length; that shared part is
their side. All coordinates are integers, so every question about the board has an exact answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from rules.board_steps import Steps
from rules.outlines import Outline, Segment, shared_segments
from rules.sight_looks import Looks

Pair = tuple[str, str]
SideKind = Literal["open", "wall", "solid_door", "glass_door"]

DOOR_KINDS: frozenset[str] = frozenset({"solid_door", "glass_door"})


def pair(a: str, b: str) -> Pair:
    """Return the name of the side between two squares: the two in order."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True, slots=True)
class Area:
    """A hall or a store."""

    id: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Square:
    """One square of the map. `outline` is its simple polygon; sight lines start from `centre`."""

    id: str
    area: Area
    outline: Outline
    centre: tuple[Fraction, Fraction]
    symbols: frozenset[str]


@dataclass(frozen=True, slots=True)
class Side:
    """The side that two adjacent squares share, and what stands on it."""

    between: Pair
    kind: SideKind
    segments: tuple[Segment, ...]

    @property
    def is_door(self) -> bool:
        """Whether a solid or glass door is on this side."""
        return self.kind in DOOR_KINDS


@dataclass(frozen=True, slots=True)
class MainDoor:
    """A door in the outer wall, with the `square` inside it and its `segment` of the wall."""

    name: str
    square: str
    segment: Segment


@dataclass(frozen=True, eq=False)
class Board:
    """A map ready for questions. Build one with `Board.from_json`."""

    name: str
    provenance: str
    areas: Mapping[str, Area]
    squares: Mapping[str, Square]
    sides: Mapping[Pair, Side]
    main_doors: Mapping[str, MainDoor]
    rifle_square: str | None
    rifle_count: int
    special: Mapping[str, str]
    outer_wall: tuple[Segment, ...]
    looks: Looks
    millimetres: tuple[int, int] | None
    """The width and the height of the printed board, where its map knows them."""
    source: Mapping[str, Any] = field(repr=False)

    @classmethod
    def from_json(cls, source: Mapping[str, Any]) -> Board:
        """Return the board of map data. `rules.board_check.problems` must find nothing wrong with the data.

        Raises KeyError or ValueError on data that is not in the map format.
        """
        areas = {a["id"]: Area(a["id"], a["name"], a["kind"]) for a in source["areas"]}
        squares = {s["id"]: _square(s, areas) for s in sorted(source["squares"], key=lambda s: s["id"])}
        kinds: dict[Pair, SideKind] = {pair(*s["between"]): s["kind"] for s in source.get("sides", ())}
        shared, outer_wall = shared_segments({name: s.outline for name, s in squares.items()})
        rifles = source.get("rifles") or {}
        size = source.get("millimetres")
        return cls(
            name=source["name"],
            provenance=source.get("provenance", ""),
            areas=areas,
            squares=squares,
            sides={p: Side(p, kinds.get(p, "open"), s) for p, s in shared.items()},
            main_doors={
                d["name"]: MainDoor(d["name"], d["square"], _segment(d["segment"]))
                for d in source.get("main_doors", ())
            },
            rifle_square=rifles.get("square"),
            rifle_count=rifles.get("count", 0),
            special=dict(source.get("special", {})),
            outer_wall=outer_wall,
            looks=Looks.from_json(source["looks"]) if "looks" in source else Looks(),
            millimetres=(size["width"], size["height"]) if size else None,
            source=source,
        )

    @cached_property
    def neighbours(self) -> Mapping[str, Mapping[str, Side]]:
        """For each square, its adjacent squares and the side to each, walls included."""
        sides_of: dict[str, dict[str, Side]] = {s: {} for s in self.squares}
        for (a, b), side in self.sides.items():
            sides_of[a][b] = side
            sides_of[b][a] = side
        return {s: dict(sorted(n.items())) for s, n in sides_of.items()}

    @cached_property
    def doors(self) -> Mapping[Pair, Side]:
        """The sides with a door, without the main doors."""
        return {p: s for p, s in self.sides.items() if s.is_door}

    @cached_property
    def passages(self) -> Mapping[str, tuple[str, ...]]:
        """For each square, the squares one step away: no wall between, doors open or closed."""
        return {
            s: tuple(n for n, side in near.items() if side.kind != "wall")
            for s, near in self.neighbours.items()
        }

    @cached_property
    def main_doors_on(self) -> Mapping[str, tuple[str, ...]]:
        """The main doors of each square with any; a map may put two in one corner."""
        doors: dict[str, tuple[str, ...]] = {}
        for door in self.main_doors.values():
            doors[door.square] = (*doors.get(door.square, ()), door.name)
        return doors

    @cached_property
    def _distances(self) -> dict[str, Mapping[str, int]]:
        return {}

    def distances_from(self, square: str) -> Mapping[str, int]:
        """Return the steps from `square` to each square: around walls, through doors open or closed."""
        known = self._distances.get(square)
        if known is None:
            known = self._distances[square] = self._flood(square)
        return known

    @cached_property
    def _steps(self) -> Steps:
        return Steps(self.passages)

    def distance(self, a: str, b: str) -> int | None:
        """Return the number of steps between two squares by the shortest way, or None if there is no way."""
        known = self._distances.get(b)
        steps = self._steps.between(a, b) if known is None else known.get(a)
        if steps is None:
            return self.distances_from(b).get(a)
        return None if steps < 0 else steps

    def is_hall(self, square: str) -> bool:
        """Return whether the square belongs to a hall."""
        return self.squares[square].area.kind == "hall"

    def _flood(self, start: str) -> Mapping[str, int]:
        steps = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for near in self.passages[here]:
                if near not in steps:
                    steps[near] = steps[here] + 1
                    queue.append(near)
        return steps


def _segment(points: Any) -> Segment:
    (ax, ay), (bx, by) = points
    return (ax, ay), (bx, by)


def _square(source: Mapping[str, Any], areas: Mapping[str, Area]) -> Square:
    outline = tuple((x, y) for x, y in source["outline"])
    if "centre" in source:
        centre = Fraction(source["centre"][0]), Fraction(source["centre"][1])
    else:
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        centre = Fraction(min(xs) + max(xs), 2), Fraction(min(ys) + max(ys), 2)
    symbols = frozenset(source.get("symbols", ()))
    return Square(source["id"], areas[source["area"]], outline, centre, symbols)
