"""Who reads the log keeps the line that is read, whatever comes in above it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import at_sizes, box_of
from tools.api_table import ApiTable


@soak.LOOKS
@at_sizes(PHONE, TABLET, LANDSCAPE, TABLET_UPRIGHT)
def test_news_moves_no_line_of_the_log_that_is_read(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    table = ApiTable.at(server, "attack")
    device = Device(open_page(size, table.join("human")))
    line = device.page.locator("#log li").nth(1)
    words = line.inner_text()
    line.evaluate("""(e) => {
      const side = document.querySelector(".side");
      side.scrollTop += e.getBoundingClientRect().top - side.getBoundingClientRect().top - 40;
    }""")
    expect(device.moment).not_to_be_in_viewport()
    before = box_of(line)[1]
    count = device.page.locator("#log li").count()
    table.do("zombie", next(a for a in table.actions("zombie") if a["do"] == "open_attack"))
    table.do("human", next(a for a in table.actions("human") if a["do"] == "hold_fire"))
    expect(device.moment).to_have_attribute("data-version", str(table.view()["version"]))
    expect(device.page.locator("#log li")).not_to_have_count(count)
    same = device.page.locator("#log li", has_text=words.split("\n")[-1]).last
    assert box_of(same)[1] == pytest.approx(before, abs=2)
