"""A board of numbered squares with sides between them, read from a map (`referee-map/1`).

For the steps between squares a set of squares is an integer; bit i is the i-th square. One round over the
board finds for every square how far one step more leads, so that a single question costs next to nothing,
however large the board is.

A map made from a board has an error: each corner and each centre may be off by this many units, across and up
and down. If less decides a sight line, the drawing cannot tell whether it is clear. The owner can.

Two squares are adjacent when their outlines share a segment of positive length; that shared part is
their side. All coordinates are integers, so every question about the board has an exact answer.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from rules.board.outlines import Outline, Segment, shared_segments

MAX_ROUNDS = 80
"""Rounds kept. In a maze with longer ways each round is dear; there a flood from one square is better."""


class Steps:
    """Counts steps by the shortest way between squares."""

    def __init__(self, passages: Mapping[str, Sequence[str]]) -> None:
        """Prepare the ways: for each square the squares one step away."""
        self._number = {name: i for i, name in enumerate(passages)}
        self._near = [[self._number[n] for n in near] for near in passages.values()]
        self._within = [[1 << i for i in range(len(self._near))]]
        self._whole = False

    def between(self, a: str, b: str) -> int | None:
        """Return the number of steps, -1 if there is no way, None if the way is too long for this count.

        Raises KeyError for a square that is not on the board.
        """
        here, there = self._number[a], self._number[b]
        while not self._within[-1][here] >> there & 1 and not self._whole:
            if len(self._within) > MAX_ROUNDS:
                return None
            self._widen()
        if not self._within[-1][here] >> there & 1:
            return -1
        low, high = 0, len(self._within) - 1
        while low < high:
            middle = (low + high) // 2
            if self._within[middle][here] >> there & 1:
                high = middle
            else:
                low = middle + 1
        return low

    def _widen(self) -> None:
        """Go one step further from every square."""
        last = self._within[-1]
        wider = []
        for here, near in zip(last, self._near, strict=True):
            for square in near:
                here |= last[square]
            wider.append(here)
        self._whole = wider == last
        if not self._whole:
            self._within.append(wider)


Pair = tuple[str, str]


@dataclass(frozen=True)
class Looks:
    """The looks of an owner: for two squares in order, whether the line between them is clear.

    All doors count as open (3.3). `error` is how far a corner or a centre may be off, in units of the map.
    """

    error: int = 0
    clear: Mapping[Pair, bool] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Looks:
        """Return the looks of the member `looks` of a map; `checks` must find nothing wrong."""
        lines = {(min(p), max(p)): bool(line["sight"]) for line in data["lines"] for p in [line["between"]]}
        return cls(data["error"], dict(sorted(lines.items())))

    def of(self, square: str) -> Mapping[str, bool]:
        """Return the looks from one square: the other squares, and whether the line there is clear."""
        return self._by_square.get(square, {})

    @cached_property
    def _by_square(self) -> Mapping[str, Mapping[str, bool]]:
        known: dict[str, dict[str, bool]] = defaultdict(dict)
        for (a, b), clear in self.clear.items():
            known[a][b] = known[b][a] = clear
        return dict(known)


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
    """The side that two adjacent squares share, and its wall or door."""

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
        """Return the board of map data. `rules.board.checks.problems` must find nothing wrong with the data.

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
