"""A shot of several players together: each fires only his own guns, so each of them taps (6.8, R-8.1a).

The first tap asks the others. The shot falls with the last tap, and its dice are rolled only then. The tablet
taps for the players whose devices are away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.games.ports import Action, Position
from referee.problems import NotYet, Problem
from referee.storage.rows import Declined, Request
from referee.tables.loaded_table import LoadedTable
from referee.tables.repeats import Says
from referee.tables.table_store import TableStore
from referee.tables.who import player
from rules.ruling import Ruling

SHOT = "shot"
"""The kind of the request for the other players' taps."""
_ASKED = {"undo": "take back", "override": "allow it anyway", SHOT: "shoot together"}
_TOO_EARLY = "Your dice do not count yet: roll with the last tap."
AGREE = "agree"
"""What a ruling still needs: the seats that have not tapped."""


def tapped(table: LoadedTable, action: Action) -> frozenset[str]:
    """Return the seats that have tapped this very shot already."""
    asked = table.request
    if asked is None or asked.kind != SHOT or asked.action is None:
        return frozenset()
    same = alike(table, table.match.read(asked.action), action)
    return frozenset(asked.agreed) if same else frozenset()


def missing(table: LoadedTable, seat: str, action: Action) -> tuple[str, ...]:
    """Return the seats that must still tap a joint shot after this seat's tap; empty for other actions."""
    needed = table.match.answerers(table.position, action)
    if seat == table.match.public_seat or len(needed) < 2:
        return ()
    left = needed - tapped(table, action) - {seat}
    return tuple(s for s in table.match.seats if s in left)


def answered_for(table: LoadedTable, seat: str, action: Action) -> tuple[str, ...]:
    """Return the seats whose answer under attack the tablet gives: their devices are away (R-8.1a).

    Who plays alone is at the tablet anyway.
    """
    needed = table.match.answerers(table.position, action)
    alone = needed == frozenset(table.match.sides)
    if alone or seat != table.match.public_seat:
        return ()
    away = needed - tapped(table, action) - table.untaken
    return tuple(s for s in table.match.seats if s in away)


def waiting(ruling: Ruling[Position], left: tuple[str, ...], *, rolled: bool = False) -> Ruling[Position]:
    """Return the ruling on a shot that waits for the taps of the seats that are left.

    Dice that were `rolled` before do not count, and the ruling says so.
    """
    reason = f"{ruling.reason} {_TOO_EARLY}" if rolled else ruling.reason
    return replace(ruling, reason=reason, needs={AGREE: left}, after=None, effects=())


def ask(store: TableStore, table: LoadedTable, seat: str, action: Action, says: Says) -> None:
    """Note the tap of one player and ask the others for theirs; `says` is what the player is answered.

    Raises Problem (409).
    """
    asked, before = _with_tap(table, seat, action), table.request
    if asked == before:
        return
    told: dict[str, Declined | None] = {seat: None} if asked.seat == seat else {}
    if before is not None and before.seat not in {asked.seat, seat}:
        told[before.seat] = Declined(SHOT, seat, lapsed=True)
    with store.change(table, says) as change:
        change.ask(asked)
        change.tell(told)


def _with_tap(table: LoadedTable, seat: str, action: Action) -> Request:
    """Return the request with the tap of this seat. Raises Problem (409) while another question waits.

    A player of the joint shot that waits may ask for another one instead.
    """
    asked, match = table.request, table.match
    before = tapped(table, action)
    if asked is not None and not before and not _may_ask_anew(table, seat, asked):
        raise NotYet(waiting_for(table, asked))
    agreed = tuple(s for s in match.seats if s in before | {seat})
    action_asked = match.write(match.without_results(action))
    if asked is not None and before:
        return Request(SHOT, asked.seat, agreed, None, action_asked, serial=asked.serial)
    return Request(SHOT, seat, agreed, None, action_asked, serial=table.version + 1)


def _may_ask_anew(table: LoadedTable, seat: str, asked: Request) -> bool:
    return asked.kind == SHOT and seat in {*asked.agreed, *wanted(table, asked)}


def wanted(table: LoadedTable, asked: Request) -> list[str]:
    """Return who has to agree to a request still: the sides, or the players of a joint shot."""
    if asked.kind != SHOT:
        return [side for side in table.match.sides if side not in asked.agreed]
    action = table.match.read(asked.action)
    left = table.match.answerers(table.position, action) - set(asked.agreed)
    return [seat for seat in table.match.seats if seat in left]


def waiting_for(table: LoadedTable, asked: Request) -> str:
    """Return who has to answer a request, and what it asks: "Waiting for Roger's player: shoot together?"."""
    who = " and ".join(player(table, seat) for seat in wanted(table, asked))
    return f"Waiting for {who}: {_ASKED[asked.kind]}?"


def check_concerned(table: LoadedTable, seat: str, asked: Request) -> None:
    """Check that a seat may decline a joint shot: its players and the tablet may. Raises Problem (403)."""
    if seat not in {table.match.public_seat, *asked.agreed, *wanted(table, asked)}:
        raise Problem(403, "Only the players of this shot can answer.")


def alike(table: LoadedTable, one: Action, other: Action) -> bool:
    """Return whether two actions are the same but for their dice and the order of the names."""
    return _plain(table, one) == _plain(table, other)


def _plain(table: LoadedTable, action: Action) -> Mapping[str, Any]:
    plain = table.match.write(table.match.without_results(action))
    return {name: sorted(value) if isinstance(value, list) else value for name, value in plain.items()}
