"""A rematch: a new table like the finished one, with the same people in the same or swapped seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.errors import InputError
from referee.games.ports import SPECTATOR
from referee.problems import Problem, Stale
from referee.storage import games, seats
from referee.tables import projections
from referee.tables.arriving import Arrived, Arriving
from referee.tables.loaded_table import LoadedTable
from referee.tables.lobby import Lobby
from referee.tables.not_at_hand import NoTable
from referee.tables.table_store import TableStore

_NOT_OVER = "The game is not over yet. A rematch starts when it is."
_ONLY_PLAYERS = "Spectators cannot start a rematch."
_NO_SIDES = "swap: there is only one side at this table, so nothing can be swapped."
_NONE = "Nobody has started a rematch of this game yet."


@dataclass(frozen=True, slots=True)
class Rematches:
    """Rematches and their tables."""

    store: TableStore
    lobby: Lobby
    arriving: Arriving

    def start(self, code: str, seat: str, *, swap: bool = False) -> dict[str, Any]:
        """Return the table of the rematch, made by the first tap.

        Returns `{"code", "swapped"}`. Raises Problem: 403 for a spectator, 422 while the game goes on or
        where there are no sides to swap; Stale (409).
        """
        with self.store.at(code) as table:
            if seat == SPECTATOR:
                raise Problem(403, _ONLY_PLAYERS)
            if not table.finished:
                raise Problem(422, _NOT_OVER)
            if swap and not table.match.swapped_seats:
                raise Problem(422, _NO_SIDES)
            if table.game.rematch:
                return {"code": table.game.rematch, "swapped": bool(table.game.rematch_swapped)}
            made = self._created(table)
            try:
                with self.store.change(table) as change:
                    games.set_rematch(change.connection, code, made, swapped=swap)
                    change.then(table.set_rematch, made, swapped=swap)
                    for old, name in table.names.items():
                        seats.name(change.connection, made, _seat_in_rematch(table, old, swapped=swap), name)
            except Stale:
                with self.store.database.writing() as connection:
                    games.remove(connection, made)
                raise
            return {"code": made, "swapped": swap}

    def _created(self, table: LoadedTable) -> str:
        """Return the code of a new table with the same options, and the counters that were in use last."""
        options = {**table.game.options, "system": table.game.system}
        last = projections.view(table, table.match.public_seat)["sheet"]
        try:
            return str(self.lobby.create({**options, **({"sheet": last} if last else {})})["code"])
        except InputError:  # The sheet came with the action alone, and the server does not keep it.
            return str(self.lobby.create(options)["code"])

    def mark(self) -> str:
        """Return a new mark for a device, so that its second tap is known as its own."""
        return self.store.config.sources.nonce()

    def sit(self, code: str, seat: str, held: str = "", wait: str = "", mark: str = "") -> Arrived:
        """Take the matching seat in the rematch. `held`, `wait` and `mark` are as in `Arriving.sit`.

        The first device takes a private seat; every other one asks, even from the same seat at the old table:
        that one may have been open to all. Raises Problem (404) where no rematch was started, or where its
        table was deleted.
        """
        with self.store.at(code) as table:
            following = table.game.rematch
            wanted = _seat_in_rematch(table, seat, swapped=bool(table.game.rematch_swapped))
        if not following:
            raise Problem(404, _NONE)
        try:
            return self.arriving.sit(following, wanted, "", held, wait, mark)
        except NoTable:
            raise Problem(404, "The table of the rematch was deleted.") from None


def _seat_in_rematch(table: LoadedTable, seat: str, *, swapped: bool) -> str:
    changes: Mapping[str, str] = table.match.swapped_seats if swapped else {}
    return changes.get(seat, seat)
