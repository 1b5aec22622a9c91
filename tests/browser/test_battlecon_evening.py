"""What the frame gives an evening of BattleCON: names, notes, clock, spectators, report, replay, rematch."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.at_duel import Seat, seated
from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.kept_file import kept, opened_alone
from tests.browser.test_accessibility import faults
from tests.browser.test_battlecon import FIGHTERS, TO_THE_CLASH, play

OTHER_FORMS = "#moment form:not([action='/theme'])"
"""Whatever could be done at the table."""


@pytest.fixture
def over(open_page: OpenPage) -> dict[str, Seat]:
    """Give a duel that Kallistar gave up in its first beat, with Ann and Ben at the phones."""
    seats = seated(open_page)
    for seat, name in (("a", "Ann"), ("b", "Ben")):
        page = seats[seat].page
        page.locator("#naming [name=name]").fill(name)
        page.locator("#naming button").click()
        expect(seats["table"].page.locator("#seats")).to_contain_text(name)
    play(seats, [*FIGHTERS, *TO_THE_CLASH])
    page = seats["b"].page
    seats["b"].catch_up()
    page.locator("#give-up > summary").click()
    page.get_by_role("button", name="Give up the duel").click()
    for device in seats.values():
        expect(device.page.locator(".ended")).to_be_visible()
    return seats


def base(page: Page) -> str:
    return page.url.split("?")[0]


def test_players_have_names_notes_and_a_clock(open_page: OpenPage) -> None:
    seats = seated(open_page)
    a, tablet = seats["a"].page, seats["table"].page
    a.locator("#naming [name=name]").fill("Ann")
    a.locator("#naming button").click()
    play(seats, FIGHTERS)
    expect(tablet.locator(".side-a h2")).to_contain_text("Ann")
    expect(tablet.locator("#clock time").first).to_have_text("0:00")
    assert tablet.locator("#clock").get_attribute("data-running")
    a.get_by_role("link", name="My notes").click()
    a.locator("#notes-text").fill("He likes Shot.")
    expect(a.locator("#notes-state")).to_have_text("Saved.")
    a.reload()
    a.get_by_role("link", name="My notes").click()
    expect(a.locator("#notes-text")).to_have_value("He likes Shot.")
    assert "He likes Shot" not in tablet.content()


def test_a_spectator_sees_what_the_tablet_shows_and_has_no_keys(open_page: OpenPage) -> None:
    seats = seated(open_page)
    tablet = seats["table"].page
    code = tablet.url.split("/t/")[1].split("?")[0]
    link = tablet.locator("#others a.qr[href*='/join/']").last.get_attribute("href") or ""
    watcher = open_page(PHONE, path=f"/join/{link.split('/join/')[1]}")
    assert f"/t/{code}" in watcher.url
    play(seats, [*FIGHTERS, TO_THE_CLASH[0]])
    expect(watcher.locator(".side-a .lamp")).to_have_text("has chosen")
    assert "Grapnel Shot" not in watcher.content()
    expect(watcher.locator(OTHER_FORMS + ", .secret-keys, #agreement button")).to_have_count(0)
    play(seats, TO_THE_CLASH[1:])
    expect(watcher.locator(".line.is-clash")).to_be_visible()
    assert [*faults(watcher), *cut_off(watcher), *small_targets(watcher)] == []
    for piece in watcher.locator(".arena.big .piece").all():
        sign, letter = (piece.locator(part).bounding_box() for part in ("svg", "b"))
        assert sign is not None
        assert letter is not None
        assert letter["y"] + letter["height"] <= sign["y"]


def test_the_report_is_one_file_that_opens_alone(
    over: dict[str, Seat], browser: Browser, tmp_path: Path
) -> None:
    page = over["a"].page
    page.goto(f"{base(page)}/report")
    with opened_alone(kept(page, tmp_path), browser) as alone:
        expect(alone.locator("h1")).to_have_text("Cadenza wins")
    page.emulate_media(media="print")
    expect(page.locator(".ways")).to_be_hidden()


def test_the_figures_are_named_below_the_last_table_and_not_against_its_edge(over: dict[str, Seat]) -> None:
    page = over["a"].page
    page.goto(f"{base(page)}/report")
    last, named = (page.locator(part).last.bounding_box() for part in (".panel", ".profile"))
    assert last is not None
    assert named is not None
    assert named["y"] - last["y"] - last["height"] >= 8


def test_the_replay_plays_by_itself(over: dict[str, Seat]) -> None:
    page = over["a"].page
    page.goto(f"{base(page)}/report")
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


def test_they_play_again_with_the_sides_swapped(over: dict[str, Seat]) -> None:
    a, b = over["a"].page, over["b"].page
    a.get_by_role("link", name="Play again").click()
    a.get_by_role("button", name="Swap sides").click()
    expect(a.locator("#seats li", has_text="Ann")).to_contain_text("B")
    expect(a.locator("#moment .fighters h2")).to_have_text("Choose your fighter")
    expect(b.locator(".ended")).to_contain_text("The rematch has begun, with sides swapped.")
    b.get_by_role("link", name="Go to the rematch").click()
    expect(b.locator("#main-ways a")).to_have_text(["Rules"])
    expect(b.locator("#main-ways a")).to_have_attribute("href", "/rules/battlecon")
    b.get_by_role("button", name="Go to the rematch").click()
    expect(b.locator("#seats li", has_text="Ben")).to_contain_text("A")


def test_a_device_that_is_sent_away_is_told_so_on_a_page_without_a_moment_too(open_page: OpenPage) -> None:
    """Its seat has a new link, which this page does not have."""
    page = seated(open_page)["b"].page
    code = page.url.split("/t/")[1].split("?")[0]
    page.evaluate("document.querySelector('#moment').remove()")
    renewed = page.request.post(f"/api/tables/{code}/renew", data={"seat": "b"})
    assert renewed.ok, renewed.text()
    expect(page.locator("body")).to_contain_text("This device has no seat at table")
