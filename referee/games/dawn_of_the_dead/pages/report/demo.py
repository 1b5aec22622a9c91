"""A demo: a game that plays itself step by step, with the map and the words of the tablet."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee import heavy
from referee.errors import Problem
from referee.games.dawn_of_the_dead.ai.simulated_games import SEEDS, Demo, demo
from referee.games.dawn_of_the_dead.drawing import board_view
from referee.games.dawn_of_the_dead.pages.report.replay import highlighted_squares
from referee.games.dawn_of_the_dead.pages.status_bar import phase_bar
from referee.games.toolkit.http import url_at
from referee.records.text import Json
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.position import SET_UP
from rules.effects import effects_known_to

bp = Blueprint("demo", __name__, url_prefix="/demo")
_SEAT = "table"
_SIDES = {"human": "The characters", "zombie": "The zombies"}


@bp.get("")
def first() -> AnyResponse:
    """Lead to the beginning of the first game."""
    return redirect(url_at("/demo/1/0"))


@bp.get("/<int:number>/<int:n>")
def at(number: int, n: int) -> Response:
    """Show a game after its step `n`; 0 is the map before the first. Raises Problem (404)."""
    shown = heavy.run(heavy.REPORTS, shown_at, number, n, url_at("/demo"))
    name = (
        "dawn_of_the_dead/demo/_update.html"
        if request.headers.get("HX-Request")
        else "dawn_of_the_dead/demo/demo.html"
    )
    answer = make_response(render_template(name, demo=shown, map=shown["map"]))
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer


def shown_at(number: int, n: int, base: str) -> Json:
    """Return what the page at `base` shows of a game after step `n`. Raises Problem (404)."""
    recording = demo(number)
    if recording is None:
        raise Problem(404, f"There is no game {number}. You can watch games 1 to {len(SEEDS)}.")
    if n > len(recording.steps):
        raise Problem(404, f"Game {number} has no step {n}. It ends with step {len(recording.steps)}.")
    return watched(recording, number, n, base)


def watched(recording: Demo, number: int, n: int, base: str = "/demo") -> Json:
    """Return what the page shows of a game after step `n`: what the table's seat may see, and no more."""
    step = recording.steps[n - 1] if n else None
    view = game.redact(step.after if step else recording.before, _SEAT)
    seen = effects_known_to(step.ruling.effects, _SEAT) if step else ()
    return {
        "n": n,
        "count": len(recording.steps),
        "bar": phase_bar(view, {}),
        "who": _SIDES[step.seat] if step else "",
        **_words(recording, n),
        "keys": _keys(f"{base}/{number}", n, len(recording.steps)),
        "games": [
            {"number": i, "url": f"{base}/{i}/0", "here": i == number} for i in range(1, len(SEEDS) + 1)
        ],
        "map": board_view(
            recording.setting.board,
            view,
            sheet=recording.setting.sheet,
            marks=dict.fromkeys(highlighted_squares(seen, view), "aim"),
            symbols=view.phase in SET_UP,
        ),
    }


def _words(recording: Demo, n: int) -> Json:
    """Return the words and cases of step `n`. A zombie step begins with the case that calls for it (15.0)."""
    if not n:
        return {"words": "The zombies are on their symbols. The characters come next.", "cases": ()}
    ruling, why = recording.steps[n - 1].ruling, recording.whys[n - 1]
    if why is None:
        return {"words": ruling.reason, "cases": ruling.cases}
    case, reason = why
    return {
        "words": f"{ruling.reason} {case}: {reason}.",
        "cases": tuple(dict.fromkeys((case, *ruling.cases))),
    }


def _keys(base: str, n: int, count: int) -> list[Json]:
    """Return the keys that step; one that leads nowhere has no address."""
    keys = [
        ("first", "Start over", "⇤", 0 if n else None),
        ("previous", "Previous", "‹", n - 1 if n else None),
        ("next", "Next", "›", n + 1 if n < count else None),
    ]
    return [
        {"id": i, "name": name, "sign": sign, "url": "" if to is None else f"{base}/{to}"}
        for i, name, sign, to in keys
    ]
