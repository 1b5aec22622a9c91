"""Connections that say nothing, or half of something, cost nobody else anything."""

from __future__ import annotations

import asyncio
import gc
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from flask import request
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.server import ServerState

from referee import bodies
from referee.connections import Entrance, OneWrite, guarded
from referee.hub import Hub
from referee.serving import listen, port_of
from tests import soak
from tests.referee.seated import HIDDEN, Seated

HALF_A_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{"
)
HALF_A_HEAD = b"GET /api/rules HTTP/1.1\r\nHost: localh"


@contextmanager
def serving(folder: Path, times: dict[str, float], threads: int = 2, **settings: Any) -> Iterator[Seated]:
    """Serve a table on `table.port`, and stop at the end."""
    table = Seated(folder, **settings)
    server = listen(table.app, "127.0.0.1", 0, threads=threads, **times)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    PORTS[table.code] = port_of(server)
    try:
        yield table
    finally:
        while OPEN:
            OPEN.pop().close()
        server.close()
        thread.join(timeout=20)
        assert not thread.is_alive(), "the server does not stop"
        table.tables.close()
        gc.collect()


PORTS: dict[str, int] = {}
OPEN: list[http.client.HTTPConnection | http.client.HTTPResponse] = []
"""Connections and answers of a test, closed at its end."""


def ask(table: Seated, method: str, path: str, seat: str, body: Any = None, source: str = "127.0.0.1") -> Any:
    """Return the answer to a request over a new connection from an address of this machine."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", PORTS[table.code], timeout=30, source_address=(source, 0)
    )
    data = None if body is None else json.dumps(body)
    connection.request(method, f"/api/tables/{table.code}{path}", data, table.headers(seat))
    answer = connection.getresponse()
    OPEN.extend((connection, answer))
    return answer


def half_sent(table: Seated, text: bytes) -> socket.socket:
    """Return a connection on which some text was sent, and no more."""
    connection = socket.create_connection(("127.0.0.1", PORTS[table.code]), timeout=30)
    connection.sendall(text)
    return connection


@soak.PROCESSES
def test_half_sent_bodies_stop_nobody_and_end_with_408(tmp_path: Path) -> None:
    with serving(tmp_path, {"body_seconds": 3.0}) as table, ExitStack() as held:
        halves = [held.enter_context(half_sent(table, HALF_A_BODY)) for _ in range(20)]
        assert ask(table, "GET", "/view", "table").status == 200
        assert ask(table, "POST", "/do", "zombie", {"action": HIDDEN, "version": 0}).status == 200
        for half in halves:
            answer = http.client.HTTPResponse(half)
            answer.begin()
            assert (answer.status, answer.headers["Content-Type"]) == (408, "application/problem+json")
            assert "did not come in time" in json.loads(answer.read())["detail"]
            assert half.recv(1) == b""


def test_a_body_for_which_there_is_no_room_is_answered_with_503(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read to its end, so that whoever sends it sees the answer."""
    monkeypatch.setattr(bodies, "_MOST_OF_A_NETWORK", 30_000)
    with serving(tmp_path, {}) as table:
        answer = ask(table, "POST", "/do", "zombie", {"action": HIDDEN, "more": "." * 100_000})
        assert (answer.status, answer.headers["Connection"]) == (503, "close")
        assert "Too much is being sent from your network" in json.loads(answer.read())["detail"]
        action = {"action": HIDDEN, "version": 0}
        assert ask(table, "POST", "/do", "zombie", action | {"more": "." * 20_000}).status == 422
        assert ask(table, "POST", "/do", "zombie", action).status == 200


@soak.DAYS
def test_half_sent_heads_and_silent_connections_stop_nobody_and_are_closed(tmp_path: Path) -> None:
    with serving(tmp_path, {"head_seconds": 3.0}) as table, ExitStack() as held:
        halves = [held.enter_context(half_sent(table, HALF_A_HEAD)) for _ in range(150)]
        silent = [held.enter_context(half_sent(table, b"")) for _ in range(150)]
        assert ask(table, "GET", "/view", "table").status == 200
        assert all(half.recv(200).startswith(b"HTTP/1.1 408 ") for half in halves)
        assert all(nothing.recv(1) == b"" for nothing in silent)


def test_a_second_request_on_a_connection_must_come_whole_too(tmp_path: Path) -> None:
    whole = b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serving(tmp_path, {"head_seconds": 1.0}) as table, half_sent(table, whole) as connection:
        first = http.client.HTTPResponse(connection)
        first.begin()
        first.read()
        connection.sendall(HALF_A_HEAD)
        assert connection.recv(200).startswith(b"HTTP/1.1 408 ")


@soak.PROCESSES
def test_a_head_without_an_end_is_cut_off(tmp_path: Path) -> None:
    endless = b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000
    with (
        serving(tmp_path, {}) as table,
        half_sent(table, endless) as connection,
        suppress(ConnectionResetError),
    ):
        assert not connection.recv(20).startswith(b"HTTP/1.1 2")


@soak.DAYS
def test_answers_that_nobody_reads_do_not_stay(tmp_path: Path) -> None:
    """Some megabytes lie in the buffers of the system, and what is more is left to the server."""
    ask_for = b"GET /static/htmx.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
    whole = (Path(__file__).parents[2] / "static/htmx.min.js").stat().st_size
    with serving(tmp_path, {"answer_seconds": 0.5}) as table:
        for seconds in (4, 12, 30):  # a busy machine takes longer to answer so often
            read = bytearray()
            with half_sent(table, ask_for * 300) as connection, suppress(ConnectionResetError):
                time.sleep(seconds)
                while part := connection.recv(1_000_000):
                    read += part
            if len(read) < 250 * whole:
                break
        assert len(read) < 250 * whole
        with half_sent(table, ask_for) as slow:
            answer = http.client.HTTPResponse(slow)
            answer.begin()
            time.sleep(1.5)
            assert len(answer.read()) == whole, "it has been sent"


def test_a_slow_reader_gets_all_as_long_as_it_reads() -> None:
    class Transport:
        unread, ended = 1_000_000, False

        def get_write_buffer_size(self) -> int:
            return self.unread

        def abort(self) -> None:
            self.ended = True

    class Loop:
        def __init__(self) -> None:
            self.later = list[tuple[Any, ...]]()

        def call_later(self, seconds: float, *call: Any) -> Any:
            assert seconds == 7
            self.later.append(call)
            return SimpleNamespace(cancel=self.later.clear)

        def pass_by(self) -> None:
            function, *arguments = self.later.pop()
            function(*arguments)

    transport, loop = Transport(), Loop()
    config: Any = uvicorn.Config(print, interface="asgi3", log_config=None)
    protocol: Any = guarded(Entrance(9, 9, answer_seconds=7))(config, ServerState(), {}, cast(Any, loop))
    protocol.transport, protocol.flow = transport, FlowControl(cast(Any, transport))
    protocol.pause_writing()
    while transport.unread:
        transport.unread -= 100_000
        loop.pass_by()
        assert not transport.ended
    protocol.resume_writing()
    assert not loop.later
    transport.unread = 100
    protocol.pause_writing()
    loop.pass_by()
    assert transport.ended


def test_a_connection_on_which_many_requests_wait_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each costs two kilobytes, and 250 kB that come together can hold ten thousand."""

    class Transport:
        ended = False

        def abort(self) -> None:
            self.ended = True

        def is_closing(self) -> bool:
            return self.ended

    def parse(protocol: Any, data: bytes) -> None:
        protocol.pipeline.extend([None] * data.count(b"\r\n\r\n"))

    config: Any = uvicorn.Config(print, interface="asgi3", log_config=None)
    monkeypatch.setattr("referee.connections.Protocol.data_received", parse)
    ask_for, many = b"GET / HTTP/1.1\r\n\r\n", Transport()
    protocol: Any = guarded(Entrance(9, 9))(config, ServerState(), {}, cast(Any, object()))
    protocol.transport, protocol.pipeline, protocol._entered = many, [], "127.0.0.1"
    protocol.data_received(ask_for * 10_000)
    assert many.ended
    assert len(protocol.pipeline) < 300


def test_streams_cost_no_threads_and_all_hear_the_news(tmp_path: Path) -> None:
    """Two threads answer while 36 devices listen."""
    with serving(tmp_path, {}, streams=500) as table:
        seats = [("table", "human", "zombie")[n % 3] for n in range(36)]
        streams = [ask(table, "GET", "/events", seat) for seat in seats]
        for stream in streams:
            assert b"retry: 1000" in stream.readline()
        assert ask(table, "POST", "/do", "zombie", {"action": HIDDEN, "version": 0}).status == 200
        for stream in streams:
            while stream.readline() != b"id: 1\n":
                pass


@soak.PROCESSES
def test_a_stream_that_is_held_tells_of_ticks_of_presence_and_of_the_end(tmp_path: Path) -> None:
    with serving(tmp_path, {}) as table:
        stream = ask(table, "GET", "/events", "human")
        while b"presence" not in stream.readline():
            pass
        table.tables.ticking.tick(table.code, 0, ["Move the unit from 001 to 002."])
        while stream.readline() != b"event: ticks\n":
            pass
        ask(table, "GET", "/view", "zombie").read()
        while b'"zombie": true' not in stream.readline():
            pass
        table.tables.lobby.delete(table.code, "table", table.code)
        while stream.readline() != b"event: gone\n":
            pass
        assert stream.read() == b"data: gone\n\n"


@soak.PROCESSES
def test_a_device_that_was_sent_away_hears_of_it_and_then_no_more(tmp_path: Path) -> None:
    with serving(tmp_path, {}) as table:
        stream = ask(table, "GET", "/events", "zombie")
        while b"presence" not in stream.readline():
            pass
        renewed = ask(table, "POST", "/renew", "zombie", {"seat": "zombie"})
        table.tokens["zombie"] = json.loads(renewed.read())["token"]
        rest = stream.read()
        assert b"id: 1\n" in rest, "its page asks what is new, and reads that the link has gone"
        ask(table, "POST", "/do", "zombie", {"action": HIDDEN, "version": 1}).read()
        assert b"id: 2\n" not in rest


@soak.PROCESSES
def test_the_tables_own_stream_alone_tells_that_somebody_guesses_pins(tmp_path: Path) -> None:
    with serving(tmp_path, {}) as table:
        tablet, phone = ask(table, "GET", "/events", "table"), ask(table, "GET", "/events", "human")
        for stream in (tablet, phone):
            while b"presence" not in stream.readline():
                pass
        table.tables.hub.warn(table.code)
        while tablet.readline() != b"event: guesses\n":
            pass
        table.tables.ticking.tick(table.code, 0, ["Move the unit from 001 to 002."])
        heard = [phone.readline()]
        while heard[-1] != b"event: ticks\n":
            heard.append(phone.readline())
        assert b"event: guesses\n" not in heard


@soak.PROCESSES
def test_another_process_is_heard_on_a_stream_that_is_held(tmp_path: Path) -> None:
    with serving(tmp_path, {}) as table:
        stream = ask(table, "GET", "/events", "human")
        while b"presence" not in stream.readline():
            pass
        with table.tables.database.writing() as connection:
            connection.exec_driver_sql("UPDATE games SET version = 9")
        while stream.readline() != b"id: 9\n":
            pass


@soak.PROCESSES
def test_one_address_with_all_the_streams_leaves_a_place_for_every_seat(tmp_path: Path) -> None:
    with serving(tmp_path, {}, streams=10) as table:
        theirs = [ask(table, "GET", "/events", "human", source="127.0.0.2") for _ in range(10)]
        assert [stream.readline() for stream in theirs] == [b"retry: 1000\n"] * 10
        assert ask(table, "GET", "/events", "human", source="127.0.0.2").readline() == b"retry: 4000\n"
        ours = [ask(table, "GET", "/events", seat) for seat in ("table", "zombie")]
        assert [stream.readline() for stream in ours] == [b"retry: 1000\n"] * 2


def test_a_seat_holds_a_few_streams_and_no_more() -> None:
    hub = Hub(1000)
    with ExitStack() as held:
        granted = [held.enter_context(hub.stream("AAAAAA", "table")).granted for _ in range(30)]
        assert 3 < sum(granted) < 20
        assert held.enter_context(hub.stream("AAAAAA", "human")).granted


def test_when_all_places_are_taken_one_of_those_who_hold_many_goes() -> None:
    hub = Hub(4)
    with ExitStack() as held:
        places = [held.enter_context(hub.stream("AAAAAA", "table", "a")) for _ in range(4)]
        new = held.enter_context(hub.stream("BBBBBB", "table", "a"))
        assert new.granted
        assert [place.ended for place in places].count(True) == 1
        again = held.enter_context(hub.stream("BBBBBB", "table", "a"))
        assert not again.granted
    with hub.stream("AAAAAA", "table", "a") as after:
        assert after.granted


def test_an_entrance_counts_its_connections() -> None:
    entrance = Entrance(most=3, most_of_one=2)
    assert [entrance.enter("a"), entrance.enter("a"), entrance.enter("a")] == [True, True, False]
    assert [entrance.enter("b"), entrance.enter("c")] == [True, False]
    entrance.leave("a")
    assert [entrance.enter("c"), entrance.enter("b")] == [True, False]


def test_ten_addresses_together_keep_nobody_out_and_a_proxy_has_all() -> None:
    entrance = Entrance(most=100, most_of_one=10)
    assert sum(entrance.enter(f"192.0.2.{n % 10}") for n in range(200)) < 100
    assert entrance.enter("198.51.100.1")
    behind_a_proxy = Entrance(most=100, most_of_one=100)
    assert all(behind_a_proxy.enter("192.0.2.1") for _ in range(100))


def test_all_addresses_of_an_ipv6_network_count_as_one() -> None:
    entrance = Entrance(most=9, most_of_one=2)
    ours = [f"2001:db8::{n}" for n in range(1, 4)]
    assert [entrance.enter(address) for address in ours] == [True, True, False]
    assert entrance.enter("2001:db8:0:1::1")
    entrance.leave(ours[0])
    assert entrance.enter(ours[2])


def test_one_ipv6_network_with_all_the_streams_leaves_a_place_for_others() -> None:
    """It holds one stream of each of its addresses and tables."""
    hub = Hub(4)
    with ExitStack() as held:
        theirs = [held.enter_context(hub.stream(f"AAAAA{n}", "table", f"2001:db8::{n}")) for n in range(4)]
        assert held.enter_context(hub.stream("BBBBBB", "table", "192.0.2.7")).granted
        assert [place.ended for place in theirs].count(True) == 1
        assert not held.enter_context(hub.stream("CCCCCC", "table", "2001:db8::9")).granted


def test_work_beside_the_tables_goes_one_at_a_time_and_takes_no_turn_of_a_table(tmp_path: Path) -> None:
    """Forty strangers bring maps: one is worked on, a dozen wait, the others are told to come again."""
    table = Seated(tmp_path, at_once=2)
    begun, go_on, statuses = threading.Event(), threading.Event(), list[int]()
    inside: list[int] = []
    lock = threading.Lock()

    def slowly() -> None:
        if request.path == "/api/maps":
            with lock:
                inside.append(1)
            assert len(inside) == 1
            begun.set()
            go_on.wait(timeout=30)
            inside.clear()

    table.app.before_request_funcs[None].append(slowly)

    def bring() -> None:
        statuses.append(table.client.post("/api/maps", json={}).status_code)

    strangers = [threading.Thread(target=bring) for _ in range(40)]
    for stranger in strangers:
        stranger.start()
    assert begun.wait(timeout=30)
    assert table.get("table", "/view").status_code == 200
    assert table.try_("zombie", HIDDEN, 0).status_code == 200
    go_on.set()
    for stranger in strangers:
        stranger.join(timeout=30)
    assert set(statuses) == {422, 503}
    assert statuses.count(422) >= 12


def test_what_is_written_together_is_sent_together() -> None:
    class Transport:
        def __init__(self) -> None:
            self.sent, self.closed_after = list[bytes](), -1

        def write(self, data: bytes) -> None:
            self.sent.append(data)

        def close(self) -> None:
            self.closed_after = len(self.sent)

    async def run() -> None:
        inner: Any = Transport()
        transport = OneWrite(inner, asyncio.get_running_loop())
        transport.write(b"head ")
        transport.writelines([b"bo", b"dy"])
        assert inner.sent == []
        await asyncio.sleep(0)
        assert inner.sent == [b"head body"]
        transport.write(b"last word")
        transport.close()
        await asyncio.sleep(0)
        assert inner.sent == [b"head body", b"last word"]
        assert inner.closed_after == 2

    with ThreadPoolExecutor(1) as alone:  # a browser test before it may have left a loop in this thread
        alone.submit(asyncio.run, run()).result()
