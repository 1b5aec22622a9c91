"""Tell which test files cost most: `python -m pytest -p tools.seconds_of_tests`.

At the end of a run the summary lists, for each file, the processor seconds of its tests with all that they
started. With several workers each adds up its own tests, and the lists are put together. A file that costs
half a second or more, rules apart, belongs in `tests/slow_files.txt`: `make check` leaves it out.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter

import pytest

_SECONDS: dict[str, float] = defaultdict(float)
_KEY = "seconds_of_tests"
LEAST_S = 0.5
"""Files below this are not listed."""


def processor_seconds() -> float:
    """Return what this process and its ended children have used so far, in seconds."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Add what a test costs to its file."""
    before = processor_seconds()
    result = yield
    _SECONDS[item.nodeid.split("::")[0]] += processor_seconds() - before
    return result


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take over what a worker has added up."""
    for name, seconds in getattr(node, "workeroutput", {}).get(_KEY, {}).items():
        _SECONDS[name] += seconds


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand on what this worker has added up."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output[_KEY] = dict(_SECONDS)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the files, the dearest first."""
    terminalreporter.section("processor seconds of each test file")
    for name, seconds in sorted(_SECONDS.items(), key=itemgetter(1), reverse=True):
        if seconds >= LEAST_S:
            terminalreporter.line(f"{seconds:8.1f}  {name}")
