"""Proposals over photographs of thin and of thick print: the ink tells walls from thin lines."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from rules.board.board import Board, Side
from rules.dawn_of_the_dead.equipment.equipment import load_map
from tests import soak
from tests.browser.at_mall import EXAMPLES, KINDS, longest
from tools.photographs.__main__ import photograph
from tools.photographs.camera import Photograph
from tools.photographs.printing import board_box, middle_width
from tools.survey_eval.browser import page_in

FLOOR = 380
"""So many of the 400 lines and walls are told right. The rest, short or pale, are left in doubt."""
OFF_PX = 3
"""So well the page knows where a line is."""
_TOLD = """async ({ unit, wide, sides, examples }) => {
  const read = (name) => import(`/static/survey/photo/${name}.js`);
  const [{ inkOf, windowFor }, { pixelsOf }, { lookOf }, { kindsOf }] = await Promise.all(
    ["ink/ink", "picture", "ink/side_looks", "ink/sides"].map(read));
  const { data, width, height } = await pixelsOf(await (await fetch("/photo")).blob());
  const map = inkOf(data, width, height, windowFor(width, height, wide));
  const looks = sides.map(({ ends, middle, along, across }) => {
    const [a, b] = ends;
    const [x, y] = [0, 1].map((i) => (a[i] + b[i]) / 2);
    const [u, v] = [b[0] - a[0], b[1] - a[1]];
    const pixel = (p) => [0, 1].map((i) => middle[i]
      + (along[i] * ((p[0] - x) * u + (p[1] - y) * v) + across[i] * ((p[1] - y) * u - (p[0] - x) * v))
      / (u * u + v * v));
    return lookOf(map, { unit, pixel }, [ends]);
  });
  return kindsOf(looks, new Map(examples));
}"""


@soak.BOARDS
@pytest.mark.slow
@pytest.mark.parametrize("look", ["thin", "thick"])
def test_walls_are_told_from_thin_lines_once_the_lines_are_known(
    browser: Browser, tmp_path: Path, look: str
) -> None:
    data = load_map("mall")
    path, photo = photograph(data, look, tmp_path / "board.jpg")
    board, rng = Board.from_json(data), Random(1)
    sides = list(board.sides.values())
    placed = [placed_near(side, photo, rng) for side in sides]
    examples = [
        [n, kind] for kind in KINDS[2:]
        for n in rng.sample([i for i, side in enumerate(sides) if side.kind == kind], EXAMPLES)
    ]  # fmt: skip
    unit = middle_width(board)
    left, _, right, _ = board_box(board)
    (ax, ay), (bx, by), *_ = photo.corners
    wide = unit * hypot(bx - ax, by - ay) / (right - left)
    with page_in(browser, path) as page:
        told = page.evaluate(_TOLD, {"unit": unit, "wide": wide, "sides": placed, "examples": examples})
    plain = [(s.kind, one) for s, one in zip(sides, told, strict=True) if s.kind in KINDS[:2]]
    assert len(plain) == 400
    assert [one for kind, one in plain if one["sure"] and one["kind"] != kind] == []
    assert sum(one["sure"] for _, one in plain) >= FLOOR


def placed_near(side: Side, photo: Photograph, rng: Random) -> dict[str, Any]:
    """Return the longest part of a side, and the pixels where it is thought to lie: its middle, its ways."""
    (ax, ay), (bx, by) = a, b = longest(side.segments)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    beside = [(middle[0] - way * (by - ay) / 4, middle[1] + way * (bx - ax) / 4) for way in (-1, 1)]
    turn = rng.random() * 2 * pi
    x, y = photo.pixel(middle)
    start, end, under, over = (photo.pixel(spot) for spot in (a, b, *beside))
    return {
        "ends": [list(a), list(b)],
        "middle": [x + OFF_PX * cos(turn), y + OFF_PX * sin(turn)],
        "along": [end[i] - start[i] for i in (0, 1)],
        "across": [2 * (over[i] - under[i]) for i in (0, 1)],
    }
