"""How high a board is for its width: the lens of a phone tells, however the photograph was taken."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin
from typing import Any

import pytest
from playwright.sync_api import Page

SHAPE = """async (half) => {
  const { shapeOf, sidesOf } = await import("/static/survey/photo/geometry/shape.js");
  const sides = sidesOf(half);
  return sides && shapeOf(sides);
}"""
PAPER = """async ({ corners, millimetres = null, ...size }) => {
  const { Picture } = await import("/static/survey/picture/picture.js");
  return Picture.prototype.paper.call({ size, plane: () => ({ size: millimetres }) }, corners);
}"""
WIDE, HIGH = 4096, 3072
Spot = tuple[float, float]
TILTS = pytest.mark.parametrize(
    ("tilt", "turn"), [((0.0, 0.0), 0.3), ((0.5, 0.0), 0.0), ((0.6, 0.2), 0.1), ((-0.3, -0.4), 1.5)]
)


def seen(tilt: Spot, turn: float) -> dict[str, Any]:
    """Return the corners of a board of 4 by 3 as a phone shows them, in a picture of so many pixels."""
    lens, away = 0.75 * WIDE, 7.0
    corners = []
    for x, y in ((-2, -1.5), (2, -1.5), (2, 1.5), (-2, 1.5)):
        u, v = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
        v, deep = v * cos(tilt[0]), v * sin(tilt[0])
        u, deep = u * cos(tilt[1]) + deep * sin(tilt[1]), deep * cos(tilt[1]) - u * sin(tilt[1])
        corners.append([WIDE / 2 + lens * u / (away + deep), HIGH / 2 + lens * v / (away + deep)])
    return in_picture(corners)


def in_picture(corners: Sequence[Sequence[float]]) -> dict[str, Any]:
    return {"corners": [list(corner) for corner in corners], "width": WIDE, "height": HIGH}


@TILTS
def test_a_board_is_as_high_as_it_is_however_it_was_photographed(page: Page, tilt: Spot, turn: float) -> None:
    assert page.evaluate(SHAPE, seen(tilt, turn)) == pytest.approx(4 / 3, rel=0.001)


@TILTS
def test_an_empty_plane_gets_the_shape_of_the_board(page: Page, tilt: Spot, turn: float) -> None:
    assert page.evaluate(PAPER, seen(tilt, turn)) == [0, 0, 4000, 3000]


def test_corners_of_which_three_are_in_line_have_no_shape(page: Page) -> None:
    half = in_picture([(0, 0), (1024, 1024), (2048, 2048), (0, 3072)])
    assert page.evaluate(SHAPE, half) is None
    assert page.evaluate(PAPER, half) == [0, 0, 4000, 3000], "the shape of the picture"


@pytest.mark.parametrize(("flat", "high"), [(False, 2000), (True, 3000)])
def test_a_size_in_millimetres_tells_the_height_unless_all_of_a_flat_picture_is_laid(
    page: Page, flat: bool, high: int
) -> None:
    """A scan has edges around the board, so its corners are not those of the board."""
    seen_so = in_picture([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)]) if flat else seen((0.5, 0.0), 0.0)
    assert page.evaluate(PAPER, {**seen_so, "millimetres": [800, 400]}) == [0, 0, 4000, high]
