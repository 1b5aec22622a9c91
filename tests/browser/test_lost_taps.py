"""A tap while the server is away is tried again when it is back, or said to be lost; and never done twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage
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
    page = open_page(PHONE)
    page.clock.install()
    page.goto(table.join("human"))
    page.wait_for_function("() => view.ready && live.source.readyState === EventSource.OPEN")
    yield page
    page.context.set_offline(False)


def step(page: Page) -> None:
    """Press the key of a step."""
    page.locator("#moment .actions button[name=action]").first.click()


def version(table: ApiTable) -> int:
    return int(table.view()["version"])


def test_a_step_pressed_while_cut_off_is_done_once_when_the_table_is_back(
    page: Page, table: ApiTable
) -> None:
    before = version(table)
    page.context.set_offline(True)
    step(page)
    expect(page.locator("#cutoff")).to_contain_text("Your tap will be sent again")
    assert version(table) == before
    page.context.set_offline(False)
    expect(page.locator("#moment")).to_have_attribute("data-version", str(before + 1))
    expect(page.locator("#cutoff")).to_be_hidden()
    assert version(table) == before + 1


def test_a_step_whose_answer_was_lost_is_not_done_twice(page: Page, table: ApiTable) -> None:
    """The table already has it: the second try is out of date and shows what the first one did."""
    before = version(table)
    tries: list[str] = []

    def answer(route: Route) -> None:
        tries.append(route.request.post_data or "")
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


def test_a_tap_that_is_never_answered_is_said_to_be_lost(page: Page, table: ApiTable) -> None:
    before = version(table)
    page.context.set_offline(True)
    step(page)
    expect(page.locator("#cutoff")).to_contain_text("Your tap will be sent again")
    page.clock.fast_forward(TOO_LONG)
    expect(page.locator("#ruling")).to_contain_text("Tap lost")
    page.context.set_offline(False)
    page.locator('polygon.square[data-square="098"]').dispatch_event("click")
    expect(page.locator("#moment")).to_have_attribute("data-square", "098")
    assert version(table) == before


def test_what_could_be_done_twice_is_said_to_be_lost_at_once(page: Page) -> None:
    """A switch turned twice stands as before."""
    page.context.set_offline(True)
    page.locator("#ways button", has_text="Dice").click()
    expect(page.locator("#ruling")).to_contain_text("Tap lost")
    page.context.set_offline(False)
    page.clock.fast_forward(TOO_LONG)
    expect(page.locator("#cutoff")).to_be_hidden()
    expect(page.locator("#ways")).to_contain_text("the referee rolls")
