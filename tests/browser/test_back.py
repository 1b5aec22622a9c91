"""Back closes the sheet, then the panel, and only then leaves. A reload keeps the choice so far."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import at_sizes
from tools.api_table import ApiTable, hold

LAYERS = "history.state?.layers ?? 0"


def seated(
    open_page: OpenPage, server: str, phase: str, seat: str, size: tuple[int, int], **options: str
) -> tuple[Device, ApiTable]:
    """Return a device that came from the front page to its seat."""
    table = ApiTable.at(server, phase, **options)
    page = open_page(size)
    address = table.join(seat)
    hold(page.context, address)
    page.goto(address)
    expect(page.locator("#moment")).to_be_visible()
    return Device(page), table


def leaves(page: Page) -> None:
    """Check that Back leads to the page before the table."""
    page.wait_for_function(f"() => ({LAYERS}) === 0")
    page.go_back()
    expect(page.get_by_role("heading", name="Start a table")).to_be_visible()


@soak.HANDS
@at_sizes(PHONE, TABLET)
def test_back_closes_the_panel_of_a_square_and_then_leaves(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    device, _ = seated(open_page, server, "moving", "human", size)
    for square in ("043", "044"):
        device.tap(square)
    device.page.go_back()
    expect(device.moment).not_to_have_attribute("data-square", re.compile("."))
    expect(device.moment.locator("h2")).to_contain_text("Now")
    leaves(device.page)


@soak.HANDS
@pytest.mark.parametrize("tool", ["Sight", "List of squares"])
def test_back_closes_a_tool(open_page: OpenPage, server: str, tool: str) -> None:
    device, _ = seated(open_page, server, "moving", "human", PHONE)
    device.page.get_by_role("link", name=tool).click()
    expect(device.moment.locator("h2")).to_have_text(tool)
    device.page.go_back()
    expect(device.moment.locator("h2")).to_contain_text("Now")
    leaves(device.page)


@at_sizes(TABLET, soaked=(PHONE,))
def test_back_closes_the_sheet_before_the_panel_beneath_it(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    device, _ = seated(open_page, server, "moving", "human", size)
    page, sheet = device.page, device.page.locator("#sheet")
    device.tap("043")
    page.get_by_role("link", name="Rules").click()
    expect(sheet).to_be_visible()
    sheet.locator("a.case, a[data-case]").first.click()
    expect(sheet.get_by_role("button", name="Back")).to_be_visible()
    page.go_back()
    expect(sheet).to_be_hidden()
    expect(device.moment).to_have_attribute("data-square", "043")
    page.go_back()
    expect(device.moment.locator("h2")).to_contain_text("Now")
    leaves(page)


@soak.HANDS
def test_what_was_closed_by_its_own_key_is_no_step_of_the_way_back(open_page: OpenPage, server: str) -> None:
    device, _ = seated(open_page, server, "moving", "human", PHONE)
    page = device.page
    device.tap("043")
    page.get_by_role("link", name="Rules").click()
    page.locator("#sheet").get_by_role("button", name="Close").click()
    page.wait_for_function(f"() => ({LAYERS}) === 1")
    page.get_by_role("link", name="Back to the game").click()
    expect(device.moment.locator("h2")).to_contain_text("Now")
    leaves(page)


@soak.HANDS
def test_a_square_that_the_game_has_left_behind_is_no_step_of_the_way_back(
    open_page: OpenPage, server: str
) -> None:
    device, table = seated(open_page, server, "moving", "zombie", PHONE)
    device.tap("043")
    table.do("human", {"do": "end_turn"})
    expect(device.moment.locator("h2")).to_contain_text("Now")
    leaves(device.page)


@soak.HANDS
def test_forward_opens_nothing(open_page: OpenPage, server: str) -> None:
    device, _ = seated(open_page, server, "moving", "human", PHONE)
    device.tap("043")
    device.page.go_back()
    expect(device.moment.locator("h2")).to_contain_text("Now")
    device.page.go_forward()
    leaves(device.page)


@soak.HANDS
def test_back_closes_the_sheet_over_the_sight_tool_and_keeps_its_line(open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto("/sight?from=024&to=062")
    word = page.locator("#sight .word")
    said = word.inner_text()
    page.locator("#sight a.case").first.click()
    expect(page.locator("#sheet")).to_be_visible()
    page.go_back()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(word).to_have_text(said)
    page.go_back()
    expect(page.get_by_role("heading", name="Start a table")).to_be_visible()


# ---- A reload
# ----------------------------------------------------------------------------------------------------


@soak.HANDS
@at_sizes(PHONE, TABLET)
def test_a_reload_keeps_the_squares_chosen_to_hide_in(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """3.1: they are in the form, on the map and in the count."""
    device, _ = seated(open_page, server, "place_hidden", "zombie", size)
    page = device.page
    chosen = [
        str(box.get_attribute("value")) for box in page.locator("#place-hidden fieldset input").all()[:40:15]
    ]
    for square in chosen:
        page.locator(f'#place-hidden label:has(input[value="{square}"])').click()
    page.reload()
    for square in chosen:
        expect(page.locator(f'#place-hidden input[value="{square}"]')).to_be_checked()
        expect(page.locator(f'polygon[data-square="{square}"]').first).to_have_class(re.compile("chosen"))
    expect(page.locator("[data-chosen]")).to_have_text(str(len(chosen)))
    leaves(page)


@soak.HANDS
def test_a_reload_keeps_where_the_characters_are_to_stand(open_page: OpenPage, server: str) -> None:
    """3.2."""
    device, _ = seated(open_page, server, "place_characters", "human", PHONE)
    for name in ("peter", "fran"):
        device.page.locator(f'label:has(input[name="square-{name}"][value="010"])').click()
    device.page.reload()
    checked = device.page.locator("#place-characters input:checked")
    expect(checked).to_have_count(2)
    assert [one.get_attribute("name") for one in checked.all()] == ["square-peter", "square-fran"]


@soak.HANDS
@at_sizes(TABLET, PHONE)
def test_a_reload_keeps_dice_half_typed_and_back_still_closes_them(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    device, table = seated(open_page, server, "moving", "human", size)
    page = device.page
    shot = next(a for a in table.actions("human") if a["do"] == "shoot")
    device.tap(shot["at"])
    page.locator("#moment .dicekey").first.click()
    device.type_each_die()
    page.locator('#complete label:has(input[name="die-1"][value="4"])').click()
    page.reload()
    expect(page.locator('#complete input[name="die-1"][value="4"]')).to_be_checked()
    page.go_back()
    expect(device.moment.locator("h2")).to_contain_text("Now")
    leaves(page)


@soak.HANDS
def test_what_was_sent_or_has_lapsed_does_not_come_again(open_page: OpenPage, server: str) -> None:
    device, table = seated(open_page, server, "moving", "human", PHONE)
    page = device.page
    shot = next(a for a in table.actions("human") if a["do"] == "shoot")
    device.tap(shot["at"])
    page.locator("#moment .dicekey").first.click()
    device.type_each_die()
    page.locator('#complete label:has(input[name="die-1"][value="4"])').click()
    page.goto("/")
    table.do("human", {"do": "end_turn"})
    page.goto(f"/t/{table.code}")
    expect(device.moment.locator("h2")).to_contain_text("Now")
    expect(page.locator("#complete")).to_have_count(0)
    page.wait_for_function("() => !draft.coming")
    assert page.evaluate("sessionStorage.length") == 0
