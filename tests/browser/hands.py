"""Fingers on the map as a browser gets them, and where things are on the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests import soak
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tools.api_table import ApiTable

TAP = 44
"""The least width of what a finger has to hit, in CSS pixels."""
TELLING = 24
"""The least width of a square that can be told from the next, in CSS pixels."""
SOON = 30
"""Seconds from now: in time for a clock to be stopped then."""
Size = tuple[int, int]
Spot = tuple[float, float]
OPENS_WHOLE = (TABLET, TABLET_UPRIGHT)
"""Screens on which the tablet's own page begins with the whole map."""
ENDS = ("001", "018", "093", "117", "212")
"""Squares at the ends of the mall: who sees them sees all of it."""
_NAMES = {TABLET: "tablet", TABLET_UPRIGHT: "upright", PHONE: "phone", LANDSCAPE: "landscape"}


def at_sizes(*sizes: Size, soaked: tuple[Size, ...] = ()) -> pytest.MarkDecorator:
    """Return the mark of a test that takes a `size`: these, and in `make soak` also the ones `soaked`."""
    every = [(size, ()) for size in sizes] + [(size, soak.SIZES) for size in soaked]
    rows = [pytest.param(size, id=_NAMES.get(size, str(size)), marks=marks) for size, marks in every]
    return pytest.mark.parametrize("size", rows)


def turned(page: Page, *sizes: Size, anew: bool = False) -> Iterator[Size]:
    """Give a page one size after the other, as a tablet that is turned, and yield each once it is drawn.

    What a script arranges for a size it arranges when something comes: `anew` loads the page again.
    """
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        if anew:
            page.reload()
            ready(page)
        page.evaluate(_DRAWN)
        yield size


_DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


class Hand:
    """Fingers on a page, as the browser gets them from a touch screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wire: CDPSession = page.context.new_cdp_session(page)

    def touch(self, kind: str, *fingers: Spot) -> None:
        """Send one event of a touch screen: touchStart, touchMove, touchEnd or touchCancel."""
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(fingers)]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start: Spot, end: Spot) -> None:
        """Put one finger down, move it and lift it."""
        self.touch("touchStart", start)
        for i in range(1, 6):
            self.touch("touchMove", between(start, end, i / 5))
        self.touch("touchEnd")

    def pinch(self, centre: Spot, start: float, end: float) -> None:
        """Put two fingers down this far apart, and move them to another distance around the same point."""
        for i in range(6):
            half = (start + (end - start) * i / 5) / 2
            fingers = (centre[0] - half, centre[1]), (centre[0] + half, centre[1])
            self.touch("touchMove" if i else "touchStart", *fingers)
        self.touch("touchEnd")

    def tap(self, spot: Spot) -> None:
        """Tap with one finger."""
        self.touch("touchStart", spot)
        self.touch("touchEnd")


def between(start: Spot, end: Spot, part: float) -> Spot:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def box_of(place: Locator) -> tuple[float, float, float, float]:
    """Return the left, top, width and height of something on the screen."""
    box = place.bounding_box()
    assert box
    return box["x"], box["y"], box["width"], box["height"]


def middle_of(place: Locator) -> Spot:
    left, top, width, height = box_of(place)
    return left + width / 2, top + height / 2


def square(page: Page, number: str) -> Locator:
    return page.locator(f'polygon.square[data-square="{number}"]')


def hall_width(page: Page) -> float:
    """Return the width of a hall square on the screen."""
    return box_of(square(page, "098"))[2]


def shows(page: Page, *numbers: str) -> bool:
    """Whether squares lie wholly within the frame of the map."""
    left, top, width, height = box_of(page.locator("#map"))
    boxes = [box_of(square(page, n)) for n in numbers]
    return all(
        left <= x and top <= y and x + w <= left + width and y + h <= top + height for x, y, w, h in boxes
    )


def ready(page: Page) -> None:
    """Wait until the map is shown. What a module exports has no name before the page is read (EXPORTED)."""
    page.wait_for_function("() => globalThis.view?.ready")


def listening(page: Page) -> None:
    """Wait until the map is shown and the page hears of what is new."""
    ready(page)
    page.wait_for_function("() => globalThis.live?.source?.readyState === EventSource.OPEN")


def still(page: Page) -> None:
    """Wait until the map has come to rest where it is to be."""
    page.wait_for_function("() => globalThis.view?.ready && !drawing.getAnimations().length")


def see_closer(page: Page) -> None:
    """Leave the whole map, with which a tablet begins, for a part of it."""
    whole = page.get_by_role("button", name="Whole map", exact=True)
    expect(whole).to_have_attribute("aria-pressed", "true")
    whole.click()
    expect(whole).to_have_attribute("aria-pressed", "false")
    still(page)


def stop_clock(page: Page) -> None:
    """Let no more time pass on a page, whose clock is installed, than a test says."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + SOON)


def tap_twice(page: Page, number: str) -> None:
    """Tap a square twice as fast as a browser can tell it."""
    square(page, number).evaluate(
        """square => [1, 2].forEach(
          () => square.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }))
        )"""
    )


def seated(open_page: OpenPage, server: str, phase: str, size: tuple[int, int]) -> tuple[Page, ApiTable]:
    """Return a device at a table that stands at a phase, with the tablet's seat."""
    table = ApiTable.at(server, phase)
    page = open_page(size, table.join("table").removeprefix(server))
    expect(page.locator("#moment")).to_be_visible()
    still(page)
    return page, table
