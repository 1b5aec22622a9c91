"""Changes of a SQLite file take turns, each whole by itself; and nobody waits for those who wait."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from textwrap import dedent

import pytest
from sqlalchemy import Connection, event, insert
from sqlalchemy.exc import OperationalError

from bench.counting import STATEMENTS, counted
from referee.errors import Problem
from referee.storage import schema, writer
from referee.storage.database import Database, DuplicateKey
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


def test_a_change_that_fails_takes_no_other_with_it(database: Database) -> None:
    write(database, "n0")

    def fail() -> None:
        with database.writing() as connection:
            connection.execute(insert(schema.server).values(name="never", value="x"))
            raise LookupError

    works: list[Callable[[], None]] = [partial(write, database, f"n{n}") for n in range(MANY)]
    raised = together([*works, fail])
    assert isinstance(raised[0], DuplicateKey)
    assert isinstance(raised[-1], LookupError)
    assert raised[1:-1] == [None] * (MANY - 1)
    assert kept(database) == {f"n{n}" for n in range(MANY)}


def test_a_commit_that_fails_is_told_and_leaves_nothing(database: Database) -> None:
    full = OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))
    failing = [True]

    @event.listens_for(database.engine, "commit")
    def _(_connection: Connection) -> None:
        if failing[0]:
            raise full

    works: list[Callable[[], None]] = [partial(write, database, f"n{n}") for n in range(MANY)]
    assert [isinstance(error, Problem) for error in together(works)] == [True] * MANY
    assert kept(database) == set()
    failing[0] = False
    assert together(works) == [None] * MANY


def test_a_change_takes_no_statement_but_its_own_and_the_begin(database: Database) -> None:
    write(database, "n1")
    with counted() as counts, database.writing() as connection:
        connection.execute(insert(schema.server).values(name="n2", value="x"))
    assert counts[STATEMENTS] == 2
    assert kept(database) == {"n1", "n2"}


def test_a_change_that_fails_is_gone_and_the_next_goes_on(database: Database) -> None:
    def fail() -> None:
        with database.writing() as connection:
            connection.execute(insert(schema.server).values(name="n1", value="x"))
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert kept(database) == set()
    write(database, "n2")


def test_a_change_whose_transaction_is_gone_is_not_answered(database: Database) -> None:
    def lose() -> None:
        with database.writing() as connection:
            connection.execute(insert(schema.server).values(name="n1", value="x"))
            connection.connection.rollback()

    with pytest.raises(Problem):
        lose()
    assert kept(database) == set()
    write(database, "n2")


class Held:
    """A table, and half a dozen changes while another program holds the file."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, patience: float) -> None:
        monkeypatch.setattr(writer, "PATIENCE_SECONDS", patience)
        self.table, self.answers = Seated(folder), list[tuple[int, str]]()
        self.program = sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)
        self.writers = [threading.Thread(target=self._change) for _ in range(6)]

    def _change(self) -> None:
        answer = self.table.try_("zombie", HIDDEN, 0)
        self.answers.append((answer.status_code, answer.get_json().get("detail", "")))

    def begin(self) -> None:
        """Have the program take the database, and the changes come."""
        self.program.execute("BEGIN IMMEDIATE")
        for change in self.writers:
            change.start()

    def end(self) -> None:
        """Wait until all changes are answered."""
        for change in self.writers:
            change.join(timeout=PATIENCE_S)
            assert not change.is_alive()


def test_while_another_program_holds_the_database_all_but_changes_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_again = threading.Event()
    monkeypatch.setattr("referee.storage.writer.time.sleep", lambda _: asked_again.set())
    monkeypatch.setattr("referee.tables.store._PATIENCE_SECONDS", PATIENCE_S)
    held = Held(tmp_path, monkeypatch, PATIENCE_S)
    client, made = held.table.client, held.table.client.post("/api/tables", json={}).get_json()
    asked = {"Authorization": f"Bearer {made['seats']['table']['token']}"}
    assert client.get(f"/api/tables/{made['code']}/view", headers=asked).status_code == 200
    with closing(held.program):
        held.begin()
        assert asked_again.wait(PATIENCE_S)
        assert client.get(f"/api/tables/{made['code']}/view", headers=asked).status_code == 200
        answered(client)
        assert held.answers == [], "the changes were to wait meanwhile"
    held.end()
    assert sorted(status for status, _ in held.answers) == [200, *[409] * 5]


def test_changes_that_waited_in_vain_for_another_program_are_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(tmp_path, monkeypatch, 0.2)
    with closing(held.program):
        held.begin()
        held.end()
    assert {(status, said.split(" holds")[0]) for status, said in held.answers} == {(503, "Another program")}
    assert len(held.answers) == 6
    held.table.do("zombie", HIDDEN)


def test_who_waits_too_long_for_others_at_the_table_hears_of_no_other_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.tables.store._PATIENCE_SECONDS", 0.01)
    table = Seated(tmp_path)
    with ThreadPoolExecutor(1) as others, table.tables.store._locks.locked(table.code):
        answer = others.submit(table.get, "zombie", "/view").result(PATIENCE_S)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "could not get to this in time" in answer.get_json()["detail"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_under_gevent_what_cannot_be_saved_is_told_where_the_log_is_full_too() -> None:
    """What leaves its thread gevent prints, and whoever waits goes on only once that is printed."""
    program = """
        from gevent import Timeout, monkey; monkey.patch_all()
        from referee.storage.writer import in_native_thread

        try:
            with Timeout(5):
                in_native_thread(lambda: 1 // 0)
        except (ZeroDivisionError, Timeout) as error:
            print(type(error).__name__)
        """
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", dedent(program)],
            stdout=subprocess.PIPE,
            stderr=full,
            text=True,
            check=True,
        )
    assert ran.stdout == "ZeroDivisionError\n"
