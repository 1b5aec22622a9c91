"""The two kinds of database: their connections, transactions and errors.

A change is confirmed only once it is on disk. SQLite runs with a write-ahead log and `synchronous=FULL`;
PostgreSQL confirms a commit when its log is on disk, unless its administrator has switched that off.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from referee.errors import Problem
from referee.records.data import DAMAGED

log = logging.getLogger("referee")

FULL = (
    "The table could not be saved, because the disk of the referee’s machine is full or cannot be written;"
    " nothing was changed."
)
_TAKES_NO_CHANGES = (
    "The table could not be saved, because the referee’s database takes no changes just now;"
    " nothing was changed."
)
AWAY = "The referee’s database does not answer just now; nothing was changed. Try again in a moment."
LATE = "The referee could not get to this in time; nothing was changed. Try again in a moment."
BUSY = "Another program holds the referee’s database just now; nothing was changed. Try again in a moment."
_UNKNOWN = (
    "The referee’s database went away while this was being saved, so it may or may not be done."
    " Look at the table again in a moment, before you repeat it."
)

# The beginnings of SQLite's error names and PostgreSQL's error codes (SQLSTATE).
_HELD = ("SQLITE_BUSY", "SQLITE_LOCKED", "55P03", "40P01", "40001")
_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX001", "XX002")
_TAKES_NOTHING = ("53100", "25006")
"""The disk is full, or the database is a read-only copy."""


class NoAnswer(SQLAlchemyError):
    """The database did not answer in time."""


def later(sentence: str = LATE) -> Problem:
    """Return the error for what cannot be done just now: 503, to be retried in a few seconds."""
    return Problem(503, sentence, {"Retry-After": "5"})


def cause(error: BaseException) -> str:
    """Return why a database cannot be used, in the words of its driver, for the host."""
    words = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0]
    return " ".join(re.sub("^connection (failed|is bad): ", "", words).split()) or "it says nothing"


def is_held(error: Exception) -> bool:
    """Return whether another program has locked the database."""
    return _kind(error).startswith(_HELD)


def read_only(error: Exception) -> bool:
    """Return whether a connection is read-only, as one opened while its disk was read-only."""
    return _kind(error).startswith("SQLITE_READONLY")


def _kind(error: Exception) -> str:
    original = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None)
    return str(code or type(original).__name__)


def unavailable(error: Exception, sentence: str, *, committing: bool = False) -> Problem:
    """Return the error for a failure of the database: 503, with Retry-After if waiting may help.

    `sentence` is for a failure of unknown cause. `committing`: the whole change had been sent, and only the
    confirmation is missing.
    """
    # The driver's message may quote secret parameters, so only the kind of error is logged.
    kind = _kind(error)
    name = type(error).__name__
    log.error("Database: %s", name if kind == name else f"{name} ({kind})")
    if kind.startswith(_DAMAGE):
        return Problem(503, DAMAGED)
    if is_held(error):
        sentence = BUSY
    elif kind.startswith(_TAKES_NOTHING):
        sentence = _TAKES_NO_CHANGES
    elif committing and (isinstance(error, NoAnswer) or _cut_off(error)):
        sentence = _UNKNOWN
    return later(sentence)


def _cut_off(error: Exception) -> bool:
    """Return whether the connection was lost with this error."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


_BUSY_MILLISECONDS = 100
"""Milliseconds that SQLite sleeps for another program. A change retries (`Writer`)."""
_HELD_MILLISECONDS = 3000
_ANSWER_MILLISECONDS = 30_000
_OF_AN_APP, _OF_A_WORKER = 80, 20
"""Most connections of an app and of a worker; PostgreSQL has 100 in all by default."""
_FOR_NEWS, _KEPT, _FEWEST = 2, 5, 3
"""Connections of a worker outside its pool; those that its pool keeps, and has at least."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """The settings of one kind of database.

    `alone`, `snapshot` and `write` are the options of a connection: for a single query, for several that must
    see the same state, for a change. `connect` goes to the driver, `pool` to the engine. `unsaved` is the
    sentence for a change that failed for an unknown reason, `closed` comes before the cause if the database
    cannot be used. `one_writer`: changes take turns within this process; `shared`: several servers may use it
    at once. `first` are the first statements of each connection, and `hold` lets one process at a time create
    the tables.
    """

    alone: Mapping[str, Any]
    snapshot: Mapping[str, Any]
    write: Mapping[str, Any]
    connect: Mapping[str, Any]
    pool: Mapping[str, Any]
    unsaved: str
    closed: str
    one_writer: bool
    shared: bool
    first: tuple[str, ...] = ()
    hold: str = ""


SQLITE = Dialect(
    # A single query needs no transaction, and every statement saved is a wait saved.
    alone={"referee_begin": None},
    snapshot={"referee_begin": "BEGIN"},
    write={"referee_begin": "BEGIN IMMEDIATE"},
    connect={"check_same_thread": False, "timeout": _BUSY_MILLISECONDS / 1000},
    pool={"pool_size": 8, "max_overflow": 56, "pool_timeout": 10},
    unsaved=FULL,
    closed="cannot be opened or written",
    # SQLite waits by sleeping, which could let a later writer go first.
    one_writer=True,
    shared=False,
    first=(
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "PRAGMA foreign_keys=ON",
        f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}",
        "PRAGMA secure_delete=ON",
    ),
)

POSTGRESQL = Dialect(
    alone={"isolation_level": "AUTOCOMMIT"},
    # Without this each query may see another state: a table's version and lines that do not fit.
    snapshot={"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
    write={},
    # A lost connection is noticed in seconds, not in the hours that TCP allows.
    connect={
        "connect_timeout": 4,
        "keepalives_idle": 30,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    },
    pool={
        "pool_timeout": 4,
        "pool_pre_ping": True,
        # A writer that waited for the same row reads it again, and sees that the version has changed.
        "isolation_level": "READ COMMITTED",
    },
    unsaved=AWAY,
    closed="does not answer as it should",
    one_writer=False,
    shared=True,
    # Set once for each connection: set in each change, it would cost one more wait.
    first=(
        f"SET lock_timeout = {_HELD_MILLISECONDS}",
        f"SET statement_timeout = {_ANSWER_MILLISECONDS}",
    ),
    hold="SELECT pg_advisory_xact_lock(hashtext('tabletop-referee'))",
)


def share(workers: int) -> dict[str, int]:
    """Return the pool size of each of so many workers; requests without a connection wait."""
    most = max(min(_OF_AN_APP // workers, _OF_A_WORKER) - _FOR_NEWS, _FEWEST)
    return {"pool_size": min(most, _KEPT), "max_overflow": max(most - _KEPT, 0)}


def set_up(engine: Engine, dialect: Dialect) -> None:
    """Set up the engine's connections and transactions for this kind of database."""

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: Any) -> None:
        if not dialect.shared:
            connection.isolation_level = None  # transactions begin below, not when the driver guesses
        cursor = connection.cursor()
        for statement in dialect.first:
            cursor.execute(statement)
        cursor.close()
        connection.commit()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        statement = connection.get_execution_options().get("referee_begin")
        if statement:
            connection.exec_driver_sql(statement)
