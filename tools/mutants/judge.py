"""Run the tests that reach a fault until one notices it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from tools.mutants.sites import Fault

BATCHES = (12, 80, 400, 4000)
"""How many tests run before one looks whether any failed: most faults are noticed by the first."""
MAX_S = 400.0
"""Tests that reach a fault are run, the quick ones first, until they add up to this many seconds."""
HANGS_S, HANGS_TIMES = 60, 10
"""A fault with which tests do not end counts as noticed: after a minute and ten times what they take."""
_NO_TESTS = (0, 5)
_UNKNOWN = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fault: the test that noticed it, or why none did."""

    number: int
    fault: Fault
    noticed: bool
    how: str


def judge(
    root: Path,
    faults: Sequence[tuple[int, Fault]],
    reached: dict[int, set[str]],
    seconds: dict[str, float],
    at_once: int,
) -> Iterator[Verdict]:
    """Yield a verdict on each fault, as they come; `root` is a checkout, which stays as it is."""
    trees: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(at_once) as pool:
        for number in range(at_once):
            tree = Path(folder, str(number))
            shutil.copytree(root, tree, ignore=shutil.ignore_patterns(".git", ".venv", "build"))
            trees.put(tree)

        def one(numbered: tuple[int, Fault]) -> Verdict:
            number, fault = numbered
            tests = sorted(reached.get(number, ()), key=lambda test: seconds.get(test, 0.0))
            tree = trees.get()
            try:
                return _judged(tree, number, fault, _affordable(tests, seconds), seconds)
            finally:
                trees.put(tree)

        yield from pool.map(one, faults)


def _affordable(tests: Sequence[str], seconds: dict[str, float]) -> list[str]:
    total, chosen = 0.0, list[str]()
    for test in tests:
        total += seconds.get(test, 0.0)
        if total > MAX_S and chosen:
            break
        chosen.append(test)
    return chosen


def _judged(
    tree: Path, number: int, fault: Fault, tests: Sequence[str], seconds: dict[str, float]
) -> Verdict:
    if not tests:
        return Verdict(number, fault, noticed=False, how="no test reaches it")
    file, left = tree / fault.path, iter(tests)
    source, times = file.read_text(), (file.stat().st_atime, file.stat().st_mtime)
    file.write_text(fault.planted(source))
    # A time of its own: what was compiled from the fault before may be as long, and of the same second.
    os.utime(file, (times[0], times[1] + 1 + number))
    try:
        for size in BATCHES:
            batch = list(islice(left, size))
            patience = HANGS_S + HANGS_TIMES * sum(seconds.get(test, 0.0) for test in batch)
            if batch and (how := _noticed(tree, batch, patience)):
                return Verdict(number, fault, noticed=True, how=how)
    finally:
        file.write_text(source)
        os.utime(file, times)  # so that nothing compiled from the fault is taken for this
    return Verdict(number, fault, noticed=False, how=f"{len(tests)} tests reach it")


def _noticed(tree: Path, tests: Sequence[str], patience: float) -> str:
    """Return the first test that fails, or nothing."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        names.write("\n".join(tests) + "\n")
        names.flush()
        command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-m", "", "-p", "no:cacheprovider"]
        try:
            ran = subprocess.run(
                [*command, f"@{names.name}"],
                cwd=tree,
                env=os.environ | {"PYTHONPATH": str(tree)},
                capture_output=True,
                text=True,
                timeout=patience,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "the tests do not end"
    if ran.returncode in _NO_TESTS:
        return ""
    failed = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if ran.returncode == _UNKNOWN and not failed:
        raise RuntimeError(f"pytest does not know its tests: {ran.stdout[-500:]}{ran.stderr[-500:]}")
    return failed[0].partition(" - ")[0] if failed else f"pytest ended with {ran.returncode}"
