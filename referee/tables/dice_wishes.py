"""Whose dice fall on the table: whether the devices of a seat type them in, kept with the seat.

The wish is nobody else's business. It changes no version and is part of no view, so that no other seat
learns of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.problems import Problem
from referee.storage import seats
from referee.tables.table_store import TableStore


@dataclass(frozen=True, slots=True)
class DiceWishes:
    """The wishes of all seats. They outlive the process, and every process on one database reads them."""

    store: TableStore

    def note(self, code: str, seat: str, *, typed: bool) -> None:
        """Note what a device of a seat does with its dice, as it asks for something.

        A seat may have several devices, so "typed" stays until one of them has changed it. Nothing is written
        where nothing is new. A page is shown also where it cannot be saved: the next one notes it again.
        """
        with self.store.database.reading() as connection:
            known = seats.types_dice(connection, code, seat)
        if known or known is typed:
            return
        try:
            with self.store.database.writing() as connection:
                seats.note_types_dice(connection, code, seat, typed=typed)
        except Problem:
            return

    def change(self, code: str, seat: str, *, typed: bool) -> None:
        """Save what a player of a seat has just chosen. Raises Problem (503) if it could not be saved."""
        with self.store.database.writing() as connection:
            seats.set_types_dice(connection, code, seat, typed=typed)

    def of(self, code: str, seat: str) -> bool | None:
        """Return whether a device of a seat types in its dice; None if no device has asked for its screen."""
        with self.store.database.reading() as connection:
            return seats.types_dice(connection, code, seat)
