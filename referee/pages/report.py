"""The report after a game: how it went, every secret opened, and the game stepped through on the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from referee.api.auth import seat_at
from referee.pages.afterwards import overview
from referee.pages.replay import replayed
from referee.problems import Problem
from referee.tables import tables
from referee.tables.finished import Finished

bp = Blueprint("report", __name__, url_prefix="/t/<code>/report")


@bp.get("")
def report(code: str) -> Response:
    """Show the report; while the game goes on, say when it opens."""
    game = _finished(code)
    if game is None:
        return _early(code)
    record = tables().record(code, game.match.public_seat)
    return _page("report/report.html", report=overview(game, record, f"/t/{code}"))


@bp.get("/<int:n>")
def at(code: str, n: int) -> Response:
    """Show the map after line `n` of the record, 0 for the map before the first, with the story around it."""
    game = _finished(code)
    if game is None:
        return _early(code)
    if n > (game.lines[-1].n if game.lines else 0):
        raise Problem(404, f"The record of this game has no line {n}.")
    shown = replayed(game, n, f"/t/{code}")
    name = "report/_stepped.html" if request.headers.get("HX-Request") else "report/replay.html"
    return _page(name, replay=shown, map=shown["map"])


def _finished(code: str) -> Finished | None:
    """Return the game for who has a seat at the table. Raises Problem (401, 404)."""
    seat_at(code)
    return tables().finished(code)


def _early(code: str) -> Response:
    return _page("report/early.html", code=code)


def _page(name: str, **shown: Mapping[str, Any] | Any) -> Response:
    answer = make_response(render_template(name, **shown))
    answer.headers["Vary"] = "HX-Request, Cookie"
    answer.headers["Cache-Control"] = "no-store"
    return answer
