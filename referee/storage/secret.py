"""The server's secret, from which the links of the seats are made."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from referee.errors import InputError
from referee.records.text import show
from referee.storage import schema
from referee.storage.database import Database, DuplicateKey


def server_secret(database: Database, make: Callable[[], str]) -> str:
    """Return this server's secret, made on first use.

    Beside a SQLite database it is a separate file that only its owner can read. In PostgreSQL, which several
    machines may share, it is a row, unless the setting `secret` (REFEREE_SECRET) provides it.
    """
    if database.path is not None:
        return _secret_file(secret_file(database.path), make)
    with suppress(DuplicateKey), database.writing() as connection:
        return schema.value(connection, "secret", make)
    # Another machine wrote first; both use its secret.
    with database.reading() as connection:
        return schema.value(connection, "secret", make)


def secret_file(path: Path) -> Path:
    """Return the path of the secret of a SQLite database."""
    return path.with_name(path.name + ".secret")


def _secret_file(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in a file. Raises InputError if the file cannot be made or read, or is empty."""
    try:
        if not path.exists():
            write_atomically(path, make())
        secret = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        secret = ""
    if not secret:
        raise InputError(
            f"The file {show(str(path))} should hold this server's secret, but it is empty or cannot be read."
            " Restore it, or remove it: then every seat gets a new link."
        )
    return secret


def write_atomically(path: Path, text: str) -> None:
    """Write a file atomically, so that no other process reads half of it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
    handle = os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
