"""Flask's error handlers: a problem as `application/problem+json` for programs, as a page for people."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Mapping
from functools import partial

from flask import Flask, Response, render_template, request
from jinja2 import TemplateNotFound
from markupsafe import escape
from werkzeug.exceptions import BadHost, HTTPException

from referee.errors import InputError, Problem, bad_input
from referee.records.text import dump_line

log = logging.getLogger("referee")

_SENTENCES: Mapping[int, str] = {
    400: "The request cannot be read.",
    404: "There is nothing at this address.",
    405: "This address does not answer {method} requests.",
    413: "The request is longer than this address accepts.",
    415: "The request must be JSON.",
}
_ADVICE: Mapping[int, str] = {
    401: "Scan the QR code on the tablet again, or join with the code and PIN that it shows.",
    403: "The player whose turn it is can do it on that side’s device.",
    404: "Check the address, or go to the start page.",
    405: "Go back and use the keys on the page.",
    408: "Go back and send it again.",
    409: "Go back and look at the table as it is now.",
    413: "Go back, and send something shorter.",
    429: "Wait a minute, then try again.",
    500: "Go back and try once more. The game is kept as it was.",
    503: "Wait a moment, then try again.",
}
"""The advice on an error page, by status."""
_GONE_ADVICE = "A deleted table is gone for everybody. Start another, or go on with one of yours."
_TABLE_PATHS = ("/t/", "/join")
"""How the addresses begin that lead to a table."""
_DEFAULT_ADVICE = "Go back and try it another way."
_INTERNAL_ERROR = "Something went wrong in the referee itself. Nothing was changed."


GameErrorHandler = Callable[[Exception, str], Problem | None]
"""Returns the answer to what a game raised, at the table with this code or ""; None for our own fault."""


def register(app: Flask, of_a_game: GameErrorHandler) -> None:
    """Have `app` answer every error as a problem; `of_a_game` knows those that a game raised."""
    app.register_error_handler(Problem, problem_response)
    app.register_error_handler(InputError, lambda error: problem_response(bad_input(error)))
    app.register_error_handler(HTTPException, _from_http)
    app.register_error_handler(Exception, partial(_from_exception, of_a_game))


def problem_response(problem: Problem) -> Response:
    """Return a problem in the form that the request asked for."""
    if wants_page():
        body, kind = _error_page(problem), "text/html; charset=utf-8"
    else:
        body, kind = dump_line(problem.to_json()), "application/problem+json"
    response = Response(body, problem.status, content_type=kind)
    response.headers.update(problem.headers)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def wants_page() -> bool:
    """Whether the request comes from somebody who reads pages, not from a program."""
    # No page can link anywhere from a host whose name cannot be read.
    if request.path.startswith("/api") or isinstance(request.routing_exception, BadHost):
        return False
    best = request.accept_mimetypes.best_match(("text/html", "application/json"), "text/html")
    return best == "text/html"


def _error_page(problem: Problem) -> str:
    title, sentence = problem.heading, problem.detail
    try:
        return render_template(
            "page/error.html",
            title=title,
            sentence=sentence,
            way=problem.way or _advice(problem.status),
            onward=problem.onward,
            status=problem.status,
            without_rules=problem.without_rules,
            problem=problem.to_json(),
        )
    except TemplateNotFound:
        return (
            f"<!doctype html><title>{escape(title)}</title><h1>{escape(title)}</h1><p>{escape(sentence)}</p>"
        )


def _advice(status: int) -> str:
    """Return what can be done now: only at a table's address can the table be what is gone."""
    if status == 404 and request.path.startswith(_TABLE_PATHS):
        return _GONE_ADVICE
    return _ADVICE.get(status, _DEFAULT_ADVICE)


def _from_http(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return Response(error.get_body(), status, error.get_headers())
    own = str(error.description or "")
    known = _SENTENCES.get(status, "").format(method=request.method[:10])
    default = type(error).description or ""
    detail = own if own and own != default else known or own or _INTERNAL_ERROR
    headers = {k: v for k, v in error.get_headers() if k in {"Allow", "Retry-After"}}
    return problem_response(Problem(status, detail, headers))


def _from_exception(of_a_game: GameErrorHandler, error: Exception) -> Response:
    # The message of an exception may hold a secret of the game, so only its kind and its place are logged.
    frames = traceback.extract_tb(error.__traceback__)
    places = "".join(f"\n  {f.filename}:{f.lineno} in {f.name}" for f in frames)
    places += getattr(error, "places", "")  # in a process of `referee.heavy`
    log.error("%s while answering %s%s", type(error).__name__, request.endpoint, places)
    code = str((request.view_args or {}).get("code", ""))
    return problem_response(of_a_game(error, code) or Problem(500, _INTERNAL_ERROR))
