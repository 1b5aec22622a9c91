"""On a phone on its side the next keys stand above the fold, and the words of taking back stay whole."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.playing import key_for_all
from tests.browser.test_tap_count import seated
from tools.api_table import ApiTable

SMALL = (740, 360)
ROW = 46
"""Pixels: the height of a key whose words take one row."""
FOLD = """key => {
  const box = key.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + 20, box.bottom - 4);
  return key.contains(at);
}"""
SETTLED = "() => getComputedStyle(document.querySelector('#checklist')).pointerEvents !== 'none'"
"""The list for the board lets taps through at first, so that what lies below it seems to be in sight."""
CUT = "label => label.scrollHeight > label.clientHeight + 1"


def at_the_zombies_turn(server: str) -> ApiTable:
    """Return a table alone at the start of the zombie turn: Steve and Fran share a square with a zombie."""
    table = ApiTable.at(server, "place_characters", mode="solitaire", phases="automatic")
    squares = {"peter": "028", "roger": "028", "steve": "010", "fran": "010"}
    table.do("table", {"do": "place_characters", "squares": squares})
    table.do("table", {"do": "start_move", "characters": ["steve", "fran"]})
    for square in ("011", "012"):
        table.do("table", {"do": "step", "to": square})
    table.do("table", {"do": "end_turn"})
    return table


def take_back_is_whole(page: Page) -> None:
    """Check that no word of the key that takes back is cut."""
    label = page.locator("#agreement .label")
    expect(label).to_be_visible()
    assert not label.evaluate(CUT), label.inner_text()


@soak.LOOKS
def test_the_keys_that_matter_are_above_the_fold(open_page: OpenPage, server: str) -> None:
    """At the start of the zombie turn, and after a long summary, on a phone on its side."""
    phone = seated(open_page(LANDSCAPE), at_the_zombies_turn(server), "table")
    key = phone.page.locator("#proposal button.main")
    assert key.evaluate(FOLD)
    take_back_is_whole(phone.page)
    whole = phone.key("Play the whole Zombie Player-Turn")
    phone.changes(whole)
    shot = phone.key("shoots first").or_(phone.key("shoot first")).first
    expect(phone.page.locator("#ruling .reason")).to_contain_text("Rolled")
    assert shot.evaluate(FOLD), shot.inner_text()
    take_back_is_whole(phone.page)
    expect(phone.page.locator("#checklist li").first).to_be_visible()
    for size in (LANDSCAPE, PHONE):  # 8.1: both of one alone, both together, and no shot at all
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        phone.page.reload()
        keys = phone.moment.locator(".abreast button")
        expect(keys).to_have_count(7)
        assert [key.inner_text() for key in keys.all() if not key.evaluate(FOLD)] == []


@soak.LOOKS
def test_5_0_squares_to_go_to_are_in_sight_beneath_a_notice(open_page: OpenPage, server: str) -> None:
    """Of a step, and of a shot, whose large word has a row of its own. The heading leaves them its room."""
    table = ApiTable.at(server, "moving")
    phone = seated(open_page(LANDSCAPE), table, "human")
    square = phone.moment.locator(".squares button").first
    heading = phone.moment.locator("h2")
    for do, words in (("step", "goes from"), ("shoot", "rolled")):
        table.do("human", next(a for a in table.actions("human") if a["do"] == do))
        phone.page.reload()
        expect(phone.page.locator("#ruling .reason")).to_contain_text(words)
        assert square.evaluate(FOLD)
        expect(heading).to_have_text("Now")  # to a screen reader
    phone.page.get_by_role("button", name="Dismiss").click()
    assert heading.evaluate("heading => heading.offsetHeight") > 10


@soak.LOOKS
def test_13_0_who_may_move_is_in_sight_beneath_what_entered_and_above_the_list(
    open_page: OpenPage, server: str
) -> None:
    """A Game-Turn begins with a notice in two rows, a list for the board, and the question who moves."""
    table = ApiTable.at(server, "generation")
    table.do("zombie", {"do": "roll_entrance", "dice": [4, 4]})
    while table.view()["phase"] != "human":
        table.do("zombie", table.actions("zombie")[0])
    phone = seated(open_page(LANDSCAPE), table, "table")
    expect(phone.page.locator("#checklist li").first).to_be_visible()
    assert phone.key("Move ").evaluate(FOLD)
    chip = phone.page.locator("#checklist .grips .case").first
    chip.evaluate("chip => { chip.textContent = 'R-UNDO'; }")
    assert not chip.evaluate("chip => chip.scrollWidth > chip.clientWidth")


@soak.LOOKS
def test_15_2_after_many_steps_are_taken_back_the_next_one_is_in_sight(
    open_page: OpenPage, server: str
) -> None:
    """The notice says how many, and what the first of them did."""
    phone = seated(open_page(LANDSCAPE), at_the_zombies_turn(server), "table")
    key = phone.page.locator("#proposal button.main")
    for _ in range(2):
        phone.changes(key)
    phone.page.locator("#agreement").get_by_text("Take back more").click()
    phone.changes(phone.key("The start of the Zombie Player-Turn"))
    expect(phone.page.locator("#ruling .reason")).to_contain_text("steps, starting with")
    assert key.evaluate(FOLD)


@soak.LOOKS
def test_taking_back_is_no_column_beside_what_was_declined(open_page: OpenPage, server: str) -> None:
    """It has a row of its own on a tablet."""
    table = ApiTable.at(server, "moving")
    tablet = seated(open_page(TABLET), table, "table")
    phone = seated(open_page(LANDSCAPE), table, "zombie")
    tablet.changes(tablet.page.locator("#agreement button", has_text="Take back"))
    phone.catches_up_with(tablet)
    phone.changes(phone.page.locator("#agreement button[value='decline']"))
    tablet.catches_up_with(phone)
    expect(tablet.page.locator("#agreement h2")).to_have_text("Declined")
    read = tablet.page.locator("#agreement button", has_text="OK").bounding_box()
    again = tablet.page.locator("#agreement button[value='ask']").first.bounding_box()
    assert read
    assert again
    assert again["y"] >= read["y"] + read["height"]
    assert again["height"] < 50


@soak.LOOKS
def test_squares_to_go_to_are_in_sight_above_what_was_declined(open_page: OpenPage, server: str) -> None:
    """The list for the board is due as well, and one of the foot's keys leads to it."""
    table = ApiTable.at(server, "moving")
    table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
    tablet = seated(open_page(LANDSCAPE), table, "table")
    phone = seated(open_page(PHONE), table, "zombie")
    tablet.changes(tablet.page.locator("#agreement button", has_text="Take back"))
    phone.catches_up_with(tablet)
    phone.changes(phone.page.locator("#agreement button[value='decline']"))
    tablet.catches_up_with(phone)
    expect(tablet.page.locator("#agreement h2")).to_have_text("Declined")
    expect(tablet.page.locator("#checklist li")).to_have_count(1)
    square = tablet.moment.locator(".squares button").first
    tablet.page.wait_for_function(SETTLED)
    assert square.evaluate(FOLD)
    expect(tablet.page.locator('[data-below="list"]')).to_be_visible()


def test_6_8_a_long_notice_begins_with_what_came_of_it(open_page: OpenPage, server: str) -> None:
    """Its large word has no room there, and the end of its sentence is cut."""
    table = ApiTable.at(server, "place_characters", mode="solitaire")
    squares = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
    table.do("table", {"do": "place_characters", "squares": squares})
    table.do("table", {"do": "start_move", "characters": ["peter", "roger"]})
    table.do("table", {"do": "shoot", "by": ["peter", "roger"], "at": "025", "dice": [1, 1, 1]})
    phone = seated(open_page(LANDSCAPE), table, "table")
    reason = phone.page.locator("#ruling .reason")
    expect(reason).to_contain_text("Peter and Roger shoot at 025")
    assert reason.evaluate("words => getComputedStyle(words, '::before').content") == '"No effect. "'


@soak.LOOKS
def test_6_0_after_a_shot_squares_to_go_to_are_whole(open_page: OpenPage, server: str) -> None:
    """On a phone of 740 by 360 too, and above the list for the board."""
    table = ApiTable.at(server, "moving")
    table.do("human", next(a for a in table.actions("human") if a["do"] == "shoot"))
    page = open_page(LANDSCAPE)
    for seat, size in product(("human", "table"), (LANDSCAPE, SMALL)):
        phone = at(page, size, table, seat)
        expect(page.locator("#ruling .reason")).to_contain_text("rolled")
        if seat == "table":
            expect(page.locator("#checklist li").first).to_be_visible()
        page.wait_for_function(SETTLED)
        keys = phone.moment.locator(".squares button")
        top = keys.first.evaluate("key => key.offsetTop")
        row = [key for key in keys.all() if key.evaluate("key => key.offsetTop") == top]
        assert [key.inner_text() for key in row if not key.evaluate(FOLD)] == [], (seat, size)


def at(page: Page, size: tuple[int, int], table: ApiTable, seat: str) -> Device:
    """Open a seat of a table anew, at another size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return seated(page, table, seat)


@soak.LOOKS
def test_3_2_what_to_tap_is_read_whole_above_the_key_that_sets_up(open_page: OpenPage, server: str) -> None:
    """The sentence how to pick one up stands below the choices, where it is wanted."""
    table, page = ApiTable.at(server, "place_characters"), open_page(LANDSCAPE)
    for seat, size in product(("human", "table"), (LANDSCAPE, SMALL)):
        phone = at(page, size, table, seat)
        hint = phone.moment.locator("#place-characters > p").first
        expect(hint).to_contain_text("place the next character.")
        key = phone.key("Set up the characters").bounding_box()
        read = hint.bounding_box()
        assert key
        assert read
        assert read["y"] + read["height"] <= key["y"], (seat, size)


@soak.LOOKS
def test_10_0_what_must_be_done_is_in_sight_beneath_a_large_word(open_page: OpenPage, server: str) -> None:
    """A unit goes berserk, another one must react, and a marker is due on the board."""
    table = ApiTable.at(server, "place_characters", phases="automatic", counters="physical")
    squares = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
    table.do("human", {"do": "place_characters", "squares": squares})
    table.do("human", {"do": "start_move", "characters": ["peter", "roger"]})
    for to in ("008", "026"):
        table.do("human", {"do": "step", "to": to})
    doors = [a for a in table.actions("human") if a["do"] == "close_door"]
    table.do("human", next(a for a in doors if "045" in str(a)))
    table.do("human", {"do": "end_turn"})
    table.do("zombie", {"do": "check_berserk", "square": "046", "die": 2})
    phone = seated(open_page(LANDSCAPE), table, "zombie")
    expect(phone.page.locator("#ruling .word")).to_have_text("Berserk")
    expect(phone.page.locator("#checklist li").first).to_be_visible()
    phone.page.wait_for_function(SETTLED)
    key = key_for_all(phone)
    assert key.evaluate(FOLD), key.inner_text()


@soak.LOOKS
def test_6_3_dice_to_type_in_take_the_room_of_the_notice(open_page: OpenPage, server: str) -> None:
    """Of an attack: the first row of dice is whole while the form is open, and the notice comes back."""
    table = ApiTable.at(server, "attack")
    table.do("zombie", next(a for a in table.actions("zombie") if a["do"] == "open_attack"))
    phone = seated(open_page(LANDSCAPE), table, "human")
    expect(phone.page.locator("#ruling .word")).to_have_text("Attack")
    phone.moment.locator(".dicekey").first.click()
    first = phone.page.locator("#complete .key").first
    expect(first).to_be_visible()
    assert first.evaluate(FOLD)
    phone.page.go_back()
    expect(phone.page.locator("#ruling .word")).to_have_text("Attack")
    expect(phone.page.locator("#ruling .word")).to_be_visible()


@soak.LOOKS
def test_7_0_dice_to_type_in_take_the_room_of_what_they_are_for(open_page: OpenPage, server: str) -> None:
    """The ruling that says so comes with them, and the form has its own heading."""
    phone = seated(open_page(LANDSCAPE), ApiTable.at(server, "free_movement"), "zombie")
    phone.moment.locator(".dicekey").first.click()
    first = phone.page.locator("#complete .key").first
    expect(first).to_be_visible()
    assert first.evaluate(FOLD)


@soak.LOOKS
def test_13_0_who_may_move_is_in_sight_beneath_a_long_sentence(open_page: OpenPage, server: str) -> None:
    """Alone: what the attack did and which zombies entered take one notice, and the list is long."""
    phone = seated(open_page(LANDSCAPE), at_the_zombies_turn(server), "table")
    while "Human" not in phone.page.locator("#bar .phase").inner_text():
        phone.press("No shot" if phone.key("No shot").count() else "Play the whole Zombie Player-Turn")
    phone.page.reload()
    phone.page.wait_for_function(SETTLED)
    assert phone.key("Move ").evaluate(FOLD), phone.page.locator("#ruling").inner_text()


@soak.LOOKS
def test_6_4_the_key_of_the_sight_tool_is_above_the_list(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    phone = seated(open_page(LANDSCAPE), table, "table")
    expect(phone.page.locator("#checklist li").first).to_be_visible()
    phone.page.get_by_role("link", name="Sight").click()
    key = phone.key("Show the line")
    expect(key).to_be_visible()
    phone.page.wait_for_function(SETTLED)
    assert key.evaluate(FOLD)


@soak.LOOKS
def test_6_1_a_question_before_a_turn_ends_is_in_sight_with_both_its_answers(
    open_page: OpenPage, server: str
) -> None:
    """Yes takes one row, and the way back stands above the list for the board."""
    table, page = ApiTable.at(server, "moving"), open_page(LANDSCAPE)
    for seat in ("human", "table"):
        phone = seated(page, table, seat)
        phone.look("End the Human Player-Turn")
        yes = phone.key("Yes: end the Human Player-Turn")
        phone.page.wait_for_function(SETTLED)
        assert yes.evaluate("key => key.offsetHeight") <= ROW
        assert yes.evaluate(FOLD)
        assert phone.key("Back to the game").evaluate(FOLD)


@soak.LOOKS
@pytest.mark.parametrize("size", [SMALL, LANDSCAPE], ids=["small", "large"])
def test_squares_to_go_to_are_in_sight_above_what_another_player_declined(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """On a phone that did not ask, too. Its heading says no more than the sentence; the facts stand apart."""
    table = ApiTable.at(server, "moving")
    table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
    tablet = seated(open_page(TABLET), table, "table")
    other = seated(open_page(PHONE), table, "zombie")
    phone = seated(open_page(size), table, "human")
    tablet.changes(tablet.page.locator("#agreement button", has_text="Take back"))
    expect(phone.page.locator("#agreement h2")).to_have_text("Take back?")
    assert (phone.page.locator("#agreement h2").bounding_box() or {"height": 0})["height"] > 10
    other.catches_up_with(tablet)
    other.changes(other.page.locator("#agreement button[value='decline']"))
    phone.catches_up_with(other)
    expect(phone.page.locator("#agreement h2")).to_have_text("Declined")
    phone.page.wait_for_function(SETTLED)
    assert phone.moment.locator(".squares button").first.evaluate(FOLD)
    points, shots = phone.moment.locator(".todo li").all()
    case, words = points.locator(".case").bounding_box(), shots.bounding_box()
    assert case
    assert words
    assert words["x"] - case["x"] - case["width"] >= 6


@soak.LOOKS
def test_what_is_taken_back_is_read_whole_on_a_small_phone(open_page: OpenPage, server: str) -> None:
    table, page = at_the_zombies_turn(server), open_page(LANDSCAPE)
    for size in (LANDSCAPE, SMALL):
        take_back_is_whole(at(page, size, table, "table").page)
