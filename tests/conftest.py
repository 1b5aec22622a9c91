"""What all tests share, and the loud word when the browser tests could not run."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Callable, Generator, Mapping
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache

from referee.web import static_files
from referee.web.static_files import StaticFiles
from tests.referee.cli import Cli
from tools.browser import find_chromium, find_webkit, version

CI = os.environ.get("CI") == "true"
HERE = Path(__file__).parent
LEFT_OUT = {
    "slow": tuple((HERE / "slow_files.txt").read_text().split()),
    "wheel": ("test_wheel.py", "test_no_compiler.py", "test_example_game.py"),
    "postgresql": (
        "referee/storage/test_postgresql.py", "referee/storage/test_postgresql_failing.py",
        "referee/storage/test_postgresql_later.py",
    ),
}  # fmt: skip
"""The files and folders that `make check` leaves out, by their marker. `tests/browser` marks itself."""
UNREAD = {str(HERE / name) for name in ("browser", *(name for names in LEFT_OUT.values() for name in names))}
"""The same and the browser's as whole paths."""
# Each test has an app of its own, and each app would compile every template again.
TEMPLATES = HERE.parent / "build" / "templates"
TEMPLATES.mkdir(parents=True, exist_ok=True)
Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": FileSystemBytecodeCache(str(TEMPLATES))}


def _read_once(read: type[StaticFiles]) -> Callable[[Mapping[str, Path]], StaticFiles]:
    """Return what reads static files for an app, but reads our own once: nothing changes them meanwhile."""
    known: dict[tuple[tuple[str, Path], ...], StaticFiles] = {}

    def files(folders: Mapping[str, Path]) -> StaticFiles:
        if not all(folder.is_relative_to(HERE.parent) for folder in folders.values()):
            return read(folders)
        key = tuple(folders.items())
        if key not in known:
            known[key] = read(folders)
        return known[key]

    return files


static_files.StaticFiles = _read_once(StaticFiles)  # type: ignore[assignment, misc]
# No slow machine fails a test, and no luck of the draw a clean clone.
settings.register_profile("unhurried", deadline=None, derandomize=CI)
# `tools.fuzz` runs them again and again, each time with others.
settings.register_profile("fuzz", deadline=None, max_examples=10, derandomize=False)
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of `make check`."""
    parser.addoption("--fast", action="store_true", help="Leave out what tests/conftest.py names.")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files of slow tests unread: to read them all takes a minute."""
    return True if config.getoption("fast") and str(collection_path) in UNREAD else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `make check` leaves out."""
    marked = {str(HERE / name): marker for marker, names in LEFT_OUT.items() for name in names}

    # A file holds dozens of tests.
    @cache
    def markers(path: Path) -> list[str]:
        return [marked[place] for place in map(str, (path, *path.parents)) if place in marked]

    for item in items:
        for marker in markers(item.path):
            item.add_marker(marker)


def pytest_collection_finish() -> None:
    """Keep the collector from walking thousands of tests and modules, which stay, again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Give the command line."""
    return Cli(capsys, monkeypatch)


def pytest_report_header() -> list[str]:
    """Name the programs that the tests find, in the versions that they find."""
    webkit = find_webkit()
    return [version(program) for program in (find_chromium(), webkit and webkit.driver) if program]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note of which kind a test of the soak is."""
    report = yield
    if report.when == "call" and (mark := item.get_closest_marker("soak")):
        report.user_properties.append(("soak", mark.args[0]))
    return report


def _tell_soak(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the soak covered: the kinds, with their tests and their time."""
    seconds: dict[str, list[float]] = defaultdict(list)
    for report in (*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")):
        for what in (value for name, value in report.user_properties if name == "soak"):
            seconds[str(what)].append(report.duration)
    if seconds:
        terminalreporter.section("what the soak covered")
    for what, times in sorted(seconds.items()):
        terminalreporter.line(f"{len(times):6} tests, {sum(times):6.0f} s: {what}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the soak covered and, where nobody can miss it, that a browser was missing."""
    _tell_soak(terminalreporter)
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
