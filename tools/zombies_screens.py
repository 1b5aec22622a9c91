"""The moments of a game of ZoMbIeS! for `make screens`: set-up, the dead, a fight, sheets, the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from playwright.sync_api import Page

from tools.api_table import ApiTable

Act = Callable[[Page], None]
Moment = tuple[ApiTable, str, str, str, Act | None, Mapping[str, str]]
"""A table, the name of a picture, the seat, the page of the table, what a person does, what is kept."""
TYPED = {"dice": "typed"}


def _at(server: str, state: str) -> ApiTable:
    return ApiTable.at(server, state, "zombies-surviving")


def moments(server: str) -> Iterator[Moment]:
    """Yield each moment with its picture's name."""
    table = _at(server, "zombies_characters")
    yield table, "zombies-set-up-tablet", "table", "", None, {}
    yield table, "zombies-set-up", "p1", "", None, {}
    yield table, "zombies-builder", "p1", "", _make, {}
    table = _at(server, "zombies_first_turn")
    yield table, "zombies-first-turn", "p2", "", None, {}
    table = _at(server, "zombies_menace")
    yield table, "zombies-menace", "table", "", None, {}
    yield table, "zombies-menace-phone", "p3", "", None, {}
    table = _at(server, "zombies_crowd")
    yield table, "zombies-crowd-tablet", "table", "", None, {}
    yield table, "zombies-crowd", "p2", "", None, {}
    table = _at(server, "zombies_fight")
    yield table, "zombies-fight-tablet", "table", "", None, {}
    yield table, "zombies-fight", "p1", "", None, {}
    yield table, "zombies-sheet", "p1", "/characters", None, {}
    yield table, "zombies-shot", "p1", "", _shoot, TYPED
    table = _at(server, "zombies_over")
    yield table, "zombies-over", "table", "", None, {}
    yield table, "zombies-report", "table", "/report", None, {}


def _make(page: Page) -> None:
    """Begin a character of one's own that is too dear."""
    page.locator("summary", has_text="Make one of your own").click()
    page.locator("summary", has_text="Traits that help").click()
    page.locator("label.key", has=page.get_by_text("Fast", exact=True)).click()
    page.locator("summary", has_text="Traits that help").scroll_into_view_if_needed()


def _shoot(page: Page) -> None:
    """Shoot at the nearest zombie as far as its score, unless it was done at an earlier size."""
    die = page.locator(".progress .score")
    if not die.count():
        card = page.get_by_role("region", name="Ana")
        card.locator("summary", has_text="Snap shot: pistol").click()
        card.get_by_role("button", name="Shuffler 1", exact=True).click()
        page.locator(".progress").get_by_role("button", name="No", exact=True).click()
    die.first.wait_for()
