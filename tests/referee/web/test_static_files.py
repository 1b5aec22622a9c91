"""Static files: kept for good under the mark of them all, and never stale after an update."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee import config
from referee.web import static_files
from referee.web.pages.frame import inline_stylesheets
from referee.web.static_files import FINGERPRINT, FINGERPRINT_HEADER, IMMUTABLE, REVALIDATE, StaticFiles
from tests.referee.seated import Seated
from tests.rows import each_row

NAMED = re.compile(r'(?:src|href)="(/static/[^"]+)"')
IMPORTED = re.compile(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', re.MULTILINE)
EARLIER = "0123456789abcdef"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return Seated(tmp_path).app.test_client()


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the static folder of a game that somebody has installed, with a script and a style."""
    folder = tmp_path / "go" / "static"
    folder.mkdir(parents=True)
    (folder / "go.js").write_text('import { find } from "../page/page.js";\n' + "// Stones.\n" * 200)
    (folder / "go.css").write_text(".stone { border-radius: 50%; }\n")
    game = SimpleNamespace(id="go", folder=folder.parent)
    monkeypatch.setattr(static_files, "registry", SimpleNamespace(games=lambda: {"go": game}))
    return folder


def served() -> tuple[Flask, str]:
    """Return an app that serves the files as they are now, and their mark."""
    app = Flask("served", static_folder=None)
    static_files.register(app)
    return app, app.extensions["static_files"].fingerprint


@pytest.mark.parametrize("page", ["/", "/sight", "/rules/dawn-of-the-dead", "/help"])
def test_a_browser_keeps_every_file_of_a_page_for_good(client: FlaskClient, page: str) -> None:
    named = NAMED.findall(client.get(page).text)
    assert named
    for address in named:
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, IMMUTABLE), address


@pytest.mark.parametrize("start", ["/static/", f"/static/{EARLIER}/"], ids=["no mark", "an earlier mark"])
def test_any_other_address_gives_the_file_of_today_and_is_asked_for_again(
    client: FlaskClient, start: str
) -> None:
    answer = client.get(f"{start}icon.svg")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, REVALIDATE)
    assert answer.data == (config.static_folder() / "icon.svg").read_bytes()
    again = client.get(f"{start}icon.svg", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", ["none.js", "../referee/app.py", "survey", "%2e%2e/pyproject.toml", ""])
def test_there_is_nothing_else(client: FlaskClient, name: str) -> None:
    mark = client.application.extensions["static_files"].fingerprint
    for start in ("/static/", f"/static/{mark}/"):
        assert client.get(start + name).status_code == 404


def test_scripts_and_styles_come_packed(client: FlaskClient) -> None:
    for name, kind in (("table/panel_state.js", "text/javascript"), ("page/page.css", "text/css")):
        answer = client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip"})
        assert (answer.headers["Content-Encoding"], answer.mimetype) == ("gzip", kind)
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert len(answer.data) < len((config.static_folder() / name).read_bytes()) / 2
        assert "Content-Encoding" not in client.get(f"/static/{name}").headers


def test_our_scripts_and_styles_come_without_their_comments_and_each_line_keeps_its_number(
    tmp_path: Path,
) -> None:
    one = '// One.\n/**\n * Two.\n */\nlet three = "/* 3 */";  // not alone\n'
    (tmp_path / "one.js").write_text(one)
    (tmp_path / "two.css").write_text("/*! MIT */\na { /* a\n  link */ color: red }\n")
    ours, theirs = StaticFiles({"": tmp_path}), StaticFiles({"go/": tmp_path})
    assert ours.data("one.js") == b'\n\n\n\nlet three = "/* 3 */";  // not alone\n'
    assert ours.data("two.css") == b"/*! MIT */\na { \n color: red }\n"
    assert theirs.data("go/one.js").decode() == one


@each_row("script", sorted(config.static_folder().rglob("*.js")))
def test_no_text_of_a_script_looks_like_a_comment(script: Path) -> None:
    """In a text over several lines, one that begins with `//` would be taken out."""
    code = script.read_text(encoding="utf-8")
    for comment in re.finditer(r"^ *(//|/\*\*)", code, re.MULTILINE):
        assert code.count("`", 0, comment.start()) % 2 == 0, comment[0]


@pytest.mark.parametrize("change", ["changed", "renamed", "added"])
def test_the_mark_changes_with_any_file(tmp_path: Path, change: str) -> None:
    (tmp_path / "deep").mkdir()
    file = tmp_path / "deep" / "one.js"
    file.write_text("1;")
    before = StaticFiles({"": tmp_path}).fingerprint
    assert re.fullmatch(FINGERPRINT, before)
    assert StaticFiles({"": tmp_path}).fingerprint == before
    if change == "changed":
        file.write_text("2;")
    elif change == "renamed":
        file.rename(tmp_path / "deep" / "two.js")
    else:
        (tmp_path / "two.js").write_text("1;")
    assert StaticFiles({"": tmp_path}).fingerprint != before


def test_the_files_of_an_installed_game_are_beside_those_of_the_frame(brought: Path) -> None:
    """So that its scripts import the frame's by `../`, under one mark."""
    app, mark = served()
    answer = app.test_client().get(f"/static/{mark}/go/go.js", headers={"Accept-Encoding": "gzip"})
    assert (answer.headers["Cache-Control"], answer.headers["Content-Encoding"]) == (IMMUTABLE, "gzip")
    assert app.test_client().get(f"/static/{mark}/page/page.js").status_code == 200
    assert app.test_client().get("/static/go/go.css").data == (brought / "go.css").read_bytes()
    (brought / "go.css").write_text(".stone { border-radius: 40%; }\n")
    assert served()[1] != mark


def test_what_changes_beneath_a_running_server_never_gets_the_old_mark(brought: Path) -> None:
    """A package is upgraded while its server runs: a browser must not keep the new file as the old one."""
    app, mark = served()
    before = (brought / "go.css").read_bytes()
    (brought / "go.css").write_text(".stone { border-radius: 40%; }\n")
    assert app.test_client().get(f"/static/{mark}/go/go.css").data == before


def test_a_kept_report_has_the_styles_of_an_installed_game_in_it(brought: Path) -> None:
    app, mark = served()
    with app.app_context():
        link = f'<link rel="stylesheet" href="/static/{mark}/go/go.css">'
        assert "LnN0b25l" in inline_stylesheets(link)  # ".stone" in base64


@each_row("script", sorted(config.static_folder().rglob("*.js")))
def test_every_import_leads_to_a_file(script: Path) -> None:
    for name in IMPORTED.findall(script.read_text(encoding="utf-8")):
        assert (script.parent / name).is_file(), name


def test_a_fragment_names_the_edition_that_it_belongs_to(client: FlaskClient) -> None:
    mark = client.application.extensions["static_files"].fingerprint
    asked = client.get("/rules/dawn-of-the-dead/6.4", headers={"HX-Request": "true"})
    assert asked.headers[FINGERPRINT_HEADER] == mark
    assert FINGERPRINT_HEADER not in client.get("/rules/dawn-of-the-dead/6.4").headers
