"""Serving over real HTTP: the address and its QR code, event streams, and what is too long."""

from __future__ import annotations

import gc
import http.client
import io
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import request

from referee.app import warm_up
from referee.cli.serve import Server, announce, lan_address, listening_socket, port_of, qr_text
from referee.errors import InputError
from tests import soak
from tests.referee.seated import HIDDEN, Seated

ROOT = Path(__file__).resolve().parent.parent.parent
# Waitress leaves its sockets to the garbage collector when it is closed from another thread or cannot bind,
# and its loop may wake up once more on a socket that is gone. What a request raises is answered and logged,
# never left to these.
pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::pytest.PytestUnhandledThreadExceptionWarning"
)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Seated, int]]:
    """Serve a table on a port of this machine."""
    with serving(tmp_path, max_body=2000, stream_seconds=20.0) as table_and_port:
        yield table_and_port


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[tuple[Seated, int]]:
    """Serve a table with these settings, and stop at the end."""
    table = Seated(folder, **settings)
    server = Server(table.app, listening_socket("127.0.0.1", 0), threads=8)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield table, port_of(server)
    finally:
        while OPEN:
            OPEN.pop().close()
        server.close()
        thread.join(timeout=20)
        assert not thread.is_alive(), "the server does not stop"
        table.tables.close()
        del server
        gc.collect()


OPEN: list[http.client.HTTPConnection | http.client.HTTPResponse] = []
"""Connections and answers of a test, closed at its end."""


def ask(
    port: int, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    OPEN.append(connection)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    OPEN.append(answer)
    return answer


def test_a_phone_hears_at_once_what_the_tablet_did(served: tuple[Seated, int]) -> None:
    table, port = served
    stream = ask(port, "GET", f"/api/tables/{table.code}/events", None, table.headers("human"))
    assert stream.headers["Content-Type"] == "text/event-stream"
    while b"presence" not in stream.readline():
        pass
    body = json.dumps({"action": HIDDEN, "version": 0}).encode()
    done = ask(port, "POST", f"/api/tables/{table.code}/do", body, table.headers("zombie"))
    assert done.status == 200
    heard = [stream.readline() for _ in range(8)]
    assert b"event: version\n" in heard
    assert b"data: 1\n" in heard
    stream.close()


def test_a_phone_that_hangs_up_gives_its_place_back_before_any_heartbeat(tmp_path: Path) -> None:
    with serving(tmp_path, streams=1, stream_seconds=300.0, heartbeat_seconds=300.0) as (table, port):
        first = listening(table, port, "human")
        assert listening(table, port, "human").readline() == b"retry: 4000\n"
        first.close()
        until = time.monotonic() + 60
        while listening(table, port, "table").readline() != b"retry: 1000\n":
            assert time.monotonic() < until, "the first stream still holds the only place"
            time.sleep(0.2)


def listening(table: Seated, port: int, seat: str) -> http.client.HTTPResponse:
    """Return the event stream of a seat."""
    return ask(port, "GET", f"/api/tables/{table.code}/events", None, table.headers(seat))


HALF_A_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{"
)
HALF_A_HEAD = b"GET /api/rules HTTP/1.1\r\nHost: localh"


def test_half_sent_requests_stop_nobody(served: tuple[Seated, int]) -> None:
    """More of them than there are threads."""
    table, port = served
    with ExitStack() as held:
        for half in [HALF_A_BODY, HALF_A_HEAD, b""] * 20:
            connection = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
            connection.sendall(half)
        body = json.dumps({"action": HIDDEN, "version": 0}).encode()
        assert ask(port, "POST", f"/api/tables/{table.code}/do", body, table.headers("zombie")).status == 200


def test_connections_that_say_nothing_leave_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them than are served at once."""
    monkeypatch.setattr("referee.cli.serve._CONNECTIONS", 40)
    with serving(tmp_path) as (_, port), ExitStack() as held:
        for half in [HALF_A_BODY, HALF_A_HEAD, b""] * 20:
            connection = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
            connection.sendall(half)
        assert ask(port, "GET", "/healthz").status == 200


@pytest.mark.skipif(not hasattr(select, "POLLRDHUP"), reason="only Linux tells who was hung up on")
def test_whoever_asks_much_at_once_and_reads_nothing_is_hung_up_on(served: tuple[Seated, int]) -> None:
    """Each would hold a thread for as long as he likes."""
    _, port = served
    with socket.create_connection(("127.0.0.1", port), timeout=20) as stranger:
        stranger.sendall(b"GET /api/openapi.json HTTP/1.1\r\n\r\n" * 200)
        ended = select.poll()
        ended.register(stranger, select.POLLRDHUP)
        assert ended.poll(20_000)


@pytest.mark.parametrize("proxied", [False, True])
def test_only_the_proxys_word_on_an_address_counts(tmp_path: Path, proxied: bool) -> None:
    """A proxy adds the address of whoever asks it to what that client itself sent, true or not."""
    with serving(tmp_path, proxied=proxied) as (table, port):
        came = list[str | None]()
        table.app.before_request_funcs.setdefault(None, []).append(lambda: came.append(request.remote_addr))
        for forged in ("203.0.113.7, ", '"203.0.113.7, ', ""):
            ask(port, "GET", "/healthz", None, {"X-Forwarded-For": f"{forged}192.0.2.9"}).read()
    assert came == ["192.0.2.9" if proxied else "127.0.0.1"] * 3


def test_what_is_too_long_is_a_problem_here_too(served: tuple[Seated, int]) -> None:
    _, port = served
    answer = ask(port, "POST", "/api/maps", b"x" * 5000)
    assert (answer.status, answer.headers["Content-Type"]) == (413, "application/problem+json")
    assert json.loads(answer.read())["status"] == 413


def test_a_port_that_is_taken_is_one_sentence(served: tuple[Seated, int]) -> None:
    _, port = served
    with pytest.raises(
        InputError, match=f"cannot listen on 127.0.0.1 port {port}: .*; name another one with --port"
    ):
        listening_socket("127.0.0.1", port)


def test_an_address_that_is_none_is_one_sentence() -> None:
    with pytest.raises(InputError, match=r"cannot listen on 999\.1\.1\.1 port 8123: [^.]+\.$"):
        listening_socket("999.1.1.1", 8123)


def test_a_screen_that_reached_the_server_as_localhost_shows_links_for_others(tmp_path: Path) -> None:
    table = Seated(tmp_path, public_url="http://10.1.2.3:8000/")
    token = table.tokens["human"]
    here = table.get("table", "/invitation").get_json()["seats"]["human"]["url"]
    there = table.get("table", "/invitation", base_url="http://tablet.example").get_json()["seats"]["human"][
        "url"
    ]
    assert here == f"http://10.1.2.3:8000/join/{token}"
    assert there == f"http://tablet.example/join/{token}"


def test_a_terminal_shows_the_qr_code_in_colours_of_its_own_and_a_file_has_none() -> None:
    """By a light terminal's own colours the code is dark on light turned round: no camera reads it."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, file = Terminal(), io.StringIO()
    announce("http://10.1.2.3:8000/", terminal)
    announce("http://10.1.2.3:8000/", file)
    rows = [line for line in terminal.getvalue().splitlines() if "\x1b" in line]
    assert len(rows) == len(qr_text("http://10.1.2.3:8000/", ascii_only=True).splitlines())
    assert all(row.startswith("\x1b[97;40m") and row.endswith("\x1b[0m") for row in rows)
    assert "\x1b" not in file.getvalue()
    assert re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue()) == file.getvalue()


def test_the_address_is_announced_with_a_qr_code() -> None:
    out = io.StringIO()
    announce("http://10.1.2.3:8000/", out)
    assert "http://10.1.2.3:8000/" in out.getvalue()
    assert qr_text("http://10.1.2.3:8000/") != qr_text("http://10.1.2.4:8000/")
    plain = qr_text("http://10.1.2.3:8000/", ascii_only=True)
    assert plain.isascii()
    assert len(set(map(len, plain.splitlines()))) == 1


def test_the_local_address_is_one_of_this_machine() -> None:
    with socket.socket() as probe:
        probe.bind((lan_address(), 0))


def test_warming_up_leaves_no_sight_line_to_be_worked_out(served: tuple[Seated, int]) -> None:
    table, _ = served
    warm_up(table.app)
    setting = table.position.setting
    assert len(setting.sight._rows) == len(setting.board.squares)


@soak.PROCESSES
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_stops_at_once_with_streams_open_and_says_so(tmp_path: Path, number: int) -> None:
    # Whoever runs the tests may have told their children to pass over the end of a terminal.
    heeds = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)"
    command = f"{heeds}; import sys; from referee.cli.serve import serve; serve('127.0.0.1', 0, sys.argv[1])"
    server = subprocess.Popen(
        [sys.executable, "-c", command, f"sqlite:///{tmp_path / 'tables.sqlite3'}"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    line = ""
    while "The referee is at" not in line:
        line = server.stdout.readline()
    port = int(line.rsplit(":", 1)[1].strip(" /\n"))
    made = json.loads(ask(port, "POST", "/api/tables", b"{}").read())
    token = {"Authorization": f"Bearer {made['seats']['human']['token']}"}
    stream = ask(port, "GET", f"/api/tables/{made['code']}/events", None, token)
    stream.readline()
    server.send_signal(number)
    out, _ = server.communicate(timeout=20)
    assert "every table is kept" in out
    assert "Traceback" not in out
    assert server.returncode == 0
    stream.close()
