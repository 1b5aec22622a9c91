"""What the page of a board says of what cannot be done, and of what a tap has done."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.at_survey import begin
from tests.browser.conftest import TABLET, OpenPage
from tools.tour import EMPTY

SAID = """async ([name, sentences]) => {
  const m = await import("/static/survey/page/refusal_messages.js");
  return sentences.map((sentence) => m[name](sentence));
}"""


def test_a_refusal_is_told_without_numbers_of_places(page: Page) -> None:
    told = page.evaluate(SAID, ["spoken", [
        "There is no corner at [100, 980].", "There is no square at [3, -4].", "There is no side there.",
        "Lines would cross or touch at [100, -980].", "The square at [7, 8] would turn over.",
        "[9, 9] is too far out.", "There is nothing to undo.",
    ]])  # fmt: skip
    assert [one["says"] for one in told] == [
        "That corner has just moved. Try again.", "Tap inside a square.", "Tap a line between two squares.",
        "Lines would cross or touch at the dot.", "The square at the dot would turn over.",
        "That is too far out.", "There is nothing to undo.",
    ]  # fmt: skip
    assert [one["at"] for one in told] == [None, None, None, [100, -980], [7, 8], None, None]


def test_what_another_device_has_made_impossible_is_told_by_what_it_did(page: Page) -> None:
    told = page.evaluate(SAID, ["skipped", [
        "There is no side between two squares.", "There is no corner at [1, 2].", "There is nothing to undo.",
        "Nothing would be left of a square.",
    ]])  # fmt: skip
    assert told == [
        "Skipped: another device had already removed that line.",
        "Skipped: another device had already moved that corner.",
        "Skipped: another device had already undone that.",
        "Skipped, because another device was faster. Nothing would be left of a square.",
    ]


FITTED = """async ([spots, from, to]) => {
  const { InkCut } = await import("/static/survey/tools/ink_tools.js");
  const square = [[0, 0], [200, 0], [200, 200], [0, 200]];
  const tool = Object.create(InkCut.prototype);
  tool.desk = { plane: { faces: new Map([[1, { outline: square }]]) }, picture: { unit: () => 200 } };
  return tool.fitted(spots, from, to);
}"""


def test_a_line_whose_ink_leans_begins_in_the_corner_that_it_passes(page: Page) -> None:
    """A door makes the ink of a short line lean. Beside the corner the line would leave a sliver."""
    leans = [[0 - 0.08 * y + 9, 200 + y] for y in range(0, 200, 20)]
    assert page.evaluate(FITTED, [leans, [0, 200], [3, 400]]) == [[0, 200], [0, 399]]
    assert page.evaluate(FITTED, [leans, [3, 400], [0, 200]]) == [[0, 399], [0, 200]]
    far = [[x + 60, y] for x, y in leans]
    assert page.evaluate(FITTED, [far, [0, 200], [3, 400]])[0][0] > 50, "that is no line of this corner"


def test_the_place_of_a_refusal_is_a_dot_until_the_next_sentence(open_page: OpenPage) -> None:
    page = begin(open_page(TABLET, EMPTY)).page
    corners = [[0, 0], [2000, 2000], [2000, 0], [0, 2000]]
    twice = [[0, 0], [2000, 0], [2000, 2000], [2000, 0]]
    page.evaluate("(points) => desk.do({ do: 'outline', points })", twice)
    said, dot = page.locator("#said"), page.locator("#board .fault .dot")
    expect(said).to_have_text("The outline has the corner at the dot more than once.")
    expect(dot).to_have_attribute("d", "M2000 0h0")
    page.evaluate("(points) => desk.do({ do: 'outline', points })", corners)
    expect(said).to_have_text("An outline has three corners or more and never crosses itself.")
    expect(dot).to_have_count(0)


def test_a_corner_that_is_tapped_twice_is_told(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    for corner in ((0, 0), (2000, 0), (2000, 0)):
        hand.tap(*corner)
    expect(hand.page.locator("#said")).to_contain_text("That corner is set already.")


def test_a_side_in_two_pieces_says_that_both_are_one(open_page: OpenPage) -> None:
    """The lower square is an L around the corner of the upper one."""
    hand = begin(open_page(TABLET, EMPTY))
    page = hand.page
    page.evaluate("""() => desk.do({ do: "all", gestures: [
      { do: "outline", points: [[0, 0], [2000, 0], [2000, 2000], [0, 2000]] },
      { do: "cut", points: [[0, 1000], [1000, 1000], [1000, 0]] },
      { do: "cut", points: [[0, 500], [1000, 500]] } ] })""")
    hand.squares(3)
    hand.tool("sides")
    hand.option("glass_door")
    hand.tap(500, 500)
    said = page.locator("#said")
    expect(said).to_have_text("Set to glass door.")
    hand.tap(500, 1000)
    expect(said).to_have_text("Set to glass door: all 2 pieces, for these two squares share one side.")
    assert len(hand.map()["sides"]) == 2
