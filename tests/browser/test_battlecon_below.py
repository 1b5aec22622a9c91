"""A hand on a small screen: the pair put together lies over nothing, and no figure has too little room."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_duel import Seat, table_after
from tests.browser.at_sizes import cut_off, small_targets, turned
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import box_of
from tests.browser.test_battlecon import AFTER_THE_CLASH, FIGHTERS, TO_THE_CLASH
from tests.browser.test_battlecon_looks import NARROW, TO_NO_BASE
from tools.api_table import send

LIES_OVER = """async () => {
  const sum = document.querySelector(".sums"), frame = document.querySelector("#frame");
  const covered = new Set(), last = document.scrollingElement.scrollHeight - innerHeight;
  for (let y = 0; ; y = Math.min(y + 100, last)) {
    scrollTo(0, y);
    const lies = sum.getBoundingClientRect();
    for (const e of frame.querySelectorAll("summary, a, button, input, h2, li")) {
      const box = e.getBoundingClientRect();
      const beside = box.right <= lies.left || box.bottom <= lies.top || box.top >= lies.bottom;
      if (e.checkVisibility() && box.width && !beside) covered.add(e.innerText);
    }
    if (y >= last) return [...covered];
  }
}"""
"""The words below the hand that the sum of the pair covers, wherever the page is scrolled to."""


def with_a_pair(open_page: OpenPage, server: str, style: str, base: str) -> Page:
    """Return a lone tablet with Cadenza's hand, and two cards of it tapped."""
    table = table_after(server, FIGHTERS, alone=True)
    seat = Seat(open_page(TABLET, path=table.join("table")), "table")
    seat.page.get_by_role("link", name="Cadenza: choose a pair here").click()
    seat.page.get_by_role("link", name="I am Cadenza").click()
    seat.tap("style", style)
    seat.tap("base", base)
    return seat.page


@soak.LOOKS
def test_the_pair_of_a_lone_tablet_covers_nothing_below_the_hand(open_page: OpenPage, server: str) -> None:
    tablet = with_a_pair(open_page, server, "grapnel", "shot")
    for size in (TABLET, LANDSCAPE, PHONE, TABLET_UPRIGHT):
        turned(tablet, size)
        assert tablet.evaluate(LIES_OVER) == [], size


def test_a_question_lies_over_no_key_of_the_pair(open_page: OpenPage, server: str) -> None:
    """Somebody asks to take back while two cards are tapped: "Lay down" makes room for the answers."""
    table = table_after(server, FIGHTERS)
    phone = Seat(open_page(PHONE, path=table.join("a")), "a")
    phone.tap("style", "grapnel")
    phone.tap("base", "shot")
    key, question = phone.page.locator("button.commit:visible"), phone.page.locator(".undo .ask")
    send(f"{server}/api/tables/{table.code}/undo", {"answer": "ask", "n": 1}, token=table.tokens["b"])
    expect(question).to_be_visible()
    for size in (PHONE, LANDSCAPE):
        turned(phone.page, size)
        expect(key).to_be_in_viewport(ratio=1)
        assert box_of(key)[1] + box_of(key)[3] <= box_of(question)[1], size


NARROW_TABLES = {"first discards": FIGHTERS, "all bases back": TO_NO_BASE}


@soak.LOOKS
@pytest.mark.parametrize("moment", NARROW_TABLES)
def test_every_figure_of_a_hand_between_the_plates_has_room(
    open_page: OpenPage, server: str, moment: str
) -> None:
    """Seven bases, or five beside a style, stand between the plates of a tablet."""
    table = table_after(server, NARROW_TABLES[moment], starting_discards="free")
    tablet = open_page(TABLET, path=table.join("table"))
    tablet.goto(f"/t/{table.code}?for=a&look=1")
    expect(tablet.locator(".bases label.pick").first).to_be_visible()
    for size in (TABLET, TABLET_UPRIGHT, LANDSCAPE, PHONE):
        tablet.set_viewport_size({"width": size[0], "height": size[1]})
        assert tablet.evaluate(NARROW) == [], size
        assert cut_off(tablet) == []


CUT_FRAME = """async () => {
  const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.all(moving.map((one) => one.finished));
  const middle = document.querySelector(".middle").getBoundingClientRect();
  return [...document.querySelectorAll("label.pick:has(:checked)")]
    .map((card) => card.getBoundingClientRect().left - 4 - middle.left);
}"""
"""How far the frame of a chosen card is from the edge where its column cuts off what goes over it."""


@soak.LOOKS
def test_the_frame_of_a_chosen_card_is_whole(open_page: OpenPage, server: str) -> None:
    tablet = with_a_pair(open_page, server, "battery", "strike")
    assert min(tablet.evaluate(CUT_FRAME)) >= 0


@soak.LOOKS
def test_a_refusal_leaves_the_rules_and_the_theme_in_sight(open_page: OpenPage, server: str) -> None:
    """On a phone on its side the refusal moves the bar down, beside the pair that is put together."""
    table = table_after(server, FIGHTERS)
    phone = open_page(LANDSCAPE, path=table.join("a"))
    seat = Seat(phone, "a")
    seat.tap("style", "grapnel")
    seat.tap("base", "shot")
    key = phone.locator("button.commit:visible")
    key.evaluate("key => { key.value = key.value.replace('grapnel', 'hydraulic'); }")
    key.click()
    expect(phone.locator("#ruling")).to_contain_text("Hydraulic is not in your hand")
    lies = phone.locator(".sums").bounding_box()
    assert lies
    for tool in phone.locator(".beatbar .tools :is(a, button)").all():
        box = tool.bounding_box()
        assert box
        assert box["x"] + box["width"] <= lies["x"]


@soak.LOOKS
def test_the_bases_of_the_first_discards_are_in_sight_on_a_low_screen(
    open_page: OpenPage, server: str
) -> None:
    table = table_after(server, FIGHTERS, starting_discards="free")
    low = open_page(LANDSCAPE, path=table.join("table"))
    low.goto(f"/t/{table.code}?for=a&look=1")
    foot = low.locator(".sums")
    seat = Seat(low, "table")
    seat.tap("style", "battery")
    seat.tap("base", "strike")
    foot.get_by_role("button", name="in discard 1").click()
    expect(low.locator(".picker h2")).to_contain_text("Discard 2")
    seat.tap("style", "clockwork")
    seat.tap("base", "shot")
    expect(foot.get_by_role("button", name="in discard 2")).to_be_visible()
    low.evaluate("scrollTo(0, 0)")
    for base in low.locator(".bases label.pick .figs").all():
        expect(base).to_be_in_viewport(ratio=1)
        figures, keys = base.bounding_box(), foot.bounding_box()
        assert figures
        assert keys
        assert figures["y"] + figures["height"] <= keys["y"]


@soak.LOOKS
def test_the_lines_of_a_long_beat_can_all_be_reached_on_a_lone_tablet(
    open_page: OpenPage, server: str
) -> None:
    """On its side they scroll above the narrow fold "Give up", with a shadow where there are more."""
    table = table_after(server, (*FIGHTERS, *TO_THE_CLASH, *AFTER_THE_CLASH), alone=True)
    tablet = open_page(TABLET, path=table.join("table"))
    expect(tablet.locator(".line.is-recycle")).to_have_count(1)
    lines, fold = tablet.locator(".reveal .after"), tablet.locator("#give-up")
    for size in (TABLET, TABLET_UPRIGHT):
        tablet.set_viewport_size({"width": size[0], "height": size[1]})
        last = lines.locator(".line").last
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=1)
        low, give_up = last.bounding_box(), fold.bounding_box()
        assert low
        assert give_up
        assert low["y"] + low["height"] <= give_up["y"]
        assert give_up["height"] < 60
    tablet.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
    assert lines.evaluate("e => e.scrollHeight > e.clientHeight")
    assert "gradient" in lines.evaluate("e => getComputedStyle(e).backgroundImage")


@soak.LOOKS
def test_the_keys_of_cards_face_up_stand_in_line_on_a_phone_as_tablet(
    open_page: OpenPage, server: str
) -> None:
    """Under the words before them, side by side."""
    table = table_after(server, (*FIGHTERS, *TO_THE_CLASH), alone=True)
    phone = open_page(PHONE, path=table.join("table"))
    keys = phone.locator(".open-entry a")
    expect(keys.first).to_have_text("Cadenza’s new base")
    words, first, second = (
        part.bounding_box() for part in (phone.locator(".open-entry"), keys.first, keys.last)
    )
    assert words
    assert first
    assert second
    assert abs(first["x"] - words["x"]) < 1
    assert first["y"] == second["y"]
    assert [*cut_off(phone), *small_targets(phone)] == []


def test_the_end_of_a_duel_names_the_winner_in_one_line(open_page: OpenPage, server: str) -> None:
    """By the short name, as on the plates."""
    table = table_after(server, (*FIGHTERS, {"do": "concede", "seat": "a"}), alone=True)
    tablet = open_page(TABLET, path=table.join("table"))
    expect(tablet.locator(".ended h2")).to_have_text("Kallistar wins Cadenza gives up")
