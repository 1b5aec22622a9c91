"""The connection to the database, and its promises.

A change is answered only once it is on disk, so a process that is killed or a machine that loses power leaves
every answered change whole and nothing half done.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from referee.errors import InputError, NeedsRepair, Problem
from referee.events import ALONE, Channel, PostgresChannel
from referee.records.data import DAMAGED
from referee.records.text import show
from referee.storage import failures, games, in_use, migrations, server
from referee.storage.dialect import POSTGRESQL, SQLITE, set_up, share
from referee.storage.up_to_date import SCHEMA, bring_up_to_date, check_made
from referee.storage.waiting import limited
from referee.storage.writer import Writer

log = logging.getLogger("referee")

_SQLITE = ("sqlite", "sqlite+pysqlite")
_POSTGRESQL = ("postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2")
_WRITE = "write sqlite:///FILE or postgresql://..."
_AFTER_PASSWORD = re.compile(r"[^:/]*://[^:/]*(?::[^@]*)?@([^=]*)")
"""What follows the @ that ends the password for SQLAlchemy, its first, up to the value of an option."""
_SPLIT = (
    "The address of the database has an @ too many: in its password write %40 for each @, and %25 for each %."
)

_LONGEST = 200
"""How many characters of an address a message shows; the end says the most."""


class Clash(Exception):
    """A row with the same key already exists."""


class _Mine(threading.local):
    """The connection with which this thread asks, while it keeps one."""

    keeps = False
    connection: Connection | None = None


class Database:
    """A database. `reading()` and `writing()` are the only access, each one transaction.

    `workers` share the connections that an app may open.
    """

    def __init__(self, url: str, workers: int = 1) -> None:
        parsed = _parsed(url)
        written = make_url(url).difference_update_query(("password", "sslpassword"))
        self.shown = show(written.render_as_string(hide_password=True), _LONGEST)
        self._dialect = SQLITE if parsed.get_backend_name() == "sqlite" else POSTGRESQL
        self.shared = self._dialect.shared
        file = file_of(url)
        self._had_log = file is not None and in_use.has_log(file)
        self.path = None if file is None else _made(file, url)
        self._only_reads = False
        self._left: Callable[[], object] = lambda: None
        # An option in the address goes first.
        connect = {name: value for name, value in self._dialect.connect.items() if name not in parsed.query}
        try:
            pool = {**self._dialect.pool, **(share(workers) if self.shared else {})}
            self.engine: Engine = create_engine(parsed, connect_args=connect, **pool)
        except ImportError as error:
            raise InputError(
                f"The database {self.shown} needs the driver {error.name}: install the extra 'host'."
            ) from None
        # What goes wrong while a connection is set up or given back comes from the driver itself.
        self._failures = (SQLAlchemyError, self.engine.dialect.loaded_dbapi.Error)
        set_up(self.engine, self._dialect)
        self._mine = _Mine()
        self._writer = Writer(self._to_write) if self._dialect.one_writer else None

    def _to_write(self) -> Connection:
        if self._only_reads:
            self._only_reads = False
            self.engine.dispose()
        return self.engine.connect().execution_options(**self._dialect.write)

    def _only_read(self) -> None:
        """Have the next change begin with new connections: these were opened while the disk was read-only."""
        self._only_reads = True
        if self._writer is not None:
            self._writer.connect_anew()

    def create(self) -> None:
        """Make the tables in an empty database, or bring those of an earlier version up to date.

        Raises InputError when the database cannot be written, is damaged, or was made by another program or
        by a newer version of this one.
        """
        with self._or_refused():
            with self.writing() as connection:
                if self._dialect.hold:
                    connection.exec_driver_sql(self._dialect.hold)
                bring_up_to_date(connection, self.shown)
            if self.path is not None:
                self._note_use(self.path)

    def check_writable(self) -> None:
        """Raise InputError for a file that can only be read: SQLite says so at the first change alone."""
        if self.path is not None and not os.access(self.path, os.W_OK):
            raise InputError(f"The database {self.shown} can only be read, so nothing could be saved.")

    def check_served(self, *, of_any_version: bool = False) -> None:
        """Check that a server has made the tables, by this version unless they may be `of_any_version`.

        Raises InputError, in the same words as `create` where that refuses it too.
        """
        with self._or_refused(), self.reading(together=True) as connection:
            check_made(connection, self.shown, of_any_version=of_any_version)

    @contextmanager
    def _or_refused(self) -> Iterator[None]:
        """Raise InputError in a block that finds that the database cannot be used."""
        try:
            if self.shared:
                with limited(), self.engine.connect():  # what fails here is said once, and not logged
                    pass
            yield
        except (Problem, *self._failures) as error:
            problem = error if isinstance(error, Problem) else None
            damaged = problem and problem.detail == DAMAGED
            why = failures.cause((problem and problem.__context__) or error)
            what = "is damaged, or is not a database" if damaged else f"{self._dialect.closed}: {why}"
            raise InputError(f"The database {self.shown} {what}.") from None

    def _note_use(self, path: Path) -> None:
        """Note in the file that it is in use, until it is closed; warn if it was copied while in use."""
        with suppress(sqlite3.Error):  # then there is no note, and no copy is noticed
            if warning := in_use.note(path, had_log=self._had_log):
                log.warning("%s", warning)
            self._left = weakref.finalize(self, in_use.forget, str(path))

    @contextmanager
    def reading(self, *, together: bool = False) -> Iterator[Connection]:
        """Yield a connection for reading. With `together` several queries see the same moment.

        Raises Problem (503) if the database does not answer.
        """
        try:
            with limited():
                if together or not self._mine.keeps:
                    self._give_back()
                    with self.engine.connect() as connection:
                        options = self._dialect.together if together else self._dialect.alone
                        yield connection.execution_options(**options)
                else:
                    try:
                        yield self._kept()
                    except BaseException:
                        self._give_back()
                        raise
        except self._failures as error:
            raise failures.unavailable(error, failures.AWAY) from None

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Have this thread ask all single questions of a block through one connection.

        It takes the connection with the first question, and gives it back before it takes another: who waits
        for one keeps none from others.
        """
        if self._mine.keeps:
            yield
            return
        self._mine.keeps = True
        try:
            yield
        finally:
            self._mine.keeps = False
            self._give_back()

    def _kept(self) -> Connection:
        kept = self._mine.connection
        if kept is None or kept.invalidated:
            self._give_back()
            kept = self._mine.connection = self.engine.connect().execution_options(**self._dialect.alone)
        return kept

    def _give_back(self) -> None:
        kept, self._mine.connection = self._mine.connection, None
        if kept is not None:
            with suppress(*self._failures):
                kept.close()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection for writing. When the block ends, all its changes are on disk, or none.

        Raises Clash when a key is taken. Raises Problem (503) when the change could not be saved, or when
        nobody knows because the database went away first.
        """
        committing = False
        self._give_back()
        try:
            if self._writer is not None:
                with self._writer.writing() as connection:
                    yield connection
            else:
                with limited(), self._to_write() as connection:
                    connection.begin()
                    yield connection
                    committing = True
                    connection.commit()
        except IntegrityError as error:
            raise Clash from error
        except self._failures as error:
            if failures.read_only(error):
                self._only_read()
            raise failures.unavailable(error, self._dialect.unsaved, committing=committing) from None

    def check(self) -> None:
        """Check that the database answers and is still of this schema. Raises Problem (503)."""
        with self.reading() as connection:
            games.version(connection, "")
            made_for = server.value(connection, "schema", lambda: SCHEMA)
            revision = migrations.revision(connection)
        if (made_for, revision) != (SCHEMA, migrations.LATEST):
            raise NeedsRepair(503, "The database was changed by another version of this program.")

    def close(self) -> None:
        """Close every connection."""
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()
        self._left()


def channel_of(database: Database) -> Channel:
    """Return this process's end of the channel to those that share the database."""
    return PostgresChannel(database.engine) if database.shared else ALONE


def _parsed(url: str) -> URL:
    """Return a database's parsed address. The "postgres://" of hosts becomes "postgresql+psycopg".

    The address may hold a password, so no error repeats it.
    """
    try:
        address = make_url(url)
        if address.drivername in _POSTGRESQL:
            address = address.set(drivername="postgresql+psycopg")
        address.get_dialect()
    except (SQLAlchemyError, ValueError):  # a port that is not a number is a ValueError
        unread = f"The address of the database cannot be read; {_WRITE}"
        raise InputError(_SPLIT if url.count("@") > 1 else unread) from None
    if address.drivername not in {*_SQLITE, "postgresql+psycopg"}:
        raise InputError(
            f"A database of the kind {show(address.drivername)} cannot keep the tables; {_WRITE}"
        )
    rest = _AFTER_PASSWORD.match(url)
    if address.drivername not in _SQLITE and rest and "@" in rest[1]:
        raise InputError(_SPLIT)
    return address


def file_of(url: str) -> Path | None:
    """Return the file of a SQLite database, there or not; None for PostgreSQL. Raises InputError."""
    parsed = _parsed(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    if not parsed.database or parsed.database == ":memory:":
        raise InputError("The database must be a file: a table has to outlive the process.")
    return Path(parsed.database).resolve()


def _made(path: Path, url: str) -> Path:
    """Return a file. If it is missing, make it and its folder; only its owner can read the file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise InputError(f"The database {show(url, _LONGEST)} cannot be opened: {error.strerror}.") from None
    return path
