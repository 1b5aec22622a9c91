"""Choosing the five hidden squares (3.1): what the form lets a person choose, and what it says of it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.hands import Hand, middle_of, still
from tests.browser.hands import square as key_square
from tools.api_table import ApiTable


def chosen(phone: Device) -> list[str]:
    squares: list[str] = phone.page.locator("#place-hidden input:checked").evaluate_all(
        "boxes => boxes.map((box) => box.value)"
    )
    return squares


@soak.HANDS
def test_3_1_edwins_hides_one_at_most(open_page: OpenPage, server: str) -> None:
    """Another square there takes the place of the first, by its key and on the map; elsewhere both stay."""
    phone = Device(open_page(PHONE, ApiTable.at(server, "place_hidden").join("zombie")))
    key = phone.key("Hide the zombies here")
    expect(phone.moment.locator("legend", has_text="Edwin")).to_contain_text("at most one")
    for square in ("069", "070", "156"):
        phone.page.locator(f'#place-hidden label:has(input[value="{square}"])').click()
    expect(key).to_contain_text("(3 of 5)")
    phone.page.locator('#place-hidden label:has(input[value="157"])').click()
    assert chosen(phone) == ["069", "070", "157"]
    phone.page.locator('polygon.square[data-square="158"]').dispatch_event("click")
    expect(phone.page.locator('#place-hidden input[value="158"]')).to_be_checked()
    assert chosen(phone) == ["069", "070", "158"]
    expect(key).to_contain_text("(3 of 5)")
    phone.page.locator('#place-hidden label:has(input[value="158"])').click()
    assert chosen(phone) == ["069", "070"]


@soak.HANDS
def test_9_0_the_hidden_squares_keep_their_figures_whatever_is_open(open_page: OpenPage, server: str) -> None:
    """Their player plans with them while he looks at a unit, at one of them, or at a sight line."""
    table = ApiTable.at(server, "free_movement")
    hidden = table.view("zombie")["hidden"]
    phone = Device(open_page(PHONE, table.join("zombie").removeprefix(server)))
    figures = phone.page.locator("#marks .waiting-figure")
    expect(figures).to_have_count(len(hidden))
    unit = next(z["square"] for z in table.view("zombie")["zombies"] if z["square"] not in hidden)
    for square in (unit, hidden[0], "212"):
        phone.tap(square)
        expect(figures).to_have_count(len(hidden))
    phone.page.locator("#bar .tools a", has_text="Sight").click()
    expect(phone.moment).to_contain_text("Sight")
    expect(figures).to_have_count(len(hidden))


def test_3_1_what_another_square_of_edwins_replaces_is_said(open_page: OpenPage, server: str) -> None:
    """A choice that goes away by itself was easily missed; two quick taps on other squares are two."""
    phone = Device(open_page(PHONE, ApiTable.at(server, "place_hidden").join("zombie")))
    for square in ("156", "157"):
        phone.page.locator(f'#place-hidden label:has(input[value="{square}"])').click()
    phone.says("157 is chosen now, no longer 156")
    expect(phone.page.locator("#ruling .reason")).to_be_in_viewport()
    still(phone.page)
    shown = ("148", "167")
    hand, spots = Hand(phone.page), [middle_of(key_square(phone.page, number)) for number in shown]
    for spot in spots:
        hand.tap(spot)
    expect(phone.key("Hide the zombies here")).to_contain_text("(3 of 5)")
    assert set(chosen(phone)) == {"157", *shown}
