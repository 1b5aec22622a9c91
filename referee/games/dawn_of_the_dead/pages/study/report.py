"""The report after a game: how it went, every secret opened, and the game stepped through on the map."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from referee import heavy
from referee.errors import Problem
from referee.games.dawn_of_the_dead.pages.study.afterwards import overview
from referee.games.dawn_of_the_dead.pages.study.replay import replayed
from referee.games.dawn_of_the_dead.records import own_finished
from referee.games.ports import Json
from referee.tables.service import tables
from referee.web.addresses import url_at
from referee.web.auth import seat_at
from referee.web.pages import frame

bp = Blueprint("report", __name__, url_prefix="/t/<code>/report")


@bp.get("/file")
def file(code: str) -> Response:
    """Return the report as one file that needs no network: its styles are in it, and its links are words."""
    seat_at(code)
    return frame.report(code, file=True)


@bp.get("/<int:n>")
def at(code: str, n: int) -> Response:
    """Show the map after line `n` of the record, 0 for the map before the first, with the story around it."""
    seat_at(code)
    game = own_finished(tables().finished(code))
    if game is None:
        return frame.early(code, tables().system(code))
    if n > (game.lines[-1].n if game.lines else 0):
        raise Problem(404, f"The record of this game has no line {n}.")
    shown = replayed(game, n, url_at(f"/t/{code}"))
    name = (
        "dawn_of_the_dead/report/_stepped.html"
        if request.headers.get("HX-Request")
        else "dawn_of_the_dead/report/replay.html"
    )
    return frame.kept_nowhere(make_response(render_template(name, replay=shown, map=shown["map"])))


def overview_of(code: str) -> Json:
    """Return what the report on a finished game shows."""
    game = own_finished(tables().finished(code))
    assert game is not None, "only of a finished game there is a report"
    record = tables().record(code, game.match.public_seat)
    return heavy.run(heavy.AFTERWARDS, overview, game.in_short(), record, url_at(f"/t/{code}"))
