"""What is changed at a running table, by any seat that plays: how phases end, who rolls the dice."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.playing import LATEST
from tools.api_table import ApiTable


def opened(page: Page) -> None:
    for summary in page.locator("#settings summary").all():
        summary.click()
    expect(page.locator("#phases-key")).to_be_visible()


def test_it_is_changed_with_a_tap_and_every_screen_says_so_in_a_line(
    open_page: OpenPage, server: str
) -> None:
    table = ApiTable.at(server, "berserk")
    tablet, phone = open_page(TABLET, table.join("table")), open_page(PHONE, table.join("human"))
    opened(tablet)
    expect(tablet.locator("#settings")).to_contain_text("Every phase waits for a tap.")
    tablet.get_by_role("button", name="End finished phases without a tap").focus()
    tablet.keyboard.press("Enter")
    for page in (tablet, phone):
        expect(page.locator("#arrival")).to_have_text("At the tablet: finished phases now end by themselves.")
    expect(tablet.get_by_role("button", name="Tap to end every phase")).to_be_focused()
    assert table.view()["settings"] == {"phases": "automatic", "dice": "referee"}
    opened(phone)
    phone.locator("#phases-key").click()
    expect(tablet.locator("#arrival")).to_have_text(
        "Set by the human player: every phase now waits for a tap."
    )
    expect(tablet.locator("#phases-key")).to_have_text("End finished phases without a tap")
    expect(tablet.locator(LATEST)).to_contain_text("every phase now waits for a tap")


def test_whose_dice_fall_holds_for_the_table_and_a_device_that_does_otherwise_says_so(
    open_page: OpenPage, server: str
) -> None:
    """Where the words of a key name what it does, no die stands for both."""
    table = ApiTable.at(server, "generation")
    tablet, phone = open_page(TABLET, table.join("table")), open_page(PHONE, table.join("zombie"))
    expect(phone.locator("#moment .dicekey")).to_have_text("Our dice: Roll on the Zombie Entrance Table")
    tablet.locator("#ways button", has_text="Dice").click()
    for page in (tablet, phone):
        expect(page.locator("#ways")).to_contain_text("Dice: we roll our own")
        expect(page.locator("#arrival")).to_contain_text("dice are now rolled on the table and typed in.")
    expect(phone.locator("#moment .dicekey")).to_have_text("Roll for us: Roll on the Zombie Entrance Table")
    opened(phone)
    phone.locator("#dice-here").click()
    expect(phone.locator("#ways")).to_contain_text("Dice, only here: the referee rolls")
    expect(phone.locator("#settings")).to_contain_text("the referee rolls, on this device only")
    phone.reload()
    expect(phone.locator("#ways")).to_contain_text("Dice, only here: the referee rolls")
    expect(tablet.locator("#ways")).to_contain_text("Dice: we roll our own")
    phone.locator("#ways button", has_text="Dice").click()
    expect(phone.locator("#ways")).to_contain_text("Dice: we roll our own")


@soak.LOOKS
def test_the_panel_is_sound_at_every_size(open_page: OpenPage, server: str) -> None:
    page = open_page(TABLET, ApiTable.at(server, "moving").join("table"))
    for size in (TABLET, PHONE, LANDSCAPE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.reload()
        opened(page)
        for key in page.locator("#settings button").all():
            assert key.evaluate("e => e.offsetHeight") >= 44, size
        assert Axe().run(page).response["violations"] == [], size
