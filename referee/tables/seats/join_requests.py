"""The join requests of a table in memory, and what the record says of the devices that came and went."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.games.interface import SPECTATOR
from referee.games.table_view import Arrival
from referee.records.data import (
    LET_IN,
    SENT_AWAY,
    WAITING,
    JoinRequest,
)
from referee.records.seals import counted_contributions, seed_commitments
from referee.tables.table import LoadedTable

BEFORE_NOTED = "0.1.0"
"""The version given for tables that do not name one."""


def admissions(table: LoadedTable) -> list[dict[str, Any]]:
    """Return the devices let in at a private seat, in order: seat, who allowed it, when, after which line."""
    return [_noted(a) for a in table.join_requests if a.state == LET_IN]


def dismissals(table: LoadedTable) -> list[dict[str, Any]]:
    """Return the devices that their own seat sent away one by one, in order, as `let_in`."""
    return [_noted(a) for a in table.join_requests if a.state == SENT_AWAY]


def device_changes(table: LoadedTable) -> list[dict[str, Any]]:
    """Return the devices let in and those sent away, in order, each with its `state`."""
    told = (a for a in table.join_requests if a.state in {LET_IN, SENT_AWAY})
    return [{**_noted(a), "state": a.state} for a in told]


def _noted(came: JoinRequest) -> dict[str, Any]:
    return {
        "seat": came.seat,
        "by": came.answered_by,
        "after": came.after_line,
        "turn": came.turn,
        "at": came.at,
    }


def device_tokens(requests: Iterable[JoinRequest]) -> dict[str, str]:
    """Return the seat of each admitted device, by the hash of its token."""
    return {a.token_hash: a.seat for a in requests if a.token_hash and a.state == LET_IN}


def is_guest(came: JoinRequest) -> bool:
    """Return whether this device was admitted by others, and not by the seat's own device.

    Such a device neither answers for the seat's first device nor sends it away.
    """
    return came.state == LET_IN and came.answered_by != came.seat


def current_join_request(table: LoadedTable) -> Arrival | None:
    """Return the device that asks to share a private seat, was let in or sent away, or None.

    If the seat's own device let it in or sent it away, this is shown until the next line; if others did,
    until the seat's first device has read it (`unread`).
    """
    last = table.waiting or (table.join_requests[-1] if table.join_requests else None)
    unread = next((a for a in reversed(table.join_requests) if a.unread), None)
    if last is not None and last.state != WAITING:
        now = last.after_line == table.last_number and not is_guest(last)
        now = now and not (unread and last.state == SENT_AWAY)
        last = last if now else unread
    if last is None:
        return None
    seen: Arrival = {"n": last.n, "seat": last.seat, "state": last.state, "by": last.answered_by}
    if last.name:
        seen["name"] = last.name
    if last.unread:
        seen["unread"] = True
    return seen


def complete_header(table: LoadedTable, header: dict[str, Any]) -> dict[str, Any]:
    """Return the first line of a record with the players, device changes and seed contributions.

    Its version is the one that made the table, which chose the words of its sentences.
    """
    late = {seat: seat for seat in sorted(table.known_seats - header["seats"].keys() - {SPECTATOR})}
    seats = {seat: table.names.get(seat, said) for seat, said in {**header["seats"], **late}.items()}
    came, gone = admissions(table), dismissals(table)
    return {
        **header,
        "seats": seats,
        "version": table.game.program or BEFORE_NOTED,
        **({"let_in": came} if came else {}),
        **({"sent_away": gone} if gone else {}),
        **({"parts": added} if (added := counted_contributions(table.game.seed_contributions)) else {}),
        **({"commits": promised} if (promised := seed_commitments(table.game.seed_contributions)) else {}),
    }
