"""Two tabs of one browser: a page whose device has another seat by now shows nothing of that one."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable
from tools.tour import EMPTY

ASK = """() => {
  const moment = document.querySelector("#moment");
  if (moment) htmx.ajax("GET", moment.dataset.now, "#moment");
}"""


@pytest.mark.parametrize(("system", "private"), [("dawn-of-the-dead", "zombie"), ("battlecon", "a")])
def test_the_tab_of_the_tablet_is_led_away_when_another_tab_takes_a_private_seat(
    open_page: OpenPage, server: str, system: str, private: str
) -> None:
    """What it asks is answered so, even where it hears neither of the other tab nor of the table."""
    table = ApiTable.new(server, {"system": system})
    tablet = open_page(TABLET, EMPTY, alone=True)
    tablet.add_init_script("window.BroadcastChannel = class { postMessage() {} };")
    tablet.route("**/events?*", lambda _: None)
    tablet.goto(f"/join/{table.tokens['table']}")
    expect(tablet.locator("#moment")).to_be_visible()
    tab = tablet.context.new_page()
    tab.goto(f"/join/{table.tokens[private]}")
    tab.get_by_role("button", name="Change").click()
    expect(tab.locator("#moment")).to_be_visible()
    tablet.evaluate(ASK)
    expect(tablet.locator("h1")).to_have_text("This device changed seats")
    assert tablet.url.endswith(f"/t/{table.code}?as=table")
    tablet.get_by_role("link", name="Show the seat it has now").click()
    expect(tablet.locator("#moment")).to_be_visible()
    assert tablet.locator("body").get_attribute("data-seat") == private


def test_a_tab_shows_no_secret_once_another_tab_has_another_seat(open_page: OpenPage, server: str) -> None:
    """At once, without any news from the table."""
    table = ApiTable.new(server, {"system": "dawn-of-the-dead"})
    phone = open_page(PHONE, EMPTY)
    phone.route("**/events?*", lambda _: None)
    phone.goto(urljoin(phone.url, f"/join/{table.tokens['zombie']}"))
    expect(phone.locator("#moment")).to_be_visible()
    tab = phone.context.new_page()
    tab.goto(f"/join/{table.tokens['table']}")
    tab.get_by_role("button", name="Change").click()
    expect(tab.locator("#moment")).to_be_visible()
    expect(phone.locator("h1")).to_have_text("This device changed seats")
    assert tab.locator("body").get_attribute("data-seat") == "table"
