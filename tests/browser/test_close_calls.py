"""3: lines that are too close to call are found, looked along by the owner, and count in play (6.4)."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.at_survey import Hand
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.test_accessibility import faults

GESTURES: list[dict[str, Any]] = [
    {"do": "outline", "points": [[0, 0], [1200, 0], [1200, 1200], [0, 1200]]},
    {"do": "cut", "points": [[400, 0], [400, 1200]]},
    {"do": "cut", "points": [[800, 0], [800, 1200]]},
    {"do": "cut", "points": [[0, 400], [1200, 400]]},
    {"do": "cut", "points": [[0, 800], [1200, 800]]},
    {"do": "side", "edge": [[800, 0], [800, 400]], "kind": "wall"},
    {"do": "move_corner", "at": [800, 400], "to": [800, 494]},
]
"""Nine squares, and a wall that ends a little beside the line from 001 to 006."""

DRAWN = "001 to 006: drawn clear. It changes once the corner is off by "


def open_board(page: Page) -> Hand:
    log = {"format": "referee-survey/1", "done": len(GESTURES), "gestures": GESTURES}
    made = page.request.post("/api/surveys", data={"survey": log})
    page.goto(f"/surveys/{made.json()['id']}")
    hand = Hand(page)
    page.locator("#close summary").click()
    return hand


def find_lines(hand: Hand, error: int) -> None:
    hand.page.get_by_label("A corner may be off by").fill(str(error))
    hand.page.get_by_role("button", name="Find the lines").click()
    expect(hand.page.locator("#close-now")).to_be_visible()


def test_3_6_4_the_owner_looks_along_a_line_and_it_counts(open_page: OpenPage) -> None:
    hand = open_board(open_page(TABLET))
    page = hand.page
    find_lines(hand, 8)
    page.locator("#close-list button").first.click()
    expect(page.locator("#board .stroke")).to_have_count(1)
    expect(page.locator("#board .dot")).to_have_count(1)
    expect(page.locator("#close-line")).to_contain_text(DRAWN)
    page.locator("#close-blocked").click()
    expect(page.locator("#said")).to_contain_text("A corner moved a little")
    expect(page.locator("#close-count")).to_contain_text("1 of ")
    assert hand.map()["looks"] == {"error": 8, "lines": [{"between": ["001", "006"], "sight": False}]}
    line = page.request.get(f"{hand.api}/sight?from=001&to=006").json()
    assert line["sight"] is False
    page.locator("#undo").click()
    expect(page.locator("#close-count")).to_contain_text("0 of ")
    assert hand.map()["looks"]["lines"] == []


@soak.HANDS
def test_3_6_4_what_no_corner_can_agree_with_is_said_and_kept_over_a_reload(open_page: OpenPage) -> None:
    hand = open_board(open_page(TABLET))
    page = hand.page
    expect(page.locator("#close-count")).to_be_hidden()
    find_lines(hand, 20)
    page.locator("#close-next").click()
    expect(page.locator("#close-line")).to_contain_text("003 to 007: drawn blocked.")
    page.locator("#close-clear").click()
    expect(page.locator("#said")).to_contain_text("though the drawing says otherwise: no corner moved.")
    hand.is_saved()
    page.reload()
    expect(page.locator("#close-count")).to_have_text("1 seen")
    assert hand.map()["looks"]["lines"] == [{"between": ["003", "007"], "sight": True}]


@soak.HANDS
def test_3_6_4_the_list_is_renewed_after_a_corner_moves(open_page: OpenPage) -> None:
    """The corner goes far from the line of 001 and 006, which is then no longer too close to call."""
    hand = open_board(open_page(TABLET))
    page = hand.page
    find_lines(hand, 8)
    expect(page.locator("#close-line")).to_contain_text(DRAWN)
    version = page.request.get(hand.api).json()["version"]
    move = {"do": "move_corner", "at": [800, 494], "to": [800, 430]}
    assert page.request.post(f"{hand.api}/gestures", data={"gesture": move, "version": version}).ok
    told = [c["between"] for c in page.request.get(f"{hand.api}/close?from=0").json()["calls"]]
    assert ["001", "006"] not in told
    expect(page.locator("#close-count")).to_contain_text(f"0 of {len(told)}" if told else "")
    expect(page.locator("#close-now")).to_be_hidden()


@soak.HANDS
def test_3_6_4_a_contradiction_is_told_and_taken_back(open_page: OpenPage) -> None:
    """The corner is drawn anew, far from the line that the owner saw blocked."""
    hand = open_board(open_page(PHONE))
    page = hand.page
    find_lines(hand, 8)
    expect(page.locator("#close-line")).to_contain_text(DRAWN)
    page.locator("#close-blocked").click()
    expect(page.locator("#said")).to_contain_text("Kept.")
    expect(page.locator("#said")).to_be_in_viewport(ratio=1)
    expect(page.locator("#close-count")).to_contain_text("1 of ")
    corners = [p for s in hand.map()["squares"] for p in s["outline"]]
    (x, y) = next(p for p in corners if 700 < p[0] < 900 and 450 < p[1] < 600)
    version = page.request.get(hand.api).json()["version"]
    move = {"do": "move_corner", "at": [x, y], "to": [x, y - 60]}
    assert page.request.post(f"{hand.api}/gestures", data={"gesture": move, "version": version}).ok
    says = re.compile("^The line between squares 001 and 006 was seen blocked")
    told = page.get_by_role("button", name=says)
    expect(told).to_be_visible()
    assert faults(page) == []
    assert small_targets(page) == []
    assert cut_off(page) == []
    page.locator("#close-list button").first.click()
    page.locator("#close-forget").click()
    expect(told).to_have_count(0)
    assert hand.map()["looks"]["lines"] == []


def test_3_6_4_a_second_tap_is_no_answer_to_the_next_line(open_page: OpenPage) -> None:
    """While the page waits for the server, and once the next line has taken the place of the first."""
    hand = open_board(open_page(TABLET))
    page = hand.page
    find_lines(hand, 20)
    page.evaluate("() => { for (let n = 0; n < 3; n += 1) document.querySelector('#close-clear').click(); }")
    expect(page.locator("#close-count")).to_contain_text("1 of ")
    page.evaluate("() => document.querySelector('#close-blocked').click()")
    assert len(hand.map()["looks"]["lines"]) == 1
    page.locator("#close-blocked").click()
    expect(page.locator("#close-count")).to_contain_text("2 of ")


def test_3_6_4_every_line_of_a_corner_that_is_done_can_be_reached_again(open_page: OpenPage) -> None:
    hand = open_board(open_page(TABLET))
    page = hand.page
    calls = """(seen) => {
      const outlines = [...desk.plane.faces.keys()];
      const call = (n) => ({ between: ["001", `00${n}`], faces: [outlines[0], outlines[n - 1]], clear: true,
        margin: n, isPast: false });
      desk.close.groups = [{ corner: [800, 494], calls: [call(5), call(6)] }];
      for (const one of seen) desk.plane.looks.set(`${outlines[0]} ${outlines[one - 1]}`, true);
      desk.close.show();
    }"""
    line, row = page.locator("#close-line"), page.locator("#close-list button").first
    for seen in ([5, 6], []):
        page.evaluate(calls, seen)
        reached = []
        for _ in range(3):
            row.click()
            reached.append((line.text_content() or "")[:10])
        assert reached == ["001 to 005", "001 to 006", "001 to 005"]
    expect(line).to_contain_text("Line 1 of 2 at this corner.")


def test_3_6_4_the_search_for_lines_can_be_stopped(open_page: OpenPage) -> None:
    hand = open_board(open_page(TABLET))
    page = hand.page
    page.route("**/close?from=*", lambda route: None)
    hand.page.get_by_label("A corner may be off by").fill("8")
    page.get_by_role("button", name="Find the lines").click()
    page.locator("#close-cancel").click()
    expect(page.locator("#close-cancel")).to_be_hidden()
    expect(page.get_by_role("button", name="Find the lines")).to_be_enabled()
    expect(page.locator("#close-list")).to_be_hidden()


def test_3_6_4_the_keys_of_the_first_line_come_into_sight(open_page: OpenPage) -> None:
    """On a phone they come below the key that finds the lines."""
    hand = open_board(open_page(PHONE))
    find_lines(hand, 8)
    for key in ("Clear", "Blocked"):
        expect(hand.page.get_by_role("button", name=key)).to_be_in_viewport(ratio=1)


def test_3_6_4_a_corner_that_has_just_moved_is_told_in_words(open_page: OpenPage) -> None:
    hand = open_board(open_page(TABLET))
    page = hand.page
    find_lines(hand, 8)
    expect(page.locator("#close-line")).to_contain_text(DRAWN)
    gone = '{"gesture": {"do": "move_corner", "at": [1, 2], "to": [3, 4]}}'
    page.route("**/agreeing?*", lambda route: route.fulfill(body=gone, content_type="application/json"))
    page.locator("#close-blocked").click()
    expect(page.locator("#said")).to_have_text("That corner has just moved. Answer again.")
    assert hand.map()["looks"]["lines"] == []
