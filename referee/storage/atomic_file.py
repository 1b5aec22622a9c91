"""Files written atomically: a draft beside each is renamed once it is complete."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.errors import InputError
from referee.records.text import show


@contextmanager
def new_draft(near: Path) -> Iterator[Path]:
    """Yield an empty file beside another one, readable by its owner only, and delete it after the block.

    Raises InputError if there is no room for it.
    """
    draft = near.absolute().with_name(f".{near.name}.{os.getpid()}")
    try:
        draft.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise InputError(f"The file {show(str(near))} cannot be written: {error.strerror}.") from None
    try:
        yield draft
    except sqlite3.Error as error:
        if not is_full(error):
            raise
        raise InputError(f"The file {show(str(near))} cannot be written: the disk is full.") from None
    finally:
        for left in (draft, *(draft.with_name(draft.name + end) for end in ("-wal", "-shm", "-journal"))):
            left.unlink(missing_ok=True)


def commit_draft(draft: Path, file: Path) -> None:
    """Rename a finished draft, once it is on disk. Never overwrites a file."""
    try:
        handle = os.open(draft, os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        _name(draft, file)
    except FileExistsError:
        raise InputError(f"The file {show(str(file))} is there already. Name another one.") from None
    except OSError as error:
        raise InputError(f"The file {show(str(file))} cannot be written: {error.strerror}.") from None
    with suppress(OSError):  # some systems cannot sync a folder
        folder = os.open(file.absolute().parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def is_full(error: sqlite3.Error) -> bool:
    """Return whether SQLite found the disk full."""
    return getattr(error, "sqlite_errorname", "") == "SQLITE_FULL"


def _name(draft: Path, file: Path) -> None:
    """Rename a draft. Raises FileExistsError if there is a file of that name."""
    try:
        os.link(draft, file)
    except FileExistsError:
        raise
    except OSError:  # Android has no hard links
        if file.exists():
            raise FileExistsError from None
        draft.rename(file)
