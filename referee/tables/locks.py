"""A lock for each table, and the tables whose lock a thread has."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from referee.storage.failures import later
from referee.tables.loaded_table import LoadedTable

_PATIENCE_SECONDS = 3.5
"""How long a request waits for another one at its table, before it is told to try again."""


class Locks:
    """A lock for each table in use."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[str, threading.RLock] = {}

    def __getitem__(self, code: str) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(code, threading.RLock())

    @contextmanager
    def held(self, code: str) -> Iterator[None]:
        """Hold a table's lock for a block. Raises Problem (503) when another keeps it for too long."""
        lock = self[code]
        if not lock.acquire(timeout=_PATIENCE_SECONDS):
            raise later()
        try:
            yield
        finally:
            lock.release()

    def discard(self, code: str) -> None:
        """Forget the lock of a deleted table."""
        with self._guard:
            self._locks.pop(code, None)


class InHand(threading.local):
    """The tables whose lock this thread has, and the codes of those that must be read again."""

    def __init__(self) -> None:
        self.tables: dict[str, LoadedTable] = {}
        self.behind: set[str] = set()
