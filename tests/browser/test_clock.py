"""The clock of an evening: it goes on by itself, for the whole game and for the side that acts."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable, send


def test_it_runs_for_the_side_that_acts_and_stays_open(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    page = open_page(TABLET)
    page.clock.install()
    page.goto(table.join("table"))
    device = Device(page)
    page.locator("#clock summary").click()
    times = page.locator("#clock time")
    expect(times).to_have_text(["0:00", "0:00", "0:00"])
    page.clock.fast_forward("04:10")
    expect(times).to_have_text(["0:04", "0:04", "0:00"])
    device.changes(device.moment.locator("button[name=action]").first)
    expect(page.locator("#clock")).to_have_attribute("open", "")


def test_news_sets_it_to_the_time_of_the_server(open_page: OpenPage, server: str) -> None:
    """The answer brings new times for the clock that stands there; what it had run on does not count again."""
    made = send(f"{server}/api/tables", {"system": "battlecon"})
    table = ApiTable(server, made["code"], {seat: given["token"] for seat, given in made["seats"].items()})
    page = open_page(TABLET)
    page.clock.install()
    page.goto(table.join("table"))
    device = Device(page)
    page.locator("#clock summary").click()
    whole = page.locator("#clock time").first
    page.clock.fast_forward("10:10")
    expect(whole).to_have_text("0:10")
    before = device.version
    table.do("a", table.actions("a")[0])
    expect(device.moment).not_to_have_attribute("data-version", str(before))
    expect(whole).to_have_text("0:00")
    page.clock.fast_forward("10:10")
    expect(whole).to_have_text("0:10")


def test_in_a_break_it_stands_where_the_last_action_was(open_page: OpenPage, server: str) -> None:
    """A tablet that lies awake beside the board all night shows what was played."""
    table = ApiTable.at(server, "moving")
    page = open_page(TABLET)
    page.clock.install()
    page.goto(table.join("table"))
    page.locator("#clock summary").click()
    times = page.locator("#clock time")
    page.clock.fast_forward("29:30")
    expect(times).to_have_text(["0:29", "0:29", "0:00"])
    page.clock.fast_forward("09:00:00")
    expect(times).to_have_text(["0:00", "0:00", "0:00"])
    expect(page.locator("#clock")).to_contain_text("Breaks of more than half an hour do not count.")


def test_alone_there_is_one_clock(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "human", mode="solitaire")
    page = open_page(PHONE, table.join("table"))
    page.locator("#clock summary").click()
    expect(page.locator("#clock time")).to_have_count(1)
