"""A lock for each table, and the tables whose lock a thread has."""

from __future__ import annotations

import threading

from referee.tables.loaded_table import LoadedTable


class Locks:
    """A lock for each table in use."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[str, threading.RLock] = {}

    def __getitem__(self, code: str) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(code, threading.RLock())

    def discard(self, code: str) -> None:
        """Forget the lock of a deleted table."""
        with self._guard:
            self._locks.pop(code, None)


class InHand(threading.local):
    """The tables whose lock this thread has; None for one that must be read again."""

    def __init__(self) -> None:
        self.tables: dict[str, LoadedTable | None] = {}
