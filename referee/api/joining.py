"""Taking a seat by the table's code and PIN, and the QR code of the link that takes it without them."""

from __future__ import annotations

from flask import Blueprint, Response, request

from referee.api import schemas
from referee.api.answers import body, json_answer
from referee.api.auth import seat_at, sit_down
from referee.api.describing import described
from referee.api.links import qr_svg, seat_url
from referee.problems import Problem
from referee.tables import tables
from referee.tables.seats import without_gaps

bp = Blueprint("joining", __name__)
_JOIN = schemas.JoinSchema()


@bp.post("/api/join")
@described(
    "Take a seat by the code and PIN shown on the tablet",
    request=_JOIN,
    answers={200: "code, seat and token; the cookie is set", 429: "too many wrong tries"},
    seat=False,
)
def by_code() -> Response:
    """Take a seat without a camera."""
    given = body(_JOIN)
    code, seat = without_gaps(given["code"]), given["seat"]
    token = tables().seats.join_by_code(code, given["pin"], seat, request.remote_addr or "")
    return sit_down(json_answer({"code": code, "seat": seat, "token": token}), code, token)


@bp.get("/api/tables/<code>/seats/<seat>/qr.svg")
@described(
    "The QR code that takes a seat, for those whom `invitation` tells its link",
    answers={200: "SVG", 403: "not from this seat"},
    kind="image/svg+xml",
)
def qr(code: str, seat: str) -> Response:
    """Return the QR code of a seat's link, for whoever is shown the link itself."""
    found = tables().lobby.invitation(code, seat_at(code))["seats"]
    if seat not in found:
        raise Problem(404, f"No link for the seat {seat[:20]!r} is shown here.")
    answer = Response(qr_svg(seat_url(found[seat]["token"])), content_type="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer
