"""Logs as JSON lines (REFEREE_LOG=json), and what they must not hold; HSTS behind TLS."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import __version__
from referee.app import create_app
from referee.config import Config
from referee.errors import InputError
from referee.storage.migrations import LATEST
from tests.referee.seated import HIDDEN, Seated

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    """Give what is written, and put the app's logger back as it was."""
    logger = logging.getLogger("referee")
    before = logger.handlers, logger.propagate, logger.level
    yield io.StringIO()
    logger.handlers, logger.propagate, logger.level = before


@pytest.fixture
def table(tmp_path: Path, out: io.StringIO) -> Iterator[Seated]:
    """Give a table whose app writes a line for each request."""
    seated = Seated(tmp_path, log="json")
    (handler,) = logging.getLogger("referee").handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(out)
    yield seated
    seated.tables.close()


def test_each_request_is_a_line_with_its_route(table: Seated, out: io.StringIO) -> None:
    table.do("zombie", HIDDEN)
    table.client.get("/no/such/page")
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    done = next(line for line in lines if line["route"] == "/api/tables/<code>/do")
    assert (done["method"], done["status"], done["level"]) == ("POST", 200, "info")
    assert done["ms"] > 0
    assert (lines[-1]["route"], lines[-1]["status"]) == ("none", 404)


def test_the_log_of_a_whole_evening_names_nobody_and_no_code(table: Seated, out: io.StringIO) -> None:
    table.do("zombie", HIDDEN)
    pin = table.tables.lobby.invitation(table.code, "table")["pin"]
    for seat, token in table.tokens.items():
        table.client.get(f"/join/{token}?name=Annabel")
        table.client.get(f"/t/{table.code}/now", headers=table.headers(seat))
    table.client.post("/api/join", json={"code": table.code, "pin": "0000", "seat": "zombie"})
    with table.app.test_request_context():
        logging.getLogger("referee").error("Failed.", exc_info=ValueError(table.tokens["zombie"]))
    written = out.getvalue()
    assert '"error": "ValueError"' in written
    for secret in (table.code, pin, "Annabel", *table.tokens.values()):
        assert secret not in written


@pytest.mark.parametrize("kind", ["", "json"])
def test_a_laptops_log_begins_with_what_runs_and_without_one_nothing_is_said(
    tmp_path: Path, kind: str
) -> None:
    command = """if True:
        import sys
        from referee.cli import serve
        serve.Server.run = print
        serve.serve("127.0.0.1", 0, sys.argv[1])"""
    log = subprocess.run(
        [sys.executable, "-c", command, f"sqlite:///{tmp_path / 'tables.sqlite3'}"],
        env={**os.environ, "REFEREE_LOG": kind}, cwd=ROOT, capture_output=True, text=True, check=True,
    ).stderr  # fmt: skip
    line = f"referee {__version__} runs on SQLite, migration {LATEST}"
    assert [json.loads(told)["says"] for told in log.splitlines()] == [line] * bool(kind)


def test_another_kind_of_log_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_LOG", "xml")
    with pytest.raises(InputError, match='REFEREE_LOG must be json or nothing, not "xml"'):
        Config.of({})


@pytest.mark.parametrize(("said", "believed"), [("", False), ("0", False), ("1", True)])
def test_a_host_says_whether_a_proxy_is_in_front(
    monkeypatch: pytest.MonkeyPatch, said: str, believed: bool
) -> None:
    monkeypatch.setenv("REFEREE_PROXIED", said)
    assert Config.of({}).proxied is believed


@pytest.mark.parametrize("said", ["yes", "true", "2"])
def test_what_says_neither_is_refused(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """Taken for no, it would have all that comes through the proxy share one network's limits."""
    monkeypatch.setenv("REFEREE_PROXIED", said)
    with pytest.raises(InputError, match="REFEREE_PROXIED"):
        Config.of({})


@pytest.mark.parametrize(("address", "told"), [("https://referee.example/", True), ("", False)])
def test_behind_tls_browsers_are_told_to_stay_there(address: str, told: bool, tmp_path: Path) -> None:
    app = create_app({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "address": address})
    headers = app.test_client().get("/healthz").headers
    assert ("Strict-Transport-Security" in headers) is told
    app.extensions["tables"].close()
