"""A pair being put together is there again after a reload: this device alone keeps it."""

from __future__ import annotations

from playwright.sync_api import Request, expect

from tests.browser.at_duel import Seat, lone_tablet, seated
from tests.browser.conftest import OpenPage
from tests.browser.test_battlecon import FIGHTERS, NO_TOKEN, pair, play
from tests.browser.test_battlecon_discards import first_discard_chosen


def test_a_pair_being_put_together_outlives_a_reload_and_is_not_sent(open_page: OpenPage) -> None:
    seats = seated(open_page)
    play(seats, FIGHTERS)
    a, page = seats["a"], seats["a"].page
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    a.tap("style", "grapnel")
    a.tap("base", "shot")
    expect(page.locator("button.commit:visible")).to_have_text("Lay down Grapnel Shot")
    page.reload()
    expect(page.locator("button.commit:visible")).to_have_text("Lay down Grapnel Shot")
    page.goto(page.url.split("?")[0])
    expect(page.locator("button.commit:visible")).to_have_text("Lay down Grapnel Shot")
    assert sent == []


def test_the_next_beat_begins_with_no_card_chosen(open_page: OpenPage) -> None:
    """Neither the pair that was laid nor one put together in an earlier beat comes back."""
    seats = seated(open_page)
    play(seats, FIGHTERS)
    a, page = seats["a"], seats["a"].page
    a.tap("style", "mechanical")
    a.tap("base", "burst")
    seats["b"].do(pair("b", "blazing", "drive"))
    a.do(pair("a", "battery", "strike"))
    a.do(NO_TOKEN)
    while (view := seats["table"].page.request.get(_view(seats["table"])).json())["beat"] == 1:
        waited = view["pending"][0]["seat"]
        seats[waited].moment.locator(".answers button, .choice button").first.click()
        seats[waited].catch_up()
    page.reload()
    expect(page.locator(".picker .sum.none")).to_be_visible()
    assert page.locator(".picker input:checked").count() == 0


def _view(seat: Seat) -> str:
    code = seat.page.url.split("/t/")[1].split("?")[0]
    return f"/api/tables/{code}/view"


def test_a_tablet_for_everybody_covers_a_hand_again(open_page: OpenPage) -> None:
    tablet = open_page()
    table = lone_tablet(tablet)
    for action in FIGHTERS:
        table.do(action)
    tablet.get_by_role("link", name="Cadenza: choose a pair here").click()
    tablet.get_by_role("link", name="I am Cadenza").click()
    table.tap("style", "grapnel")
    table.tap("base", "shot")
    expect(tablet.locator("button.commit:visible")).to_have_text("Lay down Grapnel Shot")
    tablet.reload()
    expect(tablet.get_by_role("link", name="Cadenza: choose a pair here")).to_be_visible()
    assert tablet.locator(".picker").count() == 0


def test_the_second_starting_discard_outlives_a_reload_and_back_leads_to_the_first(
    open_page: OpenPage,
) -> None:
    """Whether a card of it has been tapped or not."""
    a = first_discard_chosen(open_page, "a", "battery", "strike")
    page = a.page
    heading, chips = page.locator(".picker h2"), page.locator(".picker .chips")
    expect(heading).to_contain_text("Discard 2")
    page.reload()
    expect(heading).to_contain_text("Discard 2")
    expect(chips).to_contain_text("Battery")
    a.tap("style", "clockwork")
    page.reload()
    expect(heading).to_contain_text("Discard 2")
    expect(page.locator(".picker input:checked")).to_have_value("2-clockwork")
    page.go_back()
    expect(heading).to_contain_text("Discard 1")
    expect(page.locator("#moment")).to_have_count(1)
