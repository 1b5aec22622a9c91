"""The panel of a tapped square: what can be done there comes first, and what is so there after it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import box_of, turned
from tools.api_table import ApiTable


def target(table: ApiTable) -> str:
    """Return a square that may be shot at and walked to."""
    return next(str(a["at"]) for a in table.actions("human") if a["do"] == "shoot")


def shot(page: Page) -> float:
    """Return where on the screen the key of the shot ends."""
    _, top, _, height = box_of(page.locator("#moment .pair").first)
    return top + height


@soak.LOOKS
def test_6_0_the_shot_stands_above_the_walk_and_both_above_the_facts(
    open_page: OpenPage, server: str
) -> None:
    """On a tablet and a phone the key of the shot is seen without scrolling."""
    table = ApiTable.at(server, "moving")
    device = Device(open_page(TABLET, table.join("human").removeprefix(server)))
    page, at = device.page, target(table)
    keys = device.moment.locator("form.actions button:not(.dicekey)")
    for size in turned(page, TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE):
        device.tap(at)
        expect(keys.first).to_contain_text(f"shoots at {at}")
        expect(keys.first).to_have_class("main")
        expect(keys.nth(1)).to_contain_text("Walk there")
        assert keys.nth(1).get_attribute("data-again") is None, "the second tap shoots, as the amber key says"
        assert shot(page) <= box_of(device.moment.locator("dl.facts"))[1], size
        if size in {TABLET, PHONE}:
            _, top, _, height = box_of(page.locator(".side"))
            assert shot(page) <= top + height, size
        device.look("Back to the game")
        expect(device.moment.locator("h2")).to_have_text("Now")
