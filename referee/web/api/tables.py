"""Tables over HTTP: make one, look at it, ask, play, take back, watch, read the record, delete it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from referee.errors import InputError
from referee.games.interface import people_roll
from referee.games.toolkit.http import NO_STORE, as_download, described, json_response, read_body, url_at
from referee.games.toolkit.rules_api import shown_ruling
from referee.records.data import Tap
from referee.records.text import dump_line
from referee.tables import views
from referee.tables.agreement import Outcome
from referee.tables.automatic.bots import Rulings
from referee.tables.record import story, visible_record
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.addresses import seat_links
from referee.web.api import schemas
from referee.web.api.idempotency import (
    idempotent,
    repeat_batch,
    repeat_consent,
    repeat_do,
    repeat_override,
    repeat_undo,
)
from referee.web.auth import current_place, current_seat, seat_required, seats_of_cookies, without_seat_cookie
from referee.web.events import stream_of, stream_response

bp = Blueprint("api_tables", __name__, url_prefix="/api/tables")

_NEW, _ASK, _DO, _UNDO = (
    schemas.NewTableSchema(),
    schemas.AskSchema(),
    schemas.DoSchema(),
    schemas.UndoSchema(),
)
_BATCH = schemas.BatchSchema()
_ADVANCE, _CONSENT, _SHOT = schemas.AdvanceSchema(), schemas.ConsentSchema(), schemas.ShotSchema()
_OVERRIDE, _DELETE = schemas.OverrideSchema(), schemas.DeleteSchema()
_REDO = schemas.RedoSchema()


@bp.post("")
@described(
    "Make a table",
    request=_NEW,
    answers={201: "code and the link of each seat", 409: "the server is full"},
    seat=False,
    members=("code", "seats"),
)
def create() -> Response:
    """Make a table and return its code and the link of each seat."""
    made = tables().lobby.create(read_body(_NEW))
    answer = json_response({"code": made["code"], "seats": seat_links(made["seats"])}, 201)
    answer.headers["Location"] = url_at(f"/api/tables/{made['code']}/view")
    return answer


@bp.get("")
@described(
    "The tables where this browser has a seat",
    answers={200: "tables, the newest first"},
    seat=False,
    members=("tables",),
)
def listed() -> Response:
    """Return the tables that the browser holds a seat's cookie for."""
    return json_response({"tables": tables().lobby.listed(seats_of_cookies())})


@bp.delete("/<code>")
@described(
    "Delete a table",
    request=_DELETE,
    answers={200: "it is gone", 403: "not from the tablet"},
    members=("deleted",),
)
def delete(code: str) -> Response:
    """Delete a table; the request must repeat its code as confirmation."""
    seat = current_seat(code)
    tables().lobby.delete(code, seat, read_body(_DELETE)["confirm"])
    return without_seat_cookie(json_response({"deleted": code}), code)


@bp.get("/<code>/view")
@described(
    "What the seat may see",
    answers={200: "the view", 304: "no change since the given ETag"},
    members=("format", "version", "phase"),
)
@seat_required
def view(table: LoadedTable, seat: str) -> Response:
    """Return what the seat may see, or 304 if it already has that version."""
    seen = views.view(table, seat)
    answer = json_response(seen.to_json())
    # A device whose seat leaves, or that sees everything, counts other versions.
    sees = "-left" if current_place(table.code).left else "-all" if seat in table.roster.masters else ""
    answer.set_etag(f"{seen.version}{sees}")
    answer.headers["Cache-Control"] = "no-cache, private"
    answer.headers["Vary"] = "Authorization, Cookie"
    answer.make_conditional(request)
    return answer


@bp.get("/<code>/actions")
@described("The seat's legal actions now, without dice", answers={200: "the actions"}, members=("actions",))
@seat_required
def actions(table: LoadedTable, seat: str) -> Response:
    """Return the legal actions of the seat."""
    return json_response({"actions": tables().playing.actions(table, seat)})


@bp.post("/<code>/ask")
@described(
    "Ask whether an action is legal",
    request=_ASK,
    answers={200: "the ruling; nothing changes"},
    members=("legal", "cases", "reason", "needs", "after", "effects"),
)
@seat_required
def ask(table: LoadedTable, seat: str) -> Response:
    """Return the ruling on an action."""
    return json_response(shown_ruling(tables().playing.ask(table, seat, read_body(_ASK)["action"])))


@bp.post("/<code>/do")
@described(
    "Do an action",
    request=_DO,
    answers={200: "ruling and view", 409: "stale, with the present view", 422: "not legal, with the ruling"},
    members=("ruling", "view"),
    keyed=True,
)
@seat_required
@idempotent(repeat_do)
def do(table: LoadedTable, seat: str) -> Response:
    """Carry out an action and return the ruling; the referee rolls the dice it leaves out."""
    given = read_body(_DO)
    ruling = tables().playing.do(
        table,
        seat,
        given["action"],
        given["version"],
        stage=given.get("stage"),
        question=given.get("question"),
        serial=given.get("serial"),
        tap=Tap(rolls=not given.get("typed", table.match.by_questions and people_roll(table.match))),
    )
    return _with_view(table, seat, {"ruling": views.carried_out(table, ruling, seat)})


@bp.post("/<code>/batch")
@described(
    "Do several actions one after the other, until somebody has to choose",
    request=_BATCH,
    answers={
        200: "rulings, steps and view",
        409: "stale, with the present view",
        422: "not legal, with the ruling; or nothing to do",
    },
    members=("ruling", "rulings", "steps", "view"),
    keyed=True,
)
@seat_required
@idempotent(repeat_batch)
def batch(table: LoadedTable, seat: str) -> Response:
    """Carry out several actions of the seat, each by itself on the record, up to a choice or a surprise."""
    given, first = read_body(_BATCH), table.last_number
    done = tables().batches.do(table, seat, given["batch"], given["version"], typed=given["typed"])
    return _with_steps(table, seat, done, first)


@bp.get("/<code>/advice")
@described(
    "What the referee would do now: `advice` for its own side, `practice` for the players",
    answers={200: "the advice, or null", 422: "the referee plays no side here"},
)
@seat_required
def advice(table: LoadedTable, seat: str) -> Response:
    """Return the next action that the referee plays or proposes, with its case and reason."""
    return json_response(tables().autoplay.advice(table, seat))


@bp.post("/<code>/advance")
@described(
    "Let the referee act for its own side or, for practice, for the players",
    request=_ADVANCE,
    answers={
        200: "rulings, steps and view",
        409: "stale, with the present view",
        422: "the players must act",
    },
    keyed=True,
)
@seat_required
@idempotent(repeat_batch)
def advance(table: LoadedTable, seat: str) -> Response:
    """Carry out the referee's next action for a side, or all of them until the players must choose."""
    given, first = read_body(_ADVANCE), table.last_number
    far = {"whole": given["all"], "phase": given["phase"]}
    done = tables().autoplay.act_for(table, seat, given["version"], given.get("side"), **far)
    return _with_steps(table, seat, done, first)


@bp.post("/<code>/undo")
@described(
    "Take actions back: your own last step alone where it showed nothing, all else if both sides agree",
    request=_UNDO,
    answers={200: "done, declined or withdrawn", 202: "asked"},
    members=("undo", "view"),
    keyed=True,
)
@seat_required
@idempotent(repeat_undo)
def undo(table: LoadedTable, seat: str) -> Response:
    """Ask to take actions back, or answer such a request."""
    given = read_body(_UNDO)
    wish = (given.get("answer"), given.get("n"), given.get("side"))
    seen = {name: given.get(name) for name in ("serial", "version", "question")}
    return _outcome(table, seat, tables().agreements.undo(table, seat, *wish, **seen))


@bp.post("/<code>/redo")
@described(
    "Do again what this seat took back, until somebody acts",
    request=_REDO,
    answers={200: "done", 403: "another seat took it back", 409: "stale", 422: "nothing to redo"},
    members=("redo", "view"),
    keyed=True,
)
@seat_required
@idempotent(repeat_undo)
def redo(table: LoadedTable, seat: str) -> Response:
    """Do again what was taken back last, with the same dice."""
    tables().redo_actions.redo(table, seat, read_body(_REDO).get("version"))
    return _with_view(table, seat, {"redo": "done"})


@bp.post("/<code>/override")
@described(
    "Allow a refused action, if both sides agree",
    request=_OVERRIDE,
    answers={200: "done, declined or withdrawn", 202: "asked", 409: "stale", 422: "it cannot be overruled"},
    keyed=True,
)
@seat_required
@idempotent(repeat_override)
def override(table: LoadedTable, seat: str) -> Response:
    """Ask to carry out a refused action, or answer such a request."""
    given = read_body(_OVERRIDE)
    agreeing = tables().agreements
    if "action" in given:
        if "version" not in given:
            raise InputError("version is missing.")
        outcome = agreeing.override(table, seat, given["action"], given["version"], given.get("side"))
    else:
        answer = given.get("answer") or "agree"
        outcome = agreeing.answer_override(table, seat, answer, given.get("side"), given.get("serial"))
    return _outcome(table, seat, outcome)


@bp.post("/<code>/shot")
@described(
    "Answer a player who wants to shoot together",
    request=_SHOT,
    answers={
        200: "done, declined or withdrawn",
        202: "other players still have to tap",
        403: "no shooter in it",
    },
    members=("shot", "view"),
    keyed=True,
)
@seat_required
@idempotent(repeat_consent)
def shot(table: LoadedTable, seat: str) -> Response:
    """Tap for a joint shot under attack, decline it or withdraw it."""
    given = read_body(_SHOT)
    return _outcome(
        table, seat, tables().agreements.answer_consent(table, seat, given["answer"], given.get("serial"))
    )


@bp.post("/<code>/consent")
@described(
    "Answer a player whose action needs the consent of others",
    request=_CONSENT,
    answers={
        200: "done, declined or withdrawn",
        202: "other players still have to consent",
        403: "nobody asks this seat",
    },
    members=("consent", "view"),
    keyed=True,
)
@seat_required
@idempotent(repeat_consent)
def consent(table: LoadedTable, seat: str) -> Response:
    """Consent to the action that waits, decline it or withdraw it."""
    given = read_body(_CONSENT)
    agreements = tables().agreements
    return _outcome(table, seat, agreements.answer_consent(table, seat, given["answer"], given.get("serial")))


@bp.get("/<code>/events")
@described(
    "Server-sent events: a new version exists", answers={200: "text/event-stream"}, kind="text/event-stream"
)
def events(code: str) -> Response:
    """Stream the versions and who is connected."""
    return stream_response(stream_of(code, current_seat(code)))


@bp.get("/<code>/record")
@described("The record, as the seat may see it", answers={200: "JSON Lines"}, kind="application/jsonl")
@seat_required
def record(table: LoadedTable, seat: str) -> Response:
    """Return the record, one JSON object on each line."""
    lines = visible_record(table, seat)
    answer = Response("".join(dump_line(line) + "\n" for line in lines), content_type="application/jsonl")
    answer.headers["Cache-Control"] = NO_STORE
    return as_download(answer, table.code, "record", ending="jsonl")


def _outcome(table: LoadedTable, seat: str, outcome: Outcome) -> Response:
    """Return what became of a request, and the table as the seat sees it now; 202 while others are asked."""
    said: dict[str, Any] = {outcome.kind: outcome.what}
    if outcome.ruling is not None:
        said["ruling"] = views.carried_out(table, outcome.ruling, seat)
    return _with_view(table, seat, said, 202 if outcome.what == "asked" else 200)


def _with_steps(table: LoadedTable, seat: str, done: Rulings, first: int) -> Response:
    """Return the rulings on several actions, the lines of the record after the `first`, and the view."""
    rulings = [views.carried_out(table, ruling, seat) for ruling in done]
    steps = [line for line in story(table, seat) if line["n"] > first]
    return _with_view(table, seat, {"ruling": rulings[-1], "rulings": rulings, "steps": steps})


def _with_view(table: LoadedTable, seat: str, said: dict[str, Any], status: int = 200) -> Response:
    return json_response({**said, "view": views.view(table, seat).to_json()}, status)


odds_bp = Blueprint("api_chances", __name__, url_prefix="/api/tables/<code>/chances")

_START = schemas.ChancesSchema()
_PROGRESS_ANSWER = (
    "progress: state, games played and asked for, won, the share and its error, whether still current"
)


@odds_bp.get("")
@described(
    "Progress of the games for the odds",
    answers={200: _PROGRESS_ANSWER, 422: "the referee plays no side here"},
)
def win_odds(code: str) -> Response:
    """Return the latest run."""
    current_seat(code)
    return json_response(tables().win_odds.shown(code))


@odds_bp.post("")
@described(
    "Play many games from here on, beside the table, and count the wins",
    request=_START,
    answers={
        202: _PROGRESS_ANSWER,
        422: "the referee plays no side here, or the game is over",
        429: "too many tables have asked",
    },
)
def start_win_odds(code: str) -> Response:
    """Start a run from the present position, and return it."""
    current_seat(code)
    games = read_body(_START).get("games")
    return json_response(tables().win_odds.start(code, games, request.remote_addr or ""), 202)


@odds_bp.delete("")
@described(
    "Stop the games for the odds", answers={200: _PROGRESS_ANSWER, 422: "the referee plays no side here"}
)
def stop_win_odds(code: str) -> Response:
    """Stop the run and return its result so far."""
    current_seat(code)
    return json_response(tables().win_odds.stop(code))
