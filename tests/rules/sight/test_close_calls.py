"""6.4: which lines are too close to call, held against maps whose corners and centres really moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from rules.board.board import Board
from rules.board.checks import problems
from rules.board.outlines import edges, on_segment
from rules.dawn_of_the_dead.equipment.equipment import load_map
from rules.sight.close_calls import Call, CloseCalls
from tests import soak
from tests.rules.sight.sight_maps import SEEDS, grid, maps, moved, table
from tests.rules.sight.slow_sight import SlowSight

Json = dict[str, Any]
Spot = tuple[int, int]
relaxed = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FINE = 60
"""So much larger a map is drawn before its corners move, so that all its faces stay simple."""


def all_calls(data: Mapping[str, Any], error: int) -> dict[tuple[str, str], Call]:
    calls = CloseCalls(Board.from_json(data), error)
    return {(c.start, c.end): c for name in calls.names for c in calls.later_than(name)}


def cut(data: Json) -> Json:
    """Return a map with a corner of each outline wherever a corner of another lies on it."""
    spots = {(x, y) for s in data["squares"] for x, y in s["outline"]}

    def around(outline: list[list[int]]) -> Iterator[Spot]:
        for a, b in edges([(x, y) for x, y in outline]):
            way = b[0] - a[0], b[1] - a[1]
            inner = [p for p in spots if p not in (a, b) and on_segment(p, (a, b))]
            yield a
            yield from sorted(inner, key=lambda p: (p[0] - a[0]) * way[0] + (p[1] - a[1]) * way[1])

    return {**data, "squares": [{**s, "outline": list(around(s["outline"]))} for s in data["squares"]]}


def centred(data: Json) -> Json:
    """Return a map, twice as large, in which every centre is told."""
    twice = moved(data, lambda x, y: (2 * x, 2 * y))
    board = Board.from_json(twice)
    squares = [{**s, "centre": [int(c) for c in board.squares[s["id"]].centre]} for s in twice["squares"]]
    return {**twice, "squares": squares}


def shaken(data: Json, shift: Callable[[Spot], Spot], centre: Callable[[str], Spot]) -> Json:
    """Return a map with its corners and centres moved."""

    def put(p: Any, by: Spot) -> Spot:
        return p[0] + by[0], p[1] + by[1]

    squares = [
        {
            **s,
            "outline": [put(p, shift((p[0], p[1]))) for p in s["outline"]],
            "centre": put(s["centre"], centre(s["id"])),
        }
        for s in data["squares"]
    ]
    return {**data, "squares": squares}


def fine(data: Json) -> Json:
    return cut(centred(moved(data, lambda x, y: (FINE * x, FINE * y))))


def seen(data: Json) -> dict[tuple[str, str], bool]:
    sight = table(data)
    return {(a, b): sight.sees(a, b, {}) for a, b in combinations([s["id"] for s in data["squares"]], 2)}


def shake(data: Json, error: int, rng: Random) -> Json:
    """Return a map in which everything moved by at most the error, often by as much as it may."""
    known: dict[Spot, Spot] = {}

    def anywhere() -> Spot:
        way = [rng.choice((-error, error, rng.randint(-error, error))) for _ in range(2)]
        return way[0], way[1]

    return shaken(data, lambda p: known.setdefault(p, anywhere()), lambda name: anywhere())


def is_same_board(before: Json, after: Json) -> bool:
    """Whether the squares are still simple, and still beside the same squares."""
    bare = {**after, "squares": plain(after), "main_doors": []}
    if any("outline" in p or "overlap" in p for p in problems(bare, reach=False)):
        return False
    return Board.from_json(before).sides.keys() == Board.from_json(after).sides.keys()


def plain(data: Json) -> list[Json]:
    squares = [{k: v for k, v in s.items() if k != "centre"} for s in data["squares"]]
    return [{**s, "outline": [list(p) for p in s["outline"]]} for s in squares]


@relaxed
@given(maps(), SEEDS)
def test_6_4_every_line_that_changes_is_a_close_call(data: Json, seed: int) -> None:
    """Whatever moves within the error, no line changes but those that are named."""
    rng = Random(seed)
    drawn, error = fine(data), rng.choice((1, 2, 5, 10))
    before, calls = seen(drawn), all_calls(drawn, error)
    for _ in range(3):
        after = shake(drawn, error, rng)
        if is_same_board(drawn, after):
            changed = {p for p, clear in seen(after).items() if clear != before[p]}
            assert changed <= calls.keys()


@pytest.fixture(scope="module")
def drawn() -> Json:
    return fine(load_map("mall"))


@pytest.fixture(scope="module")
def close(drawn: Json) -> CloseCalls:
    return CloseCalls(Board.from_json(drawn), 20)


@soak.ENGINES
@pytest.mark.parametrize("judged", [5, 20])
def test_6_4_a_slow_judge_finds_no_other_line_in_the_mall(
    drawn: Json, close: CloseCalls, judged: int
) -> None:
    """The same of the mall, where one judge shares nothing with the other."""
    after = shake(drawn, 20, Random(4))
    assert is_same_board(drawn, after)
    before, now = seen(drawn), seen(after)
    changed = sorted(p for p in before if before[p] != now[p])
    assert len(changed) > 20
    assert [p for p in changed if close.between(*p) is None] == []
    slow = SlowSight(after)
    for a, b in changed[:judged]:
        assert slow.judge(a, b, {}).clear == now[a, b]


def moved_across(moves: Mapping[Any, int], way: Spot, what: Any) -> Spot:
    return moves.get(what, 0) * way[0], moves.get(what, 0) * way[1]


def opened(data: Json, call: Call, by: int) -> bool:
    """Whether a line changes once what is near it, and its ends, move by so much across it."""
    centres = {s["id"]: s["centre"] for s in data["squares"]}
    (ax, ay), (bx, by_) = centres[call.start], centres[call.end]
    dx, dy = bx - ax, by_ - ay
    left = (-1 if dy > 0 else 1 if dy < 0 else 0, 1 if dx > 0 else -1 if dx < 0 else 0)
    box = [sorted((ax, bx)), sorted((ay, by_))]

    def is_near(p: Spot) -> bool:
        off = dx * (p[1] - ay) - dy * (p[0] - ax)
        inside = all(low - by <= c <= high + by for c, (low, high) in zip(p, box, strict=True))
        return inside and abs(off) <= 2 * by * (abs(dx) + abs(dy))

    near = sorted({(p[0], p[1]) for s in data["squares"] for p in s["outline"] if is_near((p[0], p[1]))})
    for sides in product(*([(1, -1)] * len(near)), (1, 0, -1), (1, 0, -1)):
        moves = dict(zip([*near, call.start, call.end], sides, strict=True))
        after = shaken(data, *[partial(moved_across, moves, (by * left[0], by * left[1]))] * 2)
        if table(after).sees(call.start, call.end, {}) != call.clear:
            return True
    return False


@soak.ENGINES
@pytest.mark.parametrize(("squares", "least", "few"), [(30, 10, 2), (212, 50, 12)])
def test_6_4_every_close_call_of_the_mall_does_change(
    drawn: Json, close: CloseCalls, squares: int, least: int, few: int
) -> None:
    """None is named in vain: a little more than its margin, and the line changes."""
    rng = Random(1)
    calls = [call for name in rng.sample(close.names, squares) for call in close.later_than(name)]
    assert len(calls) > least
    assert [call for call in calls if close.between(call.start, call.end) != call] == []
    chosen = rng.sample(calls, few)
    vain = [c for c in chosen if not any(opened(drawn, c, by) for by in (int(c.margin) + 1, 20))]
    assert vain == []


@pytest.mark.parametrize(("error", "margin"), [(3, None), (4, Fraction(10, 3)), (50, Fraction(10, 3))])
def test_6_4_the_margin_is_half_of_the_way_from_the_line_to_the_corner(error: int, margin: Any) -> None:
    """From [20, 20] to [100, 60] a line passes [80, 50]; the wall above ends at [80, 40].

    The nearest spot of the line is 20 / 3 across and 20 / 3 down from there.
    """
    data = grid(3, 3, {"002-003": "wall"}, size=40)
    call = all_calls(data, error).get(("001", "006"))
    assert (call and call.margin) == margin
    assert call is None or (call.clear and [*call.corner] == [80, 40])
    assert CloseCalls(Board.from_json(data), error).between("006", "001") == call
