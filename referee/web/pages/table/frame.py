"""What a table's addresses are answered with: the frame's own parts around what the game shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flask import make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.games import registry
from referee.games.failing import check_presenter
from referee.games.ports import Context, Presenter, ReadsForms, WorksAhead
from referee.problems import Problem, Refused, Stale
from referee.tables.agreement import OtherRequest
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.api.auth import seat_at
from referee.web.api.links import url_at
from referee.web.pages.fronts import ONLY_API
from referee.web.pages.saving import to_keep
from referee.web.pages.table.frame_screen import FrameScreen
from referee.web.pages.table.named_stories import NamedStories, named, named_game
from referee.web.pages.table.requests import NO_ANSWER, action_read
from referee.web.pages.table.rulings import answered, notice, overruling

Json = Mapping[str, Any]
DRAFTED = "table.now_with_a_draft"
MOVED_ON = "The table has moved on. Your tap came too late and did nothing."


def presenter_of(system: str) -> Presenter:
    """Return how a game is shown. Raises Problem (404) where it has no pages."""
    game = registry.game(system)
    if game.presenter is None:
        raise Problem(404, ONLY_API.format(game.title))
    check_presenter(game.id, game.presenter)
    return game.presenter


def ahead(code: str) -> None:
    """Do what takes long of the screen that is asked for: nobody at the table waits for it."""
    presenter = presenter_of(tables().system(code))
    if isinstance(presenter, WorksAhead) and presenter.ahead_of in request.args:
        with tables().store.at(code) as table:
            work = presenter.ahead(context_of(table, seat_at(code)))
        if work is not None:
            work()


def page(table: LoadedTable, seat: str) -> AnyResponse:
    """Show the screen of the seat, with what the query asks for."""
    return shown(context_of(table, seat))


def do(table: LoadedTable, seat: str) -> AnyResponse:
    """Carry out an action, or say why it may not be done."""
    presenter = presenter_of(table.game.system)
    if isinstance(presenter, ReadsForms):
        return presenter.do(table, seat)
    posted = request.form
    action, version = action_read(posted.get("action", "")), posted.get("version", -1, type=int)
    stage = posted.get("stage")
    return tried(table, seat, partial(tables().playing.do, table, seat, action, version, stage=stage), action)


def shown_again(table: LoadedTable, seat: str, _kept: object = None) -> AnyResponse:
    """Return the table as it is now, after a tap that was done before and whose answer was lost."""
    if "HX-Request" not in request.headers:
        return redirect(url_at(f"/t/{table.code}"), 303)
    return page(table, seat)


def report(code: str, *, file: bool = False) -> AnyResponse:
    """Show the report, or return it as a `file` to keep; while the game goes on, say when it opens."""
    system = tables().system(code)
    presenter, game = presenter_of(system), tables().finished_game(code)
    if game is None:
        return early(code, system)
    told = presenter.report_of(named_game(presenter, game))
    page = render_template(presenter.report, report=told, system=system, file=file)
    return to_keep(page, code) if file else kept_nowhere(make_response(page))


def early(code: str, system: str) -> AnyResponse:
    """Say that the report opens when the game is over."""
    return kept_nowhere(make_response(render_template("report/early.html", code=code, system=system)))


def tried(
    table: LoadedTable,
    seat: str,
    deed: Callable[[], object],
    action: Json | None = None,
    says: Collection[int] = NO_ANSWER,
) -> AnyResponse:
    """Do what may be refused or come too late, and show the result. `action` is what the rules may refuse.

    The whole screen comes back where the table has moved on meanwhile. A problem of a status that the screen
    `says` is a sentence there; any other is raised.
    """
    try:
        deed()
    except Refused as refused:
        context = context_of(table, seat)
        ruling = verdict(table, context, refused.ruling, action)
        return shown(context, ruling) if refused.moved_on else refused_alone(context, ruling)
    except Stale:
        return overtaken(context_of(table, seat))
    except Problem as problem:
        if problem.status not in says:
            raise
        context = context_of(table, seat)
        answer = shown if isinstance(problem, OtherRequest) else refused_alone
        return answer(context, notice(problem.detail))
    if "HX-Request" in request.headers or isinstance(presenter_of(table.game.system), ReadsForms):
        return page(table, seat)
    return kept_nowhere(redirect(url_at(f"/t/{table.code}"), 303))


def verdict(table: LoadedTable, context: Context, ruling: Json, action: Json | None) -> Json:
    """Return the answer to an action, with what the players may allow anyway and what leads on."""
    presenter = presenter_of(table.game.system)
    ruling = {**ruling, "reason": NamedStories.of(presenter, context.names).with_names(ruling["reason"])}
    if action is None:
        return answered(ruling)
    override = overruling(table, context.seat, presenter.words(context.view), ruling, action)
    way_on = presenter.way_on(context, action) if isinstance(presenter, ReadsForms) else None
    return {**answered(ruling, override), "way_on": way_on}


def overtaken(context: Context) -> AnyResponse:
    """Show what was done before the tap came, perhaps by the same finger. The tap did nothing."""
    game = presenter_of(context.view["system"]).screen(context)
    return shown(context, getattr(game, "overtaken", None) or notice(MOVED_ON), game)


def refused_alone(context: Context, ruling: Json) -> AnyResponse:
    """Show a refusal; where the game has forms, leave all else where it was, with what is filled in.

    An overtaken screen is replaced as a whole, because the news would soon replace the answer.
    """
    if not isinstance(presenter_of(context.view["system"]), ReadsForms):
        return shown(context, ruling)
    if request.form.get("version", context.version, type=int) != context.version:
        return overtaken(context)
    if "HX-Request" not in request.headers:
        return shown(context, ruling)
    answer = shown(context, ruling, alone=True)
    answer.headers["HX-Retarget"], answer.headers["HX-Reswap"] = "#ruling", "outerMorph"
    return answer


def shown(
    context: Context, ruling: Json | None = None, game: object = None, *, alone: bool = False
) -> AnyResponse:
    """Return the screen of the seat that asks: fragments for htmx (or the ruling `alone`), else the page.

    `game` is what the game shows where that is not its usual screen.
    """
    presenter = presenter_of(context.view["system"])
    game = presenter.screen(context) if game is None else game
    screen = FrameScreen(context, presenter, game, ruling)
    # All that may have changed: the game's moment replaces the target, every other part itself.
    names = [presenter.page]
    if "HX-Request" in request.headers:
        own = getattr(presenter, "answer", "")
        names = [presenter.moment, "frame/_answer.html", *([own] if own else [])]
    if alone or request.headers.get("HX-Target", "").endswith("#ruling"):
        names = ["table/_ruling.html"]
    parts = {"screen": screen, "game": game, "presenter": presenter, "system": screen.system}
    return kept_nowhere(make_response("".join(render_template(name, **parts) for name in names)))


def context_of(table: LoadedTable, seat: str) -> Context:
    """Return what the seat of this request is sent."""
    context = tables().context(table.code, seat, request.args.to_dict())
    drafted = request.form.to_dict() if request.endpoint == DRAFTED else {}
    context = replace(context, base=url_at(context.base), draft=drafted)
    return named(presenter_of(table.game.system), context)


def kept_nowhere(answer: AnyResponse) -> AnyResponse:
    """Return an answer that is stored neither on the way nor on the device."""
    answer.headers["Vary"], answer.headers["Cache-Control"] = "HX-Request, HX-Target, Cookie", "no-store"
    return answer
