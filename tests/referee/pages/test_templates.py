"""What holds for every template: fragments, one root, nothing inline, none too long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee import paths

LONGEST = 62
FRAGMENTS_WITHOUT_A_ROOT = {
    "_answer",
    "_answered",
    "_stepped",
    "_layers",
    "_group",
    "_text",
    "_link",
    "_fields",
    "_door",
    "_keys",
    "_override",
    "_refusals",
}
"""Bundles of fragments that are sent together, and pieces that only ever stand inside a fragment."""

PAGES = sorted(p for p in paths.templates().rglob("*.html"))
FRAGMENTS = [p for p in PAGES if p.name.startswith("_") and p.stem not in FRAGMENTS_WITHOUT_A_ROOT]


def _name(path: Path) -> str:
    return str(path.relative_to(paths.templates()))


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_no_template_holds_script_or_style(path: Path) -> None:
    """The policy `default-src 'self'` lets no inline script, style or handler run."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|\shx-on|<script(?![^>]*\ssrc=)|js:", text)


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_no_template_is_long(path: Path) -> None:
    """A template fits on a screen."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", FRAGMENTS, ids=_name)
def test_a_fragment_has_one_root_with_an_id(path: Path) -> None:
    """What htmx swaps is found again by its id."""
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL).strip()
    first = re.match(r"<(\w+)[^>]*?\sid=", text)
    assert first, text[:80]
    assert text.endswith(f"</{first[1]}>")
