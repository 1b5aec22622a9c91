"""News that comes with a very long ruling, where the moment has no heading for it to lie over."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import soak
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.test_tap_count import seated
from tools.api_table import ApiTable
from tools.tour import EMPTY

LONGER = """() => {
  const moment = document.querySelector("#moment");
  const words = document.querySelector("#ruling > .panel .reason");
  const kept = snapshot();
  if (HEADLESS) moment.querySelector("h2").remove();
  words.textContent = "This is a very long ruling. ".repeat(80);
  restorePosition(kept);
  return [document.querySelector("#ruling").dataset.cramped, parseFloat(kept.top),
    moment.getBoundingClientRect().top - document.querySelector(".side").getBoundingClientRect().top];
}"""


@soak.LOOKS
def test_a_long_ruling_keeps_the_keys_in_their_place(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    page = open_page(PHONE, EMPTY)
    device = seated(page, table, "table")
    device.tap(next(action["to"] for action in table.actions("table") if action["do"] == "step"))
    device.changes(device.key("Go to"))
    for headless in ("true", "false"):
        expect(page.locator("#ruling .reason")).to_be_visible()
        cramped, before, after = page.evaluate(LONGER.replace("HEADLESS", headless))
        assert cramped == "", headless
        assert abs(after - before) < 1, headless
        page.reload()
