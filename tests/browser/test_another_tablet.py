"""A broken tablet ends nobody's evening: a phone at the table brings in another one."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from tests import soak
from tests.browser.at_table import Device, join, joining_path
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable

FOLD = "Open the table on another tablet"


def opened(phone: Device) -> Locator:
    """Open the fold under the seats, which was shut, and return it."""
    fold = phone.page.locator("#seats details", has_text=FOLD)
    expect(fold.locator("img")).to_be_hidden()
    fold.locator("summary").tap()
    expect(fold.locator("img")).to_be_visible()
    return fold


def goes_on(tablet: Device, phone: Device) -> None:
    """Check that the tablet has its seat, and that what is done on it reaches the phone."""
    expect(tablet.page.locator("#seats")).to_contain_text("Tablet (this screen)")
    tablet.press("Steve")
    phone.catches_up_with(tablet)


@soak.HANDS
@pytest.mark.parametrize(
    ("mode", "seat"),
    [("two-player", "zombie"), ("solitaire", "human"), ("cooperative", "fran")],
)
def test_a_phone_brings_another_tablet_to_the_table(
    open_page: OpenPage, server: str, mode: str, seat: str
) -> None:
    """By the code to scan, and, without a camera, by what is to be typed."""
    table = ApiTable.at(server, "human", mode=mode)
    gone = Device(open_page(TABLET, table.join("table")))
    phone = Device(open_page(PHONE, table.join(seat)))
    gone.page.goto("about:blank")
    fold = opened(phone)
    scanned = Device(open_page(TABLET, joining_path(phone.page, "Tablet")))
    goes_on(scanned, phone)
    address, (code, pin) = fold.locator("p > strong").inner_text(), fold.locator(".pin").all_inner_texts()
    scanned.page.goto("about:blank")
    typed = Device(open_page(TABLET, urlsplit(address).path))
    join(typed.page, code, pin, "table")
    expect(typed.page.locator("#seats")).to_contain_text("Tablet (this screen)")
    assert typed.version == phone.version


def test_the_human_players_phone_says_which_phone_can(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "human")
    phone = open_page(PHONE, table.join("human"))
    expect(phone.locator("#seats")).to_contain_text("The zombie player’s phone can open the table")
    expect(phone.locator("#seats a, #seats img")).to_have_count(0)


def test_a_finger_on_the_code_leaves_the_phone_its_seat(open_page: OpenPage, server: str) -> None:
    phone = Device(open_page(PHONE, ApiTable.at(server, "human").join("zombie")))
    opened(phone).locator("a.qr").tap()
    expect(phone.page.locator("h1")).to_have_text("Change seats?")
    phone.page.get_by_role("link", name="Stay: Zombie player").tap()
    expect(phone.page.locator("#seats")).to_contain_text("Zombie player (this screen)")
