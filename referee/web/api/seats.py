"""Seats over HTTP: who sits there, their names and settings, how others join, which devices share a seat."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.games.ports import SPECTATOR
from referee.tables import views
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.api import schemas
from referee.web.api.answers import body, json_answer
from referee.web.api.auth import at_table, check_first_device, token_at
from referee.web.api.describing import described
from referee.web.api.links import links

bp = Blueprint("api_seats", __name__, url_prefix="/api/tables")
_RENEW, _NAME, _ARRIVAL = schemas.RenewSchema(), schemas.NameSchema(), schemas.ArrivalSchema()
_SETTINGS, _PART = schemas.SettingsSchema(), schemas.PartSchema()
_SEND_AWAY = schemas.SendAwaySchema()


@bp.get("/<code>/seats")
@described("Who is connected", answers={200: "the seats"}, members=("seats",))
@at_table
def seats(table: LoadedTable, _seat: str) -> Response:
    """Return for each seat whether it is connected, and how many devices took it."""
    return json_answer({"seats": tables().lobby.people(table.code)})


@bp.get("/<code>/invitation")
@described(
    "How others join, for the tablet; how another tablet joins, for a phone that may open one",
    answers={200: "code, PIN and links", 403: "not from this seat"},
)
@at_table
def invitation(table: LoadedTable, seat: str) -> Response:
    """Return the code, the PIN and the links of the other seats."""
    invited = tables().lobby.invitation(table.code, seat)
    looks_on = links({s: invited[s] for s in (SPECTATOR,) if s in invited})
    return json_answer({**invited, "seats": links(invited["seats"]), **looks_on})


@bp.post("/<code>/renew")
@described("Give a seat a new link; the old one stops working", request=_RENEW, answers={200: "the new link"})
@at_table
def renew(table: LoadedTable, seat: str) -> Response:
    """Renew the link of a seat and return it."""
    check_first_device(table.code)
    other = body(_RENEW)["seat"]
    token = tables().lobby.renew(table.code, seat, other)
    return json_answer({"seat": other, **links({other: {"token": token}})[other]})


@bp.post("/<code>/name")
@described(
    "Name a player",
    request=_NAME,
    answers={200: "seat, name and view", 403: "another player's seat"},
    members=("seat", "name", "view"),
)
@at_table
def name(table: LoadedTable, seat: str) -> Response:
    """Name the player of a seat and return the view."""
    given = body(_NAME)
    other = given.get("seat", seat)
    called = tables().naming.rename(table, seat, other, given["name"])
    return json_answer({"seat": other, "name": called, "view": views.view(table, seat)})


@bp.post("/<code>/settings")
@described(
    "Change settings of a running table, for all its seats",
    request=_SETTINGS,
    answers={200: "settings and view", 403: "a spectator's seat"},
    members=("settings", "view"),
)
@at_table
def settings(table: LoadedTable, seat: str) -> Response:
    """Change settings and return the view."""
    changed = tables().settings.change(table, seat, body(_SETTINGS))
    return json_answer({"settings": changed, "view": views.view(table, seat)})


@bp.post("/<code>/part")
@described(
    "Promise a part of the seed of the referee's dice once it is sealed, then show it",
    request=_PART,
    answers={200: "seat, the seal, all parts that count and all promises", 403: "a spectator's seat",
             409: "the seal has changed", 422: "not now, or not the part that was promised"},
    members=("seat", "seal", "parts", "commits"),
)  # fmt: skip
@at_table
def part(table: LoadedTable, seat: str) -> Response:
    """Take what a seat's device promises or gives to the seed of the dice, and return all of it."""
    code, given, parts = table.code, body(_PART), tables().dice_parts
    if "commit" in given:
        return json_answer(parts.promise(code, seat, given["seal"], given["commit"]))
    return json_answer(parts.add(code, seat, given["seal"], given["part"]))


@bp.post("/<code>/arrival")
@described(
    "Let another device in at a private seat, refuse it, or note that its first device has read about one",
    request=_ARRIVAL,
    answers={200: "arrival and view", 403: "not from this seat", 422: "no device is waiting"},
    members=("arrival", "view"),
)
@at_table
def arrival(table: LoadedTable, seat: str) -> Response:
    """Answer a device that wants to share a private seat, and return the view."""
    check_first_device(table.code)
    given = body(_ARRIVAL)
    answered = tables().arriving.answer(table, seat, given["answer"], given.get("n"))
    return json_answer({"arrival": answered, "view": views.view(table, seat)})


@bp.get("/<code>/devices")
@described(
    "The devices of your seat: number 0 has its link, the others were let in",
    answers={200: "seat and devices", 403: "a device that others let in"},
    members=("seat", "devices"),
)
@at_table
def devices(table: LoadedTable, seat: str) -> Response:
    """Return the devices of the seat that asks."""
    check_first_device(table.code)
    return json_answer({"seat": seat, "devices": tables().devices.of_seat(table, seat, token_at(table.code))})


@bp.post("/<code>/devices")
@described(
    "Send one device away from your seat; the others keep it",
    request=_SEND_AWAY,
    answers={200: "sent_away and view", 403: "a device that others let in", 422: "no such device"},
    members=("sent_away", "view"),
)
@at_table
def send_away(table: LoadedTable, seat: str) -> Response:
    """Send one device away and return the view."""
    check_first_device(table.code)
    n = body(_SEND_AWAY)["send_away"]
    tables().devices.send_away(table, seat, n)
    return json_answer({"sent_away": n, "view": views.view(table, seat)})
