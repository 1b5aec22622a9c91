"""What a device wishes for itself: to type in its dice, to see the odds."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import of_one_moment, seat_at
from referee.games.dawn_of_the_dead.pages.odds.odds_shown import COOKIE, ON, odds_wanted
from referee.games.dawn_of_the_dead.pages.table.request_context import TYPED, context_at, typed_dice
from referee.games.dawn_of_the_dead.pages.table.shown_screen import shown
from referee.tables import tables

bp = Blueprint("wishes", __name__, url_prefix="/t/<code>")


@bp.post("/dice")
@of_one_moment
def dice(code: str) -> AnyResponse:
    """Let this device type in its dice from now on, or let the referee roll."""
    typed = not typed_dice()
    tables().dice_wishes.change(code, seat_at(code), typed=typed)
    return _wished(code, "dice", TYPED if typed else "rolled", f"/t/{code}", typed=typed)


@bp.post("/odds")
@of_one_moment
def odds(code: str) -> AnyResponse:
    """Let this device show the odds from now on, or no longer."""
    wanted = not odds_wanted()
    return _wished(code, COOKIE, ON if wanted else "hidden", "/t", odds=wanted)


def _wished(
    code: str, cookie: str, value: str, path: str, *, odds: bool | None = None, typed: bool | None = None
) -> AnyResponse:
    """Store a wish of this device in a cookie for the pages under `path`, and show its effect."""
    if request.headers.get("HX-Request"):
        answer: AnyResponse = shown(context_at(code), odds=odds, typed=typed)
    else:
        answer = redirect(f"/t/{code}", 303)
    answer.set_cookie(cookie, value, path=path, samesite="Lax", max_age=31_536_000)
    return answer
