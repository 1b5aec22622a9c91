"""What the page of a board says and shows: bad numbers, a deleted board, the area that is chosen."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from tests import soak
from tests.browser.at_survey import Hand, begin, begin_as_maker
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_survey_page import four_squares, in_four, mall_log, whole_mall
from tests.browser.test_survey_picture import choose, print_of_a_board
from tools.api_table import send
from tools.photographs.on_screen import LOOKING_MS
from tools.tour import EMPTY


@pytest.fixture(scope="module")
def mall(server: str) -> str:
    """Make a survey of the whole mall, which no test changes; gives its path."""
    return f"/surveys/{send(f'{server}/api/surveys', {'survey': mall_log()})['id']}"


def numbers(hand: Hand) -> list[str]:
    return [s["id"] for s in hand.map()["squares"]]


@soak.LOOKS
def test_an_empty_number_is_no_zero(open_page: OpenPage) -> None:
    hand = four_squares(open_page(TABLET, EMPTY))
    hand.tool("numbers")
    hand.tap(300, 300)
    said = hand.page.locator("#said")
    for typed in ("", "1.5", "-3", "1000"):
        hand.page.get_by_label("Number of this square").fill(typed)
        hand.page.get_by_role("button", name="Correct it").click()
        expect(said).to_have_text("Type a whole number from 0 to 999.")
    first = hand.page.get_by_label("First number")
    first.fill("")
    first.press("Enter")
    assert numbers(hand) == ["001", "002", "003", "004"]
    hand.page.get_by_label("Number of this square").fill("0")
    hand.page.get_by_role("button", name="Correct it").click()
    assert numbers(hand) == ["000", "001", "002", "003"]


@soak.LOOKS
def test_the_numbers_of_squares_that_are_no_rectangles_stand_apart(open_page: OpenPage) -> None:
    """The middles of the boxes around these two lie beside each other, at the line between them."""
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (2000, 2000))
    hand.tool("cut")
    hand.draw((0, 0), (2000, 2000))
    hand.tool("move")
    hand.draw((0, 0), (200, 200))
    hand.squares(2)
    one, other = (each.bounding_box() for each in hand.page.locator("#board .square-number").all())
    assert one
    assert other
    across = abs(one["x"] - other["x"]) - one["width"]
    down = abs(one["y"] - other["y"]) - one["height"]
    assert max(across, down) > 0, (one, other)


@soak.HANDS
def test_nothing_more_is_drawn_on_a_board_that_its_maker_deleted(open_page: OpenPage) -> None:
    hand = in_four(begin_as_maker(open_page(TABLET)))
    hand.is_saved()
    path = hand.page.evaluate("location.pathname")
    other = Hand(open_page(PHONE, path=path))
    other.squares(4)
    other.tool("cut")
    assert hand.page.request.post(f"{path}/delete").ok
    expect(other.page.locator("#saved")).to_have_text("Deleted by its maker")
    other.draw((250, 0), (250, 500))
    expect(other.page.locator("#said")).to_contain_text("The maker of this board has deleted it.")
    other.squares(4)


@soak.LOOKS
def test_the_squares_of_the_area_that_is_chosen_are_shown(open_page: OpenPage) -> None:
    hand = four_squares(open_page(TABLET, EMPTY))
    shown = hand.page.locator(".face.of-area")
    hand.tool("areas")
    for name, kind, x in (("Hall", "hall", 250), ("Store", "store", 1250)):
        hand.page.get_by_label("New area").fill(name)
        hand.page.get_by_label("It is a").select_option(kind)
        hand.page.get_by_role("button", name="Add the area").click()
        hand.draw((x, 250), (x, 750))
        expect(shown).to_have_count(2)
    expect(hand.page.locator(".face.store.of-area")).to_have_count(2)
    hand.page.get_by_label("Area", exact=True).select_option("hall")
    expect(hand.page.locator(".face.hall.of-area")).to_have_count(2)
    hand.tool("sides")
    expect(shown).to_have_count(0)


@soak.LOOKS
def test_a_list_with_nothing_wrong_is_no_stop_of_the_keyboard(open_page: OpenPage, mall: str) -> None:
    page = open_page(TABLET, mall)
    Hand(page)
    expect(page.locator("#wrong-count")).to_have_text("nothing left to fix")
    expect(page.locator("#wrong")).to_be_hidden()
    page.get_by_label("Name of the board").fill("")
    page.get_by_label("Name of the board").press("Shift+Tab")
    expect(page.locator("#wrong")).not_to_be_focused()


@soak.LOOKS
def test_a_name_that_is_refused_does_not_stay_in_its_field(open_page: OpenPage, mall: str) -> None:
    page = open_page(TABLET, mall)
    Hand(page)
    title = page.get_by_label("Name of the board")
    name = title.input_value()
    assert name
    title.fill(" ")
    title.press("Tab")
    expect(page.locator("#said.refused")).to_be_visible()
    expect(title).to_have_value(name)


@soak.LOOKS
def test_the_name_of_a_main_door_stands_beside_the_door(open_page: OpenPage, mall: str) -> None:
    """Between the edge of the board and the name there is room for half of the thick line of the door."""
    page = open_page(TABLET_UPRIGHT, mall)
    Hand(page)
    room = page.evaluate("""() => {
      const half = parseFloat(getComputedStyle(document.querySelector(".line.main")).strokeWidth) / 2;
      const faces = [...document.querySelectorAll(".face")].map((face) => face.getBoundingClientRect());
      const name = (side) => document.querySelector(`.doorname.on-${side}`).getBoundingClientRect();
      const [left, right] = [Math.min(...faces.map((f) => f.left)), Math.max(...faces.map((f) => f.right))];
      return [left - half - name("left").right, name("right").left - right - half];
    }""")
    assert min(room) > 0, room


@soak.LOOKS
def test_a_main_door_is_the_next_one_only_while_one_is_missing(open_page: OpenPage) -> None:
    page = open_page(TABLET, EMPTY)
    page.goto(whole_mall(page))
    hand = Hand(page)
    hand.tool("sides")
    expect(page.get_by_label("Main door to move")).to_have_value("")
    name = page.evaluate("desk.wants.main_doors[1]")
    page.evaluate("(name) => desk.do({ do: 'no_main_door', name })", name)
    expect(page.get_by_label("Next main door")).to_have_value(name)
    expect(page.locator("#wrong-count")).to_have_text("1 thing left to fix")


def test_how_much_is_wrong_and_how_far_the_board_is_are_told_apart(open_page: OpenPage) -> None:
    """“10 things, in 1 square” sounded as if the one square had ten faults."""
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (500, 500))
    expect(hand.page.locator("#wrong-count")).to_have_text(
        re.compile(r"^\d+ things left to fix; 1 square so far$")
    )


@soak.LOOKS
def test_enter_adds_the_area_that_was_typed(open_page: OpenPage) -> None:
    """By keyboard alone, one area after the other: the field is empty again, and stays at hand."""
    hand = four_squares(open_page(TABLET, EMPTY))
    hand.tool("areas")
    name = hand.page.get_by_label("New area")
    name.fill(" ")
    name.press("Enter")
    expect(name).to_have_value(" ")
    for word in ("North hall", "South hall"):
        name.fill(word)
        name.press("Enter")
        expect(hand.page.get_by_label("Area", exact=True)).to_contain_text(word)
        expect(name).to_have_value("")
        expect(name).to_be_focused()
    assert [area["name"] for area in hand.map()["areas"]] == ["North hall", "South hall"]


def test_it_is_said_before_the_first_line_that_a_photograph_helps_and_stays_here(open_page: OpenPage) -> None:
    page = open_page(PHONE, path="/surveys")
    said = page.locator("#content")
    expect(said).to_contain_text("A photograph of the board helps")
    expect(said).to_contain_text("It stays on your device; the server never gets it.")


@soak.LOOKS
def test_it_is_always_told_how_much_waits_for_the_network(open_page: OpenPage) -> None:
    """With each gesture at once, and where the page is opened anew and reaches no server."""
    hand = four_squares(open_page(TABLET, EMPTY))
    page, saved = hand.page, hand.page.locator("#saved")
    hand.is_saved()
    page.route("**/api/surveys/**", lambda route: route.abort())
    hand.draw((250, 0), (250, 500))
    expect(saved).to_have_text("No network. 1 change waits on this device.")
    told = page.evaluate("desk.do({ do: 'title', name: 'Ours' }), document.querySelector('#saved').innerText")
    assert told == "No network. 2 changes wait on this device."
    page.reload()
    expect(saved).to_have_text("No network. 2 changes wait on this device.")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    badge, keys = saved.bounding_box(), page.locator("#zoom").bounding_box()
    assert badge
    assert keys
    assert badge["x"] + badge["width"] <= keys["x"], "it leaves the keys free on a phone"
    page.unroute("**/api/surveys/**")
    hand.is_saved()
    hand.squares(5)


def test_the_next_area_is_of_the_same_kind(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (2000, 1000))
    hand.tool("areas")
    hand.page.get_by_label("It is a").select_option("store")
    for name in ("Larkin Books", "Key & Heel"):
        hand.page.get_by_label("New area").fill(name)
        hand.page.get_by_role("button", name="Add the area").click()
    kinds = {area["name"]: area["kind"] for area in hand.map()["areas"]}
    assert kinds == {"Larkin Books": "store", "Key & Heel": "store"}


def test_a_tool_that_is_chosen_shows_its_keys(open_page: OpenPage) -> None:
    """Somebody who has read on below sees what the new tool does, not where the panel was left."""
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (2000, 1000))
    hand.squares(1)
    for folded in ("By keyboard", "On another device"):
        hand.page.get_by_text(folded).click()
    hand.page.get_by_role("link", name="Your boards").scroll_into_view_if_needed()
    expect(hand.page.locator("#hint")).not_to_be_in_viewport()
    hand.tool("cut")
    expect(hand.page.locator("#hint")).to_be_in_viewport()
    expect(hand.page.locator('#options label:has([value="straight"])')).to_be_in_viewport()


def test_what_was_said_goes_with_its_tool(open_page: OpenPage) -> None:
    """A line that is put down where it was is told so, and the next tool does not repeat it."""
    hand = begin(open_page(TABLET, EMPTY))
    page = hand.page
    hand.draw((0, 0), (2000, 1000))
    hand.tool("cut")
    hand.draw((1000, 0), (1000, 1000))
    hand.squares(2)
    hand.tool("move")
    where = hand.on_screen((1000, 500))
    for _ in range(2):
        page.mouse.click(*where)
    expect(page.locator("#said")).to_have_text("That is too near to move it. A closer view has a finer grid.")
    hand.squares(2)
    page.get_by_role("button", name='No square is marked "zombie"').click()
    expect(page.locator("#tools [value=symbols]")).to_be_checked()
    expect(page.locator("#said")).to_be_hidden()


@soak.LOOKS
@pytest.mark.parametrize("size", [PHONE, LANDSCAPE])
def test_what_is_said_of_a_removed_area_covers_no_label(open_page: OpenPage, size: tuple[int, int]) -> None:
    hand = four_squares(open_page(size, EMPTY))
    page = hand.page
    hand.tool("areas")
    for name in ("Key & Heel", "Larkin Books"):
        page.get_by_label("New area").fill(name)
        page.get_by_role("button", name="Add the area").click()
    hand.draw((250, 250), (250, 750))
    page.get_by_role("button", name="Rename or remove this area").click()
    page.get_by_role("button", name="Remove it").click()
    expect(page.locator("#said")).to_have_text("Larkin Books is removed. Its 2 squares are in no area now.")
    said, label = page.locator("#said").bounding_box(), page.locator("label[for=area]").bounding_box()
    assert said
    assert label
    assert said["y"] + said["height"] <= label["y"]
    expect(page.get_by_label("Area", exact=True)).to_be_in_viewport(ratio=1)


@soak.LOOKS
def test_the_keys_of_the_corners_lie_as_the_corners_do(open_page: OpenPage) -> None:
    hand = begin(open_page(PHONE, EMPTY))
    hand.tool("picture")
    choose(hand, print_of_a_board())
    across: dict[str, set[float]] = {}
    down: dict[str, set[float]] = {}
    for y, x in product(("Upper", "Lower"), ("left", "right")):
        key = hand.page.get_by_role("button", name=f"{y} {x}")
        expect(key).to_be_visible(timeout=LOOKING_MS)
        box = key.bounding_box()
        assert box
        across.setdefault(x, set()).add(box["x"])
        down.setdefault(y, set()).add(box["y"])
    assert [len(places) for places in (*across.values(), *down.values())] == [1, 1, 1, 1]
    assert max(across["left"]) < max(across["right"])
    assert max(down["Upper"]) < max(down["Lower"])


@soak.LOOKS
def test_a_tool_without_keys_leaves_no_room_for_them(open_page: OpenPage) -> None:
    hand = begin(open_page(PHONE, EMPTY))
    page = hand.page
    hand.tap(100, 100)  # one corner of an outline: nothing can be finished yet
    expect(page.locator("#options > *")).to_have_count(0)
    panel, hint = page.locator("#now").bounding_box(), page.locator("#hint").bounding_box()
    assert panel
    assert hint
    above = hint["y"] - panel["y"]
    assert panel["y"] + panel["height"] - hint["y"] - hint["height"] == pytest.approx(above, abs=1)


LEFT_OF_WORDS = """(item) => {
  const words = document.createRange();
  words.selectNodeContents(item.lastChild);
  return [...words.getClientRects()].map(({ left, width }) => [Math.round(left), width > 0])
    .filter(([, isSeen]) => isSeen).map(([left]) => left);
}"""


@soak.LOOKS
def test_the_words_on_a_square_stand_beside_its_number(open_page: OpenPage, mall: str) -> None:
    """Each line of them, where they are long."""
    page = open_page(PHONE, mall)
    Hand(page)
    page.get_by_text("The board in words").click()
    item = page.locator("#words li").first
    key = item.get_by_role("button").bounding_box()
    assert key
    lines = item.evaluate(LEFT_OF_WORDS)
    assert len(lines) > 1
    assert min(lines) >= key["x"] + key["width"]
    assert len(set(lines)) == 1
