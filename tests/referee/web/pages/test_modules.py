"""Every script of a page but htmx is an ES module: imports, no globals, no round trip for an import."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from referee import config
from tests.referee.played import play_out
from tests.referee.seated import Seated, ordered

ROOT = Path(__file__).resolve().parents[4]
HTMX = "htmx.min.js"
SCRIPTS = sorted(file for file in config.static_folder().rglob("*.js") if file.name != HTMX)
TEMPLATES = sorted([*config.templates_folder().rglob("*.html"), *(ROOT / "examples").rglob("*.html")])
TAG = re.compile(r"<script\b[^>]*>")
SOURCE = re.compile(r'(?:src|href)="(?:/static/[0-9a-f]{16}/)([^"]+)"')
IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
ON_WINDOW = re.compile(
    r"\b(?:window|globalThis|self|top|parent|frames)(?:\.\w+|\[[^\]]+\])\s*(?:[-+*/|&?]{0,2}=(?!=))"
    r"|\b(?:assign|definePropert\w+)\(\s*(?:window|globalThis|self)\b"
)


def named(file: Path) -> str:
    return str(file.relative_to(config.static_folder()))


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    """Give a table whose game is over, so that it has every page."""
    table = Seated(tmp_path_factory.mktemp("over"), sources=ordered({}))
    play_out(table)
    return table


def test_no_template_has_a_script_of_its_own_but_htmx() -> None:
    """All others are begun by `module()`, which names what they import."""
    tags = {str(f.relative_to(ROOT)): TAG.findall(f.read_text(encoding="utf-8")) for f in TEMPLATES}
    assert any(tags.values())
    assert [(file, tag) for file, found in tags.items() for tag in found if HTMX not in tag] == []


@pytest.mark.parametrize(
    "path",
    [
        "/", "/sight", "/rules/dawn-of-the-dead", "/rules/dawn-of-the-dead/8.8", "/help", "/demo/1/0",
        "/t/{}", "/t/{}/report", "/t/{}/report/1",
    ],
)  # fmt: skip
def test_a_page_names_each_module_that_it_needs_once(over: Seated, path: str) -> None:
    """What a module imports is named beforehand: else a browser finds it only with its importer."""
    device = over.app.test_client()
    device.set_cookie(f"seat-{over.code}", over.tokens["table"])
    names_each_module_once(device.get(path.format(over.code)))


@pytest.mark.parametrize("system", ["battlecon", "dawn-of-the-dead"])
def test_a_new_table_names_each_module_once(over: Seated, system: str) -> None:
    device = over.app.test_client()
    begun = device.post("/", data={"system": system, "guide": "on"})
    names_each_module_once(device.get(begun.headers["Location"]))


def names_each_module_once(page: TestResponse) -> None:
    """Check the tags of a page against what its scripts import."""
    assert page.status_code == 200, page.text
    tags = TAG.findall(page.text)
    classic = [tag for tag in tags if 'type="module"' not in tag]
    assert [HTMX in tag for tag in classic] == [True]
    begun = [name for tag in tags if 'type="module"' in tag for name in SOURCE.findall(tag)]
    linked = [
        name
        for link in re.findall(r'<link rel="modulepreload"[^>]*>', page.text)
        for name in SOURCE.findall(link)
    ]
    assert "page/page.js" in begun
    assert len(begun) == len(set(begun))
    assert len(linked) == len(set(linked))
    needed: set[str] = set()
    waiting = list(begun)
    while waiting:
        script = config.static_folder() / waiting.pop()
        for beside in IMPORTED.findall(script.read_text(encoding="utf-8")):
            name = named((script.parent / beside).resolve())
            if name not in needed:
                needed.add(name)
                waiting.append(name)
    assert set(linked) | set(begun) == needed | set(begun)


def test_no_script_writes_to_window() -> None:
    """A module is strict: what it does not declare it cannot set, unless by the name of the window."""
    texts = {named(script): script.read_text(encoding="utf-8") for script in SCRIPTS}
    assert len(texts) > 50
    assert {name: ON_WINDOW.findall(text) for name, text in texts.items() if ON_WINDOW.search(text)} == {}
    assert [name for name, text in texts.items() if '"use strict"' in text] == []


def test_what_a_script_calls_of_others_it_imports() -> None:
    """Nothing is a global any more: a name that is not imported would fail under a finger, not before."""
    texts = {named(script): script.read_text(encoding="utf-8") for script in SCRIPTS}
    others = {name for text in texts.values() for name in EXPORTED.findall(text)}
    assert len(others) > 50
    missing = {name: called_from_elsewhere(text, others) for name, text in texts.items()}
    assert {name: calls for name, calls in missing.items() if calls} == {}


def called_from_elsewhere(text: str, others: set[str]) -> set[str]:
    """Return what a script calls of others without importing it."""
    text = re.sub(r"//.*|/\*[\s\S]*?\*/", "", text)
    imports = " ".join(re.findall(r"^import\b([^;\"]*)", text, re.MULTILINE))
    here = set(re.findall(r"\w+", imports)) | set(re.findall(r"\b(?:function|const|let|class) (\w+)", text))
    here |= set(re.findall(r"^ +(?:async |static )*(\w+)\(.*\) \{$", text, re.MULTILINE))  # methods
    called = set(re.findall(r"(?<![\w.$])(\w+)\(", text))
    return called & others - here


def test_the_patterns_find_what_they_are_for() -> None:
    for line in (
        "window.taps = {};",
        "globalThis.a ??= 1;",
        'window["a"] = 1;',
        "Object.assign(window, { a });",
    ):
        assert ON_WINDOW.search(line), line
    assert not ON_WINDOW.search('if ("AudioContext" in window && window.top === 1) window.print();')
