"""Health checks for the host and the proxy: liveness and readiness."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.errors import Problem
from referee.games.toolkit.http import json_response
from referee.tables.service import tables

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """Return 200 while the server answers at all; it asks nothing of the database."""
    return json_response({"alive": True})


@bp.get("/readyz")
def ready() -> Response:
    """Return 200 while the database can be read and is of this program's schema, else 503 with the reason."""
    try:
        tables().database.check()
    except Problem as problem:
        return json_response({"ready": False, "detail": problem.detail}, 503)
    return json_response({"ready": True})
