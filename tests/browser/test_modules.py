"""The scripts of a page as modules: in any order, once each, and renewed after an update."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from referee.web.static_files import FINGERPRINT_HEADER
from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import ready
from tools.api_table import ApiTable

MODULE = re.compile(r'<script type="module"[^>]*></script>')
LATER = "0123456789abcdef"
BEGUN = """() => performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname)
  .filter((path) => path.endsWith(".js"))"""


def turned_round(route: Route) -> None:
    """Give a page with the tags of its scripts in the opposite order."""
    answer = route.fetch()
    page = answer.text()
    tags = MODULE.findall(page)
    assert len(tags) > 1
    for tag in tags:
        page = page.replace(tag, "")
    route.fulfill(response=answer, body=page.replace("</head>", "".join(reversed(tags)) + "</head>"))


@soak.LOOKS
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=str)
def test_a_table_works_with_its_scripts_in_any_order(
    server: str, open_page: OpenPage, size: tuple[int, int]
) -> None:
    """A choice, its undoing by Back, an answer with the keyboard in it, and news from elsewhere."""
    table = ApiTable.at(server, "moving")
    page = open_page(size, "/static/icon.svg")
    page.route(f"**/t/{table.code}", turned_round)
    page.goto(table.join("human"))
    device = Device(page)
    device.tap("043")
    page.go_back()
    expect(device.moment).not_to_have_attribute("data-square", re.compile("."))
    expect(device.moment.locator("h2")).to_contain_text("Now")
    page.get_by_role("link", name="Sight").click()
    expect(device.moment.locator("h2")).to_have_text("Sight")
    page.go_back()
    expect(device.moment.locator("h2")).to_contain_text("Now")
    table.do("human", {"do": "end_turn"})
    expect(device.moment).to_have_attribute("data-version", str(table.view()["version"]))


def test_a_page_begins_each_script_once(server: str, open_page: OpenPage) -> None:
    """One that is loaded from two addresses would run twice and answer each tap twice."""
    page = open_page(TABLET, ApiTable.at(server, "moving").join("table"))
    ready(page)
    paths = page.evaluate(BEGUN)
    assert len(paths) > 20
    assert len(paths) == len(set(paths))
    assert len({path.split("/")[2] for path in paths if path.startswith("/static/")}) == 1


def updated(page: Page) -> None:
    """Let the server answer from now on as one with other files."""

    def later(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers=answer.headers | {FINGERPRINT_HEADER.lower(): LATER})

    page.route(re.compile(r"/t/\w+/\w+"), later)


def test_a_page_renews_itself_after_an_update_and_keeps_what_is_open(
    server: str, open_page: OpenPage
) -> None:
    device = Device(open_page(TABLET, ApiTable.at(server, "moving").join("human")))
    page = device.page
    page.evaluate("window.before = true")
    device.tap("043")
    assert page.evaluate("window.before")
    updated(page)
    device.tap("044")
    page.wait_for_function("() => !window.before && window.view?.ready")
    expect(device.moment).to_have_attribute("data-square", "044")
    page.evaluate("window.before = true")
    device.tap("043")
    page.evaluate("asked.last")
    assert page.evaluate("window.before"), "a page renews itself once for each edition"
