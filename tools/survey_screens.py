"""The pictures of a survey: the reconstruction drawn over a synthetic photograph of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from playwright.sync_api import Page, expect

from rules.dawn_of_the_dead import library
from tools.photographs.__main__ import photograph
from tools.photographs.camera import Photograph
from tools.photographs.on_screen import LOOKING_MS, mark, scale, shown

WIDTH, SEED = 1600, 3
_DESK = """async () => {
  const { src } = document.querySelector("script[src*='survey/page']");
  globalThis.desk = (await import(src)).desk;
}"""


def moments() -> Iterator[tuple[str, partial[None]]]:
    """Yield the name of each picture, and what a person does for it on the library's page."""
    for name, tool in (("survey-corners", ""), ("survey-sides", "sides")):
        yield name, partial(_surveyed, tool=tool)


def _surveyed(page: Page, tool: str) -> None:
    """Draw on from the bundled map, put the photograph under it, and choose a tool once it lies straight."""
    file, taken = _photograph()
    page.get_by_role("button", name="Draw on from it").first.click()
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
    if not tool:
        return
    straight.click()
    expect(straight).to_have_count(0)
    page.wait_for_function("() => desk.picture.isPlaced")
    page.locator(f'#tools label:has([value="{tool}"])').click()


@cache
def _photograph() -> tuple[Path, Photograph]:
    """Return a photograph of the bundled map and its file."""
    folder = Path(tempfile.mkdtemp())
    data = library.load_map(next(iter(library.maps())))
    return photograph(data, "good", folder / "board.jpg", SEED, WIDTH)
