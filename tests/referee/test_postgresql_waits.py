"""How long a request waits for a PostgreSQL that says nothing, whatever it has waited for before."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from referee.problems import Problem
from referee.storage import patient, pool
from referee.storage.database import Database
from referee.storage.patient import Patient
from referee.storage.silence import Silence
from referee.turns import Turns, given_up, taken
from referee.waited import waited
from tests import soak
from tests.referee import postgresql
from tests.referee.postgresql import url
from tests.referee.seated import HIDDEN, Seated
from tests.referee.seated_on_postgresql import table
from tests.referee.test_postgresql_failing import everything_stopped, stoppable

postgresql.wanted()
__all__ = ["stoppable", "table", "url"]


@soak.PROCESSES
def test_many_writers_without_a_connection_all_get_their_sentence_within_5_s(
    stoppable: tuple[str, int], tmp_path: Path
) -> None:
    """More than there may be connections: some wait for one first, and then for the server."""
    address, server = stoppable
    seated = Seated(tmp_path, database_url=address)
    seated.tables.database.close()
    answers = list[tuple[int, float]]()

    def write() -> None:
        status = seated.try_("zombie", HIDDEN, 0).status_code
        answers.append((status, waited()))

    with everything_stopped(server):
        writers = [threading.Thread(target=write) for _ in range(30)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(30)
    assert [status for status, _ in answers] == [503] * 30
    assert max(seconds for _, seconds in answers) < 5
    seated.tables.close()


def test_whoever_has_waited_for_others_waits_less_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that takes connections and says nothing, after a lock that came late."""
    monkeypatch.setattr(patient, "_SECONDS", 0.3)
    with taken(Turns(1)):
        with given_up():
            time.sleep(0.4)
        assert waited() >= 0.4
        with pytest.raises(psycopg.OperationalError, match="does not answer"):
            Patient.connect("host=127.0.0.1 port=1")
    with taken(Turns(1)):
        assert waited() == 0


@soak.PROCESSES
def test_while_it_says_nothing_one_request_waits_in_full_and_the_others_briefly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else all threads would wait, and pages that need no database as well."""
    allowed, both = list[float](), threading.Barrier(2)

    class Noted(Silence):
        def longest(self, seconds: float) -> float:
            allowed.append(super().longest(seconds))
            return allowed[-1]

    silence = Noted()
    monkeypatch.setattr(patient, "SILENCE", silence)
    monkeypatch.setattr(patient, "_SECONDS", 2.0)

    def wait(port: int) -> None:
        with taken(Turns(1)), pytest.raises(psycopg.OperationalError):
            Patient.connect(f"host=127.0.0.1 port={port}")

    def wait_together(port: int) -> None:
        both.wait(30)
        wait(port)

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        wait(port)
        assert allowed[0] > 1.5
        with ThreadPoolExecutor(2) as two:
            list(two.map(wait_together, (port, port)))
        briefly, in_full = sorted(allowed[1:])
        assert briefly < 0.5
        assert in_full > 1.5
        silence.answered()
        assert silence.longest(2.0) == 2.0


@soak.PROCESSES
def test_through_the_pool_one_request_waits_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for a connection that lies idle is no wait, and takes no other request's turn to wait."""
    silence = Silence()
    for module in (patient, pool):
        monkeypatch.setattr(module, "SILENCE", silence)
    monkeypatch.setattr(patient, "_SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        database = Database(f"postgresql://somebody@127.0.0.1:{silent.getsockname()[1]}/tables")
        for _ in range(2):
            began = time.monotonic()
            with taken(Turns(1)), pytest.raises(Problem, match="does not answer"), database.reading():
                pass
            assert time.monotonic() - began > 0.9
        database.close()


def test_others_go_on_while_a_row_is_waited_for(table: Seated) -> None:
    """Somebody else holds it, and the thread that waits for it needs no turn."""
    turns, gone_on = Turns(1), threading.Event()

    def go_on() -> None:
        with taken(turns):
            gone_on.set()

    with taken(turns), table.tables.database.writing() as connection:
        other = threading.Thread(target=go_on)
        other.start()
        for _ in range(100):
            connection.exec_driver_sql("SELECT pg_sleep(0.2)")
            if gone_on.is_set():
                break
        assert gone_on.is_set()
    other.join()
