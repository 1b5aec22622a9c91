"""Boards that people survey: the list of a browser's own, the page to draw a board on, and its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.documents import find
from referee.games import registry
from referee.problems import Problem
from referee.surveys import surveys
from referee.surveys.service import wants
from referee.tables.service import tables
from referee.web.api.auth import with_cookie, without_cookie
from referee.web.api.links import address, qr_svg, url_at
from referee.web.api.own_name import own_name
from referee.web.api.surveys import COOKIE
from referee.web.pages.start.arriving import to
from referee.web.pages.start.home import YEAR_SECONDS

bp = Blueprint("surveys", __name__)
_MOST_LISTED = 50
_LONGEST_TOKEN = 200
TOOLS: tuple[tuple[str, str, str], ...] = (
    ("picture", "Picture", "M4 6h16v13H4zM4 16l5-5 4 4 3-3 4 4M15 9.5h2"),
    ("outline", "Outline", "M4 5h16v14H4z"),
    ("cut", "Cut", "M4 20 20 4M4 9V5h4M16 19h4v-4"),
    ("join", "Join", "M4 5h16v14H4zM12 5v3m0 2.5v3m0 2.5v3"),
    ("move", "Move", "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3"),
    ("sides", "Sides", "M4 4v16M20 4v16M4 12h4m8 0h4M8 9.5h8v5H8z"),
    ("areas", "Areas", "M4 5h16v14H4zM4 13l8-8M4 19 18 5M10 19l10-10M16 19l4-4"),
    ("numbers", "Numbers", "M9 4 7 20M17 4l-2 16M4 9h16M3 15h16"),
    ("symbols", "Symbols", "M12 4l8 8-8 8-8-8z"),
    ("sight", "Sight", "M2 12c4-7 16-7 20 0-4 7-16 7-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"),
)
"""The tools: id, word, and the path of the picture."""


@bp.get("/survey")
def old_address() -> AnyResponse:
    """Redirect to the list."""
    return redirect(url_at("/surveys"))


@bp.get("/surveys")
def listing() -> str:
    """Show the boards that this browser made, and a key that begins another."""
    return render_template("surveys/surveys.html", surveys=own_surveys())


@bp.post("/surveys")
def begin() -> AnyResponse:
    """Begin a survey, empty or with a map, and go to it. Its maker is this browser. Raises Problem (404)."""
    map_id = request.form.get("map", "")
    made = surveys().make(board=find(tables(), "map", map_id) if map_id else None)
    return with_cookie(to(f"/surveys/{made.id}"), COOKIE + made.id, made.token, YEAR_SECONDS)


@bp.get("/surveys/<id_>")
def one(id_: str) -> str:
    """Show the page on which a board is drawn. Raises Problem (404)."""
    _, plane, system = surveys().drawn(id_)
    wanted = {k: v for k, v in asdict(wants(system)).items() if k not in {"line", "picture", "sheet_form"}}
    page = {"id": id_, "name": plane.name, "wants": wanted, "tools": TOOLS, "own": _is_own(id_)}
    return render_template("surveys/survey.html", survey=page, url=f"{address()}surveys/{id_}", by=own_name())


@bp.get("/surveys/<id_>/qr.svg")
def code(id_: str) -> Response:
    """Return the QR code that leads another device here. Raises Problem (404)."""
    surveys().drawn(id_)
    answer = make_response(qr_svg(f"{address()}surveys/{id_}"))
    answer.mimetype = "image/svg+xml"
    return answer


@bp.get("/surveys/<id_>/delete")
def confirm(id_: str) -> str:
    """Ask before a survey is deleted."""
    return render_template("surveys/delete.html", survey=_entry(id_))


@bp.post("/surveys/<id_>/delete")
def delete(id_: str) -> Response:
    """Delete a survey of this browser's. Raises Problem (401, 403, 404)."""
    surveys().delete(id_, request.cookies.get(COOKIE + id_, "")[:_LONGEST_TOKEN])
    return without_cookie(to("/surveys"), COOKIE + id_)


def own_surveys() -> list[dict[str, Any]]:
    """Return the surveys that this browser made: id, name and how far each is."""
    return list(_own())


def _own() -> Iterator[dict[str, Any]]:
    ids = [name.removeprefix(COOKIE) for name in request.cookies if name.startswith(COOKIE)]
    for id_ in ids[:_MOST_LISTED]:
        if _is_own(id_):
            try:
                yield _entry(id_)
            except Problem as problem:  # its page says why
                earlier = problem.status == 422  # drawn with an earlier version of the program
                told = "of an earlier version" if earlier else "not to be opened right now"
                yield {"id": id_, "name": "A board", "told": told}


def _is_own(id_: str) -> bool:
    return surveys().owns(id_, request.cookies.get(COOKIE + id_, "")[:_LONGEST_TOKEN])


def _entry(id_: str) -> dict[str, Any]:
    _, plane, system = surveys().drawn(id_)
    count = len(plane.faces)
    return {
        "id": id_,
        "name": plane.name or "A board without a name",
        "told": f"{registry.game(system).title}, {count} square{'' if count == 1 else 's'}",
    }
