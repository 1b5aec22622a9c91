"""Every state has a calm screen: nothing yet, nobody else, cut off, gone, wrong, first help."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from referee.games.battlecon.demo_states import FIGHTERS
from tests import soak
from tests.browser.at_duel import Seat, table_after
from tests.browser.at_sizes import out_of_reach
from tests.browser.at_table import joining_path, start
from tests.browser.conftest import PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import listening
from tools.api_table import ApiTable
from tools.served import serving

TALL = """selector => [...document.querySelectorAll(selector)].filter((e) => e.offsetHeight < 43.5).length"""


def calm(page: Page, *words: str) -> None:
    """Check a screen for people: its sentence, something to do now, and a way on that a thumb can hit."""
    panel = page.locator("main .panel.ruling")
    for word in words:
        expect(panel).to_contain_text(word)
    expect(panel.locator("p")).to_have_count(3)
    assert page.evaluate(TALL, "main .panel a.button") == 0
    panel.get_by_role("link", name="Go to the start page").click()
    expect(page.get_by_role("heading", name="Start a table")).to_be_visible()


# ---- The first help
# ----------------------------------------------------------------------------------------------


@soak.LOOKS
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=lambda s: f"{s[0]}x{s[1]}")
def test_help_is_there_once_on_a_tablet(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size, newcomer=True)
    start(page)
    help_ = page.locator("#first-help")
    help_.scroll_into_view_if_needed()
    expect(help_).to_be_in_viewport(ratio=1)
    expect(help_.locator("li")).to_have_count(4)
    expect(page.locator("#moment h2")).to_be_in_viewport()
    assert page.evaluate(TALL, "#first-help button") == 0
    help_.get_by_role("button").tap()
    expect(help_).to_have_count(0)
    page.reload()
    expect(page.locator("#moment")).to_be_visible()
    expect(help_).to_have_count(0)


def test_help_is_there_once_on_each_phone(open_page: OpenPage) -> None:
    """What must be done now stands below it, and putting it away changes nothing else."""
    tablet = open_page(TABLET, newcomer=True)
    start(tablet)
    tablet.locator("#first-help").get_by_role("button").tap()
    for seat in ("Zombie player", "Human player"):
        phone = open_page(PHONE, joining_path(tablet, seat), newcomer=True)
        expect(phone.locator("#moment")).to_be_in_viewport()
        before = phone.locator("#moment").inner_text()
        phone.locator("#first-help").get_by_role("button").tap()
        expect(phone.locator("#first-help")).to_have_count(0)
        assert phone.locator("#moment").inner_text() == before


@soak.LOOKS
@pytest.mark.parametrize(
    ("seat", "size"),
    [*product(("table", "human"), (PHONE, TABLET, TABLET_UPRIGHT))],
)
def test_a_newcomer_who_is_attacked_sees_every_key_at_once(
    open_page: OpenPage, server: str, seat: str, size: tuple[int, int]
) -> None:
    """The help stands first, and leaves room for all that may be done now."""
    table = ApiTable.at(server, "attack")
    table.do("zombie", next(a for a in table.actions("zombie") if a["do"] == "open_attack"))
    page = open_page(size, table.join(seat), newcomer=True)
    expect(page.locator("#first-help")).to_be_visible()
    keys = page.locator("#moment button")
    expect(keys.last).to_have_text("No shot: the attack goes on")
    taken = page.locator(".undo").bounding_box()
    for key in keys.all():
        expect(key).to_be_in_viewport(ratio=1)
        box = key.bounding_box()
        assert box
        assert taken
        assert box["y"] + box["height"] <= taken["y"]


def in_panels(place: Locator) -> tuple[float, float, float]:
    """Return where elements stand in the panels, with their height. An open list makes the map lower."""
    box, side = place.bounding_box(), place.page.locator(".side").bounding_box()
    assert box
    assert side
    return box["x"] - side["x"], box["y"] - side["y"], box["height"]


@soak.LOOKS
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=lambda s: f"{s[0]}x{s[1]}")
def test_help_stays_where_it_is_whatever_may_be_done(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """The panel below grows and shrinks. On the zombie player's phone it is long at once."""
    page = open_page(size, ApiTable.at(server, "place_hidden").join("zombie"), newcomer=True)
    help_ = page.locator("#first-help")
    expect(help_).to_be_in_viewport(ratio=1)
    before = in_panels(help_)
    page.locator("#squares-key").click()
    expect(page.locator("#squares")).to_be_visible()
    page.locator(".side").evaluate("side => side.scrollTo(0, 0)")
    assert in_panels(help_) == before
    help_.get_by_role("link", name="How it works").click()
    expect(page.locator("#sheet")).to_contain_text("An evening")


@soak.LOOKS
def test_a_newcomer_sees_the_codes_to_scan_without_scrolling(open_page: OpenPage) -> None:
    """Joining is the first thing a new table is for; a code that is stretched cannot be scanned well."""
    tablet = open_page(TABLET, newcomer=True)
    start(tablet)
    expect(tablet.locator("#first-help")).to_be_visible()
    codes = tablet.locator("#seats .qr img")
    expect(codes).to_have_count(2)
    for code in codes.all():
        expect(code).to_be_in_viewport(ratio=1)
        expect(code).to_have_js_property("complete", True)
        box = code.bounding_box()
        assert box
        assert abs(box["width"] - box["height"]) < 1
        below = tablet.locator(".undo").bounding_box()
        assert below
        assert box["y"] + box["height"] <= below["y"]


@soak.LOOKS
def test_on_a_phone_the_words_of_the_tools_stay_inside_their_keys(open_page: OpenPage, server: str) -> None:
    phone = open_page(PHONE, ApiTable.at(server, "place_hidden").join("table"))
    for key in phone.locator(".tools > .button").all():
        room = key.evaluate("""key => { const words = document.createRange(); words.selectNodeContents(key);
          return key.clientWidth - words.getBoundingClientRect().width; }""")
        assert room >= 4, key.inner_text()


@soak.LOOKS
def test_help_moves_nothing_once_it_is_there(open_page: OpenPage) -> None:
    tablet = open_page(TABLET, newcomer=True)
    code = start(tablet)
    tablet.evaluate("""() => { window.moved = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.moved += entry.value;
    }).observe({ type: "layout-shift", buffered: true }); }""")
    tablet.reload()
    expect(tablet.locator("#first-help")).to_be_visible()
    assert tablet.evaluate("performance.getEntriesByType('layout-shift').length") == 0
    assert tablet.url.endswith(code)


def test_help_without_a_script(open_page: OpenPage, browser: Browser) -> None:
    page = open_page(TABLET, newcomer=True)
    start(page)
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    without_script = context.new_page()
    without_script.goto(page.url)
    without_script.locator("#first-help button").click()
    expect(without_script.locator("#moment")).to_be_visible()
    expect(without_script.locator("#first-help")).to_have_count(0)
    assert without_script.url == page.url
    context.close()


@soak.LOOKS
def test_help_is_found_again_over_the_game_and_on_its_page(open_page: OpenPage) -> None:
    page = open_page(PHONE)
    start(page)
    key = page.locator(".tools").get_by_role("link", name="Help")
    expect(key).to_be_in_viewport(ratio=1)
    assert page.evaluate(TALL, ".tools a[href^='/help']") == 0
    key.tap()
    sheet = page.locator("#sheet")
    expect(sheet.get_by_role("heading", name="How this works")).to_be_visible()
    sheet.get_by_role("link", name="5.0").click()
    expect(sheet.locator(".casehead")).to_contain_text("5.0")
    sheet.get_by_role("button", name="Close").click()
    expect(page.locator("#moment")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="Help", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How this works")


# ---- Every state
# --------------------------------------------------------------------------------------------------


def test_no_tables_yet(tablet: Page) -> None:
    """The place of the list is not empty: it says what this is."""
    expect(tablet.locator("#tables")).to_have_count(0)
    expect(tablet.locator(".what")).to_be_in_viewport(ratio=1)
    for game in tablet.locator(".game").all():
        expect(game).to_be_in_viewport(ratio=1)
    tablet.goto("/tables")
    expect(tablet.locator("#tables")).to_contain_text("None yet.")


@soak.HANDS
def test_a_tap_on_a_code_that_the_tablet_shows_leaves_the_tablet_what_it_is(tablet: Page) -> None:
    """The code is meant for a phone's camera; a finger on it is asked what it meant."""
    start(tablet)
    here = tablet.url
    tablet.locator("a.qr", has=tablet.locator('img[alt*="Zombie"]')).click()
    expect(tablet.locator("h1")).to_have_text("Change seats?")
    tablet.get_by_role("link", name="Stay: Tablet").click()
    expect(tablet).to_have_url(here)
    expect(tablet.locator("#seats")).to_contain_text("Tablet (this screen)")


@soak.LOOKS
def test_waiting_for_the_other_player(tablet: Page, open_page: OpenPage) -> None:
    """The tablet says whom it waits for and how that player gets in; a phone says for whom it waits."""
    start(tablet)
    expect(tablet.locator("#moment")).to_contain_text("on a phone")
    expect(tablet.locator("#seats .qr").first).to_be_in_viewport()
    human = open_page(PHONE, joining_path(tablet, "Human player"))
    expect(human.locator("#moment")).to_contain_text("Waiting for the zombie player.")


def test_cut_off_is_said_without_moving_anything_and_ends_by_itself(open_page: OpenPage) -> None:
    page = open_page(PHONE)
    start(page)
    where = "() => JSON.stringify(document.querySelector('#board').getBoundingClientRect())"
    before = page.evaluate(where)
    page.context.set_offline(True)
    page.locator('polygon.square[data-square="022"]').dispatch_event("click")
    expect(page.locator("#cutoff")).to_be_visible()
    expect(page.locator("#cutoff")).to_contain_text("will go through")
    expect(page.locator("#cutoff")).to_be_in_viewport(ratio=1)
    assert page.evaluate(where) == before
    assert out_of_reach(page) == []
    page.context.set_offline(False)
    expect(page.locator("#cutoff")).to_be_hidden()
    assert page.evaluate(where) == before


def test_cut_off_moves_no_card_of_a_hand_and_lies_over_no_key(open_page: OpenPage, server: str) -> None:
    seat = Seat(open_page(PHONE, table_after(server, FIGHTERS).join("a")), "a")
    seat.tap("style", "battery")
    seat.tap("base", "strike")
    hand = seat.moment.locator(".hand")
    before = hand.bounding_box()
    seat.page.context.set_offline(True)
    seat.moment.locator("button.commit:visible").click()
    expect(seat.page.locator("#cutoff")).to_contain_text("will go through")
    expect(seat.page.locator("#cutoff")).to_be_in_viewport(ratio=1)
    assert hand.bounding_box() == before
    assert out_of_reach(seat.page) == []


@soak.LOOKS
def test_a_server_that_has_stopped(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        page = open_page(TABLET, server)
        start(page)
        listening(page)
    expect(page.locator("#cutoff")).to_be_visible()
    expect(page.locator("#cutoff")).to_contain_text("No connection")
    expect(page.locator("#moment")).to_be_visible()


def test_the_game_over_says_who_won_and_leads_on(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "over")
    page = open_page(PHONE, table.join("table").removeprefix(server))
    expect(page.locator("#moment")).to_contain_text("has won")
    page.get_by_role("link", name="Game report").click()
    expect(page.locator("main")).to_contain_text("has won")


@soak.LOOKS
def test_a_link_to_a_table_that_was_deleted(tablet: Page, open_page: OpenPage) -> None:
    """So a phone finds it that scans an old code; and one that has the table open is told at once."""
    code = start(tablet)
    link = joining_path(tablet, "Zombie player")
    phone = open_page(PHONE, link)
    expect(phone.locator("#moment")).to_be_visible()
    tablet.goto(f"/t/{code}/delete")
    tablet.get_by_role("button", name="Delete the table").click()
    expect(tablet.locator("#tables")).to_contain_text("None yet.")
    calm(phone, "no table", "deleted")
    phone.goto(link)
    calm(phone, "link")


@soak.LOOKS
def test_an_address_that_leads_nowhere(phone: Page) -> None:
    leads = {"/nothing/here": "nothing at this address", "/t/ZZZZZZ": "no table", "/theme": "GET"}
    for path, words in {**leads, "/join/no-such-link": "link"}.items():
        phone.goto(path)
        calm(phone, words)


@soak.LOOKS
def test_too_much_at_once(phone: Page, server: str) -> None:
    phone.goto(f"/join?code={ApiTable.new(server, {}).code}")
    phone.locator("#name").evaluate("e => { e.maxLength = 9e6; e.value = 'A'.repeat(3e6); }")
    phone.locator("#pin").fill("1")
    phone.locator("label.seat").first.click()
    phone.get_by_role("button", name="Take this seat").click()
    calm(phone, "longer than")
