"""A tap while the server is away is tried again when it is back, or said to be lost; and never done twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from referee.games.dawn_of_the_dead.pages.game_log import TOO_LATE
from tests import soak
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.hands import listening
from tools.api_table import ApiTable

TOO_LONG = 45_000
"""Milliseconds after which a tap is given up."""


@pytest.fixture
def table(server: str) -> ApiTable:
    """Give a table in the middle of a move."""
    return ApiTable.at(server, "moving")


@pytest.fixture
def page(open_page: OpenPage, table: ApiTable) -> Iterator[Page]:
    """Give the human player's phone."""
    page = open_page(PHONE, alone=True)
    page.clock.install()
    page.goto(table.join("human"))
    listening(page)
    yield page
    page.context.set_offline(False)


def step(page: Page) -> None:
    """Press the key of a step."""
    page.locator("#moment .actions button[name=action]").first.click()


def version(table: ApiTable) -> int:
    return int(table.view()["version"])


@soak.HANDS
def test_a_step_pressed_while_cut_off_is_done_once_when_the_table_is_back(
    page: Page, table: ApiTable
) -> None:
    before = version(table)
    page.context.set_offline(True)
    step(page)
    expect(page.locator("#cutoff")).to_contain_text("Your tap will go through")
    assert version(table) == before
    page.context.set_offline(False)
    expect(page.locator("#moment")).to_have_attribute("data-version", str(before + 1))
    expect(page.locator("#cutoff")).to_be_hidden()
    assert version(table) == before + 1


def test_a_step_whose_answer_was_lost_is_not_done_twice(page: Page, table: ApiTable) -> None:
    """The table already has it: the second try has the same key and is answered as the first one was."""
    before = version(table)
    tries: list[str] = []
    keys: list[str] = []

    def answer(route: Route) -> None:
        tries.append(route.request.post_data or "")
        keys.append(route.request.headers["idempotency-key"])
        if len(tries) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/do", answer)
    with page.expect_response("**/do"):
        step(page)
        page.clock.fast_forward(2000)
    expect(page.locator("#moment")).to_have_attribute("data-version", str(before + 1))
    assert tries[1:] == tries[:1]
    assert version(table) == before + 1
    assert len(keys) == 2
    assert len(set(keys)) == 1
    expect(page.locator("#ruling")).not_to_contain_text(TOO_LATE)
    step(page)
    expect(page.locator("#moment")).to_have_attribute("data-version", str(before + 2))
    assert len(set(keys)) == 2


@soak.HANDS
def test_a_wish_to_take_back_is_sent_again_when_the_table_is_back(page: Page, table: ApiTable) -> None:
    """Its answers name the request and no version; a key lets them be sent again too."""
    table._ask("zombie", "undo", {"answer": "ask"})
    agree = page.locator("#moment button[value=agree], #agreement button[value=agree]").first
    expect(agree).to_be_visible()
    page.context.set_offline(True)
    agree.click()
    expect(page.locator("#cutoff")).to_contain_text("Your tap will go through")
    page.context.set_offline(False)
    expect(agree).to_be_hidden()
    assert table.view()["request"] is None


@soak.HANDS
def test_a_tap_that_is_never_answered_is_said_to_be_lost(page: Page, table: ApiTable) -> None:
    before = version(table)
    page.context.set_offline(True)
    step(page)
    expect(page.locator("#cutoff")).to_contain_text("Your tap will go through")
    page.clock.fast_forward(TOO_LONG)
    expect(page.locator("#ruling")).to_contain_text("Tap lost")
    page.context.set_offline(False)
    page.locator('polygon.square[data-square="098"]').dispatch_event("click")
    expect(page.locator("#moment")).to_have_attribute("data-square", "098")
    assert version(table) == before


@soak.HANDS
def test_what_could_be_done_twice_is_said_to_be_lost_at_once(page: Page) -> None:
    """A switch turned twice stands as before."""
    page.context.set_offline(True)
    page.locator("#ways button", has_text="Dice").click()
    expect(page.locator("#ruling")).to_contain_text("Tap lost")
    page.context.set_offline(False)
    page.clock.fast_forward(TOO_LONG)
    expect(page.locator("#cutoff")).to_be_hidden()
    expect(page.locator("#ways")).to_contain_text("the referee rolls")
