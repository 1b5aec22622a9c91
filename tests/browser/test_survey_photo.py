"""The survey's proposals from a photograph: its modules in Chromium, and what they make of a small board."""

from __future__ import annotations

import json
import subprocess
import sys
from math import exp, hypot, sin
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests import soak
from tests.tools.small_board import small_board
from tools.photographs.__main__ import taken
from tools.served import ROOT
from tools.survey_eval.browser import page_in

ASK = """async ([module, script, argument]) => {
  const m = await import("/static/survey/photo/" + module);
  return await (new Function("m", "given", script))(m, argument);
}"""
SQUARE: list[list[float]] = [[0, 0], [200, 0], [200, 100], [0, 100]]
SEEN: list[list[float]] = [[31.5, 20], [410, 44], [450, 280], [12, 250]]


def ask(page: Page, module: str, script: str, argument: Any) -> Any:
    """Return what a script says that has a module as `m` and an argument as `given`."""
    return page.evaluate(ASK, [module, script, argument])


def test_four_corners_make_the_straight_view(page: Page) -> None:
    there = "return given[0].map((p) => m.taken(m.between(given[0], given[1]), p))"
    assert flat(ask(page, "geometry/homography.js", there, [SQUARE, SEEN])) == pytest.approx(flat(SEEN))
    back = """const way = m.between(given[0], given[1]);
      return given[1].map((p) => m.taken(m.inverse(way), p))"""
    assert flat(ask(page, "geometry/homography.js", back, [SQUARE, SEEN])) == pytest.approx(
        flat(SQUARE), abs=1e-6
    )


def test_a_grid_is_found_though_a_larger_one_nearly_fits(page: Page) -> None:
    """The widths in the mall, in steps of 20: in steps of 22.8 all are near whole numbers, too."""
    widths = [
        w for w, many in {7: 6, 8: 150, 9: 11, 10: 9, 11: 9, 12: 24, 16: 2}.items() for _ in range(many)
    ]
    measured = [20 * w * (1 + 0.02 * sin(3.1 * n)) for n, w in enumerate(widths)]
    steps = ask(page, "../tools/grid.js", "return m.stepsOf(given)", measured)
    assert [one["parts"] for one in steps[:2]] == [7, 8]
    step = ask(page, "../tools/grid.js", "return m.stepBeside(given)", steps)
    assert step == pytest.approx(20, rel=0.01)


def test_rows_are_counted_though_the_lens_makes_them_grow(page: Page) -> None:
    """Twelve rows of a creased photograph, of 12 or 13 steps each: no one step fits them all."""
    down = "return m.stepsDown(given[0], given[1])"
    rows = [235.2, 236.1, 240.7, 238.9, 263.3, 261.2, 269.9, 249.1, 250.2, 246.4, 246.3, 251.9]
    told = ask(page, "../tools/grid.js", down, [rows, 20.3])
    assert told == {"step": 20.3, "counts": [12] * 4 + [13] * 3 + [12] * 5}
    assert ask(page, "../tools/grid.js", down, [rows, None]) == {"step": None, "counts": None}
    assert ask(page, "../tools/grid.js", down, [[235, 118, 301, 50], 20.3])["counts"] is None
    assert ask(page, "../tools/grid.js", down, [[24, 36, 24.2, 12], None])["counts"] == [2, 3, 2, 1]


def test_rows_are_counted_in_steps_as_wide_as_those_across_though_longer_ones_fit_them(page: Page) -> None:
    """Twelve rows of a good photograph: a step of 21.9, 11 or 12 times, fits each a little better than 20."""
    rows = [233.1, 238.6, 235.0, 242.0, 261.3, 266.2, 261.6, 242.3, 245.3, 245.9, 244.9, 238.9]
    told = ask(page, "../tools/grid.js", "return m.stepsDown(given, 20.1)", rows)
    assert told == {"step": 20.1, "counts": [12] * 4 + [13] * 3 + [12] * 5}


LONG = [5, 4, 4, 7, 5, 6, 6, 7, 5, 5, 6]
"""Steps of the rows of a board whose columns have a step three times as wide."""


@pytest.mark.parametrize(
    ("rows", "step"),
    [
        # A flat scan; a photograph; one so bent that a step of 27 fits these rows a little better.
        ([206, 170, 165, 290, 210, 249, 251, 293, 207, 208, 251], 41.7),
        ([236, 194, 192, 337, 243, 289, 290, 340, 240, 241, 286], 48.1),
        ([237, 195, 193, 343, 250, 299, 296, 345, 243, 246, 293], 49.0),
    ],
)
def test_rows_with_a_step_of_their_own_are_not_stretched_to_that_across(
    page: Page, rows: list[float], step: float
) -> None:
    told = ask(page, "../tools/grid.js", "return m.stepsDown(given, 125.2)", rows)
    assert told["counts"] == LONG
    assert told["step"] == pytest.approx(step, rel=0.005)


def test_rows_of_a_creased_photograph_are_counted_in_the_step_across_that_is_nearest(page: Page) -> None:
    """Rows of 11 and 12 steps of 22.2 are as likely by themselves, and one in twelve fits none of 20.4."""
    rows = [236.5, 241.6, 242.6, 242.0, 265.6, 263.7, 270.9, 251.3, 248.3, 248.2, 248.0, 238.5]
    told = ask(page, "../tools/grid.js", "return m.stepsDown(given, 20.3)", rows)
    assert told["counts"] == [12] * 4 + [13] * 3 + [12] * 5


def test_two_steps_are_two_whole_numbers_in_their_ratio(page: Page) -> None:
    """They are one where no more than a lens makes them differ, and how high the board is is not known."""
    whole = "return given.map((one) => m.wholeSteps(...one))"
    given = [[125.01, 41.67, 0.03], [20.2, 22.1, 0.2], [20.2, 22.1, 0.03], [250, 83, 0.2], [30, None, 0.2]]
    told = ask(page, "../tools/grid.js", whole, given)
    assert told[0] == [126, 42]
    assert told[1] == [20, 20]
    assert told[2][1] / told[2][0] == pytest.approx(22.1 / 20.2, rel=0.004)
    assert told[3:] == [[250, 83], [30, 30]]


EVENED = """const { EMPTY, newFace } = await import("/static/survey/plane/plane.js");
  const [rows, size, isShapeKnown] = given;
  const levels = rows.reduce((all, long) => [...all, all.at(-1) + 41.67 * long], [0]);
  const band = (top, bottom) => newFace([[0, top], [4000, top], [4000, bottom], [0, bottom]].map(
    (p) => p.map(Math.round)));
  const faces = new Map(rows.map((_, n) => [n + 1, band(levels[n], levels[n + 1])]));
  const box = [0, 0, 4000, Math.round(levels.at(-1))];
  const surveyor = new m.Surveyor({ box, isShapeKnown }, { ...EMPTY, faces, size }, 250);
  const cuts = rows.flatMap((_, n) => Array.from({ length: 15 }, (__, k) => {
    const x = 250 * (k + 1) + 125 * (n % 2);
    return { ends: [[x, levels[n]], [x, levels[n + 1]]] };
  }));
  surveyor.rows = m.straightLines(surveyor.plane);
  const beside = surveyor.beside(cuts);
  const heights = rows.map((long, n) => (
    { upper: Math.round(levels[n]), lower: Math.round(levels[n + 1]), high: levels[n + 1] - levels[n] }));
  const { to } = surveyor.evened(beside, given[3], heights);
  const ys = [...new Set(to.map(([, y]) => y))].sort((a, b) => a - b);
  const wide = Math.max(...to.map(([x]) => x));
  return { shape: wide / ys.at(-1), rows: ys.slice(1).map((y, n) => y - ys[n]) };"""


@pytest.mark.parametrize("rows", [LONG, [*LONG[:7], sum(LONG[7:])]])
def test_a_flat_board_keeps_its_shape_whatever_rows_are_drawn(page: Page, rows: list[int]) -> None:
    script = f"return (async () => {{ {EVENED} }})()"
    told = ask(page, "../tools/line_proposals.js", script, [rows, None, True, 125.01])
    assert told["shape"] == pytest.approx(1.6, abs=0.002)
    assert told["rows"] == [42 * long for long in rows]


@pytest.mark.parametrize("across", [125.01, None])
def test_the_size_of_a_board_tells_how_high_it_is(page: Page, across: float | None) -> None:
    """On a grid and on none, whatever the photograph made of it."""
    script = f"return (async () => {{ {EVENED} }})()"
    told = ask(page, "../tools/line_proposals.js", script, [LONG, [840, 840], True, across])
    assert told["shape"] == pytest.approx(1, abs=0.005)


def flat(spots: list[list[float]]) -> list[float]:
    """Return the numbers of spots one after the other."""
    return [number for spot in spots for number in spot]


def test_four_corners_of_which_three_are_in_line_make_no_view(page: Page) -> None:
    line = [[0, 0], [10, 0], [20, 0], [0, 10]]
    assert ask(page, "geometry/homography.js", "return m.between(given[0], given[1])", [line, SEEN]) is None


def test_css_shows_what_the_matrix_says(page: Page) -> None:
    script = """const matrix = m.between(given[0], given[1]);
      const box = document.createElement("div");
      Object.assign(box.style, { position: "absolute", left: 0, top: 0, width: "200px", height: "100px",
        transformOrigin: "0 0", transform: `matrix3d(${m.matrix3d(matrix)})` });
      document.body.append(box);
      const { left, top, right, bottom } = box.getBoundingClientRect();
      return [left, top, right, bottom];"""
    assert ask(page, "geometry/homography.js", script, [SQUARE, SEEN]) == pytest.approx(
        [12, 20, 450, 280], abs=0.1
    )


INK = """const { width, height, line, light } = given;
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) {
    const paper = light[0] + ((light[1] - light[0]) * x) / width;
    const here = Math.abs(x - line) < 2 || Math.abs(y - line) < 2 ? paper * 0.2 : paper;
    rgba.fill(here, 4 * (y * width + x), 4 * (y * width + x) + 3);
  }
  const { ink } = m.inkOf(rgba, width, height, 6);
  return [...ink];"""


@soak.BOARDS
@pytest.mark.parametrize("line", [0, 1, 7, 29, 38, 39])
def test_ink_is_what_is_darker_than_the_paper_around_it_whatever_the_light(page: Page, line: int) -> None:
    wide, high = 60, 40
    given = {"width": wide, "height": high, "line": line, "light": [150, 230]}
    ink = ask(page, "ink/ink.js", INK, given)
    for y in range(high):
        for x in range(wide):
            dark = abs(x - line) < 2 or abs(y - line) < 2
            assert ink[y * wide + x] > 170 if dark else ink[y * wide + x] < 25, (x, y)


SNAP = """const size = 200;
  const ink = new Uint8Array(size * size);
  const at = (x) => 100 + 8 * Math.sin(x / 30);
  for (let x = 0; x < size; x += 1) {
    for (let k = -1; k <= 1; k += 1) ink[Math.round(at(x) + k) * size + x] = 200;
  }
  const { points } = m.snapped({ ink, width: size, height: size }, given, 14);
  return points.filter(([x]) => x > 12 && x < 188).map(([x, y]) => y - at(x));"""


def test_a_stroke_of_a_finger_goes_to_the_ink_under_it(page: Page) -> None:
    off = ask(page, "ink/snap.js", SNAP, [[10, 96], [70, 111], [130, 91], [190, 104]])
    assert len(off) > 30
    assert max(abs(y) for y in off) < 2


def test_a_stroke_where_there_is_no_ink_stays(page: Page) -> None:
    script = """const empty = { ink: new Uint8Array(10000), width: 100, height: 100 };
      const { from, points, sure } = m.snapped(empty, given, 12);
      const off = points.map(([x, y], i) => Math.hypot(x - from[i][0], y - from[i][1]));
      return [Math.max(...off), Math.max(...sure)];"""
    off, sure = ask(page, "ink/snap.js", script, [[10, 50], [90, 54]])
    assert off < 1
    assert sure == 0


BENT = """const corners = [[0, 0], [400, 0], [400, 300], [0, 300]];
  const start = new m.Bend([0, 0, 400, 300], corners, 50);
  const up = (x) => 10 * Math.sin((Math.PI * x) / 400);
  const measured = [];
  for (let y = 0; y <= 300; y += 50) for (let x = 0; x <= 400; x += 10) {
    measured.push({ at: [x, y], across: [0, 1], shift: up(x) + (given && x % 70 === 0 ? 30 : 0), sure: 1 });
  }
  const bend = start.bent(measured);
  const off = [[75, 60], [200, 130], [320, 222]].map((p) => {
    const [x, y] = bend.pixel(p);
    const [u, v] = bend.spot([x, y]);
    return Math.max(...[x - p[0], y - p[1] - up(p[0]), u - p[0], v - p[1]].map(Math.abs));
  });
  return Math.max(...off);"""


@pytest.mark.parametrize("wild", [False, True])
def test_rows_unbend_the_paper_and_a_wild_measurement_does_no_harm(page: Page, wild: bool) -> None:
    assert ask(page, "geometry/bend.js", BENT, wild) < 1


EQUATIONS = """const [wide, count, rows] = given;
  const equations = new m.Equations(wide, count);
  rows.forEach((row, n) => {
    equations.add(row);
    // What is added to a copy is no part of the equations that it was made of.
    if (n === 3) equations.copy().add({ terms: [[0, 1]], shift: 99, weight: 99 });
  });
  const values = new Float64Array(count);
  equations.solve(values);
  return [...values];"""


def test_equations_are_solved_as_nearly_as_can_be(page: Page) -> None:
    """Two shifts each of 5 × 4 nodes; an equation joins nodes of a square, or three in a row."""
    wide, high, rng = 5, 4, Random(2)
    corners = [(i, j) for j in range(high - 1) for i in range(wide - 1)]
    squares = [[j * wide + i + n for n in (0, 1, wide, wide + 1)] for i, j in corners]
    lines = [[j * wide + i + n for n in range(3)] for j in range(high) for i in range(wide - 2)]
    rows: list[dict[str, Any]] = [
        {
            "terms": [[2 * node + part, rng.uniform(-2, 2)] for node in nodes for part in (0, 1)],
            "shift": rng.uniform(-9, 9),
            "weight": rng.uniform(0.1, 3),
        }
        for nodes in (squares + lines) * 3
    ]
    left = np.zeros((len(rows), 2 * wide * high))
    for row, numbers in zip(rows, left, strict=True):
        for at, factor in row["terms"]:
            numbers[at] = factor
    counts = np.sqrt([row["weight"] for row in rows])
    right = np.array([row["shift"] for row in rows])
    best = np.linalg.lstsq(left * counts[:, None], right * counts, rcond=None)[0]
    told = ask(page, "geometry/equations.js", EQUATIONS, [wide, 2 * wide * high, rows])
    assert told == pytest.approx(best.tolist(), abs=1e-4)


def test_between_rows_there_are_bands(page: Page) -> None:
    script = "return m.bands(given).map(({ upper, lower, from, to }) => [upper[0][1], lower[0][1], from, to])"
    rows = [[[0, 10], [90, 10]], [[0, 20], [40, 20]], [[0, 30], [90, 30]], [[50, 40], [60, 40]]]
    bands = [[10, 20, 0, 40], [20, 30, 0, 40], [10, 30, 40, 90], [30, 40, 50, 60]]
    assert sorted(ask(page, "ink/crosscuts.js", script, rows)) == sorted(bands)


@pytest.mark.parametrize(("wide", "high"), [(640, 480), (4000, 3000)])
def test_a_picture_is_made_smaller_and_its_spots_with_it(page: Page, wide: int, high: int) -> None:
    script = """const canvas = new OffscreenCanvas(given[0], given[1]);
      canvas.getContext("2d").fillRect(0, 0, given[0], given[1]);
      return canvas.convertToBlob({ type: "image/jpeg" }).then((file) => m.pixelsOf(file)).then(
        ({ data, width, height, share }) => (
          [data.length, width, height, ...m.smaller([99.5, 49.5], share)]));"""
    length, width, height, x, y = ask(page, "picture.js", script, [wide, high])
    assert length == 4 * width * height
    assert width * height <= 4_001_000
    assert hypot(x + 0.5 - 100 * width / wide, y + 0.5 - 50 * height / high) < 0.1


KINDS_OF = """const looks = given.map((dark, n) => ({
    at: [n % 10, Math.floor(n / 10)], long: 1, dark,
    looks: [23, 15].map((count) => ({
      ink: new Float32Array(count * 13).fill(dark * dark), tint: new Float32Array(count * 2),
      there: new Uint8Array(count).fill(1) })),
  }));
  return m.kindsOf(looks, new Map()).map(({ kind, sure }) => kind + (sure ? "" : "?"));"""


def test_where_no_line_is_thick_there_is_no_wall(page: Page) -> None:
    assert set(ask(page, "ink/sides.js", KINDS_OF, [0.3 + 0.001 * (n % 7) for n in range(30)])) == {"open"}


def test_what_lies_between_a_thin_line_and_a_wall_is_not_sure(page: Page) -> None:
    darks = [0.3] * 20 + [0.45] + [0.6] * 9
    kinds = ask(page, "ink/sides.js", KINDS_OF, darks)
    assert kinds[:20] == ["open"] * 20
    assert kinds[20].endswith("?")
    assert kinds[21:] == ["wall"] * 9


RARE = """const [rare, all] = given;
  const [wide, high] = [10 * 36, 6 * 36];
  const cells = new Float32Array(wide * high);
  for (let n = 0; n < all; n += 1) {
    const [x, y] = [18 + 36 * (n % 10), 18 + 36 * Math.floor(n / 10)];
    for (let j = -7; j <= 7; j += 1) for (let i = -7; i <= 7; i += 1) {
      const far = Math.hypot(i, j);
      const inside = n < rare ? Math.abs(i) + Math.abs(j) < 8.5 : far < 7.5;
      // Print is nowhere quite alike.
      const dark = 0.7 + 0.06 * Math.sin(9 * i + 5 * j + 3 * n);
      if (far > 2.5 && inside) cells[(y + j) * wide + x + i] = dark;
    }
  }
  const board = { cells, wide, high, left: 0, top: 0, size: 1 };
  return m.symbolsLike(board, [18, 18]).map(({ at }) => Math.floor(at[0] / 36) + 10 * Math.floor(at[1] / 36));
"""


@pytest.mark.parametrize("rare", [2, 4, 30])
def test_a_rare_symbol_is_not_taken_for_one_like_it_that_is_everywhere(page: Page, rare: int) -> None:
    assert sorted(ask(page, "ink/symbols.js", RARE, [rare, 40])) == list(range(rare))


LOOKS_OF = """const size = 500;
  const ink = new Uint8Array(size * size);
  const fill = (left, top, right, bottom) => {
    for (let y = top; y < bottom; y += 1) ink.fill(200, y * size + left, y * size + right);
  };
  fill(40, 399, 460, 401);
  fill(194, 40, 206, 202);
  fill(206, 198, 218, 360);
  fill(200, 199, 212, 201);
  const bend = { unit: 100, pixel: (p) => p };
  return given.map((side) => m.lookOf({ ink, width: size, height: size }, bend, [side]).dark);"""


def test_a_short_thin_line_between_the_ends_of_two_walls_is_no_wall(page: Page) -> None:
    """The walls come to its ends from above and from below, and cover all of it but a hair."""
    short, thin = ask(
        page, "ink/side_looks.js", LOOKS_OF, [[[200, 200], [212, 200]], [[200, 400], [300, 400]]]
    )
    assert short < 1.3 * thin


def test_walls_in_a_shine_stay_walls(page: Page) -> None:
    """Where it is brightest a wall has less ink than a thin line elsewhere."""
    walls = [(7 * (n % 12) + 5 * (n // 12)) % 4 == 0 for n in range(144)]
    left = [1 - 0.6 * exp(-((n % 12 - 6) ** 2 + (n // 12 - 6) ** 2) / 4.5) for n in range(144)]
    darks = [(0.6 if wall else 0.3) * part for wall, part in zip(walls, left, strict=True)]
    script = KINDS_OF.replace("% 10", "% 12").replace("/ 10", "/ 12")
    kinds = ask(page, "ink/sides.js", script, darks)
    assert sum(kind != ("wall" if wall else "open") for kind, wall in zip(kinds, walls, strict=True)) <= 1


COLOURED = """return (async () => {
  const { inkOf } = await import("/static/survey/photo/ink/ink.js");
  const { lookOf } = await import("/static/survey/photo/ink/side_looks.js");
  const [wide, high] = [700, 900];
  const canvas = new OffscreenCanvas(wide, high).getContext("2d");
  const fill = (colour, ...box) => { canvas.fillStyle = colour; canvas.fillRect(...box); };
  fill("#f4ecd8", 0, 0, wide, high);
  const sides = given.map((kind, n) => {
    const [left, y] = [40 + 110 * (n % 6), 60 + 110 * Math.floor(n / 6)];
    if (n % 2) fill("#f0b8a8", left - 5, y - 50, 110, 50);
    if (kind === "open") fill("#3c3a3c", left, y - 1, 100, 3);
    else fill("#141430", left, y - 4, 100, 9);
    if (kind === "solid_door") fill("#733a18", left + 20, y - 4, 60, 9);
    return [[[left, y], [left + 100, y]]];
  });
  const map = inkOf(canvas.getImageData(0, 0, wide, high).data, wide, high, 20);
  const looks = sides.map((side) => lookOf(map, { unit: 100, pixel: (p) => p }, side));
  return m.kindsOf(looks, new Map([3, 4, 13].map((n) => [n, given[n]])));
  })();"""


def test_a_door_that_only_its_colour_tells_from_a_wall_is_a_door(page: Page) -> None:
    """It is brown, as thick as the dark blue walls, and has no outline; the rooms are cream and pink."""
    kinds = (["open", "wall", "open", "solid_door"] + ["solid_door", "open", "wall"] * 14)[:42]
    told = ask(page, "ink/sides.js", COLOURED, kinds)
    assert [one["kind"] for one in told] == kinds
    assert all(one["sure"] for one in told)


SHORT = (
    COLOURED.replace("const sides", "const long = given.map((_, n) => (n < 42 ? 100 : 40));\n  const sides")
    .replace("left + 100, y]]]", "left + long[n], y]]]")
    .replace("y - 1, 100, 3", "y - 1, long[n], 3")
    .replace("y - 4, 100, 9", "y - 4, long[n], 9")
    .replace("left + 20, y - 4, 60, 9", "left + 0.2 * long[n], y - 4, 0.6 * long[n], 9")
)


def test_on_a_short_side_there_may_be_a_door_and_none_is_sure(page: Page) -> None:
    """Sides of two fifths of a square. They were walls or thin lines, whatever they looked like, and sure."""
    kinds = ["open", "wall", "open", "solid_door"] + ["solid_door", "open", "wall"] * 4
    kinds = (kinds + ["open", "wall"] * 13)[:42]
    told = ask(page, "ink/sides.js", SHORT, kinds + ["solid_door"] * 3)
    assert [one["kind"] for one in told[:42]] == kinds
    assert all(one["sure"] for one in told[:42])
    assert told[42:] == [{"kind": "solid_door", "sure": False, "why": "short"}] * 3


PALE = """const look = (dark, ends, middle) => ({
    long: 1, dark,
    looks: [23, 15].map((count) => ({
      ink: Float32Array.from({ length: count * 13 }, (_, i) => {
        const along = Math.floor(i / 13) / (count - 1);
        return Math.abs(along - 0.5) > 0.25 ? ends : middle;
      }),
      tint: new Float32Array(count * 2), there: new Uint8Array(count).fill(1) })),
  });
  const made = { thin: [0.3, 0.09, 0.09], wall: [0.6, 0.36, 0.36], door: [0.45, 0.36, 0.02],
    pale: [0.3, 0.25, 0.01] };
  const looks = given.map((name, n) => ({ ...look(...made[name]), at: [n % 6, Math.floor(n / 6)] }));
  return m.kindsOf(looks, new Map([[0, "glass_door"], [1, "glass_door"]]));"""


def test_what_has_little_ink_is_no_sure_door(page: Page) -> None:
    told = ask(page, "ink/sides.js", PALE, ["door", "door", "door", "pale", *["thin"] * 20, *["wall"] * 12])
    assert [(one["kind"], one["sure"]) for one in told[:3]] == [("glass_door", True)] * 3
    assert told[3] == {"kind": "glass_door", "sure": False, "why": "pale"}
    assert [one["kind"] for one in told[4:] if one["sure"]] == ["open"] * 20 + ["wall"] * 12


ALIGNED = """const plane = { faces: new Map() };
  const surveyor = new m.Surveyor({}, plane, 100);
  surveyor.rows = [0, 100, 200, 300].map((y) => [[0, y], [400, y]]);
  return surveyor.alignedX(given.map(([x, top, bottom]) => ({ ends: [[x, top], [x, bottom]] })));"""


def test_uprights_that_nearly_meet_at_a_row_are_one(page: Page) -> None:
    """Those that do not meet stay apart, though they are as near."""
    uprights = [[98, 200, 300], [100, 0, 100], [105, 100, 200], [300, 0, 100], [308, 200, 300]]
    told = ask(page, "../tools/line_proposals.js", ALIGNED, uprights)
    assert told[0] == told[1] == told[2] == [101, 101]
    assert told[3:] == [[300, 300], [308, 308]]


WORKER = """async ({ box, corners, rows, spot }) => {
  const { Photo } = await import("/static/survey/photo/photo.js");
  const photo = new Photo();
  const heard = [];
  const file = await (await fetch("/photo")).blob();
  const opened = await photo.ask("open", { file }, (part) => heard.push(part));
  const matrix = await photo.ask("straighten", { box, corners, unit: 100 });
  const strokes = await Promise.all(rows.map((spots) => photo.ask("pixels", { spots })));
  const { error } = await photo.ask("rows", { rows: rows.map((line, n) => ({ line, stroke: strokes[n] })) });
  const cuts = await photo.ask("cuts", { rows });
  const symbols = await photo.ask("symbols", { spot });
  const [back] = await photo.ask("spots", { pixels: await photo.ask("pixels", { spots: [[333, 222]] }) });
  const refused = await photo.ask("straighten", { box, corners: [[0, 0], [1, 1], [2, 2], [0, 5]], unit: 100 })
    .catch((wrong) => wrong.message);
  const broken = await photo.ask("open", { file: new Blob(["no picture"]) }).catch((wrong) => wrong.message);
  photo.close();
  return { opened, matrix, error, cuts: cuts.length, symbols: symbols.length, back, refused, broken, heard };
}"""


@soak.BOARDS
def test_a_worker_keeps_the_photograph_and_answers_with_progress(browser: Browser, tmp_path: Path) -> None:
    photo = taken(small_board(), "flat", tmp_path / "board.jpg", width=1000)
    corners = json.loads(photo.with_suffix(".json").read_text())["corners"]
    rows = [[[0, y], [800, y]] for y in range(0, 700, 100)]
    given = {"box": [0, 0, 800, 600], "corners": corners, "rows": rows, "spot": [168, 70]}
    with page_in(browser, photo) as page:
        told = page.evaluate(WORKER, given)
    assert (told["opened"]["width"], told["opened"]["height"], told["opened"]["share"]) == (1000, 750, 1)
    far = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(told["opened"]["corners"], corners, strict=True)]
    assert max(far) < 25
    assert len(told["matrix"]) == 16
    assert 0 < told["error"] < 3
    assert told["cuts"] == 54
    assert told["symbols"] == 10
    assert told["back"] == pytest.approx([333, 222], abs=0.5)
    assert told["refused"] == "Three of the corners are in line."
    assert told["broken"]
    assert told["heard"] == sorted(told["heard"])


@soak.BOARDS
@pytest.mark.slow
@pytest.mark.parametrize("look", ["creased", "good"])
def test_a_small_board_of_slanted_squares_is_proposed_from_its_photograph(look: str, tmp_path: Path) -> None:
    data = small_board()
    (tmp_path / "map.json").write_text(json.dumps(data))
    photo = taken(data, look, tmp_path / "board.jpg", seed=2, width=1000)
    command = [sys.executable, "-m", "tools.survey_eval", str(photo), str(tmp_path / "map.json")]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    told = json.loads(printed)
    assert set(told) == {"cuts", "sides", "symbols", "seconds"}
    assert told["cuts"]["found"] + told["cuts"]["missed"] == 54
    assert told["cuts"]["found"] >= 53
    assert told["cuts"]["false"] <= 1
    right, everything = (sum(told["sides"][kind][n] for kind in KINDS) for n in (0, 1))
    assert everything == 82
    assert right >= 77
    assert right + told["sides"]["unsure"] == everything, "what is not told right is left in doubt"
    assert told["symbols"] == {"found": 10, "missed": 0, "false": 0}


KINDS = ("open", "wall", "solid_door", "glass_door")
