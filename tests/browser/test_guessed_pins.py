"""Somebody on the network guesses PINs: the tablet says so at once, and the players join as before (#11)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from referee.tables.seats.pins import FREE_TRIES
from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.at_table import joining_path, start
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.served import serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server for this file alone: guesses count for a network, and all tests are one network."""
    with serving(tmp_path_factory.mktemp("server")) as url:
        yield url


def test_the_tablet_tells_that_somebody_guesses_pins(open_page: OpenPage) -> None:
    tablet, stranger, phone = open_page(TABLET), open_page(PHONE), open_page(PHONE)
    start(tablet)
    code = tablet.locator("#seats .pin").first.inner_text()
    expect(tablet.locator("#seats")).not_to_contain_text("wrong PINs")
    guess = {"code": code, "pin": "none", "seat": "zombie"}
    for _ in range(FREE_TRIES):
        assert stranger.request.post("/api/join", data=guess).status == 401
    expect(tablet.locator("#seats")).to_contain_text(
        f"Somebody has typed {FREE_TRIES} wrong PINs for this table."
    )
    assert small_targets(tablet) == []
    assert cut_off(tablet) == []
    stranger.goto("/#join")
    waits = stranger.request.post("/api/join", data=guess)
    assert (waits.status, "Wait" in waits.text()) == (429, True)
    phone.goto(joining_path(tablet, "Zombie player"))
    expect(phone.locator("#moment")).to_be_visible()
