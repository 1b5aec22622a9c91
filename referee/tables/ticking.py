"""What the hands at a table have done on the cardboard: ticked on one device, gone from the list on all of them.

It is no part of the record, changes no version and holds nobody up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.storage import games
from referee.storage import ticks as stored
from referee.storage.rows import Tick, Ticks
from referee.tables.table_store import NoTable, TableStore

MOST = 2000
"""Taps that are remembered of one table: more than a long game has lines."""


@dataclass(frozen=True, slots=True)
class Ticking:
    """Ticks and their taking back."""

    store: TableStore

    def ticks(self, code: str) -> Ticks:
        """Return what was ticked at a table, in order."""
        with self.store.database.reading() as connection:
            return stored.ticks(connection, code)

    def count(self, code: str) -> int:
        """Return how often somebody at a table ticked or took a tick back, through whichever server."""
        with self.store.database.reading() as connection:
            return stored.serial(connection, code)

    def tick(self, code: str, at: int, done: Iterable[str]) -> None:
        """Note lines as done by hand, as they read when so much (`at`) had happened. Raises Problem (404)."""
        ids = tuple(done)
        if ids:
            self._change(code, lambda old: [*old, (at, ids)][-MOST:])

    def untick(self, code: str) -> None:
        """Forget the last tick of a table: the hand had not done it. Raises Problem (404)."""
        self._change(code, lambda old: old[:-1])

    def _change(self, code: str, change: Callable[[list[Tick]], list[Tick]]) -> None:
        with self.store.at(code), self.store.database.writing() as connection:
            if games.version(connection, code) is None:
                raise NoTable(code)
            old = stored.ticks(connection, code)
            done = change(list(old.done))
            stored.set_ticks(connection, code, Ticks(old.serial + 1, tuple(done)))
        self.store.hub.ticked(code)
