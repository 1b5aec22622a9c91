"""Live updates: versions and presence, for everybody at the table, and nothing of the game."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee.events import Events
from referee.tables.service import Tables
from referee.web.events import Stream
from tests import soak
from tests.referee.seated import HIDDEN, Seated


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return Seated(tmp_path, stream_seconds=3.0, heartbeat_seconds=0.3)


def events(table: Seated, seat: str, **headers: str) -> Iterator[str]:
    """Give the blocks of a seat's stream as they come."""
    answer = table.client.get(
        f"/api/tables/{table.code}/events", headers=table.headers(seat) | headers, buffered=False
    )
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    for chunk in answer.response:
        yield chunk.decode() if isinstance(chunk, bytes) else chunk
    answer.close()


def test_a_stream_begins_with_where_things_stand(table: Seated) -> None:
    stream = events(table, "human")
    assert next(stream) == "retry: 1000\n\n"
    assert next(stream) == "id: 0\nevent: version\ndata: 0\n\n"
    assert next(stream).startswith('event: presence\ndata: {"table": false, "human": true, "zombie": false}')


def test_it_is_news_that_a_device_begins_to_listen(table: Seated) -> None:
    """It was seen when it asked for its page; from now on the tablet leaves its questions to it."""
    table.tables.events.mark_seen(table.code, "zombie")
    stream = events(table, "table")
    told = next(event for event in stream if event.startswith("event: presence"))
    assert '"zombie": true' in told
    phone = events(table, "zombie")
    next(phone)
    assert table.tables.events.listening(table.code, ["zombie"]) == ["zombie"]
    assert told in [next(stream), next(stream)]


def test_what_was_seen_already_is_not_said_again(table: Seated) -> None:
    table.do("zombie", HIDDEN)
    seen = events(table, "human", **{"Last-Event-ID": "1"})
    missed = events(table, "human", **{"Last-Event-ID": "0"})
    assert [next(seen), next(seen)][1].startswith("event: presence")
    assert [next(missed), next(missed)][1] == "id: 1\nevent: version\ndata: 1\n\n"


def test_everybody_is_woken_by_a_new_version(table: Seated) -> None:
    streams = {seat: events(table, seat) for seat in ("table", "human", "zombie")}
    for stream in streams.values():
        for _ in range(3):
            next(stream)
    threading.Timer(0.1, lambda: table.do("zombie", HIDDEN)).start()
    for stream in streams.values():
        assert "id: 1\nevent: version\ndata: 1\n\n" in [next(stream) for _ in range(4)]


def test_a_new_link_ends_the_streams_of_its_seat_and_no_other(table: Seated) -> None:
    """2: a device that was sent away hears nothing any more, and its seat does not count as connected."""
    old, other = events(table, "zombie"), events(table, "human")
    for stream in (old, other):
        for _ in range(3):
            next(stream)
    table.tokens["zombie"] = table.post("zombie", "/renew", seat="zombie").get_json()["token"]
    table.do("zombie", HIDDEN)
    assert not [said for said in old if "event" in said]
    assert "id: 2\nevent: version\ndata: 2\n\n" in [next(other) for _ in range(4)]
    assert table.tables.events.listening(table.code, ("human",)) == ["human"]
    assert table.tables.events.open_streams == 1


def test_a_change_by_another_process_is_noticed(table: Seated) -> None:
    stream = events(table, "human")
    for _ in range(3):
        next(stream)
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("UPDATE games SET version = 9")
    assert "id: 9\nevent: version\ndata: 9\n\n" in list(stream)


def test_a_tick_through_another_process_is_noticed(table: Seated) -> None:
    """The list is asked for on every device, whichever server it is connected to."""
    stream = events(table, "table", **{"Last-Event-ID": "0"})
    next(stream), next(stream)
    other = Tables(table.tables.config)
    other.checklist.tick(table.code, 0, ["Move the unit from 001 to 002."])
    assert "data: 1" in next(event for event in stream if event.startswith("event: ticks"))
    other.checklist.untick(table.code)
    table.tables.events.poll.look()
    assert "data: 2" in next(event for event in stream if event.startswith("event: ticks"))
    other.close()


@soak.PROCESSES
def test_a_stream_beats_and_ends_by_itself(table: Seated) -> None:
    """After 3 s, with a sign of life each 0.3 s: a busy machine gives fewer, and none gives more."""
    heard = list(events(table, "human"))
    assert 2 <= heard.count(": still here\n\n") <= 11


def test_a_seat_sees_the_others_come(table: Seated) -> None:
    stream = events(table, "human")
    for _ in range(3):
        next(stream)
    table.get("zombie", "/view")
    heard = [next(stream) for _ in range(8)]
    assert any('"zombie": true' in block for block in heard)


def test_a_stream_says_when_the_table_is_gone(table: Seated) -> None:
    stream = events(table, "human")
    for _ in range(3):
        next(stream)
    table.tables.lobby.delete(table.code, "table", table.code)
    assert "event: gone\ndata: gone\n\n" in list(stream)


def test_presence_lapses_after_a_while() -> None:
    now = [100.0]
    news = Events(5, lambda: now[0])
    seats = ("table", "human")
    news.mark_seen("AAAAAA", "human")
    assert news.connected("AAAAAA", seats) == {"table": False, "human": True}
    now[0] += 60
    assert news.connected("AAAAAA", seats) == {"table": False, "human": False}
    with news.open_stream("AAAAAA", "table"):
        now[0] += 60
        assert news.connected("AAAAAA", seats)["table"]
    now[0] += 60
    assert not news.connected("AAAAAA", seats)["table"]


def test_when_too_many_listen_the_next_is_told_to_ask_again() -> None:
    news = Events(1)

    def stream(seat: str) -> Stream:
        return Stream(news, "AAAAAA", seat, ("table", "human"), lambda _: {"AAAAAA": (7, 0)}, 30, 10)

    first = stream("table").text(None)
    assert next(first) == "retry: 1000\n\n"
    assert list(stream("human").text(None))[:2] == ["retry: 4000\n\n", "id: 7\nevent: version\ndata: 7\n\n"]
    first.close()  # type: ignore[attr-defined]
    assert next(stream("human").text(None)) == "retry: 1000\n\n"


def test_a_server_that_serves_no_more_screens_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    news = Events(1)
    with (
        news.open_stream("AAAAAA", "human"),
        news.open_stream("AAAAAA", "zombie"),
        news.open_stream("AAAAAA", "table"),
    ):
        (said,) = caplog.messages
    assert said.startswith("More screens are open than this server tells at once (1).")


def test_a_seat_without_a_stream_gets_one_of_whoever_holds_most() -> None:
    news = Events(3)
    with ExitStack() as held:
        extras = [held.enter_context(news.open_stream("AAAAAA", "human")) for _ in range(3)]
        assert not held.enter_context(news.open_stream("AAAAAA", "human")).granted
        assert held.enter_context(news.open_stream("BBBBBB", "zombie")).granted
        assert [place.ended for place in extras].count(True) == 1


def test_a_stream_begins_and_ends_quietly_where_the_database_does_not_answer(table: Seated) -> None:
    """Nothing may be raised out of a stream: the server would print a traceback on somebody's screen."""
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE ticks RENAME TO gone")
    assert list(events(table, "human")) == ["retry: 1000\n\n"]
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE gone RENAME TO ticks")
    assert len([next(stream) for stream in [events(table, "human")] for _ in range(3)]) == 3


def test_a_stream_goes_on_while_the_database_does_not_answer(table: Seated) -> None:
    stream = events(table, "human")
    for _ in range(3):
        next(stream)
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE ticks RENAME TO gone")
    table.tables.events.poll.look()
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE gone RENAME TO ticks")
    table.do("zombie", HIDDEN)
    assert "id: 1\nevent: version\ndata: 1\n\n" in list(stream)


def test_only_the_tables_own_stream_tells_that_somebody_guesses_pins(table: Seated) -> None:
    heard: dict[str, list[str]] = {}
    for seat in ("table", "human"):
        stream = events(table, seat)
        next(event for event in stream if event.startswith("event: presence"))
        for n in (1, 2, 3):
            table.tables.checklist.tick(table.code, 0, [f"Move the unit from 001 to 00{n} as {seat}."])
            heard.setdefault(seat, []).extend(until_ticks(stream))
            table.tables.events.warn(table.code)
    assert any("event: guesses" in event for event in heard["table"])
    assert not any("event: guesses" in event for event in heard["human"])


def test_a_stream_that_opens_after_wrong_pins_tells_of_them(table: Seated) -> None:
    """The page may have been made before; the stream of a player says nothing of it."""
    table.tables.events.warn(table.code)
    heard: dict[str, list[str]] = {}
    for seat in ("table", "human"):
        stream = events(table, seat)
        next(event for event in stream if event.startswith("event: presence"))
        table.tables.checklist.tick(table.code, 0, [f"Move the unit from 001 to 002 as {seat}."])
        heard[seat] = list(until_ticks(stream))
    assert any("event: guesses" in event for event in heard["table"])
    assert not any("event: guesses" in event for event in heard["human"])


def until_ticks(stream: Iterator[str]) -> Iterator[str]:
    """Give what a stream says up to its next word of ticks."""
    for event in stream:
        yield event
        if event.startswith("event: ticks"):
            return
