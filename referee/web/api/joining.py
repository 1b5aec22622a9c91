"""Taking a seat with the table's code and PIN, and the QR code of a seat's link."""

from __future__ import annotations

from flask import Blueprint, Response, request

from referee.games.ports import SPECTATOR
from referee.problems import Problem
from referee.tables.seats import without_gaps
from referee.tables.service import tables
from referee.web.api import schemas
from referee.web.api.answers import body, json_answer
from referee.web.api.auth import answered, held_at, seat_at, shown_at
from referee.web.api.describing import described
from referee.web.api.links import joining_url, qr_svg

bp = Blueprint("joining", __name__)
_JOIN = schemas.JoinSchema()


@bp.post("/api/join")
@described(
    "Take a seat with the code and PIN shown on the tablet",
    request=_JOIN,
    answers={
        200: "code, seat and token; the cookie is set",
        202: "a device has this private seat: code, seat and the token to `wait` with",
        429: "too many wrong tries",
    },
    seat=False,
)
def by_code() -> Response:
    """Take a seat, or ask to share a private one, and return its token."""
    given = body(_JOIN)
    code = without_gaps(given["code"])
    arrived = tables().arriving.by_code(
        code,
        given["pin"],
        given["seat"],
        request.remote_addr or "",
        given["name"],
        held_at(code),
        shown_at(code),
    )
    if arrived.wait:
        answer = {"code": code, "seat": arrived.seat, "wait": arrived.wait}
        return answered(json_answer(answer, 202), arrived)
    return answered(json_answer({"code": code, "seat": given["seat"], "token": arrived.token}), arrived)


@bp.get("/api/join/<wait>")
@described(
    "Whether a waiting device may join",
    answers={
        200: "code, seat and state; the token once it is let_in",
        404: "the request is no longer known",
    },
    seat=False,
    members=("code", "seat", "state"),
)
def waited(wait: str) -> Response:
    """Return the answer that a device got to its request to share a private seat."""
    arrival = tables().arriving.waiting(wait)
    body = {"code": arrival.code, "seat": arrival.seat, "state": arrival.state}
    return answered(json_answer({**body, "token": arrival.token} if arrival.token else body), arrival)


@bp.get("/api/tables/<code>/seats/<seat>/qr.svg")
@described(
    "The QR code of a seat's link, for the seats that `invitation` shows it to",
    answers={200: "SVG", 403: "not from this seat"},
    kind="image/svg+xml",
)
def qr(code: str, seat: str) -> Response:
    """Return the QR code of a seat's link, for a seat that sees the link itself."""
    invitation = tables().lobby.invitation(code, seat_at(code))
    offered = {**invitation["seats"], **{s: invitation[s] for s in (SPECTATOR,) if s in invitation}}
    if seat not in offered:
        raise Problem(404, f"No link for the seat {seat[:20]!r} is shown here.")
    answer = Response(qr_svg(joining_url(seat, offered[seat]["token"])), content_type="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer
