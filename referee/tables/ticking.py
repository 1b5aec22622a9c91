"""The ticks on the checklist: a line ticked on one device leaves the list on all of them.

Ticks are not part of the record, change no version and hold nobody up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.storage import games
from referee.storage import ticks as stored
from referee.storage.rows import Tick, Ticks
from referee.tables.not_at_hand import NoTable
from referee.tables.table_store import TableStore

MOST = 2000
"""Most ticks kept for one table: more than a long game has lines."""


@dataclass(frozen=True, slots=True)
class Ticking:
    """Ticking and unticking."""

    store: TableStore

    def ticks(self, code: str) -> Ticks:
        """Return the ticks of a table, in order."""
        with self.store.database.reading() as connection:
            return stored.ticks(connection, code)

    def tick(self, code: str, at: int, done: Iterable[str]) -> None:
        """Tick lines of the checklist as it was when `at` things had happened. Raises Problem (404)."""
        ids = tuple(done)
        if ids:
            self._change(code, lambda old: [*old, (at, ids)][-MOST:])

    def untick(self, code: str, serial: int | None = None) -> None:
        """Remove the last tick of a table. Raises Problem (404).

        With the `serial` of the list that was looked at, nothing is removed if somebody has ticked since.
        """
        self._change(code, lambda old: old[:-1], serial)

    def _change(
        self, code: str, change: Callable[[list[Tick]], list[Tick]], serial: int | None = None
    ) -> None:
        with self.store.at(code), self.store.database.writing() as connection:
            if games.version(connection, code) is None:
                raise NoTable(code)
            old = stored.ticks(connection, code)
            if serial not in {None, old.serial}:
                return
            done = change(list(old.done))
            stored.set_ticks(connection, code, Ticks(old.serial + 1, tuple(done)))
        self.store.events.ticked(code, old.serial + 1)
