"""Surveys over HTTP: made, gone on with gesture by gesture, followed, checked, made a map, deleted."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, request

from referee import heavy
from referee.errors import InputError
from referee.games.toolkit.http import described, json_response, read_body
from referee.records.fields import AnyObject, BroughtBySchema, Choice, LinesSchema, Strict, Text, Whole, load
from referee.surveys import checks
from referee.surveys.formats import survey_import
from referee.surveys.formats.universal_vtt import MAP, universal_vtt
from referee.surveys.service import room_name, surveys
from referee.surveys.uploads import add_upload, find_document
from referee.tables.service import tables
from referee.web.addresses import public_address
from referee.web.auth import bearer, ensure_upload_owner, uploader_name, with_name_cookie
from referee.web.events import Stream, stream_response
from rules.survey.course import MAX_ENTRIES
from rules.survey.plane import Plane

bp = Blueprint("api_surveys", __name__, url_prefix="/api/surveys")
_DIGITS = re.compile("[0-9]{1,8}", re.ASCII)
SURVEY_COOKIE = "survey-"
"""Before a survey's id: the cookie of the browser that made it."""


class MakeSchema(Strict):
    """`POST /api/surveys`: a game, and a log (docs/survey.md) or the id of a map to begin with."""

    system = Text("a rule system", longest=60)
    survey = AnyObject()
    map = Text("the id of a map", longest=60)


class GestureSchema(Strict):
    """`POST .../gestures`: one gesture, the version it builds on, and the device's key for it."""

    gesture = AnyObject(required=True)
    version = Whole("a version", 0, MAX_ENTRIES, required=True)
    key = Text("a key", longest=40)


class SinceSchema(Strict):
    """The query of `.../gestures`."""

    after = Text("a version", longest=8, pattern=_DIGITS, load_default="0")


class LineSchema(Strict):
    """The query of `.../sight`."""

    start = Text("a square", longest=20, required=True, data_key="from")
    end = Text("a square", longest=20, required=True, data_key="to")
    closed = Text("doors, as 004-005,006-007", longest=2000)


class StepSchema(Strict):
    """The query of `.../close`."""

    first = Text("a whole number", longest=8, pattern=_DIGITS, load_default="0", data_key="from")


class SeenSchema(Strict):
    """The query of `.../agreeing`."""

    start = Text("a square", longest=20, required=True, data_key="from")
    end = Text("a square", longest=20, required=True, data_key="to")
    sight = Choice(("clear", "blocked"), required=True)


_MAKE, _GESTURE, _SINCE, _LINE = MakeSchema(), GestureSchema(), SinceSchema(), LineSchema()
_STEP, _SEEN, _LINES = StepSchema(), SeenSchema(), LinesSchema()


@bp.post("")
@described(
    "Begin a survey: empty, with a log, or with a map",
    request=_MAKE,
    answers={
        201: "its id, its address, and the token that deletes it",
        422: "why the log cannot be replayed",
    },
    seat=False,
    members=("id", "url", "token", "version"),
)
def create() -> Response:
    """Begin a survey."""
    given = read_body(_MAKE)
    if "survey" in given and "map" in given:
        raise InputError("A survey begins with a log or with a map, not with both.")
    board = find_document(tables(), "map", given["map"]) if "map" in given else None
    made = surveys().make(given.get("system"), given.get("survey"), board)
    told = {"id": made.id, "url": f"{public_address()}surveys/{made.id}", "token": made.token}
    return json_response({**told, "version": made.version}, 201)


@bp.get("/<id_>")
@described(
    "A survey with its whole log",
    answers={200: "referee-survey/1"},
    seat=False,
    members=("format", "id", "system", "version", "done", "gestures"),
)
def survey(id_: str) -> Response:
    """Return a survey."""
    return json_response(surveys().state(id_))


@bp.get("/<id_>/gestures")
@described(
    "The gestures after a version",
    query=_SINCE,
    answers={200: "the version now, and the gestures"},
    seat=False,
    members=("version", "gestures"),
)
def gestures_since(id_: str) -> Response:
    """Return the gestures that a device has not seen."""
    return json_response(surveys().since(id_, int(load(_SINCE, dict(request.args), "The query")["after"])))


@bp.post("/<id_>/gestures")
@described(
    "Do one gesture",
    request=_GESTURE,
    answers={200: "the version now", 409: "another device was faster: the missing gestures", 422: "why not"},
    seat=False,
    members=("version",),
)
def add_gesture(id_: str) -> Response:
    """Do one gesture on the version that the device has seen; it is on disk before the answer."""
    given = read_body(_GESTURE)
    return json_response(surveys().add(id_, given["gesture"], given["version"], given.get("key")))


@bp.get("/<id_>/wrong")
@described(
    "What is still wrong with the board",
    answers={200: "a sentence for each, with its squares and its place"},
    seat=False,
    members=("version", "count", "wrong"),
)
def faults(id_: str) -> Response:
    """Return what is still wrong."""
    version, plane, system = surveys().drawn(id_)
    faults = heavy.run(heavy.UPLOADS, checks.faults, plane, system)
    return json_response({"version": version, "count": len(plane.faces), "wrong": faults})


@bp.get("/<id_>/sight")
@described(
    "The sight line between two squares, as far as the board is drawn",
    query=_LINE,
    answers={200: "the line", 409: "the board cannot be used yet", 422: "no such square or door"},
    seat=False,
    members=("from", "to", "sight", "reason"),
)
def sight(id_: str) -> Response:
    """Return a sight line; the query may name closed doors."""
    asked = load(_LINE, dict(request.args), "The query")
    closed = [_side_of(d) for d in asked.get("closed", "").split(",") if d]
    _, plane, system = surveys().drawn(id_)
    line = heavy.run(heavy.UPLOADS, checks.sight_line, plane, system, asked["start"], asked["end"], closed)
    return json_response(line)


def _side_of(named: str) -> tuple[str, str]:
    one, _, other = named.partition("-")
    return min(one, other), max(one, other)


@bp.get("/<id_>/close")
@described(
    "The sight lines that are too close to call, some squares at a time",
    query=_STEP,
    answers={
        200: "those of some squares, and where the next step begins",
        409: "the board cannot be used yet",
    },
    seat=False,
    members=("version", "error", "squares", "next", "calls"),
)
def close_calls(id_: str) -> Response:
    """Return the close calls of a step; `from` is the `next` of the step before."""
    first = int(load(_STEP, dict(request.args), "The query")["first"])
    version, plane, _ = surveys().drawn(id_)
    step = heavy.run(heavy.UPLOADS, checks.close_calls, plane, first)
    return json_response({"version": version, "error": plane.error, **step})


@bp.get("/<id_>/agreeing")
@described(
    "The corner to move so that the drawing agrees with what the owner saw along a line",
    query=_SEEN,
    answers={200: "a gesture, or null where no corner can", 409: "the board cannot be used yet"},
    seat=False,
    members=("gesture",),
)
def agreeing_gesture(id_: str) -> Response:
    """Return the gesture; nothing is done yet."""
    asked = load(_SEEN, dict(request.args), "The query")
    plane = surveys().drawn(id_)[1]
    line = asked["start"], asked["end"], asked["sight"] == "clear"
    return json_response({"gesture": heavy.run(heavy.UPLOADS, checks.agreeing_gesture, plane, *line)})


@bp.post("/<id_>/lines")
@described(
    "The gesture that takes the walls and doors of a Universal VTT into the drawing",
    request=_LINES,
    answers={
        200: "a gesture, or null where there is nothing to take; what is taken and what is not; "
        "where the picture of the file belongs, null where the drawing was there before",
        422: "what is wrong with the file",
    },
    seat=False,
    members=("gesture", "says", "box"),
)
def import_lines(id_: str) -> Response:
    """Return the gesture; nothing is done yet."""
    given = read_body(_LINES)
    plane = surveys().drawn(id_)[1]
    taken = heavy.run(heavy.UPLOADS, survey_import.take_lines, plane, given["table"], given.get("corners"))
    return json_response({"gesture": taken.gesture, "says": taken.says, "box": taken.box})


@bp.get("/<id_>/map")
@described("The map as far as it is drawn", answers={200: "referee-map/1"}, seat=False, members=("format",))
def draft_map(id_: str) -> Response:
    """Return the map, finished or not."""
    return json_response(checks.map_of(surveys().drawn(id_)[1]))


@bp.get("/<id_>/map.dd2vtt")
@described(
    "The map as far as it is drawn, as Universal VTT",
    answers={200: "the file", 409: "no board can be built yet"},
    seat=False,
    members=("format", "resolution", "line_of_sight", "portals", "image"),
)
def export_universal_vtt(id_: str) -> Response:
    """Return the map as Universal VTT, with a plain picture in it."""
    plane = surveys().drawn(id_)[1]
    return json_response(heavy.run(heavy.UPLOADS, _universal_vtt_of, plane))


def _universal_vtt_of(plane: Plane) -> dict[str, Any]:
    return {**universal_vtt(checks.drawn_board(plane)), MAP: checks.map_of(plane)}


@bp.post("/<id_>/map")
@described(
    "Make it a map that tables are played on",
    query=BroughtBySchema(),
    answers={201: "the id and name of the map", 422: "everything that is still wrong"},
    seat=False,
    members=("id", "name"),
)
def publish_map(id_: str) -> Response:
    """Save the survey as a map. The survey stays, and may be gone on with."""
    drawn, by = checks.map_of(surveys().drawn(id_)[1]), uploader_name()
    return with_name_cookie(
        json_response(add_upload(tables(), "map", drawn, ensure_upload_owner(), by), 201), by
    )


@bp.get("/<id_>/events")
@described(
    "Server-sent events: a new version exists",
    answers={200: "text/event-stream"},
    seat=False,
    kind="text/event-stream",
)
def events(id_: str) -> Response:
    """Stream the versions of a survey."""
    service, config = surveys(), tables().config
    service.drawn(id_)
    stream = Stream(
        events=tables().events,
        code=room_name(id_),
        seat="hand",
        seats=(),
        latest=service.latest,
        seconds=config.stream_seconds,
        heartbeat=config.heartbeat_seconds,
    )
    return stream_response(stream)


@bp.delete("/<id_>")
@described("Delete a survey", answers={200: "deleted", 403: "not its maker"}, members=("deleted",))
def delete(id_: str) -> Response:
    """Delete a survey for everybody; its maker shows the token that came with it."""
    token: Any = bearer() or request.cookies.get(SURVEY_COOKIE + id_, "")
    surveys().delete(id_, token)
    return json_response({"deleted": id_})
