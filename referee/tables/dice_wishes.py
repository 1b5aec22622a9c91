"""Whose dice fall on the table, where the devices of a seat do otherwise than the table; kept with the seat.

What the whole table does is a setting. The exception is nobody else's business: it changes no version and is
part of no view, so that no other seat learns of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.problems import Problem
from referee.storage import seats
from referee.tables.table_store import TableStore


@dataclass(frozen=True, slots=True)
class DiceWishes:
    """The exceptions of all seats. They outlive the process, and every process on one database reads them."""

    store: TableStore

    def note(self, code: str, seat: str, *, typed: bool | None) -> None:
        """Note how a device of a seat differs from its table, as it asks for something. None: not at all.

        A seat may have several devices, so "typed" stays until one of them has changed it. Nothing is written
        where nothing is new. A page is shown also where it cannot be saved: the next one notes it again.
        """
        if typed is None:
            return
        with self.store.database.reading() as connection:
            known = seats.types_dice(connection, code, seat)
        if known or known is typed:
            return
        try:
            with self.store.database.writing() as connection:
                seats.note_types_dice(connection, code, seat, typed=typed)
        except Problem:
            return

    def change(self, code: str, seat: str, *, typed: bool | None) -> None:
        """Save what a player of a seat has just chosen; None goes with the table.

        Raises Problem (503) if it could not be saved.
        """
        with self.store.database.writing() as connection:
            seats.set_types_dice(connection, code, seat, typed=typed)

    def of(self, code: str, seat: str) -> bool | None:
        """Return whether a device of a seat types in its dice; None where it does as the table does."""
        with self.store.database.reading() as connection:
            return seats.types_dice(connection, code, seat)
