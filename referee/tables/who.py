"""What a sentence calls the players of a table: by name, else as their game does (`Game.player`)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games import registry
from referee.tables.loaded_table import LoadedTable
from rules.sentences import listed


def player(table: LoadedTable, seat: str) -> str:
    """Return who sits at a seat, within a sentence."""
    return table.names.get(seat) or registry.game(table.game.system).player(seat)


def players(table: LoadedTable, seats: Iterable[str]) -> str:
    """Return who sits at several seats, within a sentence: "Ann and Roger's player"."""
    return listed(player(table, seat) for seat in seats)
