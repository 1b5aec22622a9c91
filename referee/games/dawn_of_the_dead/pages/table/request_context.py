"""What a request comes with: the context of its seat."""

from __future__ import annotations

from flask import g

from referee.api.links import url_at
from referee.games.dawn_of_the_dead.own_tables import setting_now
from referee.games.dawn_of_the_dead.pages.log.rulings import done
from referee.games.dawn_of_the_dead.pages.moment.outcome import SHARED_SEAT, side_at_tablet
from referee.games.dawn_of_the_dead.pages.moment.standing_in import left_to_the_tablet, zombie_device
from referee.games.dawn_of_the_dead.pages.seat_context import Json, LastContexts, SeatContext
from referee.games.dawn_of_the_dead.pages.table.device_dice import own_dice
from referee.games.dawn_of_the_dead.seating import SIDES
from referee.tables import projections
from referee.tables.loaded_table import LoadedTable
from referee.tables.service import tables

_LAST = LastContexts()


def context_of(table: LoadedTable, seat: str) -> SeatContext:
    """Return what the seat of this request is sent, and note whether its device types in its dice."""
    note_dice(table, seat)
    service, code = tables(), table.code
    view, actions = projections.view(table, seat), service.playing.actions(table, seat)
    device = zombie_device(view, seat, lambda other: service.events.device(code, other))
    offered = left_to_the_tablet(actions, device)
    return _LAST.same(SeatContext(view, offered, seat, setting_now(table), url_at(f"/t/{code}"), device))


def note_dice(table: LoadedTable, seat: str) -> None:
    """Note once in a request whether the device that asks types in its dice."""
    if g.get("noted") != (table.code, seat):
        tables().dice_wishes.note(table.code, seat, typed=own_dice(table))
        g.noted = table.code, seat


def done_here(context: SeatContext) -> Json | None:
    """Return what the last tap did, as it looks at this screen; None when nothing was done.

    A tablet at which one side alone plays, since the other has a device of its own, is that side's screen.
    """
    view, seat = context.view, context.role
    devices = tables().events.listening(view["code"], SIDES) if seat == SHARED_SEAT else ()
    return done(view, context.setting, seat, side_at_tablet(view, seat, devices))
