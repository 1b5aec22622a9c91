"""A fold of keys stays as its player left it, also after an action from the same screen."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, OpenPage
from tools.api_table import ApiTable


def test_a_fold_of_keys_stays_open_after_an_action(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "zombies_first_turn", "zombies-surviving")
    phone = open_page(PHONE, table.join("p1"))
    fold = phone.locator("details.kinds").filter(has_text="Everything else").first
    fold.locator("summary").first.click()
    moment = phone.locator("#moment")
    before = moment.get_attribute("data-version")
    fold.get_by_role("button", name="Shout").click()
    expect(moment).not_to_have_attribute("data-version", before or "")
    expect(fold).to_have_attribute("open", "")
