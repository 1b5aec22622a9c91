"""Find out which tests reach the faults: a probe stands at each, and the tests run once.

As a plug-in of pytest (`-p tools.mutants.reach`) it also notes how long each test takes. A probe in a page
speaks through its console, one in a server writes into a folder that all processes share.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tools.mutants.sites import Fault

FOLDER = "MUTANTS_FOLDER"
"""The environment variable that names the folder in which probes and tests leave what they find."""
_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "alone")
_SAID = "a fault stands here: "
PROBE = """
import os, time
TEST, SEEN, NOW, READ = "", set(), "", 0.0
FOLDER = os.environ.get("MUTANTS_FOLDER", "")
CURRENT = os.path.join(FOLDER, "current-" + os.environ.get("PYTEST_XDIST_WORKER", "alone"))

def test():
    global NOW, READ
    if not TEST and time.monotonic() - READ > 0.02:
        READ = time.monotonic()
        try:
            with open(CURRENT) as file:
                NOW = file.read()
        except OSError:
            NOW = ""
    return TEST or NOW

def hit(number):
    if not FOLDER or (number, test()) in SEEN:
        return
    SEEN.add((number, TEST or NOW))
    with open(os.path.join(FOLDER, f"hits-{os.getpid()}"), "a") as file:
        file.write(f"{number} {TEST or NOW}\\n")
"""
"""The module that a probe in Python calls. It stands in the copied tree and imports nothing of it."""


def plant_probes(root: Path, faults: Sequence[Fault]) -> None:
    """Write a probe before each fault into a copy of the project."""
    (root / "mutant_probe.py").write_text(PROBE)
    by_path: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, fault in enumerate(faults):
        by_path[fault.path].append((fault.statement, number))
    for path, places in by_path.items():
        file = root / path
        lines = file.read_text().split("\n")
        for line, number in sorted(places, reverse=True):
            if path.endswith(".js"):
                probe = f'console.debug("{_SAID}{number}");'
            else:
                before = lines[line - 1]
                probe = " " * (len(before) - len(before.lstrip()))
                probe += f'__import__("mutant_probe").hit({number})'
            lines.insert(line - 1 if line else len(lines), probe)
        file.write_text("\n".join(lines))


def reached(folder: Path) -> dict[int, set[str]]:
    """Return the tests that reached each fault, by its number."""
    tests: dict[int, set[str]] = defaultdict(set)
    for file in folder.glob("hits-*"):
        for line in file.read_text().splitlines():
            number, _, test = line.partition(" ")
            if test:
                tests[int(number)].add(test)
    return tests


def _hit(number: int) -> None:
    import mutant_probe  # type: ignore[import-not-found]  # noqa: PLC0415 it stands in the copied tree alone

    mutant_probe.hit(number)


def _heard(line: Any) -> None:
    if line.text.startswith(_SAID):
        _hit(int(line.text.removeprefix(_SAID)))


def pytest_configure() -> None:
    """Listen to the console of every page that a test opens."""
    from playwright.sync_api import Browser  # noqa: PLC0415 only where it is used as a plug-in

    for name in ("new_context", "new_page"):
        original = getattr(Browser, name)

        def listening(*args: Any, _original: Any = original, **keywords: Any) -> Any:
            made = _original(*args, **keywords)
            made.on("console", _heard)
            return made

        setattr(Browser, name, listening)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart(nodeid: str) -> None:
    """Tell the probes which test runs."""
    _tell(nodeid)


def _tell(nodeid: str) -> None:
    if folder := os.environ.get(FOLDER):
        import mutant_probe  # noqa: PLC0415 it stands in the copied tree alone

        mutant_probe.TEST = nodeid
        (Path(folder) / f"current-{_WORKER}").write_text(nodeid)


_seconds: dict[str, float] = defaultdict(float)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what a test takes, with its set-up."""
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write down how long the tests took."""
    folder = os.environ.get(FOLDER)
    if folder and not hasattr(session.config, "workerinput"):
        (Path(folder) / "seconds.json").write_text(json.dumps(_seconds))
