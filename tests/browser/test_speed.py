"""What `make bench` measures in the browser, but for the times: those are no matter for a test."""

from __future__ import annotations

from playwright.sync_api import Browser

from bench import browser as bench
from bench.__main__ import reached
from tests import soak

TIMED = {"tap_p95_ms", "longest_task_ms"}


@soak.LOOKS
def test_pages_are_small_and_nothing_moves_under_a_finger(browser: Browser, server: str) -> None:
    """Every tap is answered, too: else there is no figure."""
    figures = {f["name"]: f for f in bench.measured(browser, server, ("human", "reaction", "attack"), 8)}
    assert figures.keys() > TIMED
    assert figures["tap_p95_ms"]["value"] > 0
    for name in figures.keys() - TIMED:
        assert reached(figures[name]), figures[name]
