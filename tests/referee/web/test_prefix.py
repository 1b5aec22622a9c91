"""A referee under a path of its host: every address in every answer begins with that path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

from referee import config as paths
from referee.config import Config
from referee.errors import InputError
from tests.referee.any_table import AnyTable
from tests.referee.apps import app_of
from tests.referee.games.battlecon.duel_tables import Duel, pair_of
from tests.referee.played import play_out
from tests.referee.seated import Seated, ordered
from tests.referee.web.test_every_route import LAST, filled

HOST, ROOT = "https://club.example", "/referee"
ADDRESS = f"{HOST}{ROOT}/"
_LEADING = ("Location", "HX-Redirect", "HX-Replace-Url", "HX-Push-Url", "Content-Location")
_ATTRIBUTE = re.compile(r'\b([\w-]+)="(/[^"]*)"')
_FOLLOWED = frozenset({"href", "src", "hx-get"})
_STRING = re.compile(r'(?<!MARKED, )"(/\w[^"]*)"')
_MAX_PER_ROUTE = 2
"""How many addresses that differ in their parts alone are followed."""
_IN_FORMS = ("value",)
"""Attributes that hold a path without the prefix: a form's `back`, checked when it comes back."""


def outside(answer: TestResponse) -> Iterator[str]:
    """Yield what an answer names that is not below the prefix."""
    for name in _LEADING:
        place = answer.headers.get(name, "")
        if place and not place.startswith((f"{ROOT}/", ADDRESS)):
            yield f"{name}: {place}"
    for cookie in answer.headers.getlist("Set-Cookie"):
        if f"; Path={ROOT}/" not in cookie:
            yield f"Set-Cookie: {cookie}"
    mimetype = answer.mimetype or ""
    if mimetype.endswith("json"):
        yield from (text for text in _texts(answer.get_json()) if _is_outside(text))
    elif mimetype in {"text/html", "image/svg+xml"}:
        yield from (f"{name}={path}" for name, path in named(answer) if _is_outside(path))
    elif mimetype == "text/javascript" and answer.request.path.endswith("/sw.js"):
        yield from (path for path in _STRING.findall(answer.text) if _is_outside(path))
    if b"http://localhost" in answer.data:
        yield "the host of the request"


def named(answer: TestResponse) -> list[tuple[str, str]]:
    """Return the attributes of a page that name an address."""
    return [(n, unescape(path)) for n, path in _ATTRIBUTE.findall(answer.text) if n not in _IN_FORMS]


def _is_outside(path: str) -> bool:
    return path.startswith("/") and path != ROOT and not path.startswith(f"{ROOT}/")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


class Reader:
    """Somebody at one seat, or at none, who checks every answer."""

    def __init__(self, table: AnyTable, seat: str | None) -> None:
        self.table, self.seat = table, seat
        self.routes: dict[str, int] = {}

    def ask(self, method: str, path: str, **how: Any) -> TestResponse:
        """Ask for a path or an address, as a page and as a part of one."""
        held = f"seat-{self.table.code}={self.table.tokens[self.seat]}" if self.seat else ""
        part = {"HX-Request": "true"} if how.pop("part", False) else {}
        answer = self.table.client.open(
            path, method=method, headers={"Accept": "text/html", "Cookie": held, **part}, **how
        )
        assert [*outside(answer)] == [], (method, path, self.seat, part)
        assert answer.status_code != 500, path
        return answer

    def follow(self, start: str) -> None:
        """Open an address, and all to which its page leads."""
        waiting = [start]
        while waiting:
            path = waiting.pop()
            for part in (False, True):
                answer = self.ask("GET", path, part=part)
                leads = (
                    [p for n, p in named(answer) if n in _FOLLOWED] if answer.mimetype == "text/html" else []
                )
                leads += [place for name in _LEADING if (place := answer.headers.get(name, ""))]
                waiting += [p for p in leads if self._is_fresh(p)]
                assert answer.status_code < 500, path
                assert answer.status_code != 404, path

    def _is_fresh(self, address: str) -> bool:
        path = urlsplit(address).path.removeprefix(ROOT)
        name = _route(self.table.app, path)
        if "events" in name:
            return False
        self.routes[name] = self.routes.get(name, 0) + 1
        return self.routes[name] <= _MAX_PER_ROUTE


def _route(app: Flask, path: str) -> str:
    """Return what answers a path, with the query left out."""
    try:
        return str(app.url_map.bind("club.example").match(path)[0])
    except RequestRedirect as onward:
        return onward.new_url
    except HTTPException as error:
        raise AssertionError(f"{path}: {error}") from None


def mall(folder: Path) -> Seated:
    """Return a game of the mall that has begun."""
    table = Seated(folder, sources=ordered({}), address=ADDRESS)
    table.set_up()
    return table


def mall_at_its_end(folder: Path) -> Seated:
    """Return a game of the mall that is over."""
    table = mall(folder)
    play_out(table)
    return table


def duel(folder: Path) -> Duel:
    """Return a duel in its first beat, with a pair laid."""
    table = Duel(folder, address=ADDRESS)
    table.do("a", pair_of("battery", "strike"))
    return table


def duel_at_its_end(folder: Path) -> Duel:
    """Return a duel that is over."""
    table = Duel(folder, address=ADDRESS)
    table.beat(pair_of("grapnel", "shot"), pair_of("blazing", "drive"))
    table.do("a", pair_of("battery", "strike"))
    table.do("b", {"do": "concede"})
    return table


@pytest.mark.parametrize("begun", [mall, mall_at_its_end, duel, duel_at_its_end])
def test_every_page_leads_below_the_prefix(tmp_path: Path, begun: Any) -> None:
    """Whoever opens the front page and his table and follows every link stays there, and finds everything."""
    table = begun(tmp_path)
    seen: set[str] = set()
    for seat in ("table", *table.tables.roster(table.code).private, None):
        reader = Reader(table, seat)
        for start in ("/", f"/t/{table.code}") if seat else ("/",):
            reader.follow(ROOT + start)
        seen |= set(reader.routes)
    assert {"table.page", "rules.case", "offline.manifest", "static"} <= seen
    table.tables.close()


@pytest.mark.parametrize("begun", [mall, duel])
def test_every_route_answers_below_the_prefix(tmp_path: Path, begun: Any) -> None:
    """Also what no link leads to: what is posted, and the API. The proxy has stripped the prefix."""
    table = begun(tmp_path)
    given: dict[str, list[Any]] = {
        "code": [table.code], "system": ["dawn-of-the-dead", "battlecon"], "square": ["009"],
        "seat": ["table"], "token": [table.tokens["table"]], "name": ["north"], "n": [0],
        "number": ["5.4"], "chart": ["8.8"], "id_": ["mall"], "ending": ["svg"], "wait": ["none"],
        "kind": ["map", "counters"], "format_": ["json"],
    }  # fmt: skip
    every = [
        (f"{method} {rule.rule}", method, path)
        for rule in table.app.url_map.iter_rules()
        if not rule.rule.startswith(("/static/", "/demo/<")) and not rule.rule.endswith("/events")
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        for path in filled(rule, given)
    ]
    # What deletes the table or ends the seat comes last.
    every.sort(key=lambda one: (one[0].endswith(LAST) and not one[0].startswith("GET"), one[0]))
    for _, method, path in every:
        for seat in (None, "table"):
            reader = Reader(table, seat)
            reader.ask(method, path)
            if method == "POST":
                data = {"version": table.version, "back": f"/t/{table.code}"}
                reader.ask(method, path, part=True, data=data)
    table.tables.close()


def test_the_forms_lead_on_below_the_prefix(tmp_path: Path) -> None:
    """From the front page to a new table, to the second device by its link, to a name: with its cookies."""
    table = mall(tmp_path)
    tablet, phone = table.app.test_client(), table.app.test_client()
    started = tablet.post(f"{ROOT}/", data={"system": "battlecon"})
    code = started.headers["Location"].removeprefix(f"{ROOT}/t/")
    assert started.status_code == 303
    assert [*outside(started)] == []
    page = tablet.get(f"{ROOT}/t/{code}")
    assert page.status_code == 200
    link = re.search(rf'href="({ADDRESS}join/[^"?]+)\?ask=name"', page.text)
    assert link is not None
    joined = phone.post(urlsplit(link[1]).path, data={"name": "Ann"})
    assert (joined.status_code, joined.headers["Location"]) == (303, f"{ROOT}/t/{code}")
    assert [*outside(joined)] == []
    assert f'data-events="{ROOT}/api/tables/{code}/events?' in phone.get(joined.headers["Location"]).text
    asked = phone.post(f"{ROOT}/theme", data={"back": f"/t/{code}"})
    assert asked.headers["Location"] == f"{ROOT}/t/{code}"
    # Two of one name on the host, the other one of another app: this one is told by its path.
    assert phone.get("/").status_code == 200
    assert f"{ROOT}/t/{code}" in phone.get(f"{ROOT}/tables").text
    table.tables.close()


def test_the_worker_keeps_what_is_below_the_prefix(tmp_path: Path) -> None:
    text = mall(tmp_path).client.get(f"{ROOT}/sw.js").text
    assert f'const ROOT = "{ROOT}";' in text
    assert f'"{ROOT}/rules"' in text
    manifest = mall(tmp_path).client.get(f"{ROOT}/manifest.webmanifest").get_json()
    assert manifest["start_url"] == f"{ROOT}/"


def test_the_prefix_alone_leads_to_its_start_page(tmp_path: Path) -> None:
    """Without the slash at its end neither a cookie nor the worker would be for it."""
    client = mall(tmp_path).client
    answer = client.get(f"{ROOT}?code=ABCDEF")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{ROOT}/?code=ABCDEF")
    assert client.get(f"{ROOT}s").status_code == 404


def front_page(folder: Path, path: str, headers: dict[str, str], **settings: Any) -> tuple[int, set[str]]:
    """Return the status of a path, and where the links of the page lead before "rules"."""
    database = f"sqlite:///{folder}/tables.sqlite3"
    app = app_of(Config.of({"database_url": database, "testing": True, **settings}))
    answer = app.test_client().get(path, headers=headers)
    app.extensions["tables"].close()
    return answer.status_code, set(re.findall(r'href="([^"]*)/rules"', answer.text))


@pytest.mark.parametrize("path", ["/", f"{ROOT}/"])
@pytest.mark.parametrize("told", [ROOT, f"{ROOT}/", "/another"])
def test_a_proxy_that_is_trusted_names_the_prefix(tmp_path: Path, path: str, told: str) -> None:
    """It may strip it or pass it on; where nobody is trusted, the header is nothing."""
    header = {"X-Forwarded-Prefix": told}
    if told == "/another":
        assert front_page(tmp_path, "/", header, proxied=True) == (200, {"/another"})
        assert front_page(tmp_path, path, header, proxied=True, address=ADDRESS) == (200, {ROOT})
    else:
        assert front_page(tmp_path, path, header, proxied=True) == (200, {ROOT})
    assert front_page(tmp_path, "/", header) == (200, {""})


@pytest.mark.parametrize(
    "told", ["//evil.example", "https://evil.example", "/a b", "/..", "/a/../b", "x", '/"']
)
def test_a_prefix_that_is_none_is_left_alone(tmp_path: Path, told: str) -> None:
    assert front_page(tmp_path, "/", {"X-Forwarded-Prefix": told}, proxied=True) == (200, {""})


def test_two_prefixes_of_one_server_do_not_mix(tmp_path: Path) -> None:
    """What is kept between two requests is not shown under another prefix."""
    table = Seated(tmp_path, sources=ordered({}), proxied=True)
    table.set_up()
    for seat in ("table", "human", "zombie"):
        for prefix in ("", "/one", "/two", "/one", ""):
            headers = {**table.headers(seat), "X-Forwarded-Prefix": prefix}
            text = table.client.get(f"/t/{table.code}", headers=headers).text
            assert set(re.findall(rf'action="([^"]*)/t/{table.code}', text)) == {prefix}
            assert set(re.findall(r'href="([^"]*)/static/', text)) == {prefix}
    table.tables.close()


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("https://club.example/referee", ADDRESS), ("https://club.example/referee/", ADDRESS),
        ("https://club.example/a/b-c_d.e/", "https://club.example/a/b-c_d.e/"),
    ],
)  # fmt: skip
def test_the_address_of_a_host_may_have_a_path(said: str, kept: str) -> None:
    config = Config.of({"address": said})
    assert (config.address, config.root) == (kept, urlsplit(kept).path[:-1])


@pytest.mark.parametrize(
    "path", ["/a//b/", "/../", "/a/./b", "/a b/", "/a%20b", "/é/", "/a;b/", '/a"/', "//a"]
)
def test_a_path_that_is_none_is_one_sentence(path: str) -> None:
    with pytest.raises(InputError, match="REFEREE_PUBLIC_URL"):
        Config.of({"address": f"https://club.example{path}"})


@pytest.mark.parametrize("path", ["/t/", "/rules", "/api/referee/"])
def test_a_path_that_begins_as_our_own_do_is_one_sentence(tmp_path: Path, path: str) -> None:
    """Nobody could tell whether the proxy has stripped it."""
    with pytest.raises(InputError, match="so take another"):
        front_page(tmp_path, "/", {}, address=f"https://club.example{path}")


def _lines(folders: Iterable[Path], endings: set[str]) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for file in sorted(folder.rglob("*.*")):
            if file.suffix in endings and ".min." not in file.name:
                for line in file.read_text(encoding="utf-8").splitlines():
                    yield file.name, line


def test_no_template_script_or_style_names_an_address_without_the_root() -> None:
    """Also one that no test opens."""
    pages = _lines((paths.templates_folder(), paths.static_folder().parent / "examples"), {".html", ".svg"})
    assert [*(place for place in pages if re.search(r'\b(?!value\b)[\w-]+="/\w', place[1]))] == []
    scripts = _lines((paths.static_folder(),), {".js"})
    wrong = re.compile(
        r"""(?:(?:fetch|register|EventSource|assign|replace|ajax|ask)\(|(?:href|url|action) = |path=)["'`]/"""
    )
    assert [*(place for place in scripts if wrong.search(place[1]))] == []
    assert [
        *(
            place
            for place in _lines((paths.static_folder(),), {".css"})
            if re.search(r"url\([\"']?/", place[1])
        )
    ] == []


def test_the_description_of_the_api_names_its_server(tmp_path: Path) -> None:
    told = json.loads(mall(tmp_path).client.get("/api/openapi.json").data)
    assert told["servers"] == [{"url": ROOT}]
