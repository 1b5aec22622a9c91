"""The second game in examples/: dice, asked facts, an interrupt, a game master, seats that come and go."""

from __future__ import annotations

import os
import subprocess
import sys

from tests import soak
from tests.example_game import DUST_UP, DUST_UP_ID, ROOT

MOST = 350
KINDS = {".py", ".html", ".json"}


def test_the_game_has_at_most_350_lines() -> None:
    """Rules, game, template and rulebook; its tests are beside it."""
    files = [file for file in (DUST_UP / "dust_up").rglob("*.*") if file.suffix in KINDS]
    assert {file.name for file in files} == {
        "__init__.py",
        "game.py",
        "rules.py",
        "moment.html",
        "rules.json",
    }
    assert sum(len(file.read_text().splitlines()) for file in files) <= MOST


def test_nothing_here_knows_the_game() -> None:
    for folder in ("referee", "rules", "templates", "static"):
        for file in (ROOT / folder).rglob("*.*"):
            if file.suffix in {".py", ".html", ".css", ".js", ".json"}:
                assert DUST_UP_ID not in file.read_text(encoding="utf-8"), file


@soak.SEVERAL
def test_its_own_tests_pass() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(DUST_UP)]
    env = os.environ | {"PYTHONPATH": f"{DUST_UP}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=DUST_UP, env=env)
    assert ran.returncode == 0, ran.stdout + ran.stderr
