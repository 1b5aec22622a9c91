"""What all tests share, and the loud word when the browser tests could not run."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.referee.cli import Cli
from tools.browser import find_chromium, find_webkit

CI = os.environ.get("CI") == "true"
# No slow machine fails a test, and no luck of the draw a clean clone.
settings.register_profile("unhurried", deadline=None, derandomize=CI)
settings.load_profile("unhurried")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Give the command line."""
    return Cli(capsys, monkeypatch)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end, where nobody can miss it, that a browser was missing."""
    if find_chromium() is None:
        terminalreporter.section("NO CHROMIUM ON THIS MACHINE", red=True, bold=True)
        terminalreporter.line("The browser tests did NOT run. Install Chromium, or name one in CHROMIUM=...")
        if CI:
            terminalreporter.line("With CI=true that is a failure.")
    if find_webkit() is None:
        terminalreporter.section("NO WEBKIT ON THIS MACHINE", red=True, bold=True)
        terminalreporter.line("Its tests did NOT run. On Debian: apt-get install webkit2gtk-driver xvfb")
        if CI:
            terminalreporter.line("With CI=true that is a failure.")
