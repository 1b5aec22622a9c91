"""The games in examples/, installed as anybody would install it, for the tests that play it."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.games import registry
from referee.web.api import schemas
from referee.web.api import tables as api_tables

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "examples" / "pure-strategy"
ID = "pure-strategy"
DUST_UP, DUST_UP_ID = ROOT / "examples" / "dust-up", "dust-up"
PACKAGES = {"pure_strategy", "dust_up"}
"""The Python packages of both."""


def install(site: Path, source: Path = PACKAGE) -> Path:
    """Install the package of a game into a folder of its own, without a network; gives the folder."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    command = [*pip, "--no-deps", "--no-build-isolation", "--target", str(site), str(source)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=site.parent)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return site


def referee(site: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, with the packages of a folder beside the referee."""
    command = [sys.executable, "-m", "referee", *words]
    env = os.environ | {"PYTHONPATH": str(site)}
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, check=False, cwd=ROOT, env=env
    )


@contextmanager
def at_hand(site: Path) -> Iterator[None]:
    """Let this process find the games of a folder too, for as long as this lasts."""
    sys.path.insert(0, str(site))
    importlib.invalidate_caches()
    registry.shelf.cache_clear()
    known = api_tables._NEW
    api_tables._NEW = schemas.new_table_schema()()
    try:
        yield
    finally:
        api_tables._NEW = known
        sys.path.remove(str(site))
        for name in [name for name in sys.modules if name.split(".")[0] in PACKAGES]:
            del sys.modules[name]
        registry.shelf.cache_clear()
