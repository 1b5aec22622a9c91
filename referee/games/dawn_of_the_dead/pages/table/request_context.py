"""What a request comes with: the context of its seat."""

from __future__ import annotations

from flask import g

from referee.api.auth import seat_at
from referee.games.dawn_of_the_dead.own_tables import setting_now
from referee.games.dawn_of_the_dead.pages.log.rulings import done
from referee.games.dawn_of_the_dead.pages.moment.outcome import SHARED_SEAT, side_at_tablet
from referee.games.dawn_of_the_dead.pages.moment.standing_in import left_to_the_tablet, zombie_device
from referee.games.dawn_of_the_dead.pages.seat_context import Json, LastContexts, SeatContext
from referee.games.dawn_of_the_dead.pages.table.device_dice import own_dice
from referee.games.dawn_of_the_dead.seating import SIDES
from referee.tables.service import tables

_LAST = LastContexts()


def context_at(code: str) -> SeatContext:
    """Return what the seat of this request was sent, and note whether its device types in its dice.

    Raises Problem (401, 404) without a seat here.
    """
    seat, service = seat_and_dice(code), tables()
    view, actions = service.view(code, seat), service.playing.actions(code, seat)
    with service.store.at(code) as table:
        setting = setting_now(table)
    device = zombie_device(view, seat, lambda other: service.events.device(code, other))
    offered = left_to_the_tablet(actions, device)
    return _LAST.same(SeatContext(view, offered, seat, setting, f"/t/{code}", device))


def seat_and_dice(code: str) -> str:
    """Return the seat of this request, and note whether its device types in its dice.

    Raises Problem (401, 404) without a seat here.
    """
    seat = seat_at(code)
    if g.get("noted") != (code, seat):
        tables().dice_wishes.note(code, seat, typed=own_dice(code))
        g.noted = code, seat
    return seat


def done_here(context: SeatContext) -> Json | None:
    """Return what the last tap did, as it looks at this screen; None when nothing was done.

    A tablet at which one side alone plays, since the other has a device of its own, is that side's screen.
    """
    view, seat = context.view, context.role
    devices = tables().events.listening(view["code"], SIDES) if seat == SHARED_SEAT else ()
    return done(view, context.setting, seat, side_at_tablet(view, seat, devices))
