"""The guided first turn: a newcomer who only taps what it points at has played a whole Game-Turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device, start
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import box_of

MAX_TAPS = 30
TITLES = ["Your move", "Walk", "A zombie in sight", "Your choice", "This is a reaction", "Free moves"]
UNCOVERED = """part => {
  const box = part.getBoundingClientRect();
  return [box.top + 4, box.bottom - 4].every(
    (y) => part.contains(document.elementFromPoint(box.left + 20, y)));
}"""


IN_SIGHT = """(key) => {
  const { left, top, right, bottom } = key.getBoundingClientRect();
  const spots = [top + 3, (top + bottom) / 2, bottom - 3];
  return spots.every((y) => key.contains(document.elementFromPoint((left + right) / 2, y)));
}"""
POINTS = """() => {
  const guide = document.querySelector("#guide");
  if (!guide || guide.querySelector("button.main")) return true;
  const ringed = [...document.querySelectorAll("polygon.square.pointed")].map((one) => one.dataset.square);
  const about = guide.dataset.about.split(" ");
  if (!ringed.length || ringed.sort().join() !== about.sort().join()) return false;
  const { square } = guide.dataset;
  const first = Boolean(square) && document.querySelector("#moment").dataset.square !== square;
  return Boolean(document.querySelector(".side .pointed")) !== first;
}"""
"""The guide rings where it happens, and the key that its card says, unless a square is tapped first.

Its script comes after the page's answer.
"""


def begun(open_page: OpenPage, size: tuple[int, int]) -> Page:
    page = open_page(size)
    page.get_by_role("button", name="Guided first turn").click()
    expect(page.locator("#guide")).to_be_visible()
    page.wait_for_function(POINTS)
    return page


def follow(page: Page) -> None:
    """Tap what the guide points at, and wait until it points at what comes next."""
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
    page.wait_for_function(POINTS)


def counted(page: Page, title: str, counts: dict[str, int]) -> None:
    """Check the number of a card: a new title has a higher one, and the last key stands on the last card."""
    part, parts = map(int, re.findall(r"(\d+) of (\d+)", page.locator("#guide").inner_text())[0])
    if title not in counts:
        assert all(part > earlier for earlier in counts.values()), (title, part, counts)
        counts[title] = part
    assert counts[title] == part <= parts
    if page.locator("#guide button.main").count():
        assert part == parts


def ringed(page: Page) -> None:
    """Check that the ring is on the square that the text names, and then on the key that it quotes."""
    says = page.locator("#guide .says").inner_text()
    key = page.locator(".side .pointed")
    if not key.count():
        assert f"tap square {page.locator('#guide').get_attribute('data-square')}" in says.lower()
    elif "“" in says:
        words = key.inner_text().splitlines()[0].removesuffix(" ›")
        assert f"“{words}”" in says, (words, says)


def in_sight(page: Page, title: str) -> None:
    """Check that the key stands above the bar and under the hint, and the hint can be read."""
    key = page.locator(".side .pointed")
    expect(page.locator("#guide :is(.asks, .says):visible"), title).to_be_in_viewport(ratio=1)
    if key.count():
        page.wait_for_function(f"key => ({IN_SIGHT})(key)", arg=key.element_handle())
    else:
        expect(page.locator("polygon.square.pointed").first, title).to_be_in_viewport()
    for chosen in page.locator("#map .mark.chosen").all():  # who acts now is on the map's visible part
        expect(chosen, title).to_be_in_viewport()


@pytest.mark.parametrize(
    "size",
    [TABLET, *soak.rest(soak.SEVERAL, [(PHONE,), (LANDSCAPE,), (TABLET_UPRIGHT,)])],
    ids=["tablet", "phone", "landscape", "upright"],
)
def test_whoever_taps_what_it_points_at_plays_a_game_turn(open_page: OpenPage, size: tuple[int, int]) -> None:
    """Each card has its number, rings what it says to tap, and shows it without scrolling.

    6.0: the first shot eliminates its target. But for a phone on its side that news sticks above the key.
    """
    page = begun(open_page, size)
    counts: dict[str, int] = {}
    keys = 0
    for _ in range(MAX_TAPS):
        title = page.locator("#guide h2").inner_text().split("\n")[0]
        counted(page, title, counts)
        if title == "Your move":
            expect(page.locator("#guide .says"), "the goal").to_contain_text(
                "To win, close all four main doors"
            )
        if page.locator("#guide button.main").count():
            break
        ringed(page)
        in_sight(page, title)
        if title == "Your choice":
            expect(page.locator("#log")).to_contain_text("eliminated")
        if title == "Your choice" and size != LANDSCAPE:
            for part in ("#ruling .reason", ".side .pointed"):
                page.wait_for_function(
                    f"part => ({UNCOVERED})(part)", arg=page.locator(part).element_handle()
                )
            expect(page.locator("#ruling")).to_contain_text("eliminated")
        keys += page.locator(".side .pointed").count()
        follow(page)
    assert [t for t in TITLES if t in counts] == TITLES
    assert keys > len(TITLES)
    expect(page.locator("#guide h2")).to_contain_text("That was one Game-Turn")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#guide")).to_have_count(0)
    expect(page.locator("#bar .turn b")).to_have_text("2")


@soak.LOOKS
@pytest.mark.parametrize("size", [TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE], ids=str)
def test_it_opens_at_its_own_title(open_page: OpenPage, size: tuple[int, int]) -> None:
    """On a phone on its side the key that it points at lies far below."""
    page = begun(open_page, size)
    expect(page.locator(".side .pointed")).to_have_count(1)
    expect(page.locator("#guide h2")).to_be_in_viewport(ratio=1)


@soak.LOOKS
def test_on_a_phone_its_keys_keep_off_the_edge_of_its_panel(open_page: OpenPage) -> None:
    """And it unfolds why."""
    page = begun(open_page, PHONE)
    left, _, wide, _ = box_of(page.locator("#guide"))
    for words in (page.get_by_role("button", name="End the guide"), page.locator("#guide .why summary")):
        x, _, width, _ = box_of(words)
        assert x + width <= left + wide - 8
    page.locator("#guide summary").click()
    expect(page.locator("#guide .why p")).to_contain_text("In the Human Player-Turn")


@pytest.mark.parametrize("size", [PHONE, *soak.rest(soak.SIZES, [pytest.param(TABLET)])], ids=str)
def test_it_ends_at_any_time_and_the_game_goes_on(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = begun(open_page, size)
    page.get_by_role("button", name="End the guide").click()
    expect(page.locator("#guide")).to_have_count(0)
    page.reload()
    expect(page.locator("#guide")).to_have_count(0)
    Device(page).press("Move Peter")


@soak.LOOKS
def test_a_device_that_is_not_guided_sees_nothing_of_it(open_page: OpenPage) -> None:
    page = begun(open_page, TABLET)
    other = open_page(TABLET)
    start(other)
    expect(other.locator("#guide")).to_have_count(0)
    expect(page.locator("#guide")).to_have_count(1)
