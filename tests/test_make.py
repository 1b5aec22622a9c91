"""What `make` would do, read without doing it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="There is no make on this machine.")


def would_run(*words: str) -> list[str]:
    """Return the commands that make would run for some words on its command line."""
    ran = subprocess.run(["make", "--dry-run", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line.strip() for line in ran.stdout.splitlines()]


def test_make_run_serves_on_the_usual_port() -> None:
    assert would_run("run")[-1] == ".venv/bin/referee serve"


def test_make_run_takes_a_port() -> None:
    assert would_run("run", "PORT=8010")[-1] == ".venv/bin/referee serve --port 8010"
