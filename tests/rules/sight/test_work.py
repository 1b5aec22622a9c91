"""6.4: an explained line says what the old way said, and costs the same on a board of any size."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rules.board.board import Board, Pair
from rules.dawn_of_the_dead.equipment.equipment import load_map
from rules.sight.sight import SightTable
from tests import soak
from tests.rules.sight.sight_maps import grid, maps, moved, table
from tests.rules.sight.whole_scan import Tracer
from tests.rules.work_done import calls

KINDS = ("wall", "wall", "solid_door", "glass_door", *("open",) * 6)


def furnished(columns: int, rows: int, seed: int) -> dict[str, Any]:
    """Return a grid with walls and doors on some of its sides."""
    plain, rng = grid(columns, rows), Random(seed)
    chosen = {"-".join(p): rng.choice(KINDS) for p in Board.from_json(plain).sides}
    return grid(columns, rows, {side: kind for side, kind in chosen.items() if kind != "open"})


def without_some(data: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return a board with holes, and with an outer wall that lines cross twice and more."""
    rng = Random(seed)
    squares = [s for s in data["squares"] if rng.random() < 0.7]
    names = {s["id"] for s in squares}
    return {**data, "squares": squares, "sides": [s for s in data["sides"] if set(s["between"]) <= names]}


def check(sight: SightTable, pairs: list[Pair]) -> None:
    """Hold lines against the old way: what they cross and touch, and what blocks them."""
    scale = 2
    slow = Tracer(sight.board, scale)
    closed: Mapping[Pair, str] = dict.fromkeys(sight.board.doors, "closed")
    for a, b in pairs:
        line = sight.line(a, b, closed)
        assert line.squares == slow.squares(a, b), (a, b)
        if a != b:
            assert tuple(d.between for d in line.doors) == slow.doors(a, b), (a, b)
        assert line.blocked_by == (None if line.clear else slow.block(a, b)), (a, b)
        steps = sight.board.distances_from(b).get(a)
        assert line.distance == steps, (a, b)


BOARDS = {
    "mall": lambda: load_map("mall"),
    "grid": lambda: furnished(9, 7, 1),
    "leaning": lambda: moved(furnished(8, 8, 2), lambda x, y: (5 * x + 3 * y, 7 * y - x)),
    "holes": lambda: without_some(furnished(10, 8, 3), 3),
    "leaning holes": lambda: moved(without_some(furnished(9, 9, 4), 4), lambda x, y: (2 * x + y, 3 * y)),
}


@soak.ENGINES
@pytest.mark.parametrize("lines", [200, 700])
@pytest.mark.parametrize("name", BOARDS)
def test_6_4_the_walk_says_what_the_old_way_said(name: str, lines: int) -> None:
    sight = table(BOARDS[name]())
    everyone = list(product(sight.board.squares, sight.board.squares))
    check(sight, Random(name).sample(everyone, lines))


@soak.ENGINES
@settings(max_examples=25)
@given(maps())
def test_6_4_the_walk_says_what_the_old_way_said_on_random_maps(data: dict[str, Any]) -> None:
    sight = table(data)
    check(sight, list(product(sight.board.squares, sight.board.squares)))


def test_6_4_an_explained_line_costs_the_same_on_every_board() -> None:
    """The same line across five rows, on 66 squares and on 990."""
    counts = []
    for columns, rows in ((11, 6), (33, 30)):
        sides = {f"{columns + 3:03}-{columns + 4:03}": "wall", f"001-{columns + 1:03}": "glass_door"}
        sight = table(grid(columns, rows, sides))
        a, b = "001", f"{4 * columns + 4:03}"
        sight.line(b, a, {})  # what is worked out once for all lines
        sight.board.distance(a, f"{columns * rows:03}")
        counts.append(calls(partial(sight.line, b, a, {})))
    assert counts[1] < 2 * counts[0]


def test_a_maze_with_long_ways_is_measured_too() -> None:
    """R-6.7a: steps along one corridor of 300 squares, and no way at all out of it."""
    corridor = grid(300, 1)
    board = Board.from_json({**corridor, "sides": [{"between": ["299", "300"], "kind": "wall"}]})
    assert board.distance("001", "299") == 298
    assert board.distance("299", "001") == 298
    assert board.distance("010", "012") == 2
    assert board.distance("001", "300") is None
    assert board.distance("300", "299") is None
