"""The start page: start a table, join, come back to or delete one; and the switch between dark and light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import (
    check_first_device,
    held_at,
    held_seats,
    is_code,
    leave,
    of_one_moment,
    seat_at,
    shown_at,
    sit_down,
)
from referee.api.links import own_path
from referee.errors import InputError
from referee.games import registry
from referee.games.ports import SPECTATOR
from referee.pages.fronts import front_of, listed_front, said_of_each
from referee.pages.library.shelves import day
from referee.pages.start.arriving import LONGEST_TYPED, said, to, welcomed
from referee.pages.start.seat_choices import seat_choices
from referee.pages.start.start_forms import ASKED, join_groups, shown_game, start_form, wanted
from referee.problems import Problem
from referee.tables import tables
from referee.tables.naming import LONGEST_NAME
from referee.tables.not_at_hand import Failing, its_game
from referee.tables.seats import without_gaps
from rules.sentences import listed, sentence

bp = Blueprint("home", __name__)
THEMES = frozenset({"dark", "light"})
Json = Mapping[str, Any]
NOTHING: Json = {
    "code": "",
    "pin": "",
    "seat": "",
    "name": "",
    "sentence": "",
    "seatless": False,
    "unfinished": False,
}
YEAR_SECONDS = 31_536_000


@bp.get("/")
def home() -> str:
    """Show the start page, with the table's code filled in for a visitor without a seat there."""
    code = without_gaps(request.args.get("code", "")[:20])
    if not is_code(code) or held_at(code):
        return _start_page({**NOTHING, "code": code})
    seats = seat_choices(code)
    return _start_page(
        {**NOTHING, "code": code, "seatless": True, "seats": seats, "seat": _first_free(seats)}
    )


@bp.post("/")
def start() -> Response:
    """Start a table, and sit down at it with the tablet's seat."""
    game = shown_game(request.form.get("system", ""))
    made = tables().lobby.create(wanted(game, request.form))
    code, token = made["code"], made["seats"]["table"]["token"]
    return sit_down(to(f"/t/{code}"), code, token)


@bp.get("/join")
def joining() -> AnyResponse:
    """Redirect a typed address to the form."""
    return redirect("/#join")


@bp.post("/join")
def join() -> Response:
    """Join a table by its code and PIN; what does not fit is said in its place on the page."""
    code = without_gaps(request.form.get("code", "")[:20])
    seat, name = request.form.get("seat", ""), request.form.get("name", "")[:LONGEST_TYPED]
    try:
        arrived = tables().arriving.by_code(
            code,
            request.form.get("pin", "")[:20],
            seat,
            request.remote_addr or "",
            name,
            held_at(code),
            shown_at(code),
        )
    except (Problem, InputError) as problem:
        status, detail = said(problem)
        if status not in {401, 404, 422, 429}:
            raise
        typed = {"code": code, "seat": seat, "name": name, "sentence": detail}
        others = _other_seats(code, status)
        if status == 404 and seat not in _every_seat():
            status = 422
            others = {**others, "sentence": "Choose a seat: who are you?", "unfinished": not seat}
        return make_response(_start_page({**typed, **others}), status)
    return welcomed(arrived)


def _every_seat() -> frozenset[str]:
    """Return every possible seat of every game."""
    return frozenset({"table", SPECTATOR}).union(*(game.player_seats for game in registry.games().values()))


def _other_seats(code: str, status: int) -> Json:
    """Return what else a form needs if its seat is not one of the table's: those it has, and the right PIN.

    A wrong code or PIN gets another status, and nothing more is told.
    """
    if status != 404:
        return {}
    seats = seat_choices(code)
    return {
        "pin": request.form.get("pin", "")[:20],
        "seats": seats,
        "seat": _first_free(seats),
        "sentence": "There is no such seat at this table. Choose one of these.",
    }


@bp.post("/t/<code>/renew")
def renew(code: str) -> Response:
    """Give the seat of this device a new link: it stays, and every other device that had the seat is out."""
    seat = seat_at(code)
    check_first_device(code)
    return sit_down(to(f"/t/{code}"), code, tables().lobby.renew(code, seat, seat))


@bp.post("/t/<code>/send-away")
@of_one_moment
def send_away(code: str) -> AnyResponse:
    """Send one device away from the seat of this one."""
    seat = seat_at(code)
    check_first_device(code)
    tables().devices.send_away(code, seat, request.form.get("n", 0, type=int))
    return to(f"/t/{code}")


@bp.get("/t/<code>/delete")
def confirm(code: str) -> str:
    """Ask before a table is deleted."""
    return render_template("home/delete.html", table=_own_table(code), system=tables().system(code))


@bp.post("/t/<code>/delete")
def delete(code: str) -> Response:
    """Delete a table for everybody, from the tablet."""
    tables().lobby.delete(code, seat_at(code), request.form.get("confirm", ""))
    return leave(to("/"), code)


@bp.post("/theme")
def theme() -> AnyResponse:
    """Switch between the dark and the light screen."""
    chosen = "dark" if request.cookies.get("theme") == "light" else "light"
    answer = redirect(own_path(request.form.get("back", "/")), 303)
    answer.set_cookie("theme", chosen, max_age=YEAR_SECONDS, samesite="Lax")
    return answer


def _first_free(seats: Sequence[Json]) -> str:
    """Return the seat that is chosen at first: one that nobody has taken, else watching."""
    free = (s["id"] for s in seats if not s["taken"] and s["id"] != "table")
    return next(free, SPECTATOR if seats else str(NOTHING["seat"]))


def _start_page(join: Json) -> str:
    start = start_form(request.args.get(ASKED, ""))
    return render_template(
        "home/home.html",
        system=start["system"],
        home={"tables": _own_tables(), "looking_back": _looking_back(), "start": start},
        join={**join, "longest": LONGEST_NAME, "groups": join_groups()},
    )


def _own_tables() -> list[Json]:
    """Return the rows of this device's tables, without those whose game cannot fill its row."""
    rows: list[Json] = []
    for entry in tables().lobby.listed(held_seats()):
        with suppress(Failing), its_game(entry["code"], entry["system"]):
            rows.append(_listed(entry))
    return rows


def _looking_back() -> list[Json]:
    return said_of_each(lambda _, front: front.looking_back)


def _listed(entry: Json) -> Json:
    code, game, names = entry["code"], registry.game(entry["system"]), entry["names"]
    front = listed_front(game)
    mode = front.mode_title(entry["mode"])
    return {
        "code": code,
        "url": f"/t/{code}" if front_of(game) else "",
        "over": bool(entry["winner"]) or entry["phase"] == "over",
        "last": entry["last"],
        "day": day(entry["last"]),
        "delete_url": f"/t/{code}/delete" if entry["seat"] == "table" else "",
        "seat": front.seat_title(entry["seat"]),
        "players": listed(front.seat_name(seat, names) for seat in names) if names else sentence(mode),
        "game": f"{game.title}, {mode}",
        "where": front.where(entry),
    }


def _own_table(code: str) -> Json:
    seat = seat_at(code)
    tables().system(code)  # Raises the sentence of a table that cannot be listed.
    return _listed(tables().lobby.listed([(code, seat)])[0])
