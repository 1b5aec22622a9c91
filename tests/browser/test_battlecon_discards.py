"""The first discards on phone and tablet: the whole hand in sight, its figures and its keys with room."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import soak
from tests.browser.at_duel import Seat, sit_down, table_after
from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.test_battlecon import FIGHTERS, TO_THE_CLASH

CROWDED = """() => [...document.querySelectorAll(".pick")].filter((card) => {
  const inside = card.getBoundingClientRect();
  const within = (e, room) => {
    const box = e.getBoundingClientRect();
    return box.left >= inside.left + room && box.right <= inside.right - room;
  };
  return ![...card.querySelectorAll(".fig > *")].every((e) => within(e, 2))
    || ![...card.querySelectorAll(".says > *")].every((e) => within(e, 5));
}).map((card) => card.innerText)"""
"""The cards on which a figure touches the edge, or a word the line inside it."""

CLOSE = """() => [...document.querySelectorAll(".space.held")].filter((space) => {
  if (!space.checkVisibility()) return false;
  const [piece, spot] = [space.querySelector(".piece"), space.querySelector(".spot")];
  return piece.getBoundingClientRect().bottom + 2 > spot.getBoundingClientRect().top;
}).map((space) => space.innerText)"""
"""The spaces whose number a fighter touches, with the two pixels of his shadow."""


def discarding(open_page: OpenPage, server: str, seats: str) -> dict[str, Seat]:
    """Return phones at a new table where the first discards are chosen freely."""
    return sit_down(open_page, table_after(server, FIGHTERS, starting_discards="free"), seats)


def first_discard_chosen(open_page: OpenPage, server: str, name: str, style: str, base: str) -> Seat:
    """Return a seat of a new table that has chosen its discard 1, and is to choose discard 2."""
    seat = discarding(open_page, server, name)[name]
    seat.tap("style", style)
    seat.tap("base", base)
    seat.page.get_by_role("button", name="in discard 1").click()
    return seat


@soak.LOOKS
def test_a_phone_on_its_side_shows_the_whole_hand(open_page: OpenPage, server: str) -> None:
    """All styles and bases with their figures above the strip at the foot; Cadenza's with their words too.

    The heading says which pile it is and when it comes back. What to tap stands at the foot alone.
    """
    seats = discarding(open_page, server, "ab")
    for name in ("a", "b"):
        page = seats[name].page
        expect(page.locator(".picker h2")).to_have_text("Discard 1 comes back after beat 2")
        expect(page.get_by_text("Tap a style and a base.")).to_have_count(1)
        page.set_viewport_size({"width": LANDSCAPE[0], "height": LANDSCAPE[1]})
        expect(page.locator("label.pick")).to_have_count(12)
        foot = page.locator(".sums").bounding_box()
        assert foot
        low = page.locator("label.pick" if name == "a" else "label.pick .figs").evaluate_all(
            "(cards, top) => cards.filter((c) => c.getBoundingClientRect().bottom > top + 1)"
            ".map((c) => c.innerText)",
            foot["y"],
        )
        assert low == []


@soak.LOOKS
def test_the_figures_have_room_between_the_plates_of_a_tablet(open_page: OpenPage, server: str) -> None:
    table = table_after(server, FIGHTERS, alone=True, starting_discards="free")
    tablet = sit_down(open_page, table, ["table"])["table"].page
    tablet.get_by_role("link", name="Kallistar: choose the first discards here").click()
    tablet.get_by_role("link", name="I am Kallistar").click()
    expect(tablet.locator("label.pick")).to_have_count(12)
    assert tablet.evaluate(CROWDED) == []
    assert [*cut_off(tablet), *small_targets(tablet)] == []


@soak.LOOKS
def test_change_stands_beside_the_first_discard(open_page: OpenPage, server: str) -> None:
    page = first_discard_chosen(open_page, server, "b", "flare", "strike").page
    change = page.locator(".picker .chips a").bounding_box()
    chip = page.locator(".picker .chips .chip").first.bounding_box()
    assert change
    assert chip
    assert abs(change["y"] + change["height"] / 2 - chip["y"] - chip["height"] / 2) < 2


@soak.LOOKS
def test_a_fighter_touches_no_number(open_page: OpenPage, server: str) -> None:
    """Of the pair that was laid down, where the other one stands within its range."""
    page = sit_down(open_page, table_after(server, [*FIGHTERS, TO_THE_CLASH[0]]), "a")["a"].page
    for size in (PHONE, LANDSCAPE, TABLET):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".space.reached.held:visible")).to_have_count(1)
        assert page.evaluate(CLOSE) == [], size


def test_what_to_tap_for_a_pair_stands_at_the_foot_alone(open_page: OpenPage, server: str) -> None:
    page = sit_down(open_page, table_after(server, FIGHTERS), "a")["a"].page
    expect(page.locator(".picker h2")).to_have_text("Choose your pair")
    expect(page.get_by_text("Tap a style and a base.")).to_have_count(1)
