"""Maps and counter sheets over HTTP, and sight lines on a map."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args

from flask import Blueprint, Response, request

from referee import heavy
from referee.errors import InputError, Problem
from referee.games.dawn_of_the_dead.drawing.maps import FORMATS
from referee.games.dawn_of_the_dead.labels.squares import door_states
from referee.games.interface.host import host
from referee.games.toolkit.http import as_download, described, json_response, read_json_body
from referee.records.fields import BroughtBySchema, SightSchema, UploadSchema, load
from referee.records.text import canonical, show
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import shot_modifier
from rules.dawn_of_the_dead.position import DoorState
from rules.sight.sight import SightTable

bp = Blueprint("api_maps", __name__, url_prefix="/api")
_SIGHT, _UPLOAD, _BY = SightSchema(), UploadSchema(), BroughtBySchema()
_STATES: tuple[DoorState, ...] = get_args(DoorState)
_REMOVED = {200: "deleted", 403: "brought by somebody else", 404: "there is none"}
LINE = (
    "from", "to", "sight", "cases", "reason", "squares", "doors", "distance", "modifier", "blocked_by",
)  # fmt: skip
"""The members of a sight line."""


@bp.get("/maps")
@described("The maps on this server", answers={200: "id and name of each"}, seat=False, members=("maps",))
def maps() -> Response:
    """Return the list of maps."""
    return json_response({"maps": host().library.listed("map")})


@bp.get("/maps/<id_>")
@described("A map", answers={200: "referee-map/1"}, seat=False, members=("format", "areas", "squares"))
def one_map(id_: str) -> Response:
    """Return a map."""
    return json_response(host().library.find("map", id_))


@bp.get("/maps/<id_>/map.<ending>")
@described(
    "A map in another program's format: geojson, svg, dd2vtt, uvtt, json",
    answers={200: "the file"},
    seat=False,
    kind="*/*",
)
def exported(id_: str, ending: str) -> Response:
    """Return a map as a file of another program."""
    data = host().library.find("map", id_)
    if ending not in FORMATS:
        raise Problem(404, f"There is no map as {show(ending)} here; there is {', '.join(FORMATS)}.")
    text = heavy.run(heavy.UPLOADS, FORMATS[ending].write, data)
    answer = Response(text, content_type=FORMATS[ending].content_type)
    answer.headers["Cache-Control"] = "no-cache"
    return as_download(answer, data["name"], ending=ending)


@bp.post("/maps")
@described(
    "Upload a map (referee-map/1), or GeoJSON or Universal VTT made from one",
    request=_UPLOAD,
    query=_BY,
    answers={201: "its id", 422: "every mistake in it"},
    seat=False,
    members=("id", "name"),
)
def new_map() -> Response:
    """Save a map and return its id; the answer to a bad map lists every mistake.

    The cookie of the answer shows later who uploaded the map: they may delete it.
    """
    return json_response(host().library.upload("map", read_json_body()), 201)


@bp.delete("/maps/<id_>")
@described("Delete a map that this browser uploaded", answers=_REMOVED, seat=False, members=("deleted",))
def delete_map(id_: str) -> Response:
    """Delete a map; its uploader shows the cookie that came with it. Tables that use it keep it."""
    host().library.remove("map", id_)
    return json_response({"deleted": id_})


@bp.get("/counters")
@described("The counter sheets on this server", answers={200: "id and name of each"}, seat=False)
def counters() -> Response:
    """Return the list of counter sheets."""
    return json_response({"counters": host().library.listed("counters")})


@bp.get("/counters/<id_>")
@described("A counter sheet", answers={200: "referee-counters/1"}, seat=False)
def one_sheet(id_: str) -> Response:
    """Return a counter sheet."""
    return json_response(host().library.find("counters", id_))


@bp.post("/counters")
@described(
    "Upload a counter sheet (referee-counters/1)",
    request=_UPLOAD,
    query=_BY,
    answers={201: "its id", 422: "every mistake in it"},
    seat=False,
)
def new_sheet() -> Response:
    """Save a counter sheet and return its id. The cookie of the answer shows who uploaded it."""
    return json_response(host().library.upload("counters", read_json_body()), 201)


@bp.delete("/counters/<id_>")
@described(
    "Delete a counter sheet that this browser uploaded", answers=_REMOVED, seat=False, members=("deleted",)
)
def delete_sheet(id_: str) -> Response:
    """Delete a counter sheet; its uploader shows the cookie that came with it. Tables with it keep it."""
    host().library.remove("counters", id_)
    return json_response({"deleted": id_})


@bp.get("/maps/<id_>/sight")
@described(
    "The sight line between two squares", query=_SIGHT, answers={200: "the line"}, seat=False, members=LINE
)
def sight(id_: str) -> Response:
    """Return the sight line; the query names the doors that are closed or destroyed."""
    data = host().library.find("map", id_)
    given: dict[str, Any] = {k: v for k, v in request.args.items() if k not in _STATES}
    for state in _STATES:
        given[state] = [d for text in request.args.getlist(state) for d in text.split(",") if d]
    asked = load(_SIGHT, given, "The query")
    states = {state: asked[state] for state in _STATES}
    return json_response(
        heavy.run(heavy.UPLOADS, _line, canonical(data), asked["start"], asked["end"], states)
    )


def _line(map_text: str, start: str, end: str, states: Mapping[DoorState, list[str]]) -> dict[str, Any]:
    """Return a sight line on a map. Raises InputError for a square or a door that it lacks."""
    board, table = _sight_table(map_text)
    for field, name in (("from", start), ("to", end)):
        if name not in board.squares:
            raise InputError(f"{field}: {show(name)} is not a square of this map.")
    return table.line(start, end, door_states(board, states)).to_json()


@lru_cache(maxsize=8)
def _sight_table(map_text: str) -> tuple[Board, SightTable]:
    board = Board.from_json(json.loads(map_text))
    return board, SightTable(board, shot_modifier)
