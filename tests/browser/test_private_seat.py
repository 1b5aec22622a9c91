"""A private seat on two phones: taken once by its code, then shared with the first phone's consent (#8)."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from referee.events import LONG_AWAY_SECONDS
from tests import soak
from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.at_table import Device, goes_away, joining_path
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.hands import Size, at_sizes
from tools.api_table import ApiTable
from tools.served import skip
from tools.tour import EMPTY

CODE = '#seats img[alt*="join as Zombie player"]'


def well_made(page: Page) -> None:
    """Check that nothing is too small to tap or cut off."""
    assert small_targets(page) == []
    assert cut_off(page) == []


def scanned(tablet: Page, phone: Page, name: str = "") -> None:
    """Scan the zombie player's code with a phone, and say a name."""
    phone.goto(joining_path(tablet, "Zombie player") + "?ask=name")
    phone.get_by_label("Your name").fill(name)
    well_made(phone)
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator("#moment")).to_be_visible()


def devices(open_page: OpenPage, server: str, *sizes: Size) -> list[Page]:
    """Return the tablet of a new table, and devices of these sizes that have not come to it yet."""
    table = ApiTable.new(server, {"system": "dawn-of-the-dead"})
    tablet = open_page(TABLET, table.join("table"))
    return [tablet, *(open_page(size, EMPTY) for size in sizes)]


def second_asks(open_page: OpenPage, server: str, size: Size) -> tuple[Page, Page]:
    """Have a first device join as the zombie player, and a second one ask it to be let in; return both."""
    tablet, first, second = devices(open_page, server, size, PHONE)
    path = joining_path(tablet, "Zombie player")
    scanned(tablet, first)
    second.goto(path)
    second.get_by_role("button", name="Ask to be let in").click()
    return first, second


@at_sizes(PHONE, soaked=(LANDSCAPE, TABLET))
def test_a_second_phone_waits_for_the_first_ones_say(open_page: OpenPage, server: str, size: Size) -> None:
    tablet, first, second = devices(open_page, server, size, size)
    path = joining_path(tablet, "Zombie player")
    scanned(tablet, first, "Ann")
    expect(tablet.locator(CODE)).to_have_count(0)
    expect(tablet.locator("#seats")).to_contain_text("Ann (zombies)")
    second.goto(path)
    expect(second.locator("h1")).to_have_text("This seat is taken")
    well_made(second)
    second.get_by_role("button", name="Ask to be let in").click()
    expect(second.locator("h1")).to_have_text("Waiting to be let in")
    well_made(second)
    expect(first.locator("#arrival")).to_contain_text("Another device wants to join as Ann (zombies)")
    expect(first.get_by_role("button", name="Let it in")).to_be_in_viewport(ratio=1)
    well_made(first)
    expect(tablet.locator("#arrival")).to_contain_text("Another device wants to join as Ann (zombies)")
    expect(tablet.get_by_role("button", name="Let the new device in")).to_be_hidden()
    first.get_by_role("button", name="Let it in").click()
    expect(second.locator("#moment")).to_be_visible()
    expect(second.locator("#seats")).to_contain_text("Ann (zombies) (this screen)")
    for page in (tablet, first, second):
        expect(page.locator("#log")).to_contain_text("Ann (zombies) let another device in.")


@soak.HANDS
@at_sizes(LANDSCAPE, PHONE, TABLET)
def test_a_device_that_is_sent_away_is_told_so_and_the_others_in_one_line(
    open_page: OpenPage, server: str, size: Size
) -> None:
    """It does not wait for a connection that is not lost, and keeps no secrets on its screen."""
    first, second = second_asks(open_page, server, size)
    first.get_by_role("button", name="Let it in").click()
    expect(second.locator("#moment")).to_be_visible()
    expect(first.locator("#seats h3")).to_have_text("Devices at your seat")
    well_made(first)
    first.get_by_role("button", name="Send away: Device 2").click()
    expect(second.locator("body")).to_contain_text("This device has no seat at table")
    expect(second.locator("#moment")).to_have_count(0)
    news = first.locator("#arrival p")
    expect(news).to_have_text("The zombie player sent a device away.")
    lines = news.evaluate(
        "p => { const range = document.createRange(); range.selectNodeContents(p);"
        " return new Set([...range.getClientRects()].map((r) => r.top)).size; }"
    )
    assert lines == 1
    well_made(first)


@soak.HANDS
def test_the_first_phone_says_no(open_page: OpenPage, server: str) -> None:
    first, second = second_asks(open_page, server, PHONE)
    first.locator("#arrival").get_by_role("button", name="No").click()
    expect(second.locator("h1")).to_have_text("The answer was no")
    well_made(second)


@soak.HANDS
def test_while_the_first_phone_is_gone_the_others_agree_on_the_tablet(
    open_page: OpenPage, server: str
) -> None:
    tablet, first, second = devices(open_page, server, PHONE, PHONE)
    path = joining_path(tablet, "Zombie player")
    scanned(tablet, first)
    second.goto(path)
    second.get_by_role("button", name="Ask to be let in").click()
    fold = tablet.locator("#arrival details")
    goes_away(first, server, fold)
    fold.locator("summary").click()
    expect(fold).to_contain_text(f"away for {LONG_AWAY_SECONDS:.0f} seconds")
    well_made(tablet)
    let_in = tablet.get_by_role("button", name="Let the new device in")
    let_in.click()
    expect(tablet.locator("#ruling")).to_contain_text("may be asleep")
    well_made(tablet)
    skip(server, LONG_AWAY_SECONDS)
    if not let_in.is_visible():
        fold.locator("summary").click()
    let_in.click()
    expect(second.locator("#moment")).to_be_visible()
    expect(tablet.locator("#log")).to_contain_text("by agreement at the tablet")
    for page in (tablet, second):
        expect(page.locator("#arrival")).to_contain_text("let in on the tablet")
    expect(second.get_by_role("button", name="Send it away")).to_have_count(0)


def test_a_shared_seat_is_joined_again_behind_a_key(open_page: OpenPage, server: str) -> None:
    tablet, phone = devices(open_page, server, PHONE)
    path = joining_path(tablet, "Human player")
    phone.goto(path)
    code = tablet.locator('img[alt*="join as Human player"]')
    expect(tablet.locator("#seats").locator(code)).to_have_count(0)
    expect(code).to_be_hidden()
    tablet.locator("summary", has_text="Join with another device").click()
    expect(code).to_be_visible()
    assert joining_path(tablet, "Human player") == path


@soak.HANDS
@at_sizes(TABLET, PHONE, LANDSCAPE)
def test_who_looks_on_sees_the_table_and_has_no_keys(open_page: OpenPage, server: str, size: Size) -> None:
    tablet, guest = devices(open_page, server, size)
    tablet.locator("summary", has_text="Let somebody watch").click()
    expect(tablet.locator('img[alt*="watch"]')).to_be_visible()
    guest.goto(joining_path(tablet, "watch"))
    expect(guest.locator("#moment")).to_contain_text("Waiting for the zombie player")
    expect(guest.locator("main form[method=post]")).to_have_count(0)
    well_made(guest)
    phone = Device(open_page(PHONE, joining_path(tablet, "Zombie player")))
    expect(guest.locator('[data-presence="zombie"]')).to_have_class("here")
    for square in ("030", "069", "156", "180", "201"):
        phone.page.locator(f'#place-hidden label:has(input[value="{square}"])').click()
    phone.press("Hide the zombies")
    expect(guest.locator("#bar")).to_contain_text("Set-up: characters")


def test_a_name_is_changed_at_the_table_and_shown_on_every_screen(open_page: OpenPage, server: str) -> None:
    tablet, phone = devices(open_page, server, PHONE)
    scanned(tablet, phone, "Ann")
    phone.get_by_label("Your name").fill("Ann & <b>Bob</b>")
    phone.locator("#naming").get_by_role("button", name="Save").click()
    for page in (tablet, phone):
        expect(page.locator("#seats")).to_contain_text("Ann & <b>Bob</b> (zombies)")
    tablet.locator("summary", has_text="Player names").click()
    tablet.get_by_label("Human player").fill("Ben")
    tablet.get_by_role("button", name="Save the name: Human player").click()
    expect(phone.locator("#seats")).to_contain_text("Ben (characters)")
    well_made(tablet)
