"""Pages that need no game, on every screen that people use."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser import reused
from tests.browser.at_sizes import cut_off
from tests.browser.at_table import start
from tests.browser.conftest import PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tools.api_table import ApiTable

open_page = reused.open_page

SIZES = [TABLET, TABLET_UPRIGHT, PHONE]
PATHS = ["/", "/rules/dawn-of-the-dead", "/rules/dawn-of-the-dead/8.8", "/sight?from=024&to=062"]


@pytest.mark.parametrize("path", PATHS)
def test_no_page_is_wider_than_its_screen(open_page: OpenPage, path: str) -> None:
    page = open_page(PHONE)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size


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


def test_the_page_follows_the_system_until_the_switch_which_is_kept(open_page: OpenPage) -> None:
    page = open_page(PHONE, alone=True)
    ground = "() => getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(ground)
    assert sum(map(int, light[4:-1].split(","))) > sum(map(int, dark[4:-1].split(",")))
    page.locator("[data-theme-switch]").first.click()
    assert page.evaluate(ground) == light
    page.reload()
    assert page.evaluate(ground) == light


SIDEWAYS, SIDEWAYS_LARGE = (844, 390), (422, 195)
"""A phone lying on its side, and the same with letters of twice the size: half of the pixels are left."""


def test_on_a_phone_joining_and_ones_tables_come_first(open_page: OpenPage) -> None:
    phone = open_page(PHONE)
    tops = [phone.locator(place).bounding_box() for place in ("#join", "#tables", "#start")]
    ys = [box["y"] for box in tops if box]
    assert len(ys) == 3
    assert ys == sorted(ys)
    expect(phone.get_by_label("Code")).to_be_in_viewport(ratio=1)


def test_a_phone_on_its_side_shows_the_codes_to_scan(open_page: OpenPage) -> None:
    phone = open_page(SIDEWAYS)
    start(phone)
    below = phone.locator(".undo").bounding_box()
    assert below
    for code in phone.locator("#seats .qr img").all():
        box = code.bounding_box()
        assert box
        assert box["y"] + box["height"] <= below["y"]


@pytest.mark.parametrize("players", [4, *soak.rest(soak.SEVERAL, [3])])
def test_a_tablet_shows_the_codes_of_all_free_seats_beside_the_setting_up(
    open_page: OpenPage, server: str, players: int
) -> None:
    """3.2: those who play together set up at once, and the codes lay below that, out of sight."""
    table = ApiTable.at(server, "place_characters", mode="cooperative", players=players)
    tablet = open_page(TABLET, table.join("table").removeprefix(server))
    expect(tablet.locator("#place-characters")).to_be_visible()
    codes = tablet.locator("#seats .qr img")
    expect(codes).to_have_count(players)
    for code in codes.all():
        expect(code).to_be_in_viewport(ratio=1)
    expect(tablet.locator("#place-characters legend").first).to_be_in_viewport(ratio=1)
    expect(tablet.locator("#place-characters button.main")).to_be_in_viewport(ratio=1)


def test_with_large_letters_too_the_codes_are_seen_whole(open_page: OpenPage) -> None:
    phone = open_page(SIDEWAYS_LARGE)
    expect(phone.locator("h1")).to_be_visible()
    assert cut_off(phone) == []
    start(phone)
    code = phone.locator("#seats .qr img").first
    code.scroll_into_view_if_needed()
    expect(code).to_be_in_viewport(ratio=1)
    assert cut_off(phone) == []


@pytest.mark.parametrize("size", [TABLET, TABLET_UPRIGHT], ids=["tablet", "upright"])
def test_a_tablet_starts_a_table_or_a_guided_turn_without_scrolling(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """Also once it has a table to come back to."""
    table = ApiTable.at(server, "human")
    page = open_page(size)
    for _ in range(2):
        for name in ("Start a table", "Guided first turn"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
        page.goto(table.join("table"))
        page.goto("/")


def test_the_values_of_cardboard_are_told_to_whom_they_concern(open_page: OpenPage) -> None:
    page = open_page(TABLET)
    values = page.locator("#sheet-values")
    expect(page.get_by_text("On the screen")).to_be_visible()
    expect(values).to_be_hidden()
    page.locator("label", has_text="Cardboard").click()
    values.get_by_text("Which values?").click()
    expect(values).to_contain_text("units of 1: 5; of 2: 7;")


def test_choices_beside_each_other_are_equally_high(open_page: OpenPage) -> None:
    page = open_page(PHONE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        practice, tap = (
            page.locator(f".key:has([name={name}]) span").bounding_box() for name in ("practice", "tap")
        )
        assert practice
        assert tap
        assert (practice["y"], practice["height"]) == (tap["y"], tap["height"]), width


@pytest.mark.parametrize("size", [PHONE, *soak.rest(soak.SIZES, [pytest.param(TABLET)])], ids=str)
def test_a_key_continues_each_of_ones_tables_and_deleting_asks_first(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    page = open_page(size, ApiTable.at(server, "human").join("table"))
    here = page.url
    page.goto("/")
    keys = page.locator("#tables li .go a")
    expect(keys.first).to_contain_text("Continue")
    keys.filter(has_text="Delete").click()
    expect(page.get_by_role("button", name="Delete the table")).to_be_visible()
    expect(page.locator("main .main")).to_have_text("Keep it")
    expect(page.locator(".reason").first).to_contain_text("Dawn of the Dead")
    page.get_by_role("link", name="Keep it").click()
    page.locator("#tables li .go a", has_text="Continue").click()
    expect(page).to_have_url(here)
