"""Who rolls the dice at the device of a request: as at the whole table, or on this device otherwise."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from referee.games.dawn_of_the_dead.seats import PLAYERS
from referee.tables.table import LoadedTable
from referee.web.addresses import url_at

DICE, TYPED, ROLLED = "dice", "typed", "rolled"
"""The cookie of a device that does otherwise than its table, and its two values."""

EACH, EACH_DIE, SUMMED = "each", "die", "total"
"""The cookie of a device, and the member of an address, for typing in each die or what two come to."""


def each_die() -> bool:
    """Whether this device types in each die, also where only what two come to counts."""
    return request.args.get(EACH, request.cookies.get(EACH)) == EACH_DIE


def typed_dice(table: LoadedTable) -> bool:
    """Whether this device types in the dice rolled on the table."""
    own = own_dice(table)
    return types_at(table) if own is None else own


def types_at(table: LoadedTable) -> bool:
    """Whether the dice of this table are the players' own."""
    return bool(table.match.settings["dice"] == PLAYERS)


def own_dice(table: LoadedTable) -> bool | None:
    """Whether this device alone types in the dice, or alone does not; None where it goes with the table."""
    wish = request.cookies.get(DICE)
    if wish not in {TYPED, ROLLED} or (wish == TYPED) == types_at(table):
        return None
    return wish == TYPED


def go_with_table(answer: Response, code: str) -> None:
    """Let this device do with its dice as its table does, from this answer on."""
    answer.delete_cookie(DICE, path=url_at(f"/t/{code}"), samesite="Lax")
