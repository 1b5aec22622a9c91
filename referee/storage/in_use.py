"""Noticing a SQLite file that was copied from under a running server, without its `-wal` file.

Such a copy is whole and lacks the last changes, so nothing else tells it from a good one. A server notes in
the file that it uses it, and takes the note away when it stops. A note without a `-wal` file beside it means
that the file was copied alone: after a crash both are there.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

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
