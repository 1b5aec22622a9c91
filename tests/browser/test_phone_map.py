"""The map on a phone and its keys: half the height, a rail of keys, the whole mall, full screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import soak
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import (
    ENDS,
    OPENS_WHOLE,
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
from tools.api_table import ApiTable
from tools.tour import EMPTY

FEELS_LIKE_ONE = 45
"""Pixels that a hall square has when the map is first shown."""


def key(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


@soak.LOOKS
def test_the_map_has_half_of_the_phone_where_it_matters(open_page: OpenPage, server: str) -> None:
    page = open_page(PHONE, EMPTY)
    for phase in ("place_characters", "human", "moving", "reaction"):
        page.goto(ApiTable.at(server, phase).join("table"))
        still(page)
        assert box_of(page.locator("#map"))[3] >= PHONE[1] / 2, phase
        expect(page.locator("#moment h2")).to_be_in_viewport()


@soak.LOOKS
def test_a_question_that_is_not_about_squares_has_the_room(open_page: OpenPage, server: str) -> None:
    """Dice are typed in and a list is read: then the map is lower, and what is asked is in sight."""
    page, _ = seated(open_page, server, "human", PHONE)
    page.locator("#squares-key").click()
    expect(page.locator("#squares")).to_be_visible()
    assert box_of(page.locator("#map"))[3] < PHONE[1] / 2


@soak.LOOKS
@pytest.mark.parametrize("size", [(320, 640), (360, 740)], ids=str)
def test_the_keys_stay_beside_the_map_where_a_question_has_the_room(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """A map that is as low as that is still high enough for all of them."""
    page, _ = seated(open_page, server, "human", size)
    page.locator("#squares-key").click()
    expect(page.locator("#squares")).to_be_visible()
    board, keys = box_of(page.locator("#board")), box_of(page.locator("#board .hands"))
    assert keys[0] + keys[2] == board[0] + board[2]
    assert keys[3] > keys[2]


@soak.LOOKS
def test_no_key_lies_over_a_square(open_page: OpenPage, server: str) -> None:
    """Also the one that comes and goes: each stands whole on the screen, beside the map."""
    page, _ = seated(open_page, server, "moving", TABLET)
    see_closer(page)
    hand, middle = Hand(page), middle_of(page.locator("#map"))
    for _ in range(3):
        hand.drag(middle, (middle[0] - 120, middle[1] - 90))
    for size in turned(page, TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE):
        expect(key(page, "Follow")).to_be_visible()
        left, top, width, height = box_of(page.locator("#map"))
        for one in page.locator("#board .hands button").filter(visible=True).all():
            expect(one).to_be_in_viewport(ratio=1)
            x, y, wide, high = box_of(one)
            assert wide >= 44
            assert high >= 44
            assert x >= left + width or x + wide <= left or y >= top + height or y + high <= top, size


@at_sizes(PHONE, soaked=(TABLET, TABLET_UPRIGHT, LANDSCAPE))
def test_a_key_fits_the_whole_mall(open_page: OpenPage, server: str, size: tuple[int, int]) -> None:
    page, _ = seated(open_page, server, "human", size)
    if size in OPENS_WHOLE:
        see_closer(page)
    before = hall_width(page)
    key(page, "Whole map").click()
    still(page)
    assert shows(page, *ENDS)
    expect(key(page, "Whole map")).to_have_attribute("aria-pressed", "true")
    key(page, "Whole map").click()
    still(page)
    assert hall_width(page) == pytest.approx(before, rel=0.01)
    expect(key(page, "Whole map")).to_have_attribute("aria-pressed", "false")


@soak.LOOKS
def test_a_fingertip_on_the_whole_mall_looks_closer_first(open_page: OpenPage, server: str) -> None:
    """A square is narrower than a fingertip there: nothing is asked until one can be hit."""
    page, _ = seated(open_page, server, "human", PHONE)
    key(page, "Whole map").click()
    still(page)
    Hand(page).tap(middle_of(square(page, "106")))
    page.wait_for_function("width => hallSquare() * view.scale >= width", arg=FEELS_LIKE_ONE - 1)
    still(page)
    assert shows(page, "106")
    assert page.locator("#moment").get_attribute("data-square") is None
    page.wait_for_function("() => performance.now() - taps.last.time >= TWICE")
    Hand(page).tap(middle_of(square(page, "106")))
    expect(page.locator("#moment")).to_have_attribute("data-square", "106")


@soak.LOOKS
@at_sizes(PHONE, TABLET, TABLET_UPRIGHT, LANDSCAPE)
def test_a_key_shows_the_map_alone(open_page: OpenPage, server: str, size: tuple[int, int]) -> None:
    """It fills the screen below the line with the turn; its key, Escape and Back each bring the rest back."""
    page, _ = seated(open_page, server, "human", size)
    page.evaluate("document.documentElement.requestFullscreen = undefined")
    leaves: list[Callable[[], object]] = [
        lambda: key(page, "Full screen").click(),
        lambda: page.keyboard.press("Escape"),
        page.go_back,
    ]
    for leave in leaves:
        key(page, "Full screen").click()
        expect(page.locator("#moment")).to_be_hidden()
        line, board = [list(box_of(page.locator(part))) for part in ("#said", "#board")]
        assert line[:3] == [0, 0, size[0]]
        assert board == [0, line[3], size[0], size[1] - line[3]]
        leave()
        expect(page.locator("#moment")).to_be_visible()
        expect(key(page, "Full screen")).to_have_attribute("aria-pressed", "false")


@soak.LOOKS
@at_sizes(TABLET_UPRIGHT, TABLET)
def test_the_map_alone_shows_the_whole_mall(open_page: OpenPage, server: str, size: tuple[int, int]) -> None:
    """From its north to its south door; afterwards the map is as large as before."""
    page, _ = seated(open_page, server, "human", size)
    page.evaluate("document.documentElement.requestFullscreen = undefined")
    before = hall_width(page)
    key(page, "Full screen").click()
    still(page)
    left, top, width, height = box_of(page.locator("#map"))
    for name in page.locator(".door-name").all():
        x, y, wide, high = box_of(name)
        assert left <= x
        assert x + wide <= left + width
        assert top <= y
        assert y + high <= top + height
    assert shows(page, *ENDS)
    key(page, "Full screen").click()
    still(page)
    assert hall_width(page) == pytest.approx(before, rel=0.01)


@soak.LOOKS
def test_a_square_tapped_on_the_map_alone_is_answered_beside_it(open_page: OpenPage, server: str) -> None:
    page, table = seated(open_page, server, "moving", PHONE)
    page.evaluate("document.documentElement.requestFullscreen = undefined")
    key(page, "Full screen").click()
    here = next(c["square"] for c in table.view()["characters"].values())
    square(page, here).dispatch_event("click")
    expect(page.locator("#moment")).to_have_attribute("data-square", here)
    expect(page.locator("#moment h2")).to_be_in_viewport()
    still(page)
    assert shows(page, here)


@soak.LOOKS
@at_sizes(PHONE, TABLET)
def test_the_map_goes_to_what_is_chosen_in_a_list_and_back(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """Even where a player has moved it away, and the list is read on where it was left."""
    page, _ = seated(open_page, server, "human", size)
    if size in OPENS_WHOLE:
        see_closer(page)
    page.locator("#map").evaluate("map => map.scrollTo(map.scrollWidth, map.scrollHeight)")
    expect(key(page, "Follow")).to_be_visible()
    place = page.evaluate("[frame.scrollLeft, frame.scrollTop]")
    person = page.locator("#people a.button").last
    person.scroll_into_view_if_needed()
    read = page.locator(".side").evaluate("side => side.scrollTop")
    number = person.inner_text()
    person.click()
    expect(page.locator("#moment")).to_have_attribute("data-square", number)
    still(page)
    assert shows(page, number)
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator("#moment:not([data-square])")).to_be_visible()
    still(page)
    page.wait_for_function(
        "([x, y]) => Math.abs(frame.scrollLeft - x) < 2 && Math.abs(frame.scrollTop - y) < 2", arg=place
    )
    page.wait_for_function("top => Math.abs(find('.side').scrollTop - top) < 2", arg=read)


@soak.LOOKS
def test_the_name_of_a_main_door_is_never_cut(open_page: OpenPage, server: str) -> None:
    """It slides along its wall while its door is in sight, and else is not shown."""
    page, _ = seated(open_page, server, "moving", PHONE)
    north = page.locator(".door-name", has_text="North")
    seen = 0
    for left in range(0, 400, 25):
        page.locator("#map").evaluate("(map, left) => map.scrollTo(left, 0)", left)
        page.evaluate(
            "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        if north.evaluate("name => getComputedStyle(name).visibility") == "hidden":
            continue
        x, _, wide, _ = box_of(north)
        left_edge, _, width, _ = box_of(page.locator("#map"))
        outside = x + wide <= left_edge or x >= left_edge + width
        assert outside or (x >= left_edge - 1 and x + wide <= left_edge + width + 1)
        seen += not outside
    assert seen


# ---- Set-up
# --------------------------------------------------------------------------------------------------------


@soak.LOOKS
@at_sizes(PHONE, LANDSCAPE, TABLET, TABLET_UPRIGHT)
def test_3_2_a_tapped_square_shows_its_piece_at_once(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """It shows as it will be, and the confirming key stays in sight from the first tap to the last."""
    table = ApiTable.at(server, "place_characters")
    page = open_page(size, table.join("human").removeprefix(server))
    squares = (
        page.locator("#place-characters fieldset")
        .first.locator("input")
        .evaluate_all("inputs => inputs.map((input) => input.value)")
    )
    confirm = page.get_by_role("button", name="Set up the characters")
    for count, number in enumerate([squares[0], squares[0], squares[1], squares[2]], 1):
        expect(confirm).to_be_in_viewport(ratio=1)
        assert on_top(confirm)
        square(page, number).dispatch_event("click")
        expect(page.locator("#placed .counter-piece")).to_have_count(count)
    placed = transforms(page, "#placed .counter-piece")
    confirm.click()
    expect(page.locator("#placed")).to_have_count(0)
    expect(page.locator("#counters .counter-piece.human")).to_have_count(4)
    assert transforms(page, "#counters .counter-piece.human") == placed


@soak.LOOKS
@at_sizes(TABLET, PHONE, TABLET_UPRIGHT, LANDSCAPE)
def test_3_1_a_hidden_square_shows_a_zombie_at_once(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    table = ApiTable.at(server, "place_hidden")
    page = open_page(size, table.join("zombie").removeprefix(server))
    confirm = page.get_by_role("button", name="Hide the zombies here")
    for count, number in enumerate(("069", "205", "207"), 1):
        expect(confirm).to_be_in_viewport(ratio=1)
        assert on_top(confirm)
        square(page, number).dispatch_event("click")
        expect(page.locator("#placed use")).to_have_count(count)
    square(page, "205").dispatch_event("click")
    expect(page.locator("#placed use")).to_have_count(2)


def transforms(page: Page, pieces: str) -> list[list[str]]:
    """Return where pieces lie, by what they show."""
    lying: list[list[str]] = page.locator(pieces).evaluate_all(
        "all => all.map((one) => [one.textContent, one.getAttribute('transform')]).sort()"
    )
    return lying


def on_top(button: Locator) -> bool:
    """Whether nothing lies over a key: each of its corners and its middle can be tapped."""
    return bool(
        button.evaluate("""key => { const { left, right, top, bottom } = key.getBoundingClientRect();
          return [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]]
            .every(([x, y]) => key.contains(document.elementFromPoint(x, y))); }""")
    )
