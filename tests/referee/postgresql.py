"""PostgreSQL under the record, for tests: where REFEREE_TEST_POSTGRESQL names a database for it.

Each test makes a schema of its own in that database and drops it again; whatever else is there is left alone.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import Connection

from referee.storage.database import Database
from tests.referee.any_table import AnyTable
from tools.postgresql import find_programs, started

UNNAMED = "REFEREE_TEST_POSTGRESQL names no PostgreSQL database to try"
ADDRESS = os.environ.get("REFEREE_TEST_POSTGRESQL", "")


def wanted() -> None:
    """Skip the tests of a module where no database is named."""
    if not ADDRESS:
        pytest.skip(UNNAMED, allow_module_level=True)


@contextmanager
def schema() -> Iterator[str]:
    """Give the address of an empty schema; skip the test where no database is named."""
    if not ADDRESS:
        pytest.skip(UNNAMED)
    name, whole = f"referee_{uuid4().hex}", Database(ADDRESS)
    with whole.writing() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
    address = whole.engine.url.update_query_dict({"options": f"-csearch_path={name}"})
    try:
        yield address.render_as_string(hide_password=False)
    finally:
        with whole.writing() as connection:
            connection.exec_driver_sql(f"DROP SCHEMA {name} CASCADE")
        whole.close()


@pytest.fixture
def url() -> Iterator[str]:
    """Give the address of an empty schema."""
    with schema() as address:
        yield address


def counts(database: Database) -> dict[str, int]:
    """Return how many rows each kind of thing has that belongs to a table."""
    with database.reading(snapshot=True) as connection:
        return {
            name: connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one()
            for name in ("games", "seats", "lines", "requests", "underway")
        }


def waits(database: Database) -> bool:
    """Whether somebody waits for a lock in this schema's database."""
    with database.reading() as connection:
        return bool(connection.exec_driver_sql("SELECT count(*) FROM pg_locks WHERE NOT granted").scalar())


def cut(connection: Connection, database: Database) -> None:
    """End a connection from the side of the database, as when it is stopped."""
    number = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    with database.reading() as other:
        other.exec_driver_sql(f"SELECT pg_terminate_backend({number}, 5000)")


def second(table: AnyTable) -> Database:
    """Return another way into the table's database, as another program has it."""
    return Database(str(table.settings["database_url"]))


@pytest.fixture(scope="session")
def stoppable() -> Iterator[tuple[str, int]]:
    """Give the address of a PostgreSQL that tests may stop, and its process."""
    programs = find_programs()
    if programs is None:
        pytest.skip("no PostgreSQL on this machine")
    with started(programs) as address:
        whole = Database(address)
        with whole.reading() as connection:
            folder = connection.exec_driver_sql("SHOW data_directory").scalar_one()
        whole.close()
        yield address, int((Path(folder) / "postmaster.pid").read_text().split()[0])


@contextmanager
def everything_stopped(server: int) -> Iterator[None]:
    """Stop a server and all its processes for a block."""
    children = subprocess.run(["pgrep", "-P", str(server)], capture_output=True, text=True, check=True)
    every = [server, *map(int, children.stdout.split())]
    for process in every:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in every:
            os.kill(process, signal.SIGCONT)
