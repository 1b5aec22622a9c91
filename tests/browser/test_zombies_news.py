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
