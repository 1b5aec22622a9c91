"""A crowd of requests from one address delays nobody else: the networks have their turns one by one."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import request

from referee.asgi import NETWORK
from referee.serving import listen, port_of
from tests.referee.seated import Seated

PATIENCE_S = 20.0
CROWD, GUEST = "127.0.0.9", "127.0.0.1"
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


class Busy:
    """A server with one thread, which the first request keeps until it is let go."""

    def __init__(self, table: Seated) -> None:
        self.begun, self.let_go, self.came = threading.Event(), threading.Event(), list[str]()
        self.networks, self.behind = list[str](), 0
        self.turns = table.app.extensions["turns"]
        table.app.before_request_funcs.setdefault(None, []).append(self._note)
        self.server = listen(table.app, "127.0.0.1", 0, threads=1)

    def _note(self) -> None:
        self.came.append(request.remote_addr or "")
        self.networks.append(request.environ[NETWORK])
        if not self.begun.is_set():
            self.begun.set()
            assert self.let_go.wait(PATIENCE_S)

    def ask(self, source: str, header: bytes = b"") -> socket.socket:
        """Send a request from an address, and wait until it waits for its turn, or has it."""
        sent = socket.create_connection(
            ("127.0.0.1", port_of(self.server)), timeout=PATIENCE_S, source_address=(source, 0)
        )
        sent.sendall(HEAD + header + b"\r\n")
        assert self.begun.wait(PATIENCE_S)
        until = time.monotonic() + PATIENCE_S
        while len(self.turns._arrived) < self.behind:
            assert time.monotonic() < until
            time.sleep(0.001)
        self.behind += 1
        return sent


@contextmanager
def busy(folder: Path, **settings: Any) -> Iterator[Busy]:
    table = Seated(folder, **settings)
    made = Busy(table)
    thread = threading.Thread(target=made.server.run, daemon=True)
    thread.start()
    yield made
    made.let_go.set()
    table.tables.hub.close()
    made.server.close()
    thread.join(timeout=PATIENCE_S)
    table.tables.close()


def answered(connections: list[socket.socket]) -> None:
    for connection in connections:
        assert connection.recv(20).startswith(b"HTTP/1.1 200")
        connection.close()


def test_a_guest_waits_for_one_request_of_a_crowd(tmp_path: Path) -> None:
    with busy(tmp_path) as host:
        sent = [host.ask(CROWD) for _ in range(6)]
        sent += [host.ask(GUEST), host.ask(GUEST)]
        host.let_go.set()
        answered(sent)
        assert host.came == [CROWD, CROWD, GUEST, CROWD, GUEST, CROWD, CROWD, CROWD]


def test_behind_a_proxy_the_network_is_the_one_that_the_proxy_names(tmp_path: Path) -> None:
    crowd, guest = "192.0.2.9", "198.51.100.7"
    with busy(tmp_path, proxied=True) as host:
        sent = [host.ask(GUEST, b"X-Forwarded-For: 203.0.113.%d, 192.0.2.9\r\n" % n) for n in range(4)]
        sent.append(host.ask(GUEST, b"X-Forwarded-For: 198.51.100.7\r\n"))
        host.let_go.set()
        answered(sent)
        assert host.came == [crowd, crowd, guest, crowd, crowd]


def test_a_quotation_mark_hides_no_address_from_the_limits(tmp_path: Path) -> None:
    """A proxy such as nginx adds the address to what the client itself sent."""
    with busy(tmp_path, proxied=True) as host:
        sent = host.ask(GUEST, b'X-Forwarded-For: "203.0.113.7, 192.0.2.9\r\n')
        host.let_go.set()
        answered([sent])
        assert host.came == host.networks == ["192.0.2.9"]


def test_without_a_proxy_a_header_names_no_network(tmp_path: Path) -> None:
    with busy(tmp_path) as host:
        sent = [host.ask(CROWD, b"X-Forwarded-For: 203.0.113.%d\r\n" % n) for n in range(4)]
        sent.append(host.ask(GUEST))
        host.let_go.set()
        answered(sent)
        assert host.came == [CROWD, CROWD, GUEST, CROWD, CROWD]


def test_the_network_is_worked_out_once_and_no_header_can_name_it(tmp_path: Path) -> None:
    names = (b"referee.network", b"Referee.Network", b"HTTP_referee.network", b"Referee-Network")
    with busy(tmp_path) as host:
        sent = [host.ask(CROWD, name + b": 203.0.113.7\r\n") for name in names]
        host.let_go.set()
        answered(sent)
        assert host.networks == [CROWD] * len(names)
