"""The request that waits for an answer, and which answers still fit it (R-UNDO).

A request carries a serial. A tap names it, so that an answer counts for nothing but what its player read.
"""

from __future__ import annotations

from referee.errors import InputError
from referee.events.news import Events
from referee.json_text import show
from referee.problems import MovedOn, NotYet, Problem, Stale
from referee.storage.rows import Request
from referee.tables.cancelling import may_cancel
from referee.tables.joint_shots import SHOT, waiting_for
from referee.tables.loaded_table import LoadedTable

READ = "read"
CANCEL = "cancel"
"""The word of a seat that gives up alone what it began: an answer to `undo`, to no request."""
ANSWERS = ("ask", "agree", "decline", "withdraw", READ)


class OtherRequest(MovedOn):
    """An answer to a request that is closed."""

    def __init__(self, table: LoadedTable) -> None:
        sentence = "That request is closed. "
        sentence += (
            "Read the new one before you answer." if table.request else "Nobody is waiting for an answer."
        )
        super().__init__(409, sentence)


def pending(table: LoadedTable, kind: str, answer: str | None, serial: int | None = None) -> Request | None:
    """Return the request of this kind that waits for an answer; None without one.

    Raises InputError for an unknown answer, OtherRequest (409) where `serial` names another request, Problem:
    409 while a request of another kind waits, 422 for an answer to nothing.
    """
    if answer is not None and answer not in ANSWERS:
        raise InputError(f"answer: {show(answer)} is not one of {', '.join(ANSWERS)}.")
    asked = table.request
    if serial is not None and (asked is None or asked.serial != serial):
        raise OtherRequest(table)
    if asked is None:
        if answer in {None, "ask"}:
            return None
        raise Problem(422, "There is no request to answer.")
    if asked.kind != kind or (answer == "ask" and kind == "override"):
        raise NotYet(waiting_for(table, asked))
    return asked


def first_line(table: LoadedTable, n: int | None) -> int:
    """Return the number of the first line to take back: a step, never a phase that ended by itself.

    Raises Problem (422) when there is nothing to take back, and InputError when `n` cannot be.
    """
    standing = table.standing()
    steps = [line.n for line in (table.players_lines() if n is None else standing) if not line.automatic]
    if table.underway is not None:
        steps.append(table.last_number + 1)
    if not steps:
        raise Problem(422, "There is nothing to take back.")
    if n is not None and n not in {*steps, *(line.n for line in standing)}:
        raise InputError(f"n: line {show(n)} cannot be taken back.")
    return table.secrets.first_with(max(line for line in steps if n is None or line <= n))


def check_asking(
    table: LoadedTable,
    seat: str,
    asked: Request | None,
    answer: str | None,
    n: int | None,
    version: int | None,
) -> None:
    """Check that a seat that asks saw the table and the request as they are now. Raises Problem (409)."""
    if answer in {None, "ask"}:
        check_seen(table, seat, asked, version)
        check_asks_the_same(table, asked, answer, n)


def check_seen(table: LoadedTable, seat: str, asked: Request | None, version: int | None) -> None:
    """Check that a seat saw the table as it is now before it asked. Raises Stale (409).

    The second tap of the seat that asked is harmless: its own request is all that is new.
    """
    if version is None or version == table.version_for(seat):
        return
    # A serial counts the versions that everybody knows of.
    seen = version - table.secrets.changes.get(seat, 0)
    if asked is None or (asked.seat, asked.serial) != (seat, seen + 1):
        raise Stale(version)


def check_asks_the_same(table: LoadedTable, asked: Request | None, answer: str | None, n: int | None) -> None:
    """Check that asking agrees to no other request than the one that waits. Raises Problem (409)."""
    if asked is None or (answer is None and n is None):  # Without either, the call is an answer.
        return
    if first_line(table, n) != asked.n:
        raise NotYet(waiting_for(table, asked))


def may_withdraw(events: Events, table: LoadedTable, seat: str, asked: Request) -> bool:
    """Return whether a no of this seat withdraws the request; from any other seat it declines it.

    The side that asked may, at its own device or where the tablet asked for it. The tablet may withdraw a
    joint shot while the device of the player that asked is away: it acts for that player (R-8.1a).
    """
    if asked.kind != SHOT:
        return seat in {asked.seat, *asked.agreed}
    away = not events.listening(table.code, [asked.seat])
    return seat == asked.seat or (seat == table.match.public_seat and away)


def cancelling(table: LoadedTable, seat: str, version: int | None) -> Request:
    """Return the taking back of the action in progress that a seat gives up alone.

    Raises Stale (409) after the table has moved on, Problem: 409 while a request waits, 422 where this takes
    agreement.
    """
    check_seen(table, seat, None, version)
    if table.request is not None:
        raise NotYet(waiting_for(table, table.request))
    if not may_cancel(table, seat):
        raise Problem(422, "It is too late to choose something else without asking. Ask to take it back.")
    return Request("undo", seat, (), table.last_number + 1)
