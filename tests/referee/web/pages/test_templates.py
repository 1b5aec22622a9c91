"""What holds for every template: fragments, one root, nothing inline, none too long."""

from __future__ import annotations

import re
from pathlib import Path

from referee import config

LONGEST = 62
FRAGMENTS_WITHOUT_A_ROOT = {
    "_answer",
    "_update",
    "_layers",
    "_group",
    "_text",
    "_link",
    "_fields",
    "_door",
    "_keys",
    "_override",
    "_cover_key",
    "_refusals",
    *(
        "_fates",
        "_further",
        "_new",
        "_printed",
        "_roster",
        "_work",
    ),
}
"""Bundles of fragments that are sent together, and pieces that only ever stand inside a fragment."""

PAGES = sorted(p for p in config.templates_folder().rglob("*.html"))
FRAGMENTS = [p for p in PAGES if p.name.startswith("_") and p.stem not in FRAGMENTS_WITHOUT_A_ROOT]


def _name(path: Path) -> str:
    return str(path.relative_to(config.templates_folder()))


def test_no_template_holds_script_or_style() -> None:
    """The policy `default-src 'self'` lets no inline script, style or handler run."""
    inline = r"<style|\sstyle=|\son\w+=|\shx-on|<script(?![^>]*\ssrc=)|js:"
    assert PAGES
    assert [_name(p) for p in PAGES if re.search(inline, p.read_text(encoding="utf-8"))] == []


def test_no_template_is_long() -> None:
    """A template fits on a screen."""
    assert [_name(p) for p in PAGES if len(p.read_text(encoding="utf-8").splitlines()) > LONGEST] == []


def test_a_fragment_has_one_root_with_an_id() -> None:
    """What htmx swaps is found again by its id."""
    assert FRAGMENTS
    assert [_name(p) for p in FRAGMENTS if not _has_one_root(p)] == []


def _has_one_root(path: Path) -> bool:
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL).strip()
    first = re.match(r"<(\w+)[^>]*?\sid=", text)
    return first is not None and text.endswith(f"</{first[1]}>")
