"""Changes share the wait for the disk, each whole by itself; and nobody waits for those who wait."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert
from sqlalchemy.exc import OperationalError

from bench.counting import STATEMENTS, counted
from referee.problems import Problem
from referee.storage import schema
from referee.storage.database import Clash, Database
from referee.storage.prepared import run_text
from referee.turns import Turns, taken
from tests import soak
from tests.referee.seated import HIDDEN, Seated
from tests.referee.without_database import answered

MANY = 12
PATIENCE_S = 30.0


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """Give a database with its tables."""
    made = Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    made.create()
    yield made
    made.close()


def together(works: list[Callable[[], None]]) -> list[BaseException | None]:
    """Do all these at once, each on a thread of its own, and return what each raised."""
    raised: list[BaseException | None] = [None] * len(works)

    def work(n: int) -> None:
        try:
            works[n]()
        except Exception as error:  # noqa: BLE001  (it is what the test looks at)
            raised[n] = error

    threads = [threading.Thread(target=work, args=(n,)) for n in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
        assert not thread.is_alive()
    return raised


def kept(database: Database) -> set[str]:
    """Return the names on disk, as another program reads them."""
    assert database.path is not None
    with closing(sqlite3.connect(database.path)) as other:
        return {name for (name,) in other.execute("SELECT name FROM server WHERE name LIKE 'n%'")}


def write(database: Database, name: str) -> None:
    """Write a row, and check that it is on disk once that is over."""
    with database.writing() as connection:
        connection.execute(insert(schema.server).values(name=name, value="x"))
    assert name in kept(database)


def slow_commits(database: Database, come: Callable[[], bool] = lambda: True) -> list[float]:
    """Have each commit take a while, and the first until all have come; return the list of their times."""
    commits: list[float] = []

    @event.listens_for(database.engine, "commit")
    def _(_connection: Connection) -> None:
        commits.append(time.monotonic())
        while not come() and time.monotonic() < commits[0] + PATIENCE_S:
            time.sleep(0.01)
        time.sleep(0.1)

    return commits


def test_changes_that_come_together_share_a_commit_and_are_on_disk_when_answered(database: Database) -> None:
    begun: list[str] = []
    commits = slow_commits(database, lambda: len(begun) == MANY)
    names = [f"n{n}" for n in range(MANY)]

    def begin(name: str) -> None:
        begun.append(name)
        write(database, name)

    assert together([partial(begin, name) for name in names]) == [None] * MANY
    assert kept(database) == set(names)
    assert len(commits) < MANY / 2


def test_a_change_that_fails_takes_no_other_with_it(database: Database) -> None:
    slow_commits(database)
    write(database, "n0")

    def fail() -> None:
        with database.writing() as connection:
            connection.execute(insert(schema.server).values(name="never", value="x"))
            raise LookupError

    works: list[Callable[[], None]] = [partial(write, database, f"n{n}") for n in range(MANY)]
    raised = together([*works, fail])
    assert isinstance(raised[0], Clash)
    assert isinstance(raised[-1], LookupError)
    assert raised[1:-1] == [None] * (MANY - 1)
    assert kept(database) == {f"n{n}" for n in range(MANY)}


def test_a_commit_that_fails_is_told_to_everybody_in_it(database: Database) -> None:
    full = OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))
    failing = [True]

    @event.listens_for(database.engine, "commit")
    def _(_connection: Connection) -> None:
        time.sleep(0.1)
        if failing[0]:
            raise full

    works: list[Callable[[], None]] = [partial(write, database, f"n{n}") for n in range(MANY)]
    raised = together(works)
    assert [isinstance(error, Problem) for error in raised] == [True] * MANY
    assert kept(database) == set()
    failing[0] = False
    assert together(works) == [None] * MANY


def test_a_transaction_that_sqlite_gave_up_fails_for_all_in_it(database: Database) -> None:
    slow_commits(database)

    def give_up() -> None:
        with database.writing() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None
            driver.execute("ROLLBACK")
            raise LookupError

    raised = together([lambda: write(database, "n1"), give_up, lambda: write(database, "n2")])
    assert raised[1] is not None
    for n in (1, 2):
        assert (f"n{n}" in kept(database)) == (raised[2 * n - 2] is None)
    write(database, "n3")


def test_a_change_alone_takes_no_statement_but_its_own_and_the_begin(database: Database) -> None:
    write(database, "n1")
    with counted() as counts, database.writing() as connection:
        connection.execute(insert(schema.server).values(name="n2", value="x"))
    assert counts[STATEMENTS] == 2
    assert kept(database) == {"n1", "n2"}


def test_a_change_alone_that_fails_is_gone_and_the_next_goes_on(database: Database) -> None:
    def fail() -> None:
        with database.writing() as connection:
            connection.execute(insert(schema.server).values(name="n1", value="x"))
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert kept(database) == set()
    write(database, "n2")


def test_a_change_alone_whose_transaction_is_gone_is_not_answered(database: Database) -> None:
    def lose() -> None:
        with database.writing() as connection:
            connection.execute(insert(schema.server).values(name="n1", value="x"))
            connection.connection.rollback()

    with pytest.raises(Problem):
        lose()
    assert kept(database) == set()
    write(database, "n2")


class Held:
    """A table with one request worked on at a time, and half a dozen changes while another one holds it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, patience: float) -> None:
        monkeypatch.setattr("referee.storage.grouped.patience", lambda: patience)
        self.table, self.answers = Seated(folder, at_once=1), list[tuple[int, str]]()
        self.program = sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)
        self.writers = [threading.Thread(target=self._change) for _ in range(6)]

    def _change(self) -> None:
        answer = self.table.try_("zombie", HIDDEN, 0)
        self.answers.append((answer.status_code, answer.get_json().get("detail", "")))

    def begin(self) -> None:
        """Have the program take the database, and the changes come."""
        self.program.execute("BEGIN IMMEDIATE")
        for writer in self.writers:
            writer.start()

    def end(self) -> None:
        """Wait until all changes are answered."""
        for writer in self.writers:
            writer.join(timeout=PATIENCE_S)
            assert not writer.is_alive()


def test_while_another_program_holds_the_database_all_but_changes_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(tmp_path, monkeypatch, PATIENCE_S)
    client, made = held.table.client, held.table.client.post("/api/tables", json={}).get_json()
    asked = {"Authorization": f"Bearer {made['seats']['table']['token']}"}
    assert client.get(f"/api/tables/{made['code']}/view", headers=asked).status_code == 200
    answered(client)
    with closing(held.program):
        held.begin()
        time.sleep(0.3)
        assert client.get(f"/api/tables/{made['code']}/view", headers=asked).status_code == 200
        answered(client)
        assert held.answers == [], "the changes were to wait meanwhile"
    held.end()
    assert sorted(status for status, _ in held.answers) == [200, *[409] * 5]


@soak.PROCESSES
def test_changes_that_waited_in_vain_for_another_program_are_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(tmp_path, monkeypatch, 0.3)
    with closing(held.program):
        held.begin()
        held.end()
    assert {(status, said.split(" holds")[0]) for status, said in held.answers} == {(503, "Another program")}
    assert len(held.answers) == 6
    held.table.do("zombie", HIDDEN)


def test_a_disk_that_becomes_read_only_stops_nobody_for_ever(database: Database) -> None:
    """Each of the three turns is held by one who wants a new connection, as others have the turn to write."""
    grouped = database._grouped
    assert grouped is not None

    @event.listens_for(database.engine, "connect")
    def _only_read(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA query_only=ON")

    database.engine.dispose()
    grouped.connect_anew()
    turns, ended, refused = Turns(3), threading.Semaphore(0), list[str]()

    def change() -> None:
        try:
            with taken(turns), database.writing() as connection:
                connection.execute(insert(schema.server).values(name="n1", value="x"))
        except Problem as problem:
            refused.append(problem.detail)
        ended.release()

    for _ in range(10 * MANY):
        turns.submit(change)
    for _ in range(10 * MANY):
        while not ended.acquire(timeout=0.01):
            turns.relieve()
    assert len(refused) == 10 * MANY
    turns.close()


def test_a_change_whose_group_waits_when_the_database_is_closed_is_saved(database: Database) -> None:
    grouped = database._grouped
    assert grouped is not None
    grouped._waiting += 1  # as if another waited for the turn to write, which closing takes
    change = threading.Thread(target=write, args=(database, "n1"))
    change.start()
    while grouped._group is None or not grouped._group.changes:
        pass
    grouped.close()
    change.join(timeout=30)
    assert not change.is_alive()
    assert kept(database) == {"n1"}
    grouped._waiting -= 1


def test_a_refused_change_that_cannot_be_taken_back_is_not_saved(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is what was to be saved with it, and that is said."""

    def fail(connection: Connection, sql: str, values: tuple[Any, ...] = ()) -> object:
        if sql.startswith("ROLLBACK TO"):
            raise OperationalError(sql, None, Exception("out of memory"))
        return run_text(connection, sql, values)

    monkeypatch.setattr("referee.storage.grouped.run_text", fail)
    grouped = database._grouped
    assert grouped is not None
    grouped._waiting += 1
    refused = list[BaseException]()

    def first() -> None:
        try:
            write(database, "n1")
        except Problem as problem:
            refused.append(problem)

    whole = threading.Thread(target=first)
    whole.start()
    while grouped._group is None or not grouped._group.changes:
        pass
    grouped._waiting -= 1
    with pytest.raises(Refused), database.writing() as connection:  # noqa: PT012
        connection.execute(insert(schema.server).values(name="n2", value="x"))
        raise Refused
    whole.join(timeout=30)
    assert len(refused) == 1
    assert kept(database) == set()


class Refused(Exception):
    """A ruling that takes a change back."""
