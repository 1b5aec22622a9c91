"""The guided first turn: a newcomer who only taps what it points at has played a whole Game-Turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import box_of

MOST_TAPS = 30
TITLES = ["Your move", "Walk", "A zombie in sight", "Your choice", "This is a reaction", "Free moves"]
SIZES = pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])

UNCOVERED = """part => {
  const box = part.getBoundingClientRect();
  return [box.top + 4, box.bottom - 4].every(
    (y) => part.contains(document.elementFromPoint(box.left + 20, y)));
}"""


def begun(open_page: OpenPage, size: tuple[int, int]) -> Page:
    page = open_page(size)
    page.get_by_role("button", name="Guided first turn").click()
    expect(page.locator("#guide")).to_be_visible()
    page.wait_for_selector(".pointed", state="attached")  # its script comes after the page
    return page


def follow(page: Page) -> None:
    """Tap what the guide points at, and wait until the page has answered."""
    page.wait_for_selector(".pointed", state="attached")  # its script may still be on the way
    before = page.locator("#moment").inner_html()
    key = page.locator(".side .pointed").first
    if key.count():
        key.click()
    else:
        Device(page).tap(page.locator("#guide").get_attribute("data-square") or "")
    page.wait_for_function(
        "before => document.querySelector('#moment').innerHTML !== before"
        " && !document.querySelector('.htmx-request')",
        arg=before,
    )
    page.evaluate("new Promise(requestAnimationFrame)")  # by then it points at what comes next


@SIZES
def test_whoever_taps_what_it_points_at_plays_a_game_turn(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = begun(open_page, size)
    title, titles = page.locator("#guide h2"), []
    for _ in range(MOST_TAPS):
        titles.append(title.inner_text().split("\n")[0])
        if page.locator("#guide button.main").count():
            break
        follow(page)
    assert [t for t in TITLES if t in titles] == TITLES
    expect(title).to_contain_text("That was one Game-Turn")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#guide")).to_have_count(0)
    expect(page.locator("#bar .turn b")).to_have_text("2")


@pytest.mark.parametrize("size", [TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE], ids=str)
def test_it_opens_at_its_own_title(open_page: OpenPage, size: tuple[int, int]) -> None:
    """On a phone on its side the key that it points at lies far below."""
    page = begun(open_page, size)
    expect(page.locator(".side .pointed")).to_have_count(1)
    expect(page.locator("#guide h2")).to_be_in_viewport(ratio=1)


def test_on_a_phone_its_keys_keep_off_the_edge_of_its_panel(open_page: OpenPage) -> None:
    page = begun(open_page, PHONE)
    left, _, wide, _ = box_of(page.locator("#guide"))
    for words in (page.get_by_role("button", name="End the guide"), page.locator("#guide .why summary")):
        x, _, width, _ = box_of(words)
        assert x + width <= left + wide - 8


def test_6_0_the_first_shot_eliminates_its_target(open_page: OpenPage) -> None:
    page = begun(open_page, TABLET)
    title = page.locator("#guide h2")
    while "Your choice" not in title.inner_text():
        follow(page)
    expect(page.locator("#log")).to_contain_text("eliminated")


def test_on_a_phone_what_the_shot_did_is_read_before_the_next_key(open_page: OpenPage) -> None:
    """The key lies far below: the news sticks under the guide, above the key."""
    page = begun(open_page, PHONE)
    title = page.locator("#guide h2")
    while "Your choice" not in title.inner_text():
        follow(page)
    for part in ("#ruling .reason", ".side .pointed"):
        page.wait_for_function(f"part => ({UNCOVERED})(part)", arg=page.locator(part).element_handle())
    expect(page.locator("#ruling")).to_contain_text("eliminated")


@SIZES
def test_it_ends_at_any_time_and_the_game_goes_on(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = begun(open_page, size)
    page.get_by_role("button", name="End the guide").click()
    expect(page.locator("#guide")).to_have_count(0)
    page.reload()
    expect(page.locator("#guide")).to_have_count(0)
    Device(page).press("Move Peter")


def test_a_device_that_is_not_guided_sees_nothing_of_it(open_page: OpenPage) -> None:
    page = begun(open_page, TABLET)
    other = open_page(TABLET)
    other.get_by_role("button", name="Start a table").click()
    expect(other.locator("#moment")).to_be_visible()
    expect(other.locator("#guide")).to_have_count(0)
    expect(page.locator("#guide")).to_have_count(1)


@SIZES
def test_it_counts_every_card_and_rings_what_it_says_to_tap(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    """A new title has a higher number; the ring is on the square the text names, or on the key it quotes."""
    page = begun(open_page, size)
    counts: dict[str, int] = {}
    for _ in range(MOST_TAPS):
        guide = page.locator("#guide")
        title = guide.locator("h2").inner_text().split("\n")[0]
        part, parts = map(int, re.findall(r"(\d+) of (\d+)", guide.inner_text())[0])
        if title not in counts:
            assert all(part > earlier for earlier in counts.values()), (title, part, counts)
            counts[title] = part
        assert counts[title] == part <= parts
        if guide.locator("button.main").count():
            assert part == parts
            return
        says = guide.locator(".says").inner_text()
        square = page.locator("polygon.square.pointed")
        if square.count():
            assert f"tap square {square.get_attribute('data-square')}" in says.lower()
        elif "“" in says:
            key = page.locator(".side .pointed").inner_text().splitlines()[0].removesuffix(" ›")
            assert f"“{key}”" in says, (key, says)
        follow(page)
    raise AssertionError(counts)


IN_SIGHT = """(key) => {
  const { left, top, right, bottom } = key.getBoundingClientRect();
  const spots = [top + 3, (top + bottom) / 2, bottom - 3];
  return spots.every((y) => key.contains(document.elementFromPoint((left + right) / 2, y)));
}"""


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=["phone", "landscape"])
def test_what_it_asks_for_is_in_sight_in_each_step_on_a_phone(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    """The key stands above the bar and under the hint, and the hint says what to tap in two lines."""
    page = begun(open_page, size)
    asked = 0
    for _ in range(MOST_TAPS):
        if page.locator("#guide button.main").count():
            break
        title, key = page.locator("#guide h2").inner_text(), page.locator(".side .pointed")
        expect(page.locator("#guide .asks")).to_be_in_viewport(ratio=1)
        if key.count():
            asked += 1
            page.wait_for_function(f"key => ({IN_SIGHT})(key)", arg=key.element_handle())
        else:
            expect(page.locator("polygon.square.pointed"), title).to_be_in_viewport()
        for chosen in page.locator("#map .mark.chosen").all():  # who acts now is on the map's visible part
            expect(chosen, title).to_be_in_viewport()
        follow(page)
    assert asked > len(TITLES)
    page = begun(open_page, size)
    page.locator("#guide summary").click()
    expect(page.locator("#guide .why p")).to_contain_text("In the Human Player-Turn")
