"""What the referee of ZoMbIeS! has done is in sight after a tap, also of whoever had scrolled to a key."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LANDSCAPE, PHONE, OpenPage
from tools.api_table import ApiTable


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE])
def test_the_news_comes_into_sight_after_a_tap_at_the_foot_of_the_page(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    table = ApiTable.at(server, "zombies_fight", "zombies-surviving")
    page = open_page(size, table.join("p1"))
    page.get_by_role("button", name="Our figures are done").click()
    expect(page.locator(".latest")).to_contain_text("Player 1 is done.")
    expect(page.locator(".latest")).to_be_in_viewport(ratio=1)


def test_what_an_action_asks_comes_into_sight_once_the_other_has_agreed(
    open_page: OpenPage, server: str
) -> None:
    table = ApiTable.at(server, "zombies_first_turn", "zombies-surviving")
    page, other = (open_page(PHONE, table.join(seat)) for seat in ("p1", "p2"))
    page.locator(".kinds summary", has_text="Everything else").click()
    asks = page.locator(".asks", has_text="Exchange things")
    if asks.evaluate("(one) => one.tagName === 'DETAILS'"):
        asks.locator("summary").click()
    asks.get_by_role("button").first.click()
    other.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator(".progress")).to_contain_text("Are they within 1 inch")
    expect(page.locator(".progress h2")).to_be_in_viewport(ratio=1)
