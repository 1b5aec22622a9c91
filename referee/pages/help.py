"""How the screens work: a page, a sheet over the game, and a card until it has been read once."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.pages.home import YEAR_SECONDS

bp = Blueprint("help", __name__)
COOKIE = "help"
READ = "read"


@bp.get("/help")
def page() -> Response:
    """Tell how the screens work: to htmx the sentences alone, for the sheet, to anybody else the page."""
    alone = request.headers.get("HX-Request")
    answer = make_response(render_template("help/_help.html" if alone else "help/help.html"))
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer


@bp.post("/help")
def read() -> AnyResponse:
    """Put the first help away for good on this device. Without a script the same page comes back."""
    answer: AnyResponse = Response() if request.headers.get("HX-Request") else redirect(_back(), 303)
    answer.set_cookie(COOKIE, READ, max_age=YEAR_SECONDS, samesite="Lax")
    return answer


def for_newcomers() -> dict[str, bool]:
    """Return what the table's page needs: whether this device has not put the first help away yet."""
    return {"first_help": request.cookies.get(COOKIE) != READ}


def _back() -> str:
    back = request.form.get("back", "/")
    return back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
