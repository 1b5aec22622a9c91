"""The odds of winning: switched on, asked, watched, stopped, answered, and out of date."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from unittest import mock

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import at_sizes
from tests.browser.test_solitaire import start, steps
from tools.served import serving

GAMES = 4
MANY = 1000
SO_FAR = re.compile("so far|of the first|The first game was")
"""What the games tell before they have all ended: of a share, or of the first few, which may all be lost."""
_ANSWERED_MS = 180_000
"""So long the answer may take: the processes that play give way to everything else on the machine."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server where few games are played on; gives its address."""
    with (
        mock.patch.dict(os.environ, {"REFEREE_CHANCES_GAMES": str(GAMES)}),
        serving(tmp_path_factory.mktemp("chances")) as url,
    ):
        yield url


def chances(page: Page) -> Locator:
    """Return the panel."""
    return page.locator("#chances")


def key(page: Page, words: str) -> Locator:
    """Return a key of the panel."""
    return chances(page).get_by_role("button", name=words)


def switched_on(open_page: OpenPage, size: tuple[int, int]) -> Device:
    """Return a solitaire table in play, its panel switched on."""
    device = start(open_page(size), "alone")
    expect(key(device.page, "What are our odds?")).to_have_count(0)
    key(device.page, "Odds of winning: not shown").click()
    expect(key(device.page, "What are our odds?")).to_be_visible()
    return device


@at_sizes(TABLET, soaked=(PHONE,))
def test_15_0_asked_answered_and_overtaken_by_the_next_action(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    """By keyboard: the answer appears and is read out, the focus stays, and a move makes it old."""
    device = switched_on(open_page, size)
    page = device.page
    page.reload()
    key(page, "What are our odds?").focus()
    page.keyboard.press("Enter")
    status = chances(page).get_by_role("status")
    expect(status).to_contain_text(f"{GAMES} games won with simple players", timeout=_ANSWERED_MS)
    expect(status.locator(".share")).to_contain_text("in 100")
    expect(chances(page).get_by_role("progressbar")).to_have_count(0)
    expect(page.locator("#chances-poll")).to_have_count(0)
    expect(key(page, "Ask again")).to_be_focused()
    expect(chances(page)).not_to_contain_text("earlier")
    device.press("Move ")
    expect(chances(page)).to_contain_text("earlier")
    expect(chances(page)).to_contain_text("This was for Game-Turn 1, Human Player-Turn.")
    expect(key(page, "What are our odds now?")).to_be_visible()
    key(page, "Odds of winning: shown").click()
    expect(key(page, "Odds of winning: not shown")).to_be_visible()
    expect(status).to_have_count(0)


@at_sizes(PHONE, soaked=(TABLET,))
def test_watched_and_stopped_while_the_table_plays_on(open_page: OpenPage, size: tuple[int, int]) -> None:
    """A thousand games are asked for; the bar grows, moves are made meanwhile, and it ends at one tap."""
    device = switched_on(open_page, size)
    page = device.page
    asked = page.request.post(f"/api/tables/{page.url.rsplit('/', 1)[1]}/chances", data={"games": MANY})
    assert asked.status == 202
    page.reload()
    bar = chances(page).get_by_role("progressbar", name="Games played")
    expect(bar).to_have_attribute("max", str(MANY))
    expect(bar).not_to_have_attribute("value", "0", timeout=_ANSWERED_MS)
    expect(chances(page)).to_contain_text(SO_FAR)
    device.press("Move ")
    expect(chances(page)).to_contain_text("earlier")
    device.changes(steps(device).first)
    key(page, "Stop").click()
    expect(chances(page).get_by_role("status")).to_contain_text("Stopped early")
    expect(bar).to_have_count(0)
    expect(key(page, "What are our odds now?")).to_be_visible()
