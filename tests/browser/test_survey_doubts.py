"""What a photograph tells of a side without being sure: marked, and never taken before a person says so."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import expect

from tests import soak
from tests.browser.at_sizes import cut_off
from tests.browser.at_survey import begin
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_accessibility import faults
from tools.tour import EMPTY

_FOUR_SQUARES = """() => desk.do({ do: "all", gestures: [
  { do: "outline", points: [[0, 0], [400, 0], [400, 300], [0, 300]] },
  { do: "cut", points: [[200, 0], [200, 300]] },
  { do: "cut", points: [[0, 150], [400, 150]] },
] })"""
_TOLD = """async (told) => {
  const { sidesOf } = await import("/static/survey/tools/strokes.js");
  const sides = [...sidesOf(desk.plane)].map(([pair, [ends]], n) => [pair, { ends, ...told[n] }]);
  desk.tool.proposals = new Map(sides);
  desk.tool.shown();
  return sides.map(([, { ends }]) => [0, 1].map((i) => (ends[0][i] + ends[1][i]) / 2));
}"""


def test_a_side_in_doubt_stays_open_until_it_is_tapped(open_page: OpenPage) -> None:
    page = open_page(TABLET, EMPTY)
    hand = begin(page)
    page.evaluate(_FOUR_SQUARES)
    hand.tool("sides")
    told = [("wall", True), ("wall", False), ("solid_door", False), ("open", False)]
    spots = page.evaluate(_TOLD, [{"kind": kind, "sure": sure} for kind, sure in told])
    doubts = page.locator("circle.doubt")
    expect(doubts).to_have_count(3)
    take = page.locator("#take-sides")
    expect(take).to_have_text("Take 1 wall or door")
    take.click()
    expect(page.locator("#said")).to_have_text("3 sides are in doubt, marked with “?”.")
    expect(take).to_have_count(0)
    expect(doubts).to_have_count(3)
    assert Counter(side["kind"] for side in hand.map()["sides"]) == {"wall": 1}
    for spot in spots[1:3]:
        hand.tap(*spot)
    expect(doubts).to_have_count(1)
    assert Counter(side["kind"] for side in hand.map()["sides"]) == {"wall": 2, "solid_door": 1}


def test_doors_that_were_not_tapped_first_are_said_to_count_as_walls(open_page: OpenPage) -> None:
    page = open_page(TABLET, EMPTY)
    hand = begin(page)
    page.evaluate(_FOUR_SQUARES)
    hand.tool("sides")
    said = page.locator("#said")
    page.evaluate("""() => {
      desk.picture.ask = async (what, { sides }) => sides.map((_, n) => ({ kind: "wall", sure: n > 0 }));
      return desk.tool.look();
    }""")
    expect(said).to_contain_text("You tapped no door before, so doors count as walls here.")
    page.locator("#check-sides").click()
    expect(said).to_have_text("")
    hand.tool("sides")
    page.evaluate(
        "() => desk.do({ do: 'side', edge: [[200, 0], [200, 150]], kind: 'glass_door' }) && desk.tool.look()"
    )
    expect(page.locator("#take-sides")).to_be_visible()
    expect(said).to_have_text("")


def test_beside_the_proposals_stands_what_their_marks_mean(open_page: OpenPage) -> None:
    page = open_page(TABLET, EMPTY, dark=False)
    hand = begin(page)
    page.evaluate(_FOUR_SQUARES)
    hand.tool("sides")
    legend = page.get_by_role("list", name="Proposed")
    expect(legend).to_have_count(0)
    told = [("wall", True), ("glass_door", True), ("solid_door", False), ("open", True)]
    page.evaluate(_TOLD, [{"kind": kind, "sure": sure} for kind, sure in told])
    expect(legend.get_by_role("listitem")).to_have_text(["wall", "glass door", "?in doubt: tap it"])
    assert faults(page) == []
    assert cut_off(page) == []
    page.locator("#take-sides").click()
    expect(legend.get_by_role("listitem")).to_have_text(["?in doubt: tap it"])


@soak.LOOKS
def test_each_mark_has_its_words_in_one_line_on_every_screen(open_page: OpenPage) -> None:
    page = open_page(TABLET, EMPTY)
    hand = begin(page)
    page.evaluate(_FOUR_SQUARES)
    hand.tool("sides")
    told = [("wall", True), ("glass_door", True), ("solid_door", True), ("open", False)]
    page.evaluate(_TOLD, [{"kind": kind, "sure": sure} for kind, sure in told])
    for width, height in (TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE):
        page.set_viewport_size({"width": width, "height": height})
        rows = page.get_by_role("list", name="Proposed").get_by_role("listitem")
        expect(rows).to_have_count(4)
        assert [row.inner_text() for row in rows.all() if row.evaluate("row => row.offsetHeight > 28")] == []
        assert cut_off(page) == []
