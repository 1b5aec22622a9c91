"""What a device wishes for itself: to do otherwise with its dice than the table, to see the odds."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.games.dawn_of_the_dead.pages.odds.odds_shown import COOKIE, ON, odds_wanted
from referee.games.dawn_of_the_dead.pages.seat_context import sent_to
from referee.games.dawn_of_the_dead.pages.table.device_dice import (
    DICE,
    ROLLED,
    TYPED,
    go_with_table,
    typed_dice,
    types_at,
)
from referee.games.dawn_of_the_dead.pages.table.screen import screen_of
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.addresses import url_at
from referee.web.auth import at_table
from referee.web.pages.frame import shown

bp = Blueprint("wishes", __name__, url_prefix="/t/<code>")


@bp.post("/dice")
@at_table
def dice(table: LoadedTable, seat: str) -> AnyResponse:
    """Let this device alone type in its dice from now on, or alone let the referee roll; or end that."""
    typed = not typed_dice(table)
    apart = typed != types_at(table)
    tables().dice_preferences.change(table.code, seat, typed=typed if apart else None)
    answer = _screen(table, seat, typed=typed)
    if apart:
        _keep(answer, DICE, TYPED if typed else ROLLED, f"/t/{table.code}")
    else:
        go_with_table(answer, table.code)
    return answer


@bp.post("/odds")
@at_table
def odds(table: LoadedTable, seat: str) -> AnyResponse:
    """Let this device show the odds from now on, or no longer."""
    wanted = not odds_wanted()
    answer = _screen(table, seat, odds=wanted)
    _keep(answer, COOKIE, ON if wanted else "hidden", "/t")
    return answer


def _screen(
    table: LoadedTable, seat: str, *, odds: bool | None = None, typed: bool | None = None
) -> AnyResponse:
    """Return the screen with what this device has just wished."""
    if request.headers.get("HX-Request"):
        sent, context = sent_to(table, seat)
        return shown(sent, game=screen_of(sent, context, odds=odds, typed=typed))
    return redirect(url_at(f"/t/{table.code}"), 303)


def _keep(answer: AnyResponse, cookie: str, value: str, path: str) -> None:
    """Store a wish of this device in a cookie for the pages under `path`."""
    answer.set_cookie(cookie, value, path=url_at(path), samesite="Lax", max_age=31_536_000)
