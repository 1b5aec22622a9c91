"""What can be read on the map: counters that share a square, a roll in its square, lines behind both."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

from tests import soak
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import box_of, seated
from tests.browser.test_map_ink import boxes, overlap

READABLE = 24.0
"""Pixels that the top counter of a stack has at least, on a tablet that shows the whole map too."""
HEAD = 8.0
"""Pixels of a lower counter that are in sight at least."""


def both_sizes(open_page: OpenPage, server: str, phase: str) -> Iterator[Page]:
    """Yield the map of a table at a phase, on a tablet and on a phone."""
    for size in (TABLET, PHONE):
        page, _ = seated(open_page, server, phase, size)
        yield page


def test_two_counters_in_a_square_can_be_read(open_page: OpenPage, server: str) -> None:
    """Two characters are set up on 010: the one on top is whole, of the other one its letter is in sight."""
    for page in both_sizes(open_page, server, "human"):
        lower, top = page.locator('.counter-piece[data-on="010"]').all()
        assert box_of(top.locator(".card"))[2] >= READABLE
        letter, card = box_of(lower.locator(".initial")), box_of(top.locator(".card"))
        assert letter[1] + letter[3] * 0.8 <= card[1] + 2 or letter[0] + letter[2] <= card[0]
        assert card[1] - box_of(lower.locator(".card"))[1] >= HEAD


@soak.LOOKS
def test_a_roll_stays_in_its_square(open_page: OpenPage, server: str) -> None:
    """The plate lies within the square, and its words within the plate."""
    for page in both_sizes(open_page, server, "moving"):
        rolls = page.locator("#ink .roll")
        assert rolls.count()
        for roll in rolls.all():
            square = page.locator(f'polygon.square[data-square="{roll.get_attribute("data-for")}"]')
            parts = square, roll.locator("rect"), roll.locator("text")
            (inner,), (plate,), (words,) = (boxes(part) for part in parts)
            assert inner["left"] <= plate["left"]
            assert plate["right"] <= inner["right"]
            assert plate["bottom"] <= inner["bottom"]
            assert plate["left"] <= words["left"]
            assert words["right"] <= plate["right"]


@soak.LOOKS
def test_no_arrow_lies_over_a_counter(open_page: OpenPage, server: str) -> None:
    for page in both_sizes(open_page, server, "reaction"):
        tips = boxes(page.locator("#ink .arrow .head"))
        counters = boxes(page.locator("#counters .counter-piece .card"))
        assert tips
        assert not [tip for tip in tips if any(overlap(tip, counter, 2) for counter in counters)]
