"""What follows a tap without a choice of anybody, done in the same go and for the side whose it is."""

from __future__ import annotations

from referee.problems import Refused, Stale
from referee.storage.rows import Tap
from referee.tables import projections
from referee.tables.loaded_table import LoadedTable
from referee.tables.playing import Playing


def follow(playing: Playing, table: LoadedTable, seat: str, data: object, version: int) -> None:
    """Carry out an action that everybody may see, in the same tap of this seat as the step before.

    The record names the seat, or the side whose action it is where the seat could not do it by itself. Raises
    Stale (409), and Refused (422) with the ruling.
    """
    if version != table.version or table.underway is not None:
        raise Stale(version)
    match = table.match
    action = match.read(data)
    allowed = match.check(table.position, action, match.public_seat)
    if not allowed.legal:
        raise Refused(projections.ruling(allowed))
    owners = match.seats_for(action)
    doer = seat if seat in owners else next(side for side in match.sides if side in owners)
    playing.play(table, doer, action, seat, tap=Tap(goes_on=True))
