"""The whole mall is surveyed over a photograph, by a hand some pixels off, and each gesture counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.dawn_of_the_dead.library import load_map
from tests.browser.at_mall import Mall, assert_alike
from tests.browser.at_photograph import PhotographHand
from tests.browser.conftest import TABLET, OpenPage
from tools.photographs.__main__ import photograph

GESTURES = {"good": 125, "creased": 160}


@pytest.mark.slow
@pytest.mark.parametrize("look", sorted(GESTURES))
def test_the_whole_mall_is_surveyed_over_a_photograph(open_page: OpenPage, tmp_path: Path, look: str) -> None:
    data = load_map("mall")
    path, photo = photograph(data, look, tmp_path / "board.jpg")
    page = open_page(TABLET, path="/surveys")
    page.get_by_role("button", name="Draw a board").click()
    mall = Mall(PhotographHand(page, photo), data, look)
    mall.lay(str(path))
    mall.outline()
    mall.rows()
    mall.cross_cuts()
    mall.sides()
    mall.symbols()
    mall.areas()
    mall.finish()
    assert_alike(data, mall.hand.map())
    assert mall.hand.gestures <= GESTURES[look]
