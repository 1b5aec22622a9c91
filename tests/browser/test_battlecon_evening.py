"""What the frame gives an evening of BattleCON: names, notes, clock, spectators, report, replay, rematch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import soak
from tests.browser.at_duel import do_all, sit_down, table_after
from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.kept_file import kept, opened_alone
from tests.browser.test_accessibility import faults
from tests.browser.test_battlecon import FIGHTERS, TO_THE_CLASH
from tools.api_table import ApiTable, send

OTHER_FORMS = "#moment form:not([action='/theme'])"
"""Whatever could be done at the table."""


def given_up(server: str) -> ApiTable:
    """Return a duel that Kallistar gave up in its first beat, with Ann and Ben at the phones."""
    table = table_after(server)
    for seat, name in (("a", "Ann"), ("b", "Ben")):
        send(f"{server}/api/tables/{table.code}/name", {"name": name}, table.tokens[seat])
    do_all(table, [*FIGHTERS, *TO_THE_CLASH, {"do": "concede", "seat": "b"}])
    return table


@pytest.fixture(scope="module")
def over(server: str) -> ApiTable:
    """Give such a duel to tests that change nothing about it."""
    return given_up(server)


def report(open_page: OpenPage, table: ApiTable) -> Page:
    """Return the report of a duel, on the phone of Ann."""
    page = sit_down(open_page, table, "a")["a"].page
    page.goto(f"/t/{table.code}/report")
    return page


@soak.HANDS
def test_players_have_names_notes_and_a_clock(open_page: OpenPage, server: str) -> None:
    table = table_after(server)
    seats = sit_down(open_page, table, ("table", "a"))
    a, tablet = seats["a"].page, seats["table"].page
    a.locator("#naming [name=name]").fill("Ann")
    a.locator("#naming button").click()
    expect(tablet.locator("#seats")).to_contain_text("Ann")
    do_all(table, FIGHTERS)
    expect(tablet.locator(".side-a h2")).to_contain_text("Ann")
    expect(tablet.locator("#clock time").first).to_have_text(re.compile(r"^\d+:\d\d$"))
    assert tablet.locator("#clock").get_attribute("data-running")
    a.get_by_role("link", name="My notes").click()
    a.locator("#notes-text").fill("He likes Shot.")
    expect(a.locator("#notes-state")).to_have_text("Saved.")
    a.reload()
    a.get_by_role("link", name="My notes").click()
    expect(a.locator("#notes-text")).to_have_value("He likes Shot.")
    assert "He likes Shot" not in tablet.content()


def test_a_spectator_sees_what_the_tablet_shows_and_has_no_keys(open_page: OpenPage, server: str) -> None:
    table = table_after(server)
    tablet = sit_down(open_page, table, ["table"])["table"].page
    link = tablet.locator("#others a.qr[href*='/join/']").last.get_attribute("href") or ""
    watcher = open_page(PHONE, path=f"/join/{link.split('/join/')[1]}")
    assert f"/t/{table.code}" in watcher.url
    do_all(table, [*FIGHTERS, TO_THE_CLASH[0]])
    expect(watcher.locator(".side-a .lamp")).to_have_text("has chosen")
    assert "Grapnel Shot" not in watcher.content()
    expect(watcher.locator(OTHER_FORMS + ", .secret-keys, #agreement button")).to_have_count(0)
    do_all(table, TO_THE_CLASH[1:])
    expect(watcher.locator(".line.is-clash")).to_be_visible()
    assert [*faults(watcher), *cut_off(watcher), *small_targets(watcher)] == []
    for piece in watcher.locator(".arena.big .piece").all():
        sign, letter = (piece.locator(part).bounding_box() for part in ("svg", "b"))
        assert sign is not None
        assert letter is not None
        assert letter["y"] + letter["height"] <= sign["y"]


def test_the_report_is_one_file_that_opens_alone(
    open_page: OpenPage, over: ApiTable, browser: Browser, tmp_path: Path
) -> None:
    """Its figures are named below the last table, and not against its edge."""
    page = report(open_page, over)
    last, named = (page.locator(part).last.bounding_box() for part in (".panel", ".profile"))
    assert last is not None
    assert named is not None
    assert named["y"] - last["y"] - last["height"] >= 8
    with opened_alone(kept(page, tmp_path), browser) as alone:
        expect(alone.locator("h1")).to_have_text("Cadenza wins")
    page.emulate_media(media="print")
    expect(page.locator(".ways")).to_be_hidden()


@soak.LOOKS
def test_the_replay_plays_by_itself(open_page: OpenPage, over: ApiTable) -> None:
    page = report(open_page, over)
    page.get_by_role("link", name="Step through the game").click()
    expect(page.locator("#step")).to_contain_text("Step 0 of")
    page.get_by_role("button", name="Faster").click()
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".ended h2")).to_contain_text("Cadenza wins")
    expect(page.locator("#play")).to_be_disabled()
    assert page.url.endswith("/replay/6")
    page.get_by_role("link", name="Previous").click()
    expect(page.locator(".line.is-clash")).to_be_visible()
    expect(page.locator(OTHER_FORMS)).to_have_count(0)
    for width, height in (PHONE, LANDSCAPE, TABLET, TABLET_UPRIGHT):
        page.set_viewport_size({"width": width, "height": height})
        assert [*cut_off(page), *small_targets(page)] == [], (width, height)
    assert faults(page) == []


@soak.HANDS
def test_they_play_again_with_the_sides_swapped(open_page: OpenPage, server: str) -> None:
    seats = sit_down(open_page, given_up(server), "ab")
    a, b = seats["a"].page, seats["b"].page
    a.get_by_role("link", name="Play again").click()
    a.get_by_role("button", name="Swap sides").click()
    expect(a.locator("#seats li", has_text="Ann")).to_contain_text("B")
    expect(a.locator("#moment .fighters h2")).to_have_text("Choose your fighter")
    expect(b.locator(".ended")).to_contain_text("The rematch has begun, with sides swapped.")
    b.get_by_role("link", name="Go to the rematch").click()
    expect(b.locator("#main-ways a")).to_have_text(["Rules", "Help"])
    expect(b.locator("#main-ways a").first).to_have_attribute("href", "/rules/battlecon")
    b.get_by_role("button", name="Go to the rematch").click()
    expect(b.locator("#seats li", has_text="Ben")).to_contain_text("A")


@soak.HANDS
def test_a_device_that_is_sent_away_is_told_so_on_a_page_without_a_moment_too(
    open_page: OpenPage, server: str
) -> None:
    """Its seat has a new link, which this page does not have."""
    table = table_after(server)
    page = sit_down(open_page, table, "b")["b"].page
    page.evaluate("document.querySelector('#moment').remove()")
    renewed = page.request.post(f"/api/tables/{table.code}/renew", data={"seat": "b"})
    assert renewed.ok, renewed.text()
    expect(page.locator("body")).to_contain_text("This device has no seat at table")
