"""Whoever guesses PINs waits, longer each time; nobody else does."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.errors import Problem
from referee.storage.database import Database
from referee.tables.seats import pins
from referee.tables.seats.pins import (
    FORGET_AFTER,
    FREE_TRIES,
    FREE_TRIES_PER_NETWORK,
    MAX_WAIT,
    PinThrottle,
    network_of,
)
from tests.referee.either_database import either, on_sqlite
from tests.rows import each_row

__all__ = ["either"]
BURST = 16
"""Tries that arrive at one process at the same moment."""


class At:
    """A clock that a test sets, and the guesses of two processes that go by it."""

    def __init__(self, url: str) -> None:
        self.now = 0.0
        self.databases = [Database(url) for _ in range(2)]
        self.databases[0].create()
        self.pin_throttle, self.there = (
            PinThrottle(each, self.time, lambda: b"secret") for each in self.databases
        )

    def time(self) -> str:
        """Return the time of the clock."""
        return (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.now)).isoformat(timespec="seconds")

    def wait(self, address: str, code: str) -> int:
        """Return the seconds that an address has to wait for a code."""
        try:
            self.pin_throttle.check(address, code)
        except Problem as problem:
            return int(problem.headers["Retry-After"])
        return 0

    def fail(self, times: int, address: str = "10.0.0.1", code: str = "AAAAAA") -> list[bool]:
        """Guess wrong so often, whenever it may be done."""
        told = []
        for _ in range(times):
            self.now += self.wait(address, code)
            told.append(self.pin_throttle.record_try(address, code, right=False))
        return told

    def rows(self) -> list[tuple[str, ...]]:
        """Return what the database keeps."""
        with self.databases[0].reading() as connection:
            return [tuple(row) for row in connection.exec_driver_sql("SELECT code, who, at FROM guesses")]


@pytest.fixture
def at(either: str) -> Iterator[At]:
    """Give the guesses of two processes that share a database of each kind."""
    made = At(either)
    yield made
    for database in made.databases:
        database.close()


@on_sqlite
def test_each_wait_is_twice_the_last_up_to_the_longest(at: At) -> None:
    at.fail(FREE_TRIES - 1)
    waits = []
    for _ in range(12):
        at.fail(1)
        waits.append(at.wait("10.0.0.1", "AAAAAA"))
    assert waits == [min(MAX_WAIT, 15 * 2**n) for n in range(12)]


@on_sqlite
def test_tries_at_the_same_moment_count_one_after_the_other(at: At) -> None:
    """Each may come when it begins; by the time it is judged, the others have been."""
    at.fail(FREE_TRIES - 1)
    assert at.wait("10.0.0.1", "AAAAAA") == 0
    assert at.pin_throttle.record_try("10.0.0.1", "AAAAAA", right=False)
    with pytest.raises(Problem):
        at.pin_throttle.record_try("10.0.0.1", "AAAAAA", right=True)
    assert not at.pin_throttle.record_try("10.0.0.2", "AAAAAA", right=True)


def test_every_process_counts_what_was_tried_at_any(at: At) -> None:
    for n in range(FREE_TRIES):
        (at.pin_throttle, at.there)[n % 2].record_try("10.0.0.1", "AAAAAA", right=False)
    for each in (at.pin_throttle, at.there):
        assert each.wrong_tries("AAAAAA") == FREE_TRIES
        with pytest.raises(Problem, match=r"Too many wrong tries\. Wait 15 seconds, or use the QR code"):
            each.check("10.0.0.1", "AAAAAA")
        each.check("10.0.0.2", "AAAAAA")


def test_a_burst_at_two_processes_gets_no_try_more_than_at_one(at: At) -> None:
    """A right one that comes last does not go before them, either."""
    start = threading.Barrier(2 * BURST)

    def guess(n: int) -> int:
        process = (at.pin_throttle, at.there)[n % 2]
        process.check("10.0.0.1", "AAAAAA")
        start.wait()
        try:
            process.record_try("10.0.0.1", "AAAAAA", right=False)
        except Problem as refused:
            return refused.status
        return 401

    with ThreadPoolExecutor(2 * BURST) as burst:
        assert Counter(burst.map(guess, range(2 * BURST))) == {401: FREE_TRIES, 429: 2 * BURST - FREE_TRIES}
    for each in (at.pin_throttle, at.there):
        with pytest.raises(Problem):
            each.record_try("10.0.0.1", "AAAAAA", right=True)
        each.record_try("10.0.0.2", "AAAAAA", right=True)


@on_sqlite
def test_a_wait_holds_for_one_network_and_one_code(at: At) -> None:
    at.fail(FREE_TRIES)
    assert at.wait("10.0.0.1", "AAAAAA") > 0
    assert at.wait("10.0.0.2", "AAAAAA") == at.wait("10.0.0.1", "BBBBBB") == 0


@on_sqlite
def test_who_tries_many_codes_waits_for_all(at: At) -> None:
    for n in range(FREE_TRIES_PER_NETWORK):
        assert at.wait("10.0.0.1", "ANY") == 0
        at.pin_throttle.record_try("10.0.0.1", f"CODE{n}", right=False)
    assert at.wait("10.0.0.1", "ANY") > 0
    assert at.wait("10.0.0.2", "ANY") == 0


@on_sqlite
def test_the_tablet_is_told_once_for_each_network(at: At) -> None:
    assert at.fail(FREE_TRIES + 2) == [False] * (FREE_TRIES - 1) + [True, False, False]
    assert at.pin_throttle.wrong_tries("AAAAAA") == FREE_TRIES + 2
    assert at.fail(FREE_TRIES, "10.0.0.2")[-1]
    at.now += FORGET_AFTER + 1
    assert at.pin_throttle.wrong_tries("AAAAAA") == 0


@on_sqlite
def test_what_cannot_be_a_code_is_counted_and_told_to_nobody(at: At) -> None:
    assert not any(at.fail(FREE_TRIES_PER_NETWORK, code=""))
    assert at.wait("10.0.0.1", "") > 0


@on_sqlite
def test_a_guesser_begins_anew_after_an_hour(at: At) -> None:
    at.fail(FREE_TRIES)
    at.now += 15 + FORGET_AFTER + 1
    at.fail(1)
    assert at.wait("10.0.0.1", "AAAAAA") == 0


@on_sqlite
def test_a_clock_that_is_put_back_lets_nobody_wait_for_days(at: At) -> None:
    at.fail(FREE_TRIES)
    at.now -= 24 * 3600
    assert at.wait("10.0.0.1", "AAAAAA") == 0
    assert at.fail(FREE_TRIES - 1) == [False] * (FREE_TRIES - 1)


@each_row(
    "one, other, same",
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("2001:db8::1", "2001:db8::2:3:4:5", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("", "unix", False),
    ],
)
def test_what_counts_as_one_network(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same


@on_sqlite
def test_the_database_names_no_address(at: At) -> None:
    """Who has a copy of it without the secret cannot try all addresses, either."""
    at.fail(1, "10.0.0.1")
    told = {who for _, who, _ in at.rows()}
    assert len(told) == 1
    assert "10.0.0.1" not in str(at.rows())
    PinThrottle(at.databases[0], at.time, lambda: b"another").record_try("10.0.0.1", "AAAAAA", right=False)
    assert len({who for _, who, _ in at.rows()} - told) == 1


def test_what_no_longer_holds_anybody_up_goes(at: At) -> None:
    """Also what was noted while the clock was far ahead."""
    at.fail(FREE_TRIES, code="LATEST")
    for code, time in (("BEFORE", -1), ("AHEAD", MAX_WAIT + FORGET_AFTER + 1)):
        at.now = time
        at.fail(1, f"of {code}", code)
    at.now = 0
    at.pin_throttle.forget(datetime.fromisoformat(at.time()) + timedelta(seconds=MAX_WAIT + FORGET_AFTER))
    assert {code for code, _, _ in at.rows()} == {"", "LATEST", "AHEAD"}
    at.pin_throttle.forget(datetime.fromisoformat(at.time()))
    assert {code for code, _, _ in at.rows()} == {"", "LATEST"}


@on_sqlite
def test_many_networks_do_not_fill_the_database(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that tried last are still counted."""
    monkeypatch.setattr(pins, "_MAX_ADDRESSES", 60)
    monkeypatch.setattr(pins, "_CLEAN_UP_EVERY", 20)
    for n in range(150):
        at.now += 1
        at.pin_throttle.record_try(f"10.0.0.{n}", "AAAAAA", right=False)
        assert len(at.rows()) <= 60 + 2 * 20
    at.fail(FREE_TRIES - 1, "10.0.0.149")
    assert at.wait("10.0.0.149", "AAAAAA") == 15


@on_sqlite
def test_what_is_forgotten_leaves_nothing_in_the_file(at: At, tmp_path: Path) -> None:
    at.fail(1)
    ((_, who, _), *_) = at.rows()
    at.now += MAX_WAIT + FORGET_AFTER + 1
    at.pin_throttle.forget(datetime.fromisoformat(at.time()))
    if not at.databases[0].shared:
        for database in at.databases:
            database.close()  # which ends the log beside the file
        assert who.encode() not in (tmp_path / "tables.sqlite3").read_bytes()
