"""The moments of a BattleCON duel for `make screens`: joining, choosing, reveals, questions, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from tools.api_table import ApiTable

Act = Callable[[Page], None]
Moment = tuple[ApiTable, str, str, str, Act | None]
"""A table, the name of a picture, the seat, the page of the table, and what a person does there."""


REPLAYED = 8
"""The action in the picture of the replay: the reveal after a clash."""


def _at(server: str, state: str) -> ApiTable:
    return ApiTable.at(server, state, "battlecon")


def moments(server: str) -> Iterator[Moment]:
    """Yield each moment with its picture's name."""
    table = _at(server, "fighters")
    yield table, "duel-joining", "table", "", None
    yield table, "duel-fighters", "a", "", _second_fighter
    table = _at(server, "hand")
    yield table, "duel-hand", "a", "", _two_cards
    yield table, "duel-hand-tablet", "table", "", None
    yield table, "duel-empty-hand", "b", "", None
    table = _at(server, "chosen")
    yield table, "duel-chosen", "a", "", None
    yield table, "duel-waiting", "table", "", None
    table = _at(server, "ante")
    yield table, "duel-ante", "a", "", None
    yield table, "duel-ante-tablet", "table", "", None
    table = _at(server, "clash")
    yield table, "duel-clash", "a", "", _base
    yield table, "duel-clash-tablet", "table", "", None
    table = _at(server, "options")
    yield table, "duel-options", "a", "", None
    yield table, "duel-reveal", "table", "", None
    table = _at(server, "next_beat")
    yield table, "duel-next-beat", "table", "", None
    yield table, "duel-next-hand", "b", "", None
    table = _at(server, "cancel")
    yield table, "duel-cancel", "a", "", _last_cards
    yield table, "duel-cancel-tablet", "table", "", None
    table = _at(server, "duel_over")
    yield table, "duel-over", "table", "", None
    yield table, "duel-over-phone", "a", "", None
    yield table, "duel-report", "table", "/report", None
    yield table, "duel-replay", "table", f"/replay/{REPLAYED}", None
    table = _at(server, "trainer")
    yield table, "duel-trainer", "a", "?lesson=1", _lesson


def _second_fighter(page: Page) -> None:
    page.locator("label.candidate").nth(1).click()


def _two_cards(page: Page) -> None:
    page.locator(".styles label.pick").first.click()
    _base(page)


def _last_cards(page: Page) -> None:
    page.locator(".styles label.pick").last.click()
    page.locator(".bases label.pick").last.click()


def _base(page: Page) -> None:
    page.locator(".bases label.pick").first.click()
    expect(page.locator("button.commit:visible")).to_be_visible()


def _lesson(page: Page) -> None:
    page.locator(".lesson").scroll_into_view_if_needed()
