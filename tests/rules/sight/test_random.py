"""6.3, 6.4, 6.7 on random maps: what must always hold, and a second opinion (`slow_sight`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from rules.board.board import Board, Pair
from rules.board.outlines import Segment
from rules.dawn_of_the_dead.equipment.equipment import load_map
from rules.sight.sight import SightLine
from tests import soak
from tests.rules.sight.sight_maps import SEEDS, maps, maps_and_doors, moved, table
from tests.rules.sight.slow_sight import SlowSight, Span, Verdict, united

MapAndDoors = tuple[dict[str, Any], dict[Pair, str]]

relaxed = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])


def pairs(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    return combinations([s["id"] for s in data["squares"]], 2)


def verdict(line: SightLine) -> Verdict:
    """Return a sight line in the words of the slow judge."""
    block = line.blocked_by
    return Verdict(
        line.clear,
        block.kind if block else None,
        block.between if block else None,
        block.point if block else None,
        line.squares,
        tuple(d.between for d in line.doors),
        line.distance,
        line.modifier,
    )


@settings(relaxed, max_examples=8)
@given(maps_and_doors())
def test_6_4_slow_judge_agrees(case: MapAndDoors) -> None:
    """6.3, 6.4, 6.7: every line of a random map, both ways."""
    slow_judge_agrees(*case)


@soak.ENGINES
@settings(relaxed, max_examples=100)
@given(maps_and_doors())
def test_6_4_slow_judge_agrees_on_many_maps(case: MapAndDoors) -> None:
    """6.3, 6.4, 6.7: the same of more maps."""
    slow_judge_agrees(*case)


def slow_judge_agrees(data: dict[str, Any], doors: dict[Pair, str]) -> None:
    """Hold every line of a map against the slow judge."""
    fast, slow = table(data), SlowSight(data)
    for a, b in pairs(data):
        assert verdict(fast.line(a, b, doors)) == slow.judge(a, b, doors), (a, b)
        assert verdict(fast.line(b, a, doors)) == slow.judge(b, a, doors), (b, a)


@pytest.fixture(scope="module")
def slow_mall() -> SlowSight:
    return SlowSight(load_map("mall"))


@pytest.mark.parametrize(
    ("seed", "lines"), [(0, 10), (1, 20), *soak.rest(soak.ENGINES, [(0, 80), (1, 80), (2, 80)])]
)
def test_6_4_slow_judge_agrees_on_the_mall(seed: int, lines: int, slow_mall: SlowSight) -> None:
    """6.3, 6.4, 6.7: lines of the mall with all doors open, then with some closed or destroyed."""
    data = load_map("mall")
    fast, slow, rng = table(data), slow_mall, Random(seed)
    states = ("open",) if seed == 0 else ("open", "closed", "destroyed")
    doors = {p: state for p in fast.board.doors if (state := rng.choice(states)) != "open"}
    everyone = list(pairs(data))
    seen = [p for p in everyone if fast.sees(*p, {})]
    near = [p for p in everyone if (fast.board.distance(*p) or 99) < 6]
    kinds = rng.sample(seen, lines // 2), rng.sample(near, lines // 3), rng.sample(everyone, lines // 6)
    for a, b in {pair for kind in kinds for pair in kind}:
        assert verdict(fast.line(a, b, doors)) == slow.judge(a, b, doors), (a, b)


@relaxed
@given(maps())
def test_2_1_sides_and_outer_wall(data: dict[str, Any]) -> None:
    """2.1: squares are adjacent that share a side; the rest of their outlines is the outer wall."""
    board, slow = Board.from_json(data), SlowSight(data)
    sides = {p: sorted(_exact(s) for s in side.segments) for p, side in board.sides.items()}
    assert sides == {p: sorted(spans) for p, spans in slow.sides.items()}
    assert sorted(united(_exact(s) for s in board.outer_wall)) == sorted(united(slow.outer))


def _exact(segment: Segment) -> Span:
    (ax, ay), (bx, by) = sorted(segment)
    return (Fraction(ax), Fraction(ay)), (Fraction(bx), Fraction(by))


@relaxed
@given(maps_and_doors())
def test_6_4_same_both_ways(case: MapAndDoors) -> None:
    """R-6.4e: sight, what it crosses, the doors and the kind of block do not depend on the direction."""
    data, doors = case
    sight = table(data)
    for a, b in pairs(data):
        there, back = sight.line(a, b, doors), sight.line(b, a, doors)
        assert there.clear == back.clear == sight.sees(a, b, doors) == sight.sees(b, a, doors)
        assert sorted(there.squares) == sorted(back.squares)
        assert {d.between for d in there.doors} == {d.between for d in back.doors}
        assert (there.distance, there.modifier, there.cases) == (back.distance, back.modifier, back.cases)
        assert sight.door_on(a, b) == sight.door_on(b, a)
        if there.blocked_by and back.blocked_by:
            assert there.blocked_by.kind == back.blocked_by.kind


MOVES: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "quarter turn": lambda x, y: (-y, x),
    "half turn": lambda x, y: (-x, -y),
    "mirror": lambda x, y: (-x, y),
    "mirror in the diagonal": lambda x, y: (y, x),
    "shift": lambda x, y: (x + 1001, y - 313),
    "scale": lambda x, y: (7 * x, 7 * y),
}


@settings(relaxed, max_examples=10)
@given(maps_and_doors())
def test_6_4_moving_the_map_changes_nothing(case: MapAndDoors) -> None:
    """6.4: a map turned, mirrored, shifted or enlarged gives the same answers, its points moved with it."""
    data, doors = case
    before = table(data)
    old = {p: verdict(before.line(*p, doors)) for p in pairs(data)}
    for name, move in MOVES.items():
        after = table(moved(data, move))
        for p, was in old.items():
            new = verdict(after.line(*p, doors))
            assert new._replace(point=None) == was._replace(point=None), (name, p)
            assert new.point == (was.point and _moved_spot(move, was.point)), (name, p)


def _moved_spot(
    move: Callable[[int, int], tuple[int, int]], point: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """Move a point that need not be whole; every move here is straight, so steps between points do."""
    (ox, oy), (ax, ay), (bx, by) = move(0, 0), move(1, 0), move(0, 1)
    x, y = point
    return ox + x * (ax - ox) + y * (bx - ox), oy + x * (ay - oy) + y * (by - oy)


@relaxed
@given(maps_and_doors(), SEEDS)
def test_6_4_closing_a_door_never_opens_a_line(case: MapAndDoors, seed: int) -> None:
    """6.4: whatever is seen with more doors closed is seen with fewer; R-6.4d: destroyed is open."""
    data, doors = case
    sight, rng = table(data), Random(seed)
    fewer = {p: state for p, state in doors.items() if rng.random() < 0.5}
    standing = {p: state for p, state in doors.items() if state != "destroyed"}
    for a, b in pairs(data):
        assert sight.sees(a, b, fewer) >= sight.sees(a, b, doors)
        assert sight.sees(a, b, standing) == sight.sees(a, b, doors)


@relaxed
@given(maps())
def test_6_4_door_on_is_the_door_of_a_line_that_can_be_clear(data: dict[str, Any]) -> None:
    """R-6.4b, R-6.4c: with all doors open a clear line touches at most the door that `door_on` names."""
    sight = table(data)
    for a, b in pairs(data):
        line = sight.line(a, b, {})
        named = sight.door_on(a, b)
        assert [d.between for d in line.doors if line.clear] == ([named] if named else [])
