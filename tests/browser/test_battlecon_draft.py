"""A pair being put together is there again after a reload: this device alone keeps it."""

from __future__ import annotations

from playwright.sync_api import Request, expect

from tests import soak
from tests.browser.at_duel import do_all, sit_down, table_after
from tests.browser.conftest import OpenPage
from tests.browser.test_battlecon import FIGHTERS, NO_TOKEN, pair, tablet_for_everybody
from tests.browser.test_battlecon_discards import first_discard_chosen


def test_a_pair_being_put_together_outlives_a_reload_and_is_not_sent(
    open_page: OpenPage, server: str
) -> None:
    a = sit_down(open_page, table_after(server, FIGHTERS), "a")["a"]
    page = a.page
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


@soak.HANDS
def test_the_next_beat_begins_with_no_card_chosen(open_page: OpenPage, server: str) -> None:
    """Neither the pair that was laid nor one put together in an earlier beat comes back."""
    table = table_after(server, FIGHTERS)
    a = sit_down(open_page, table, "a")["a"]
    a.tap("style", "mechanical")
    a.tap("base", "burst")
    do_all(table, [pair("b", "blazing", "drive")])
    a.do(pair("a", "battery", "strike"))
    a.do(NO_TOKEN)
    while (view := table.view())["beat"] == 1:
        seat = view["pending"][0]["seat"]
        table.do(seat, next(a for a in table.actions(seat) if a["do"] in {"pass", "choose"}))
    a.catch_up()
    a.page.reload()
    expect(a.page.locator(".picker .sum.none")).to_be_visible()
    assert a.page.locator(".picker input:checked").count() == 0


def test_a_tablet_for_everybody_covers_a_hand_again(open_page: OpenPage, server: str) -> None:
    table = tablet_for_everybody(open_page, server)
    tablet = table.page
    tablet.get_by_role("link", name="Cadenza: choose a pair here").click()
    tablet.get_by_role("link", name="I am Cadenza").click()
    table.tap("style", "grapnel")
    table.tap("base", "shot")
    expect(tablet.locator("button.commit:visible")).to_have_text("Lay down Grapnel Shot")
    tablet.reload()
    expect(tablet.get_by_role("link", name="Cadenza: choose a pair here")).to_be_visible()
    assert tablet.locator(".picker").count() == 0


@soak.HANDS
def test_the_second_starting_discard_outlives_a_reload_and_back_leads_to_the_first(
    open_page: OpenPage, server: str
) -> None:
    """Whether a card of it has been tapped or not."""
    a = first_discard_chosen(open_page, server, "a", "battery", "strike")
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
