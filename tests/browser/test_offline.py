"""The rulebook with no network, and the app on a device's own screen."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.games import registry
from referee.web.pages.rulebook import OFFLINE_FILES
from tests import soak
from tests.browser.at_table import start
from tests.browser.conftest import PHONE, TABLET, OpenPage, opening
from tools.api_table import ApiTable, hold
from tools.served import serving

RULES = "/rules/dawn-of-the-dead"
KEPT = """async () => {
  let kept = 0;
  for (const name of await caches.keys())
    kept += (await (await caches.open(name)).keys()).filter((r) => r.url.includes("/rules/")).length;
  return kept;
}"""
CASE_IS_KEPT = "case_ => caches.match(case_).then(Boolean)"
MISSED = 40
"""The last pages of the rulebook, which the network did not give."""
LOSE = """async (missed) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of (await cache.keys()).slice(-missed)) await cache.delete(request);
  }
}"""
CASES = [case for game in registry.games().values() for case in game.rulebook().cases]
CHARTS = sum(chart.dice is not None for case in CASES for chart in case.charts)
PAGES = 2 * (len(registry.games()) + len(CASES) + CHARTS)
"""The index of every game, each case and each chart to roll on, alone and as a sheet over another screen."""
BEGUN = """() => performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname)
  .filter((path) => path.endsWith(".js")).map((path) => path.split("/").pop())"""
PATIENCE_S = 120
"""How long a busy machine may take to serve the whole rulebook; a free one takes a few seconds."""


def wait_until_kept(page: Page, case: str = "") -> None:
    """Wait until the device keeps the whole rulebook, or a case of it."""
    until = time.monotonic() + PATIENCE_S
    while not (page.evaluate(CASE_IS_KEPT, case) if case else page.evaluate(KEPT) == PAGES):
        assert time.monotonic() < until, f"{page.evaluate(KEPT)} of {PAGES} pages are kept."
        page.wait_for_timeout(100)


@pytest.fixture(scope="module")
def device(request: pytest.FixtureRequest, browser: Browser, server: str) -> Iterator[Page]:
    """Give a page of a phone that keeps the whole rulebook; that takes seconds, so the tests share it."""
    with opening(request.session, browser, server) as open_page:
        page = open_page(PHONE, f"{RULES}/6.4", worker=True)
        wait_until_kept(page)
        yield page


@pytest.fixture
def kept(device: Page) -> Iterator[Page]:
    """Give a new page of this phone, at a case of the rules."""
    page = device.context.new_page()
    page.goto(f"{RULES}/6.4")
    yield page
    page.context.set_offline(False)
    page.close()
    device.context.clear_cookies(name="theme")


def at_table(page: Page, server: str) -> None:
    """Sit down at the tablet of a table where the characters move."""
    address = ApiTable.at(server, "human").join("table")
    hold(page.context, address)
    page.goto(address)


@soak.HANDS
def test_the_rulebook_is_read_with_no_network(kept: Page) -> None:
    kept.context.set_offline(True)
    kept.goto(f"{RULES}/10.4")
    expect(kept.locator("h1").first).to_contain_text("10.4")
    kept.goto(RULES)
    expect(kept.get_by_role("link", name="Shooting").first).to_be_visible()


@soak.HANDS
def test_a_kept_page_begins_each_script_once_with_no_network(kept: Page) -> None:
    """The worker answers with a file that it kept under another address: its imports must not follow that."""
    kept.context.set_offline(True)
    kept.goto(f"{RULES}/10.4")
    names = kept.evaluate(BEGUN)
    assert {"page.js", "dom.js", "theme.js"} <= set(names)
    assert len(names) == len(set(names))
    before = kept.locator("html").get_attribute("data-theme")
    kept.locator("[data-theme-switch]").click()
    expect(kept.locator("html")).not_to_have_attribute("data-theme", before or "none")


@soak.HANDS
@pytest.mark.parametrize("size", [pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone")])
def test_the_rules_open_over_a_game_that_is_cut_off(server: str, kept: Page, size: tuple[int, int]) -> None:
    """8.8: the sheet still walks on, a marked chart opens without its mark, the search says it is off."""
    kept.set_viewport_size({"width": size[0], "height": size[1]})
    at_table(kept, server)
    kept.context.set_offline(True)
    kept.get_by_role("link", name="Rules", exact=True).first.click()
    sheet = kept.locator("#sheet")
    sheet.get_by_role("link", name="Zombie Attack Table").click()
    expect(sheet.locator("h1")).to_contain_text("8.8")
    expect(sheet.get_by_role("table")).to_be_visible()
    expect(sheet.locator(".rolled")).to_have_count(0)
    find = sheet.get_by_label("Search the rules by number or words")
    find.fill("panic")
    expect(sheet.locator("#sheet-hits")).to_contain_text("The search needs the network")
    find.fill("")
    sheet.get_by_role("button", name="Back").click()
    expect(sheet.locator("h1")).to_contain_text("Rules of")
    kept.goto(f"{RULES}/8.8?row=7&column=3-4")
    expect(kept.get_by_role("table")).to_be_visible()
    expect(kept.locator(".rolled")).to_have_count(0)


@soak.HANDS
def test_the_rules_open_while_the_referee_sleeps(open_page: OpenPage, tmp_path: Path) -> None:
    """Its device is reached and says nothing, so that no request ever fails."""
    with serving(tmp_path) as url:
        page = open_page(PHONE, f"{url}{RULES}/6.4", worker=True)
        wait_until_kept(page, f"{RULES}/2.0")
    with socket.create_server(("127.0.0.1", urlsplit(url).port or 0)):
        page.goto(f"{url}{RULES}/2.0")
        expect(page.locator("h1").first).to_contain_text("2.0")


@soak.HANDS
def test_a_rulebook_that_was_cut_off_half_way_is_kept_later(kept: Page) -> None:
    kept.context.set_offline(True)
    kept.evaluate(LOSE, MISSED)
    kept.evaluate("navigator.serviceWorker.controller.postMessage('keep')")
    assert kept.evaluate(KEPT) == PAGES - MISSED
    kept.context.set_offline(False)
    kept.reload()
    wait_until_kept(kept)


@soak.HANDS
def test_a_page_kept_before_an_update_has_its_files_with_no_network(kept: Page) -> None:
    """An update of a table's screen gives every file a new address; the kept pages name the old ones."""
    kept.context.set_offline(True)
    answered = """names => Promise.all(names.map(async (name) =>
      (await fetch(`/static/0123456789abcdef/${name}`)).ok))"""
    assert kept.evaluate(answered, list(OFFLINE_FILES)) == [True] * len(OFFLINE_FILES)


def test_nothing_of_a_table_is_kept(kept: Page) -> None:
    start(kept)
    kept.reload()
    paths = kept.evaluate(
        """async () => {
          const urls = [];
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys())
              urls.push(new URL(request.url).pathname);
          return urls;
        }"""
    )
    assert paths
    assert all(path.startswith(("/rules", "/static/")) for path in paths)


def test_a_table_that_cannot_be_reached_says_so_and_opens_by_itself_later(server: str, kept: Page) -> None:
    at_table(kept, server)
    table = kept.url
    kept.context.set_offline(True)
    for address in (table, server):
        kept.goto(address)
        expect(kept.get_by_role("heading", name="No connection to the referee")).to_be_visible()
        expect(kept.get_by_role("heading", name="Start a table")).to_have_count(0)
    kept.get_by_role("link", name="Rules of Dawn of the Dead").click()
    expect(kept.locator("h1").first).to_contain_text("Rules")
    kept.go_back()
    kept.goto(table)
    kept.get_by_role("link", name="Try again").click()
    expect(kept.get_by_role("heading", name="No connection to the referee")).to_be_visible()
    kept.context.set_offline(False)
    expect(kept.locator("#moment")).to_be_visible(timeout=30_000)
    assert kept.url == table


def test_the_app_can_be_installed(server: str, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(server)
    manifest = page.evaluate(
        "() => fetch(document.querySelector('link[rel=manifest]').href).then((r) => r.json())"
    )
    assert manifest["display"] == "standalone"
    sizes = page.evaluate(
        """(icons) => Promise.all(icons.map(async (icon) => {
          const image = new Image();
          image.src = icon.src;
          await image.decode();
          return image.naturalWidth > 0;
        }))""",
        manifest["icons"],
    )
    assert sizes == [True, True, True]


@soak.HANDS
def test_a_phone_that_is_cut_off_says_so_wherever_its_player_reads(server: str, kept: Page) -> None:
    at_table(kept, server)
    kept.evaluate("scrollTo(0, 600)")
    kept.context.set_offline(True)
    kept.locator('polygon.square[data-square="009"]').dispatch_event("click")
    notice = kept.get_by_text("No connection to the table")
    expect(notice).to_be_in_viewport(ratio=1, timeout=30_000)
    kept.context.set_offline(False)
    expect(notice).to_be_hidden(timeout=30_000)


@soak.HANDS
@pytest.mark.parametrize("system", ["dark", "light"])
def test_with_no_network_the_rules_keep_the_theme_chosen_on_this_device(
    kept: Page, system: Literal["dark", "light"]
) -> None:
    kept.emulate_media(color_scheme=system)
    kept.locator("[data-theme-switch]").click()
    kept.context.set_offline(True)
    kept.goto(f"{RULES}/10.4")
    expect(kept.locator("html")).to_have_attribute("data-theme", "light" if system == "dark" else "dark")
