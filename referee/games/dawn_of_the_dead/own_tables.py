"""From a table of some game to one of this game: the service hands out positions as sealed boxes."""

from __future__ import annotations

from typing import TypeGuard

from referee.games.dawn_of_the_dead.match import DawnMatch
from referee.tables.record import Finished
from referee.tables.table import LoadedTable
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position

OwnTable = LoadedTable[Position, Action]
"""A table of *Dawn of the Dead* in memory."""
OwnFinished = Finished[Position, Action]
"""A finished game of *Dawn of the Dead*."""


def own_finished(game: Finished | None) -> OwnFinished | None:
    """Return a finished game with its positions open to this game's pages; None where there is none.

    Only tables of this game are asked for here.
    """
    if game is None:
        return None
    assert _is_own(game), "this is a table of another game"
    return game


def setting_of(match: object) -> Setting:
    """Return the map and the counter sheet that one of this game's tables began with."""
    assert isinstance(match, DawnMatch), "this is a table of another game"
    return match.setting


def setting_now(table: LoadedTable) -> Setting:
    """Return the map and the counter sheet that one of this game's tables plays with now (R-2.3a)."""
    assert _is_own_table(table), "this is a table of another game"
    return table.positions[-1].setting


def _is_own_table(table: LoadedTable) -> TypeGuard[OwnTable]:
    return isinstance(table.match, DawnMatch)


def _is_own(game: Finished) -> TypeGuard[OwnFinished]:
    return isinstance(game.match, DawnMatch)
