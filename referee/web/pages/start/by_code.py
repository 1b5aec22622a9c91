"""Joining a table by its code: the code leads to a page with its seats, the PIN and the seat to the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import InputError
from referee.games import registry
from referee.problems import Problem
from referee.tables.seats import LONGEST_NAME, without_gaps
from referee.tables.service import tables
from referee.web.api.auth import held_at, is_code, shown_at
from referee.web.api.links import url_at
from referee.web.api.own_name import LONGEST_TYPED, own_name, remembered
from referee.web.pages.fronts import front_at, introduction_of
from referee.web.pages.start.arriving import said, welcomed
from referee.web.pages.start.cards import card
from referee.web.pages.start.home import front_page
from referee.web.pages.start.seat_choices import chosen_at_first, known_seat, seat_choices

bp = Blueprint("by_code", __name__)
Json = Mapping[str, Any]
_LONGEST_CODE = 20
_UNKNOWN = "No table has the code {}. Check it on the tablet."


@bp.get("/join")
def seats() -> AnyResponse:
    """Show the seats of the table whose code was typed; without a code lead to where one is typed.

    A device that came from the table itself (`seatless`), also one that was sent away, reads why it is here.
    """
    typed = request.args.get("code", "")[:_LONGEST_CODE]
    code = without_gaps(typed)
    if not code:
        return redirect(url_at("/#join"))
    if not is_code(code) or not (choices := seat_choices(code)):
        wrong = _UNKNOWN.format(code)
        return make_response(front_page({"code": typed, "sentence": wrong}), 404)
    seatless = "seatless" in request.args and not held_at(code)
    return make_response(_page(code, seats=choices, seat=chosen_at_first(choices), seatless=seatless))


@bp.post("/join")
def take() -> Response:
    """Take a seat by code, PIN and seat; what does not fit is said above what was typed."""
    code = without_gaps(request.form.get("code", "")[:_LONGEST_CODE])
    seat, name = request.form.get("seat", ""), request.form.get("name", "")[:LONGEST_TYPED]
    pin = request.form.get("pin", "")[:_LONGEST_CODE]
    try:
        arrived = tables().arriving.by_code(
            code, pin, seat, request.remote_addr or "", name, held_at(code), shown_at(code)
        )
    except (Problem, InputError) as problem:
        status, detail = said(problem)
        if status not in {401, 404, 422, 429}:
            raise
        typed: dict[str, Any] = {"seat": seat[:_LONGEST_CODE], "name": name, "sentence": detail}
        if status in {401, 429}:
            # The same page for a wrong code and for a wrong PIN: it knows nothing of any table.
            return make_response(_page(code, **typed), status)
        choices = seat_choices(code)
        if status == 404:
            typed["seat"] = chosen_at_first(choices)
            typed["sentence"] = "There is no such seat at this table. Choose one of these."
            if not known_seat(seat):
                status, typed["sentence"] = 422, "Choose a seat: who are you?"
                typed["unfinished"] = not seat
        return make_response(_page(code, **typed, pin=pin, seats=choices), status)
    return remembered(welcomed(arrived), name)


def _page(code: str, **known: object) -> str:
    """Return the page; without `seats` it is the one for a wrong code or PIN, and tells of no table."""
    table: dict[str, object] = {
        "code": code,
        "pin": "",
        "name": own_name(),
        "seat": "",
        "sentence": "",
        "seatless": False,
        "longest": LONGEST_NAME,
        **known,
    }
    if not known.get("seats"):
        return render_template("join/by_code.html", table=table)
    front, held = front_at(code), held_at(code)
    game = registry.game(tables().system(code))
    table["card"] = card(game, introduction_of(game, front))
    table["now"] = front.seat_title(held) if held else ""
    return render_template("join/by_code.html", table=table, system=tables().system(code))
