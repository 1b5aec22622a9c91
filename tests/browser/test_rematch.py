"""Playing again: one player starts the rematch, the other is offered it, and both sit on the other side."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.referee.seated import Seated

OVER = True


def test_both_players_swap_sides_with_a_tap_each(open_page: OpenPage, over: tuple[str, Seated]) -> None:
    table = over[1]
    tablet = open_page(TABLET)
    tablet.context.add_cookies(
        [{"name": f"seat-{table.code}", "value": table.tokens["table"], "url": over[0]}]
    )
    phone = open_page(PHONE)
    phone.context.add_cookies(
        [{"name": f"seat-{table.code}", "value": table.tokens["zombie"], "url": over[0]}]
    )
    for page in (tablet, phone):
        page.goto(f"/t/{table.code}")
    tablet.get_by_role("link", name="Play again").click()
    tablet.get_by_role("button", name="Swap sides").click()
    expect(tablet.locator("#bar .phase")).to_contain_text("Set-up")
    expect(phone.locator("#moment")).to_contain_text("You are now the human player.")
    phone.get_by_role("button", name="Go to the rematch").click()
    expect(phone.locator("#moment")).not_to_contain_text("The rematch has begun")
    expect(phone.locator("#moment")).to_be_visible()
    expect(phone.locator("#seats .here", has_text="this screen")).to_contain_text("Human player")
    assert phone.url == tablet.url
