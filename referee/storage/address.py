"""The address of a database, and the file of one that is a file.

A SQLite file that was copied while a server ran, without its `-wal` file, is intact but lacks the last
changes. To notice that, a server marks the file as in use, and clears the mark when it stops. A mark without
a `-wal` file beside it means that the file was copied alone: after a crash both are there.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from referee.errors import InputError
from referee.records.text import show

_SQLITE = ("sqlite", "sqlite+pysqlite")
_POSTGRESQL = ("postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2")
_WRITE = "write sqlite:///FILE or postgresql://..."
_AFTER_PASSWORD = re.compile(r"[^:/]*://[^:/]*(?::[^@]*)?@([^=]*)")
"""The text after the @ at which SQLAlchemy ends the password (the first one), up to an option's value."""
_SPLIT = (
    "The address of the database has an @ too many: in its password write %40 for each @, and %25 for each %."
)

MAX_SHOWN = 200
"""Most characters of an address in a message."""


def parse_address(url: str) -> URL:
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


def database_file(url: str) -> Path | None:
    """Return the file of a SQLite database, which need not exist; None for PostgreSQL. Raises InputError."""
    parsed = parse_address(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    if not parsed.database or parsed.database == ":memory:":
        raise InputError("The database must be a file: a table has to outlive the process.")
    return Path(parsed.database).resolve()


def make_file(path: Path, url: str) -> Path:
    """Return a file, made with its folder if it is missing; only its owner can read it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise InputError(f"The database {show(url, MAX_SHOWN)} cannot be opened: {error.strerror}.") from None
    return path


IN_USE = "in_use"
_BUSY_SECONDS = 0.5
_COPIED = (
    "The file {} was copied while a server used it, without the file {} beside it: the last changes may be"
    " missing. Stop the server before you copy its files, or use `referee backup`."
)


def has_log(file: Path) -> bool:
    log = log_of(file)
    return log.exists() and log.stat().st_size > 0


def log_of(file: Path) -> Path:
    """Return the path of the write-ahead log of a database file."""
    return file.with_name(file.name + "-wal")


def note_in_use(file: Path, *, had_log: bool) -> str:
    """Mark the file as in use. Return a warning if it was marked already without a log, or ""."""
    with closing(_connect(file)) as connection:
        noted = connection.execute("SELECT value FROM server WHERE name = ?", (IN_USE,)).fetchone()
        if noted is None:
            connection.execute("INSERT INTO server (name, value) VALUES (?, 'yes')", (IN_USE,))
            connection.commit()
        # Until the note is in the file itself, a copy would not have it.
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    return _COPIED.format(file.name, log_of(file).name) if noted and not had_log else ""


def clear_in_use(file: str) -> None:
    """Clear the mark, if the file can be written."""
    with suppress(sqlite3.Error), closing(_connect(Path(file))) as connection:
        connection.execute("DELETE FROM server WHERE name = ?", (IN_USE,))
        connection.commit()


def _connect(file: Path) -> sqlite3.Connection:
    """Return a connection to an existing file."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=_BUSY_SECONDS)
