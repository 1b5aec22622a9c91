"""The view of the map: its start, keys and motion. Moved by a player it stays until the phase has ended."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests import soak
from tests.browser.conftest import PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import (
    ENDS,
    OPENS_WHOLE,
    TAP,
    TELLING,
    Hand,
    at_sizes,
    box_of,
    hall_width,
    middle_of,
    seated,
    see_closer,
    shows,
    square,
    still,
    turned,
)

_MOTIONS: tuple[tuple[Literal["reduce", "no-preference"], bool], ...] = (
    ("reduce", False), ("no-preference", True),
)  # fmt: skip


@soak.HANDS
@at_sizes(TABLET, PHONE, TABLET_UPRIGHT)
def test_the_map_begins_large_enough_for_its_screen_and_at_the_action(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """On a tablet all of it is seen; on a phone a hall square takes a finger.

    Those who act are in sight with all that they may do next to them.
    """
    page, _ = seated(open_page, server, "moving", size)
    assert shows(page, *ENDS) is (size in OPENS_WHOLE)
    assert hall_width(page) >= (TELLING if size in OPENS_WHOLE else TAP)
    numbers = page.locator("#marks .mark.go").evaluate_all(
        "marks => marks.map((mark) => mark.dataset.square)"
    )
    assert numbers
    assert shows(page, *numbers)
    expect(page.get_by_role("button", name="Follow")).to_be_hidden()


def test_a_map_shown_whole_unasked_is_as_large_as_on_a_new_page_of_each_size(
    open_page: OpenPage, server: str
) -> None:
    """As small as a phone it takes a finger, and large again it is seen whole. What a key says stays."""
    page, _ = seated(open_page, server, "moving", TABLET)
    for size in turned(page, PHONE, TABLET, PHONE):
        still(page)
        assert shows(page, *ENDS) is (size in OPENS_WHOLE), size
        assert hall_width(page) >= (TELLING if size in OPENS_WHOLE else TAP), size
    page.get_by_role("button", name="Whole map").click()
    for size in turned(page, PHONE, TABLET, PHONE):
        still(page)
        assert shows(page, *ENDS), size


@at_sizes(PHONE, soaked=(TABLET,))
def test_the_view_follows_the_action_until_a_player_moves_it(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """Moved by a player it stays, whatever happens; the Follow key brings it back to the action."""
    page, table = seated(open_page, server, "moving", size)
    if size in OPENS_WHOLE:
        see_closer(page)
    follow = page.get_by_role("button", name="Follow")
    peter = next(c["square"] for c in table.view()["characters"].values())
    assert shows(page, peter)
    hand = Hand(page)
    middle = middle_of(page.locator("#map"))
    for _ in range(4):
        hand.drag(middle, (middle[0] - 150, middle[1] - 110))
    expect(follow).to_be_visible()
    assert box_of(follow)[3] >= TAP
    assert not shows(page, peter)
    place = page.evaluate("[frame.scrollLeft, frame.scrollTop]")
    step = next(a for a in table.actions("human") if a["do"] == "step")
    table.do("human", step)
    expect(page.locator("#moment")).to_have_attribute("data-version", str(table.view()["version"]))
    assert page.evaluate("[frame.scrollLeft, frame.scrollTop]") == place
    follow.click()
    page.wait_for_function("([x, y]) => frame.scrollLeft !== x || frame.scrollTop !== y", arg=place)
    still(page)
    assert shows(
        page, *page.locator("#marks .mark.go").evaluate_all("marks => marks.map((m) => m.dataset.square)")
    )
    expect(follow).to_be_hidden()


@soak.HANDS
@at_sizes(PHONE, TABLET)
def test_the_view_follows_again_in_a_new_phase(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """What a player looked at in his own turn never hides what he is asked about in the next phase."""
    page, table = seated(open_page, server, "moving", size)
    if size in OPENS_WHOLE:
        see_closer(page)
    hand, middle = Hand(page), middle_of(page.locator("#map"))
    for _ in range(4):
        hand.drag(middle, (middle[0] - 150, middle[1] - 110))
    follow = page.get_by_role("button", name="Follow")
    expect(follow).to_be_visible()
    peter = next(c["square"] for c in table.view()["characters"].values())
    assert not shows(page, peter)
    table.do("human", {"do": "end_turn"})
    expect(follow).to_be_hidden()
    # The map begins to move a moment after the key has gone.
    for _ in range(100):
        still(page)
        marked = page.locator("#marks .mark").evaluate_all("marks => marks.map((m) => m.dataset.square)")
        if shows(page, *(marked[:1] or [peter])):
            break
        page.wait_for_timeout(50)
    assert shows(page, *(marked[:1] or [peter]))


@soak.HANDS
def test_the_map_does_not_move_while_a_finger_is_on_it(open_page: OpenPage) -> None:
    """What happens meanwhile is drawn, and the view goes there once the finger has left."""
    page = open_page(PHONE, "/sight")
    still(page)
    hand, spot = Hand(page), middle_of(square(page, "106"))
    hand.touch("touchStart", spot)
    place = page.evaluate("[frame.scrollLeft, frame.scrollTop]")
    square(page, "212").dispatch_event("click")
    expect(page.locator("#marks .mark.chosen")).to_have_attribute("data-square", "212")
    assert page.evaluate("[frame.scrollLeft, frame.scrollTop]") == place
    hand.touch("touchCancel")
    page.wait_for_function("([x, y]) => frame.scrollTop > y + 50", arg=place)
    still(page)
    assert shows(page, "212")


def test_the_keyboard_enlarges_and_moves_the_map(open_page: OpenPage) -> None:
    """Plus and minus while the map has the focus; the arrows scroll it and count as moving it."""
    page = open_page(TABLET, "/sight", touch=False)
    still(page)
    width, frame = hall_width(page), page.locator("#map")
    frame.focus()
    page.keyboard.press("+")
    still(page)
    assert hall_width(page) == pytest.approx(1.5 * width, rel=0.01)
    page.keyboard.press("-")
    page.keyboard.press("-")
    still(page)
    assert shows(page, *ENDS)
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Follow")).to_be_visible()
    page.get_by_role("button", name="Follow").focus()
    page.keyboard.press("Enter")
    expect(frame).to_be_focused()


def test_motion_is_short_and_only_for_those_who_want_it(open_page: OpenPage) -> None:
    page = open_page(TABLET, "/sight", alone=True)
    for motion, moves in _MOTIONS:
        page.emulate_media(reduced_motion=motion)
        still(page)
        lasts = page.evaluate(
            "() => { zoomStep(1); return drawing.getAnimations().map((a) => a.effect.getTiming().duration); }"
        )
        assert bool(lasts) is moves
        assert all(duration < 200 for duration in lasts)
        assert hall_width(page) > 0
        expect(page.locator("#map")).to_have_attribute("style", re.compile("--map-width"))
