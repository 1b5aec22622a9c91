"""The map tells what it shows: all of it at first, by its key, and by a finger that rests on anything."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import soak
from tests.browser.conftest import PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import box_of, ready
from tools.api_table import ApiTable

GOING = "() => document.getAnimations().filter((a) => a.effect.target.matches?.('.counter-piece')).length"


def rests_on(page: Page, thing: Locator) -> None:
    """Put a finger on something, leave it there until it is told what it is, and lift it."""
    left, top, wide, high = box_of(thing)
    page.mouse.move(left + wide / 2, top + high / 2)
    page.mouse.down()
    expect(page.locator("#tells")).to_be_visible()
    page.mouse.up()


def test_2_1_the_tablet_opens_on_the_whole_map_and_everything_on_it_is_told(
    open_page: OpenPage, server: str
) -> None:
    """A long press says what is there and does nothing else. The key has the words for all of it."""
    page = open_page(TABLET, ApiTable.at(server, "moving").join("table"))
    page.wait_for_function("() => globalThis.isWhole?.()")
    before = page.locator("#moment").get_attribute("data-version")
    rests_on(page, page.locator("#map .cost").first)
    told = page.locator("#tells")
    expect(told).to_have_text(re.compile("^Green number"), use_inner_text=True)
    rests_on(page, page.locator(".door-name").first)
    expect(told).to_contain_text("North main door")
    square = page.locator("#map .mark.go").first.get_attribute("data-square") or ""
    rests_on(page, page.locator("#counters .counter-piece.human").first)
    expect(told).to_contain_text("Peter")
    assert page.locator("#moment").get_attribute("data-square") is None
    assert page.locator("#moment").get_attribute("data-version") == before
    page.locator(f'polygon.square[data-square="{square}"]').click()
    expect(told).to_be_hidden()
    expect(page.locator("#moment")).to_have_attribute("data-square", square)
    page.get_by_role("button", name="What the map shows").click()
    key = page.locator("#map-key")
    for words in ("Green number", "Red sign", "Glass door, destroyed", "Main door, closed"):
        expect(key.get_by_text(words)).to_be_visible()
    page.go_back()
    expect(key).to_be_hidden()


def test_9_0_the_zombie_player_is_told_what_a_hidden_zombie_is(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    for seat, told in (("zombie", 1), ("human", 0)):
        page = open_page(PHONE, table.join(seat))
        expect(page.locator("#map-key li", has_text="Red skull")).to_have_count(told)
    page = open_page(TABLET, table.join("zombie"))
    rests_on(page, page.locator("#map .waiting-figure").first)
    expect(page.locator("#tells")).to_contain_text("a hidden zombie of yours")


@pytest.mark.parametrize("size", [PHONE, *soak.rest(soak.SIZES, [(TABLET_UPRIGHT,)])], ids=str)
def test_a_map_too_small_to_read_opens_on_the_action(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    page = open_page(size, ApiTable.at(server, "moving").join("human"))
    ready(page)
    assert not page.evaluate("isWhole()")


def test_5_0_a_counter_is_seen_going(open_page: OpenPage, server: str) -> None:
    """And jumps where the eye wants no motion."""
    moves: dict[str, Any] = {}
    for moving in (True, False):
        table = ApiTable.at(server, "moving")
        page = open_page(TABLET, table.join("table"), moving=moving)
        expect(page.locator("#moment")).to_be_visible()
        ready(page)
        page.evaluate(
            f"""() => {{ window.most = 0; document.addEventListener("htmx:after:swap", () => {{
            window.most = Math.max(window.most, ({GOING})()); }}); }}"""
        )
        before = page.locator("#moment").get_attribute("data-version")
        table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
        expect(page.locator("#moment")).not_to_have_attribute("data-version", str(before))
        moves[str(moving)] = page.evaluate("window.most")
    assert moves["True"] >= 1
    assert moves["False"] == 0
