"""Whose a map or a counter sheet is: the browser's that brought it, by a cookie that no script reads."""

from __future__ import annotations

from flask import Flask, Response, current_app, g, request

from referee.config import Config
from referee.tables.seats import hashed
from referee.web.api.auth import with_cookie

COOKIE = "library"
_YEAR_SECONDS = 365 * 24 * 3600
_LONGEST = 200


def owner() -> str:
    """Return what stands for this browser in the database, "" for one that has brought nothing yet."""
    token = request.cookies.get(COOKIE, "")[:_LONGEST]
    return hashed(token) if token else ""


def new_owner() -> str:
    """Return what stands for this browser; one without the cookie gets it with the answer."""
    if not owner() and "new_owner" not in g:
        config: Config = current_app.extensions["tables"].config
        g.new_owner = config.sources.generation()
    return owner() or hashed(g.new_owner)


def install(app: Flask) -> None:
    """Give the cookie to browsers that have just brought something."""

    @app.after_request
    def keep(answer: Response) -> Response:
        token = g.pop("new_owner", None)
        return with_cookie(answer, COOKIE, token, _YEAR_SECONDS) if token else answer
