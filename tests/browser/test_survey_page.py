"""A person draws a board: by finger, by mouse and by keyboard, on two devices, with the network gone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rules.board.outlines import doubled_area
from rules.dawn_of_the_dead.equipment.equipment import load_map
from tests import soak
from tests.browser.at_sizes import SCREENS, cut_off, small_targets
from tests.browser.at_survey import Hand, begin, begin_as_maker, size_is_set
from tests.browser.at_table import STARTS
from tests.browser.conftest import PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_accessibility import faults
from tests.rules.survey.surveying import survey
from tools.tour import EMPTY


def mall_log(without: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the log of a survey of the bundled mall, but for some kinds of gestures."""
    gestures = [g for g in survey(load_map("mall")) if g["do"] not in without]
    return {"format": "referee-survey/1", "done": len(gestures), "gestures": gestures}


def whole_mall(page: Page, without: tuple[str, ...] = ()) -> str:
    """Return the path of a survey of the bundled mall; gestures `without` are still to be made."""
    made = page.request.post("/api/surveys", data={"survey": mall_log(without)})
    assert made.status == 201, made.text()
    return f"/surveys/{made.json()['id']}"


def areas(data: dict[str, Any]) -> list[int]:
    """Return twice the area of each square of a map, in the order of their numbers."""
    return [abs(doubled_area([tuple(p) for p in s["outline"]])) for s in data["squares"]]


@soak.HANDS
def test_2_a_board_with_squares_that_are_no_rectangles(open_page: OpenPage) -> None:
    hand = begin_as_maker(open_page(TABLET))
    for corner in ((0, 0), (3000, 0), (3000, 1500), (2000, 1500), (2000, 2500), (0, 2500), (0, 0)):
        hand.tap(*corner)
    hand.squares(1)
    hand.tool("cut")
    hand.draw((1000, 0), (1000, 2500))
    hand.draw((1000, 1500), (2000, 1500))
    hand.draw((2000, 0), (3000, 1500))
    hand.squares(4)
    hand.option("bent")
    for bend in ((0, 500), (500, 500), (500, 1500), (0, 1500), (0, 1500)):
        hand.tap(*bend)
    hand.squares(5)
    data = hand.map()
    assert sum(areas(data)) == 2 * (3000 * 1500 + 2000 * 1000)
    assert min(areas(data)) == 2 * 500 * 1000, "the bent line cut out what it goes around"
    assert sorted(len(s["outline"]) for s in data["squares"]) == [3, 4, 4, 4, 8]


@soak.HANDS
def test_3_without_a_board_what_is_wrong_leads_to_the_outline(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    hand.tool("cut")
    hand.page.get_by_role("button", name="The board has no outline yet").click()
    expect(hand.page.locator("#tools [value=outline]")).to_be_checked()
    expect(hand.page.locator("#tools [value=outline]")).to_be_focused()


def test_2_1_undo_and_redo_give_back_the_same_board(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (2000, 1000))
    hand.tool("cut")
    hand.draw((500, 0), (500, 1000))
    hand.draw((0, 500), (2000, 500))
    hand.squares(4)
    whole = hand.map()
    undo, redo = hand.page.locator("#undo"), hand.page.locator("#redo")
    for count in (2, 1, 0):
        undo.click()
        hand.squares(count)
    expect(undo).to_be_disabled()
    assert hand.map()["squares"] == []
    for count in (1, 2, 4):
        redo.click()
        hand.squares(count)
    expect(redo).to_be_disabled()
    assert hand.map() == whole
    undo.click()
    hand.draw((1500, 0), (1500, 1000))
    hand.squares(3)
    expect(redo).to_be_disabled()


def four_squares(page: Page) -> Hand:
    """Draw a board of 2000 by 1000 and cut it into four."""
    return in_four(begin(page))


def in_four(hand: Hand) -> Hand:
    """Draw a board of 2000 by 1000 and cut it into four."""
    hand.draw((0, 0), (2000, 1000))
    hand.tool("cut")
    hand.option("evenly")
    hand.tap(1000, 300)
    hand.squares(4)
    return hand


def test_2_what_is_drawn_is_joined_moved_and_marked(open_page: OpenPage) -> None:
    hand = four_squares(open_page(TABLET, EMPTY))
    hand.tool("join")
    hand.tap(1000, 250)
    hand.squares(3)
    hand.tool("move")
    hand.draw((500, 500), (500, 700))
    hand.tool("sides")
    for _ in range(2):
        hand.tap(500, 700)
    hand.tap(1000, 850)
    hand.tap(1000, 0)
    hand.tool("areas")
    hand.page.get_by_label("New area").fill("Main Hall")
    hand.page.get_by_role("button", name="Add the area").click()
    hand.tap(300, 300)
    hand.tool("numbers")
    hand.tap(300, 300)
    hand.page.get_by_label("Number of this square").fill("17")
    hand.page.get_by_role("button", name="Correct it").click()
    hand.tool("symbols")
    hand.tap(300, 300)
    data = hand.map()
    assert [s["id"] for s in data["squares"]] == ["017", "018", "019"]
    assert areas(data) == [2 * 2000 * 700, 2 * 1000 * 300, 2 * 1000 * 300]
    assert [(s["between"], s["kind"]) for s in data["sides"]] == [
        (["017", "018"], "solid_door"), (["018", "019"], "wall"),
    ]  # fmt: skip
    assert [(a["name"], a["kind"]) for a in data["areas"]] == [("Main Hall", "hall")]
    assert [s["area"] for s in data["squares"]] == ["main-hall", None, "main-hall"], "up to walls and doors"
    assert data["squares"][0]["symbols"] == ["zombie"]
    assert [d["name"] for d in data["main_doors"]] == ["north"]


@soak.HANDS
def test_2_a_stroke_puts_a_symbol_on_all_squares_on_its_way(open_page: OpenPage) -> None:
    hand = four_squares(open_page(TABLET, EMPTY))
    hand.tool("symbols")
    hand.tap(500, 250)

    def bearing() -> list[str]:
        return [s["id"] for s in hand.map()["squares"] if s.get("symbols") == ["zombie"]]

    hand.draw((500, 250), (1500, 250))
    hand.squares(4)
    assert bearing() == ["001", "002"], "what bears it already keeps it"
    hand.draw((1500, 250), (1500, 750))
    assert bearing() == ["001", "002", "004"]
    hand.draw((1500, 250), (1500, 750))
    assert bearing() == ["001"]
    hand.option("stock")
    hand.draw((500, 250), (1500, 250))
    expect(hand.page.locator("#said")).to_have_text("Only one square has it: tap that one.")


@soak.HANDS
def test_2_a_stroke_for_doors_puts_one_in_each_wall_that_it_goes_through(open_page: OpenPage) -> None:
    hand = four_squares(open_page(TABLET, EMPTY))
    hand.tool("sides")
    hand.option("wall")
    hand.draw((1000, 100), (1000, 900))

    def kinds() -> list[tuple[list[str], str]]:
        return [(s["between"], s["kind"]) for s in hand.map()["sides"]]

    def both(kind: str) -> list[tuple[list[str], str]]:
        return [(["001", "002"], kind), (["003", "004"], kind)]

    assert kinds() == both("wall")
    hand.option("solid_door")
    hand.trace([(500, 250), (1500, 250), (1500, 750), (500, 750)])
    expect(hand.page.locator("#said")).to_have_text("2 lines set to solid door.")
    assert kinds() == both("solid_door"), "a thin line on the way stays one"
    hand.page.get_by_role("button", name="Undo").click()
    assert kinds() == both("wall"), "one stroke is one gesture"
    hand.option("glass_door")
    hand.draw((1000, 100), (1000, 900))
    assert kinds() == both("glass_door"), "a stroke along lines still means those lines"


@soak.HANDS
def test_a_stroke_leaves_a_short_side_beyond_its_end_alone(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (3000, 2000))
    for points in ([[0, 1000], [3000, 1000]], [[1500, 0], [1500, 2000]], [[1580, 0], [1580, 2000]]):
        hand.page.evaluate("points => desk.do({ do: 'cut', points })", points)
    hand.squares(6)
    hand.tool("sides")
    hand.option("wall")
    hand.draw((100, 1000), (1500, 1000))
    expect(hand.page.locator("#said")).to_have_text("1 line set to wall.")


@soak.HANDS
def test_2_strokes_around_a_board_and_along_its_lines(open_page: OpenPage) -> None:
    """One stroke is the outline of an L; one makes three lines walls; a key puts walls around the stores."""
    hand = begin(open_page(TABLET, EMPTY))
    corners = [(0, 0), (2000, 0), (2000, 1500), (1000, 1500), (1000, 1000), (0, 1000), (0, 0)]
    hand.trace(corners[:4])
    expect(hand.page.locator("#said")).to_have_text(
        "Draw the stroke around the board, back to where it began."
    )
    hand.squares(0)
    hand.trace(corners)
    hand.squares(1)
    hand.tool("cut")
    hand.draw((0, 500), (2000, 500))
    hand.draw((1000, 1000), (2000, 1000))
    for x in (500, 1000, 1500):
        hand.draw((x, 0), (x, 1500 if x > 1000 else 1000))
    hand.squares(10)
    hand.tool("areas")
    for name, kind, at in (("Hall", "hall", (0, 1)), ("Store", "store", (2, 3))):
        hand.page.get_by_label("New area").fill(name)
        hand.page.get_by_label("It is a").select_option(kind)
        hand.page.get_by_role("button", name="Add the area").click()
        for column in at:
            hand.draw((250 + 500 * column, 250), (250 + 500 * column, 750))
    hand.tool("sides")
    hand.page.locator("#walls-around").click()
    expect(hand.page.locator("#walls-around")).to_have_count(0)
    around = [("002", "003"), ("006", "007")]
    assert walls(hand) == around
    hand.draw((1100, 1000), (1900, 1000))
    hand.draw((1500, 100), (1500, 900))
    assert walls(hand) == sorted(
        [*around, ("007", "009"), ("008", "010"), ("003", "004"), ("007", "008")]
    )  # fmt: skip
    hand.page.get_by_role("button", name="Undo").click()
    assert walls(hand) == sorted([*around, ("007", "009"), ("008", "010")]), "one stroke is one gesture"


def walls(hand: Hand) -> list[tuple[str, str]]:
    """Return the sides that are walls; no other side has been marked."""
    sides = hand.map()["sides"]
    assert {s["kind"] for s in sides} == {"wall"}
    return [(s["between"][0], s["between"][1]) for s in sides]


@soak.HANDS
def test_bad_strokes_get_a_sentence_and_nothing_is_lost(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (2000, 1000))
    hand.tool("cut")
    hand.draw((1000, 0), (1000, 1000))
    hand.draw((2500, 1500), (2700, 2000))
    expect(hand.page.locator("#said")).to_have_text("The stroke goes through no square.")
    hand.tool("move")
    hand.draw((1000, 500), (2600, 500))
    expect(hand.page.locator("#said")).to_contain_text("would")
    hand.squares(2)
    assert len(hand.log()["gestures"]) == 2


@soak.HANDS
def test_2_5_two_fingers_pan_and_zoom_and_never_draw(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (2000, 1000))
    hand.squares(1)
    hand.tool("cut")
    board = hand.page.locator("#board")
    before = board.get_attribute("viewBox")
    session = hand.page.context.new_cdp_session(hand.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]},
        )

    touch("touchStart", (300, 300))
    touch("touchMove", (330, 330))
    touch("touchStart", (330, 330), (600, 500))
    for step in range(1, 6):
        touch("touchMove", (330 - 20 * step, 330 - 20 * step), (600 + 20 * step, 500 + 20 * step))
    touch("touchEnd")
    assert board.get_attribute("viewBox") != before
    width = [float(view.split()[2]) for view in (before or "", board.get_attribute("viewBox") or "")]
    assert width[1] < width[0], "fingers that part bring the board closer"
    hand.squares(1)
    hand.page.get_by_role("button", name="Show all").click()
    touch("touchStart", hand.on_screen((1000, -50)))
    for y in (300, 700, 1050):
        touch("touchMove", hand.on_screen((1000, y)))
    touch("touchEnd")
    hand.squares(2)
    assert [g["do"] for g in hand.log()["gestures"]] == ["outline", "cut"]


def test_2_5_everything_by_keyboard(open_page: OpenPage) -> None:
    page = open_page(TABLET, EMPTY, touch=False)
    hand = begin(page)
    board, keys = page.locator("#board"), page.keyboard

    def press(name: str, times: int = 1) -> None:
        for _ in range(times):
            keys.press(name)

    board.focus()
    press("Enter")
    press("ArrowRight", 20)
    press("Enter")
    press("ArrowDown", 10)
    press("Enter")
    press("ArrowLeft", 20)
    press("Enter")
    press("ArrowUp", 10)
    press("Enter")
    hand.squares(1)
    (square,) = hand.map()["squares"]
    (left, top), (right, bottom) = square["outline"][0], square["outline"][2]
    page.locator('#tools [value="outline"]').focus()
    press("ArrowRight")
    expect(page.locator('#tools [value="cut"]')).to_be_checked()
    board.focus()
    press("ArrowRight", 10)
    press("Enter")
    press("ArrowDown", 10)
    expect(page.locator("#said")).to_contain_text("on the outer wall")
    press("Enter")
    hand.squares(2)
    page.locator('#tools [value="sides"]').check()
    board.focus()
    press("ArrowUp", 5)
    expect(page.locator("#said")).to_contain_text("between 001 and 002")
    press("Enter")
    expect(page.locator("#said")).to_have_text("Set to wall.")
    press("Control+z")
    press("Control+y")
    data = hand.map()
    assert [s["kind"] for s in data["sides"]] == ["wall"]
    assert sum(areas(data)) == 2 * (right - left) * (bottom - top)
    page.locator("#in-words summary").press("Enter")
    expect(page.locator("#words li").first).to_have_text("001 no area; beside 002 behind a wall")
    page.locator("#words button").nth(1).press("Enter")
    expect(page.locator("#board .chosen")).to_have_count(1)


@soak.HANDS
def test_1_a_second_device_goes_on_and_both_follow(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (2000, 1000))
    hand.tool("cut")
    hand.draw((500, 0), (500, 1000))
    hand.is_saved()
    other = Hand(open_page(TABLET_UPRIGHT, path=hand.page.evaluate("location.pathname"), dark=False))
    other.squares(2)
    other.tool("cut")
    other.draw((0, 500), (2000, 500))
    other.squares(4)
    hand.squares(4)
    hand.page.locator("#undo").click()
    hand.squares(2)
    other.squares(2)
    other.draw((1500, 0), (1500, 1000))
    hand.draw((1000, 0), (1000, 1000))
    hand.squares(4)
    other.squares(4)
    assert hand.map() == other.map()
    assert [g["do"] for g in hand.log()["gestures"]] == ["outline", "cut", "cut", "cut"]


def test_what_is_drawn_without_the_network_is_kept_and_sent(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (2000, 1000))
    hand.tool("cut")
    hand.is_saved()
    context, path = hand.page.context, hand.page.evaluate("location.pathname")
    context.set_offline(True)
    hand.draw((500, 0), (500, 1000))
    hand.draw((0, 500), (2000, 500))
    hand.squares(4)
    expect(hand.page.locator("#saved")).to_have_text("No network. 2 changes wait on this device.")
    hand.page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(path)
    later = Hand(again)
    later.squares(4)
    later.is_saved()
    assert [g["do"] for g in later.log()["gestures"]] == ["outline", "cut", "cut"]
    context.set_offline(True)
    later.tool("cut")
    later.draw((1000, 0), (1000, 1000))
    expect(later.page.locator("#saved")).to_contain_text("1 change waits")
    context.set_offline(False)
    later.is_saved()
    assert len(later.log()["gestures"]) == 4


@soak.HANDS
def test_a_gesture_that_another_device_made_impossible_is_told(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    hand.draw((0, 0), (2000, 1000))
    hand.is_saved()
    hand.page.context.set_offline(True)
    hand.tool("cut")
    hand.draw((500, 0), (500, 1000))
    other = open_page(TABLET)
    answer = other.request.post(
        f"{hand.api}/gestures", data={"gesture": {"do": "remove", "at": [10, 10]}, "version": 1}
    )
    assert answer.ok
    hand.page.context.set_offline(False)
    expect(hand.page.locator("#said")).to_have_text(
        "Skipped: another device had already changed the squares there."
    )
    hand.squares(0)


@soak.HANDS
def test_3_what_is_wrong_leads_to_its_place_and_sight_is_tried(open_page: OpenPage) -> None:
    page = open_page(TABLET, EMPTY)
    page.goto(whole_mall(page, without=("title", "main_door")))
    hand = Hand(page)
    hand.squares(212)
    wrong = page.locator("#wrong li")
    expect(wrong).to_have_count(5)
    expect(wrong.first).to_have_text("The board has no name yet.")
    page.get_by_role("button", name="The south door is missing").click()
    expect(page.locator("#tools [value=sides]")).to_be_checked()
    page.get_by_role("button", name="The board has no name yet.").click()
    expect(page.get_by_label("Name of the board")).to_be_focused()
    hand.tool("numbers")
    hand.tap(*next(s for s in survey(load_map("mall")) if s["do"] == "number")["at"])
    page.get_by_label("Number of this square").fill("002")
    page.get_by_role("button", name="Correct it").click()
    told = page.get_by_role("button", name="2 squares have the number 002")
    told.click()
    expect(page.locator("#board .chosen")).to_have_count(2)
    page.locator("#undo").click()
    hand.is_saved()
    hand.tool("sight")
    spots = {s["number"]: s["at"] for s in survey(load_map("mall")) if s["do"] == "number"}
    hand.tap(*spots[24])
    hand.tap(*spots[62])
    expect(page.locator("#said")).to_contain_text("024 sees 062")
    hand.tap(*spots[98])
    hand.tap(*spots[79])
    expect(page.locator("#said")).to_contain_text("098 does not see 079")


def test_5_a_table_is_played_on_the_board_that_was_drawn(open_page: OpenPage) -> None:
    page = open_page(TABLET, EMPTY)
    page.goto(whole_mall(page, without=("title", "main_door")))
    hand = Hand(page)
    page.get_by_role("button", name="Make it a map").click()
    expect(page.locator("#made")).to_have_text("Not yet: The board has no name yet.")
    hand.tool("sides")
    for door in load_map("mall")["main_doors"]:
        page.get_by_label("Next main door").select_option(door["name"])
        (ax, ay), (bx, by) = door["segment"]
        hand.tap((ax + bx) / 2, (ay + by) / 2)
        expect(page.locator("#said")).to_have_text(f"The {door['name']} main door is here now.")
    hand.is_saved()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/gestures", hold)
    page.get_by_label("Name of the board").fill("Our own mall")
    page.get_by_role("button", name="Make it a map").click()
    expect(page.get_by_role("button", name="Make it a map")).to_be_disabled()
    held[0].continue_()
    expect(page.locator("#wrong-count")).to_have_text("nothing left to fix")
    page.get_by_role("link", name="Start a table on it").click()
    expect(page.locator("#brought .pick:has(input[name=map]:checked)")).to_contain_text("Our own mall")
    page.get_by_role("button", name=STARTS).click()
    expect(page.locator("#moment")).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    view = page.request.get(f"/api/tables/{code}/view").json()
    assert view["map"].startswith("own-")


@soak.HANDS
def test_its_maker_deletes_a_drawing(open_page: OpenPage) -> None:
    hand = begin_as_maker(open_page(TABLET))
    hand.draw((0, 0), (2000, 1000))
    hand.is_saved()
    path = hand.page.evaluate("location.pathname")
    other = open_page(PHONE, path=path)
    expect(other.get_by_role("link", name="Delete")).to_have_count(0)
    hand.page.goto("/surveys")
    expect(hand.page.locator("#boards")).to_contain_text("A board without a name")
    hand.page.get_by_role("link", name="Delete").click()
    hand.page.get_by_role("button", name="Delete the drawing").click()
    expect(hand.page.locator("#boards")).to_have_count(0)
    expect(other.locator("#saved")).to_have_text("Deleted by its maker")


@pytest.mark.parametrize(("size", "dark"), [SCREENS[0], *soak.rest(soak.SIZES, SCREENS[1:])])
def test_axe_finds_nothing_and_no_target_is_small(
    open_page: OpenPage, size: tuple[int, int], dark: bool
) -> None:
    page = open_page(size, "/surveys", dark=dark)
    assert faults(page) == []
    page.get_by_role("button", name="Draw a board").click()
    hand = Hand(page)
    hand.draw((0, 0), (3000, 2000))
    hand.squares(1)
    hand.is_saved()
    expect(page.locator("#wrong li").first).to_be_visible()
    for name in ("cut", "sides", "areas", "numbers", "symbols", "sight"):
        hand.tool(name)
        assert faults(page) == [], name
        assert small_targets(page) == [], name
    for summary in page.locator("summary").all():
        summary.click()
    assert faults(page) == []
    assert small_targets(page) == []
    assert [fault for fault in cut_off(page) if "scroll" not in fault] == []


def test_the_size_of_the_printed_board_sets_its_height_and_what_a_unit_is(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    page = hand.page
    page.evaluate("""() => desk.do(
      { do: "outline", points: [[0, 0], [4000, 0], [4000, 3000], [0, 3000]] })""")
    size_is_set(hand, "400", "")
    expect(page.locator("#said")).to_have_text("Type both: how wide the board is, and how high.")
    size_is_set(hand, "400", "150")
    unit = page.get_by_text("A unit of the drawing is 0.1 mm.")
    expect(unit).to_be_visible()
    assert hand.map()["millimetres"] == {"width": 400, "height": 150}
    assert hand.height() == pytest.approx(150 / 400, abs=0.001)
    page.locator("#undo").click()
    expect(unit).to_have_count(0)
    assert "millimetres" not in hand.map()
    assert hand.height() == 0.75, "one Undo takes both back"
