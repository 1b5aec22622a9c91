"""Between the sizes that are looked at one by one: zoomed windows, old phones, letters of up to three times.

Nothing sticks out sideways, every key can be scrolled to and tapped, and no part has hardly any room.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from referee.games.battlecon.demo_states import FIGHTERS
from tests import soak
from tests.browser.at_duel import table_after
from tests.browser.at_sizes import cramped, cut_off, letters, out_of_reach, turned
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools import tour
from tools.api_table import ApiTable

USUAL, MEDIUM, LARGE, LARGEST = 16, 24, 32, 48
"""Pixels: what people choose under "Font size"."""
NARROWEST = 10
"""How many of these letters a line holds at least: twice the size at a width of 320."""
Look = tuple[tuple[int, int], int]
WORST: dict[str, list[Look]] = {
    "map": [((320, 320), USUAL), ((480, 360), MEDIUM), ((1024, 768), LARGEST)],
    "hand": [((320, 256), USUAL), ((390, 844), LARGE)],
    "drawing": [((320, 256), USUAL)],
}
SIZES = [
    (320, 225), (320, 256), (320, 320), (352, 256), (320, 568), (390, 844), (844, 390), (480, 360),
    (500, 400), (568, 320), (667, 375), (700, 600), (600, 600), (640, 480), (800, 1280), (960, 540),
    (1024, 768), (1280, 800),
]  # fmt: skip
LOOKS: list[Look] = [
    (size, pixels)
    for pixels, size in product((USUAL, MEDIUM, LARGE, LARGEST), SIZES)
    if size[0] / pixels >= NARROWEST
]
DEALS = 4


def faults(page: Page, looks: Sequence[Look], tapped: Sequence[Look] = ()) -> list[str]:
    """Return what is wrong with a page that stays open, at each size and with each size of letters.

    At those `tapped` every key is scrolled to, which takes a second.
    """
    found = []
    chosen = 0
    for size, pixels in looks:
        turned(page, size)
        if pixels != chosen:
            letters(page, pixels)
            chosen = pixels
        wrong = (*cut_off(page), *cramped(page), *(out_of_reach(page) if (size, pixels) in tapped else ()))
        found += [f"{size} with letters of {pixels}: {fault}" for fault in wrong]
    letters(page, USUAL)
    return found


def test_the_worst_sizes_leave_every_screen_whole(open_page: OpenPage, server: str) -> None:
    """The map with its panels beside it, a hand of cards, and a board that is drawn."""
    page = open_page(TABLET, ApiTable.at(server, "moving").join("table"))
    assert faults(page, WORST["map"], WORST["map"][:1]) == []
    page = open_page(PHONE, table_after(server, FIGHTERS).join("a"))
    assert faults(page, WORST["hand"], WORST["hand"][:1]) == []
    page = open_page(TABLET, "/surveys")
    page.get_by_role("button", name="Draw a board").click()
    expect(page.locator("#content[data-ready]")).to_be_attached()
    assert faults(page, WORST["drawing"]) == []


@soak.SIZES
@pytest.mark.parametrize("part", tour.PARTS)
def test_every_screen_is_whole_between_the_sizes_too(browser: Browser, server: str, part: str) -> None:
    """Each screen of the tour at every fourth of the sizes, the next one at the next of them."""
    by_screen: dict[str, list[str]] = {}
    with tour.device(browser, has_touch=True) as device:
        for n, screen in enumerate(tour.PARTS[part](server)):
            view: ViewportSize = {"width": TABLET[0], "height": TABLET[1]}
            with tour.visited(device, screen, view) as page:
                looks = LOOKS[n % DEALS :: DEALS]
                by_screen[screen.name] = faults(page, looks, looks)
    assert by_screen
    assert {where: wrong for where, wrong in by_screen.items() if wrong} == {}
