"""The rulebook with no network, and the app on a device's own screen."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from referee.games import registry
from referee.pages.rulebook.offline import KEPT_FILES
from tests.browser.at_table import start
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable
from tools.served import serving

CUTS_OFF = True

KEPT = """async () => {
  await navigator.serviceWorker.ready;
  let kept = 0;
  for (const name of await caches.keys())
    kept += (await (await caches.open(name)).keys()).filter((r) => r.url.includes("/rules/")).length;
  return kept;
}"""
PAGES = sum(2 * (1 + len(game.rulebook().cases)) for game in registry.games().values())
"""Each case and the index of every game, alone and as a sheet over another screen."""


def wait_until_kept(page: Page) -> None:
    """Wait until the whole rulebook is kept on the device."""
    for _ in range(150):
        if page.evaluate(KEPT) == PAGES:
            return
        page.wait_for_timeout(200)
    pytest.fail(f"{page.evaluate(KEPT)} of {PAGES} pages are kept.")


def test_the_rulebook_is_read_with_no_network(server: str, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(f"{server}/rules/dawn-of-the-dead/6.4")
    wait_until_kept(page)
    page.context.set_offline(True)
    page.goto(f"{server}/rules/dawn-of-the-dead/10.4")
    expect(page.locator("h1").first).to_contain_text("10.4")
    page.goto(f"{server}/rules/dawn-of-the-dead")
    expect(page.get_by_role("link", name="Shooting").first).to_be_visible()


@pytest.mark.parametrize("size", [pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone")])
def test_the_rules_open_over_a_game_that_is_cut_off(
    server: str, open_page: OpenPage, size: tuple[int, int]
) -> None:
    """8.8: the sheet still walks on, a marked chart opens without its mark, the search says it is off."""
    page = open_page(size)
    page.goto(ApiTable.at(server, "human").join("table"))
    wait_until_kept(page)
    page.context.set_offline(True)
    page.get_by_role("link", name="Rules", exact=True).first.click()
    sheet = page.locator("#sheet")
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
    page.goto(f"{server}/rules/dawn-of-the-dead/8.8?row=7&column=3-4")
    expect(page.get_by_role("table")).to_be_visible()
    expect(page.locator(".rolled")).to_have_count(0)


def test_the_rules_open_while_the_referee_sleeps(open_page: OpenPage, tmp_path: Path) -> None:
    """Its device is reached and says nothing, so that no request ever fails."""
    page = open_page(PHONE)
    with serving(tmp_path) as url:
        page.goto(f"{url}/rules/dawn-of-the-dead/6.4")
        wait_until_kept(page)
    with socket.create_server(("127.0.0.1", urlsplit(url).port or 0)):
        page.goto(f"{url}/rules/dawn-of-the-dead/10.4")
        expect(page.locator("h1").first).to_contain_text("10.4")


def test_a_rulebook_that_was_cut_off_half_way_is_kept_later(server: str, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(f"{server}/rules/dawn-of-the-dead/6.4")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.wait_for_timeout(500)
    assert page.evaluate(KEPT) < PAGES
    page.context.set_offline(False)
    page.reload()
    wait_until_kept(page)


def test_a_page_kept_before_an_update_has_its_files_with_no_network(server: str, open_page: OpenPage) -> None:
    """An update of a table's screen gives every file a new address; the kept pages name the old ones."""
    page = open_page(PHONE)
    page.goto(f"{server}/rules/dawn-of-the-dead/6.4")
    wait_until_kept(page)
    page.context.set_offline(True)
    answered = "name => fetch(`/static/0123456789abcdef/${name}`).then((answer) => answer.ok)"
    assert [page.evaluate(answered, name) for name in KEPT_FILES] == [True] * len(KEPT_FILES)


def test_nothing_of_a_table_is_kept(server: str, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    page.goto(server)
    page.get_by_role("button", name="Start a table").click()
    page.wait_for_url("**/t/*")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    kept = page.evaluate(
        """async () => {
          const urls = [];
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys())
              urls.push(new URL(request.url).pathname);
          return urls;
        }"""
    )
    assert kept
    assert all(path.startswith(("/rules/", "/static/")) for path in kept)


def test_a_table_that_cannot_be_reached_says_so_and_opens_by_itself_later(
    server: str, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    page.goto(ApiTable.at(server, "human").join("table"))
    table = page.url
    wait_until_kept(page)
    page.context.set_offline(True)
    for address in (table, server):
        page.goto(address)
        expect(page.get_by_role("heading", name="No connection to the referee")).to_be_visible()
        expect(page.get_by_role("button", name="Start a table")).to_have_count(0)
    page.get_by_role("link", name="Rules of Dawn of the Dead").click()
    expect(page.locator("h1").first).to_contain_text("Rules")
    page.go_back()
    page.goto(table)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="No connection to the referee")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#moment")).to_be_visible(timeout=30_000)
    assert page.url == table


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


def test_a_phone_that_is_cut_off_says_so_wherever_its_player_reads(open_page: OpenPage) -> None:
    phone = open_page(PHONE)
    start(phone)
    phone.evaluate("scrollTo(0, 600)")
    phone.context.set_offline(True)
    phone.locator('polygon.square[data-square="009"]').dispatch_event("click")
    notice = phone.get_by_text("No connection to the table")
    expect(notice).to_be_in_viewport(ratio=1, timeout=30_000)
    phone.context.set_offline(False)
    expect(notice).to_be_hidden(timeout=30_000)


@pytest.mark.parametrize("system", ["dark", "light"])
def test_with_no_network_the_rules_keep_the_theme_chosen_on_this_device(
    server: str, open_page: OpenPage, system: Literal["dark", "light"]
) -> None:
    other = "light" if system == "dark" else "dark"
    page = open_page(PHONE)
    page.emulate_media(color_scheme=system)
    page.goto(f"{server}/rules/dawn-of-the-dead/6.4")
    wait_until_kept(page)
    page.locator("[data-theme-switch]").click()
    page.context.set_offline(True)
    page.goto(f"{server}/rules/dawn-of-the-dead/10.4")
    expect(page.locator("html")).to_have_attribute("data-theme", other)
