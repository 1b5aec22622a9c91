"""Several actions of a seat, one after the other, in one tap; and an action that follows in the same tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Never, cast

from referee.errors import InputError, NothingToDo, Problem, Refused, Stale
from referee.games.interface import Batch, Position, Seen
from referee.games.table_view import TableView
from referee.games.toolkit.rules_api import shown_ruling
from referee.records.data import Tap
from referee.tables import views
from referee.tables.actions import Playing
from referee.tables.pending_actions import those_of
from referee.tables.table import LoadedTable
from rules.questions import TABLE
from rules.ruling import Ruling


def actions_after(table: LoadedTable, seat: str, data: object) -> list[dict[str, Any]] | None:
    """Return the seat's legal actions as they would be after one of them; changes nothing.

    Return None where the action is not allowed, or needs dice or a value first.
    """
    match = table.match
    ruling = match.rule(table.positions[-1], match.without_results(match.read(data)))
    if table.pending_action is not None or ruling.after is None:
        return None
    return [match.write(a) for a in those_of(table, table.position, seat, match.actions(ruling.after))]


_MAX_ACTIONS_IN_BATCH = 80
_ENDS = frozenset({403, 409, 422})
"""The statuses of an impossible action that end a batch."""


@dataclass(frozen=True, slots=True)
class Batches:
    """The batches of seats at their tables."""

    playing: Playing

    def do(
        self, table: LoadedTable, seat: str, data: Any, version: int, *, typed: bool = False
    ) -> list[Ruling[Position]]:
        """Carry out a batch, and return the rulings on its actions. The table's lock must be held.

        It stops when something unexpected happens, when a player has to choose, and when an action is
        refused. With `typed` the seat rolls its own dice, so none are rolled for it. Raises InputError for
        what is not a batch, Problem (403; 422 where there is nothing to do), and for the first action Stale
        (409) and Refused (422).
        """
        if (port := table.match.batches) is None:
            raise InputError("batch: this game does one action at a time.")
        batch = port.batch(data)
        if version != table.version_for(seat):
            raise Stale(version)
        rulings = list[Ruling[Position]]()
        while len(rulings) < _MAX_ACTIONS_IN_BATCH and (
            ruling := self._next(table, seat, batch, rulings, typed=typed)
        ):
            rulings.append(ruling)
        if not rulings:
            raise NothingToDo(batch.nothing)
        return rulings

    def _next(
        self, table: LoadedTable, seat: str, batch: Batch, done: Sequence[object], *, typed: bool
    ) -> Ruling[Position] | None:
        """Carry out the next action and return the ruling; None if there is none, or it cannot be done."""
        action = batch.next(cast("Seen[Never]", self._seen(table, seat, typed=typed)))
        if action is None:
            return None
        version, tap = table.version_for(seat), Tap(goes_on=bool(done), far=batch.far)
        try:
            return self.playing.do(table, seat, action, version, tap=tap)
        except Problem as problem:
            # Refused, stale, or another seat's to answer: what was done stays done.
            if not done or problem.status not in _ENDS:
                raise
            return None

    def _seen(self, table: LoadedTable, seat: str, *, typed: bool) -> Seen[TableView]:
        playing = self.playing
        return Seen(
            views.view(table, seat),
            playing.actions(table, seat),
            partial(actions_after, table, seat),
            lambda action: bool(playing.remaining_needs(table, seat, action)["kept"]),
            typed,
        )


def follow_up(playing: Playing, table: LoadedTable, seat: str, data: object, version: int) -> None:
    """Carry out an action that everybody may see, in the same tap of this seat as the step before.

    The record names the seat, or the side whose action it is where the seat could not do it by itself. Raises
    Stale (409), and Refused (422) with the ruling.
    """
    if version != table.version or table.pending_action is not None:
        raise Stale(version)
    match = table.match
    action = match.read(data)
    allowed = match.check(table.position, action, TABLE)
    if not allowed.legal:
        raise Refused(shown_ruling(allowed))
    owners = match.seats_for(action)
    doer = seat if seat in owners else next(seat for seat in table.roster.seats[1:] if seat in owners)
    playing.play(table, doer, action, seat, tap=Tap(goes_on=True))
