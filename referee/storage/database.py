"""The database: connections to read and to write, and what goes wrong with them.

A change is confirmed only once it is on disk, so if a process is killed or a machine loses power every
confirmed change is complete and none is half done.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from referee.errors import InputError, NeedsRepair, Problem
from referee.events import ALONE, Channel, PostgresChannel
from referee.records.data import DAMAGED
from referee.records.text import show
from referee.storage import dialect, games, migrations, schema
from referee.storage.address import (
    MAX_SHOWN,
    clear_in_use,
    database_file,
    has_log,
    make_file,
    note_in_use,
    parse_address,
)
from referee.storage.dialect import POSTGRESQL, SQLITE, set_up, share
from referee.storage.schema import SCHEMA, bring_up_to_date, check_made
from referee.storage.writer import Writer, on_gevent

log = logging.getLogger("referee")

DATABASE_SECONDS = 4.0
"""Seconds that a request waits for a database on another machine."""


@contextmanager
def answer_in_time() -> Iterator[None]:
    """Raise NoAnswer if a block takes too long, because the database is unresponsive.

    The system at the other end still accepts packets, so no time-out of TCP or of the driver ends the wait.
    Only gevent can.
    """
    if not on_gevent():
        yield
        return
    from gevent import Timeout  # noqa: PLC0415  (only a host has it)

    limit = Timeout.start_new(DATABASE_SECONDS)
    try:
        yield
    except BaseException:
        # The driver may have turned the time-out into another error.
        if limit.pending:
            raise
        raise dialect.NoAnswer(f"it said nothing for {DATABASE_SECONDS:g} seconds") from None
    finally:
        limit.close()


class DuplicateKey(Exception):
    """A row with the same key already exists."""


class _ThreadConnection(threading.local):
    """The connection that this thread reuses, if any."""

    reuses = False
    connection: Connection | None = None


class Database:
    """A database. `reading()` and `writing()` are the only access, each one transaction.

    `workers` share the connections that an app may open.
    """

    def __init__(self, url: str, workers: int = 1) -> None:
        parsed = parse_address(url)
        written = make_url(url).difference_update_query(("password", "sslpassword"))
        self.display_url = show(written.render_as_string(hide_password=True), MAX_SHOWN)
        self._dialect = SQLITE if parsed.get_backend_name() == "sqlite" else POSTGRESQL
        self.shared = self._dialect.shared
        file = database_file(url)
        self._had_log = file is not None and has_log(file)
        self.path = None if file is None else make_file(file, url)
        self._only_reads = False
        self._clear_in_use: Callable[[], object] = lambda: None
        # Options in the address take precedence.
        connect = {name: value for name, value in self._dialect.connect.items() if name not in parsed.query}
        try:
            pool = {**self._dialect.pool, **(share(workers) if self.shared else {})}
            self.engine: Engine = create_engine(parsed, connect_args=connect, **pool)
        except ImportError as error:
            raise InputError(
                f"The database {self.display_url} needs the driver {error.name}: install the extra 'host'."
            ) from None
        # Errors while a connection is set up or released come from the driver itself.
        self._failures = (SQLAlchemyError, self.engine.dialect.loaded_dbapi.Error)
        set_up(self.engine, self._dialect)
        self._this_thread = _ThreadConnection()
        self._writer = Writer(self._to_write) if self._dialect.one_writer else None

    def _to_write(self) -> Connection:
        if self._only_reads:
            self._only_reads = False
            self.engine.dispose()
        return self.engine.connect().execution_options(**self._dialect.write)

    def _only_read(self) -> None:
        """Make the next change use new connections: these were opened while the disk was read-only."""
        self._only_reads = True
        if self._writer is not None:
            self._writer.connect_anew()

    def create(self) -> None:
        """Create the tables in an empty database, or migrate those of an earlier version.

        Raises InputError if the database cannot be written, is damaged, or was made by another program or by
        a newer version of this one.
        """
        with self._usable_or_input_error():
            with self.writing() as connection:
                if self._dialect.hold:
                    connection.exec_driver_sql(self._dialect.hold)
                bring_up_to_date(connection, self.display_url)
            if self.path is not None:
                self._note_use(self.path)

    def check_writable(self) -> None:
        """Raise InputError for a read-only file: SQLite reports it only at the first change."""
        if self.path is not None and not os.access(self.path, os.W_OK):
            raise InputError(f"The database {self.display_url} can only be read, so nothing could be saved.")

    def check_served(self, *, of_any_version: bool = False) -> None:
        """Check that a server has created the tables, of this version unless `of_any_version`.

        Raises InputError, with the same sentence as `create` if that refuses it too.
        """
        with self._usable_or_input_error(), self.reading(snapshot=True) as connection:
            check_made(connection, self.display_url, of_any_version=of_any_version)

    @contextmanager
    def _usable_or_input_error(self) -> Iterator[None]:
        """Turn failures of the database in a block into InputError."""
        try:
            if self.shared:
                with answer_in_time(), self.engine.connect():  # reported once, and not logged
                    pass
            yield
        except (Problem, *self._failures) as error:
            problem = error if isinstance(error, Problem) else None
            damaged = problem and problem.detail == DAMAGED
            why = dialect.cause((problem and problem.__context__) or error)
            what = "is damaged, or is not a database" if damaged else f"{self._dialect.closed}: {why}"
            raise InputError(f"The database {self.display_url} {what}.") from None

    def _note_use(self, path: Path) -> None:
        """Mark the file as in use until it is closed; warn if it was copied while in use."""
        with suppress(sqlite3.Error):  # then the file is not marked, and no copy is noticed
            if warning := note_in_use(path, had_log=self._had_log):
                log.warning("%s", warning)
            self._clear_in_use = weakref.finalize(self, clear_in_use, str(path))

    @contextmanager
    def reading(self, *, snapshot: bool = False) -> Iterator[Connection]:
        """Yield a connection for reading. With `snapshot` several queries see the same state.

        Raises Problem (503) if the database does not answer.
        """
        try:
            with answer_in_time():
                if snapshot or not self._this_thread.reuses:
                    self._give_back()
                    with self.engine.connect() as connection:
                        options = self._dialect.snapshot if snapshot else self._dialect.alone
                        yield connection.execution_options(**options)
                else:
                    try:
                        yield self._kept()
                    except BaseException:
                        self._give_back()
                        raise
        except self._failures as error:
            raise dialect.unavailable(error, dialect.AWAY) from None

    @contextmanager
    def reuse_connection(self) -> Iterator[None]:
        """Make this thread use one connection for all single queries in a block.

        It takes the connection with the first query, and releases it before it takes another: a thread that
        waits for a connection holds none.
        """
        if self._this_thread.reuses:
            yield
            return
        self._this_thread.reuses = True
        try:
            yield
        finally:
            self._this_thread.reuses = False
            self._give_back()

    def _kept(self) -> Connection:
        kept = self._this_thread.connection
        if kept is None or kept.invalidated:
            self._give_back()
            kept = self._this_thread.connection = self.engine.connect().execution_options(
                **self._dialect.alone
            )
        return kept

    def _give_back(self) -> None:
        kept, self._this_thread.connection = self._this_thread.connection, None
        if kept is not None:
            with suppress(*self._failures):
                kept.close()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection for writing. When the block ends, all of its changes are on disk, or none.

        Raises DuplicateKey when a key is taken. Raises Problem (503) if the change could not be saved, or if
        the database went away before it confirmed the change.
        """
        committing = False
        self._give_back()
        try:
            if self._writer is not None:
                with self._writer.writing() as connection:
                    yield connection
            else:
                with answer_in_time(), self._to_write() as connection:
                    connection.begin()
                    yield connection
                    committing = True
                    connection.commit()
        except IntegrityError as error:
            raise DuplicateKey from error
        except self._failures as error:
            if dialect.read_only(error):
                self._only_read()
            raise dialect.unavailable(error, self._dialect.unsaved, committing=committing) from None

    def check(self) -> None:
        """Check that the database answers and still has this schema. Raises Problem (503)."""
        with self.reading() as connection:
            games.version(connection, "")
            made_for = schema.value(connection, "schema", lambda: SCHEMA)
            revision = migrations.revision(connection)
        if (made_for, revision) != (SCHEMA, migrations.LATEST):
            raise NeedsRepair(503, "The database was changed by another version of this program.")

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()
        self._clear_in_use()


def channel_of(database: Database) -> Channel:
    """Return this process's end of the channel to those that share the database."""
    return PostgresChannel(database.engine) if database.shared else ALONE
