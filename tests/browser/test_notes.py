"""Private notes in a sheet: saved while typed, kept through reload and cut, shown to their seat only."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from referee.tables.notes import LONGEST
from tests import soak
from tests.browser.conftest import PHONE, OpenPage
from tools.api_table import ApiTable

TRIES_AGAIN = 3000
"""Milliseconds after which notes that could not be saved are sent again."""


def opened(page: Page) -> None:
    page.get_by_role("link", name="My notes").click()
    expect(page.locator("#notes-text")).to_be_focused()


def test_notes_are_saved_as_typed_and_seen_by_their_seat_alone(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    page = open_page(PHONE, table.join("zombie"))
    opened(page)
    page.keyboard.type("Wait at the fountain.")
    expect(page.locator("#notes-state")).to_have_text("Saved.")
    page.reload()
    opened(page)
    expect(page.locator("#notes-text")).to_have_value("Wait at the fountain.")
    page.go_back()
    expect(page.locator("#notes")).to_be_hidden()
    other = open_page(PHONE, table.join("human"))
    opened(other)
    expect(other.locator("#notes-text")).to_have_value("")


@soak.HANDS
def test_what_two_devices_of_a_seat_write_at_once_both_stays(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    phone, second = (open_page(PHONE, table.join("human")) for _ in range(2))
    for page in (phone, second):
        opened(page)
    phone.keyboard.type("Doors first.")
    expect(phone.locator("#notes-state")).to_have_text("Saved.")
    second.keyboard.type("Then the guns")
    expect(second.locator("#notes-state")).to_contain_text("below what your other device wrote")
    expect(second.locator("#notes-text")).to_have_value("Doors first.\nThen the guns")
    second.keyboard.type(" upstairs.")
    expect(second.locator("#notes-state")).to_have_text("Saved.")
    phone.reload()
    opened(phone)
    expect(phone.locator("#notes-text")).to_have_value("Doors first.\nThen the guns upstairs.")


@soak.HANDS
def test_what_could_not_be_saved_yet_is_said_and_saved_later(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    page = open_page(PHONE, table.join("human"))
    opened(page)
    page.context.set_offline(True)
    page.keyboard.type("Doors first.")
    expect(page.locator("#notes-state")).to_contain_text("Not saved yet")
    page.context.set_offline(False)
    expect(page.locator("#notes-state")).to_have_text("Saved.")
    page.reload()
    opened(page)
    expect(page.locator("#notes-text")).to_have_value("Doors first.")


@soak.HANDS
def test_what_is_typed_while_answers_are_lost_stands_there_once(open_page: OpenPage, server: str) -> None:
    """Each save that the table had carried out came again below the one before."""
    page = open_page(PHONE, alone=True)
    page.clock.install()
    page.goto(ApiTable.at(server, "moving").join("human"))
    opened(page)

    def lost(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            return route.abort()
        return route.continue_()

    page.route("**/notes", lost)
    for more in ("hello", " wor", "ld"):
        with page.expect_event("requestfailed"):
            page.keyboard.type(more)
        expect(page.locator("#notes-state")).to_contain_text("Not saved yet")
    page.unroute("**/notes")
    page.clock.fast_forward(TRIES_AGAIN)
    expect(page.locator("#notes-state")).to_have_text("Saved.")
    page.reload()
    opened(page)
    expect(page.locator("#notes-text")).to_have_value("hello world")


@soak.HANDS
def test_notes_of_two_devices_that_are_too_long_together_are_said_to_be_so(
    open_page: OpenPage, server: str
) -> None:
    """The table answered, so nothing waits for the network: shorter words are saved at once."""
    table = ApiTable.at(server, "moving")
    phone, second = (open_page(PHONE, table.join("human")) for _ in range(2))
    for page in (phone, second):
        opened(page)
    phone.locator("#notes-text").fill("a" * (LONGEST - 10))
    expect(phone.locator("#notes-state")).to_have_text("Saved.")
    second.locator("#notes-text").fill("Then the guns upstairs.")
    expect(second.locator("#notes-state")).to_have_text(
        "Too long to save. Together with what your other device wrote, it has more than 8,000 characters. "
        "Shorten it here."
    )
    second.locator("#notes-text").fill("Guns.")
    expect(second.locator("#notes-state")).to_contain_text("below what your other device wrote")
