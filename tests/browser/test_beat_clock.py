"""3.7: the clock of a beat counts down on phones and tablet, says when it is up, and forces nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable


def at_a_beat(open_page: OpenPage, server: str) -> tuple[ApiTable, list[Page]]:
    """Return a duel in its first beat with a clock, a tablet there and the phone of one player."""
    table = ApiTable.new(server, {"system": "battlecon", "seconds_to_choose": 60})
    for seat in ("a", "b"):
        table.do(seat, table.actions(seat)[0])
    pages = []
    for size, seat in ((TABLET, "table"), (PHONE, "a")):
        page = open_page(size, table.join(seat), alone=True)
        page.clock.install()
        page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
        page.reload()
        pages.append(page)
    return table, pages


def test_3_7_it_counts_down_and_at_its_end_the_players_go_on_as_before(
    open_page: OpenPage, server: str
) -> None:
    table, pages = at_a_beat(open_page, server)
    for page in pages:
        clock, up = page.locator("#beat-clock"), page.locator("#time-up")
        left = int(clock.get_attribute("data-left") or 0)
        assert 0 < left <= 60
        page.clock.fast_forward((left - 5) * 1000)
        expect(clock.locator("b")).to_have_text("0:05")
        expect(up).to_be_hidden()
        page.clock.fast_forward(60_000)
        expect(clock.locator("b")).to_have_text("0:00")
        expect(up).to_contain_text("Time is up. The referee chooses nothing for anybody")
        page.clock.resume()
    tablet, phone = pages
    assert table.view("table")["phase"] == "select"
    table.do("b", next(one for one in table.actions("b") if one["do"] == "commit_pair"))
    expect(tablet.locator(".lamp.chosen")).to_have_count(1)
    table.do("a", next(one for one in table.actions("a") if one["do"] == "commit_pair"))
    expect(phone.locator("#time-up")).not_to_be_visible()


def test_3_7_a_tap_sets_it_for_everybody(open_page: OpenPage, server: str) -> None:
    table, (tablet, phone) = at_a_beat(open_page, server)
    for page in (tablet, phone):
        page.clock.resume()
    phone.locator("#clock summary").click()
    phone.get_by_role("button", name="No clock").click()
    for page in (phone, tablet):
        expect(page.locator("#beat-clock")).to_have_count(0)
        expect(page.locator("#arrival")).to_contain_text("a beat has no clock now.")
    assert table.view("b")["settings"] == {"seconds_to_choose": 0}
