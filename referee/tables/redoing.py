"""Doing again what was taken back, until somebody acts: the same lines with the same dice (R-UNDO)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.ports import Action, Position
from referee.problems import NotYet, Problem, Stale
from referee.storage.rows import Line, Tap, Undone
from referee.tables import lapsing
from referee.tables.joint_shots import waiting_for
from referee.tables.loaded_table import LoadedTable
from referee.tables.table_store import TableStore
from referee.tables.who import player
from rules.ruling import Ruling
from rules.sentences import sentence

Played = tuple[Line, Action, Ruling[Position]]


@dataclass(frozen=True, slots=True)
class Redoing:
    """What was taken back at all tables, and by whom."""

    store: TableStore

    def redo(self, table: LoadedTable, seat: str, version: int | None = None) -> None:
        """Do again what this seat took back last. The table's lock must be held.

        Raises Problem: 403 for another seat, 409 while a request waits or after the table has moved on (with
        the present view), 422 where there is nothing to redo.
        """
        if version is not None and version != table.version_for(seat):
            raise Stale(version)
        if table.request is not None:
            raise NotYet(waiting_for(table, table.request))
        if not table.game.undone or table.underway is not None:
            raise Problem(422, "There is nothing to redo.")
        *earlier, last = table.game.undone
        if last.seat != seat:
            raise Problem(403, f"{sentence(player(table, last.seat))} took it back and can do it again.")
        self._again(table, seat, last, tuple(earlier))

    def _again(self, table: LoadedTable, seat: str, last: Undone, earlier: tuple[Undone, ...]) -> None:
        played = list(self._played(table, last))
        line, action, ruling = played[-1]
        left = lapsing.left(table, seat, action, ruling.after, line.story)
        with self.store.change(table, lambda: {"redo": "done"}) as change:
            for one, done, judged in played:
                change.append(one, done, judged)
            left.save(change, table)
            change.leave_to_redo(earlier)

    def _played(self, table: LoadedTable, last: Undone) -> Iterator[Played]:
        """Yield the lines as they come on the record again, played from the position now. Problem (422)."""
        match, position, begun = table.match, table.positions[-1], False
        for n, old in enumerate(table.lines.numbered(*last.lines), table.last_number + 1):
            action = match.read(old.action)
            ruling = (match.force if old.overridden else match.rule)(position, action)
            if ruling.after is None:
                raise Problem(422, "That is no longer possible.")
            sealed = match.sealed(action) is not None
            line = replace(
                old,
                n=n,
                at=self.store.config.sources.now(),
                taken_back_at=None,
                rolled={},  # the dice came up before
                nonce=self.store.config.sources.nonce() if sealed else None,
                tap=Tap(goes_on=begun),
                changed=0,
                first_seal=None,
            )
            yield line, action, ruling
            position, begun = ruling.after, True


def with_more(table: LoadedTable, seat: str, gone: Sequence[Line]) -> tuple[Undone, ...]:
    """Return what can be done again once a seat has taken some lines back."""
    more = (Undone(seat, tuple(sorted(line.n for line in gone))),) if gone else ()
    return (*table.game.undone, *more)
