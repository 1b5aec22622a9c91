"""The tablet in the zombie player's turn: it acts only while that player's phone is away."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import soak
from tests.browser.at_table import Device, goes_away
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable

WAITS = "Waiting for the zombie player."
ACT = "Act for the zombie player"


@soak.HANDS
def test_the_tablet_leaves_the_zombies_to_the_phone_and_acts_once_it_is_away(
    open_page: OpenPage, server: str
) -> None:
    table = ApiTable.at(server, "berserk")
    phone = Device(open_page(PHONE, table.join("zombie").removeprefix(server)))
    expect(phone.moment.locator("form.actions")).to_be_visible()
    tablet = Device(open_page(TABLET, table.join("table").removeprefix(server)))
    expect(tablet.moment).to_contain_text(WAITS)
    expect(tablet.moment.locator("form.actions")).to_have_count(0)
    unit = table.view()["zombies"][0]["square"]
    tablet.tap(unit)
    expect(tablet.moment.locator("form.actions")).to_have_count(0)
    tablet.look("Back to the game")

    fold = tablet.moment.locator("summary", has_text=ACT)
    goes_away(phone.page, server, fold)
    expect(tablet.moment).to_contain_text("The zombie player’s phone is away.")
    expect(tablet.moment.locator("form.actions")).to_be_hidden()
    fold.click()
    tablet.press("On to the")
    expect(tablet.page.locator("#bar .phase")).to_contain_text("Reaction")
    expect(tablet.moment.locator("form.actions")).to_be_visible()  # Who acts for a player goes on with it.


@soak.HANDS
def test_the_phones_way_back_takes_the_keys_off_the_tablet(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "berserk")
    phone = open_page(PHONE, table.join("zombie").removeprefix(server))
    expect(phone.locator("#moment form.actions")).to_be_visible()
    tablet = Device(open_page(TABLET, table.join("table").removeprefix(server)))
    goes_away(phone, server, tablet.moment.locator("summary", has_text=ACT))
    phone.goto(table.join("zombie"))
    expect(tablet.moment).to_contain_text(WAITS)
    expect(tablet.moment.locator("summary", has_text=ACT)).to_have_count(0)


@soak.HANDS
def test_a_phone_that_goes_away_takes_the_focus_nowhere(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "berserk")
    phone = open_page(PHONE, table.join("zombie").removeprefix(server))
    expect(phone.locator("#moment form.actions")).to_be_visible()
    tablet = Device(open_page(TABLET, table.join("table").removeprefix(server)))
    expect(tablet.moment).to_contain_text(WAITS)
    tablet.page.evaluate("document.activeElement.blur()")
    goes_away(phone, server, tablet.moment.locator("summary", has_text=ACT))
    assert tablet.page.evaluate("document.activeElement === document.body")


def test_the_tablet_keeps_the_keys_where_no_phone_ever_joined(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "berserk")
    tablet = Device(open_page(TABLET, table.join("table").removeprefix(server)))
    expect(tablet.key("On to the")).to_be_visible()
    expect(tablet.moment).not_to_contain_text(WAITS)
