"""Printing, as a person does it: from the start page to a file, on a phone too."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_sizes import SCREENS, cut_off
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.test_accessibility import faults
from tests.referee.printing.measured import near, pages


def saved(page: Page, button: str, folder: Path) -> bytes:
    """Tap a button and return the file that comes."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file.read_bytes()


def test_a_phone_saves_the_board_and_the_counters(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(PHONE, "/games/dawn-of-the-dead")
    page.get_by_role("link", name="Print board and counters").click()
    page.locator("#print-board").get_by_label("A3").check()
    (sheet,) = pages(saved(page, "Print the board", tmp_path))
    assert near((sheet.width, sheet.height), (420, 297))
    page.locator("#print-counters").get_by_label("To fold and glue").check()
    (counters,) = pages(saved(page, "Print the counters", tmp_path))
    cells = [line for line in counters.lines if near(line.size, (12.7, 12.7))]
    assert len(cells) == 200
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "Stand-in-figures-counters-a4.pdf",
        "The-mall-reconstruction-a3.pdf",
    ]
    expect(page.get_by_role("heading", level=1)).to_have_text("Print a board and counters")


@pytest.mark.parametrize(("size", "dark"), [SCREENS[0], *soak.rest(soak.SIZES, SCREENS[1:])])
def test_the_page_fits_every_screen(open_page: OpenPage, size: tuple[int, int], dark: bool) -> None:
    page = open_page(size, "/print", dark=dark)
    assert cut_off(page) == []
    for key in page.locator("main .key, main button").all():
        box = key.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    assert faults(page) == []


INK = """() => ["h1", ".page p", ".page a"].map((words) =>
  Math.max(...getComputedStyle(document.querySelector(words)).color.match(/\\d+/g).slice(0, 3)))"""


@pytest.mark.parametrize("chosen", [True, *soak.rest(soak.SEVERAL, [False])], ids=lambda c: f"chosen={c}")
def test_the_dark_screen_prints_dark_words_and_no_keys(
    open_page: OpenPage, server: str, chosen: bool
) -> None:
    """A browser leaves out the ground, so that pale words would stand on white paper."""
    page = open_page(TABLET, "/healthz", alone=True)
    if chosen:
        page.context.add_cookies([{"name": "theme", "value": "dark", "url": server}])
    for path in ("/rules/dawn-of-the-dead/6.4", "/help"):
        page.goto(path)
        assert min(page.evaluate(INK)) > 128, "on the screen they are pale"
        page.emulate_media(media="print")
        assert max(page.evaluate(INK)) < 160, path
        expect(page.locator(".top")).to_be_hidden()
        assert page.get_by_role("button").count() == 0
        page.emulate_media(media="screen")
