"""The README and the pages in docs/: every link leads somewhere, and the README leads to every page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.test_shot_taps import MOST
from tests.browser.test_tap_count import MOST_TAPS

ROOT = Path(__file__).resolve().parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "NOTICE.md", ROOT / "examples" / "README.md", *DOCS]
ONE_SCREEN = 52
"""The most lines before the README's table of packages: what it is, a look, two commands, links."""


def links(page: Path) -> set[str]:
    """Return where a page leads within the repository."""
    text = page.read_text(encoding="utf-8")
    matches = re.findall(r"\]\(([^)]+)\)|^\[[^\]]+\]: (\S+)$", text, re.MULTILINE)
    targets = {(inline or below).split("#")[0] for inline, below in matches}
    return {target for target in targets if not target.startswith("http")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).is_file()] == []


def test_the_readme_leads_to_every_page() -> None:
    reached = {(ROOT / link).resolve() for link in links(ROOT / "README.md")}
    assert {*PAGES[1:]} <= reached


def test_the_readme_begins_with_one_screen() -> None:
    head = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Dependencies")[0]
    assert len(head.splitlines()) <= ONE_SCREEN
    assert "make run" in head
    assert "make test" in head
    assert "referee serve" in head
    assert "docs/pictures/" in head


def test_the_readme_tells_the_taps_that_the_browser_tests_count() -> None:
    """4.0, 6.6."""
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"takes {MOST_TAPS} taps at most" in text
    assert f"A shot with typed dice takes {MOST}, or {MOST + 1} where a stack shoots" in text


def test_every_package_has_its_line_in_the_readme() -> None:
    """Each direct dependency is named in the table with what it is for."""
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Dependencies")[2].lower()
    needed = re.findall(r'^ +"([a-zA-Z-]+)[\[>]', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    extras = re.findall(r'^host = \["(\w+)>.*"(\w+)\[', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert len(needed) > 10
    assert [name for name in (*needed, *extras[0]) if name.lower() not in table] == []


def test_the_notice_says_whose_games_these_are_and_that_no_licence_is_chosen() -> None:
    text = " ".join((ROOT / "NOTICE.md").read_text(encoding="utf-8").split())
    for words in ("SPI", "What is ours", "What are facts", "has not chosen a licence yet"):
        assert words in text


def test_every_promise_of_the_security_page_names_a_test_that_exists() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/\S+\.py)::(\w+)`", text)
    assert len(named) > 15
    missing = [
        f"{file}::{name}"
        for file, name in named
        if not (ROOT / file).is_file() or f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")
    ]
    assert missing == []
