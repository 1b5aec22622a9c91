"""What are our chances? Over HTTP: asked, watched, stopped."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.api import schemas
from referee.api.answers import body, json_answer
from referee.api.auth import seat_at
from referee.api.describing import described
from referee.tables import tables

bp = Blueprint("api_chances", __name__, url_prefix="/api/tables/<code>/chances")

_START = schemas.ChancesSchema()
_HOW_FAR = "how far the games are: state, games of how many, won, share and its error, whether still current"


@bp.get("")
@described("How far the games for the chances are", answers={200: _HOW_FAR, 422: "not at such a table"})
def shown(code: str) -> Response:
    """Return the run that was asked for last."""
    seat_at(code)
    return json_answer(tables().chances.shown(code))


@bp.post("")
@described(
    "Play many games on from here, beside the table, to count those won",
    request=_START,
    answers={202: _HOW_FAR, 422: "not at such a table, or not any more", 429: "too many tables have asked"},
)
def start(code: str) -> Response:
    """Begin a run from the present moment."""
    seat_at(code)
    return json_answer(tables().chances.start(code, body(_START).get("games")), 202)


@bp.delete("")
@described("Stop the games for the chances", answers={200: _HOW_FAR, 422: "not at such a table"})
def stop(code: str) -> Response:
    """Stop the run, and say what there is."""
    seat_at(code)
    return json_answer(tables().chances.stop(code))
