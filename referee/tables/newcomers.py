"""What every seat may know about devices that want to share a private seat."""

from __future__ import annotations

from typing import Any

from referee.storage.arrivals import LET_IN, WAITING
from referee.tables.loaded_table import LoadedTable

BEFORE_NOTED = "0.1.0"
"""The version of tables made before versions were noted."""


def let_in(table: LoadedTable) -> list[dict[str, Any]]:
    """Return the devices let in at a private seat, in order: seat, who allowed it, when, after which line."""
    return [
        {"seat": a.seat, "by": a.answered_by, "after": a.after_line, "turn": a.turn, "at": a.at}
        for a in table.arrivals
        if a.state == LET_IN
    ]


def arrival(table: LoadedTable) -> dict[str, Any] | None:
    """Return the device that asks to share a private seat, or was let in since the last line; or None."""
    last = table.arrivals[-1] if table.arrivals else None
    if last is None or (last.state != WAITING and last.after_line != table.last_number):
        return None
    said = {"name": last.name} if last.name else {}
    return {"n": last.n, "seat": last.seat, "state": last.state, "by": last.answered_by, **said}


def with_company(table: LoadedTable, header: dict[str, Any]) -> dict[str, Any]:
    """Return the first line of a record with the names of the players, and the devices that were let in.

    Its version is the one that the table began with: the sentences are in its words, whatever version hands
    them out.
    """
    seats = {seat: table.names.get(seat, said) for seat, said in header["seats"].items()}
    came = let_in(table)
    return {
        **header,
        "seats": seats,
        "version": table.game.program or BEFORE_NOTED,
        **({"let_in": came} if came else {}),
    }
