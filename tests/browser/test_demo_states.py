"""`referee demo` in the browser: the addresses open, and a saved file shows without a touch."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.example_game import ID, PACKAGE, ROOT

ENTRY = f"[tabletop_referee.games]\n{ID} = pure_strategy.game:GAME\n"
METADATA = "Metadata-Version: 2.1\nName: pure-strategy-for-referee\nVersion: 1\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Give a folder with the game of examples/ at hand, whose templates a test may change."""
    site = tmp_path / "site"
    shutil.copytree(PACKAGE / "pure_strategy", site / "pure_strategy")
    (site / "pure_strategy" / "static").mkdir()
    (site / "pure_strategy" / "static" / "board.css").write_text("")
    told = site / "pure_strategy_for_referee-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(METADATA)
    (told / "entry_points.txt").write_text(ENTRY)
    return site


@pytest.fixture
def addresses(site: Path) -> Iterator[dict[str, str]]:
    """Give the addresses that `referee demo one_bid` prints, by seat."""
    command = [sys.executable, "-u", "-m", "referee", "demo", "one_bid", "--port", "0"]
    env = os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
    with subprocess.Popen(command, cwd=site, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield dict(process.stdout.readline().split() for _ in ("table", "a", "b"))
        process.terminate()


def test_a_saved_template_and_a_saved_style_show_in_the_pages_that_are_open(
    browser: Browser, site: Path, addresses: dict[str, str]
) -> None:
    device = browser.new_context()
    tablet = device.new_page()
    tablet.goto(addresses["table"])
    expect(tablet.locator(".facts")).to_contain_text("has chosen")
    phone = device.new_page()
    phone.goto(addresses["a"])
    expect(phone.locator("#moment h2")).to_have_text("Your bid: 3 lies face down")
    script = tablet.locator("script[src*='/static/']").first.get_attribute("src")
    (site / "pure_strategy" / "static" / "board.css").write_text("body { color: red }")
    template = site / "pure_strategy" / "templates" / ID / "moment.html"
    template.write_text(template.read_text().replace("This round is about", "Now it is about"))
    expect(tablet.locator("#moment")).to_contain_text("Now it is about 1")
    expect(phone.locator("#moment")).to_contain_text("Now it is about 1")
    expect(tablet.locator(f'script[src="{script}"]')).to_have_count(0)  # All static files have another mark.
    device.close()
