"""The form that starts a table of BattleCON: one screen of a tablet holds it, the rarer options folded."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.at_table import STARTS
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_accessibility import faults

FORM = "/games/battlecon"
SIZES = (TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE)
Theme = Literal["dark", "light"]
THEMES: tuple[Theme, ...] = ("dark", "light")
SCREENS: tuple[tuple[tuple[int, int], Theme], ...] = (
    (TABLET, "dark"), (TABLET_UPRIGHT, "dark"), (PHONE, "light"), (LANDSCAPE, "light")
)  # fmt: skip


def looks(page: Page, *, everywhere: bool) -> list[str]:
    """Return what is wrong with the form at each size, in one theme or `everywhere` in both."""
    wrong = []
    screens: Iterable[tuple[tuple[int, int], Theme]] = product(SIZES, THEMES) if everywhere else SCREENS
    for size, theme in screens:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        found = [*cut_off(page), *small_targets(page)]
        found += faults(page) if everywhere or size in (TABLET, PHONE) else []
        wrong += [f"{size} {theme}: {fault}" for fault in found]
    return wrong


EVERYWHERE = pytest.mark.parametrize("everywhere", [False, *soak.rest(soak.SIZES, [True])])


@soak.SIZES
@EVERYWHERE
def test_the_form_looks_right_at_every_size_and_theme(open_page: OpenPage, *, everywhere: bool) -> None:
    """Folded, with the key that starts a table in sight; unfolded, with each row of keys whole."""
    page = open_page(TABLET, path=FORM)
    for width, height in (TABLET_UPRIGHT, TABLET):
        page.set_viewport_size({"width": width, "height": height})
        start = page.get_by_role("button", name=STARTS)
        expect(start).to_be_in_viewport(ratio=1)
    assert looks(page, everywhere=everywhere) == []
    page.locator("#further summary").click()
    expect(page.locator("#battlecon-options").get_by_text("Chosen freely")).to_be_visible()
    assert looks(page, everywhere=everywhere) == []
    keys = page.locator("#battlecon-options label:has([name=duels])")
    expect(keys).to_have_count(3)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        tops = {round(key.evaluate("key => key.getBoundingClientRect().top")) for key in keys.all()}
        assert len(tops) == 1, (width, height)


def test_a_folded_option_reaches_the_table(open_page: OpenPage) -> None:
    page = open_page(TABLET, path=FORM)
    page.locator("#further summary").click()
    page.locator("#battlecon-options label", has_text="Boxed game").click()
    page.get_by_role("button", name=STARTS).click()
    expect(page.locator("#moment")).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    record = page.request.get(f"/api/tables/{code}/record").text()
    assert '"profile":"boxed"' in record.replace(": ", ":").splitlines()[0]


@EVERYWHERE
def test_against_the_referee_the_form_says_who_chooses_first_and_from_which_seat(
    open_page: OpenPage, *, everywhere: bool
) -> None:
    page = open_page(TABLET, path=FORM)
    form = page.locator("#battlecon-options")
    expect(form.get_by_text("First to choose a fighter")).to_be_hidden()
    form.locator("label:has([value=referee])").first.click()
    form.locator("label:has([name=first_fighter][value=player])").click()
    form.locator("label:has([name=referee_seat])").last.click()
    start = page.get_by_role("button", name=STARTS)
    expect(start).to_be_in_viewport(ratio=1)
    assert looks(page, everywhere=everywhere) == []
    form.locator("label", has_text="Two players").click()
    expect(form.get_by_text("First to choose a fighter")).to_be_hidden()
    form.locator("label:has([value=referee])").first.click()
    start.click()
    expect(page.locator("label.candidate input:enabled").first).to_be_attached()
    expect(page.locator("label.candidate.taken")).to_have_count(0)
    expect(page.locator("#seats")).to_contain_text("Player B")
    expect(page.locator("#seats")).not_to_contain_text("Player A")
