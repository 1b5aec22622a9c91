"""Two main doors in one square, as a map may have them in a corner: each counts."""

from __future__ import annotations

import pytest

from tests.rules.dawn_of_the_dead.free_solitaire import called, free, whys
from tests.rules.dawn_of_the_dead.small_mall import corner_mall


def test_5_5_the_map_knows_both() -> None:
    assert corner_mall().board.main_doors_on == {
        "007": ("north",),
        "020": ("west", "south"),
        "037": ("east",),
    }


@pytest.mark.parametrize(("shut", "doors"), [("", "west or south"), ("west", "south"), ("south", "west")])
def test_15_5_2_the_square_is_cleared_for_the_one_that_is_open(shut: str, doors: str) -> None:
    closed = dict.fromkeys(shut.split(), "closed")
    position = free({"peter": "023"}, {"020": 1, "026": 1}, main_doors=closed, setting=corner_mall())
    called(position, 2, "020>021")
    assert whys(position) == {f"it leaves the square of the open {doors} main door"}
