"""The report after a game: how it went, every secret opened, and the game stepped through on the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from referee import heavy
from referee.api.auth import seat_at
from referee.api.links import url_at
from referee.games.dawn_of_the_dead.own_tables import OwnFinished, own_finished
from referee.games.dawn_of_the_dead.pages.study.afterwards import overview
from referee.games.dawn_of_the_dead.pages.study.replay import replayed
from referee.pages.saving import to_keep
from referee.problems import Problem
from referee.tables.service import tables

bp = Blueprint("report", __name__, url_prefix="/t/<code>/report")


def report(code: str) -> Response:
    """Show the report; while the game goes on, say when it opens."""
    game = _finished(code)
    if game is None:
        return _early(code)
    return _page("dawn_of_the_dead/report/report.html", report=_overview(code, game))


@bp.get("/file")
def file(code: str) -> Response:
    """Return the report as one file that needs no network: its styles are in it, and its links are words."""
    game = _finished(code)
    if game is None:
        return _early(code)
    page = render_template("dawn_of_the_dead/report/file.html", report=_overview(code, game), file=True)
    return to_keep(page, code)


@bp.get("/<int:n>")
def at(code: str, n: int) -> Response:
    """Show the map after line `n` of the record, 0 for the map before the first, with the story around it."""
    game = _finished(code)
    if game is None:
        return _early(code)
    if n > (game.lines[-1].n if game.lines else 0):
        raise Problem(404, f"The record of this game has no line {n}.")
    shown = replayed(game, n, url_at(f"/t/{code}"))
    name = (
        "dawn_of_the_dead/report/_stepped.html"
        if request.headers.get("HX-Request")
        else "dawn_of_the_dead/report/replay.html"
    )
    return _page(name, replay=shown, map=shown["map"])


def _overview(code: str, game: OwnFinished) -> Mapping[str, Any]:
    record = tables().record(code, game.match.public_seat)
    return heavy.run(heavy.AFTERWARDS, overview, game.in_short(), record, url_at(f"/t/{code}"))


def _finished(code: str) -> OwnFinished | None:
    """Return the finished game, or None while it goes on. Raises Problem (401, 404) without a seat there."""
    seat_at(code)
    return own_finished(tables().finished(code))


def _early(code: str) -> Response:
    return _page("report/early.html", code=code)


def _page(name: str, **shown: Mapping[str, Any] | Any) -> Response:
    answer = make_response(render_template(name, **shown))
    answer.headers["Vary"] = "HX-Request, Cookie"
    answer.headers["Cache-Control"] = "no-store"
    return answer
