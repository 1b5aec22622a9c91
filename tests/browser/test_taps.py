"""Every tap is answered, however soon one follows another, and whatever comes meanwhile."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests import soak
from tests.browser.conftest import TABLET, OpenPage
from tests.browser.hands import listening, ready, stop_clock
from tools.api_table import ApiTable
from tools.tour import EMPTY

HALL = ("098", "106", "212")
"""Squares where nobody stands at the beginning."""
A_WHILE = 5000
"""Milliseconds after which no finger lies on a key and no tap waits to become a double tap."""
AT, VERSION = "data-square", "data-version"


class Held:
    """Answers of the server to some requests, which wait until the test lets them come."""

    def __init__(self, page: Page, where: str) -> None:
        self.waiting: list[Route] = []
        self.asked: list[str] = []
        self.open = False
        page.route(re.compile(where), self._came)

    def _came(self, route: Route) -> None:
        self.asked.append(f"{route.request.method} {route.request.url.rpartition('/')[2]}")
        if self.open:
            route.continue_()
        else:
            self.waiting.append(route)

    def let_go(self) -> None:
        """Let all of them come, and those of later requests at once."""
        self.open = True
        while self.waiting:
            self.waiting.pop(0).continue_()


@pytest.fixture
def table(server: str) -> ApiTable:
    """Give a table in the middle of a move."""
    return ApiTable.at(server, "moving")


@pytest.fixture
def page(open_page: OpenPage, server: str, table: ApiTable) -> Page:
    """Give a tablet at the table, whose clock goes on when a test says so and not before."""
    page = open_page(TABLET, EMPTY, alone=True)
    page.clock.install()
    page.goto(table.join("table"))
    listening(page)
    stop_clock(page)
    return page


def tap(place: Locator, detail: int = 1) -> None:
    """Tap as a browser reports it. `detail` 0 comes from a keyboard and is never half of a double tap."""
    place.evaluate(
        "(place, detail) => place.dispatchEvent(new MouseEvent('click',"
        " { bubbles: true, cancelable: true, detail, composed: true }))",
        detail,
    )


def square(page: Page, number: str) -> Locator:
    return page.locator(f'polygon.square[data-square="{number}"]')


def moment(page: Page) -> Locator:
    return page.locator("#moment")


def goal(page: Page) -> str:
    """Return a square that those on the move may go to."""
    return str(page.locator("#marks .mark.go").first.get_attribute(AT))


def asked_again(page: Page) -> str:
    """Ask about a square to go to, tap it again, and return it: its key is about to be pressed."""
    number = goal(page)
    tap(square(page, number), 0)
    expect(moment(page)).to_have_attribute(AT, number)
    tap(square(page, number))
    expect(page.locator("#moment .due")).to_have_count(1)
    return number


@soak.HANDS
def test_squares_tapped_before_the_first_is_answered_are_all_answered_in_their_order(page: Page) -> None:
    page.evaluate(
        """() => { window.shown = []; document.addEventListener("htmx:after:swap",
             () => shown.push(find("#moment").dataset.square)); }"""
    )
    held = Held(page, "/square/")
    with page.expect_request(f"**/square/{HALL[0]}"):
        for number in HALL:
            tap(square(page, number))
    held.let_go()
    expect(moment(page)).to_have_attribute(AT, HALL[-1])
    assert page.evaluate("shown") == list(HALL)


@soak.HANDS
def test_a_key_pressed_before_a_tap_is_answered_is_answered_after_it(page: Page) -> None:
    """What was shown when it was pressed is what it does: a look does not make it another key."""
    version = str(moment(page).get_attribute(VERSION))
    held = Held(page, "/(square|do)")
    with page.expect_request(f"**/square/{HALL[0]}"):
        tap(square(page, HALL[0]))
        tap(page.locator("#moment .actions button[name=action]").first)
    held.let_go()
    expect(moment(page)).not_to_have_attribute(VERSION, version)
    expect(page.locator("#ruling")).not_to_contain_text("moved on")
    assert held.asked == [f"GET {HALL[0]}", "POST do"]


def test_a_key_pressed_again_before_its_answer_is_pressed_once(page: Page, table: ApiTable) -> None:
    version = table.view()["version"]
    held = Held(page, "/do$")
    key = page.locator("#moment .actions button[name=action]").first
    with page.expect_request("**/do"):
        for _ in range(3):
            tap(key)
    held.let_go()
    expect(moment(page)).to_have_attribute(VERSION, str(version + 1))
    tap(square(page, HALL[0]))  # Whatever had still to be asked would be asked before this.
    expect(moment(page)).to_have_attribute(AT, HALL[0])
    assert held.asked == ["POST do"]


@soak.HANDS
def test_an_answer_takes_no_key_from_under_a_finger(page: Page) -> None:
    """The answer to the tap before comes once the finger is lifted, and then that of the key."""
    number = goal(page)
    tap(square(page, number))
    expect(moment(page)).to_have_attribute(AT, number)
    held = Held(page, "/square/")
    with page.expect_request(f"**/square/{HALL[0]}"):
        tap(square(page, HALL[0]))
    key = page.get_by_role("link", name="Back to the game")
    key.hover()
    page.mouse.down()
    with page.expect_response(f"**/square/{HALL[0]}") as come:
        held.let_go()
    come.value.finished()
    expect(moment(page)).to_have_attribute(AT, number)
    with page.expect_request("**/now"):
        page.mouse.up()
        page.clock.run_for(A_WHILE)
    expect(moment(page)).not_to_have_attribute(AT, re.compile("."))


@soak.HANDS
def test_a_finger_that_stays_on_a_key_holds_answers_back_for_a_while_only(page: Page) -> None:
    tap(square(page, HALL[0]))
    expect(moment(page)).to_have_attribute(AT, HALL[0])
    page.get_by_role("link", name="Back to the game").hover()
    page.mouse.down()
    with page.expect_request(f"**/square/{HALL[1]}"):
        tap(square(page, HALL[1]))
    page.clock.run_for(A_WHILE)
    expect(moment(page)).to_have_attribute(AT, HALL[1])
    page.mouse.up()


@soak.HANDS
def test_a_tap_elsewhere_comes_after_the_tap_again_before_it(page: Page) -> None:
    """A tap again waits for a double tap; a finger that goes elsewhere makes none."""
    version = str(moment(page).get_attribute(VERSION))
    asked_again(page)
    place = page.get_by_role("link", name="Back to the game")
    with page.expect_request("**/do"):
        place.hover()
        page.mouse.down()
    page.mouse.up()
    page.clock.run_for(A_WHILE)
    expect(moment(page)).not_to_have_attribute(VERSION, version)


@soak.HANDS
def test_news_waits_for_a_tap_again(page: Page, table: ApiTable) -> None:
    """The key is pressed all the same, and who pressed it is told that the table has moved on."""
    asked_again(page)
    table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
    version = table.view()["version"]
    page.wait_for_function("version => live.version >= version", arg=version)
    expect(page.locator("#moment .due")).to_have_count(1)
    with page.expect_request("**/do"):
        page.clock.run_for(A_WHILE)
    expect(moment(page)).to_have_attribute(VERSION, str(version))
    expect(page.locator("#ruling")).to_contain_text("moved on")


@soak.HANDS
def test_a_tap_again_whose_panel_has_gone_asks_about_its_square(page: Page) -> None:
    """Other answers can replace it, such as one to a key pressed on the keyboard."""
    number = asked_again(page)
    page.get_by_role("link", name="Back to the game").dispatch_event("click")
    expect(moment(page)).not_to_have_attribute(AT, number)
    page.clock.run_for(A_WHILE)
    expect(moment(page)).to_have_attribute(AT, number)


@soak.HANDS
def test_two_taps_on_a_square_with_another_between_them_are_no_double_tap(page: Page) -> None:
    page.evaluate(
        "document.addEventListener("
        "'click', (event) => Object.defineProperty(event, 'timeStamp', { value: 1000 }), true)"
    )
    scale = page.evaluate("view.scale")
    tap(square(page, HALL[0]))
    expect(moment(page)).to_have_attribute(AT, HALL[0])
    page.get_by_role("link", name="Back to the game").hover()
    page.mouse.down()
    page.mouse.up()
    page.clock.run_for(A_WHILE)
    expect(moment(page)).not_to_have_attribute(AT, HALL[0])
    tap(square(page, HALL[0]))
    expect(moment(page)).to_have_attribute(AT, HALL[0])
    assert page.evaluate("view.scale") == scale


def test_both_ends_of_a_sight_line_may_be_tapped_before_an_answer(open_page: OpenPage) -> None:
    page = open_page(TABLET, "/sight")
    ready(page)
    held = Held(page, "from=")
    with page.expect_request("**/sight?*"):
        tap(square(page, "024"))
        tap(square(page, "082"))
    held.let_go()
    expect(page.locator("#sight")).to_contain_text("082")
    expect(page.locator("#sight-form [name=to]")).to_have_value("082")
