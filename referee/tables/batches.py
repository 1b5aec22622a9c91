"""Doing several actions in one call: each by itself on the record, all told together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.errors import InputError
from referee.games.ports import Batch, Position, Seen
from referee.problems import Problem, Stale
from referee.storage.rows import Tap
from referee.tables import projections
from referee.tables.loaded_table import LoadedTable
from referee.tables.looking_ahead import actions_after
from referee.tables.playing import Playing
from rules.ruling import Ruling

_MOST = 80
_ENDS = frozenset({403, 409, 422})
"""The statuses with which an action that cannot be done ends a batch."""


class NothingToDo(Problem):
    """The answer where a batch has not even a first action."""

    def __init__(self, sentence: str) -> None:
        super().__init__(422, sentence)


@dataclass(frozen=True, slots=True)
class Batches:
    """The batches of seats at their tables."""

    playing: Playing

    def do(
        self, table: LoadedTable, seat: str, data: Any, version: int, *, typed: bool = False
    ) -> list[Ruling[Position]]:
        """Carry out a batch, and return the rulings on its actions. The table's lock must be held.

        It stops as soon as something happens that nobody expected, where a player has to choose, and where an
        action is refused. With `typed` the seat rolls dice of its own, so none are rolled for it. Raises
        InputError for what is not a batch, Problem (403; 422 where there is nothing to do), and for the first
        action Stale (409) and Refused (422).
        """
        if (port := table.match.batches) is None:
            raise InputError("batch: this game does one action at a time.")
        batch = port.batch(data)
        if version != table.version_for(seat):
            raise Stale(version)
        rulings = list[Ruling[Position]]()
        while len(rulings) < _MOST and (ruling := self._next(table, seat, batch, rulings, typed=typed)):
            rulings.append(ruling)
        if not rulings:
            raise NothingToDo(batch.nothing)
        return rulings

    def _next(
        self, table: LoadedTable, seat: str, batch: Batch, done: Sequence[object], *, typed: bool
    ) -> Ruling[Position] | None:
        """Return the ruling on the next action, done now; None where there is none, or it cannot be done."""
        action = batch.next(self._seen(table, seat, typed=typed))
        if action is None:
            return None
        version, tap = table.version_for(seat), Tap(goes_on=bool(done), far=batch.far)
        try:
            return self.playing.do(table, seat, action, version, tap=tap)
        except Problem as problem:
            # Refused, overtaken, or another seat's own to answer: what was done stands.
            if not done or problem.status not in _ENDS:
                raise
            return None

    def _seen(self, table: LoadedTable, seat: str, *, typed: bool) -> Seen:
        playing = self.playing
        return Seen(
            projections.view(table, seat),
            playing.actions(table, seat),
            partial(actions_after, table, seat),
            lambda action: bool(playing.wanting(table, seat, action)["kept"]),
            typed,
        )
