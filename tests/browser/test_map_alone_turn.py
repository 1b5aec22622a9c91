"""The map alone on the screen still says whose turn it is."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.hands import at_sizes, box_of
from tools.api_table import ApiTable


def call(page: Page) -> str:
    """Return the words that stand before the phase."""
    return str(page.evaluate("getComputedStyle(document.querySelector('#said'), '::before').content"))


@soak.LOOKS
@at_sizes(PHONE, LANDSCAPE, TABLET)
def test_the_turn_is_told_above_the_map_and_covers_no_square(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    table = ApiTable.at(server, "moving")
    page = open_page(size, table.join("human").removeprefix(server))
    expect(page.locator("#moment")).to_be_visible()
    assert box_of(page.locator("#said"))[3] <= 1
    page.locator("[data-alone]").click()
    expect(page.locator("#said")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#said")).to_contain_text("Human Player-Turn")
    assert "Your turn." in call(page)
    _, top, _, height = box_of(page.locator("#said"))
    assert box_of(page.locator("#map"))[1] >= top + height
    table.do("human", {"do": "end_turn"})
    expect(page.locator("#said")).to_contain_text("Berserk Zombie Phase")
    assert "Your turn." not in call(page)
