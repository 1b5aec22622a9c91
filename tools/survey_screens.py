"""The pictures of a survey: the reconstruction drawn over a synthetic photograph of it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

from playwright.sync_api import Page, expect

from rules.board.board import Board
from rules.board.outlines import Point
from rules.dawn_of_the_dead.equipment import equipment
from rules.sight.geometry import straight_runs
from tools.photographs.__main__ import photograph
from tools.photographs.camera import Photograph
from tools.photographs.on_screen import LOOKING_MS, mark, scale, shown
from tools.survey_eval import truth

WIDTH, SEED = 1600, 3
_DESK = """async () => {
  const { src } = document.querySelector("script[src*='survey/page']");
  globalThis.desk = (await import(src)).desk;
}"""

_ROWS = """async ({ loop, rows, pixels, share }) => {
  const spots = await desk.picture.spots(pixels.map((p) => p.map((way) => (way + 0.5) * share - 0.5)));
  const known = [...loop, ...rows.flat()];
  const line = (p, i) => {
    const on = spots.filter((_, n) => known[n][i] === p[i]);
    return Math.round(on.reduce((sum, spot) => sum + spot[i], 0) / on.length);
  };
  const there = (all) => all.map((p) => [line(p, 0), line(p, 1)]);
  const cuts = rows.map((row) => ({ do: "cut", points: there(row) }));
  desk.do({ do: "all", gestures: [{ do: "outline", points: there(loop) }, ...cuts] });
  desk.choose("cut");
}"""


def moments() -> Iterator[tuple[str, Callable[[Page], None]]]:
    """Yield the name of each picture, and what a person does for it on the library's page."""
    yield "survey-corners", _cornered
    yield "survey-cut", _cut
    yield "survey-sides", partial(_drawn_over, tool="sides")
    yield "survey-close", _close


def _cornered(page: Page) -> None:
    """Begin with the bundled map, and set the corners of a photograph of it."""
    page.get_by_role("button", name="Draw from this map").first.click()
    _set_corners(page)


def _drawn_over(page: Page, tool: str) -> None:
    """Put the photograph under the bundled map, and choose a tool once it lies along the lines."""
    _cornered(page)
    _lay(page)
    expect(page.locator("#said")).to_contain_text("lies along", timeout=LOOKING_MS)
    page.locator(f'#tools label:has([value="{tool}"])').click()


def _close(page: Page) -> None:
    """Find the lines that are too close to call, over the photograph."""
    _drawn_over(page, "sight")
    panel = page.locator("#close")
    panel.locator("summary").click()
    page.get_by_role("button", name="Find the lines").click()
    expect(page.locator("#close-now")).to_be_visible(timeout=LOOKING_MS)
    panel.evaluate("(element) => element.scrollIntoView()")


def _cut(page: Page) -> None:
    """Draw the outline and the rows over the photograph, and ask for the lines between them."""
    page.goto(page.url.replace("/library", "/surveys"))
    page.get_by_role("button", name="Draw a board").click()
    _set_corners(page)
    _lay(page)
    _, taken = _photograph()
    board = Board.from_json(equipment.load_map(next(iter(equipment.maps()))))
    loop, rows = _loop(board), truth.rows_inside(board)
    pixels = [taken.pixel(p) for p in (*loop, *(p for row in rows for p in row))]
    page.evaluate(_ROWS, {"loop": loop, "rows": rows, "pixels": pixels, "share": scale(page, taken)})
    page.locator("#look").click()
    expect(page.locator("#take-cuts")).to_be_visible(timeout=LOOKING_MS)


def _loop(board: Board) -> list[Point]:
    """Return the corners of a board with one outer wall, from one to the next."""
    runs = list(straight_runs(board.outer_wall))
    loop = [*runs.pop()]
    while len(runs) > 1:
        run = next(run for run in runs if loop[-1] in run)
        runs.remove(run)
        loop.append(run[1] if run[0] == loop[-1] else run[0])
    return loop


def _set_corners(page: Page) -> None:
    """Choose the photograph and drag its four marks to the corners of the board."""
    file, taken = _photograph()
    expect(page.locator("#content[data-ready]")).to_be_attached()
    page.locator("#tools label:has([value=picture])").click()
    page.get_by_label("Choose a picture").set_input_files(str(file))
    straight = page.get_by_role("button", name="Lay it straight")
    expect(straight).to_be_visible(timeout=LOOKING_MS)
    page.evaluate(_DESK)
    share = scale(page, taken)
    for n, corner in enumerate(taken.corners):
        page.mouse.move(*mark(page, n))
        page.mouse.down()
        page.mouse.move(*shown(page, corner, share), steps=5)
        page.mouse.up()


def _lay(page: Page) -> None:
    """Lay the photograph straight by its corners."""
    straight = page.get_by_role("button", name="Lay it straight")
    straight.click()
    expect(straight).to_have_count(0)
    page.wait_for_function("() => desk.picture.isPlaced")


@cache
def _photograph() -> tuple[Path, Photograph]:
    """Return a photograph of the bundled map and its file."""
    folder = Path(tempfile.mkdtemp())
    data = equipment.load_map(next(iter(equipment.maps())))
    return photograph(data, "good", folder / "board.jpg", SEED, WIDTH)
