"""The small mall for the slow counters, read square by square without the engine's board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests.rules.dawn_of_the_dead.small_mall import COLUMNS, ROWS, map_data
from tests.rules.sight.slow_sight import SlowSight

Pair = tuple[str, str]
Doors = Mapping[Pair, str]
_DATA = map_data()
KINDS = {tuple(sorted(s["between"])): s["kind"] for s in _DATA["sides"]}
MAIN_DOORS = {d["square"]: d["name"] for d in _DATA["main_doors"]}
RIFLES = _DATA["rifles"]["square"]


def side(a: str, b: str) -> Pair:
    """Return the name of a side: its squares in order."""
    return (a, b) if a < b else (b, a)


def kind(a: str, b: str) -> str:
    """Return what stands between two adjacent squares."""
    return str(KINDS.get(side(a, b), "open"))


@cache
def beside(square: str) -> tuple[str, ...]:
    """Return the adjacent squares, walls or not: on this map the next ones in row and column (2.1)."""
    row, column = int(square[:2]), int(square[2])
    beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return tuple(f"{r:02}{c}" for r, c in beside if 0 <= r < ROWS and 0 <= c < COLUMNS)


@cache
def ways(square: str) -> tuple[str, ...]:
    """Return the adjacent squares without a wall between, doors in any state."""
    return tuple(n for n in beside(square) if kind(square, n) != "wall")


@cache
def steps_to(target: str) -> Mapping[str, int]:
    """Return the least number of steps from each square to one, ring by ring."""
    distances, ring = {target: 0}, [target]
    while ring:
        ring = sorted({n for s in ring for n in ways(s) if n not in distances})
        distances |= dict.fromkeys(ring, max(distances.values()) + 1)
    return distances


def shut(a: str, b: str, doors: Doors) -> bool:
    """Whether a closed door stands between two adjacent squares."""
    return doors.get(side(a, b)) == "closed"


@cache
def _sight() -> SlowSight:
    return SlowSight(_DATA)


@cache
def _line(
    a: str, b: str, doors: tuple[tuple[Pair, str], ...]
) -> tuple[bool, tuple[str, ...], int, tuple[Pair, ...]]:
    line = _sight().judge(a, b, dict(doors))
    return line.clear, line.squares, line.modifier or 0, line.doors


def line(a: str, b: str, doors: Doors) -> tuple[bool, tuple[str, ...], int, tuple[Pair, ...]]:
    """Return for two squares: sight, the squares between, the modifier, the doors on the line."""
    return _line(a, b, tuple(sorted(doors.items())))
