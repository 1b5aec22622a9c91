"""Requests that are all wrapping: to read them costs far more than to send them."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState

from referee.connections import Entrance, guarded
from tests import soak
from tests.referee.test_connections import ask, half_sent, serving

CHUNKED = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
LOTS = 40_000_000
"""More than the system keeps of what a busy server has not read yet."""


def taken(connection: socket.socket, text: bytes) -> int:
    """Return how many bytes of an endless text the server takes until it ends the connection."""
    sent, much = 0, text * (50_000 // len(text))
    while sent < LOTS:
        try:
            sent += connection.send(much)
        except (ConnectionResetError, BrokenPipeError):
            break
    return sent


@pytest.mark.parametrize(
    ("begins", "goes_on"),
    [
        (b"", b"1\r\n \r\n"),
        *soak.rest(soak.SEVERAL, [(b"0\r\nX: ", b"x"), (b"0\r\n", b"a:b\r\n"), (b"1", b";a=b")]),
    ],
    ids=["chunks of a byte", "an endless trailer", "endless trailers", "endless extensions"],
)
def test_a_body_with_more_wrapping_than_data_ends_its_connection(
    tmp_path: Path, begins: bytes, goes_on: bytes
) -> None:
    with serving(tmp_path, {}) as table, half_sent(table, CHUNKED + begins) as connection:
        assert taken(connection, goes_on) < LOTS
        assert ask(table, "GET", "/view", "table").status == 200


def reading(monkeypatch: pytest.MonkeyPatch, parse: Callable[[Any, bytes], None]) -> Any:
    """Return a connection whose bytes go to `parse`."""
    transport = SimpleNamespace(ended=False)
    transport.abort = lambda: setattr(transport, "ended", True)
    transport.is_closing = lambda: transport.ended
    config: Any = uvicorn.Config(print, interface="asgi3", log_config=None)
    monkeypatch.setattr("referee.connections.Protocol.data_received", parse)
    protocol: Any = guarded(Entrance(9, 9))(config, ServerState(), {}, cast(Any, object()))
    protocol.transport, protocol._entered = transport, "127.0.0.1"
    return protocol


def test_what_comes_behind_a_request_that_is_being_answered_must_end_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Behind an event stream there is time for a header of many megabytes."""

    def parse(protocol: Any, _data: bytes) -> None:
        protocol.cycle = protocol.cycle or SimpleNamespace(
            scope={"headers": []}, body=b"", more_body=False, response_complete=False
        )

    protocol = reading(monkeypatch, parse)
    protocol.data_received(b"GET /api/tables/ABCDEF/events HTTP/1.1\r\n\r\n")
    protocol.data_received(b"GET / HTTP/1.1\r\nX: " + b"x" * 60_000)
    assert not protocol.transport.ended
    protocol.data_received(b"x" * 10_000)
    assert protocol.transport.ended


def test_a_body_of_a_known_length_is_read_in_few_pieces_and_what_follows_in_small_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """150 bodies of 2 MB took the loop 1.5 s in pieces of 4 kB."""
    pieces: list[int] = []

    def parse(protocol: Any, data: bytes) -> None:
        pieces.append(len(data))
        protocol.cycle = protocol.cycle or SimpleNamespace(
            scope={"headers": [(b"content-length", b"200000")]},
            body=b"", more_body=True, response_complete=False,
        )  # fmt: skip
        if len(pieces) > 1:
            protocol.cycle.body += data

    protocol = reading(monkeypatch, parse)
    protocol.data_received(b"POST /api/maps HTTP/1.1\r\n\r\n")
    protocol.data_received(b"x" * 250_000)
    body = [size for size in pieces[1:] if size > 1000]
    assert sum(body) == 200_000
    assert len(body) <= 4
    assert max(pieces[1 + len(body) :]) <= 1000


def in_chunks(data: bytes, size: int) -> bytes:
    """Return a body in chunks, the last one empty."""
    parts = [data[n : n + size] for n in range(0, len(data), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in [*parts, b""])


@pytest.mark.parametrize(
    ("length", "size"), [(60_000, 700), *soak.rest(soak.SEVERAL, [(60, 1), (1_000_000, 16_000)])]
)
def test_a_body_in_chunks_of_any_usual_size_is_read(tmp_path: Path, length: int, size: int) -> None:
    """Some proxies pass bodies on as they come."""
    body = json.dumps({"mode": "two-player"}).ljust(length).encode()
    with serving(tmp_path, {}) as table, half_sent(table, CHUNKED) as connection:
        connection.sendall(in_chunks(body, size))
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        assert answer.status == 201, answer.read()
