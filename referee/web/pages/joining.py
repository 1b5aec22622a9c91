"""Coming to a table: the seats that are free, the link of a seat, waiting to be let in, giving a name."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import InputError, Problem, bad_input
from referee.games import registry
from referee.games.interface import SPECTATOR
from referee.games.interface.roster import Roster
from referee.games.toolkit.http import redirect_to, url_at
from referee.records.data import WAITING
from referee.records.text import Json
from referee.tables.seats.devices import JoinResult, JoinStatus
from referee.tables.seats.links import LONGEST_NAME
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.auth import (
    MAX_TYPED_NAME,
    join_token,
    remembered_name,
    seat_of_cookie,
    seat_required,
    wait_token,
    with_name_cookie,
    with_seat_or_wait_cookie,
)
from referee.web.pages.game_screens import introduction_of, screens_at
from rules.questions import TABLE

SPECTATOR_CHOICE = "Just watching"
"""The name of the spectators' seat where seats are chosen."""
PLAYER_PICTURE, TABLET_PICTURE, SPECTATOR_PICTURE, MASTER_PICTURE = (
    "start/seats/player.svg",
    "start/seats/tablet.svg",
    "start/seats/spectator.svg",
    "start/seats/referee.svg",
)
"""The pictures of seats for which a game has none."""


def seat_choices(code: str) -> list[Json]:
    """Return the seats of a table for a device that has none there: the name, and whether it is taken.

    People who guess a code see this, so no player is named. Empty where there is no such table.
    """
    try:
        people = {s["seat"]: s for s in tables().lobby.people(code)}
    except Problem as problem:
        if problem.status != 404:
            raise
        return []
    roster, game, screens = tables().roster(code), registry.game(tables().system(code)), screens_at(code)
    offered = [seat for seat in people if seat in roster.joinable]
    order = sorted(offered, key=lambda seat: (seat == TABLE, seat not in roster.private))
    pictures = introduction_of(game, screens).seats
    choices = [
        {
            "id": seat,
            "name": screens.seat_name(seat),
            "taken": bool(people[seat]["joins"]),
            "says": _seat_note(seat, people[seat], roster),
            "picture": pictures.get(seat, _picture(seat, roster)),
            "player": seat != TABLE,
        }
        for seat in order
    ]
    watching = {
        "id": SPECTATOR,
        "name": SPECTATOR_CHOICE,
        "taken": False,
        "picture": SPECTATOR_PICTURE,
        "player": False,
    }
    return [*choices, {**watching, "says": "You see what the tablet shows"}]


def default_seat(seats: Sequence[Json]) -> str:
    """Return the seat that is chosen at first: the only free one of a player, else none.

    Where several are free a slip of the finger must not show somebody the other side's secrets. Where none
    is, watching is what is left.
    """
    free = [seat["id"] for seat in seats if seat["player"] and not seat["taken"]]
    return "" if len(free) > 1 else free[0] if free else SPECTATOR


def _picture(seat: str, roster: Roster) -> str:
    if seat == TABLE:
        return TABLET_PICTURE
    return MASTER_PICTURE if seat in roster.masters else PLAYER_PICTURE


def _seat_note(seat: str, sits: Json, roster: Roster) -> str:
    if seat == TABLE:
        return "Second or replacement tablet"
    if sits["joins"]:
        return "Taken. Ask to be let in" if seat in roster.private else "Taken. You would share it"
    if seat in roster.masters:
        return "Free. It sees everything"
    return "Free. Its secrets stay on this device" if seat in roster.private else "Free"


bp = Blueprint("joining", __name__)
UNKNOWN_REQUEST = "gone"
"""The state of a device whose question is no longer known."""


@bp.get("/join/<token>")
def by_link(token: str) -> AnyResponse:
    """Take a seat by its link, and redirect to its page, whose address has no token.

    A device that sits elsewhere at the table is asked first: a finger on the QR code that the tablet shows
    would else make the tablet a player's phone, with no way back. A player is asked for a name, and a device
    at a private seat that is taken is asked too.
    """
    seat = tables().seats.named(token)
    tables().joining.check_there(seat.code, seat.seat)
    held = seat_of_cookie(seat.code)
    names, screens = _player_names(seat.code), screens_at(seat.code)
    known = {"code": seat.code, "name": names.get(seat.seat, remembered_name()), "longest": LONGEST_NAME}
    if held == seat.seat:
        return take(token)
    if held:
        known |= {"now": screens.seated(held, names), "then": screens.seated(seat.seat, names)}
        return _question_page("join/change_seat.html", known)
    if tables().joining.is_taken(seat.code, seat.seat):
        return _question_page("join/taken.html", known | {"who": _player_in_sentence(seat.code, seat.seat)})
    if "ask" in request.args:
        who = registry.game(tables().system(seat.code)).player(seat.seat) or screens.seat_name(seat.seat)
        return _question_page("join/sit.html", known | {"who": who})
    return take(token)


@bp.post("/join/<token>")
def take(token: str) -> Response:
    """Take a seat by its link, or ask for it if it is taken. Another seat of this device is given up."""
    seat, name = tables().seats.named(token), request.form.get("name", "")[:MAX_TYPED_NAME]
    arrived = tables().joining.by_link(token, name, seat_of_cookie(seat.code), join_token(seat.code))
    return with_name_cookie(join_response(arrived), name)


@bp.get("/join/wait/<code>")
def wait(code: str) -> AnyResponse:
    """Show the state of a join request; once it is accepted, redirect to the table."""
    page = "HX-Request" not in request.headers
    try:
        standing = tables().joining.waiting(wait_token(code))
    except Problem as problem:
        if problem.status != 404:
            raise
        standing = JoinStatus(code[:20], "", UNKNOWN_REQUEST)
    if standing.token:
        answer = (
            redirect_to(f"/t/{standing.code}")
            if page
            else Response(headers={"HX-Redirect": url_at(f"/t/{standing.code}")})
        )
        return with_seat_or_wait_cookie(answer, standing)
    if standing.state == WAITING and not page:
        return Response(status=204)
    who = ""
    if standing.seat:
        who = _player_in_sentence(standing.code, standing.seat)
    known = {"code": standing.code, "who": who, "state": standing.state}
    answer = make_response(render_template("join/wait.html" if page else "join/_wait.html", table=known))
    answer.headers.update({"Cache-Control": "no-store", "Vary": "HX-Request, Cookie"})
    return answer


@bp.post("/join/wait/<code>")
def stop_waiting(code: str) -> Response:
    """Wait no longer."""
    tables().joining.abandon(wait_token(code))
    return redirect_to("/")


@bp.post("/t/<code>/name")
@seat_required
def name(table: LoadedTable, seat: str) -> AnyResponse:
    """Name a player, and stay on the same page."""
    other, called = request.form.get("seat", seat), request.form.get("name", "")[:MAX_TYPED_NAME]
    tables().player_names.rename(table, seat, other, called)
    return Response(status=204) if "HX-Request" in request.headers else redirect_to(f"/t/{table.code}")


def join_response(arrived: JoinResult) -> Response:
    """Lead a device to its table, or to where it waits to be let in."""
    return with_seat_or_wait_cookie(
        redirect_to(f"/join/wait/{arrived.code}" if arrived.wait else f"/t/{arrived.code}"), arrived
    )


def status_and_sentence(problem: Problem | InputError) -> tuple[int, str]:
    """Return the status and the sentence of what went wrong."""
    known = bad_input(problem) if isinstance(problem, InputError) else problem
    return known.status, known.detail


def _question_page(template: str, known: dict[str, object]) -> Response:
    answer = make_response(render_template(template, table=known, system=tables().system(str(known["code"]))))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _player_names(code: str) -> dict[str, str]:
    return {s["seat"]: s["name"] for s in tables().lobby.people(code) if s["name"]}


def _player_in_sentence(code: str, seat: str) -> str:
    """Return who sits at a seat, within a sentence."""
    names, screens = _player_names(code), screens_at(code)
    if seat in names:
        return screens.seated(seat, names)
    return registry.game(tables().system(code)).player(seat) or screens.seat_name(seat)
