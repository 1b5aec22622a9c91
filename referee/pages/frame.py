"""The pages of a table whose game has a presenter: the frame's own parts around what the game shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import seat_at
from referee.errors import InputError
from referee.games.ports import Pages, Presenter
from referee.pages.frame_screen import FrameScreen, no_ruling, refusal
from referee.problems import Problem, Refused, Stale
from referee.tables import tables

Json = Mapping[str, Any]
LONGEST = 4000
MOVED_ON = "The table has moved on. Your tap came too late and did nothing."


def presented(presenter: Presenter) -> Pages:
    """Return the pages of a game that is shown by its presenter."""
    views = (_page, _now, _do, _undo, _override, _arrival, _report)
    page, now, do, undo, override, arrival, report = (partial(view, presenter) for view in views)
    return Pages(page, now, do, undo, override, arrival, report)


def _page(presenter: Presenter, code: str) -> AnyResponse:
    """Show the whole screen of the seat."""
    return _shown(presenter, code)


def _now(presenter: Presenter, code: str) -> AnyResponse:
    """Show what the query asks for; it changes nothing."""
    return _shown(presenter, code)


def _do(presenter: Presenter, code: str) -> AnyResponse:
    """Carry out an action, or say why it may not be done."""
    seat, posted = seat_at(code), request.form
    action, version = _action(posted.get("action", "")), posted.get("version", -1, type=int)
    return _tried(
        presenter,
        code,
        lambda: tables().playing.do(code, seat, action, version, stage=posted.get("stage")),
    )


def _undo(presenter: Presenter, code: str) -> AnyResponse:
    """Ask to take back the last step, or all from line `n` on, or answer such a request."""
    seat, posted = seat_at(code), request.form
    n, version = posted.get("n", type=int), posted.get("version", type=int)
    answer, serial = posted.get("answer") or ("ask" if n else None), posted.get("serial", type=int)
    side = posted.get("side") or None
    undo = tables().agreeing.undo
    return _tried(presenter, code, lambda: undo(code, seat, answer, n, side, serial=serial, version=version))


def _override(presenter: Presenter, code: str) -> AnyResponse:
    """Answer a request to allow a refused action."""
    seat, posted = seat_at(code), request.form
    answer, serial = posted.get("answer", ""), posted.get("serial", type=int)
    side = posted.get("side") or None
    return _tried(
        presenter,
        code,
        lambda: tables().agreeing.answer_override(code, seat, answer, side, serial),
    )


def _arrival(presenter: Presenter, code: str) -> AnyResponse:
    """Let the device in that waits, or refuse it."""
    seat, posted = seat_at(code), request.form
    answer, n = posted.get("answer", ""), posted.get("n", type=int)
    return _tried(presenter, code, lambda: tables().arriving.answer(code, seat, answer, n))


def _report(presenter: Presenter, code: str) -> AnyResponse:
    """Show the report; while the game goes on, say when it opens."""
    seat_at(code)
    game = tables().finished_game(code)
    if game is None:
        return _kept_nowhere(make_response(render_template("report/early.html", code=code)))
    system = tables().system(code)
    shown = render_template(presenter.report, report=presenter.report_of(game), system=system)
    return _kept_nowhere(make_response(shown))


def _action(text: str) -> dict[str, Any]:
    """Return the action of a form. Raises InputError for one that cannot be read."""
    try:
        action = json.loads(text[: LONGEST + 1]) if len(text) <= LONGEST else None
    except ValueError:
        action = None
    if not isinstance(action, dict):
        raise InputError("action: that cannot be read.")
    return action


def _tried(presenter: Presenter, code: str, deed: Callable[[], object]) -> AnyResponse:
    """Do what may be refused or come too late, and show the result; without a script the page again."""
    try:
        deed()
    except Refused as refused:
        return _shown(presenter, code, refusal(refused.ruling, tables().system(code)))
    except Stale:
        return _shown(presenter, code, no_ruling(MOVED_ON))
    except Problem as problem:
        if problem.status not in {403, 409, 422}:
            raise
        return _shown(presenter, code, no_ruling(problem.detail))
    if "HX-Request" in request.headers:
        return _shown(presenter, code)
    return _kept_nowhere(redirect(f"/t/{code}", 303))


def _shown(presenter: Presenter, code: str, ruling: Json | None = None) -> AnyResponse:
    """Return the screen of the seat that asks: fragments for htmx, the whole page for others."""
    context = tables().context(code, seat_at(code), request.args.to_dict())
    screen = FrameScreen(context, presenter, tables().lobby.people(code), ruling)
    shown = {
        "screen": screen,
        "game": presenter.screen(context),
        "presenter": presenter,
        "system": screen.system,
    }
    name = "frame/_answer.html" if "HX-Request" in request.headers else presenter.page
    answer = _kept_nowhere(make_response(render_template(name, **shown)))
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer


def _kept_nowhere(answer: AnyResponse) -> AnyResponse:
    answer.headers["Cache-Control"] = "no-store"
    return answer
