"""The form that starts a table of BattleCON: one screen of a tablet holds it, the rarer options folded."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_battlecon_looks import looks

FORM = "/?start=battlecon"


@pytest.mark.parametrize("size", [TABLET, TABLET_UPRIGHT])
def test_the_key_that_starts_a_table_is_in_sight(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size, path=FORM)
    start = page.get_by_role("button", name="Start a table", exact=True)
    expect(start).to_be_in_viewport(ratio=1)


def test_the_form_looks_right_at_every_size_and_theme(open_page: OpenPage) -> None:
    """Folded and unfolded."""
    page = open_page(TABLET, path=FORM)
    sizes = (TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE)
    assert not list(looks(page, sizes))
    page.locator("#battlecon-options summary").click()
    expect(page.locator("#battlecon-options").get_by_text("Chosen freely")).to_be_visible()
    assert not list(looks(page, sizes))


def test_no_key_for_the_length_stands_alone_below_the_others(open_page: OpenPage) -> None:
    page = open_page(TABLET, path=FORM)
    keys = page.locator("#battlecon-options label:has([name=duels])")
    expect(keys).to_have_count(3)
    for width, height in (TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE):
        page.set_viewport_size({"width": width, "height": height})
        second, third = (keys.nth(n).bounding_box() for n in (1, 2))
        assert second
        assert third
        assert second["y"] == third["y"], (width, height)


def test_a_folded_option_reaches_the_table(open_page: OpenPage) -> None:
    page = open_page(TABLET, path=FORM)
    page.locator("#battlecon-options summary").click()
    page.locator("#battlecon-options label", has_text="Boxed game").click()
    page.get_by_role("button", name="Start a table", exact=True).click()
    expect(page.locator("#moment")).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    record = page.request.get(f"/api/tables/{code}/record").text()
    assert '"profile":"boxed"' in record.replace(": ", ":").splitlines()[0]


def test_against_the_referee_the_form_says_who_chooses_first_and_from_which_seat(
    open_page: OpenPage,
) -> None:
    page = open_page(TABLET, path=FORM)
    form = page.locator("#battlecon-options")
    expect(form.get_by_text("First to choose a fighter")).to_be_hidden()
    form.locator("label", has_text="The referee").first.click()
    form.locator("label", has_text="You").last.click()
    form.locator("label:has([name=referee_seat])").last.click()
    start = page.get_by_role("button", name="Start a table", exact=True)
    expect(start).to_be_in_viewport(ratio=1)
    assert not list(looks(page, (TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE)))
    form.locator("label", has_text="A person").click()
    expect(form.get_by_text("First to choose a fighter")).to_be_hidden()
    form.locator("label", has_text="The referee").first.click()
    start.click()
    expect(page.locator("label.candidate input:enabled").first).to_be_attached()
    expect(page.locator("label.candidate.taken")).to_have_count(0)
    expect(page.locator("#seats")).to_contain_text("Player B")
    expect(page.locator("#seats")).not_to_contain_text("Player A")
