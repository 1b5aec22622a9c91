"""Reading requests and writing answers in the same way everywhere in the API."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from marshmallow import Schema

from referee.asgi import HELD, REFUSED
from referee.errors import InputError
from referee.events import Stream
from referee.held_streams import Held
from referee.json_text import dump_line, read_json, show
from referee.problems import Problem
from referee.schemas.base import load

NO_STORE = "no-store"
_UNSAID = frozenset({"", "application/x-www-form-urlencoded"})
"""Content types that a client sends by default, without naming one."""


def json_answer(data: Any, status: int = 200) -> Response:
    """Return data as JSON that no cache keeps."""
    answer = Response(dump_line(data), status, content_type="application/json")
    answer.headers["Cache-Control"] = NO_STORE
    return answer


def body(schema: Schema) -> dict[str, Any]:
    """Return the request's JSON, read with a schema; no body counts as an empty object.

    Raises Problem (400) for what is not JSON and InputError (422) for what does not fit.
    """
    return load(schema, raw_body(), "The request")


def stream_answer(stream: Stream) -> Response:
    """Return the answer that goes on as an event stream, after the version that the device saw last."""
    last = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    seen = int(last) if last.isascii() and last.isdigit() and len(last) < 12 else None
    held = request.environ.get(HELD)
    if held is None:
        answer = Response(stream.events(seen), content_type="text/event-stream")
    else:
        held.append(Held(stream, seen, stream.begun()))
        answer = Response((), content_type="text/event-stream")
    answer.headers.update({"Cache-Control": NO_STORE, "X-Accel-Buffering": "no"})
    return answer


def refuse_what_cannot_wait() -> None:
    """Refuse a request that did not come in time, or for which too many wait. Run before every request."""
    if refused := request.environ.get(REFUSED):
        raise refused


def raw_body() -> Any:
    """Return the request's JSON, not yet checked. Raises Problem (400, 413, 415).

    A request without a content type may be JSON, and so may one with the default type of curl and urllib.
    Any other type is refused.
    """
    data = request.get_data(cache=True)
    if not data:
        return {}
    if request.mimetype not in _UNSAID and not request.is_json:
        raise Problem(415, f"Content-Type: {show(request.mimetype)} is not application/json.")
    try:
        return read_json(data, "The request")
    except InputError as error:
        raise Problem(400, error.sentence) from None
