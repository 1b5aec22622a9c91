"""The areas of a board that is drawn: a name that was mistyped is corrected, and an area is removed."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_sizes import small_targets
from tests.browser.at_survey import Hand
from tests.browser.conftest import PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_accessibility import faults
from tests.browser.test_survey_page import four_squares
from tools.tour import EMPTY


def with_areas(page: Page) -> Hand:
    """Draw four squares: two of them in an area whose name is wrong, two in none."""
    hand = four_squares(page)
    hand.tool("areas")
    for name in ("Sout hall", "Spare"):
        page.get_by_label("New area").fill(name)
        page.get_by_role("button", name="Add the area").click()
    page.get_by_label("Area", exact=True).select_option("sout-hall")
    hand.draw((250, 250), (250, 750))
    expect(page.locator(".face.of-area")).to_have_count(2)
    return hand


def named(hand: Hand) -> list[tuple[str, str]]:
    """Return the areas as the server has them, with their kinds."""
    return [(area["name"], area["kind"]) for area in hand.map()["areas"]]


@soak.HANDS
def test_a_name_that_was_mistyped_is_corrected_on_every_device(open_page: OpenPage) -> None:
    hand = with_areas(open_page(TABLET, EMPTY))
    page = hand.page
    other = Hand(open_page(TABLET_UPRIGHT, path=page.evaluate("location.pathname")))
    other.tool("areas")
    page.get_by_role("button", name="Rename or remove this area").click()
    name = page.get_by_label("Name of this area")
    expect(name).to_be_focused()
    name.fill(" ")
    name.press("Enter")
    expect(page.locator("#said.refused")).to_contain_text("A name has from 1 to 40 letters")
    name.fill("South hall")
    page.get_by_label("It is a").select_option("store")
    page.get_by_role("button", name="Rename it").click()
    expect(page.get_by_label("Area", exact=True)).to_be_focused()
    assert named(hand) == [("South hall", "store"), ("Spare", "hall")]
    expect(page.locator(".face.store.of-area")).to_have_count(2)
    expect(other.page.get_by_label("Area", exact=True)).to_contain_text("South hall (store)")
    page.locator("#undo").click()
    assert named(hand) == [("Sout hall", "hall"), ("Spare", "hall")]
    page.locator("#redo").click()
    assert named(hand) == [("South hall", "store"), ("Spare", "hall")]


def test_an_area_is_removed_and_its_squares_are_in_none(open_page: OpenPage) -> None:
    hand = with_areas(open_page(TABLET, EMPTY))
    page = hand.page
    other = Hand(open_page(TABLET_UPRIGHT, path=page.evaluate("location.pathname")))
    change = page.get_by_role("button", name="Rename or remove this area")
    change.click()
    page.get_by_role("button", name="Remove it").click()
    expect(page.locator("#said")).to_have_text("Sout hall is removed. Its 2 squares are in no area now.")
    expect(other.page.locator(".face.bare")).to_have_count(4)
    assert named(hand)[0] == ("Spare", "hall")
    assert {square["area"] for square in hand.map()["squares"]} <= {None, "", "none"}
    page.locator("#undo").click()
    expect(other.page.locator(".face.bare")).to_have_count(2)
    page.locator("#redo").click()
    expect(other.page.locator(".face.bare")).to_have_count(4)
    change.click()
    page.get_by_role("button", name="Remove it").click()
    expect(page.locator("#said")).to_have_text("Spare is removed.")
    expect(page.get_by_label("New area")).to_be_focused()
    expect(change).to_have_count(0)


@soak.HANDS
def test_a_name_that_is_being_corrected_outlives_what_another_device_does(open_page: OpenPage) -> None:
    """Until the area itself is removed there: then the list is shown again."""
    hand = with_areas(open_page(TABLET, EMPTY))
    page = hand.page
    other = Hand(open_page(TABLET_UPRIGHT, path=page.evaluate("location.pathname")))
    page.get_by_role("button", name="Rename or remove this area").click()
    page.get_by_label("Name of this area").fill("South")
    page.get_by_label("It is a").select_option("store")
    page.get_by_label("It is a").focus()
    other.tool("areas")
    other.tap(1500, 250)
    expect(page.locator(".face.bare")).to_have_count(0)
    expect(page.get_by_label("Name of this area")).to_have_value("South")
    expect(page.get_by_label("It is a")).to_have_value("store")
    other.page.get_by_role("button", name="Rename or remove this area").click()
    other.page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_label("Area", exact=True)).to_contain_text("Spare")


@soak.HANDS
@pytest.mark.parametrize(
    ("size", "dark"),
    [*product((PHONE, TABLET), (False, True))],
)
def test_the_keys_for_an_area_can_be_read_and_hit(
    open_page: OpenPage, size: tuple[int, int], *, dark: bool
) -> None:
    page = with_areas(open_page(size, EMPTY, dark=dark)).page
    assert faults(page) == []
    page.get_by_role("button", name="Rename or remove this area").click()
    assert faults(page) == []
    assert small_targets(page) == []
