"""Settings that players change at a running table. No ruling depends on them, so no record holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.games.ports import SPECTATOR
from referee.problems import Problem
from referee.storage import games, seats
from referee.tables.loaded_table import LoadedTable
from referee.tables.table_store import TableStore

_DICE = "dice"
"""The setting of who rolls the dice, in a game whose devices may each do otherwise."""
_ONLY_PLAYERS = "Spectators cannot change the settings of this table."


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of all tables, for every seat that plays."""

    store: TableStore

    def change(self, table: LoadedTable, seat: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Change settings for the whole table, and return all of them. The table's lock must be held.

        They hold from the next action on. A setting that is so already stays, and nobody is told. Raises
        InputError for a value that there is not, Problem (403) for a spectator, Stale (409).
        """
        if seat == SPECTATOR:
            raise Problem(403, _ONLY_PLAYERS)
        match, before = table.match.with_settings(wanted), table.match.settings
        changes = [
            {
                "name": name,
                "to": value,
                "by": seat,
                "after": table.last_number,
                "turn": match.turn(table.position),
                "at": self.store.config.sources.now(),
            }
            for name, value in match.settings.items()
            if before[name] != value
        ]
        if changes:
            game = replace(table.game, options=match.options, changes=(*table.game.changes, *changes))
            with self.store.change(table) as change:
                games.set_options(change.connection, game)
                change.then(table.set_match, game, match)
                change.leave_to_redo()
                if any(one["name"] == _DICE for one in changes):
                    seats.forget_types_dice(change.connection, table.code)
        return dict(match.settings)
