"""After the end of a game a phone shows the rematch that somebody begins, whatever was looked at."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, OpenPage
from tests.referee.seated import Seated

OVER = True


def test_a_phone_that_was_scrolled_shows_the_rematch_when_somebody_begins_it(
    open_page: OpenPage, over: tuple[str, Seated]
) -> None:
    table = over[1]
    phone = open_page(PHONE)
    phone.context.add_cookies(
        [{"name": f"seat-{table.code}", "value": table.tokens["human"], "url": over[0]}]
    )
    phone.goto(f"/t/{table.code}")
    phone.locator(".side").evaluate("side => side.scrollTo(0, side.scrollHeight)")
    expect(phone.locator("#moment h2")).not_to_be_in_viewport()
    table.tables.rematches.start(table.code, "table", swap=False)
    expect(phone.get_by_role("button", name="Go to the rematch")).to_be_in_viewport()
