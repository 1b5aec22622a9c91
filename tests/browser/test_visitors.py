"""Seats that come, leave and come back, on the screens of all who are there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.test_accessibility import faults
from tests.referee.any_table import AnyTable
from tests.referee.visitors import bid, come, installed, leave


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyTable]:
    """Give a table of three with a game master."""
    with installed(monkeypatch):
        made = AnyTable(tmp_path, options={"system": "visitors", "master": True})
        yield made
        made.tables.close()


@pytest.fixture
def server(table: AnyTable) -> Iterator[str]:
    """Serve the table from this process."""
    serving = make_server("127.0.0.1", 0, table.app, threaded=True)
    thread = threading.Thread(target=serving.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{serving.server_port}"
    table.tables.events.close()
    serving.shutdown()
    thread.join()


def sits(page: Page, table: AnyTable, server: str, seat: str) -> Page:
    """Let a device take a seat by its link, and wait until it hears of the table."""
    page.goto(f"{server}/join/{table.tokens[seat]}")
    expect(page.locator(f'[data-presence="{seat}"]')).to_have_class("here")
    return page


def test_who_leaves_looks_on_and_who_comes_back_plays_on(
    open_page: OpenPage, table: AnyTable, server: str
) -> None:
    tablet = sits(open_page(TABLET), table, server, "table")
    two = sits(open_page(PHONE), table, server, "p2")
    three = sits(open_page(PHONE, dark=False), table, server, "p3")

    table.do("table", come("p4"))
    expect(tablet.locator('#seats img[alt*="Player 4"]')).to_have_count(1)
    expect(three.locator("#seats")).to_contain_text("Player 4")

    table.do("table", leave("p2"))
    expect(two.locator("#left")).to_contain_text("Player 2 has left the game.")
    expect(three.locator("#seats li", has_text="Player 2")).to_contain_text("has left")
    assert [faults(page) for page in (tablet, two, three)] == [[], [], []]
    table.do("p1", bid("p1", 1))
    expect(two.locator("#moment")).to_contain_text("p1 has bid.")

    table.do("table", come("p2"))
    expect(two.locator("#left")).to_have_count(0)
    two.locator("#moment").get_by_role("button", name="2", exact=True).click()
    expect(three.locator("#moment")).to_contain_text("p2 has bid.")
    expect(three.locator('[data-presence="p2"]')).to_have_class("here")
