"""A unit of work: what one change of a table writes, and what then holds in memory, each said once.

`TableStore.change` makes it, saves it, and only then carries it out in memory and tells everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Generic, ParamSpec

from sqlalchemy import Connection

from referee.games.ports import ActionT, PositionT
from referee.storage import games, requests, seats, underway, undone
from referee.storage.rows import Arrival, Declined, Line, PendingAction, Request, Undone
from referee.tables.loaded_table import LoadedTable
from rules.ruling import Ruling

Given = ParamSpec("Given")


class Change(Generic[PositionT, ActionT]):
    """What makes the next version of a table.

    Each method writes to the `connection` at once, and to the table in memory after the commit, in the same
    order. For what has no method here there are the `connection` and `then`.
    """

    def __init__(self, connection: Connection, table: LoadedTable[PositionT, ActionT]) -> None:
        self.connection = connection
        self._table, self._then = table, list[Callable[[], object]]()

    def then(self, note: Callable[Given, object], *args: Given.args, **given: Given.kwargs) -> None:
        """Have something noted in memory once the change is on disk."""
        self._then.append(partial(note, *args, **given))

    def carry_out(self) -> None:
        """Note all of it in memory: it is on disk."""
        for note in self._then:
            note()

    def append(self, line: Line, action: ActionT, ruling: Ruling[PositionT]) -> None:
        """Add a completed action to the record; `ruling` holds the position after it."""
        games.append(self.connection, self._table.code, line)
        self.then(self._table.append, line, action, ruling)

    def cancel(self, line: Line, action: ActionT) -> None:
        """Add a cancelled action to the record."""
        games.append(self.connection, self._table.code, line)
        self.then(self._table.cancel, line, action)

    def take_back(self, gone: Iterable[Line]) -> None:
        """Take back the last standing lines, replaced by those in `gone`."""
        lines = tuple(gone)
        games.take_back(self.connection, self._table.code, lines)
        self.then(self._table.withdraw, lines)

    def begin(self, begun: PendingAction | None) -> None:
        """Note the action that has begun, or that none is in progress any more."""
        underway.write(self.connection, self._table.code, begun)
        self.then(setattr, self._table, "underway", begun)

    def ask(self, request: Request | Declined | None) -> None:
        """Set the request that waits for agreement, or the one that was declined, or neither."""
        requests.write(self.connection, self._table.code, request)
        self.then(self._table.ask, request)

    def tell(self, unread: Mapping[str, Declined | None]) -> None:
        """Note for some seats a refusal they have not read yet, or (None) that they have read it."""
        for seat, declined in unread.items():
            seats.set_unread(self.connection, self._table.code, seat, declined)
        self.then(self._table.tell, unread)

    def leave_to_redo(self, left: tuple[Undone, ...] = ()) -> None:
        """Note what can be done again, if it is something else than before; nothing once somebody acts."""
        if left != self._table.game.undone:
            undone.write(self.connection, self._table.code, left)
            self.then(_leave_to_redo, self._table, left)

    def arrivals(self, arrivals: list[Arrival]) -> None:
        """Have these be the devices that wanted to share a seat, in memory; the caller writes them."""
        self.then(setattr, self._table, "arrivals", arrivals)

    def call(self, seat: str, name: str) -> None:
        """Name the player of a seat; "" removes the name."""
        seats.name(self.connection, self._table.code, seat, name or None)
        self.then(_call, self._table, seat, name)


def _leave_to_redo(table: LoadedTable[PositionT, ActionT], left: tuple[Undone, ...]) -> None:
    table.game = replace(table.game, undone=left)


def _call(table: LoadedTable[PositionT, ActionT], seat: str, name: str) -> None:
    rest = {s: n for s, n in table.names.items() if s != seat}
    table.names = {**rest, seat: name} if name else rest
