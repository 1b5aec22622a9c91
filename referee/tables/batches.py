"""Doing several actions in one call: each by itself on the record, all told together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.errors import InputError
from referee.games.ports import Batch, Json, Seen
from referee.problems import Problem, Stale
from referee.storage.rows import Tap
from referee.tables import projections
from referee.tables.automatic import outcome
from referee.tables.loaded_table import LoadedTable
from referee.tables.looking_ahead import actions_after
from referee.tables.playing import Playing
from referee.tables.table_store import TableStore

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

    store: TableStore
    playing: Playing

    def do(self, code: str, seat: str, data: Any, version: int, *, typed: bool = False) -> dict[str, Any]:
        """Carry out a batch, and return `{"ruling", "rulings", "steps", "view"}` as `advance` does.

        It stops as soon as something happens that nobody expected, where a player has to choose, and where an
        action is refused. With `typed` the seat rolls dice of its own, so none are rolled for it. Raises
        InputError for what is not a batch, Problem (403; 422 where there is nothing to do), and for the first
        action Stale (409) and Refused (422).
        """
        with self.store.at(code) as table:
            if (port := table.match.batches) is None:
                raise InputError("batch: this game does one action at a time.")
            batch = port.batch(data)
            if version != table.version_for(seat):
                raise Stale(version)
            first, rulings = table.last_number, list[Json]()
            while len(rulings) < _MOST and (ruling := self._next(code, seat, batch, rulings, typed=typed)):
                rulings.append(ruling)
            if not rulings:
                raise NothingToDo(batch.nothing)
            with self.store.at(code) as now:  # the table may have been read again meanwhile
                return outcome(now, seat, rulings, first)

    def _next(self, code: str, seat: str, batch: Batch, done: Sequence[Json], *, typed: bool) -> Json | None:
        """Return the ruling on the next action, done now; None where there is none, or it cannot be done."""
        with self.store.at(code) as table:
            action = batch.next(self._seen(table, seat, typed=typed))
            if action is None:
                return None
            version, tap = table.version_for(seat), Tap(goes_on=bool(done), far=batch.far)
            try:
                ruling: Json = self.playing.do(code, seat, action, version, tap=tap)["ruling"]
            except Problem as problem:
                # Refused, overtaken, or another seat's own to answer: what was done stands.
                if not done or problem.status not in _ENDS:
                    raise
                return None
            return ruling

    def _seen(self, table: LoadedTable, seat: str, *, typed: bool) -> Seen:
        code, playing = table.code, self.playing
        return Seen(
            projections.view(table, seat),
            playing.actions(code, seat),
            partial(actions_after, playing, code, seat),
            lambda action: bool(playing.wanting(code, seat, action)["kept"]),
            typed,
        )
