"""The free sight tool: tap two squares, see the line and the verdict, switch a door."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import box_of, turned
from tools.api_table import ApiTable
from tools.tour import EMPTY


def tap(page: Page, square: str) -> None:
    """Tap a square of the map."""
    page.locator(f'polygon.square[data-square="{square}"]').dispatch_event("click")


def test_two_taps_draw_the_line_and_give_the_verdict(open_page: OpenPage) -> None:
    """6.4: 024 sees 062; the verdict, the case and the line are there without a new page."""
    page = open_page(TABLET, "/sight")
    tap(page, "024")
    expect(page.locator("#sight")).to_contain_text("From 024")
    tap(page, "062")
    expect(page.locator("#verdict .word")).to_have_text("In sight")
    expect(page.locator("#verdict .cases")).to_contain_text("6.4")
    expect(page.locator("#sightline.clear path.seen")).to_have_count(1)


@soak.LOOKS
def test_a_phone_on_its_side_answers_above_the_fields(open_page: OpenPage) -> None:
    """Who opens the address of a line reads the verdict at once."""
    page = open_page(LANDSCAPE, EMPTY)
    for asks, answer in (("from=098&to=079", "#verdict"), ("from=105", "#seen")):
        page.goto(f"/sight?{asks}")
        expect(page.locator(f"{answer} .word")).to_be_in_viewport(ratio=1)
        expect(page.locator(f"{answer} p").nth(1)).to_be_in_viewport(ratio=1)


def test_6_4_in_ones_own_turn_the_sentence_of_the_verdict_is_read_in_whole(
    open_page: OpenPage, server: str
) -> None:
    """The way back to the game stands at the foot of the panel, below the sentence."""
    table = ApiTable.at(server, "moving")
    page = open_page(PHONE, table.join("human"))
    page.goto(f"/t/{table.code}/sight?from=009&to=025")
    called = page.locator(".called")
    for size in turned(page, PHONE, LANDSCAPE):
        expect(page.locator("#verdict .reason")).to_be_in_viewport(ratio=1)
        _, top, _, high = box_of(page.locator("#verdict .reason"))
        assert top + high <= box_of(called)[1], size


def test_a_blocked_line_says_what_blocks_it(open_page: OpenPage) -> None:
    """R-6.4b: 024 does not see 082, and the drawing stops where the sentence says."""
    page = open_page(PHONE, "/sight?from=024&to=082")
    expect(page.locator("#verdict .word")).to_have_text("No sight")
    expect(page.locator("#verdict")).to_contain_text("R-6.4b")
    expect(page.locator("#sightline.blocked .stop")).to_have_count(1)


@soak.LOOKS
def test_a_phone_shows_the_line_from_end_to_end(open_page: OpenPage) -> None:
    page = open_page(PHONE, EMPTY)
    for a, b in (("024", "082"), ("004", "212"), ("093", "117")):
        page.goto(f"/sight?from={a}&to={b}")
        left, top, width, height = box_of(page.locator("#map"))
        for end in page.locator("#sightline .end").all():
            x, y, wide, high = box_of(end)
            assert left <= x
            assert top <= y
            assert x + wide <= left + width
            assert y + high <= top + height


def test_a_door_is_switched_by_a_tap_on_the_map(open_page: OpenPage) -> None:
    """Open, closed, destroyed and open again: a glass door never blocks, but costs more when closed (6.7)."""
    page = open_page(TABLET, "/sight?from=043&to=062")
    door = page.locator('[data-door="043-062"] .reach')
    facts = page.locator("#verdict .facts")
    expect(facts).to_contain_text("−3")
    door.dispatch_event("click")
    expect(page.locator('[data-door="043-062"]')).to_have_class("door glass closed")
    expect(facts).to_contain_text("−4")
    door.dispatch_event("click")
    expect(page.locator('[data-door="043-062"]')).to_have_class("door glass destroyed")
    door.dispatch_event("click")
    expect(page.locator('[data-door="043-062"]')).to_have_class("door glass open")


def test_one_square_shades_all_it_sees_and_the_address_can_be_shared(open_page: OpenPage) -> None:
    """6.4: one tap shades and counts; a listed number draws the line; the address shows everyone the same."""
    page = open_page(TABLET, "/sight")
    tap(page, "024")
    expect(page.locator("#seen .word")).to_have_text("Sees 8 squares")
    expect(page.locator(".board .seen-tint")).to_have_count(1)
    page.get_by_label("Any door").select_option("043-062")
    page.get_by_role("button", name="Switch", exact=True).click()
    expect(page.locator('[data-door="043-062"]')).to_have_class("door glass closed")
    page.get_by_text("The squares by number").click()
    page.locator("#seen").get_by_role("button", name="Line to 062").click()
    expect(page.locator("#verdict .facts")).to_contain_text("closed glass, −3")
    expect(page.locator(".board .seen-tint")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/sight\?from=024&to=062&closed=043-062$"))
    other = open_page(PHONE, page.url, dark=False)
    expect(other.locator("#verdict .facts")).to_contain_text("closed glass, −3")
    other.get_by_role("link", name="Everything 062 sees").click()
    expect(other.locator("#seen .word")).to_contain_text("Sees")


def test_a_closed_solid_door_blocks(open_page: OpenPage) -> None:
    """6.4: 028 and 047 see each other until the solid door between them is closed."""
    page = open_page(TABLET, "/sight?from=028&to=047")
    expect(page.locator("#verdict .word")).to_have_text("In sight")
    page.locator("#sight button", has_text="open").click()
    expect(page.locator("#verdict .word")).to_have_text("No sight")


def test_a_case_opens_over_the_map_and_closes_back_to_it(open_page: OpenPage) -> None:
    """A case opens as a sheet, its links walk on inside, and closing it leaves the line as it was."""
    page = open_page(TABLET, "/sight?from=024&to=062")
    page.locator("#verdict .case").first.click()
    sheet = page.locator("#sheet")
    expect(sheet.locator("h1")).to_contain_text("6.4")
    sheet.locator('a[rel="next"]').click()
    expect(sheet.locator("h1")).to_contain_text("6.5")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#verdict .word")).to_have_text("In sight")


@soak.LOOKS
def test_the_rulebook_opens_over_the_map_and_can_be_searched_there(open_page: OpenPage) -> None:
    """The whole rulebook is one tap away, and the line is still there when it closes."""
    page = open_page(TABLET, "/sight?from=024&to=062")
    page.get_by_role("link", name="Rules").click()
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    sheet.get_by_label("Search the rules by number or words").press_sequentially("panic")
    sheet.locator("#hits a.line").first.click()
    expect(sheet.locator("h1")).to_contain_text("6.5")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("#verdict .word")).to_have_text("In sight")


def test_an_unknown_square_is_named(open_page: OpenPage) -> None:
    """There is no 999 on the map, and the tool says so."""
    page = open_page(PHONE, "/sight?from=024&to=999")
    expect(page.locator("#sight .notice")).to_contain_text("999")


def test_the_tool_works_without_script(open_page: OpenPage) -> None:
    """Two numbers and a button are enough."""
    page = open_page(PHONE, "/")
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, base_url=page.url)
    plain = context.new_page()
    plain.goto("/sight")
    plain.get_by_label("From").fill("98")
    plain.get_by_label("To").fill("79")
    plain.get_by_role("button", name="Show the line").click()
    expect(plain.locator("#verdict .word")).to_have_text("No sight")
    context.close()


def test_6_4_a_fact_about_the_line_is_read_in_one_line_where_there_is_room(open_page: OpenPage) -> None:
    page = open_page(TABLET, "/sight?from=024&to=062")
    fact = page.locator("#verdict dt", has_text="Taken off")
    for size in turned(page, TABLET, TABLET_UPRIGHT):
        lines = fact.evaluate("fact => fact.offsetHeight / parseFloat(getComputedStyle(fact).lineHeight)")
        assert lines == pytest.approx(1, abs=0.1), size
