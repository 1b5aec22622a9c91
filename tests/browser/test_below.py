"""What lies below the edge of the panels is marked there; a key for all lines ticks what was seen."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import soak
from tests.browser.at_sizes import turned
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.playing import key_for_all
from tests.browser.test_solitaire import WHOLE, human_turn, start, zombie_turn
from tests.browser.test_tap_count import seated, two_attacked
from tools.api_table import ApiTable

CUT = """() => {
  const side = document.querySelector(".side").getBoundingClientRect();
  const list = document.querySelector("#checklist.panel");
  const stuck = list && getComputedStyle(list).position === "sticky";
  const edge = stuck ? Math.min(side.bottom, list.getBoundingClientRect().top) : side.bottom;
  return [...document.querySelectorAll("#moment :is(button, a.button)")]
    .filter((key) => key.checkVisibility() && key.getBoundingClientRect().bottom > edge + 1)
    .map((key) => key.textContent.trim());
}"""

READ = """part => {
  const words = document.createRange();
  words.selectNodeContents(part);
  const spots = [...words.getClientRects()].map(({ left, top, height }) => [left + 4, top + height / 2]);
  return spots.every((spot) => part.contains(document.elementFromPoint(...spot)));
}"""
"""Whether nothing lies over any row of the words."""


def at_reaction(open_page: OpenPage, server: str, counters: str, size: tuple[int, int]) -> Device:
    """Return the zombie player's phone once the unit in 043 has gone berserk: three units must react."""
    phone = seated(open_page(size), two_attacked(server, counters), "zombie")
    phone.tap("043")
    phone.press("Check the unit in")
    expect(key_for_all(phone)).to_be_attached()
    return phone


def cut(page: Page) -> list[str]:
    """Return the keys of the moment that end below the edge of the panels."""
    keys: list[str] = page.evaluate(CUT)
    return keys


@soak.LOOKS
@pytest.mark.parametrize(
    ("counters", "size"),
    [*product(("physical", "digital"), (PHONE, LANDSCAPE))],
)
def test_keys_below_the_bar_are_told_and_a_tap_brings_them_up(
    open_page: OpenPage, server: str, counters: str, size: tuple[int, int]
) -> None:
    """Where no key is out of sight, nothing is said."""
    phone = at_reaction(open_page, server, counters, size)
    more = phone.page.locator('[data-below="more"]')
    assert "Skip everything optional" in " ".join(cut(phone.page))
    expect(more).to_be_visible()
    while more.is_visible():
        top = phone.page.locator(".side").evaluate("side => side.scrollTop")
        more.click()
        phone.page.wait_for_function("top => document.querySelector('.side').scrollTop > top", arg=top)
        phone.page.evaluate("new Promise(requestAnimationFrame)")
    assert cut(phone.page) == []
    phone.key("Skip everything optional").click(trial=True)


@soak.LOOKS
def test_the_row_of_marks_moves_no_key(open_page: OpenPage, server: str) -> None:
    phone = at_reaction(open_page, server, "physical", PHONE)
    row = phone.page.locator("#below")
    for size in (PHONE, LANDSCAPE):
        turned(phone.page, size)
        expect(phone.page.locator('[data-below="more"]')).to_be_visible()
        place = phone.moment.bounding_box()
        row.evaluate("row => { row.style.display = 'none'; }")
        assert phone.moment.bounding_box() == place
        row.evaluate("row => { row.style.display = ''; }")


@soak.LOOKS
@pytest.mark.parametrize("counters", ["physical", "digital"])
def test_the_next_line_for_the_board_is_in_sight_while_she_moves(
    open_page: OpenPage, server: str, counters: str
) -> None:
    """It stands at the foot of the phone, and a tap brings up the list. A larger screen has no marks."""
    phone = at_reaction(open_page, server, counters, PHONE)
    mark, first = phone.page.locator('[data-below="list"]'), phone.page.locator("#checklist li").first
    expect(first).not_to_be_in_viewport()
    expect(mark).to_be_in_viewport(ratio=1)
    expect(mark).to_contain_text("043 Berserk marker on")
    mark.click()
    expect(first).to_be_in_viewport(ratio=1)
    expect(mark).to_be_hidden()
    phone.page.locator(".side").evaluate("side => { side.scrollTop = 0; }")
    expect(mark).to_be_visible()
    turned(phone.page, TABLET)
    expect(phone.page.locator("#below")).to_be_hidden()


@soak.LOOKS
def test_on_a_tablet_the_list_of_a_whole_zombie_turn_is_told_where_keys_push_it_out(
    open_page: OpenPage,
) -> None:
    """The list gives way to the keys of the next turn. Then a mark names its first line, and leads to it."""
    tablet = start(open_page(TABLET), "alone")
    mark, first = tablet.page.locator('[data-below="list"]'), tablet.page.locator("#checklist li").first
    for _ in range(4):
        human_turn(tablet)
        zombie_turn(tablet, WHOLE)
        if first.count() and not in_sight(first):
            break
    expect(mark).to_be_in_viewport(ratio=1)
    expect(mark).to_contain_text(first.locator("b").inner_text())
    mark.click()
    expect(first).to_be_in_viewport(ratio=1)
    expect(mark).to_be_hidden()


def in_sight(part: Locator) -> bool:
    """Return whether all of a part can be seen in the panels."""
    seen: bool = part.evaluate("""part => part.getBoundingClientRect().bottom
        <= document.querySelector(".side").getBoundingClientRect().bottom""")
    return seen


@soak.LOOKS
def test_the_key_for_all_lines_stands_under_the_whole_list_on_a_phone(
    open_page: OpenPage, server: str
) -> None:
    """Who reaches it has passed every line."""
    phone = at_reaction(open_page, server, "physical", PHONE)
    phone.changes(key_for_all(phone))
    lines, key = phone.page.locator("#checklist li"), phone.page.locator("[data-tick-all]")
    expect(lines).to_have_count(4)
    key.scroll_into_view_if_needed()
    last, at = lines.last.bounding_box(), key.bounding_box()
    assert last
    assert at
    assert at["y"] >= last["y"] + last["height"]
    expect(key).to_have_text("✓ Tick all", use_inner_text=False)
    key.click()
    expect(lines).to_have_count(0)


@soak.LOOKS
def test_the_key_ticks_the_lines_in_sight_alone(open_page: OpenPage, server: str) -> None:
    """A list that scrolls keeps what nobody has seen yet, on a low screen as well."""
    phone = at_reaction(open_page, server, "physical", (1280, 700))
    phone.changes(key_for_all(phone))
    lines, key = phone.page.locator("#checklist li"), phone.page.locator("[data-tick-all]")
    expect(lines).to_have_count(4)
    expect(key).to_have_text(re.compile("these [23]"))
    seen = int((key.text_content() or "").strip()[-1])
    key.click()
    expect(lines).to_have_count(4 - seen)


@soak.LOOKS
def test_the_list_takes_all_the_room_that_the_moment_leaves(open_page: OpenPage, server: str) -> None:
    """Not only two lines of six while the tablet waits for the zombie player."""
    table = ApiTable.at(server, "free_movement", counters="physical")
    table.do("zombie", {"do": "roll_free_moves", "die": 6})
    seated(open_page(PHONE), table, "zombie")
    moved: set[str] = set()
    while len(moved) < 6:
        moves = [a for a in table.actions("zombie") if a["do"] == "free_move" and "from" in a]
        move = next(a for a in moves if a["from"] not in moved)
        table.do("zombie", move)
        moved.add(move["from"])
    page = seated(open_page(TABLET_UPRIGHT), table, "table").page
    lines = page.locator("#checklist li")
    assert lines.count() >= 6
    expect(page.locator("[data-tick-all]")).to_have_text(re.compile("these [4-6]|all"))
    expect(lines.nth(3)).to_be_in_viewport(ratio=1)


@soak.LOOKS
def test_one_line_in_sight_is_its_own_key(open_page: OpenPage, server: str) -> None:
    phone = at_reaction(open_page, server, "physical", LANDSCAPE)
    phone.changes(key_for_all(phone))
    expect(phone.page.locator("#checklist li")).to_have_count(4)
    expect(phone.page.locator("#checklist li").first).to_be_in_viewport(ratio=0.9)
    expect(phone.page.locator("[data-tick-all]")).to_be_hidden()


@soak.LOOKS
def test_what_is_unfolded_at_the_foot_of_the_panels_comes_into_sight(
    open_page: OpenPage, server: str
) -> None:
    page = seated(open_page(TABLET), two_attacked(server, "digital"), "table").page
    fold = page.locator(".side details", has=page.locator("summary", has_text="Player names"))
    fold.locator("summary").evaluate("line => line.scrollIntoView({ block: 'end' })")
    fold.locator("summary").click()
    expect(fold.get_by_role("button", name="Save").first).to_be_in_viewport(ratio=1)


@soak.LOOKS
def test_8_1_the_list_lies_over_nothing_that_the_phone_waits_for(open_page: OpenPage, server: str) -> None:
    """Steve and Fran roll their panic checks by hand; then somebody asks to take that back."""
    table = two_attacked(server, "physical")
    phone, human = (seated(open_page(PHONE), table, seat) for seat in ("zombie", "human"))
    human.type_dice_here()
    phone.tap("043")
    phone.press("Check the unit in")
    phone.press("Skip everything optional")
    human.catches_up_with(phone)
    human.look("Steve and Fran shoot together first")
    for name in ("panic-steve", "panic-fran"):
        human.page.locator(f'#complete label:has(input[name="{name}"][value="6"])').click()
    waits = phone.moment.locator(".notice")
    expect(waits).to_contain_text("to roll the dice")
    expect(phone.page.locator("#checklist li").first).to_be_attached()
    assert waits.evaluate(READ)
    expect(phone.page.locator('[data-below="list"]')).to_be_visible()
    human.page.locator("#agreement button", has_text="Take back").click()
    expect(phone.page.locator("#agreement h2")).to_have_text("Take back?")
    assert phone.page.locator("#ruling .reason").evaluate(READ)


@soak.LOOKS
def test_a_question_at_the_foot_takes_the_place_of_the_list(open_page: OpenPage, server: str) -> None:
    """The list has been at the foot of the zombie player's phone since the reactions."""
    table = ApiTable.at(server, "reaction")
    phone, human = (seated(open_page(PHONE), table, seat) for seat in ("zombie", "human"))
    phone.changes(key_for_all(phone))
    while table.view()["phase"] != "human":
        table.go_on()
    expect(phone.page.locator("#bar .turn b")).to_have_text("2")
    table.do("human", next(a for a in table.actions("human") if a["do"] == "start_move"))
    phone.page.locator("#agreement button", has_text="Take back: moving").click()
    human.page.locator("#agreement button[value='decline']").click()
    expect(phone.page.locator("#agreement h2")).to_have_text("Declined")
    expect(phone.page.locator("#checklist li").first).to_be_attached()
    assert phone.page.locator("#ruling .reason").evaluate(READ)


@soak.LOOKS
def test_between_two_moments_nothing_is_below(open_page: OpenPage, server: str) -> None:
    """What is looked at while the moment is being replaced is no error of the page."""
    table = ApiTable.at(server, "moving")
    page = open_page(PHONE, table.join("human"))
    expect(page.locator("#below")).to_be_visible()
    page.locator("#moment, #checklist").evaluate_all("parts => parts.forEach((part) => part.remove())")
    page.locator(".side").dispatch_event("scroll")
    expect(page.locator("#below")).to_be_hidden()
