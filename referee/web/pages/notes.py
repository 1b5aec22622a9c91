"""The notes of a seat: the page, which the table opens as a sheet, and saving them."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from referee.errors import Problem
from referee.games.interface import SPECTATOR
from referee.games.toolkit.http import url_at
from referee.tables.notes import LONGEST
from referee.tables.service import tables
from referee.web.auth import current_seat
from referee.web.pages.game_screens import screens_at

bp = Blueprint("notes", __name__, url_prefix="/t/<code>/notes")
_MAX_EDIT_ID = 64


@bp.get("")
def show(code: str) -> Response:
    """Show the notes of this request's seat. Raises Problem (401, 403, 404) without an own seat."""
    seat = _own_seat(code)
    screens = screens_at(code)
    page = render_template(
        "table/notes.html",
        base=url_at(f"/t/{code}"),
        seat=seat,
        rule=screens.notes_rule,
        system=tables().system(code),
        name=screens.seated(seat, tables().view(code, seat).names),
        text=tables().notes.of(code, seat),
        longest=LONGEST,
    )
    answer = make_response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("")
def save(code: str) -> Response:
    """Save the notes of the seat of this request.

    The sheet gets 204, or the text where another device of the seat has written too. A plain form gets the
    table.
    """
    text, opened = request.form.get("text", ""), request.form.get("opened")
    edit, save = request.form.get("edit", "")[:_MAX_EDIT_ID], request.form.get("save", 0, type=int)
    kept = tables().notes.keep(code, _own_seat(code), text, opened, edit, save)
    if not request.headers.get("HX-Request"):
        return redirect(url_at(f"/t/{code}"), 303)
    if opened is None or kept == text.replace("\r\n", "\n"):
        return make_response("", 204)
    answer = make_response(kept)
    answer.headers.update({"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"})
    return answer


def _own_seat(code: str) -> str:
    """Return the seat of this request; not a spectator's, because spectators would share their notes."""
    seat = current_seat(code)
    if seat == SPECTATOR:
        raise Problem(403, "Spectators have no notes at this table.")
    return seat
