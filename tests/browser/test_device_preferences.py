"""The preferences of the device are respected: less motion, the colours of the system, no script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import soak
from tests.browser.conftest import TABLET, OpenPage
from tools.api_table import ApiTable
from tools.served import POLICY

_EDGE = "e => parseFloat(getComputedStyle(e).borderTopWidth)"
_MOVING = "document.getAnimations().length"


@pytest.fixture
def table(server: str) -> ApiTable:
    """Give a table in the middle of a human move."""
    return ApiTable.at(server, "moving")


def wished(browser: Browser, table: ApiTable, **wishes: str) -> Page:
    """Return the tablet of somebody with such wishes."""
    viewport: Any = {"width": TABLET[0], "height": TABLET[1]}
    context = browser.new_context(viewport=viewport, **wishes)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(table.join("table"))
    expect(page.locator("#moment")).to_be_visible()
    return page


def test_no_motion_for_who_wants_none(browser: Browser, table: ApiTable) -> None:
    """Nothing is set to move, and nothing does while the map is made larger and a square is looked at."""
    page = wished(browser, table, reduced_motion="reduce")
    slow = page.evaluate(
        "[...document.querySelectorAll('*')].filter((e) => { const s = getComputedStyle(e);"
        " return s.animationName !== 'none' || parseFloat(s.transitionDuration) > 0; }).length"
    )
    assert slow == 0
    page.get_by_role("button", name="Larger map").click()
    assert page.evaluate(_MOVING) == 0
    page.locator('polygon.square[data-square="060"]').dispatch_event("click")
    expect(page.locator("#moment")).to_have_attribute("data-square", "060")
    assert page.evaluate(_MOVING) == 0
    page.context.close()


def test_the_systems_own_colours(browser: Browser, server: str) -> None:
    """The drawings keep theirs; what is next and what is chosen shows by its edge."""
    page = wished(browser, ApiTable.at(server, "place_characters"), forced_colors="active")
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    for drawing in ("svg.board", "#people .counter"):
        kept = page.locator(drawing).first.evaluate("e => getComputedStyle(e).forcedColorAdjust")
        assert kept == "none", drawing
    chosen = page.locator("#place-characters label.key").first
    before = chosen.locator("span").evaluate(_EDGE)
    chosen.click()
    assert chosen.locator("span").evaluate(_EDGE) > before
    main, other = page.locator("#moment button.main"), page.locator("#squares-key")
    assert main.evaluate(_EDGE) > other.evaluate(_EDGE)
    page.context.close()


@soak.LOOKS
def test_nothing_is_stopped_by_our_own_policy(open_page: OpenPage, table: ApiTable) -> None:
    """No script or style stands in a page: what the browser has to stop fails every test that opens one."""
    page = open_page(TABLET, path=table.join("table"))
    expect(page.locator("#moment")).to_be_visible()
    page.locator("#squares-key").click()
    expect(page.locator("#squares")).to_be_visible()
    page.get_by_role("link", name="Sight").click()
    expect(page.locator("#sight-form")).to_be_visible()
    page.locator("#bar a.case").click()
    expect(page.locator("#sheet")).to_be_visible()


def test_what_the_policy_stops_is_noticed(browser: Browser, table: ApiTable) -> None:
    """The watch is not blind: an inline style is stopped, and said to be."""
    page = wished(browser, table)
    with page.expect_console_message(lambda line: POLICY in line.text):
        page.evaluate("document.body.setAttribute('style', 'color: red')")
    page.context.close()
