"""The connection to the database, and what is promised of it.

A change is answered only once it is on disk: SQLite runs with a write-ahead log and `synchronous=FULL`, so a
process that is killed or a machine that loses power leaves every answered change whole and nothing half done.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from referee.errors import InputError
from referee.json_text import show
from referee.problems import Problem
from referee.storage import server
from referee.storage.schema import LATER, metadata

log = logging.getLogger("referee")

_BUSY_MILLISECONDS = 5000
_CANNOT_WRITE = (
    "The table could not be saved, because the disk of the referee's machine is full or cannot be written;"
    " nothing was changed."
)
_CANNOT_READ = "The referee's database does not answer just now; nothing was changed. Try again in a moment."
_BUSY = "Another program holds the referee's database just now; nothing was changed. Try again in a moment."
_HELD = ("SQLITE_BUSY", "SQLITE_LOCKED")
_DAMAGED = (
    "The referee's database is damaged, so nothing was changed. Whoever runs the referee puts back a copy of it,"
    " or starts with another one."
)
_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""How the names of SQLite's errors begin that no waiting mends."""


_SQLITE = ("sqlite", "sqlite+pysqlite")
_POSTGRESQL = ("postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2")
_WRITE = "write sqlite:///FILE or postgresql://..."

SCHEMA = "1"
"""Grows when the tables change in a way that older programs cannot read."""


class Clash(Exception):
    """Something with the same key is there already."""


class Database:
    """A database and the one door to it: `reading()` and `writing()`, each one transaction."""

    def __init__(self, url: str) -> None:
        parsed = _parsed(url)
        self._shown = show(parsed.render_as_string(hide_password=True))
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        self.path: Path | None = None
        options: dict[str, Any] = {"pool_size": 8, "max_overflow": 56, "pool_timeout": 10}
        if self.is_sqlite:
            if not parsed.database or parsed.database == ":memory:":
                raise InputError("The database must be a file: a table has to outlive the process.")
            self.path = Path(parsed.database).resolve()
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(f"The database {show(url)} cannot be opened: {error.strerror}.") from None
            options["connect_args"] = {"check_same_thread": False, "timeout": _BUSY_MILLISECONDS / 1000}
        try:
            self.engine: Engine = create_engine(parsed, **options)
        except ImportError as error:
            raise InputError(
                f"The database {self._shown} needs the driver {error.name}: install the extra 'host'."
            ) from None
        if self.is_sqlite:
            _set_up_sqlite(self.engine)
        # One writer at a time in this process: SQLite's own waiting sleeps, and would let the slow go first.
        self._turn_to_write = threading.Lock()

    def create(self) -> None:
        """Make the tables that are not there yet.

        Raises InputError when the database cannot be written, is damaged, or was made by another program or by
        another version of this one.
        """
        try:
            with self.writing() as connection:
                metadata.create_all(connection)
                self._check_columns(connection)
                made_for = server.value(connection, "schema", lambda: SCHEMA)
                if made_for == SCHEMA:
                    self._add_later_columns(connection)
        except Problem as problem:
            what = "is damaged, or is none" if problem.detail == _DAMAGED else "cannot be opened or written"
            raise InputError(f"The database {self._shown} {what}.") from None
        if made_for != SCHEMA:
            raise InputError(
                f"The database {self._shown} was made by another version of this program (schema {made_for}, not"
                f" {SCHEMA}); start with another one."
            )

    def _check_columns(self, connection: Connection) -> None:
        """Refuse a table of the same name that somebody else made: it is left as it is."""
        found = inspect(connection)
        for name, table in metadata.tables.items():
            there = {column["name"] for column in found.get_columns(name)}
            wanted = (column.name for column in table.columns if LATER not in column.info)
            missing = next((column for column in wanted if column not in there), None)
            if missing:
                raise InputError(
                    f"The database {self._shown} was made by another program or another version of this one: its table"
                    f" {show(name)} has no {show(missing)}; start with another database."
                )

    def _add_later_columns(self, connection: Connection) -> None:
        """Give a database of an earlier version of this program the columns that came later."""
        found = inspect(connection)
        unless = "" if self.is_sqlite else "IF NOT EXISTS "  # another worker may be doing the same
        for name, table in metadata.tables.items():
            there = {column["name"] for column in found.get_columns(name)}
            for column in table.columns:
                if LATER in column.info and column.name not in there:
                    kind = column.type.compile(connection.dialect)
                    connection.exec_driver_sql(f"ALTER TABLE {name} ADD COLUMN {unless}{column.name} {kind}")

    @contextmanager
    def reading(self, *, together: bool = False) -> Iterator[Connection]:
        """Give a connection to read with; `together` makes several questions see the same moment.

        Raises Problem (503) when the database does not answer.
        """
        try:
            with self.engine.connect() as connection:
                yield connection.execution_options(referee_begin="BEGIN" if together else None)
        except SQLAlchemyError as error:
            raise _unavailable(error, _CANNOT_READ) from None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose changes are on disk, all of them, when the block ends; or none of them are.

        Raises Clash when a key is taken, Problem (503) when the change could not be saved.
        """
        try:
            with self._turn_to_write, self.engine.connect() as connection:
                connection = connection.execution_options(referee_begin="BEGIN IMMEDIATE")
                with connection.begin():
                    yield connection
        except IntegrityError as error:
            raise Clash from error
        except SQLAlchemyError as error:
            raise _unavailable(error, _CANNOT_WRITE) from None

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


def _parsed(url: str) -> URL:
    """Read a database's address; hosts write "postgres://" for what the driver calls "postgresql+psycopg".

    The address may hold a password, so it is not repeated where it is turned down.
    """
    try:
        found = make_url(url)
        if found.drivername in _POSTGRESQL:
            found = found.set(drivername="postgresql+psycopg")
        found.get_dialect()
    except SQLAlchemyError:
        raise InputError(f"The address of the database cannot be read; {_WRITE}") from None
    if found.drivername not in {*_SQLITE, "postgresql+psycopg"}:
        raise InputError(f"A database of the kind {show(found.drivername)} cannot keep the tables; {_WRITE}")
    return found


def _unavailable(error: SQLAlchemyError, sentence: str) -> Problem:
    # What the driver says may quote parameters, and these may be secrets: the kind of error is logged alone.
    original = error.orig if isinstance(error, DBAPIError) else None
    kind = str(getattr(original, "sqlite_errorname", "")) or type(original).__name__
    log.error("Database: %s (%s)", type(error).__name__, kind)
    if kind.startswith(_DAMAGE):
        return Problem(503, _DAMAGED)
    return Problem(503, _BUSY if kind.startswith(_HELD) else sentence, {"Retry-After": "5"})


def _set_up_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver's guess
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={_BUSY_MILLISECONDS}",
            "secure_delete=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A single question needs no transaction, and each statement less is a wait less for the interpreter.
        statement = connection.get_execution_options().get("referee_begin")
        if statement:
            connection.exec_driver_sql(statement)
