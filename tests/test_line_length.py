"""Lines that fit on the screen of whoever reads them: templates, styles, scripts and Markdown."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 110
"""The same as for Python, where ruff breaks the lines."""
HIGHEST = 300
"""Lines that a template, style or script may have."""
KINDS = (".html", ".css", ".js", ".md")
NOT_OURS = {"static/htmx.min.js"}


def kept_files() -> list[str]:
    """Return the names of the files that git keeps, or will keep once they are added."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return sorted(name for name in set(names) - NOT_OURS if name.endswith(KINDS) and (ROOT / name).exists())


FILES = kept_files()


def test_there_are_files_of_every_kind() -> None:
    for kind in KINDS:
        assert len([name for name in FILES if name.endswith(kind)]) > 1, kind


@pytest.mark.parametrize("name", FILES)
def test_no_line_is_too_long(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert [f"{name}:{n}" for n, line in enumerate(lines, 1) if len(line) > LONGEST] == []


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith(("static/", "templates/"))])
def test_no_screen_file_is_too_long(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= HIGHEST
