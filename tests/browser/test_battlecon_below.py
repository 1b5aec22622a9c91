"""The pair that is put together never lies over what stands below the hand."""

from __future__ import annotations

import pytest

from tests.browser.at_duel import lone_tablet
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_battlecon import FIGHTERS

LIES_OVER = """async () => {
  const sum = document.querySelector(".sums"), frame = document.querySelector("#frame");
  const covered = new Set(), last = document.scrollingElement.scrollHeight - innerHeight;
  for (let y = 0; ; y = Math.min(y + 100, last)) {
    scrollTo(0, y);
    const lies = sum.getBoundingClientRect();
    for (const e of frame.querySelectorAll("summary, a, button, input, h2, li")) {
      const box = e.getBoundingClientRect();
      const beside = box.right <= lies.left || box.bottom <= lies.top || box.top >= lies.bottom;
      if (e.checkVisibility() && box.width && !beside) covered.add(e.innerText);
    }
    if (y >= last) return [...covered];
  }
}"""
"""The words below the hand that the sum of the pair covers, wherever the page is scrolled to."""


@pytest.mark.parametrize("size", [LANDSCAPE, PHONE, TABLET_UPRIGHT, TABLET])
def test_the_pair_of_a_lone_tablet_covers_nothing_below_the_hand(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    tablet = open_page(size)
    table = lone_tablet(tablet)
    for action in FIGHTERS:
        table.do(action)
    tablet.get_by_role("link", name="Cadenza: choose a pair here").click()
    tablet.get_by_role("link", name="I am Cadenza").click()
    table.tap("style", "grapnel")
    table.tap("base", "shot")
    assert tablet.evaluate(LIES_OVER) == []
