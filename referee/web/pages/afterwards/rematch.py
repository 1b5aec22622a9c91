"""Playing again after a game: the same people, in the same seats or with the sides swapped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.games.ports import Front, Match
from referee.problems import Problem
from referee.quotas import count_one
from referee.tables.service import tables
from referee.web.api.auth import held_at, mark_at, marked, seat_at, waits_at
from referee.web.api.links import url_at
from referee.web.pages.fronts import front_at
from referee.web.pages.start.arriving import to, welcomed
from rules.sentences import listed

bp = Blueprint("rematch", __name__)


@bp.get("/t/<code>/rematch")
def ask(code: str) -> AnyResponse:
    """Ask how to play again, or lead to the rematch that somebody has started."""
    seat = seat_at(code)
    view, match = tables().view(code, seat), tables().match(code)
    if view["phase"] != "over":
        return to(f"/t/{code}")
    started = view.get("rematch")
    known = {
        "code": code,
        "started": started,
        "plays": seat in match.seats,
        "sides": bool(match.swapped_seats),
        "yours": _yours(front_at(code), match, seat, started),
        "seats": _seats(front_at(code), match, view["names"], started),
    }
    answer = make_response(render_template("join/rematch.html", table=known, system=tables().system(code)))
    answer.headers["Cache-Control"] = "no-store"
    return answer if mark_at(code) else marked(answer, code, tables().rematches.mark())


def _yours(front: Front, match: Match, seat: str, started: Mapping[str, Any] | None) -> str:
    """Return the seat that this one becomes in a rematch with the sides swapped, or ""."""
    swapped = bool(started and started["swapped"]) and seat in match.swapped_seats
    return front.seat_name(match.swapped_seats[seat], {}) if swapped else ""


def _seats(
    front: Front, match: Match, names: Mapping[str, str], started: Mapping[str, Any] | None
) -> list[dict[str, str]]:
    """Return who sits where in the rematch, in words: as it was begun, or for each way to begin it."""
    players = [s for s in match.seats if s != match.public_seat]
    same = listed(front.seat_name(s, names) for s in players)
    other = {match.swapped_seats.get(s, s): name for s, name in names.items()}
    swapped = listed(front.seat_name(s, other) for s in players)
    if started:
        return [{"name": "Seats", "value": swapped if started["swapped"] else same}]
    rows = [{"name": "Same sides" if match.swapped_seats else "Seats", "value": same}]
    return rows + ([{"name": "Swap sides", "value": swapped}] if names and match.swapped_seats else [])


@bp.post("/t/<code>/rematch")
def play_again(code: str) -> Response:
    """Start the rematch where nobody has, and take the seat there that belongs to this one."""
    seat = seat_at(code)
    if "now" in request.args and not mark_at(code):
        # The browser posts again with its mark, so that a second tap of the same player asks nobody.
        answer = make_response("", 307)
        answer.headers["Location"] = url_at(f"/t/{code}/rematch")
        return marked(answer, code, tables().rematches.mark())
    view = tables().view(code, seat)
    following = (view.get("rematch") or {}).get("code")
    if not following:
        if "swap" not in request.form:
            raise Problem(422, "swap: say whether the sides are swapped.")
        count_one()
        following = tables().rematches.start(code, seat, swap=request.form["swap"] == "yes")["code"]
    held, wait = held_at(following), waits_at(following)
    return welcomed(tables().rematches.sit(code, seat, held, wait, mark_at(code)))
