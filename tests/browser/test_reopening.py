"""The last tap of a game was a mistake: both players take it back, and every screen says what that means."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.referee.seated import Seated

OVER = True

WILL_BE_TOLD = "The record and every screen will say that all secrets were open."

WHOLE = """(key) => {
  const { left, top, right, bottom } = key.getBoundingClientRect();
  const spots = [top + 2, bottom - 2];
  return spots.every((y) => key.contains(document.elementFromPoint((left + right) / 2, y)));
}"""


def seated(page: Page, over: tuple[str, Seated], seat: str) -> Page:
    """Return the page as the screen of a seat."""
    table = over[1]
    page.context.add_cookies([{"name": f"seat-{table.code}", "value": table.tokens[seat], "url": over[0]}])
    page.goto(f"/t/{table.code}")
    return page


@pytest.mark.parametrize("size", [LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT], ids=str)
def test_the_answers_to_the_question_are_in_sight_at_every_size(
    open_page: OpenPage, over: tuple[str, Seated], size: tuple[int, int]
) -> None:
    """The question about the end of a game is the longest one, and no answer is cut off."""
    human, zombie = (seated(open_page(one), over, seat) for one, seat in ((PHONE, "human"), (size, "zombie")))
    asked = human.locator("#agreement")
    asked.get_by_role("button", name="Take back:").click()
    expect(zombie.locator("#agreement")).to_contain_text(WILL_BE_TOLD)
    try:
        for name in ("Agree", "Decline"):
            answer = zombie.locator("#agreement").get_by_role("button", name=name)
            expect(answer).to_be_in_viewport(ratio=1)
            assert answer.evaluate(WHOLE)
    finally:
        asked.get_by_role("button", name="Withdraw").click()
        expect(asked.get_by_role("button", name="Take back:")).to_be_visible()


def test_both_take_back_the_end_and_every_screen_says_that_the_secrets_lay_open(
    open_page: OpenPage, over: tuple[str, Seated]
) -> None:
    tablet, human, zombie = (
        seated(open_page(size), over, seat)
        for size, seat in ((TABLET, "table"), (PHONE, "human"), (PHONE, "zombie"))
    )
    expect(human.locator("#moment")).to_contain_text("The last action can still be taken back.")
    human.locator("#agreement").get_by_role("button", name="Take back:").click()
    expect(zombie.locator("#agreement")).to_contain_text(WILL_BE_TOLD)
    zombie.locator("#agreement").get_by_role("button", name="Agree").click()
    for page in (tablet, human, zombie):
        expect(page.locator("#ruling")).to_contain_text("The game goes on. All secrets were open.")
        expect(page.locator("#people")).to_contain_text("The end of this game was taken back in Game-Turn")
        expect(page.locator("#bar .phase")).not_to_contain_text("won")
        expect(page.locator("#log")).to_contain_text("taken back after the end, with all secrets open")
