"""The screens of a duel at each size: what comes next is in sight, figures are whole, piles lie in sight.

That nothing is cut off or too small to tap `test_accessibility.py` asks on every screen.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.games.battlecon.demo_states import FIRST_BEAT
from tests import soak
from tests.browser.at_duel import Seat, sit_down, table_after
from tests.browser.at_sizes import cut_off, small_targets, turned
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_accessibility import faults
from tests.browser.test_battlecon import (
    AFTER_THE_CANCEL,
    AFTER_THE_CLASH,
    FIGHTERS,
    NO_TOKEN,
    TO_THE_CANCEL,
    TO_THE_CLASH,
    base,
    pair,
    play,
)
from tools.api_table import ApiTable

MAX_BYTES = 120_000
"""What the first page of a seat may weigh on the way, with its styles and scripts."""


UNDER_A_TRAP = """() => [...document.querySelectorAll(".arena .space:has(.spot)")].filter((space) => {
  const trap = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  trap.setAttribute("class", "mark trap");
  space.append(trap);
  const words = document.createRange();
  words.selectNodeContents(space.querySelector(".spot"));
  const [lies, number] = [trap.getBoundingClientRect(), words.getBoundingClientRect()];
  trap.remove();
  return number.width && lies.left < number.right && number.left < lies.right
    && lies.top < number.bottom && number.top < lies.bottom;
}).map((space) => space.textContent.trim())"""


def tap_two(seat: Seat) -> None:
    seat.page.locator(".styles label.pick").last.click()
    seat.page.locator(".bases label.pick").last.click()


@soak.LOOKS
def test_the_first_page_is_light(open_page: OpenPage, server: str) -> None:
    """A phone that comes to a duel for the first time loads its page, styles and scripts."""
    table = ApiTable.new(server, {"system": "battlecon"})
    for action in FIGHTERS:
        table.do("table", action)
    phone = open_page(PHONE, path="/offline", alone=True)
    loaded: list[int] = []
    phone.on("requestfinished", lambda request: loaded.append(request.sizes()["responseBodySize"]))
    phone.goto(f"/join/{table.tokens['a']}")
    expect(phone.locator(".picker")).to_be_visible()
    phone.wait_for_load_state("load")
    assert 0 < sum(loaded) <= MAX_BYTES


def test_a_trap_leaves_the_number_of_its_space_free(open_page: OpenPage, server: str) -> None:
    """In an empty space and at a fighter's feet, on a tablet and on a narrow phone."""
    table = table_after(server, FIGHTERS)
    page = open_page(TABLET, path=table.join("table"))
    for size in (TABLET, (320, 568)):
        turned(page, size)
        assert page.locator(".arena .space.held .spot").count()
        assert page.evaluate(UNDER_A_TRAP) == [], size


def test_the_screens_keep_still_for_those_who_want_no_motion(open_page: OpenPage, server: str) -> None:
    page = open_page(PHONE, path=table_after(server, FIGHTERS).join("a"), moving=True)
    page.emulate_media(reduced_motion="reduce")
    moving = "e => [getComputedStyle(e).animationName, getComputedStyle(e).transitionDuration]"
    assert page.locator(".lamp.chooses > span").first.evaluate(moving)[0] == "none"
    assert page.locator("label.pick").first.evaluate(moving)[1] == "0s"


def the_whole_hand_is_in_sight(seats: dict[str, Seat]) -> None:
    """Check that a phone on its side shows all nine cards, and the key that lays two of them down."""
    for name in ("a", "b"):
        page = seats[name].page
        page.set_viewport_size({"width": LANDSCAPE[0], "height": LANDSCAPE[1]})
        tap_two(seats[name])
        expect(page.locator("label.pick")).to_have_count(9)
        for seen in (*page.locator("label.pick").all(), page.locator("button.commit:visible")):
            expect(seen).to_be_in_viewport(ratio=1)


def test_the_line_of_the_last_beat_leaves_the_whole_hand_in_sight(open_page: OpenPage, server: str) -> None:
    table = table_after(server, [*FIGHTERS, *FIRST_BEAT])
    for seat in "ab":
        page = open_page(LANDSCAPE, path=table.join(seat))
        expect(page.locator(".last-line")).to_be_in_viewport(ratio=1)
        for card in page.locator("label.pick, .card.style").all():
            expect(card).to_be_in_viewport(ratio=1)


def test_a_newcomer_on_a_phone_has_one_line_of_help(open_page: OpenPage) -> None:
    page = open_page(PHONE, newcomer=True)
    made = page.request.post("/api/tables", data={"system": "battlecon"}).json()
    page.goto(f"/join/{made['seats']['a']['token']}")
    box = page.locator("#first-help").bounding_box()
    assert box
    assert box["height"] <= PHONE[1] / 12
    expect(page.locator("#first-help").get_by_role("link", name="How it works")).to_be_visible()


@soak.LOOKS
def test_the_start_and_the_ante_show_what_comes_next_without_scrolling(
    open_page: OpenPage, server: str
) -> None:
    """The keys that take a fighter stay in sight; in the ante both places show the back of a card."""
    table = table_after(server)
    phone = Seat(open_page(PHONE, path=table.join("a")), "a")
    for size in (PHONE, LANDSCAPE):
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        for name in ("Cadenza", "Khadath"):
            phone.moment.locator("label.candidate", has_text=name).click()
            keys = phone.moment.locator(".takes:visible button")
            expect(keys).to_have_count(2)
            for key in keys.all():
                expect(key).to_be_in_viewport(ratio=1)
    table = table_after(server, FIGHTERS)
    seats = sit_down(open_page, table, "ab")
    the_whole_hand_is_in_sight(seats)
    play(seats, TO_THE_CLASH[:2])
    phone, tablet = seats["a"], Seat(open_page(TABLET, path=table.join("table")), "table")
    expect(phone.moment.locator(".arena:not(.tinyarena)")).to_have_count(1)  # that of the pair, not two
    expect(tablet.moment.locator(".slot.lies")).to_have_count(2)
    expect(tablet.moment.locator(".slots")).to_contain_text("Both pairs lie face down.")


@soak.LOOKS
def test_to_add_no_token_stands_in_a_row_that_it_fills(open_page: OpenPage, server: str) -> None:
    """With all four of Hikaru's tokens, and with two of them."""
    table = ApiTable.new(server, {"system": "battlecon"})
    hikaru = {"do": "choose_fighter", "seat": "a", "fighter": "hikaru", "finish": "four_winds"}
    for action in (hikaru, FIGHTERS[1], pair("a", "sweeping", "shot"), pair("b", "blazing", "drive")):
        table.do("table", action)
    page = open_page(TABLET, path=table.join("table"))
    keys = page.locator(".answers .answer")
    expect(keys).to_have_count(5)
    expect(keys.last).to_have_text("Add no token")
    for first in (0, 2):
        keys.evaluate_all(f"keys => keys.slice(0, {first}).map((key) => key.remove())")
        for width, height in (PHONE, TABLET, TABLET_UPRIGHT):
            page.set_viewport_size({"width": width, "height": height})
            assert not page.evaluate(LEFT_BESIDE_THE_LAST_KEY), (first, width)


@soak.LOOKS
def test_a_new_table_has_its_codes_in_sight(open_page: OpenPage) -> None:
    page = open_page(TABLET)
    made = page.request.post("/api/tables", data={"system": "battlecon"}).json()
    page.goto(f"/join/{made['seats']['table']['token']}")
    expect(page.locator("#seats .qr")).to_have_count(2)
    for code in page.locator("#seats .qr").all():
        expect(code).to_be_in_viewport(ratio=1)
    expect(page.locator("#seats .pin").last).to_be_in_viewport(ratio=1)
    expect(page.locator("label.candidate").last).to_be_in_viewport(ratio=1)
    for size in (TABLET, TABLET_UPRIGHT):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert "broken word" not in [_lines(fold) for fold in page.locator(".far summary").all()]
    table, token = f"/api/tables/{made['code']}", made["seats"]["a"]["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    assert page.request.post(f"{table}/name", data={"name": "Ann"}, headers=bearer).ok
    page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
    page.goto(f"/t/{made['code']}")
    expect(page.locator(".fighters h2")).to_have_text("Fighter for Ann")
    expect(page.locator("#credit")).to_contain_text("Figures at this table: Preview.")


def _lines(fold: Locator) -> str:
    """Return "broken word" where a fold's heading takes more than one line."""
    box = fold.bounding_box()
    return "broken word" if box and box["height"] > 60 else ""


@soak.LOOKS
def test_no_hole_stays_between_the_panels_below_the_game(open_page: OpenPage, server: str) -> None:
    """The folds stand under each other, beside the list of who is there, and none is higher than it needs."""
    table = table_after(server)
    for seat in "ab":
        table.view(seat)
    tablet = open_page(TABLET, path=table.join("table"))
    for size in (TABLET, TABLET_UPRIGHT):
        tablet.set_viewport_size({"width": size[0], "height": size[1]})
        boxes = [tablet.locator(part).bounding_box() for part in ("#clock", "#others", "#naming", "#seats")]
        clock, others, naming, there = (box for box in boxes if box)
        assert clock["y"] == there["y"]
        assert clock["x"] == others["x"] == naming["x"] > there["x"] + there["width"]
        gaps = [low["y"] - high["y"] - high["height"] for high, low in ((clock, others), (others, naming))]
        assert gaps == pytest.approx([12, 12], abs=1)
        assert clock["height"] == pytest.approx(others["height"], abs=1)


def both_piles_are_in_sight(page: Page) -> None:
    for size in (TABLET, TABLET_UPRIGHT):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for pile in page.locator(".plate .pile").all():
            expect(pile).to_be_in_viewport(ratio=1)


@soak.LOOKS
def test_the_longest_list_leaves_both_discard_piles_in_sight(open_page: OpenPage, server: str) -> None:
    """A beat with a clash, a move, damage and a new form: seven things for one player's hands."""
    table = table_after(server, [*FIGHTERS, *TO_THE_CLASH, *AFTER_THE_CLASH])
    page = open_page(TABLET, path=table.join("table"))
    expect(page.locator(".side-b .task")).to_have_count(7)
    both_piles_are_in_sight(page)


@soak.LOOKS
def test_after_a_cancel_and_a_pull_both_discard_piles_are_in_sight_too(
    open_page: OpenPage, server: str
) -> None:
    """Six things for Cadenza's hands, two of them in one row, and ten cards in his hand."""
    actions = [*FIGHTERS, *TO_THE_CLASH, *AFTER_THE_CLASH, *TO_THE_CANCEL, *AFTER_THE_CANCEL]
    page = open_page(TABLET, path=table_after(server, actions).join("table"))
    expect(page.locator(".side-a .task")).to_have_count(6)
    both_piles_are_in_sight(page)


LEFT_BESIDE_THE_LAST_KEY = """() => {
  const box = (e) => e.getBoundingClientRect(), list = document.querySelector(".answers");
  return box(list).right - box(list.lastElementChild).right > 2;
}"""
TO_NO_BASE: list[dict[str, Any]] = [
    FIGHTERS[0],
    {"do": "choose_fighter", "seat": "b", "fighter": "khadath", "finish": "planar_crossing"},
    {"do": "choose_discards", "seat": "a", "discards": [["battery", "dash"], ["clockwork", "press"]]},
    {"do": "choose_discards", "seat": "b", "discards": [["lure", "dash"], ["evacuation", "snare"]]},
    pair("a", "grapnel", "strike"),
    pair("b", "blight", "strike"),
    NO_TOKEN,
    *(base(seat, name) for name in ("shot", "drive", "burst", "grasp") for seat in "ab"),
]
"""A clash that has used up all bases, so that the five of this beat are back in hand (8.2)."""


@soak.LOOKS
def test_a_phone_on_its_side_shows_every_base_whole_after_a_long_clash(
    open_page: OpenPage, server: str
) -> None:
    table = table_after(server, TO_NO_BASE, starting_discards="free")
    phone = open_page(LANDSCAPE, path=table.join("a"))
    expect(phone.locator(".bases label.pick")).to_have_count(5)
    assert cut_off(phone) == []
    for card in phone.locator("label.pick").all():
        expect(card).to_be_in_viewport(ratio=1)


COVERED = """() => [...document.querySelectorAll(".sums .sum.shown .space, .sum:not(.none) .space")]
  .filter((space) => space.checkVisibility())
  .filter((space) => {
    const marks = [...space.querySelectorAll(".piece")].map((e) => e.getBoundingClientRect().bottom + 2);
    if (space.matches(".reached:not(.held)")) {
      const dot = getComputedStyle(space, "::before"), box = space.getBoundingClientRect();
      const high = parseFloat(dot.height) + parseFloat(dot.marginBottom);
      marks.push((box.top + box.bottom - high) / 2 + parseFloat(dot.height) + 2);
    }
    return marks.some((bottom) => bottom > space.querySelector(".spot").getBoundingClientRect().top + 1);
  })
  .map((space) => space.innerText)"""
"""The spaces whose number lies under a fighter, with his shadow, or under the dot of what is reached."""


@soak.LOOKS
def test_neither_fighter_nor_dot_covers_the_number_of_a_space(open_page: OpenPage, server: str) -> None:
    seat = Seat(open_page(PHONE, path=table_after(server, FIGHTERS).join("a")), "a")
    seat.tap("style", "grapnel")
    seat.tap("base", "shot")
    for size in (PHONE, LANDSCAPE, TABLET):
        seat.page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(seat.page.locator(".sum:not(.none) .space.reached.held:visible")).to_have_count(1)
        assert seat.page.evaluate(COVERED) == [], size


NARROW = """() => [...document.querySelectorAll("label.pick .fig")].filter((fig) => {
  const [mark, figure] = [fig.querySelector(".mark"), fig.querySelector("b")];
  const [left, right] = [mark.getBoundingClientRect().left, figure.getBoundingClientRect().right];
  const box = fig.getBoundingClientRect();
  return left < box.left - 0.5 || right > box.right + 0.5;
}).map((fig) => fig.closest(".pick").innerText)"""
"""The cards on which a figure, or the mark before it, sticks out of its field."""


@soak.LOOKS
def test_the_choice_of_the_first_discards_says_what_to_tap_and_shows_every_figure(
    open_page: OpenPage, server: str
) -> None:
    """All seven bases are there; the strip at the foot is never empty."""
    table = table_after(server, FIGHTERS, starting_discards="free")
    seat = Seat(open_page(PHONE, path=table.join("a")), "a")
    page = seat.page
    strip = page.locator(".sums")
    for size in (PHONE, LANDSCAPE, TABLET, TABLET_UPRIGHT):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(strip.locator(".none")).to_be_visible()
        assert page.evaluate(NARROW) == [], size
    expect(strip.locator(".none")).to_have_text("Tap a style and a base.")
    tap_two(seat)
    expect(strip.locator(".none")).to_be_hidden()
    strip.get_by_role("button", name="in discard 1").click()
    expect(page.locator(".picker h2")).to_contain_text("Discard 2")
    assert [*cut_off(page), *small_targets(page)] == []
    page.locator(".picker .chips").get_by_role("link", name="Change").click()
    expect(page.locator(".picker h2")).to_contain_text("Discard 1")


@soak.LOOKS
def test_all_tokens_of_a_fighter_have_one_line_on_a_phone(open_page: OpenPage, server: str) -> None:
    hikaru = {"do": "choose_fighter", "seat": "b", "fighter": "hikaru", "finish": "four_winds"}
    phone = open_page(PHONE, path=table_after(server, [FIGHTERS[0], hikaru]).join("b"))
    tokens = phone.locator(".mini.mine .token")
    expect(tokens).to_have_text(["Earth", "Fire", "Water", "Wind"])
    assert len({token.evaluate("e => e.getBoundingClientRect().top") for token in tokens.all()}) == 1


@soak.LOOKS
def test_the_tablet_shows_what_lies_open_above_the_hand_that_answers_it(
    open_page: OpenPage, server: str
) -> None:
    """After a Cancel, where no phone is at hand: at no size must it be looked for."""
    table = table_after(server, [*FIGHTERS, *TO_THE_CLASH, *AFTER_THE_CLASH, *TO_THE_CANCEL])
    tablet = open_page(TABLET, path=table.join("table"))
    tablet.goto(f"/t/{table.code}?for=a&look=1")
    for size in (PHONE, LANDSCAPE, TABLET_UPRIGHT, TABLET):
        tablet.set_viewport_size({"width": size[0], "height": size[1]})
        expect(tablet.locator(".facing")).to_contain_text("Caustic Spellbolt")
        expect(tablet.locator(".facing")).to_be_in_viewport(ratio=1)
        expect(tablet.locator("label.pick").first).to_be_in_viewport(ratio=1)
        assert [*cut_off(tablet), *small_targets(tablet)] == []
    assert faults(tablet) == []
