"""What all tests share, and the loud word when the browser tests could not run."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache

from tests.referee.cli import Cli
from tools.browser import find_chromium, find_webkit

CI = os.environ.get("CI") == "true"
HERE = Path(__file__).parent
LEFT_OUT = {
    "slow": (
        "bench", "rules/test_sight_random.py", "rules/test_sight_corners.py", "rules/test_sight_distances.py",
        "rules/dawn_of_the_dead/test_perft.py", "rules/dawn_of_the_dead/test_random_play.py",
        "rules/dawn_of_the_dead/test_small_mall.py", "rules/dawn_of_the_dead/test_odds.py",
        "referee/simulation", "referee/test_odds.py", "referee/test_whole_game.py",
        "referee/test_cli_simulate.py", "referee/test_practice.py", "referee/test_practice_secrecy.py",
        "referee/test_secrecy.py", "referee/test_played_positions.py", "referee/test_verifying.py",
        "referee/test_contradictions.py", "referee/test_concurrency.py", "referee/test_serving.py",
        "referee/test_damaged_database.py", "referee/report", "referee/test_bad_input.py",
        "referee/test_demo.py", "referee/pages/test_page_secrecy.py",
        "referee/pages/test_annotation_secrecy.py",
        "referee/pages/test_checklist.py", "referee/pages/test_cardboard_followed.py",
        "referee/pages/test_batch_summary.py", "referee/pages/test_practice_shown.py",
        "referee/pages/test_chances.py", "referee/test_chances.py", "referee/test_events.py",
        "referee/test_notes.py", "referee/test_phases.py", "referee/test_rematch.py",
        "referee/test_schemas.py", "referee/test_cli_manners.py", "referee/test_physical.py",
        "rules/test_outlines.py", "rules/test_board_check.py", "rules/dawn_of_the_dead/test_play.py",
        "rules/dawn_of_the_dead/test_map_check.py", "rules/dawn_of_the_dead/test_counters_check.py",
        "referee/test_worst_days.py", "referee/test_backups.py",
        "referee/test_storage.py", "referee/test_settings.py", "referee/test_secrets_turned_down.py",
        "referee/pages/test_cardboard_taken_back.py", "referee/pages/test_joining.py",
        "rules/battlecon/test_second_referee.py", "rules/battlecon/test_properties.py",
        "referee/test_reopening.py", "referee/pages/test_musts.py", "referee/pages/test_stopped.py",
        "referee/games/battlecon/test_secrecy.py", "referee/games/battlecon/test_opponent_at_a_table.py",
        "referee/games/battlecon/test_sealed_choices.py", "referee/games/battlecon/test_simulate.py",
        "referee/games/battlecon/test_two_servers.py", "referee/games/battlecon/test_choice.py",
        "referee/test_private_seats.py", "referee/test_names.py", "referee/test_surveys.py",
        "referee/test_values_read.py", "referee/test_read_before.py", "referee/test_lapsing.py",
        "referee/test_solitaire_table.py", "referee/test_own_exceptions.py", "referee/test_one_moment.py",
        "referee/test_answered_requests.py", "referee/test_away.py", "referee/pages/test_tapped.py",
        "referee/pages/test_playing_order.py", "referee/pages/test_walking.py",
        "referee/pages/test_outcome.py", "referee/pages/test_library.py", "referee/test_undo.py",
        "referee/printing", "referee/test_print_api.py", "referee/test_solitaire_cardboard.py",
        "rules/dawn_of_the_dead/test_effect_secrets.py", "rules/survey", "test_examples.py",
        "referee/test_spoilt_files.py",
    ),
    "wheel": ("test_wheel.py", "test_no_compiler.py", "test_example_game.py"),
    "postgresql": (
        "referee/test_postgresql.py", "referee/test_postgresql_failing.py",
        "referee/test_postgresql_later.py",
    ),
}  # fmt: skip
"""The files and folders that `make quick` leaves out, by their marker. `tests/browser` marks itself."""
# Each test has an app of its own, and each app would compile every template again.
TEMPLATES = HERE.parent / "build" / "templates"
TEMPLATES.mkdir(parents=True, exist_ok=True)
Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": FileSystemBytecodeCache(str(TEMPLATES))}
# No slow machine fails a test, and no luck of the draw a clean clone.
settings.register_profile("unhurried", deadline=None, derandomize=CI)
settings.register_profile("fuzz", deadline=None, max_examples=2000)
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of `make quick`."""
    parser.addoption("--quick", action="store_true", help="Leave out what tests/conftest.py names.")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files of slow tests unread: to read them all takes a minute."""
    left_out = {HERE / name for names in LEFT_OUT.values() for name in names} | {HERE / "browser"}
    return True if config.getoption("quick") and collection_path in left_out else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `make quick` leaves out."""
    marked = {str(HERE / name): marker for marker, names in LEFT_OUT.items() for name in names}

    # A file holds dozens of tests.
    @cache
    def markers(path: Path) -> list[str]:
        return [marked[place] for place in map(str, (path, *path.parents)) if place in marked]

    for item in items:
        for marker in markers(item.path):
            item.add_marker(marker)


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
