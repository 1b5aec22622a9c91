"""Looking up a rule outside a game: the index, cases, references, charts, search, a wrong number."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable

RULES = "/rules/dawn-of-the-dead"


def test_search_shows_cases_while_one_types(open_page: OpenPage) -> None:
    """Hits appear without a new page, the best first, and lead to their case."""
    page = open_page(PHONE, RULES)
    page.get_by_label("Search by number or words").press_sequentially("glass door")
    hits = page.locator("#hits a.line")
    expect(hits.first).to_contain_text("10.4")
    assert page.url.endswith(RULES)
    hits.first.click()
    expect(page.locator("h1")).to_contain_text("10.4")


def test_a_number_typed_into_the_search_opens_its_case(open_page: OpenPage) -> None:
    """Return after a number goes straight to the case."""
    page = open_page(PHONE, RULES)
    box = page.get_by_label("Search by number or words")
    box.fill("6.4")
    box.press("Enter")
    page.wait_for_url(f"**{RULES}/6.4")
    expect(page.locator("h1")).to_contain_text("6.4")


def test_references_walk_there_and_back(open_page: OpenPage) -> None:
    """A case that is referred to lists who refers to it, and the way back is one tap."""
    page = open_page(PHONE, f"{RULES}/7.1")
    page.locator("#case p a.case", has_text=re.compile(r"^6\.4$")).first.click()
    expect(page.locator("h1")).to_contain_text("6.4")
    page.locator("#case ul a", has_text="7.1").first.click()
    expect(page.locator("h1")).to_contain_text("7.1")


@soak.HANDS
def test_previous_and_next_turn_the_leaves(open_page: OpenPage) -> None:
    """Next and previous lead through the cases in order."""
    page = open_page(PHONE, f"{RULES}/6.4")
    page.locator('a[rel="next"]').click()
    expect(page.locator("h1")).to_contain_text("6.5")
    page.locator('a[rel="prev"]').click()
    expect(page.locator("h1")).to_contain_text("6.4")


@pytest.mark.parametrize(("case", "row", "cells"), [("8.8", "2", 6), ("13.5", "2", 1)])
def test_charts_are_tables_with_headings(open_page: OpenPage, case: str, row: str, cells: int) -> None:
    """8.8 and 13.5 are tables whose rows a screen reader can name."""
    page = open_page(PHONE, f"{RULES}/{case}")
    line = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=row, exact=True))
    expect(line.get_by_role("cell")).to_have_count(cells)


@soak.HANDS
def test_the_number_of_a_case_is_never_broken(open_page: OpenPage) -> None:
    """Beside a title of several lines it keeps its own one line."""
    page = open_page(PHONE, RULES)
    for case in ("8.8", "10.4", "15.5"):
        page.goto(f"{RULES}/{case}")
        number = page.locator("h1 .number")
        expect(number).to_have_text(case)
        lines = number.evaluate("one => { const all = document.createRange(); all.selectNodeContents(one);"
                                " return all.getClientRects().length; }")  # fmt: skip
        assert lines == 1, case


def test_a_ruling_is_reached_by_its_own_link(open_page: OpenPage) -> None:
    """The note of R-6.4b stands at case 6.4."""
    page = open_page(PHONE, f"{RULES}/6.4#R-6.4b")
    expect(page.locator("#case .note", has_text="R-6.4b")).to_be_in_viewport()


def test_an_unknown_number_gets_the_nearest_ones(open_page: OpenPage) -> None:
    """6.99 is no case; the answer says so and offers neighbours."""
    page = open_page(PHONE, f"{RULES}/6.99")
    expect(page.locator("h1")).to_have_text("No such case")
    expect(page.locator("#case a").first).to_contain_text("6.")


def test_the_rulebook_works_without_script(open_page: OpenPage) -> None:
    """The search is a plain form, and hits are plain links."""
    page: Page = open_page(PHONE, "/")
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, base_url=page.url)
    plain = context.new_page()
    plain.goto(RULES)
    plain.get_by_label("Search by number or words").fill("panic")
    plain.get_by_role("button", name="Search").click()
    plain.locator("#hits a").first.click()
    expect(plain.locator("h1")).to_contain_text("6.5")
    context.close()


ON_A_TABLET, ON_A_PHONE = pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone")


@pytest.fixture(scope="module")
def moving(server: str) -> ApiTable:
    """Give a table with a human move in progress."""
    return ApiTable.at(server, "moving")


def at_the_table(open_page: OpenPage, table: ApiTable, size: tuple[int, int]) -> Page:
    """Open the tablet's screen of a table."""
    page = open_page(size, table.join("table"))
    expect(page.locator("#moment")).to_be_visible()
    return page


@pytest.mark.parametrize("size", [ON_A_TABLET, *soak.rest(soak.SEVERAL, [ON_A_PHONE])])
def test_a_case_opens_over_the_game_and_closing_leaves_the_game_as_it_was(
    open_page: OpenPage, moving: ApiTable, size: tuple[int, int]
) -> None:
    """5.1: a tapped square and what it offers are still there after walking through the rules."""
    page = at_the_table(open_page, moving, size)
    page.locator('polygon.square[data-square="025"]').dispatch_event("click")
    expect(page.locator("#moment")).to_have_attribute("data-square", "025")
    before = page.locator("#moment").inner_html()
    place = page.url
    page.locator("#bar, header").get_by_role("link", name="Rules").first.click()
    sheet = page.locator("#sheet")
    expect(sheet.locator("h1")).to_contain_text("Rules of Dawn of the Dead")
    expect(sheet.locator("h1")).to_be_focused()
    expect(sheet.get_by_role("button", name="Back")).to_be_hidden()
    sheet.get_by_role("link", name="Shooting Zombies").click()
    expect(sheet.locator("h1")).to_contain_text("6.0")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    assert page.locator("#moment").inner_html() == before
    assert page.url == place


@soak.HANDS
@pytest.mark.parametrize("size", [ON_A_PHONE, ON_A_TABLET])
def test_references_walk_on_inside_the_sheet_and_back(
    open_page: OpenPage, moving: ApiTable, size: tuple[int, int]
) -> None:
    """7.1 leads to 6.4 and 6.5. Back twice returns to the same place in 7.1, and there Back ends."""
    page = at_the_table(open_page, moving, size)
    page.locator("#bar, header").get_by_role("link", name="Rules").first.click()
    sheet, back = page.locator("#sheet"), page.locator("#sheet").get_by_role("button", name="Back")
    find = sheet.get_by_label("Search the rules by number or words")
    find.fill("7.1")
    sheet.locator("#sheet-hits a.line").first.click()
    expect(sheet.locator("h1")).to_contain_text("7.1")
    expect(find).to_have_value("")
    reference = sheet.locator("#case a.case", has_text=re.compile(r"^6\.4$")).first
    reference.scroll_into_view_if_needed()
    read = page.evaluate("document.querySelector('#sheet').scrollTop")
    reference.click()
    expect(sheet.locator("h1")).to_contain_text("6.4")
    sheet.locator('a[rel="next"]').click()
    expect(sheet.locator("h1")).to_contain_text("6.5")
    back.click()
    expect(sheet.locator("h1")).to_contain_text("6.4")
    back.click()
    expect(sheet.locator("h1")).to_contain_text("7.1")
    page.wait_for_function("top => document.querySelector('#sheet').scrollTop === top", arg=read)
    back.click()
    expect(sheet.locator("h1")).to_contain_text("Rules of")
    expect(back).to_be_hidden()


@soak.LOOKS
@pytest.mark.parametrize("size", [ON_A_TABLET, ON_A_PHONE])
def test_the_sheet_searches_while_one_types_and_never_leaves_the_game(
    open_page: OpenPage, moving: ApiTable, size: tuple[int, int]
) -> None:
    """Hits replace the case until the words are deleted. Return stays in the game."""
    page = at_the_table(open_page, moving, size)
    page.locator("#bar, header").get_by_role("link", name="Rules").first.click()
    sheet = page.locator("#sheet")
    find = sheet.get_by_label("Search the rules by number or words")
    find.click()
    find.press_sequentially("glass door")
    hits = sheet.locator("#sheet-hits a.line")
    expect(hits.first).to_contain_text("10.4")
    expect(sheet.locator("#sheet-body")).to_be_hidden()
    expect(find).to_have_value("glass door")
    expect(find).to_be_focused()
    find.fill("")
    expect(sheet.locator("#sheet-body")).to_be_visible()
    find.fill("6.4")
    find.press("Enter")
    expect(hits.first).to_contain_text("6.4")
    hits.first.click()
    expect(sheet.locator("h1")).to_contain_text("6.4")
    expect(hits).to_have_count(0)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert "/t/" in page.url


@soak.HANDS
def test_the_key_of_another_games_rules_stands_apart_from_the_sections(open_page: OpenPage) -> None:
    page = open_page(PHONE, RULES)
    key = page.get_by_role("link", name="Rules of BattleCON").bounding_box()
    heading = page.get_by_role("heading", name="Sections").bounding_box()
    search = page.locator("#search").bounding_box()
    assert key
    assert heading
    assert search
    assert min(heading["y"], search["y"]) - key["y"] - key["height"] >= 8
