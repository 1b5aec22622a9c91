"""Hands on the map: pan, pinch, double tap, and a crowded square that is fanned out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.conftest import PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import (
    TAP,
    Hand,
    at_sizes,
    box_of,
    hall_width,
    middle_of,
    seated,
    square,
    still,
    stop_clock,
    tap_twice,
)
from tools.api_table import ApiTable
from tools.tour import EMPTY


@at_sizes(PHONE, soaked=(TABLET, TABLET_UPRIGHT))
def test_a_finger_drags_the_map_and_taps_nothing(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size, "/sight")
    still(page)
    start, before = middle_of(page.locator("#map")), box_of(square(page, "098"))
    Hand(page).drag(start, (start[0] - 80, start[1] - 60))
    after = box_of(square(page, "098"))
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((-80, -60), abs=2)
    expect(page.locator("#sight")).not_to_contain_text("From 0")
    assert "from=" not in page.url


def test_a_mouse_drags_the_map_and_taps_nothing(open_page: OpenPage) -> None:
    page = open_page(TABLET, "/sight", touch=False)
    still(page)
    start, before = middle_of(page.locator("#map")), box_of(square(page, "098"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 70, start[1] + 40, steps=5)
    page.mouse.up()
    after = box_of(square(page, "098"))
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((70, 40), abs=2)
    assert "from=" not in page.url


def test_a_trembling_finger_is_a_tap(open_page: OpenPage) -> None:
    """A few pixels of movement move nothing and still ask."""
    page = open_page(TABLET, "/sight")
    still(page)
    spot, before = middle_of(square(page, "106")), box_of(square(page, "106"))
    hand = Hand(page)
    hand.touch("touchStart", spot)
    hand.touch("touchMove", (spot[0] + 5, spot[1] + 4))
    hand.touch("touchEnd")
    expect(page.locator("#sight")).to_contain_text("From 106")
    assert box_of(square(page, "106")) == before


@at_sizes(TABLET, soaked=(PHONE, TABLET_UPRIGHT))
def test_two_fingers_enlarge_the_map_about_the_point_between_them(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    """The square between the fingers stays between them, and it is drawn anew at its size, not blown up."""
    page = open_page(size, "/sight")
    still(page)
    hand, centre, width = Hand(page), middle_of(page.locator("#map")), hall_width(page)
    under = (
        "([x, y]) => document.elementsFromPoint(x, y).find((e) => e.matches('polygon.square')).dataset.square"
    )
    number = page.evaluate(under, centre)
    before = middle_of(square(page, number))
    hand.pinch(centre, 80, 160)
    assert hall_width(page) == pytest.approx(2 * width, rel=0.02)
    after = middle_of(square(page, number))
    assert (after[0] - centre[0], after[1] - centre[1]) == pytest.approx(
        (2 * (before[0] - centre[0]), 2 * (before[1] - centre[1])), abs=3
    )
    assert page.evaluate("getComputedStyle(drawing).transform") == "none"
    hand.pinch(centre, 160, 80)
    assert hall_width(page) == pytest.approx(width, rel=0.02)
    assert "from=" not in page.url


def test_the_wheel_enlarges_at_the_pointer_while_ctrl_is_held(open_page: OpenPage) -> None:
    page = open_page(TABLET, "/sight", touch=False)
    still(page)
    spot, width = middle_of(square(page, "106")), hall_width(page)
    page.mouse.move(*spot)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.wait_for_function(
        "width => drawing.querySelector('[data-square=\"098\"]').getBoundingClientRect().width > width",
        arg=width,
    )
    page.keyboard.up("Control")
    assert middle_of(square(page, "106")) == pytest.approx(spot, abs=2)


@soak.HANDS
@at_sizes(TABLET_UPRIGHT, TABLET, PHONE)
def test_a_double_tap_brings_a_square_into_the_middle_and_the_next_one_goes_back(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(size, "/sight")
    still(page)
    before = page.evaluate("[view.scale, frame.scrollLeft, frame.scrollTop]")
    tap_twice(page, "106")
    still(page)
    assert box_of(square(page, "106"))[2] >= 2 * TAP
    assert middle_of(square(page, "106")) == pytest.approx(middle_of(page.locator("#map")), abs=2)
    expect(page.locator("#sight")).to_contain_text("From 106")
    tap_twice(page, "106")
    still(page)
    assert page.evaluate("view.scale") == pytest.approx(before[0])


def test_two_quick_taps_of_a_finger_are_a_double_tap(open_page: OpenPage) -> None:
    """The same through a touch screen; how quick two taps must be is not what is tested."""
    page = open_page(PHONE, "/sight")
    still(page)
    # However long the machine takes for it, no time passes: the answer to the first tap moves no square away.
    page.evaluate(
        """() => {
            document.addEventListener(
                "click", (event) => Object.defineProperty(event, "timeStamp", { value: 1000 }), true
            );
            performance.now = () => 1000;
        }"""
    )
    hand, spot = Hand(page), middle_of(square(page, "106"))
    hand.tap(spot)
    expect(page.locator("#seen")).to_be_visible()
    hand.tap(spot)
    page.wait_for_function("() => view.scale * hallSquare() > 90")
    still(page)
    assert middle_of(square(page, "106")) == pytest.approx(middle_of(page.locator("#map")), abs=2)
    expect(page.get_by_role("button", name="Follow")).to_be_visible()


@soak.HANDS
def test_a_double_tap_never_carries_out_what_a_tap_again_would(open_page: OpenPage, server: str) -> None:
    """One tap asks and a second one acts. Two at once on a square in question only zoom in."""
    table = ApiTable.at(server, "moving")
    page = open_page(TABLET, EMPTY, alone=True)
    page.clock.install()
    page.goto(table.join("table"))
    still(page)
    stop_clock(page)
    done: list[str] = []
    page.on("request", lambda request: done.append(request.url) if request.method == "POST" else None)
    goal = str(page.locator("#marks .mark.go").first.get_attribute("data-square"))
    tap_twice(page, goal)
    expect(page.locator("#moment")).to_have_attribute("data-square", goal)
    expect(page.locator("#moment [data-again]")).to_have_count(1)
    tap_twice(page, goal)
    expect(page.locator("#moment .due")).to_have_count(0)
    page.clock.fast_forward(5000)
    square(page, "212").dispatch_event("click")
    expect(page.locator("#moment")).to_have_attribute("data-square", "212")
    assert not done
    square(page, goal).dispatch_event("click")
    expect(page.locator("#moment")).to_have_attribute("data-square", goal)
    square(page, goal).evaluate(
        'square => square.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }))'
    )
    expect(page.locator("#moment .due")).to_have_count(1)
    assert not done
    version = str(page.locator("#moment").get_attribute("data-version"))
    page.clock.fast_forward(5000)
    expect(page.locator("#moment")).not_to_have_attribute("data-version", version)


def frozen(open_page: OpenPage, server: str, size: tuple[int, int] = TABLET) -> tuple[Page, str]:
    """Return a tablet in the middle of a move, for which no time passes, and a square to go to."""
    table = ApiTable.at(server, "moving")
    page = open_page(size, table.join("table").removeprefix(server))
    still(page)
    page.evaluate(
        """() => document.addEventListener(
            "click", (event) => Object.defineProperty(event, "timeStamp", { value: 1000 }), true
        )"""
    )
    return page, str(page.locator("#marks .mark.go").first.get_attribute("data-square"))


def tap_once(page: Page, number: str) -> None:
    """Tap a square with a finger, as a browser reports it."""
    square(page, number).evaluate(
        'square => square.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }))'
    )


@soak.HANDS
def test_a_quick_second_tap_goes_where_the_first_has_shown_that_one_may(
    open_page: OpenPage, server: str
) -> None:
    """5.1: at a size where fingers can tell squares apart, nobody taps twice to see a goal larger."""
    page, goal = frozen(open_page, server)
    scale = page.evaluate("view.scale")
    tap_once(page, goal)
    expect(page.locator("#moment")).to_have_attribute("data-square", goal)
    version = str(page.locator("#moment").get_attribute("data-version"))
    tap_once(page, goal)
    expect(page.locator("#moment")).not_to_have_attribute("data-version", version)
    expect(page.locator("#ruling")).to_contain_text(goal)
    assert page.evaluate("view.scale") == scale


@soak.HANDS
def test_a_quick_second_tap_before_the_answer_neither_goes_nor_looks_closer(
    open_page: OpenPage, server: str
) -> None:
    """Nothing is done that has not been shown; the next tap goes."""
    page, goal = frozen(open_page, server)
    done: list[str] = []
    page.on("request", lambda request: done.append(request.url) if request.method == "POST" else None)
    scale = page.evaluate("view.scale")
    tap_twice(page, goal)
    expect(page.locator("#moment")).to_have_attribute("data-square", goal)
    expect(page.locator("#moment [data-again=go]")).to_have_count(1)
    page.evaluate("asked.last")
    assert page.evaluate("view.scale") == scale
    assert not done


@soak.HANDS
def test_a_quick_second_tap_looks_closer_where_nobody_can_go(open_page: OpenPage, server: str) -> None:
    page, _ = frozen(open_page, server)
    scale = page.evaluate("view.scale")
    tap_once(page, "212")
    expect(page.locator("#moment")).to_have_attribute("data-square", "212")
    tap_once(page, "212")
    page.wait_for_function("scale => view.scale > scale", arg=scale)


@soak.HANDS
def test_two_quick_taps_only_look_closer_where_squares_are_small(open_page: OpenPage, server: str) -> None:
    """On the whole mall, upright, two taps enlarge, even once the key to go is there."""
    page, goal = frozen(open_page, server, TABLET_UPRIGHT)
    square(page, goal).dispatch_event("click")
    expect(page.locator("#moment [data-again=go]")).to_have_count(1)
    assert page.evaluate("isWhole()")
    scale, version = page.evaluate("view.scale"), page.locator("#moment").get_attribute("data-version")
    tap_once(page, goal)
    assert page.evaluate("view.scale") > scale
    tap_once(page, goal)
    expect(page.locator("#moment .due")).to_have_count(0)
    tap_once(page, "212")
    expect(page.locator("#moment")).to_have_attribute("data-square", "212")
    expect(page.locator("#moment")).to_have_attribute("data-version", str(version))


@soak.HANDS
def test_a_double_tap_leaves_a_choice_of_squares_as_it_was(open_page: OpenPage, server: str) -> None:
    """A tap chooses a square to hide in; two at once only look closer (3.1)."""
    table = ApiTable.at(server, "place_hidden")
    page = open_page(PHONE, table.join("zombie").removeprefix(server))
    box = page.locator('#place-hidden input[value="030"]')
    tap_twice(page, "030")
    expect(page.get_by_role("button", name="Follow")).to_be_visible()
    expect(box).not_to_be_checked()
    square(page, "030").dispatch_event("click")
    expect(box).to_be_checked()


@soak.HANDS
@at_sizes(PHONE, TABLET, TABLET_UPRIGHT)
def test_a_tap_on_a_crowded_square_fans_the_stack_out_and_the_next_one_closes_it(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """Stacked counters are small. A tap shows them at full size, and they hide no square to go to."""
    page, _ = seated(open_page, server, "human", size)
    in_place = page.locator("#counters [data-on]")
    squares = in_place.evaluate_all("pieces => pieces.map((piece) => piece.dataset.on)")
    crowded = next(s for s in squares if squares.count(s) > 1)
    fan = page.locator("#fan .counter-piece")
    expect(fan).to_have_count(0)
    square(page, crowded).dispatch_event("click")
    expect(fan).to_have_count(squares.count(crowded))
    still(page)
    small = page.locator(f'#counters [data-on="{crowded}"] .card').first
    for piece in page.locator("#fan .card").all():
        assert box_of(piece)[2] > box_of(small)[2]
        left, top, width, height = box_of(page.locator("#map"))
        x, y, w, h = box_of(piece)
        assert left <= x <= left + width - w
        assert top <= y <= top + height - h
    # Whatever the plate lies over can still be tapped.
    assert page.locator("#fan").evaluate("fan => getComputedStyle(fan).pointerEvents") == "none"
    square(page, next(s for s in squares if squares.count(s) == 1)).dispatch_event("click")
    expect(fan).to_have_count(0)
