"""A duel against the referee, on a phone and on a tablet, and the trainer that tells about a pair."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from rules.battlecon.cards import figures
from tests import soak
from tests.browser.at_duel import Seat, sit_down, table_after
from tests.browser.at_sizes import cut_off
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_accessibility import faults
from tools.api_table import ApiTable

MAX_STEPS = 200
LOOKS_AGAIN = 250
"""ms between two looks whether the referee chose."""
MAX_LOOKS = 480
"""Looks before a referee on a busy machine counts as stuck."""


def view(seat: Seat) -> Mapping[str, Any]:
    """Return what this seat sees now."""
    code = seat.page.url.split("/t/")[1].split("?")[0]
    seen: Mapping[str, Any] = seat.page.request.get(f"/api/tables/{code}/view").json()
    return seen


def own_move(a: Seat) -> Mapping[str, Any]:
    """Return the view once the referee chose all that it owes, on this screen too."""
    for _ in range(MAX_LOOKS):
        seen = view(a)
        if all(pending["seat"] != "b" for pending in seen["pending"]):
            a.catch_up()
            return seen
        a.page.wait_for_timeout(LOOKS_AGAIN)
    raise AssertionError("The referee has not chosen.")


def take_fighter(a: Seat) -> None:
    """Take the first free fighter, once the referee has his."""
    own_move(a)
    expect(a.moment.locator("label.candidate.taken")).to_contain_text("taken by the referee")
    a.moment.locator("label.candidate:not(:has(input:disabled))").first.click()
    answer(a, a.moment.locator("button[name=action]:visible").first)


def answer(a: Seat, key: Locator) -> None:
    """Tap a key and wait for the answer to it: news of the referee may come first."""
    with a.page.expect_response(lambda response: response.url.endswith("/do")):
        key.click()


def play_a_step(a: Seat, seen: Mapping[str, Any]) -> None:
    """Lay a pair or a base, or give the first answer to a question."""
    kind = next(p["kind"] for p in seen["pending"] if p["seat"] == "a")
    if kind in ("pair", "base"):
        for column in ("styles", "bases"):
            cards = a.moment.locator(f".{column} label.pick:not(:has-text('Special action'))")
            if cards.count():
                cards.nth(seen["beat"] % cards.count()).click()
        answer(a, a.moment.locator("button.commit:visible"))
    else:
        answer(a, a.moment.locator(".answers button").first)


@pytest.mark.parametrize("beats", [1, *soak.rest(soak.GAMES, [MAX_STEPS])])
def test_a_phone_plays_a_duel_against_the_referee(open_page: OpenPage, server: str, beats: int) -> None:
    """It gives up after a beat, or plays to the end."""
    seats = sit_down(open_page, table_after(server, opponent="referee"), ("table", "a"))
    a, tablet = seats["a"], seats["table"].page
    take_fighter(a)
    for _ in range(MAX_STEPS):
        seen = own_move(a)
        if seen["phase"] == "over" or seen["beat"] > beats:
            break
        play_a_step(a, seen)
    played = seen["beat"]
    if seen["phase"] != "over":
        played -= 1
        a.page.locator("#give-up > summary").click()
        a.page.get_by_role("button", name="Give up the duel").click()
    for page in (a.page, tablet):
        expect(page.locator(".ended h2")).to_contain_text("wins")
    assert view(a)["phase"] == "over"
    a.page.get_by_role("link", name="The report of the game").click()
    expect(a.page.locator(".met tbody tr")).to_have_count(played)


def after_a_beat(server: str, **options: Any) -> tuple[ApiTable, Mapping[str, Any]]:
    """Return a lone tablet's table after the first beat against the referee, and the pair laid."""
    table = table_after(server, opponent="referee", **options)
    laid: Mapping[str, Any] = {}
    for _ in range(MAX_LOOKS * 10):
        seen = table.view()
        if any(pending["seat"] == "b" for pending in seen["pending"]):
            time.sleep(0.05)
            continue
        if laid and (seen["beat"] > 1 or seen["phase"] == "over"):
            return table, laid
        action = next(
            a for a in table.actions("table") if a["do"] != "concede" and a.get("style") != "special"
        )
        laid = action if action["do"] == "commit_pair" else laid
        table.do("table", action)
    raise AssertionError("The referee has not chosen.")


def test_after_a_beat_the_hand_and_what_came_of_it_are_in_sight(open_page: OpenPage, server: str) -> None:
    """On a lone tablet no key asks for the hand, at no size of the screen; on a phone it is as open."""
    table, _ = after_a_beat(server)
    tablet = sit_down(open_page, table, ["table"])["table"].page
    story, first_card = tablet.locator(".last-beat summary"), tablet.locator("label.pick").first
    expect(tablet.locator(".secret-keys")).to_have_count(0)
    for width, height in (LANDSCAPE, PHONE, TABLET_UPRIGHT, TABLET):
        tablet.set_viewport_size({"width": width, "height": height})
        tablet.evaluate("scrollTo(0, 0)")
        expect(story).to_be_in_viewport(ratio=1)
        expect(first_card).to_be_in_viewport(ratio=1)
        assert cut_off(tablet) == []
    assert faults(tablet) == []
    story.click()
    expect(tablet.locator(".last-beat .lines li").first).to_be_in_viewport()
    phone = sit_down(open_page, table, "a")["a"].page
    the_phone_shows_it_too(phone)
    for page in (phone, tablet):
        expect(page.locator(".lesson, [href*=lesson]")).to_have_count(0)


def the_phone_shows_it_too(phone: Page) -> None:
    """Check also that its strip names the fighter, and below who plays it and whether he has chosen."""
    who = phone.locator(".mini:not(.mine) .who")
    expect(who).to_contain_text("referee chose")
    lines = "who => who.getBoundingClientRect().height / parseFloat(getComputedStyle(who).lineHeight)"
    assert who.evaluate(lines) < 2.5
    story, first_card = phone.locator(".told-fold summary"), phone.locator("label.pick").first
    for width, height in (LANDSCAPE, PHONE):
        phone.set_viewport_size({"width": width, "height": height})
        expect(story).to_be_in_viewport(ratio=1)
        expect(first_card).to_be_in_viewport(ratio=1)
        assert cut_off(phone) == []
    assert faults(phone) == []


def test_the_trainer_tells_the_mix_after_a_beat_and_how_far_the_pair_was_from_it(
    open_page: OpenPage, server: str
) -> None:
    """On a low lone tablet its key stands beside what came of the beat, and every base is in sight."""
    table, laid = after_a_beat(server, trainer=True)
    tablet = open_page(LANDSCAPE, path=table.join("table"))
    tablet.evaluate("scrollTo(0, 0)")
    expect(tablet.locator(".bases label.pick").first).to_be_visible()
    for base in tablet.locator(".bases label.pick").all():
        expect(base).to_be_in_viewport(ratio=0.75)
    expect(tablet.locator(".asks-lesson")).to_be_in_viewport(ratio=1)
    assert cut_off(tablet) == []
    phone = sit_down(open_page, table, "a")["a"].page
    the_lesson_comes_when_asked_for(phone, " ".join(map(figures().name, (laid["style"], laid["base"]))))
    tablet.reload()
    expect(tablet.locator(".lesson, [href*=lesson]")).to_have_count(0)


def the_lesson_comes_when_asked_for(page: Page, pair: str) -> None:
    how = page.get_by_role("link", name="How good was your pair?")
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/now?lesson=1", hold)
    expect(page.locator(".asks-lesson .works")).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    how.click()
    expect(page.locator(".asks-lesson .works")).to_be_visible()
    while not asked:
        page.wait_for_timeout(50)
    asked[0].continue_()
    lesson = page.locator(".lesson")
    expect(lesson.get_by_role("status")).to_contain_text(pair)
    expect(lesson.get_by_role("status")).to_contain_text("of duels like this")
    expect(lesson.get_by_role("heading", name="Trainer")).to_be_in_viewport()
    expect(lesson).to_contain_text("go on from the start of that beat")
    mixes = lesson.locator("ul")
    expect(mixes).to_have_count(2)
    for mix in (mixes.first, mixes.last):
        chances = [int(text.split("%")[0]) for text in mix.locator("li").all_inner_texts()]
        assert chances == sorted(chances, reverse=True)
        assert 0 < sum(chances) <= 103
    expect(mixes.first.locator(".played")).to_have_count(1)
    expect(mixes.first.locator(".played")).to_contain_text(pair)
    expect(mixes.last.locator(".played")).to_have_count(0)
    assert faults(page) == []
