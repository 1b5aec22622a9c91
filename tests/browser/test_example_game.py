"""The game in examples/ in the browser: chosen on the front page, played to the end on two phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.test_accessibility import faults
from tests.example_game import ID, install
from tools.served import serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server that has the game installed beside it."""
    folder: Path = tmp_path_factory.mktemp("example")
    with serving(folder, install(folder / "site")) as url:
        yield url


def bid(page: Page, card: int) -> None:
    page.locator("#moment").get_by_role("button", name=f"Bid {card}").click()
    expect(page.locator("#moment")).not_to_contain_text(f"Bid {card}")


def both(a: Page, b: Page, one: int, two: int) -> None:
    """Bid on both phones, and wait until both show what came of it."""
    bid(a, one)
    bid(b, two)
    for page in (a, b):
        expect(page.locator("#moment")).to_contain_text(f"Player A bids {one}, player B {two}")


def test_two_phones_and_a_tablet_play_a_game_of_ones_own(open_page: OpenPage) -> None:
    tablet, a, b = open_page(TABLET), open_page(PHONE), open_page(PHONE, dark=False)
    tablet.locator(".game a", has_text="Pure Strategy").click()
    expect(tablet.locator(f'#start input[value="{ID}"]')).to_have_count(1)
    tablet.get_by_role("button", name="Start the table").click()
    expect(tablet.locator("#moment h1")).to_contain_text("Round 1")
    for page, name in ((a, "Player A"), (b, "Player B")):
        door = tablet.locator("a.qr", has=tablet.locator(f'img[alt*="{name}"]')).first
        page.goto(str(door.get_attribute("href")).partition("?")[0])
        expect(page.locator("#moment h2")).to_have_text("Your bid")
    assert [faults(page) for page in (tablet, a, b)] == [[], [], []]

    bid(a, 4)
    expect(a.locator("#moment h2")).to_have_text("Your bid: 4 lies face down")
    expect(a.locator("#moment h1")).to_contain_text("Waiting for Player B")
    for page in (tablet, b):
        expect(page.locator(".facts")).to_contain_text("has chosen")
        expect(page.locator("#moment")).not_to_contain_text("lies face down")
    a.get_by_role("button", name="Change to 2").click()
    expect(a.locator("#moment h2")).to_have_text("Your bid: 2 lies face down")
    bid(b, 1)
    for page in (tablet, a, b):
        expect(page.locator("#moment")).to_contain_text("Player A bids 2, player B 1: Player A takes 1.")

    a.get_by_role("button", name="Take back the last step").click()
    b.get_by_role("button", name="Agree", exact=True).click()
    for page in (tablet, a, b):
        expect(page.locator(".facts")).not_to_contain_text("Points 1")
    both(a, b, 2, 2)
    expect(tablet.locator("#moment")).to_contain_text("This round is about 3.")
    both(a, b, 1, 5)
    both(a, b, 5, 4)
    both(a, b, 4, 3)
    both(a, b, 3, 1)
    for page in (tablet, a, b):
        expect(page.locator("#moment h1")).to_contain_text("Over")
        expect(page.locator("#moment")).to_contain_text("Player A wins, 12 to 3.")
        expect(page.locator("#moment .ended h2")).to_have_text("Player A wins")
        expect(page.get_by_role("link", name="Play again")).to_be_visible()
    assert [faults(page) for page in (tablet, a, b)] == [[], [], []]

    a.get_by_role("link", name="Rules").click()
    expect(a.locator("#sheet-body")).to_contain_text("Bidding")
    tablet.get_by_role("link", name="The report of the game").click()
    expect(tablet.locator("#report ol li")).to_have_count(10)
    assert faults(tablet) == []
    tablet.goto("/")
    expect(tablet.locator("#tables")).to_contain_text("Pure Strategy")
