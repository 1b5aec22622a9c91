"""The list of what to do on the cardboard. Every device with a hand in it can tick its lines."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from referee.errors import InputError
from referee.games.dawn_of_the_dead.pages.cardboard.board_list import board_list
from referee.games.dawn_of_the_dead.pages.seat_context import sent_to
from referee.games.dawn_of_the_dead.pages.table.screen import Screen
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.addresses import url_at
from referee.web.auth import at_table
from referee.web.pages.frame import kept_nowhere

bp = Blueprint("ticking", __name__, url_prefix="/t/<code>")
ALL, UNDO = "all", "undo"


@bp.get("/checklist")
@at_table
def show(table: LoadedTable, seat: str) -> Response:
    """Show what to do on the cardboard now."""
    return _shown(table, seat)


@bp.post("/checklist")
@at_table
def tick(table: LoadedTable, seat: str) -> Response:
    """Note a line, or all that were seen, as done; or that the last tick was a mistake."""
    code, (_, context), ticked = table.code, sent_to(table, seat), request.form.get("tick", "")
    service = tables()
    shown = board_list(context, _at())
    if shown and ticked == UNDO:
        service.ticking.untick(code, request.form.get("serial", type=int))
    elif shown:
        texts = [line.text for line in shown.lines]
        meant = request.form.getlist("seen") or texts if ticked == ALL else [ticked]
        service.ticking.tick(code, shown.at, [text for text in texts if text in meant])
    if request.headers.get("HX-Request"):
        return _shown(table, seat)
    return redirect(url_at(f"/t/{code}"), 303)


def _shown(table: LoadedTable, seat: str) -> Response:
    game = Screen(sent_to(table, seat)[1])
    return kept_nowhere(make_response(render_template("dawn_of_the_dead/table/_checklist.html", game=game)))


def _at() -> int:
    """Return how much had happened when the list was looked at. Raises InputError."""
    text = request.form.get("at", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise InputError("at: what the list showed is missing.")
    return int(text)
