"""Seats over HTTP: who sits there, how others join, their devices, and the QR codes of their links."""

from __future__ import annotations

from flask import Blueprint, Response, request

from referee.errors import Problem
from referee.games.interface import SPECTATOR
from referee.games.toolkit.http import described, json_response, read_body
from referee.tables import views
from referee.tables.seats.links import without_gaps
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.addresses import join_url, qr_svg, seat_links
from referee.web.api import schemas
from referee.web.auth import (
    check_first_device,
    current_seat,
    join_token,
    seat_of_cookie,
    seat_required,
    seat_token,
    with_seat_or_wait_cookie,
)

bp = Blueprint("api_seats", __name__, url_prefix="/api/tables")
_RENEW, _NAME, _ARRIVAL = schemas.RenewSchema(), schemas.NameSchema(), schemas.ArrivalSchema()
_SETTINGS, _PART = schemas.SettingsSchema(), schemas.PartSchema()
_SEND_AWAY = schemas.SendAwaySchema()


@bp.get("/<code>/seats")
@described("Who is connected", answers={200: "the seats"}, members=("seats",))
@seat_required
def seats(table: LoadedTable, _seat: str) -> Response:
    """Return for each seat whether it is connected, and how many devices took it."""
    return json_response({"seats": tables().lobby.people(table.code)})


@bp.get("/<code>/invitation")
@described(
    "How others join, for the tablet; how another tablet joins, for a phone that may open one",
    answers={200: "code, PIN and links", 403: "not from this seat"},
)
@seat_required
def invitation(table: LoadedTable, seat: str) -> Response:
    """Return the code, the PIN and the links of the other seats."""
    invited = tables().lobby.invitation(table.code, seat)
    looks_on = seat_links({s: invited[s] for s in (SPECTATOR,) if s in invited})
    return json_response({**invited, "seats": seat_links(invited["seats"]), **looks_on})


@bp.post("/<code>/renew")
@described("Give a seat a new link; the old one stops working", request=_RENEW, answers={200: "the new link"})
@seat_required
def renew(table: LoadedTable, seat: str) -> Response:
    """Renew the link of a seat and return it."""
    check_first_device(table.code)
    other = read_body(_RENEW)["seat"]
    token = tables().lobby.renew(table.code, seat, other)
    return json_response({"seat": other, **seat_links({other: {"token": token}})[other]})


@bp.post("/<code>/name")
@described(
    "Name a player",
    request=_NAME,
    answers={200: "seat, name and view", 403: "another player's seat"},
    members=("seat", "name", "view"),
)
@seat_required
def name(table: LoadedTable, seat: str) -> Response:
    """Name the player of a seat and return the view."""
    given = read_body(_NAME)
    other = given.get("seat", seat)
    called = tables().player_names.rename(table, seat, other, given["name"])
    return json_response({"seat": other, "name": called, "view": views.view(table, seat).to_json()})


@bp.post("/<code>/settings")
@described(
    "Change settings of a running table, for all its seats",
    request=_SETTINGS,
    answers={200: "settings and view", 403: "a spectator's seat"},
    members=("settings", "view"),
)
@seat_required
def settings(table: LoadedTable, seat: str) -> Response:
    """Change settings and return the view."""
    changed = tables().settings.change(table, seat, read_body(_SETTINGS))
    return json_response({"settings": changed, "view": views.view(table, seat).to_json()})


@bp.post("/<code>/part")
@described(
    "Promise a part of the seed of the referee's dice once it is sealed, then show it",
    request=_PART,
    answers={200: "seat, the seal, all parts that count and all promises", 403: "a spectator's seat",
             409: "the seal has changed", 422: "not now, or not the part that was promised"},
    members=("seat", "seal", "parts", "commits"),
)  # fmt: skip
@seat_required
def part(table: LoadedTable, seat: str) -> Response:
    """Take what a seat's device promises or gives to the seed of the dice, and return all of it."""
    code, given, contributions = table.code, read_body(_PART), tables().seed_contributions
    if "commit" in given:
        return json_response(contributions.promise(code, seat, given["seal"], given["commit"]))
    return json_response(contributions.add(code, seat, given["seal"], given["part"]))


@bp.post("/<code>/arrival")
@described(
    "Let another device in at a private seat, refuse it, or note that its first device has read about one",
    request=_ARRIVAL,
    answers={200: "arrival and view", 403: "not from this seat", 422: "no device is waiting"},
    members=("arrival", "view"),
)
@seat_required
def arrival(table: LoadedTable, seat: str) -> Response:
    """Answer a device that wants to share a private seat, and return the view."""
    check_first_device(table.code)
    given = read_body(_ARRIVAL)
    answered = tables().joining.answer(table, seat, given["answer"], given.get("n"))
    return json_response({"arrival": answered, "view": views.view(table, seat).to_json()})


@bp.get("/<code>/devices")
@described(
    "The devices of your seat: number 0 has its link, the others were let in",
    answers={200: "seat and devices", 403: "a device that others let in"},
    members=("seat", "devices"),
)
@seat_required
def devices(table: LoadedTable, seat: str) -> Response:
    """Return the devices of the seat that asks."""
    check_first_device(table.code)
    return json_response(
        {"seat": seat, "devices": tables().devices.of_seat(table, seat, seat_token(table.code))}
    )


@bp.post("/<code>/devices")
@described(
    "Send one device away from your seat; the others keep it",
    request=_SEND_AWAY,
    answers={200: "sent_away and view", 403: "a device that others let in", 422: "no such device"},
    members=("sent_away", "view"),
)
@seat_required
def send_away(table: LoadedTable, seat: str) -> Response:
    """Send one device away and return the view."""
    check_first_device(table.code)
    n = read_body(_SEND_AWAY)["send_away"]
    tables().devices.send_away(table, seat, n)
    return json_response({"sent_away": n, "view": views.view(table, seat).to_json()})


joining_bp = Blueprint("api_joining", __name__)
_JOIN = schemas.JoinSchema()


@joining_bp.post("/api/join")
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
    given = read_body(_JOIN)
    code = without_gaps(given["code"])
    arrived = tables().joining.by_code(
        code,
        given["pin"],
        given["seat"],
        request.remote_addr or "",
        given["name"],
        seat_of_cookie(code),
        join_token(code),
    )
    if arrived.wait:
        answer = {"code": code, "seat": arrived.seat, "wait": arrived.wait}
        return with_seat_or_wait_cookie(json_response(answer, 202), arrived)
    return with_seat_or_wait_cookie(
        json_response({"code": code, "seat": given["seat"], "token": arrived.token}), arrived
    )


@joining_bp.get("/api/join/<wait>")
@described(
    "Whether a waiting device may join",
    answers={
        200: "code, seat and state; the token once it is let_in",
        404: "the request is no longer known",
    },
    seat=False,
    members=("code", "seat", "state"),
)
def join_state(wait: str) -> Response:
    """Return the answer that a device got to its request to share a private seat."""
    arrival = tables().joining.waiting(wait)
    body = {"code": arrival.code, "seat": arrival.seat, "state": arrival.state}
    return with_seat_or_wait_cookie(
        json_response({**body, "token": arrival.token} if arrival.token else body), arrival
    )


@joining_bp.get("/api/tables/<code>/seats/<seat>/qr.svg")
@described(
    "The QR code of a seat's link, for the seats that `invitation` shows it to",
    answers={200: "SVG", 403: "not from this seat"},
    kind="image/svg+xml",
)
def seat_qr(code: str, seat: str) -> Response:
    """Return the QR code of a seat's link, for a seat that sees the link itself."""
    invitation = tables().lobby.invitation(code, current_seat(code))
    offered = {**invitation["seats"], **{s: invitation[s] for s in (SPECTATOR,) if s in invitation}}
    if seat not in offered:
        raise Problem(404, f"No link for the seat {seat[:20]!r} is shown here.")
    answer = Response(qr_svg(join_url(seat, offered[seat]["token"])), content_type="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer
