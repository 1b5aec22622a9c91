"""The devices of a private seat, and sending one of them away.

Each device that was let in has a token of its own, so one can lose the seat while the others keep it.
Renewing the seat's link sends all others away at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.problems import Problem
from referee.storage import arrivals
from referee.storage.arrivals import LET_IN, SENT_AWAY
from referee.storage.rows import Arrival
from referee.tables.loaded_table import LoadedTable
from referee.tables.seats import hashed
from referee.tables.table_store import TableStore


@dataclass(frozen=True, slots=True)
class Devices:
    """The devices of the seats of all tables."""

    store: TableStore

    def of_seat(self, table: LoadedTable, seat: str, token: str) -> list[dict[str, Any]]:
        """Return the devices of a seat, in the order they asked; `this` is the one with that token.

        Number 0 has the seat's own link: the one that took the seat, or renewed its link. Devices that share
        that link, as those of a seat without secrets do, are told as one.
        """
        came = _of_seat(table, seat)
        own = hashed(token)
        others = [
            {
                "n": a.n,
                "this": a.token_hash == own,
                "name": a.name,
                "by": a.answered_by,
                "turn": a.turn,
                "at": a.at,
            }
            for a in came
        ]
        return [{"n": 0, "this": not any(other["this"] for other in others)}, *others]

    def send_away(self, table: LoadedTable, seat: str, n: int) -> None:
        """Send one device away from a seat; every screen and the record tell it. Its streams end.

        The table's lock must be held. Raises Problem: 409 when the table has just changed, 422 when no such
        device is at the seat.
        """
        gone = next((a for a in _of_seat(table, seat) if a.n == n), None)
        if gone is None:
            raise Problem(422, "That device is not at your seat. It may have been sent away already.")
        noted = Arrival(
            max(a.n for a in table.arrivals) + 1,
            seat,
            None,
            SENT_AWAY,
            answered_by=seat,
            after_line=table.last_number,
            turn=table.match.turn(table.position),
            at=self.store.config.sources.now(),
            name=gone.name,
        )
        self._write(table, gone, noted)
        # The others' streams end with it, and they come back by themselves.
        self.store.events.send_away(table.code, seat)

    def _write(self, table: LoadedTable, gone: Arrival, noted: Arrival) -> None:
        with self.store.change(table) as change:
            arrivals.send_away(change.connection, table.code, gone.n, noted)
            left = replace(gone, token_hash=None, unread=False)
            change.arrivals([*(left if a.n == gone.n else a for a in table.arrivals), noted])
            seats = {hash_: name for hash_, name in table.seats.items() if hash_ != gone.token_hash}
            change.then(setattr, table, "seats", seats)


def _of_seat(table: LoadedTable, seat: str) -> list[Arrival]:
    """Return the devices that were let in at a seat and have it still, in the order they asked."""
    there = [a for a in table.arrivals if a.seat == seat and a.state == LET_IN and a.token_hash]
    return sorted(there, key=lambda a: a.n)
