"""HTTP helpers for pages and JSON routes: addresses, posted forms, notices, answers, descriptions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar
from urllib.parse import quote

from flask import Response, has_request_context, redirect, request
from marshmallow import Schema
from werkzeug.http import dump_options_header
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import InputError, Problem
from referee.games import registry
from referee.games.interface import Json
from referee.records.fields import load
from referee.records.text import dump_line, read_json, show

View = TypeVar("View", bound=Callable[..., Any])
DESCRIPTIONS: dict[str, Description] = {}
NO_STORE = "no-store"
_MAX_FILE_NAME = 60
_Answer = TypeVar("_Answer", bound=AnyResponse)
_DEFAULT_TYPES = frozenset({"", "application/x-www-form-urlencoded"})
"""Content types that a client sends by default, without naming one."""
MAX_ACTION_LENGTH = 4000
"""The characters of the longest action that a key posts."""
SHOWN_STATUSES = frozenset({403, 409, 422})
"""The statuses of answers that this seat cannot give: the screen says why."""


def url_at(path: str) -> str:
    """Return the address of a path of this app: a proxy may have it under a path of its host.

    So "/rules" is "/referee/rules" there. `url_for` returns such an address by itself, and in a template
    `{{ root }}/rules` is one. Outside a request it is the path.
    """
    return (request.script_root if has_request_context() else "") + path


def redirect_to(path: str) -> Response:
    """Redirect to a path of this app; the answer is not cached."""
    answer = redirect(url_at(path), 303)
    assert isinstance(answer, Response)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def case_url(number: str, system: str = "") -> str:
    """Return the address of a case (`6.4`) or, at its case, of a ruling (`R-6.4c`), in a game's rulebook.

    A template without a game links to the rulebook of the default one.
    """
    system = system or registry.default()
    case = registry.game(system).rulebook().rulings.get(number)
    return url_at(f"/rules/{system}/{case}#{number}" if case else f"/rules/{system}/{number}")


def format_day(moment: str) -> str:
    """Return the day of a moment (ISO 8601) by the server's clock: "21 November 2026"."""
    there = datetime.fromisoformat(moment).astimezone()
    return f"{there.day} {there:%B %Y}"


def verdict_panel(ruling: Json, override: Json | None = None) -> Json:
    """Return the verdict on a question. `override` is what players may allow anyway (`overruling`).

    What is allowed may be a misfortune as well, so the word over it praises nothing.
    """
    if ruling["legal"]:
        return {"tone": "open", "word": "Ruling", "reason": ruling["reason"], "cases": ruling["cases"]}
    return {
        "tone": "no", "word": "Not allowed", "reason": ruling["reason"], "cases": ruling["cases"],
        "override": override,
    }  # fmt: skip


def notice(sentence: str) -> Json:
    """Return a sentence that is not a ruling of the rulebook, in a ruling's place."""
    return {"tone": "ask", "word": "Not now", "reason": sentence, "cases": []}


def read_serial() -> int | None:
    """Return the serial of the request that was on the screen; None where the form has none."""
    return request.form.get("serial", type=int)


def read_version(posted: Mapping[str, str]) -> int:
    """Return the version of the table that was looked at. Raises InputError for one that cannot be read."""
    text = posted.get("version", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise InputError("version is missing: give the number of the version you looked at.")
    return int(text)


def read_action(text: str) -> dict[str, Any]:
    """Return the action of a key. Raises InputError for one that cannot be read."""
    if len(text) > MAX_ACTION_LENGTH:
        raise InputError("action: that is too long.")
    try:
        action = json.loads(text)
    except ValueError:
        raise InputError("action: that cannot be read.") from None
    if not isinstance(action, dict):
        raise InputError("action: that is not an action.")
    return action


def without_caching(answer: AnyResponse) -> AnyResponse:
    """Return an answer that is stored neither on the way nor on the device."""
    answer.headers["Vary"], answer.headers["Cache-Control"] = "HX-Request, HX-Target, Cookie", "no-store"
    return answer


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


def json_response(data: Any, status: int = 200) -> Response:
    """Return data as JSON that no cache keeps."""
    answer = Response(dump_line(data), status, content_type="application/json")
    answer.headers["Cache-Control"] = NO_STORE
    return answer


def as_download(answer: _Answer, name: str, *more: str, ending: str) -> _Answer:
    """Return an answer that a browser saves, under a name that people know again: "Our-map-a4.pdf"."""
    words = re.sub(r"\W+", "-", name)[:_MAX_FILE_NAME].strip("-_")
    called = f"{'-'.join(filter(None, (words, *more))) or 'file'}.{ending}"
    names = {"filename": called} if called.isascii() else {"filename*": f"UTF-8''{quote(called)}"}
    answer.headers["Content-Disposition"] = dump_options_header("attachment", names)
    return answer


def read_body(schema: Schema) -> dict[str, Any]:
    """Return the request's JSON, read with a schema; no body counts as an empty object.

    Raises Problem (400) for what is not JSON and InputError (422) for what does not fit.
    """
    return load(schema, read_json_body(), "The request")


def read_json_body() -> Any:
    """Return the request's JSON, not yet checked. Raises Problem (400, 413, 415).

    A request without a content type may be JSON, and so may one with the default type of curl and urllib.
    Any other type is refused.
    """
    data = request.get_data(cache=True)
    if not data:
        return {}
    if request.mimetype not in _DEFAULT_TYPES and not request.is_json:
        raise Problem(415, f"Content-Type: {show(request.mimetype)} is not application/json.")
    try:
        return read_json(data, "The request")
    except InputError as error:
        raise Problem(400, error.sentence) from None
