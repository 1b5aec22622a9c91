"""Pages that need no game, on every screen that people use."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, TABLET, TABLET_UPRIGHT, OpenPage

SIZES = [TABLET, TABLET_UPRIGHT, PHONE]
PATHS = ["/", "/rules/dawn-of-the-dead", "/rules/dawn-of-the-dead/8.8", "/sight?from=024&to=062"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_no_page_is_wider_than_its_screen(open_page: OpenPage, size: tuple[int, int], path: str) -> None:
    page = open_page(size, path)
    expect(page.locator("h1").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_wrong_pin_is_said_where_it_is_seen(phone: Page) -> None:
    """On a phone the form lies below the fold; the sentence about it must not."""
    phone.get_by_label("Code").fill("AAAAAA")
    phone.get_by_label("PIN").fill("000000")
    phone.get_by_role("button", name="Join").click()
    phone.wait_for_url("**/join")
    expect(phone.locator("#join [role=alert]")).to_be_in_viewport(ratio=1)


def test_the_address_of_the_join_form_leads_to_it(open_page: OpenPage) -> None:
    page = open_page(PHONE, "/join")
    expect(page.get_by_label("PIN")).to_be_in_viewport()


def test_dark_is_the_default_and_the_switch_is_kept(open_page: OpenPage) -> None:
    page = open_page(PHONE)
    ground = "() => getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    dark = page.evaluate(ground)
    page.locator("[data-theme-switch]").first.click()
    light = page.evaluate(ground)
    assert sum(map(int, light[4:-1].split(","))) > sum(map(int, dark[4:-1].split(",")))
    page.reload()
    assert page.evaluate(ground) == light
