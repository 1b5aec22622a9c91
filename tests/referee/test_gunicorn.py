"""A host: gunicorn with gevent workers, as the Procfile starts it."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from tests import soak
from tests.referee import postgresql
from tests.referee.postgresql import everything_stopped, stoppable, url
from tests.referee.seated import HIDDEN, START
from tools.served import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
__all__ = ["stoppable", "url"]
_PATIENCE_S = 90.0
PASSWORD = "sixteen-or-more-of-them"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="gunicorn runs on POSIX alone")


class Host:
    """A host of several processes, as whoever uses it sees it."""

    def __init__(self, port: int, parent: subprocess.Popen[bytes]) -> None:
        self.port, self.parent = port, parent

    def ask(
        self, method: str, path: str, body: dict[str, Any] | None = None, token: str = ""
    ) -> dict[str, Any]:
        """Return what the host answers to what it allows."""
        status, said = self.answer(method, path, body, token)
        assert status < 400, said
        given: dict[str, Any] = json.loads(said)
        return given

    def answer(
        self, method: str, path: str, body: dict[str, Any] | None = None, token: str = ""
    ) -> tuple[int, bytes]:
        """Return the status and the body of the host's answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE_S)
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        with closing(connection), connection.getresponse() as answer:
            return answer.status, answer.read()

    def headed(self, path: str, fields: list[tuple[str, str]]) -> int:
        """Return the status of the answer to a request with these header fields."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE_S)
        connection.putrequest("GET", path)
        for name, value in fields:
            connection.putheader(name, value)
        connection.endheaders()
        with closing(connection), connection.getresponse() as answer:
            return answer.status

    @contextmanager
    def stream(self, code: str, token: str) -> Iterator[HTTPResponse]:
        """Hold an event stream open."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE_S)
        connection.request("GET", f"/api/tables/{code}/events", headers={"Authorization": f"Bearer {token}"})
        with closing(connection), connection.getresponse() as stream:
            yield stream

    def workers(self) -> set[int]:
        """Return the processes that serve."""
        told = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.parent.pid)], capture_output=True, check=False
        )
        return {int(pid) for pid in told.stdout.split()}

    def renewed(self, before: set[int]) -> bool:
        """Whether as many others as before serve now."""
        there = self.workers()
        return len(there) == len(before) and not there & before


COMMAND = [sys.executable, "-m", "gunicorn", "-c", "python:referee.gunicorn_conf"]


def around(database: str, port: int, **more: str) -> dict[str, str]:
    """Return the environment of a host."""
    there = {name: value for name, value in os.environ.items() if name != "WEB_CONCURRENCY"}
    return there | {"DATABASE_URL": database, "PORT": str(port), "PYTHONPATH": str(ROOT)} | more


@contextmanager
def hosting(database: str, folder: Path, workers: str, program: Path = ROOT) -> Iterator[Host]:
    """Run a host until the end of the block."""
    # It is given a socket that listens: a port that is only named may be somebody else's meanwhile.
    with socket.create_server(("127.0.0.1", 0)) as given, (folder / "log").open("wb") as log:
        port, number = given.getsockname()[1], given.fileno()
        there = around(database, port, WEB_CONCURRENCY=workers, PYTHONPATH=str(program))
        command = [*COMMAND, "--bind", f"fd://{number}"]
        parent = subprocess.Popen(command, cwd=program, stdout=log, stderr=log, env=there, pass_fds=(number,))
    host = Host(port, parent)
    try:
        until(lambda: parent.poll() is not None or answers(host))
        yield host
    finally:
        parent.terminate()
        parent.wait(timeout=_PATIENCE_S)
        assert "Traceback" not in (folder / "log").read_text(), (folder / "log").read_text()


def answers(host: Host) -> bool:
    """Whether the host answers."""
    try:
        return host.ask("GET", "/healthz") is not None
    except (OSError, HTTPException):
        return False


def until(there: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + _PATIENCE_S
    while not there():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


def seats(host: Host) -> tuple[str, dict[str, str]]:
    """Make a table, and return its code and the tokens of its seats."""
    made = host.ask("POST", "/api/tables", {})
    return made["code"], {name: seat["token"] for name, seat in made["seats"].items()}


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Give a host of two processes, for tests that leave two behind."""
    with pytest.MonkeyPatch.context() as patched, postgresql.schema() as url:
        patched.setenv("REFEREE_METRICS", PASSWORD)
        with hosting(url, tmp_path_factory.mktemp("two"), "2") as host:
            until(lambda: len(host.workers()) == 2)
            yield host


@pytest.mark.postgresql
def test_streams_and_steps_at_different_processes_meet_at_once(two: Host) -> None:
    with ExitStack() as held:
        code, tokens = seats(two)
        streams = [held.enter_context(two.stream(code, tokens["human"])) for _ in range(8)]
        two.ask("POST", f"/api/tables/{code}/do", {"action": HIDDEN, "version": 0}, tokens["zombie"])
        for stream in streams:
            while stream.readline() != b"data: 1\n":
                pass

        def is_there() -> bool:
            company = two.ask("GET", f"/api/tables/{code}/seats", token=tokens["table"])
            return bool({seat["seat"]: seat["connected"] for seat in company["seats"]}["human"])

        # A process that has only just begun to listen hears of a device when that is told again.
        until(lambda: all(is_there() for _ in range(20)))


@soak.PROCESSES
@pytest.mark.slow
@pytest.mark.postgresql
def test_while_one_process_is_gone_the_other_answers_everybody(two: Host) -> None:
    gone = min(two.workers())
    os.kill(gone, signal.SIGKILL)
    assert all(answers(two) for _ in range(20))
    until(lambda: len(two.workers() - {gone}) == 2)
    assert all(answers(two) for _ in range(20))


@soak.PROCESSES
@pytest.mark.postgresql
def test_the_figures_of_all_processes_are_told_as_one(two: Host) -> None:
    """Whichever process is asked; those that a process counted stay when a new one takes its place."""

    def figures() -> dict[str, str]:
        _, said = two.answer("GET", "/metrics", token=PASSWORD)
        lines = said.decode().splitlines()
        return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))

    before = two.workers()
    for _ in range(20):
        two.ask("GET", "/readyz")
    asked = 'referee_requests_total{method="GET",route="/readyz",status="200"}'
    assert {figures()[asked] for _ in range(6)} == {"20.0"}
    two.parent.send_signal(signal.SIGHUP)
    until(lambda: two.renewed(before))
    assert {figures()[asked] for _ in range(6)} == {"20.0"}


@soak.PROCESSES
@pytest.mark.postgresql
def test_new_processes_know_what_was_counted(url: str, tmp_path: Path) -> None:
    """Whoever guesses PINs is not let off by an update of the program."""

    def guess(code: str) -> int:
        return host.answer("POST", "/api/join", {"code": code, "pin": "0000", "seat": "zombie"})[0]

    with hosting(url, tmp_path, "1") as host:
        code, _ = seats(host)
        other, _ = seats(host)
        until(lambda: guess(code) == 429)
        before = host.workers()
        host.parent.send_signal(signal.SIGHUP)
        until(lambda: host.renewed(before))
        assert guess(code) == 429
        assert guess(other) != 429


@soak.PROCESSES
def test_new_processes_run_the_new_program_alone(tmp_path: Path) -> None:
    """Also what the master loaded before the update: it would not fit the rest."""

    def version() -> str:
        return str(host.ask("GET", "/api/openapi.json")["info"]["version"])

    program = tmp_path / "program"
    shutil.copytree(ROOT / "referee", program / "referee")
    for name in ("rules", "templates", "static"):
        (program / name).symlink_to(ROOT / name)
    with hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1", program) as host:
        before = host.workers()
        assert version() != "next"
        (program / "referee" / "__init__.py").write_text('__version__ = "next"\n')
        host.parent.send_signal(signal.SIGHUP)
        until(lambda: host.renewed(before))
        assert version() == "next"


@soak.PROCESSES
@pytest.mark.slow
def test_new_processes_take_over_while_people_play(tmp_path: Path) -> None:
    take_over_while_people_play(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path)


@soak.PROCESSES
@pytest.mark.postgresql
def test_new_processes_take_over_on_postgresql(url: str, tmp_path: Path) -> None:
    take_over_while_people_play(url, tmp_path)


def take_over_while_people_play(database: str, folder: Path) -> None:
    """Renew the process of a host while one looks at a table and another one plays."""
    with hosting(database, folder, "1") as host:
        code, tokens = seats(host)
        before = host.workers()
        host.parent.send_signal(signal.SIGHUP)
        failed, acknowledged, done = [], list[int](), threading.Event()
        alone = host.ask("POST", "/api/tables", {"mode": "solitaire"})
        table, token = f"/api/tables/{alone['code']}", alone["seats"]["table"]["token"]

        def look() -> None:
            host.ask("GET", f"/api/tables/{code}/view", token=tokens["table"])

        def play() -> None:
            version = host.ask("GET", f"{table}/view", token=token)["version"]
            host.ask("POST", f"{table}/do", {"action": START, "version": version}, token)
            acknowledged.append(version)
            host.ask("POST", f"{table}/undo", {}, token)

        def again_and_again(what: Callable[[], None]) -> None:
            while not done.is_set():
                try:
                    what()
                except (OSError, HTTPException, AssertionError) as error:
                    failed.append(error)

        people = [threading.Thread(target=again_and_again, args=(what,)) for what in (look, play)]
        for person in people:
            person.start()
        until(lambda: host.renewed(before))
        done.set()
        for person in people:
            person.join(_PATIENCE_S)
        assert not failed
        lines = host.answer("GET", f"{table}/record", token=token)[1].splitlines()[1:]
        assert len(lines) == len(acknowledged) > 1
        host.ask("POST", f"/api/tables/{code}/do", {"action": HIDDEN, "version": 0}, tokens["zombie"])


@soak.PROCESSES
def test_no_header_changes_the_path_that_a_client_asks_for(tmp_path: Path) -> None:
    """A proxy passes such a header on, and gunicorn would believe it."""
    with hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1") as host:
        for name in ("SCRIPT_NAME", "PATH_INFO"):
            connection = HTTPConnection("127.0.0.1", host.port, timeout=_PATIENCE_S)
            connection.request("GET", "/help", headers={name: "/help"})
            with closing(connection), connection.getresponse() as answer:
                assert answer.status == 200
                assert b'href="/rules' in answer.read()


@soak.PROCESSES
def test_a_process_that_was_killed_is_replaced(tmp_path: Path) -> None:
    with hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1") as host:
        (first,) = host.workers()
        os.kill(first, signal.SIGKILL)
        until(lambda: bool(host.workers() - {first}) and answers(host))


@soak.PROCESSES
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_a_process_that_cannot_start_later_is_followed_by_others_until_one_can(
    tmp_path: Path, number: signal.Signals
) -> None:
    there, away = tmp_path / "there", tmp_path / "away"
    there.mkdir()
    with hosting(f"sqlite:///{there / 'tables.sqlite3'}", tmp_path, "1") as host:
        code, tokens = seats(host)
        there.rename(away)
        there.write_text("no folder")
        os.kill(*((host.parent.pid, number) if number == signal.SIGHUP else (min(host.workers()), number)))
        log = tmp_path / "log"
        until(lambda: log.read_text().count("[ERROR] referee: The database") > 1)
        there.unlink()
        away.rename(there)
        until(lambda: answers(host))
        host.ask("GET", f"/api/tables/{code}/view", token=tokens["zombie"])


@soak.PROCESSES
@pytest.mark.slow
def test_the_processes_end_with_their_parent_even_if_it_was_killed(tmp_path: Path) -> None:
    with hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1") as host:
        assert host.workers()
        host.parent.kill()
        until(lambda: not answers(host))


def refused(database: str, *options: str, **more: str) -> str:
    """Return what a host says that does not start."""
    ran = subprocess.run(
        [*COMMAND, *options], cwd=ROOT, env=around(database, 0, **more),
        capture_output=True, text=True, timeout=_PATIENCE_S, check=False,
    )  # fmt: skip
    assert ran.returncode
    assert "Traceback" not in ran.stderr
    return ran.stderr


@pytest.mark.parametrize(
    ("options", "more", "said"),
    [
        ((), {"WEB_CONCURRENCY": "4"}, "a SQLite file allows only one."),
        (("--worker-class", "sync"), {}, "The referee needs gunicorn's gevent workers"),
        ((), {"REFEREE_PROXIED": "maybe"}, 'REFEREE_PROXIED must be 0, 1 or nothing, not "maybe".'),
    ],
)
def test_what_cannot_serve_is_one_sentence(
    tmp_path: Path, options: tuple[str, ...], more: dict[str, str], said: str
) -> None:
    assert said in refused(f"sqlite:///{tmp_path / 'tables.sqlite3'}", *options, **more)


def test_a_database_that_is_away_or_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("no database at all")
    assert "is damaged, or is not a database" in refused(f"sqlite:///{tmp_path / 'other'}")
    away = refused(f"postgresql://referee:tiger@127.0.0.1:{free_port()}/tables", WEB_CONCURRENCY="2")
    assert away.count("does not answer") == 1
    assert "tiger" not in away


@soak.PROCESSES
@pytest.mark.postgresql
def test_a_stopped_postgresql_gets_every_request_its_sentence_and_goes_on_afterwards(
    stoppable: tuple[str, int], tmp_path: Path
) -> None:
    """Postmaster and backends alike (SIGSTOP): pooled connections say nothing, and new ones are not made."""
    address, server = stoppable
    with hosting(address, tmp_path, "1") as host:
        code, tokens = seats(host)
        action = {"action": HIDDEN, "version": 0}
        with everything_stopped(server):
            for method, path, body in (("POST", f"/api/tables/{code}/do", action), ("GET", "/readyz", None)):
                status, said = host.answer(method, path, body, tokens["zombie"])
                assert (status, b"does not answer just now; nothing was changed" in said) == (503, True)
            assert host.ask("GET", "/healthz")
        until(lambda: host.answer("GET", "/readyz")[0] == 200)
        host.ask("POST", f"/api/tables/{code}/do", action, tokens["zombie"])


_HEAD = b"POST /api/maps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@soak.PROCESSES
@pytest.mark.parametrize(
    ("beginning", "again"),
    [
        (b"", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100),
        (_HEAD + b"Content-Length: 99999999999\r\n\r\n", b" " * 100_000),
        (_HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n" * 20_000),
    ],
    ids=["requests", "a body", "chunks"],
)
def test_whoever_sends_without_a_pause_stops_nobody(tmp_path: Path, beginning: bytes, again: bytes) -> None:
    with hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1") as host:
        until(lambda: len(host.workers()) == 1)
        before = host.workers()
        sent, done = list[int](), threading.Event()

        def send() -> None:
            while not done.is_set():
                with suppress(OSError), socket.create_connection(("127.0.0.1", host.port)) as stranger:
                    stranger.sendall(beginning)
                    while not done.is_set():
                        reads, writes, _ = select.select([stranger], [stranger], [], 0.1)
                        if reads and not stranger.recv(1_000_000):
                            break
                        if writes:
                            sent.append(stranger.send(again))

        senders = [threading.Thread(target=send) for _ in range(2)]
        for sender in senders:
            sender.start()
        try:
            until(lambda: sum(sent) > 2_000_000)
            for _ in range(5):
                assert host.ask("GET", "/healthz")
            assert host.workers() == before
        finally:
            done.set()
            for sender in senders:
                sender.join(_PATIENCE_S)


@soak.PROCESSES
def test_nobody_works_for_a_device_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever resets connections in a loop would have all others wait behind answers that nobody reads."""
    monkeypatch.setenv("REFEREE_LOG", "json")
    reset = struct.pack("ii", 1, 0)
    with hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1") as host:
        (worker,) = host.workers()
        os.kill(worker, signal.SIGSTOP)
        try:
            for _ in range(10):
                with socket.create_connection(("127.0.0.1", host.port)) as stranger:
                    stranger.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    stranger.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        finally:
            os.kill(worker, signal.SIGCONT)
        host.ask("GET", "/healthz")
    log = (tmp_path / "log").read_text()
    assert '"/healthz"' in log
    assert "/readyz" not in log


@soak.PROCESSES
def test_the_log_is_json_and_repeats_nothing_that_a_client_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does a request that is half sent when its process goes fill it with a traceback."""
    monkeypatch.setenv("REFEREE_LOG", "json")
    with ExitStack() as held, hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1") as host:
        for sent in (b"token hidden\r\n\r\n", b"Host: local"):
            at = ("127.0.0.1", host.port)
            stranger = held.enter_context(socket.create_connection(at, timeout=_PATIENCE_S))
            stranger.sendall(b"GET /healthz HTTP/1.1\r\n" + sent)
            if b"hidden" in sent:
                assert stranger.recv(1000).startswith(b"HTTP/1.1 400 ")
        before = host.workers()
        host.parent.send_signal(signal.SIGHUP)
        until(lambda: host.renewed(before))
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert "Invalid request" in [line["says"] for line in lines]
    assert not [line for line in lines if "error" in line or "hidden" in str(line)]


@soak.PROCESSES
def test_a_body_in_broken_chunks_is_a_bad_request(tmp_path: Path) -> None:
    with (
        hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1") as host,
        socket.create_connection(("127.0.0.1", host.port), timeout=_PATIENCE_S) as stranger,
    ):
        stranger.sendall(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nnone\r\n\r\n")
        answer = stranger.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"The request cannot be read." in answer


@soak.PROCESSES
def test_a_browser_that_knows_two_hundred_tables_is_served_and_a_thousand_fields_are_not(
    tmp_path: Path,
) -> None:
    with hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1") as host:
        code, tokens = seats(host)
        cookies = [f"seat-{code}={tokens['table']}"] * 200
        assert host.headed(f"/api/tables/{code}/view", [("Cookie", "; ".join(cookies))]) == 200
        assert host.headed("/healthz", [("X-One", "more")] * 1000) == 431


@soak.PROCESSES
def test_no_header_of_a_stranger_says_where_the_app_is(tmp_path: Path) -> None:
    with (
        hosting(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "1") as host,
        socket.create_connection(("127.0.0.1", host.port), timeout=_PATIENCE_S) as stranger,
    ):
        stranger.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nSCRIPT_NAME: /elsewhere\r\n\r\n")
        assert stranger.recv(1000).startswith(b"HTTP/1.1 200 ")
