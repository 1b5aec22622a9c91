"""What several processes of one host tell each other through PostgreSQL."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from referee import events
from referee.config import Config
from referee.games.dawn_of_the_dead.ai import advisers
from referee.tables.service import Tables
from tests.referee import postgresql
from tests.referee.asking import Slow, seated
from tests.referee.postgresql import url
from tests.referee.seated import HIDDEN, Seated
from tests.referee.seated_on_postgresql import table

postgresql.wanted()
pytestmark = pytest.mark.postgresql
__all__ = ["table", "url"]

_PATIENCE_S = 30.0


@pytest.fixture
def other(table: Seated) -> Iterator[Tables]:
    """Give another process's tables on the same database, once each of the two hears the other."""
    tables = Tables(Config.of(table.settings))
    for one in (table.tables, tables):
        assert one.channel is not None
        one.channel.publish("heard", "nobody", "table")
    until(lambda: linked(table.tables, tables) and linked(tables, table.tables))
    yield tables
    tables.close()


def linked(one: Tables, two: Tables) -> bool:
    """Whether one process has heard of the other."""
    assert two.channel is not None
    return one.channel.linked and one.channel.lives(two.channel.process)


def until(there: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + _PATIENCE_S
    while not there():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.01)


class TestNews:
    def test_a_step_at_one_process_wakes_the_streams_of_the_other(self, table: Seated, other: Tables) -> None:
        assert other.events.latest_version(table.code) == -1
        table.do("zombie", HIDDEN)
        until(lambda: other.events.latest_version(table.code) == 1)

    def test_a_tick_and_a_deleted_table_are_told(self, table: Seated, other: Tables) -> None:
        table.tables.checklist.tick(table.code, 0, ["Move the unit from 001 to 002."])
        until(lambda: other.events.ticks(table.code) == 1)
        with other.events.open_stream(table.code, "human") as place:
            table.tables.store.mark_deleted(table.code)
            until(lambda: other.events.is_gone(place))

    def test_who_joins_late_or_missed_something_looks_at_the_database(
        self, table: Seated, other: Tables
    ) -> None:
        looked = threading.Event()

        def latest(codes: Collection[str]) -> dict[str, tuple[int, int]]:
            looked.set()
            return dict.fromkeys(codes, (0, 0))

        with table.tables.events.open_stream(table.code, "human", latest):
            other.channel.publish("began")
            assert looked.wait(_PATIENCE_S)

    def test_what_is_taken_back_by_the_database_is_told_to_nobody(self, table: Seated, other: Tables) -> None:
        with table.tables.database.writing() as connection:
            table.tables.events.publish(connection, table.code, 7)
            connection.rollback()
        table.do("zombie", HIDDEN)
        until(lambda: other.events.latest_version(table.code) == 1)


class TestPresence:
    def test_a_seat_is_connected_wherever_its_stream_is_held(self, table: Seated, other: Tables) -> None:
        code = table.code
        assert table.tables.events.device_connected(code, "zombie") is None
        with other.events.open_stream(code, "zombie"):
            until(lambda: table.tables.events.listening(code, ("human", "zombie")) == ["zombie"])
            assert table.tables.events.connected(code, ("zombie",)) == {"zombie": True}
            assert table.tables.events.seconds_away(code, "zombie") == 0.0
        until(lambda: table.tables.events.seconds_away(code, "zombie") > 0)
        # It may come back in a moment, as after each stream that ends by itself.
        assert table.tables.events.device_connected(code, "zombie") is True

    def test_a_new_link_made_at_one_process_ends_the_streams_that_the_other_holds(
        self, table: Seated, other: Tables
    ) -> None:
        """Only those of that seat, whose old link no longer opens anything."""
        with (
            other.events.open_stream(table.code, "zombie") as sent_away,
            other.events.open_stream(table.code, "human") as stays,
        ):
            table.tables.seats.renew(table.code, "zombie")
            until(lambda: sent_away.ended)
            assert not stays.ended

    def test_a_request_at_one_process_counts_at_the_other(self, table: Seated, other: Tables) -> None:
        table.tables.events.mark_seen(table.code, "human")
        until(lambda: other.events.connected(table.code, ("human",))["human"])
        assert other.events.listening(table.code, ("human",)) == []

    def test_a_process_that_begins_hears_of_the_streams_there_are(self, table: Seated, other: Tables) -> None:
        with other.events.open_stream(table.code, "zombie"):
            third = Tables(Config.of(table.settings))
            try:
                third.events.mark_seen(table.code, "human")
                until(lambda: third.events.seconds_away(table.code, "zombie") == 0)
            finally:
                third.close()

    def test_a_process_that_ends_takes_its_streams_with_it(self, table: Seated, other: Tables) -> None:
        with other.events.open_stream(table.code, "zombie"):
            until(lambda: table.tables.events.seconds_away(table.code, "zombie") == 0)
            other.close()
            until(lambda: table.tables.events.seconds_away(table.code, "zombie") > 0)

    def test_a_process_that_fell_silent_counts_as_gone(
        self, table: Seated, other: Tables, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with other.events.open_stream(table.code, "zombie"):
            until(lambda: table.tables.events.seconds_away(table.code, "zombie") == 0)
            monkeypatch.setattr(events, "GONE_AFTER_SECONDS", -1.0)
            assert table.tables.events.seconds_away(table.code, "zombie") > 0
            assert not table.tables.channel.linked


def test_a_lost_connection_is_made_anew(table: Seated, other: Tables) -> None:
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid()"
            " AND (starts_with(query, 'LISTEN') OR starts_with(query, 'SELECT pg_notify'))"
        )
    told = iter(range(1, 1_000_000))

    def arrives() -> bool:
        table.tables.events.ticked("A-CODE", next(told))
        return other.events.ticks("A-CODE") > 0

    until(arrives)


class TestChances:
    @pytest.fixture
    def slow(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
        """Put games in the place of the real ones that last until the test lets them end."""
        stand_in = Slow()
        monkeypatch.setattr(advisers, "chances", stand_in.chances)
        yield stand_in
        stand_in.go.set()

    @pytest.fixture
    def table(self, url: str, tmp_path: Path) -> Iterator[Seated]:
        """Give a solitaire table whose record PostgreSQL keeps."""
        table = seated(tmp_path / "alone", database_url=url)
        yield table
        table.tables.close()

    def test_15_0_a_run_is_shown_and_stopped_at_any_process(
        self, table: Seated, other: Tables, slow: Slow
    ) -> None:
        code = table.code
        assert other.win_odds.shown(code)["state"] == "none"
        table.tables.win_odds.start(code, 5)
        until(lambda: other.win_odds.shown(code).get("games") == 1)
        assert other.win_odds.shown(code) == table.tables.win_odds.shown(code)
        assert other.win_odds.start(code, 5)["state"] == "running"
        assert len(slow.seeds) == 1
        assert other.win_odds.stop(code)["state"] == "stopped"
        until(lambda: table.tables.win_odds.shown(code)["state"] == "stopped")

    def test_15_0_a_new_run_elsewhere_takes_the_place_of_one_from_an_earlier_moment(
        self, table: Seated, other: Tables, slow: Slow
    ) -> None:
        code = table.code
        table.tables.win_odds.start(code, 5)
        until(lambda: other.win_odds.shown(code)["state"] == "running")
        table.do("table", {"do": "start_move", "characters": ["peter"]})
        assert other.win_odds.start(code, 5)["current"]
        until(lambda: table.tables.win_odds.shown(code)["current"])
        slow.go.set()
        until(lambda: table.tables.win_odds.shown(code)["state"] == "done")
        assert other.win_odds.shown(code) == table.tables.win_odds.shown(code)

    def test_15_0_a_run_has_failed_when_its_process_has_ended(
        self, table: Seated, other: Tables, slow: Slow
    ) -> None:
        code = table.code
        other.win_odds.start(code, 5)
        until(lambda: table.tables.win_odds.shown(code)["state"] == "running")
        assert other.channel is not None
        other.channel.close()
        until(lambda: table.tables.win_odds.shown(code)["state"] == "failed")
        assert slow.seeds
