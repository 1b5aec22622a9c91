"""Playing again after a game: the same people, in the same seats or with the sides swapped."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import held_at, seat_at, waits_at
from referee.pages.arriving import to, welcomed
from referee.pages.wording import seat_name
from referee.problems import Problem
from referee.tables import tables

bp = Blueprint("rematch", __name__)


@bp.get("/t/<code>/rematch")
def ask(code: str) -> AnyResponse:
    """Ask how to play again, or lead to the rematch that somebody has started."""
    seat = seat_at(code)
    view, match = tables().view(code, seat), tables().match(code)
    if view["phase"] != "over":
        return to(f"/t/{code}")
    started = view.get("rematch")
    seats = [s for s in match.seats if s in match.swapped_seats]
    known = {
        "code": code,
        "started": started,
        "plays": seat in match.seats,
        "sides": [
            {"now": seat_name(s, view["names"]), "then": seat_name(match.swapped_seats[s], {})} for s in seats
        ],
    }
    answer = make_response(render_template("join/rematch.html", table=known))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/t/<code>/rematch")
def play_again(code: str) -> Response:
    """Start the rematch where nobody has, and take the seat there that belongs to this one."""
    seat = seat_at(code)
    view = tables().view(code, seat)
    following = (view.get("rematch") or {}).get("code")
    if not following:
        if "swap" not in request.form:
            raise Problem(422, "swap: say whether the sides are swapped.")
        following = tables().rematches.start(code, seat, swap=request.form["swap"] == "yes")["code"]
    return welcomed(tables().rematches.sit(code, seat, held_at(following), waits_at(following)))
