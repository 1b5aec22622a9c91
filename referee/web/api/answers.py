"""Reading requests and writing answers in the same way everywhere in the API, and describing its routes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote

from flask import Response, request
from marshmallow import Schema
from werkzeug.http import dump_options_header
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import InputError, Problem
from referee.records.fields import load
from referee.records.text import dump_line, read_json, show
from referee.web.events import Stream, hung_up

View = TypeVar("View", bound=Callable[..., Any])
DESCRIPTIONS: dict[str, Description] = {}


@dataclass(frozen=True, slots=True)
class Description:
    """One route: a line about it, the schemas of what it reads, its answers, whether it needs a seat.

    `members` are the fields of every successful answer; `kind` is its content type. Where it is `keyed`, a
    request with the same `Idempotency-Key` counts once.
    """

    summary: str
    request: Schema | None = None
    query: Schema | None = None
    answers: Mapping[int, str] = field(default_factory=dict)
    seat: bool = True
    members: tuple[str, ...] = ()
    kind: str = "application/json"
    keyed: bool = False


def described(
    summary: str,
    *,
    request: Schema | None = None,
    query: Schema | None = None,
    answers: Mapping[int, str],
    seat: bool = True,
    members: tuple[str, ...] = (),
    kind: str = "application/json",
    keyed: bool = False,
) -> Callable[[View], View]:
    """Return a decorator that describes a route."""

    def keep(view: View) -> View:
        DESCRIPTIONS[f"{view.__module__}.{view.__name__}"] = Description(
            summary, request, query, answers, seat, members, kind, keyed
        )
        return view

    return keep


NO_STORE = "no-store"
_LONGEST_FILE_NAME = 60
_Answer = TypeVar("_Answer", bound=AnyResponse)
_UNSAID = frozenset({"", "application/x-www-form-urlencoded"})
"""Content types that a client sends by default, without naming one."""


def json_answer(data: Any, status: int = 200) -> Response:
    """Return data as JSON that no cache keeps."""
    answer = Response(dump_line(data), status, content_type="application/json")
    answer.headers["Cache-Control"] = NO_STORE
    return answer


def saved(answer: _Answer, name: str, *more: str, ending: str) -> _Answer:
    """Return an answer that a browser saves, under a name that people know again: "Our-map-a4.pdf"."""
    words = re.sub(r"\W+", "-", name)[:_LONGEST_FILE_NAME].strip("-_")
    called = f"{'-'.join(filter(None, (words, *more))) or 'file'}.{ending}"
    names = {"filename": called} if called.isascii() else {"filename*": f"UTF-8''{quote(called)}"}
    answer.headers["Content-Disposition"] = dump_options_header("attachment", names)
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
    answer = Response(stream.text(seen, hung_up(request.environ)), content_type="text/event-stream")
    answer.headers.update({"Cache-Control": NO_STORE, "X-Accel-Buffering": "no"})
    return answer


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
