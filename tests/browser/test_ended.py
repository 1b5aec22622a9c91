"""How the end of a game is told on a phone."""

from __future__ import annotations

from tests.browser.conftest import LANDSCAPE, OpenPage
from tests.referee.seated import Seated

OVER = True
BELOW_TAG = 8.0
"""The target of a case is taller than the tag that is seen."""
FIRST_LINE = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("#todo .grow"));
  return words.getClientRects()[0].top;
}"""


def test_the_case_of_the_victory_stands_clear_of_the_words(
    open_page: OpenPage, over: tuple[str, Seated]
) -> None:
    table = over[1]
    phone = open_page(LANDSCAPE)
    phone.context.add_cookies(
        [{"name": f"seat-{table.code}", "value": table.tokens["zombie"], "url": over[0]}]
    )
    phone.goto(f"/t/{table.code}")
    case = phone.locator("#todo .case").bounding_box()
    assert case
    assert case["y"] + case["height"] - BELOW_TAG <= phone.evaluate(FIRST_LINE)
