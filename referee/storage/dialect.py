"""The two kinds of database: how their connections are made and their transactions begin.

A change is answered only once it is on disk. SQLite runs with a write-ahead log and `synchronous=FULL`;
PostgreSQL answers a commit when its own log is on disk, unless its administrator has switched that off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, event

from referee.storage import failures

_BUSY_MILLISECONDS = 100
"""How long SQLite sleeps for another program. A change asks again (`Writer`)."""
_HELD_MILLISECONDS = 3000
_ANSWER_MILLISECONDS = 30_000
_OF_AN_APP, _OF_A_WORKER = 80, 20
"""The most connections; PostgreSQL has 100 for all who use it, unless told otherwise."""
_FOR_NEWS, _KEPT, _FEWEST = 2, 5, 3
"""Those of a worker that are not in its pool, and those that its pool keeps and has at least."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How to ask one kind of database.

    `alone`, `together` and `write` are the options of a connection: for a single question, for several that
    must see the same moment, for a change. `connect` goes to the driver, `pool` to the engine. `unsaved` is
    said of a change that failed for an unknown reason, `closed` before the cause where nothing can be used.
    `one_writer` has changes take turns within this process; `shared` says that several servers may well use
    it at once. `first` are the statements that begin each connection, and `hold` lets one process at a time
    make the tables.
    """

    alone: Mapping[str, Any]
    together: Mapping[str, Any]
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
    together={"referee_begin": "BEGIN"},
    write={"referee_begin": "BEGIN IMMEDIATE"},
    connect={"check_same_thread": False, "timeout": _BUSY_MILLISECONDS / 1000},
    pool={"pool_size": 8, "max_overflow": 56, "pool_timeout": 10},
    unsaved=failures.FULL,
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
    # Without this each query sees its own moment: a table's version and lines that do not
    # belong together.
    together={"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
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
    unsaved=failures.AWAY,
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
    """Return the size of the pool of each of so many workers; a request without a connection waits."""
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
