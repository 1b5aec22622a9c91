"""What a phone shows of a game that is watched, of one that is over, and of its replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests import soak
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import at_sizes, box_of, turned
from tools.api_table import ApiTable
from tools.tour import EMPTY

ROLLED = (6, 12, 38, 53)
"""Steps of the first game that bring a unit by a roll: their actions name no square."""


@pytest.fixture(scope="module")
def ended(server: str) -> ApiTable:
    """Give a table whose game is over."""
    return ApiTable.at(server, "over")


def foot(place: Locator) -> float:
    """Return where something ends on the screen."""
    _, top, _, height = box_of(place)
    return top + height


@soak.LOOKS
def test_a_phone_on_its_side_tells_the_step_before_its_keys(open_page: OpenPage) -> None:
    """The keys stand at the foot, in one row, wherever the story ends."""
    page = open_page(LANDSCAPE, "/demo/1/59")
    before = box_of(page.locator("#key-next"))
    for n in (60, 61, 62, 63):
        page.locator("#key-next").click()
        expect(page.locator("#step")).to_contain_text(f"Step {n} of")
        expect(page.locator(".told-step")).to_be_in_viewport(ratio=1)
        assert foot(page.locator(".told-step")) <= before[1]
        assert box_of(page.locator("#key-next")) == before
    tops = {box_of(key)[1] for key in page.locator("#playing button, .steps-nav .button").all()}
    assert len(tops) == 1


@at_sizes(PHONE, soaked=(LANDSCAPE,))
def test_the_square_that_a_step_names_is_on_the_map_in_sight(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    """A unit that a roll brings is looked at too (13.0, 15.2)."""
    page = open_page(size, EMPTY)
    for n in ROLLED:
        page.goto(f"/demo/1/{n - 1}")
        page.locator("#key-next").click()
        expect(page.locator("#step")).to_contain_text(f"Step {n} of")
        named = re.search(r"\b(\d{3})\b", page.locator(".told-step").inner_text())
        assert named
        square = page.locator(f'polygon.square[data-square="{named[1]}"]')
        left, top, width, height = box_of(page.locator("#map"))
        x, y, wide, high = box_of(square)
        assert left - 1 <= x
        assert x + wide <= left + width + 1
        assert top - 1 <= y
        assert y + high <= top + height + 1


@soak.LOOKS
@at_sizes(PHONE, LANDSCAPE)
def test_the_story_of_a_replay_goes_to_the_step(
    open_page: OpenPage, ended: ApiTable, size: tuple[int, int]
) -> None:
    """The line of the step lies in the middle of the window that a phone has for the story."""
    page = open_page(size, ended.join("table"))
    page.goto(f"/t/{ended.code}/report/12")
    story, here = page.locator(".stepping"), page.locator(".stepping .here")
    for n in (13, 14, 15):
        _, top, _, height = box_of(story)
        assert top <= box_of(here)[1]
        assert foot(here) <= top + height
        page.locator("#key-next").click()
        expect(page.locator("#step")).to_contain_text(f"Step {n} of")
    assert story.evaluate("list => list.scrollHeight > list.clientHeight")


@soak.LOOKS
def test_a_larger_screen_shows_the_whole_story(open_page: OpenPage, ended: ApiTable) -> None:
    page = open_page(TABLET_UPRIGHT, ended.join("table"))
    page.goto(f"/t/{ended.code}/report/12")
    assert page.locator(".stepping").evaluate("list => list.scrollHeight <= list.clientHeight")


@soak.LOOKS
@pytest.mark.parametrize("seat", ["table", "human", "zombie"])
def test_the_key_of_the_report_stands_above_the_bar(open_page: OpenPage, ended: ApiTable, seat: str) -> None:
    """What can still be taken back is said below the keys."""
    page = open_page(PHONE, ended.join(seat))
    key = page.get_by_role("link", name="Game report")
    for size in turned(page, PHONE, LANDSCAPE, anew=True):
        expect(key).to_be_in_viewport(ratio=1)
        assert foot(key) <= foot(page.locator(".side")) + 1, size
        assert box_of(page.locator("#moment .group > p"))[1] >= foot(key), size
