"""6.4: a square passes over the walls and doors that stand before nothing that it may still see."""

from __future__ import annotations

from functools import reduce
from operator import or_
from random import Random

import pytest

from rules.board.board import Board
from rules.sight.geometry import Fence, Lookout, Obstacle, bundled
from tests.rules.sight.sight_maps import table
from tests.rules.sight.test_work import furnished

SCALE = 10**8


def test_6_4_no_line_touches_what_is_passed_over() -> None:
    rng = Random(7)
    centres = [(rng.randrange(100), rng.randrange(100)) for _ in range(60)]
    walls = [((x, y), (x + rng.randrange(1, 30), y + rng.randrange(-15, 15))) for x, y in centres]
    bundles = bundled([Obstacle((Fence.between(wall, centres),)) for wall in walls], centres)
    assert sum(len(bundle.obstacles) for bundle in bundles) == len(walls)
    passed = 0
    for i, spot in enumerate(centres):
        lookout = Lookout(i, centres, SCALE)
        for bundle in bundles:
            touched = reduce(or_, (lookout.touching(f) for o in bundle.obstacles for f in o.fences))
            for square in (1 << j for j in range(len(centres)) if j != i):
                may = bundle.may_touch(spot, square)
                assert may or not touched & square
                passed += not may
    assert passed > len(centres) * len(centres)


def test_6_4_a_square_asks_about_few_walls_of_a_large_board(monkeypatch: pytest.MonkeyPatch) -> None:
    data, asked = furnished(20, 15, 1), 0
    plain = Lookout.touching

    def counted(self: Lookout, fence: Fence) -> int:
        nonlocal asked
        asked += 1
        return plain(self, fence)

    monkeypatch.setattr(Lookout, "touching", counted)
    table(data).complete()
    board = Board.from_json(data)
    fences = sum(len(side.segments) for side in board.sides.values() if side.kind != "open")
    assert asked < len(board.squares) * fences / 2
