"""After a game that is shown by its presenter: the report as one file, and the game stepped through."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.problems import Problem
from referee.tables.service import tables
from referee.web.api.auth import seat_at
from referee.web.api.links import url_at
from referee.web.pages.table import frame
from referee.web.pages.table.frame_screen import FrameScreen
from referee.web.pages.table.named_stories import named

bp = Blueprint("afterwards", __name__, url_prefix="/t/<code>")


@bp.get("/report.html")
def file(code: str) -> AnyResponse:
    """Return the report as one file that needs no network: its styles are in it, and its links are words."""
    seat_at(code)
    return frame.report(code, file=True)


@bp.get("/replay/<int:n>")
def at(code: str, n: int) -> AnyResponse:
    """Show the table after the first `n` actions that stand, as everybody may see it; 0 is the start."""
    seat_at(code)
    system = tables().system(code)
    presenter = frame.presenter_of(system)
    if getattr(presenter, "replay", ""):
        raise Problem(404, "This game has no such page.")
    told = tables().replayed(code, n)
    if told is None:
        return frame.early(code, system)
    context, count = told
    context = named(presenter, replace(context, base=url_at(context.base)))
    game = presenter.screen(context)
    shown = {
        "screen": FrameScreen(context, presenter, game),
        "game": game,
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
    return frame.kept_nowhere(make_response(render_template(name, **shown)))


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
