"""What a sentence calls the player of a seat: never by the seat's id."""

from __future__ import annotations

from collections.abc import Iterable

from referee.tables.loaded_table import LoadedTable
from rules.sentences import listed


def player(table: LoadedTable, seat: str) -> str:
    """Return who sits at a seat, within a sentence: "Ann", "the first player", "Roger's player"."""
    if seat in table.names:
        return table.names[seat]
    if seat == table.match.public_seat:
        return "the tablet"
    if seat in table.match.sides:
        return f"the {seat} player" if len(seat) > 1 else f"player {seat.upper()}"
    return " and ".join(part.capitalize() for part in seat.split("+")) + "'s player"


def players(table: LoadedTable, seats: Iterable[str]) -> str:
    """Return who sits at several seats, within a sentence: "Ann and Roger's player"."""
    return listed(player(table, seat) for seat in seats)
