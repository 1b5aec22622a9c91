"""What every seat may know about devices that want to share a private seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.dice_rounds import counting, promises
from referee.storage.arrivals import LET_IN, SENT_AWAY, WAITING
from referee.storage.rows import Arrival
from referee.tables.loaded_table import LoadedTable

BEFORE_NOTED = "0.1.0"
"""The version of tables made before versions were noted."""


def let_in(table: LoadedTable) -> list[dict[str, Any]]:
    """Return the devices let in at a private seat, in order: seat, who allowed it, when, after which line."""
    return [_noted(a) for a in table.arrivals if a.state == LET_IN]


def sent_away(table: LoadedTable) -> list[dict[str, Any]]:
    """Return the devices that their own seat sent away one by one, in order, as `let_in`."""
    return [_noted(a) for a in table.arrivals if a.state == SENT_AWAY]


def come_and_gone(table: LoadedTable) -> list[dict[str, Any]]:
    """Return the devices let in and those sent away, in order, each with its `state`."""
    told = (a for a in table.arrivals if a.state in {LET_IN, SENT_AWAY})
    return [{**_noted(a), "state": a.state} for a in told]


def _noted(came: Arrival) -> dict[str, Any]:
    return {
        "seat": came.seat,
        "by": came.answered_by,
        "after": came.after_line,
        "turn": came.turn,
        "at": came.at,
    }


def own_tokens(arrivals: Iterable[Arrival]) -> dict[str, str]:
    """Return the hash of the token of each device that was let in at a seat, and the seat.

    Each such device has a token of its own.
    """
    return {a.token_hash: a.seat for a in arrivals if a.token_hash and a.state == LET_IN}


def is_guest(came: Arrival) -> bool:
    """Return whether others let this device in, and not the seat's own device.

    Such a device neither answers for the seat's first device nor sends it away.
    """
    return came.state == LET_IN and came.answered_by != came.seat


def arrival(table: LoadedTable) -> dict[str, Any] | None:
    """Return the device that asks to share a private seat, was let in or sent away, or None.

    That the seat's own device let one in or sent one away is told until the next line; that others did, until
    the seat's first device has read it (`unread`).
    """
    last = table.waiting or (table.arrivals[-1] if table.arrivals else None)
    unread = next((a for a in reversed(table.arrivals) if a.unread), None)
    if last is not None and last.state != WAITING:
        now = last.after_line == table.last_number and not is_guest(last)
        now = now and not (unread and last.state == SENT_AWAY)
        last = last if now else unread
    if last is None:
        return None
    said = {"name": last.name} if last.name else {}
    read = {"unread": True} if last.unread else {}
    return {"n": last.n, "seat": last.seat, "state": last.state, "by": last.answered_by, **said, **read}


def with_company(table: LoadedTable, header: dict[str, Any]) -> dict[str, Any]:
    """Return the first line of a record with who plays, who came and went, and what was added to the dice.

    Its version is the one that the table began with: the sentences are in its words, whatever version hands
    them out.
    """
    seats = {seat: table.names.get(seat, said) for seat, said in header["seats"].items()}
    came, gone = let_in(table), sent_away(table)
    return {
        **header,
        "seats": seats,
        "version": table.game.program or BEFORE_NOTED,
        **({"let_in": came} if came else {}),
        **({"sent_away": gone} if gone else {}),
        **({"parts": added} if (added := counting(table.game.parts)) else {}),
        **({"commits": promised} if (promised := promises(table.game.parts)) else {}),
    }
