"""The rows of one table, read together inside the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from referee.records.data import Arrival, Declined, Line, PendingAction, Request, Seat
from referee.storage import arrivals, games, requests, seats, underway


@dataclass(frozen=True, slots=True)
class TableRows:
    """What is stored of a table beside its `Game`: its record, what waits there, and who sits there."""

    lines: tuple[Line, ...]
    request: Request | Declined | None
    underway: PendingAction | None
    seats: tuple[Seat, ...]
    arrivals: tuple[Arrival, ...]


def read(connection: Connection, code: str, after: int = 0) -> TableRows:
    """Return the rows of a table; of its record the lines after this one."""
    return TableRows(
        games.lines(connection, code, after),
        requests.read(connection, code),
        underway.read(connection, code),
        seats.of_table(connection, code),
        arrivals.of_table(connection, code),
    )
