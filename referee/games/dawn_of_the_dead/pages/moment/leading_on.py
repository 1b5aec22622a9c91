"""A tap that also does what follows without a choice of anybody: open the only attack, or roll."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.errors import Refused, Stale
from referee.games.dawn_of_the_dead.batches import order_of_rolls_matters
from referee.games.dawn_of_the_dead.pages.keys import Json, of_kinds
from referee.games.dawn_of_the_dead.seats import AUTOMATIC, PLAYERS
from referee.games.dawn_of_the_dead.shown_actions import SHOWN, kinds_shown
from referee.tables.actions import follow
from referee.tables.service import tables
from referee.tables.table import LoadedTable

_FOLLOWS = kinds_shown(lambda shown: shown.follows)
_MAX_FOLLOW_UPS = 6


def do_and_lead_on(table: LoadedTable, seat: str, action: Json, version: int, *, typed: bool) -> None:
    """Carry out an action and, where phases end by themselves, what follows it without a choice of anybody.

    It does not roll for a device that types in its dice (`typed`), nor for another side that may. Raises
    Refused and Stale for the action itself.
    """
    playing = tables().playing
    playing.do(table, seat, action, version)
    if typed or not SHOWN[action["do"]].leads_on or table.match.options.get("phases") != AUTOMATIC:
        return
    public = table.match.public_seat
    for _ in range(_MAX_FOLLOW_UPS):
        offered = [] if table.pending_action else of_kinds(playing.actions(table, public), *_FOLLOWS)
        follows = _follows(table, public, offered)
        if follows is None or _types(table, seat, follows):
            return
        try:
            follow(playing, table, seat, follows, table.version)
        except (Refused, Stale):
            return


def _types(table: LoadedTable, seat: str, action: Json) -> bool:
    """Return whether others who may roll for an action do so with dice of their own on the table."""
    if not SHOWN[action["do"]].rolls(action):
        return False
    match, wishes = table.match, tables().dice_preferences
    usual = match.settings["dice"] == PLAYERS
    wished = (wishes.of(table.code, owner) for owner in match.seats_for(match.read(action)) - {seat})
    return any(usual if typed is None else typed for typed in wished)


def _follows(table: LoadedTable, public: str, offered: Sequence[Json]) -> Json | None:
    """Return the only thing to do next, by what everybody sees: never a reveal, nor whether there is one.

    The order of the rolls on several characters of one attack is a choice only where the dice are known.
    """
    if len(offered) > 1:
        same, known = (
            all(SHOWN[action["do"]].rolls(action) for action in offered),
            partial(_known, table, public),
        )
        return offered[0] if same and not order_of_rolls_matters(offered, known) else None
    return offered[0] if offered else None


def _known(table: LoadedTable, seat: str, roll: Json) -> bool:
    """Return whether the dice of a roll are known, because they were taken back (R-UNDO)."""
    return bool(tables().playing.wanting(table, seat, roll)["kept"])
