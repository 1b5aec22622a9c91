"""The pages of a table whose game has a presenter: the frame's own parts around what the game shows.

The addresses are those of the first game's table. Before a request reaches its page, the frame looks whose
table it is; a page that only the first game has is not there for another one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Flask, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import seat_at, seat_or_none
from referee.errors import InputError
from referee.games import registry
from referee.games.ports import Presenter
from referee.pages.frame_screen import FrameScreen, no_ruling, refusal
from referee.problems import Problem, Refused, Stale
from referee.tables import tables

Json = Mapping[str, Any]
Page = Callable[[str, Presenter], AnyResponse]
SHARED = ("home.", "rematch.", "notes.", "arriving.name")
"""The pages under a table's address that are the same for every game."""
LONGEST = 4000
MOVED_ON = "The table has moved on. Your tap came too late and did nothing."


def register(app: Flask) -> None:
    """Let the frame answer for tables whose game has a presenter."""
    app.before_request(_answer)


def _answer() -> AnyResponse | None:
    """Return the frame's answer, or None where the first game's pages answer."""
    code = (request.view_args or {}).get("code")
    endpoint = request.endpoint or ""
    if code is None or not request.path.startswith("/t/") or endpoint.startswith(SHARED):
        return None
    presenter = _presenter(code)
    if presenter is None:
        return None
    if endpoint not in PAGES:
        raise Problem(404, "This game has no such page.")
    return PAGES[endpoint](code, presenter)


def _presenter(code: str) -> Presenter | None:
    """Return how a table's game is shown; None for the first game, and where there is no such table."""
    try:
        return registry.game(tables().system(code)).presenter
    except Problem:
        return None


def _page(code: str, presenter: Presenter) -> AnyResponse:
    """Show the whole screen of the seat. Without a seat, redirect to the start page with the code."""
    if seat_or_none(code) is None:
        return redirect(f"/?{urlencode({'code': code})}#join", 303)
    return _shown(code, presenter)


def _now(code: str, presenter: Presenter) -> AnyResponse:
    """Show what the query asks for; it changes nothing."""
    return _shown(code, presenter)


def _do(code: str, presenter: Presenter) -> AnyResponse:
    """Carry out an action, or say why it may not be done."""
    seat, posted = seat_at(code), request.form
    action, version = _action(posted.get("action", "")), posted.get("version", -1, type=int)
    return _tried(
        code,
        presenter,
        lambda: tables().playing.do(code, seat, action, version, stage=posted.get("stage")),
    )


def _undo(code: str, presenter: Presenter) -> AnyResponse:
    """Ask to take back the last step, or all from line `n` on, or answer such a request."""
    seat, posted = seat_at(code), request.form
    n, version = posted.get("n", type=int), posted.get("version", type=int)
    answer, serial = posted.get("answer") or ("ask" if n else None), posted.get("serial", type=int)
    side = posted.get("side") or None
    undo = tables().agreeing.undo
    return _tried(code, presenter, lambda: undo(code, seat, answer, n, side, serial=serial, version=version))


def _override(code: str, presenter: Presenter) -> AnyResponse:
    """Answer a request to allow a refused action."""
    seat, posted = seat_at(code), request.form
    answer, serial = posted.get("answer", ""), posted.get("serial", type=int)
    side = posted.get("side") or None
    return _tried(
        code,
        presenter,
        lambda: tables().agreeing.answer_override(code, seat, answer, side, serial),
    )


def _arrival(code: str, presenter: Presenter) -> AnyResponse:
    """Let the device in that waits, or refuse it."""
    seat, posted = seat_at(code), request.form
    answer, n = posted.get("answer", ""), posted.get("n", type=int)
    return _tried(code, presenter, lambda: tables().arriving.answer(code, seat, answer, n))


def _report(code: str, presenter: Presenter) -> AnyResponse:
    """Show the report; while the game goes on, say when it opens."""
    seat_at(code)
    game = tables().finished_game(code)
    if game is None:
        return _kept_nowhere(make_response(render_template("report/early.html", code=code)))
    shown = render_template(presenter.report, report=presenter.report_of(game))
    return _kept_nowhere(make_response(shown))


PAGES: Mapping[str, Page] = {
    "table.page": _page,
    "table.now": _now,
    "table.do": _do,
    "requests.undo": _undo,
    "requests.override": _override,
    "arriving.arrival": _arrival,
    "report.report": _report,
}
"""What the frame answers, by the name of the page."""


def _action(text: str) -> dict[str, Any]:
    """Return the action of a form. Raises InputError for one that cannot be read."""
    try:
        action = json.loads(text[: LONGEST + 1]) if len(text) <= LONGEST else None
    except ValueError:
        action = None
    if not isinstance(action, dict):
        raise InputError("action: that cannot be read.")
    return action


def _tried(code: str, presenter: Presenter, deed: Callable[[], object]) -> AnyResponse:
    """Do what may be refused or come too late, and show the result; without a script the page again."""
    try:
        deed()
    except Refused as refused:
        return _shown(code, presenter, refusal(refused.ruling, tables().system(code)))
    except Stale:
        return _shown(code, presenter, no_ruling(MOVED_ON))
    except Problem as problem:
        if problem.status not in {403, 409, 422}:
            raise
        return _shown(code, presenter, no_ruling(problem.detail))
    if "HX-Request" in request.headers:
        return _shown(code, presenter)
    return _kept_nowhere(redirect(f"/t/{code}", 303))


def _shown(code: str, presenter: Presenter, ruling: Json | None = None) -> AnyResponse:
    """Return the screen of the seat that asks: fragments for htmx, the whole page for others."""
    context = tables().context(code, seat_at(code), request.args.to_dict())
    screen = FrameScreen(context, presenter, tables().lobby.people(code), ruling)
    shown = {"screen": screen, "game": presenter.screen(context), "presenter": presenter}
    name = "frame/_answer.html" if "HX-Request" in request.headers else presenter.page
    answer = _kept_nowhere(make_response(render_template(name, **shown)))
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer


def _kept_nowhere(answer: AnyResponse) -> AnyResponse:
    answer.headers["Cache-Control"] = "no-store"
    return answer
