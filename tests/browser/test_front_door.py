"""Pages that need no game, on every screen that people use."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import soak
from tests.browser.at_sizes import broken_words, cut_off, double_letters, letters, small_targets
from tests.browser.at_table import GAME, STARTS, start
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tools.api_table import ApiTable

SIZES = [TABLET, TABLET_UPRIGHT, PHONE]
PATHS = [
    "/", GAME, "/tables", "/rules", "/rules/dawn-of-the-dead", "/rules/dawn-of-the-dead/8.8",
    "/sight?from=024&to=062",
]  # fmt: skip


@soak.SIZES
@pytest.mark.parametrize("path", PATHS)
def test_no_page_is_wider_than_its_screen(open_page: OpenPage, path: str) -> None:
    page = open_page(PHONE)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size


def test_a_code_of_no_table_is_said_where_it_is_seen(open_page: OpenPage, server: str) -> None:
    """Also by somebody whose tables come before the field."""
    phone = open_page(PHONE, ApiTable.at(server, "human").join("table"))
    phone.goto("/")
    phone.locator("#code").fill("ZZZZZZ")
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator("#join [role=alert]")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#code")).to_be_focused()


def test_back_to_a_form_that_did_not_fit_shows_the_form(open_page: OpenPage, server: str) -> None:
    """The browser keeps no answer to a form, and showed an error of its own instead."""
    phone = open_page(PHONE, f"/join?code={ApiTable.new(server, {}).code}", alone=True)
    phone.locator("#pin").fill("none")
    phone.get_by_role("radio").first.check(force=True)
    phone.get_by_role("button", name="Take this seat").click()
    expect(phone.locator("#wrong")).to_be_visible()
    phone.goto("/help")
    phone.go_back()
    expect(phone.get_by_role("button", name="Take this seat")).to_be_visible()


def test_the_address_of_the_join_form_leads_to_it(open_page: OpenPage) -> None:
    page = open_page(PHONE, "/join")
    expect(page.locator("#code")).to_be_in_viewport()


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


SMALL = (320, 568)


def letters_doubled(page: Page) -> None:
    """Let a person choose letters of twice the size: 32 pixels."""
    letters(page, 32)


@pytest.mark.parametrize("size", [PHONE, *soak.rest(soak.SIZES, [pytest.param(SMALL)])], ids=str)
def test_one_thumb_reaches_what_a_page_is_for(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """To join, without scrolling; to start and to sit down, wherever the page is scrolled to."""
    phone = open_page(size)
    expect(phone.locator("#join button")).to_be_in_viewport(ratio=1)
    seats = f"/join?code={ApiTable.new(server, {}).code}"
    for path in (GAME, "/games/battlecon", seats):
        phone.goto(path)
        key = phone.locator(".dock button")
        expect(key).to_be_in_viewport(ratio=1)
        phone.evaluate("scrollTo(0, document.body.scrollHeight / 3)")
        expect(key).to_be_in_viewport(ratio=1)


@soak.SIZES
@pytest.mark.parametrize("size", [SMALL, PHONE, LANDSCAPE, TABLET], ids=str)
def test_with_letters_of_twice_the_size_nothing_sticks_out(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """Chosen in the browser, and on the page alone, where no width in a style sheet's `@media` follows."""
    seats = f"/join?code={ApiTable.new(server, {}).code}"
    for larger in (letters_doubled, double_letters):
        page = open_page(size, ApiTable.at(server, "human").join("table"), alone=True)
        for path in ("/", "/tables", GAME, "/games/battlecon", seats, "/join?code=ZZZZZZ", "/rules?q=move"):
            page.goto(path)
            larger(page)
            assert [*cut_off(page), *broken_words(page), *small_targets(page)] == [], path


def test_on_a_phone_ones_tables_come_first_then_joining(open_page: OpenPage, server: str) -> None:
    phone = open_page(PHONE, ApiTable.at(server, "human").join("table"))
    phone.goto("/")
    tops = [phone.locator(place).bounding_box() for place in ("#tables", "#join", "#games")]
    ys = [box["y"] for box in tops if box]
    assert len(ys) == 3
    assert ys == sorted(ys)
    expect(phone.locator("#code")).to_be_in_viewport(ratio=1)


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


@soak.SIZES
def test_with_large_letters_too_the_codes_are_seen_whole(open_page: OpenPage) -> None:
    phone = open_page(SIDEWAYS_LARGE)
    expect(phone.locator("h1")).to_be_visible()
    assert cut_off(phone) == []
    start(phone)
    code = phone.locator("#seats .qr img").first
    code.scroll_into_view_if_needed()
    expect(code).to_be_in_viewport(ratio=1)
    assert cut_off(phone) == []


@pytest.mark.parametrize(
    "size", [TABLET, *soak.rest(soak.SIZES, [pytest.param(TABLET_UPRIGHT)])], ids=["tablet", "upright"]
)
def test_a_tablet_shows_every_game_and_starts_a_table_without_scrolling(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(size)
    for part in (*page.locator(".game h3").all(), page.get_by_role("button", name="Guided first turn")):
        expect(part).to_be_in_viewport(ratio=1)
    page.locator(".game a").first.click()
    for name in (STARTS, "Guided first turn"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_the_values_of_cardboard_are_told_to_whom_they_concern(open_page: OpenPage) -> None:
    page = open_page(TABLET, GAME)
    values = page.locator("#sheet-values")
    expect(values.locator(".told")).to_be_hidden()
    values.get_by_text("Which values?").click()
    expect(values).to_contain_text("units of 1: 5; of 2: 7;")


def test_what_is_folded_says_how_it_stands(open_page: OpenPage) -> None:
    page = open_page(TABLET, GAME)
    fold = page.locator("#further summary")
    expect(fold).to_contain_text("Practice off. Phases end by themselves.", use_inner_text=True)
    fold.click()
    page.locator("label:has([name=practice])").click()
    fold.click()
    expect(fold).to_have_text("More options Changed", use_inner_text=True)


def test_the_time_of_a_table_is_the_readers_own(browser: Browser, server: str) -> None:
    """The server tells its own day where no script runs."""
    table, told = ApiTable.at(server, "human"), []
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        with browser.new_context(base_url=server, timezone_id=zone) as context:
            page = context.new_page()
            page.goto(table.join("table"))
            page.goto("/tables")
            told.append(page.locator("#tables time").inner_text())
    assert told[0] != told[1], "there are 25 hours between them"
    assert all(re.fullmatch(r"(Today|Yesterday|\w+day) \d\d:\d\d", words) for words in told), told


@pytest.mark.parametrize("size", [PHONE, *soak.rest(soak.SIZES, [pytest.param(TABLET)])], ids=str)
def test_a_key_continues_each_of_ones_tables_and_deleting_asks_first(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    page = open_page(size, ApiTable.at(server, "human").join("table"))
    here = page.url
    page.goto("/tables")
    keys = page.locator("#tables li .do a")
    expect(keys.first).to_contain_text("Continue")
    keys.filter(has_text="Delete").click()
    expect(page.get_by_role("button", name="Delete the table")).to_be_visible()
    expect(page.locator("main .main")).to_have_text("Keep it")
    expect(page.locator(".reason").first).to_contain_text("Dawn of the Dead")
    page.get_by_role("link", name="Keep it").click()
    page.locator("#tables li .do a", has_text="Continue").click()
    expect(page).to_have_url(here)
