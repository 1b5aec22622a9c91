"""The connection to the database, and its promises: one writer at a time for a SQLite file.

SQLite waits by sleeping, which could let a later writer go first, and under gevent would stop every request.
So a change waits for its turn here, asks again and again for a file that another program holds, and has the
disk waited for by another thread.

A SQLite file that was copied from under a running server, without its `-wal` file, is whole and lacks the
last changes, so nothing else tells it from a good one. A server notes in the file that it uses it, and takes
the note away when it stops. A note without a `-wal` file beside it means that the file was copied alone:
after a crash both are there.

A change is answered only once it is on disk, so a process that is killed or a machine that loses power leaves
every answered change whole and nothing half done.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, make_url
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from referee.errors import InputError, NeedsRepair, Problem
from referee.events import ALONE, Channel, PostgresChannel
from referee.records.data import DAMAGED
from referee.records.text import show
from referee.storage import dialect, games, migrations, schema
from referee.storage.dialect import POSTGRESQL, SQLITE, is_held, later, set_up, share
from referee.storage.schema import SCHEMA, bring_up_to_date, check_made

DATABASE_SECONDS = 4.0
"""How long a request waits for a database elsewhere."""


def on_gevent() -> bool:
    """Return whether gevent runs this program."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and monkey.is_module_patched("socket")


def outside_the_loop(function: Callable[[], object]) -> None:
    """Call a function that waits for the disk; others go on meanwhile."""
    if not on_gevent():
        function()
        return
    import gevent  # noqa: PLC0415  (only a host has it)

    def failure() -> BaseException | None:
        # gevent prints what leaves its thread; if it cannot (a full disk), whoever waits never goes on.
        try:
            function()
        except BaseException as error:  # noqa: BLE001  (it is raised below)
            return error
        return None

    if error := gevent.get_hub().threadpool.apply(failure):
        raise error


@contextmanager
def limited() -> Iterator[None]:
    """Raise NoAnswer when a block takes too long: a database that was stopped says nothing at all.

    The system at the other end still accepts what it is sent, so no time-out of TCP or of the driver ends the
    wait. Only gevent can.
    """
    if not on_gevent():
        yield
        return
    from gevent import Timeout  # noqa: PLC0415  (only a host has it)

    limit = Timeout.start_new(DATABASE_SECONDS)
    try:
        yield
    except BaseException:
        # The driver may have made an error of its own of the time-out.
        if limit.pending:
            raise
        raise dialect.NoAnswer(f"it said nothing for {DATABASE_SECONDS:g} seconds") from None
    finally:
        limit.close()


PATIENCE_SECONDS = 3.5
"""How long a change waits in all for its turn and for another program, before it is told that it cannot."""
_LOOK_SECONDS = 0.02


class Writer:
    """Gives out the connection that writes, to one at a time."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._turn = threading.Lock()
        self._connection: Connection | None = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection for a change; it is on disk once the block has ended without an exception.

        Raises Problem (503) when it may not begin in time, SQLAlchemyError when it cannot be saved.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        if not self._turn.acquire(timeout=PATIENCE_SECONDS):
            raise later()
        try:
            connection = self._begun(until)
            yield connection
            driver: Any = connection.connection.driver_connection
            if not driver.in_transaction:
                raise OperationalError("", None, sqlite3.OperationalError("the transaction is gone"))
            outside_the_loop(connection.commit)
        except BaseException:
            self._take_back()
            raise
        finally:
            self._turn.release()

    def _begun(self, until: float) -> Connection:
        """Return the connection with a transaction begun. Raises Problem (503), SQLAlchemyError."""
        if self._connection is None:
            self._connection = self._connect()
        while True:
            try:
                self._connection.begin()
            except OperationalError as error:
                if not is_held(error) or time.monotonic() >= until:
                    raise
                time.sleep(_LOOK_SECONDS)
            else:
                return self._connection

    def connect_anew(self) -> None:
        """Have the next change begin with a new connection."""
        with self._turn:
            self._drop()

    def close(self) -> None:
        """Close the connection, after the change at hand."""
        self.connect_anew()

    def _take_back(self) -> None:
        """Take back what was not saved."""
        if self._connection is not None:
            try:
                self._connection.rollback()
            except SQLAlchemyError:
                self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
            connection.close()


NAME = "in_use"
_SECONDS = 0.5
_COPIED = (
    "The file {} was copied while a server used it, without the file {} beside it: the last changes may be"
    " missing. Stop the server before you copy its files, or use `referee backup`."
)


def has_log(file: Path) -> bool:
    """Return whether there is a write-ahead log beside a database file."""
    log = log_of(file)
    return log.exists() and log.stat().st_size > 0


def log_of(file: Path) -> Path:
    """Return where the write-ahead log of a database file lies."""
    return file.with_name(file.name + "-wal")


def note(file: Path, *, had_log: bool) -> str:
    """Note that the file is in use. Return a warning if the note was there already without a log, or ""."""
    with closing(_opened(file)) as connection:
        noted = connection.execute("SELECT value FROM server WHERE name = ?", (NAME,)).fetchone()
        if noted is None:
            connection.execute("INSERT INTO server (name, value) VALUES (?, 'yes')", (NAME,))
            connection.commit()
        # Until the note is in the file itself, a copy would not have it.
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    return _COPIED.format(file.name, log_of(file).name) if noted and not had_log else ""


def forget(file: str) -> None:
    """Take the note away, where the file can be written."""
    with suppress(sqlite3.Error), closing(_opened(Path(file))) as connection:
        connection.execute("DELETE FROM server WHERE name = ?", (NAME,))
        connection.commit()


def _opened(file: Path) -> sqlite3.Connection:
    """Return a connection to a file that is there; it makes none."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=_SECONDS)


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


class DuplicateKey(Exception):
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
        self._had_log = file is not None and has_log(file)
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
            why = dialect.cause((problem and problem.__context__) or error)
            what = "is damaged, or is not a database" if damaged else f"{self._dialect.closed}: {why}"
            raise InputError(f"The database {self.shown} {what}.") from None

    def _note_use(self, path: Path) -> None:
        """Note in the file that it is in use, until it is closed; warn if it was copied while in use."""
        with suppress(sqlite3.Error):  # then there is no note, and no copy is noticed
            if warning := note(path, had_log=self._had_log):
                log.warning("%s", warning)
            self._left = weakref.finalize(self, forget, str(path))

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
            raise dialect.unavailable(error, dialect.AWAY) from None

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

        Raises DuplicateKey when a key is taken. Raises Problem (503) when the change could not be saved, or
        when nobody knows because the database went away first.
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
            raise DuplicateKey from error
        except self._failures as error:
            if dialect.read_only(error):
                self._only_read()
            raise dialect.unavailable(error, self._dialect.unsaved, committing=committing) from None

    def check(self) -> None:
        """Check that the database answers and is still of this schema. Raises Problem (503)."""
        with self.reading() as connection:
            games.version(connection, "")
            made_for = schema.value(connection, "schema", lambda: SCHEMA)
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
