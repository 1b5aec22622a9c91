"""After a game that is shown by its presenter: the report as one file, and the game stepped through."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import seat_at
from referee.api.links import url_at
from referee.games import registry
from referee.games.ports import Presenter
from referee.pages.saving import to_keep
from referee.pages.table.frame_screen import FrameScreen
from referee.pages.table.named_stories import named, named_game
from referee.problems import Problem
from referee.tables.service import tables

bp = Blueprint("afterwards", __name__, url_prefix="/t/<code>")


@bp.get("/report.html")
def file(code: str) -> AnyResponse:
    """Return the report as one file that needs no network: its styles are in it, and its links are words."""
    presenter = _presenter(code)
    game = tables().finished_game(code)
    if game is None:
        return _kept_nowhere(render_template("report/early.html", code=code, system=tables().system(code)))
    page = render_template(
        presenter.report, report=presenter.report_of(named_game(presenter, game)), file=True
    )
    return to_keep(page, code)


@bp.get("/replay/<int:n>")
def at(code: str, n: int) -> AnyResponse:
    """Show the table after the first `n` actions that stand, as everybody may see it; 0 is the start."""
    presenter = _presenter(code)
    told = tables().replayed(code, n)
    if told is None:
        return _kept_nowhere(render_template("report/early.html", code=code, system=tables().system(code)))
    context, count = told
    context = named(presenter, replace(context, base=url_at(context.base)))
    shown = {
        "screen": FrameScreen(context, presenter, ()),
        "game": presenter.screen(context),
        "presenter": presenter,
        "replay": {
            "n": n,
            "count": count,
            "keys": _keys(context.base, n, count),
            "story": context.log[-1]["story"] if context.log else "Before the first action.",
            "cases": context.log[-1]["cases"] if context.log else [],
            "report_url": f"{context.base}/report",
        },
    }
    name = "frame/_step.html" if "HX-Request" in request.headers else "frame/replay.html"
    return _kept_nowhere(render_template(name, **shown))


def _presenter(code: str) -> Presenter:
    """Return how a table's game is shown. Raises Problem (401, 404), also for a game with its own pages."""
    seat_at(code)
    game = registry.game(tables().system(code))
    if game.pages is not None or game.presenter is None:
        raise Problem(404, "This game has no such page.")
    return game.presenter


def _keys(base: str, n: int, count: int) -> list[dict[str, str | None]]:
    """Return the keys that step through a game; one that leads nowhere has no address."""
    steps = (
        ("first", "⇤", "First", 0), ("previous", "‹", "Previous", n - 1),
        ("next", "›", "Next", n + 1), ("last", "⇥", "Last", count),
    )  # fmt: skip
    return [
        {
            "id": name,
            "sign": sign,
            "name": word,
            "url": f"{base}/replay/{to}" if 0 <= to <= count and to != n else None,
        }
        for name, sign, word, to in steps
    ]


def _kept_nowhere(page: str) -> AnyResponse:
    answer = make_response(page)
    answer.headers["Vary"] = "HX-Request, Cookie"
    answer.headers["Cache-Control"] = "no-store"
    return answer
