"""The tour of `make screens` comes to every screen, each with what is tapped there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tools import tour
from tools.screens import SIZES


@pytest.mark.parametrize("part", tour.PARTS)
def test_a_part_of_the_tour_comes_to_its_screens(browser: Browser, server: str, part: str) -> None:
    """At one size and in one theme. A key that is not there any more, or an error page, ends the visit."""
    names = []
    for screen in tour.PARTS[part](server):
        with tour.visited(browser, screen, SIZES["1280x800"]):
            names.append(screen.name)
    assert names
    assert len({*names}) == len(names)
