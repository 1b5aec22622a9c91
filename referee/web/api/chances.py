"""The odds of winning over HTTP: start, watch and stop a run."""

from __future__ import annotations

from flask import Blueprint, Response, request

from referee.tables.service import tables
from referee.web.api import schemas
from referee.web.api.answers import body, json_answer
from referee.web.api.auth import seat_at
from referee.web.api.describing import described

bp = Blueprint("api_chances", __name__, url_prefix="/api/tables/<code>/chances")

_START = schemas.ChancesSchema()
_HOW_FAR = "progress: state, games played and asked for, won, the share and its error, whether still current"


@bp.get("")
@described(
    "Progress of the games for the odds", answers={200: _HOW_FAR, 422: "the referee plays no side here"}
)
def shown(code: str) -> Response:
    """Return the latest run."""
    seat_at(code)
    return json_answer(tables().chances.shown(code))


@bp.post("")
@described(
    "Play many games from here on, beside the table, and count the wins",
    request=_START,
    answers={
        202: _HOW_FAR,
        422: "the referee plays no side here, or the game is over",
        429: "too many tables have asked",
    },
)
def start(code: str) -> Response:
    """Start a run from the present position, and return it."""
    seat_at(code)
    games = body(_START).get("games")
    return json_answer(tables().chances.start(code, games, request.remote_addr or ""), 202)


@bp.delete("")
@described("Stop the games for the odds", answers={200: _HOW_FAR, 422: "the referee plays no side here"})
def stop(code: str) -> Response:
    """Stop the run and return its result so far."""
    seat_at(code)
    return json_answer(tables().chances.stop(code))
