"""A tap that came too late: what was done and the sentence on the tap are both whole, on a phone too (#8)."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.hands import turned
from tests.browser.test_tap_count import seated
from tools.api_table import ApiTable
from tools.tour import EMPTY

WIDTH = "part => part.getBoundingClientRect().width"
TOP = "part => part.getBoundingClientRect().top"


def test_a_tap_that_came_too_late_leaves_the_ruling_its_room(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    page = open_page(PHONE, EMPTY)
    page.route("**/events?*", lambda route: route.abort())
    device = seated(page, table, "table")
    steps = [action for action in table.actions("table") if action["do"] == "step"]
    device.tap(steps[-1]["to"])
    key = device.key("Go to")
    table.do("table", steps[0])
    device.changes(key)
    ruling = page.locator("#ruling > .panel")
    late, reason = ruling.locator(".dim"), ruling.locator(".reason")
    expect(late).to_contain_text("Your tap came too late")
    for size in turned(page, PHONE, LANDSCAPE, TABLET):
        whole = ruling.evaluate(WIDTH)
        assert reason.evaluate(WIDTH) > whole / 2, size
        assert late.evaluate(WIDTH) > whole / 2, size
        assert late.evaluate(TOP) > reason.evaluate(TOP), size
        expect(late).to_be_in_viewport(ratio=1)
        assert small_targets(page) == []
        assert cut_off(page) == []
