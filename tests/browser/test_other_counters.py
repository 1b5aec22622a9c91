"""From a running game with stand-in counters the players go on with the right ones, by agreement."""

from __future__ import annotations

import json
import re
from urllib.request import Request, urlopen

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from rules.dawn_of_the_dead.equipment import equipment
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.playing import LATEST
from tools.api_table import ApiTable

NAME = "The set on our shelf"


def bring(server: str, name: str, values: dict[str, int]) -> None:
    """Bring a counter sheet of one's own to the server."""
    sheet = {**equipment.load_counters(), "name": name, "provenance": "typed in", "zombie_values": values}
    sheet["characters"]["peter"]["normal"]["movement_allowance"] = 9
    headers = {"Content-Type": "application/json"}
    urlopen(Request(f"{server}/api/counters", json.dumps(sheet).encode(), headers))


def sound(page: Page) -> None:
    """Check that a page has nothing out of sight to the side, no small key, and nothing that axe finds."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keys = page.locator("main button, main a.button")
    assert keys.evaluate_all("keys => keys.every((key) => !key.offsetHeight || key.offsetHeight >= 44)")
    assert Axe().run(page).response["violations"] == []


def test_the_players_go_on_with_their_own_counters(open_page: OpenPage, server: str) -> None:
    """One phone asks, the other agrees, and a value off the sheet leads back."""
    table = ApiTable.at(server, "moving", counters="physical")
    bring(server, NAME, {"1": 10, "2": 40})
    tablet, phone = open_page(TABLET, table.join("table")), open_page(PHONE, table.join("human"))
    other = open_page(PHONE, table.join("zombie"))
    for page in (tablet, phone):
        expect(page.locator("#people .tag", has_text="stand-in")).to_be_visible()
    phone.locator("#other-counters").click()
    panel = phone.locator("section.panel", has_text=NAME)
    expect(panel).to_contain_text("Units of 1: 10; of 2: 40.")
    sound(phone)
    panel.get_by_role("button", name="Ask to go on with this sheet").click()
    for page in (tablet, phone, other):
        asked = page.locator("#agreement")
        expect(asked).to_contain_text("Other counters?")
        expect(asked).to_contain_text(
            f"to go on with the counter sheet “{NAME}”. It has units of 1: 10; of 2: 40."
        )
        expect(asked).to_contain_text(
            re.compile(r"Other ratings \(fire-panic-moves\): Peter \d-\d-9, infected [\d-]+\.(?! \w+ \d)")
        )
    other.locator("#agreement").get_by_role("button", name="Agree").click()
    for page in (tablet, phone):
        expect(page.locator("#people")).to_contain_text(f"Counters: {NAME}")
        expect(page.locator(LATEST)).to_contain_text(f"goes on with the counter sheet “{NAME}”.")
    expect(phone.locator("#people")).to_contain_text("moves 9")

    table.do("human", next(a for a in table.actions("human") if a["do"] == "shoot"))
    phone.locator('#complete label:has(input[value="11"])').click()
    expect(phone.locator("#ruling")).to_contain_text("The counter sheet has no unit with the value 11.")
    way = phone.locator("#ruling").get_by_role("link", name="Use another counter sheet")
    assert way.bounding_box()["height"] >= 44  # type: ignore[index]
    way.click()
    expect(phone.locator("h1")).to_have_text("Other counters")
    phone.get_by_role("link", name="Type in your counters").click()
    expect(phone.locator("h1")).to_have_text("Your counters")
    tablet.goto(f"{server}/t/{table.code}/counters")
    sound(tablet)
