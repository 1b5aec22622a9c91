"""After a game: its end on the screens, taken back if the last tap was a mistake, and played again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tools.api_table import ApiTable

BELOW_TAG = 8.0
"""The target of a case is taller than the tag that is seen."""
FIRST_LINE = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("#todo .grow"));
  return words.getClientRects()[0].top;
}"""
WILL_BE_TOLD = "The record and every screen will say that all secrets were open."
WHOLE = """(key) => {
  const { left, top, right, bottom } = key.getBoundingClientRect();
  const spots = [top + 2, bottom - 2];
  return spots.every((y) => key.contains(document.elementFromPoint((left + right) / 2, y)));
}"""


@pytest.fixture
def over(server: str) -> ApiTable:
    """Give a table whose game is over."""
    return ApiTable.at(server, "over")


def asked(asking: Page, answering: Page) -> None:
    """Ask to take the end back, and wait until the other player is asked."""
    asking.locator("#agreement").get_by_role("button", name="Take back:").click()
    expect(answering.locator("#agreement")).to_contain_text(WILL_BE_TOLD)


@soak.LOOKS
def test_the_case_of_the_victory_stands_clear_of_the_words(open_page: OpenPage, over: ApiTable) -> None:
    phone = open_page(LANDSCAPE, over.join("zombie"))
    case = phone.locator("#todo .case").bounding_box()
    assert case
    assert case["y"] + case["height"] - BELOW_TAG <= phone.evaluate(FIRST_LINE)


@soak.HANDS
def test_the_answers_to_the_question_are_in_sight_at_every_size(open_page: OpenPage, over: ApiTable) -> None:
    """The question about the end of a game is the longest one, and no answer is cut off."""
    human = open_page(PHONE, over.join("human"))
    for size in (LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT):
        zombie = open_page(size, over.join("zombie"))
        asked(human, zombie)
        for name in ("Agree", "Decline"):
            answer = zombie.locator("#agreement").get_by_role("button", name=name)
            expect(answer, str(size)).to_be_in_viewport(ratio=1)
            assert answer.evaluate(WHOLE), (size, name)
        human.locator("#agreement").get_by_role("button", name="Withdraw").click()
        expect(human.locator("#agreement").get_by_role("button", name="Take back:")).to_be_visible()
        zombie.close()


@soak.HANDS
def test_both_take_back_the_end_and_every_screen_says_that_the_secrets_lay_open(
    open_page: OpenPage, over: ApiTable
) -> None:
    tablet, human, zombie = (
        open_page(size, over.join(seat))
        for size, seat in ((TABLET, "table"), (PHONE, "human"), (PHONE, "zombie"))
    )
    expect(human.locator("#moment")).to_contain_text("The last action can still be taken back.")
    asked(human, zombie)
    zombie.locator("#agreement").get_by_role("button", name="Agree").click()
    for page in (tablet, human, zombie):
        expect(page.locator("#ruling")).to_contain_text("The game goes on. All secrets were open.")
        expect(page.locator("#people")).to_contain_text("The end of this game was taken back in Game-Turn")
        expect(page.locator("#bar .phase")).not_to_contain_text("won")
        expect(page.locator("#log")).to_contain_text("taken back after the end, with all secrets open")


def test_both_players_swap_sides_with_a_tap_each(open_page: OpenPage, over: ApiTable) -> None:
    """The phone shows the rematch that somebody begins, whatever was looked at."""
    tablet, phone = open_page(TABLET, over.join("table")), open_page(PHONE, over.join("zombie"))
    phone.locator(".side").evaluate("side => side.scrollTo(0, side.scrollHeight)")
    expect(phone.locator("#moment h2")).not_to_be_in_viewport()
    tablet.get_by_role("link", name="Play again").click()
    tablet.get_by_role("button", name="Swap sides").click()
    expect(tablet.locator("#bar .phase")).to_contain_text("Set-up")
    expect(phone.locator("#moment")).to_contain_text("You are now the human player.")
    key = phone.get_by_role("button", name="Go to the rematch")
    expect(key).to_be_in_viewport()
    key.click()
    expect(phone.locator("#moment")).not_to_contain_text("The rematch has begun")
    expect(phone.locator("#moment")).to_be_visible()
    expect(phone.locator("#seats .here", has_text="this screen")).to_contain_text("Human player")
    assert phone.url == tablet.url
