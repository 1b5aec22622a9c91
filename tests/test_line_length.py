"""Lines that fit on anybody's screen: whatever people read, but not data and drawings."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 110
"""The same as `line-length` of ruff, whose formatter breaks code but neither texts nor tables of cases."""
KINDS = (".py", ".html", ".css", ".js", ".md", ".toml", ".yaml", "file")
"""How the names of files end; "file" is the end of Makefile, Dockerfile and the like."""
ALONE = (".ci/run", ".service", ".mako")
"""How the names end of which there is one each."""
NOT_OURS = {"static/vendor/htmx.min.js"}
TABLES = {
    "tests/rules/dawn_of_the_dead/equipment/test_counters_check.py",
    "tests/rules/dawn_of_the_dead/equipment/test_map_check.py",
    "tests/rules/board/test_board_check.py",
    "tests/rules/sight/test_sight.py",
    "tools/draw_mall.py",
}
"""Exempt, because they are read across: each case of a table is one line, and so is each row of the mall."""


def kept_files() -> list[str]:
    """Return the names of the files that git keeps, or will keep once they are added."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    ours = {name for name in names if name.endswith(KINDS + ALONE)} - NOT_OURS
    return sorted(name for name in ours if (ROOT / name).exists())


def long_lines(name: str) -> list[str]:
    """Return where the lines of a file are too long."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [f"{name}:{n}" for n, line in enumerate(lines, 1) if len(line) > LONGEST]


@pytest.fixture(scope="module")
def files() -> list[str]:
    """Give the names of all the files."""
    return kept_files()


def test_there_are_files_of_every_kind(files: list[str]) -> None:
    for kind in KINDS:
        assert len([name for name in files if name.endswith(kind)]) > 1, kind
    assert len([name for name in files if name.endswith(ALONE)]) == len(ALONE)


def test_no_line_is_too_long(files: list[str]) -> None:
    assert [line for name in files if name not in TABLES for line in long_lines(name)] == []


def test_only_files_that_need_it_are_exempt() -> None:
    assert [name for name in TABLES if not long_lines(name)] == []
