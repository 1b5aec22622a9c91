"""The pages of a table whose game has a presenter: the frame's own parts around what the game shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flask import make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import seat_at
from referee.api.links import url_at
from referee.games.ports import Context, Pages, Presenter, WorksAhead
from referee.pages.rulebook.linking import case_url
from referee.pages.table.frame_screen import FrameScreen
from referee.pages.table.named_stories import NamedStories, named, named_game
from referee.pages.table.requests import NO_ANSWER, action_read, arrival_posted, override_posted, undo_posted
from referee.pages.table.rulings import answered, notice, overruling
from referee.problems import Problem, Refused, Stale
from referee.tables import projections
from referee.tables.loaded_table import LoadedTable
from referee.tables.service import tables

Json = Mapping[str, Any]
DRAFTED = "table.now_with_a_draft"
MOVED_ON = "The table has moved on. Your tap came too late and did nothing."


def presented(presenter: Presenter) -> Pages:
    """Return the pages of a game that is shown by its presenter."""
    views = (_page, _now, _do, _undo, _override, _arrival, _report)
    page, now, do, undo, override, arrival, report = (partial(view, presenter) for view in views)
    return Pages(page, now, do, undo, override, arrival, report, partial(_ahead, presenter))


def _ahead(presenter: Presenter, code: str) -> None:
    """Do what takes long of the screen that is asked for: nobody at the table waits for it."""
    if isinstance(presenter, WorksAhead) and presenter.ahead_of in request.args:
        with tables().held(code):
            work = presenter.ahead(_context(presenter, code, seat_at(code)))
        if work is not None:
            work()


def _page(presenter: Presenter, table: LoadedTable, seat: str) -> AnyResponse:
    """Show the whole screen of the seat."""
    return _shown(presenter, table, seat)


def _now(presenter: Presenter, table: LoadedTable, seat: str) -> AnyResponse:
    """Show what the query asks for; it changes nothing."""
    return _shown(presenter, table, seat)


def _do(presenter: Presenter, table: LoadedTable, seat: str) -> AnyResponse:
    """Carry out an action, or say why it may not be done."""
    posted = request.form
    action, version = action_read(posted.get("action", "")), posted.get("version", -1, type=int)
    stage = posted.get("stage")
    deed = partial(tables().playing.do, table, seat, action, version, stage=stage)
    return _tried(presenter, table, seat, deed, action)


def _undo(presenter: Presenter, table: LoadedTable, seat: str) -> AnyResponse:
    """Ask to take back the last step, or all from line `n` on, or answer such a request."""
    return _tried(presenter, table, seat, undo_posted(table, seat))


def _override(presenter: Presenter, table: LoadedTable, seat: str) -> AnyResponse:
    """Ask to allow a refused action anyway, or answer such a request."""
    return _tried(presenter, table, seat, override_posted(table, seat, action_read))


def _arrival(presenter: Presenter, table: LoadedTable, seat: str) -> AnyResponse:
    """Let the device in that waits, or refuse it."""
    return _tried(presenter, table, seat, arrival_posted(table, seat))


def _report(presenter: Presenter, code: str) -> AnyResponse:
    """Show the report; while the game goes on, say when it opens."""
    game, system = tables().finished_game(code), tables().system(code)
    if game is None:
        return _kept_nowhere(make_response(render_template("report/early.html", code=code, system=system)))
    report = presenter.report_of(named_game(presenter, game))
    shown = render_template(presenter.report, report=report, system=system)
    return _kept_nowhere(make_response(shown))


def _tried(
    presenter: Presenter,
    table: LoadedTable,
    seat: str,
    deed: Callable[[], object],
    action: Json | None = None,
) -> AnyResponse:
    """Do what may be refused or come too late, and show the result; without a script the page again."""
    try:
        deed()
    except Refused as refused:
        return _shown(presenter, table, seat, _refusal(presenter, table, seat, refused.ruling, action))
    except Stale:
        return _shown(presenter, table, seat, notice(MOVED_ON))
    except Problem as problem:
        if problem.status not in NO_ANSWER:
            raise
        return _shown(presenter, table, seat, notice(problem.detail))
    if "HX-Request" in request.headers:
        return _shown(presenter, table, seat)
    return _kept_nowhere(redirect(url_at(f"/t/{table.code}"), 303))


def _refusal(presenter: Presenter, table: LoadedTable, seat: str, ruling: Json, action: Json | None) -> Json:
    """Return a refusal with the address of each case, and what the players may allow anyway."""
    view = projections.view(table, seat)
    system, words = table.game.system, presenter.words(view)
    reason = NamedStories.of(presenter, view["names"]).with_names(ruling["reason"])
    ruling = {**ruling, "reason": reason}
    override = overruling(table, seat, words, ruling, action) if action else None
    charts = {case: case_url(case, system) for case in ruling["cases"]}
    return {**answered(ruling, override), "charts": charts}


def _shown(presenter: Presenter, table: LoadedTable, seat: str, ruling: Json | None = None) -> AnyResponse:
    """Return the screen of the seat that asks: fragments for htmx, the whole page for others."""
    context = _context(presenter, table.code, seat)
    screen = FrameScreen(context, presenter, tables().lobby.people(table.code), ruling)
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


def _context(presenter: Presenter, code: str, seat: str) -> Context:
    context = tables().context(code, seat, request.args.to_dict())
    drafted = request.form.to_dict() if request.endpoint == DRAFTED else {}
    return named(presenter, replace(context, base=url_at(context.base), draft=drafted))


def _kept_nowhere(answer: AnyResponse) -> AnyResponse:
    answer.headers["Cache-Control"] = "no-store"
    return answer
