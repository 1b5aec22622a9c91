"""What a request comes with: the context of its seat."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.own_tables import setting_now
from referee.games.dawn_of_the_dead.pages.moment.standing_in import left_to_the_tablet, zombie_device
from referee.games.dawn_of_the_dead.pages.seat_context import LastContexts, SeatContext
from referee.games.ports import Context
from referee.pages.table import frame
from referee.tables.loaded_table import LoadedTable
from referee.tables.service import tables

_LAST = LastContexts()


def sent_to(table: LoadedTable, seat: str) -> tuple[Context, SeatContext]:
    """Return what the seat of this request is sent, for the frame and for the game."""
    sent = frame.context_of(table, seat)
    return sent, seat_context(sent)


def seat_context(sent: Context) -> SeatContext:
    """Return what a seat was sent, with the map and the counter sheet of its table."""
    events, code = tables().events, sent.code
    device = zombie_device(sent.view, sent.seat, lambda other: events.device(code, other))
    offered = left_to_the_tablet(sent.actions, device)
    with tables().store.at(code) as table:
        setting = setting_now(table)
    return _LAST.same(SeatContext(sent.view, offered, sent.seat, setting, sent.base, device))
