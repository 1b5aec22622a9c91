"""The panel of a tapped square: what can be done there comes first, and what is so there after it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import box_of
from tools.api_table import ApiTable

SIZES = pytest.mark.parametrize(
    "size", [TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE], ids=["tablet", "upright", "phone", "landscape"]
)


def target(table: ApiTable) -> str:
    """Return a square that may be shot at and walked to."""
    return next(str(a["at"]) for a in table.actions("human") if a["do"] == "shoot")


def shot(page: Page) -> float:
    """Return where on the screen the key of the shot ends."""
    _, top, _, height = box_of(page.locator("#moment .pair").first)
    return top + height


@SIZES
def test_6_0_the_shot_stands_above_the_walk_and_both_above_the_facts(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    table = ApiTable.at(server, "moving")
    device = Device(open_page(size, table.join("human").removeprefix(server)))
    at = target(table)
    device.tap(at)
    keys = device.moment.locator("form.actions button:not(.dicekey)")
    expect(keys.first).to_contain_text(f"shoots at {at}")
    expect(keys.first).to_have_class("main")
    expect(keys.nth(1)).to_contain_text("Walk there")
    facts = device.moment.locator("dl.facts")
    assert shot(device.page) <= box_of(facts)[1]
    assert keys.nth(1).get_attribute("data-again") is not None


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_6_0_the_key_of_the_shot_is_seen_without_scrolling(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    table = ApiTable.at(server, "moving")
    device = Device(open_page(size, table.join("human").removeprefix(server)))
    device.tap(target(table))
    _, top, _, height = box_of(device.page.locator(".side"))
    assert shot(device.page) <= top + height
