"""A whole mall is surveyed over a photograph, by a hand some pixels off, and each gesture counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.equipment.equipment import load_map
from tests import soak
from tests.browser.at_mall import Mall, assert_alike
from tests.browser.at_photograph import PhotographHand
from tests.browser.conftest import TABLET, OpenPage
from tests.tools.small_board import playable_mall
from tools.photographs.__main__ import photograph


@soak.BOARDS
@pytest.mark.parametrize(
    ("made", "look", "width", "most"),
    [
        (playable_mall, "thick", 1000, 70),
        (load_map, "good", 2300, 125),
        (load_map, "creased", 2300, 160),
    ],
)
def test_a_whole_mall_is_surveyed_over_a_photograph(
    open_page: OpenPage, tmp_path: Path, made: Callable[[], dict[str, Any]], look: str, width: int, most: int
) -> None:
    data = made()
    path, photo = photograph(data, look, tmp_path / "board.jpg", width=width)
    page = open_page(TABLET, path="/surveys")
    page.get_by_role("button", name="Draw a board").click()
    mall = Mall(PhotographHand(page, photo), data, look)
    mall.surveyed(path)
    assert_alike(data, mall.hand.map())
    assert mall.hand.gestures <= most
