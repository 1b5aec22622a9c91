"""The checklist beside the cardboard: what to move and turn over now, to be ticked off on this device."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import at_sizes, turned
from tests.browser.playing import key_for_all
from tools.api_table import ApiTable

TAP = 44
GAP = 12
LARGE = 22
"""Pixels: figures that can be read a metre away."""


def standing(table: ApiTable) -> set[str]:
    """Return the squares in which zombie units stand."""
    return {unit["square"] for unit in table.view()["zombies"]}


@pytest.mark.parametrize(
    ("counters", "size"),
    [
        ("physical", PHONE),
        *soak.rest(soak.SIZES, [("digital", PHONE), ("digital", TABLET), ("physical", TABLET)]),
    ],
    ids=str,
)
def test_what_the_zombie_player_moved_on_his_phone_is_ticked_off_at_the_tablet(
    open_page: OpenPage, server: str, size: tuple[int, int], counters: str
) -> None:
    """Reactions become lines with from and to; ticks outlast news and loading again, and hold nothing up."""
    table = ApiTable.at(server, "reaction", counters=counters)
    tablet, phone = (
        Device(open_page(size, table.join("table"))),
        Device(open_page(PHONE, table.join("zombie"))),
    )
    before = standing(table)
    phone.changes(key_for_all(phone))
    tablet.catches_up_with(phone)
    start, end = (before - standing(table)).pop(), (standing(table) - before).pop()
    lines = tablet.page.locator("#checklist li")
    moved = lines.filter(has_text=f"Move the unit from {start} to {end}")
    expect(moved).to_have_count(1)
    expect(moved.locator("b")).to_have_text(f"{start} → {end}")
    expect(phone.page.locator("#checklist li")).to_have_count(1)
    key = moved.locator("button")
    around = key.bounding_box()
    assert around is not None
    assert around["height"] >= TAP
    assert moved.locator("b").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= LARGE
    expect(tablet.page.locator("#checklist")).to_be_in_viewport(ratio=0.99)
    left = tablet.page.locator("#checklist [data-left]")
    count = lines.count()
    expect(left).to_have_text(str(count))
    key.click()
    expect(moved).to_have_count(0)
    expect(left).to_have_text(str(count - 1) if count > 1 else "done")
    expect(phone.page.locator("#checklist li")).to_have_count(0)
    phone.press("On to the Zombie Free")
    tablet.catches_up_with(phone)
    expect(moved).to_have_count(0)
    tablet.page.reload()
    expect(moved).to_have_count(0)


@soak.LOOKS
@at_sizes(TABLET, PHONE, TABLET_UPRIGHT, LANDSCAPE)
def test_the_list_stays_in_sight_and_every_key_can_be_reached(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """While something is due it is above the fold, and what lies under it is scrolled to."""
    table = ApiTable.at(server, "reaction")
    tablet = Device(open_page(size, table.join("table")))
    expect(tablet.page.locator("#checklist li").first).to_be_in_viewport()
    for key in tablet.moment.locator("button:visible, a.button:visible").all():
        key.evaluate("e => e.scrollIntoView({block: 'center'})")
        key.click(trial=True)


@soak.LOOKS
def test_it_covers_no_key_of_a_newcomers_tablet(open_page: OpenPage, server: str) -> None:
    """The first help goes below it while something is due."""
    table = ApiTable.at(server, "reaction")
    page = open_page(TABLET, table.join("table"), newcomer=True)
    expect(page.locator("#first-help")).to_be_attached()
    for size in turned(page, TABLET, TABLET_UPRIGHT, anew=True):
        strip = page.locator("#checklist").bounding_box()
        help_at, moment = page.locator("#first-help").bounding_box(), page.locator("#moment").bounding_box()
        assert strip
        assert help_at
        assert moment
        assert moment["y"] + moment["height"] <= strip["y"], size
        assert strip["y"] + strip["height"] <= help_at["y"], size


def test_tick_all_ticks_every_line(open_page: OpenPage, server: str) -> None:
    """One tap is enough for who has moved everything, and then the key is gone."""
    table = ApiTable.at(server, "reaction")
    tablet = Device(open_page(TABLET, table.join("table")))
    tablet.changes(key_for_all(tablet))
    expect(tablet.page.locator("#checklist li").first).to_be_visible()
    tablet.page.get_by_role("button", name="Tick all").click()
    expect(tablet.page.locator("#checklist li")).to_have_count(0)
    expect(tablet.page.locator("#checklist [data-left]")).to_have_text("done")
    expect(tablet.page.locator("[data-tick-all]")).to_have_count(0)
    tablet.page.get_by_role("button", name="Put back on the list").click()
    expect(tablet.page.locator("#checklist li").first).to_be_visible()


@soak.HANDS
def test_9_1_a_hidden_zombie_of_cardboard_is_put_there_and_read_when_it_is_met(
    open_page: OpenPage, server: str
) -> None:
    """The key asks for the value at once, and says to put the unit there first: it is no line afterwards.

    Leaving depends on that value. A step that showed nothing new is given up with one tap instead (R-UNDO).
    """
    table = ApiTable.at(server, "place_hidden", counters="physical")
    table.do("zombie", {"do": "place_hidden", "squares": ["030", "001", "002", "003", "005"]})
    places = {"peter": "010", "roger": "010", "steve": "009", "fran": "009"}
    table.do("human", {"do": "place_characters", "squares": places})
    table.do("human", {"do": "start_move", "characters": ["peter", "roger"]})
    table.do("human", {"do": "step", "to": "011"})
    tablet = Device(open_page(TABLET, table.join("table")))
    put = "Put a unit from the Hidden Zombie box into 030, face up."
    tablet.tap("012")
    tablet.press("Go to 012")
    expect(tablet.moment).to_contain_text("What value is on the unit in 012?")
    other = tablet.key("Choose something else")
    assert (other.bounding_box() or {"height": 0})["height"] >= TAP
    back = tablet.page.locator("#agreement")
    expect(back.get_by_role("button", name="Take back")).to_have_count(0)
    expect(back).to_contain_text("To take back a step, choose something else first.")
    tablet.changes(other)
    expect(tablet.moment).not_to_contain_text("What value")
    expect(back.get_by_role("button", name="Take back: step to 011")).to_be_visible()
    tablet.tap("030")
    tablet.press("Go to 030")
    expect(tablet.moment).to_contain_text("What value is on the unit in 030?")
    expect(tablet.key("Choose something else")).to_have_count(0)
    expect(tablet.moment).to_contain_text(put)
    expect(tablet.moment).to_contain_text("What value is on the unit in 030?")
    tablet.page.locator('#complete label:has(input[name="value-030"][value="9"])').click()
    tablet.changes(tablet.page.locator("#complete button.main"))
    expect(tablet.page.locator("#checklist li").filter(has_text="030")).to_have_count(0)
    tablet.tap("031")
    tablet.says("9 to get away from the zombies in 030")
    expect(tablet.page.locator("#ruling")).not_to_contain_text("moved on")


@soak.LOOKS
def test_the_keys_of_the_list_stand_in_line(open_page: OpenPage, server: str) -> None:
    """The keys are equally wide and high, the cases stand in a column, the key for all lines above it."""
    table = ApiTable.at(server, "attack")
    page = Device(open_page(TABLET, table.join("table"))).page
    expect(page.locator("#checklist li")).to_have_count(2)
    for _ in turned(page, TABLET, TABLET_UPRIGHT, anew=True):
        in_line(page)


def in_line(page: Page) -> None:
    keys = [key.bounding_box() for key in page.locator("#checklist [data-tick]").all()]
    cases = [case.bounding_box() for case in page.locator("#checklist .case").all()]
    for one, other in (keys, cases):
        assert one
        assert other
        assert [one["x"], one["width"], one["height"]] == [other["x"], other["width"], other["height"]]
    everything, first = page.locator("[data-tick-all]").bounding_box(), cases[0]
    assert everything
    assert first
    assert everything["x"] + everything["width"] == pytest.approx(first["x"] + first["width"], abs=1)
    assert everything["y"] + everything["height"] <= first["y"] + 1
    assert keys[0]
    assert everything["y"] + everything["height"] < keys[0]["y"], "it touches none"
    count = page.locator("#checklist summary [data-left]").bounding_box()
    assert count
    assert count["x"] + count["width"] < everything["x"]


@soak.LOOKS
def test_the_list_is_one_line_of_a_phone_on_its_side(open_page: OpenPage, server: str) -> None:
    """It can be folded, and then it is a line too."""
    table = ApiTable.at(server, "attack")
    page = Device(open_page(LANDSCAPE, table.join("table"))).page
    expect(page.locator("#checklist li").first).to_be_in_viewport()
    checklist = page.locator("#checklist")
    heights = [checklist.bounding_box()]
    checklist.locator("summary").click()
    expect(page.locator("#checklist li").first).to_be_hidden()
    heights.append(checklist.bounding_box())
    assert all(box and box["height"] <= TAP + 8 for box in heights)


@pytest.fixture(scope="module")
def late(server: str) -> ApiTable:
    """Give a game in its third Human Player-Turn: two move, and the zombies' turn is still due."""
    table = ApiTable.at(server, "human")
    while table.view()["turn"] < 3:
        table.go_on()
    starts = [a for a in table.actions("human") if a["do"] == "start_move"]
    table.do("human", max(starts, key=lambda action: len(action["characters"])))
    return table


ABOVE_PEOPLE = """(gap) => {
  const [listed, below] = ["#checklist", "#people"].map((part) => find(part).getBoundingClientRect());
  const apart = below.top - listed.bottom;
  return Math.abs(listed.left - below.left) <= 1
    && (gap < 0 || Math.abs(listed.width - below.width) <= 1 && Math.abs(apart - gap) <= 1);
}"""
"""Whether the list stands in the column of the characters: this far above them, as wide as they."""
UNCOVERED = """(key) => {
  const { left, top, right, bottom } = key.getBoundingClientRect();
  const [x, end] = [(left + right) / 2, document.querySelector(".side").getBoundingClientRect().bottom];
  const spots = [top + 4, (top + bottom) / 2, bottom - 4].filter((y) => y < end);
  return spots.every((y) => key.contains(document.elementFromPoint(x, y)));
}"""


@soak.LOOKS
@at_sizes(TABLET, TABLET_UPRIGHT)
def test_the_list_gives_way_to_keys_in_a_long_human_turn(
    open_page: OpenPage, late: ApiTable, size: tuple[int, int]
) -> None:
    """No key lies under it, before and after a tap of this device; it stands whole below the keys."""
    tablet = Device(open_page(size, late.join("table")))
    for tapped in ("", "011"):
        if tapped:
            tablet.tap(tapped)
        expect(tablet.page.locator("#checklist li").first).to_be_attached()
        keys = tablet.moment.locator("button:visible, a.button:visible").all()
        assert [key.inner_text() for key in keys if not key.evaluate(UNCOVERED)] == []
    ticks = tablet.page.locator("#checklist [data-tick]").first
    ticks.scroll_into_view_if_needed()
    ticks.click(trial=True)


@soak.LOOKS
def test_3_2_an_upright_tablet_has_the_whole_list_in_sight_in_a_long_human_turn(
    open_page: OpenPage, late: ApiTable
) -> None:
    """It stands at the head of the second column, and stays there while it is ticked and folded."""
    page = Device(open_page(TABLET_UPRIGHT, late.again().join("table"))).page
    lines = page.locator("#checklist li")
    expect(lines).to_have_count(3)
    for line in lines.all():
        expect(line).to_be_in_viewport(ratio=1)
        assert line.locator("b").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= LARGE
    ticks = page.locator("#checklist [data-tick]")
    for change, left in ((ticks.first, 2), (page.locator("#checklist summary"), 0)):
        page.wait_for_function(ABOVE_PEOPLE, arg=GAP)
        change.click()
        expect(lines.filter(visible=True)).to_have_count(left)
    page.wait_for_function(ABOVE_PEOPLE, arg=-1)


@soak.LOOKS
def test_the_list_is_above_the_fold_in_a_long_human_turn(open_page: OpenPage, late: ApiTable) -> None:
    """It stands at the foot of the panels, and every key above it can still be scrolled to and tapped."""
    tablet = Device(open_page(LANDSCAPE, late.join("table")))
    page = tablet.page
    expect(page.locator("#checklist")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#checklist li").first).to_be_in_viewport(ratio=0.99)
    side = page.locator(".side")
    moment, side_box = tablet.moment.bounding_box(), side.bounding_box()
    assert moment
    assert side_box
    assert moment["y"] + moment["height"] > side_box["y"] + side_box["height"] - 2 * TAP, "It is a long one."
    for key in tablet.moment.locator("button:visible, a.button:visible").all():
        key.evaluate("e => e.scrollIntoView({block: 'center'})")
        key.click(trial=True)


@soak.LOOKS
def test_the_list_never_goes_sideways(open_page: OpenPage, late: ApiTable) -> None:
    """Long lines wrap, and each is whole on the screen once it has been scrolled to from above."""
    page = open_page(TABLET, late.join("table"))
    expect(page.locator("#checklist li").first).to_be_attached()
    for size in turned(page, TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE, (360, 640), anew=True):
        wide = page.locator("#checklist, #checklist *").evaluate_all(
            "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1)"
            ".filter((e) => !e.matches('.unseen, b, small, a')).map((e) => e.outerHTML.slice(0, 80))"
        )
        assert not wide, size
        for part in page.locator("#checklist li b, #checklist li small, #checklist li a").all():
            part.scroll_into_view_if_needed()
            box = part.bounding_box()
            assert box
            assert box["x"] >= 0, size
            assert box["x"] + box["width"] <= size[0]


_LONG = """() => {
  const box = (part) => document.querySelector(`#checklist ${part}`).getBoundingClientRect();
  document.querySelector("#checklist li b").textContent = "Hidden box \u2192 eliminated";
  document.querySelector("#checklist [data-all]").textContent = "these 6";
  document.querySelector("#checklist [data-tick-all]").hidden = false;
  document.querySelector("#checklist [data-left]").textContent = "12";
  return [box("[data-tick-all]").left - box("[data-left]").right, box("li button").right - box("li b").right];
}"""
"""How far the key for all lines is beside their number, and how far a long line stays inside its key."""


@at_sizes(TABLET, TABLET_UPRIGHT)
def test_the_words_of_a_long_list_lie_beside_each_other(
    open_page: OpenPage, late: ApiTable, size: tuple[int, int]
) -> None:
    page = open_page(size, late.join("table"))
    expect(page.locator("#checklist [data-tick-all]")).to_be_attached()
    assert min(page.evaluate(_LONG)) > 0
