"""A duel against the referee, on a phone and on a tablet, and the trainer that tells about a pair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from rules.battlecon.figures import figures
from tests.browser.at_duel import Seat
from tests.browser.at_sizes import cut_off
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_accessibility import faults
from tests.browser.test_battlecon import pair

MOST_STEPS = 200
LOOKS_AGAIN = 250
"""ms between two looks whether the referee chose."""
MOST_LOOKS = 480
"""Looks before a referee on a busy machine counts as stuck."""


def against_the_referee(open_page: OpenPage, **options: Any) -> dict[str, Seat]:
    """Return a tablet and the one player's phone at a new table."""
    pages = {"table": open_page(TABLET), "a": open_page(PHONE)}
    chosen = {"system": "battlecon", "opponent": "referee", **options}
    made = pages["table"].request.post("/api/tables", data=chosen).json()
    assert set(made["seats"]) == {"table", "a"}
    for seat, link in made["seats"].items():
        pages[seat].goto(f"/join/{link['token']}")
    return {seat: Seat(page, seat) for seat, page in pages.items()}


def view(seat: Seat) -> Mapping[str, Any]:
    """Return what this seat sees now."""
    code = seat.page.url.split("/t/")[1].split("?")[0]
    seen: Mapping[str, Any] = seat.page.request.get(f"/api/tables/{code}/view").json()
    return seen


def own_move(a: Seat) -> Mapping[str, Any]:
    """Return the view once the referee chose all that it owes, on this screen too."""
    for _ in range(MOST_LOOKS):
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


def test_a_phone_plays_a_whole_duel_against_the_referee(open_page: OpenPage) -> None:
    seats = against_the_referee(open_page)
    a, tablet = seats["a"], seats["table"].page
    take_fighter(a)
    for _ in range(MOST_STEPS):
        seen = own_move(a)
        if seen["phase"] == "over":
            break
        play_a_step(a, seen)
    assert view(a)["phase"] == "over"
    for page in (a.page, tablet):
        expect(page.locator(".ended h2")).to_contain_text("wins")
    assert [faults(page) for page in (a.page, tablet)] == [[], []]
    beats = view(a)["beat"]
    a.page.get_by_role("link", name="The report of the game").click()
    expect(a.page.locator(".met tbody tr")).to_have_count(beats)


def test_the_trainer_tells_the_mix_after_a_beat_and_how_far_the_pair_was_from_it(
    open_page: OpenPage,
) -> None:
    seats = against_the_referee(open_page, trainer=True)
    a = seats["a"]
    take_fighter(a)
    hand = own_move(a)["hands"]["a"]
    how = a.page.get_by_role("link", name="How good was your pair?")
    expect(how).to_have_count(0)
    style = next(card for card in hand["styles"] if card != "special")
    answer(a, a.key(pair("a", style, "strike")))
    while (seen := own_move(a))["beat"] == 1 and seen["phase"] != "select":
        play_a_step(a, seen)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    a.page.route("**/now?lesson=1", hold)
    expect(a.page.locator(".asks-lesson .works")).to_be_hidden()
    a.page.evaluate("scrollTo(0, 0)")
    how.click()
    expect(a.page.locator(".asks-lesson .works")).to_be_visible()
    asked[0].continue_()
    lesson = a.page.locator(".lesson")
    expect(lesson.get_by_role("status")).to_contain_text(f"{figures().name(style)} Strike")
    expect(lesson.get_by_role("status")).to_contain_text("of such duels")
    expect(lesson.get_by_role("heading", name="Trainer")).to_be_in_viewport()
    expect(lesson).to_contain_text("go on from the start of that beat")
    mixes = lesson.locator("ul")
    expect(mixes).to_have_count(2)
    for mix in (mixes.first, mixes.last):
        chances = [int(text.split("%")[0]) for text in mix.locator("li").all_inner_texts()]
        assert chances == sorted(chances, reverse=True)
        assert 0 < sum(chances) <= 103
    expect(mixes.first.locator(".played")).to_have_count(1)
    expect(mixes.first.locator(".played")).to_contain_text(f"{figures().name(style)} Strike")
    expect(mixes.last.locator(".played")).to_have_count(0)
    expect(seats["table"].page.locator(".lesson, [href*=lesson]")).to_have_count(0)
    assert faults(a.page) == []


def test_without_the_trainer_nobody_is_taught(open_page: OpenPage) -> None:
    """What came of the beat stands above the hand of a lone player's phone."""
    seats = against_the_referee(open_page)
    a = seats["a"]
    take_fighter(a)
    play_a_step(a, own_move(a))
    while (seen := own_move(a))["beat"] == 1 and seen["phase"] != "select":
        play_a_step(a, seen)
    expect(a.page.locator(".told-fold")).to_be_visible()
    story, first_card = a.page.locator(".told-fold summary"), a.page.locator("label.pick").first
    for width, height in (LANDSCAPE, PHONE):
        a.page.set_viewport_size({"width": width, "height": height})
        expect(story).to_be_in_viewport(ratio=1)
        expect(first_card).to_be_in_viewport(ratio=1)
        assert cut_off(a.page) == []
    assert faults(a.page) == []
    assert _taught(a.page) == _taught(seats["table"].page) == 0


def _taught(page: Page) -> int:
    return page.locator(".lesson, [href*=lesson]").count()


def test_the_strip_of_a_phone_names_the_referee_in_two_lines(open_page: OpenPage) -> None:
    """The fighter, and below it who plays and whether he has chosen."""
    a = against_the_referee(open_page)["a"]
    take_fighter(a)
    own_move(a)
    who = a.page.locator(".mini:not(.mine) .who")
    expect(who).to_contain_text("referee chose")
    lines = "who => who.getBoundingClientRect().height / parseFloat(getComputedStyle(who).lineHeight)"
    assert who.evaluate(lines) < 2.5
    assert cut_off(a.page) == []


def after_a_beat(tablet: Page, **chosen: object) -> Page:
    """Play the first beat against the referee on a lone tablet; `chosen` are more options of the table."""
    options = {"system": "battlecon", "opponent": "referee", **chosen}
    made = tablet.request.post("/api/tables", data=options).json()
    tablet.goto(f"/join/{made['seats']['table']['token']}")
    table = Seat(tablet, "table")
    take_fighter(table)
    play_a_step(table, own_move(table))
    while (seen := own_move(table))["beat"] == 1 and seen["phase"] != "select":
        play_a_step(table, seen)
    return tablet


def test_a_lone_tablet_shows_the_hand_and_the_last_beat_without_a_tap(open_page: OpenPage) -> None:
    """Two beats: after the first one no key asks for the hand, at no size of the screen."""
    tablet = after_a_beat(open_page(TABLET))
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


def test_a_low_lone_tablet_with_the_trainer_shows_what_every_base_does(open_page: OpenPage) -> None:
    """The key of the trainer stands beside what came of the last beat."""
    tablet = after_a_beat(open_page(LANDSCAPE), trainer=True)
    tablet.evaluate("scrollTo(0, 0)")
    for base in tablet.locator(".bases label.pick").all():
        expect(base).to_be_in_viewport(ratio=0.75)
    expect(tablet.locator(".asks-lesson")).to_be_in_viewport(ratio=1)
    assert cut_off(tablet) == []
