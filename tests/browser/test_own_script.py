"""A script of a game from another package, as the guide shows it: it imports the frame's modules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.example_game import ID, ROOT, install
from tools.served import serving

GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def shown(kind: str) -> str:
    """Return the only block of a kind in the guide."""
    (block,) = re.findall(rf"^```{kind}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    return str(block)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server with the game of the guide and the script of the guide in it."""
    folder: Path = tmp_path_factory.mktemp("own")
    package = install(folder / "site") / "pure_strategy"
    (package / "static").mkdir()
    (package / "static" / "board.js").write_text(shown("js"))
    (package / "templates" / ID / "table.html").write_text(shown("jinja"))
    game = (package / "game.py").read_text()
    plain = 'Screens("pure-strategy/moment.html", "Round", introduction=Introduction(LINE))'
    assert plain in game
    (package / "game.py").write_text(game.replace(plain, f'{plain[:-1]}, page="{ID}/table.html")'))
    with serving(folder, folder / "site") as url:
        yield url


@soak.HANDS
def test_it_runs_on_the_page_and_after_each_swap(open_page: OpenPage) -> None:
    tablet = open_page(TABLET)
    tablet.locator(".game a", has_text="Pure Strategy").click()
    tablet.get_by_role("button", name="Start the table").click()
    expect(tablet.locator(".facts")).to_have_attribute("data-version", "0")
    door = tablet.locator("a.qr", has=tablet.locator('img[alt*="Player A"]')).first
    phone = open_page(PHONE)
    phone.goto(str(door.get_attribute("href")).partition("?")[0])
    phone.locator("#moment").get_by_role("button", name="Bid 3").click()
    for page in (phone, tablet):
        expect(page.locator("#moment")).to_contain_text("has chosen")
        version = str(Device(page).version)
        assert version != "0"
        expect(page.locator(".facts")).to_have_attribute("data-version", version)
