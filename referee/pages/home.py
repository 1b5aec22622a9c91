"""The front door: start a table, join, come back to or delete one; and the switch between dark and light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import held_at, held_seats, is_code, leave, seat_at, sit_down, waits_at
from referee.documents import listed
from referee.errors import InputError
from referee.games import registry
from referee.games.dawn_of_the_dead.pages.wording import NAMES, PHASES, sentence
from referee.games.dawn_of_the_dead.seating import JOINABLE, TABLE
from referee.games.dawn_of_the_dead.table_options import AUTOMATIC, TAPPED
from referee.pages.arriving import LONGEST_TYPED, said, to, welcomed
from referee.pages.origins import marked
from referee.pages.seat_choices import seat_choices
from referee.pages.seat_words import seat_name, seat_title
from referee.pages.start_forms import ASKED, shown_game, start_form, wanted
from referee.problems import Problem
from referee.systems.protocol import SPECTATOR
from referee.tables import tables
from referee.tables.naming import LONGEST_NAME
from referee.tables.seats import without_gaps
from rules.dawn_of_the_dead.victory import winner_sentence
from rules.sentences import listed as listed_words

bp = Blueprint("home", __name__)
THEMES = frozenset({"dark", "light"})
Json = Mapping[str, Any]
NOTHING: Json = {"code": "", "pin": "", "seat": "zombie", "name": "", "sentence": "", "seatless": False}
GAMES: Mapping[str, Json] = {
    "two": {"mode": "two-player"},
    "alone": {"mode": "solitaire"},
    "three": {"mode": "cooperative", "players": 3},
    "four": {"mode": "cooperative", "players": 4},
}
"""Who plays, as the form says it."""
MODES: Mapping[str, str] = {"two-player": "two players", "solitaire": "solitaire", "cooperative": "together"}
"""Who plays, in the list of tables."""
YEAR_SECONDS = 31_536_000
SEATS_OF_ALL = frozenset(JOINABLE).union(*(game.player_seats for game in registry.games().values()))
"""Every possible seat of every game."""


@bp.get("/")
def home() -> str:
    """Show the start page, with the table's code filled in for a visitor without a seat there."""
    code = without_gaps(request.args.get("code", "")[:20])
    if not is_code(code) or held_at(code):
        return _front_door({**NOTHING, "code": code})
    seats = seat_choices(code)
    return _front_door(
        {**NOTHING, "code": code, "seatless": True, "seats": seats, "seat": _first_free(seats)}
    )


@bp.post("/")
def start() -> Response:
    """Start a table, and sit down at it with the tablet's seat."""
    game = shown_game(request.form.get("system", ""))
    made = tables().lobby.create(wanted(game, request.form) if game.presenter else _first_game())
    code, token = made["code"], made["seats"]["table"]["token"]
    return sit_down(to(f"/t/{code}"), code, token)


def _first_game() -> dict[str, Any]:
    """Return the options of a table of *Dawn of the Dead*, from its own form."""
    given: dict[str, Any] = {k: request.form[k] for k in ("counters", "map", "sheet") if request.form.get(k)}
    given |= GAMES.get(request.form.get("game", ""), {})
    given["practice"] = "practice" in request.form
    given["phases"] = TAPPED if "tap" in request.form else AUTOMATIC
    return given


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
        if seat not in SEATS_OF_ALL:
            raise Problem(422, "Choose a seat: who are you?")
        arrived = tables().arriving.by_code(
            code,
            request.form.get("pin", "")[:20],
            seat,
            request.remote_addr or "",
            name,
            held_at(code),
            waits_at(code),
        )
    except (Problem, InputError) as problem:
        status, detail = said(problem)
        if status not in {401, 404, 422, 429}:
            raise
        typed = {"code": code, "seat": seat, "name": name, "sentence": detail}
        return make_response(_front_door({**typed, **_other_seats(code, status)}), status)
    return welcomed(arrived)


def _other_seats(code: str, status: int) -> Json:
    """Return what else a form needs whose seat is none of the table's: those it has, and the right PIN.

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
    return sit_down(to(f"/t/{code}"), code, tables().lobby.renew(code, seat, seat))


@bp.get("/t/<code>/delete")
def confirm(code: str) -> str:
    """Ask before a table is deleted."""
    return render_template("home/delete.html", table=_own_table(code))


@bp.post("/t/<code>/delete")
def delete(code: str) -> Response:
    """Delete a table for everybody, from the tablet."""
    tables().lobby.delete(code, seat_at(code), request.form.get("confirm", ""))
    return leave(to("/"), code)


@bp.post("/theme")
def theme() -> AnyResponse:
    """Switch between the dark and the light screen."""
    chosen = "dark" if request.cookies.get("theme") == "light" else "light"
    back = request.form.get("back", "/")
    answer = redirect(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
    answer.set_cookie("theme", chosen, max_age=YEAR_SECONDS, samesite="Lax")
    return answer


def _first_free(seats: Sequence[Json]) -> str:
    """Return the seat that is chosen at first: one that nobody has taken, else watching."""
    free = (s["id"] for s in seats if not s["taken"] and s["id"] != TABLE)
    return next(free, SPECTATOR if seats else str(NOTHING["seat"]))


def _front_door(join: Json) -> str:
    own = [_listed(entry) for entry in tables().lobby.listed(held_seats())]
    notes = [
        "The map is a reconstruction. It agrees with everything the rulebook says about the printed map.",
        "The counter figures are stand-ins, not the printed ones.",
    ]
    return render_template(
        "home/home.html",
        home={
            "tables": own,
            "maps": [marked(m, "map") for m in listed(tables(), "map")],
            "sheets": [marked(s, "counters") for s in listed(tables(), "counters")],
            "stand_ins": notes,
            "start": start_form(request.args.get(ASKED, "")),
        },
        join={
            **join,
            "longest": LONGEST_NAME,
            "characters": [{"id": i, "name": n} for i, n in NAMES.items()],
        },
    )


def _listed(entry: Json) -> Json:
    code, seat = entry["code"], entry["seat"]
    if presenter := registry.game(entry["system"]).presenter:
        return {
            **_line(entry),
            "seat": seat_title(seat),
            "players": listed_words(seat_name(s, entry["names"]) for s in entry["names"])
            if entry["names"]
            else sentence(entry["mode"]),
            "game": f"{registry.game(entry['system']).title}, {entry['mode']}",
            "where": presenter.where(entry),
        }
    phase = PHASES[entry["phase"]].name
    if entry["winner"]:
        won = winner_sentence(tables().match(code).options["mode"], entry["winner"])
        phase = won[0].lower() + won[1:]
    return {
        **_line(entry),
        "seat": seat_title(seat),
        "players": _players(entry),
        "game": f"{registry.game(entry['system']).title}, {MODES[entry['mode']]}",
        "where": f"Game-Turn {entry['turn']}, {phase}",
    }


def _line(entry: Json) -> Json:
    """Return what the list shows of a table whatever its game is."""
    code = entry["code"]
    return {
        "code": code,
        "url": f"/t/{code}",
        "over": bool(entry["winner"]),
        "last": entry["last"],
        "day": day(entry["last"]),
        "delete_url": f"/t/{code}/delete" if entry["seat"] == "table" else "",
    }


def _players(entry: Json) -> str:
    """Return the names of a table's players; where nobody has said one, how many play."""
    names: Mapping[str, str] = entry["names"]
    if not names:
        return sentence(MODES[entry["mode"]])
    return listed_words(seat_name(seat, names) for seat in names)


def day(moment: str) -> str:
    """Return the day of a moment (ISO 8601) where the server stands: "21 November 2026"."""
    there = datetime.fromisoformat(moment).astimezone()
    return f"{there.day} {there:%B %Y}"


def _own_table(code: str) -> Json:
    seat = seat_at(code)
    return _listed(tables().lobby.listed([(code, seat)])[0])
