"""After a game: its report as one file, the game stepped through, and playing again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Never

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import Problem
from referee.games.interface import Rules, Screens
from referee.games.toolkit.http import redirect_to, url_at, without_caching
from referee.tables.service import tables
from referee.web.auth import current_seat, rematch_token, seat_of_cookie, wait_token, with_rematch_cookie
from referee.web.limits import count_creation
from referee.web.pages import frame
from referee.web.pages.frame import with_names
from referee.web.pages.game_screens import screens_at
from referee.web.pages.joining import join_response
from referee.web.pages.table_screen import FrameScreen
from rules.sentences import listed

rematch_bp = Blueprint("rematch", __name__)


@rematch_bp.get("/t/<code>/rematch")
def ask_rematch(code: str) -> AnyResponse:
    """Ask how to play again, or lead to the rematch that somebody has started."""
    seat = current_seat(code)
    view, match, roster = tables().view(code, seat), tables().match(code), tables().roster(code)
    if view.summary["phase"] != "over":
        return redirect_to(f"/t/{code}")
    started = view.rematch
    known = {
        "code": code,
        "started": started,
        "plays": seat in roster.seats,
        "sides": bool(match.swapped_seats),
        "yours": _own_next_seat(screens_at(code), match, seat, started),
        "seats": _next_seats(
            screens_at(code), tables().first_roster(code).seats[1:], match.swapped_seats, view.names, started
        ),
    }
    answer = make_response(render_template("join/rematch.html", table=known, system=tables().system(code)))
    answer.headers["Cache-Control"] = "no-store"
    return answer if rematch_token(code) else with_rematch_cookie(answer, code, tables().rematches.mark())


def _own_next_seat(
    screens: Screens[Never], match: Rules, seat: str, started: Mapping[str, Any] | None
) -> str:
    """Return the seat that this one becomes in a rematch with the sides swapped, or ""."""
    swapped = bool(started and started["swapped"]) and seat in match.swapped_seats
    return screens.seated(match.swapped_seats[seat], {}) if swapped else ""


def _next_seats(
    screens: Screens[Never],
    players: Sequence[str],
    swaps: Mapping[str, str],
    names: Mapping[str, str],
    started: Mapping[str, Any] | None,
) -> list[dict[str, str]]:
    """Return who sits where in the rematch, in words: as it was begun, or for each way to begin it."""
    same = listed(screens.seated(s, names) for s in players)
    other = {swaps.get(s, s): name for s, name in names.items()}
    swapped = listed(screens.seated(s, other) for s in players)
    if started:
        return [{"name": "Seats", "value": swapped if started["swapped"] else same}]
    rows = [{"name": "Same sides" if swaps else "Seats", "value": same}]
    return rows + ([{"name": "Swap sides", "value": swapped}] if names and swaps else [])


@rematch_bp.post("/t/<code>/rematch")
def start_rematch(code: str) -> Response:
    """Start the rematch unless it was started, and take this player's seat there."""
    seat = current_seat(code)
    if "now" in request.args and not rematch_token(code):
        # The browser posts again with its mark, so that a second tap of the same player is recognized.
        answer = make_response("", 307)
        answer.headers["Location"] = url_at(f"/t/{code}/rematch")
        return with_rematch_cookie(answer, code, tables().rematches.mark())
    started = tables().view(code, seat).rematch
    following = "" if started is None else started["code"]
    if not following:
        if "swap" not in request.form:
            raise Problem(422, "swap: say whether the sides are swapped.")
        count_creation()
        following = tables().rematches.start(code, seat, swap=request.form["swap"] == "yes")["code"]
    held, wait = seat_of_cookie(following), wait_token(following)
    return join_response(tables().rematches.sit(code, seat, held, wait, rematch_token(code)))


bp = Blueprint("after_game", __name__, url_prefix="/t/<code>")


@bp.get("/report.html")
def report_file(code: str) -> AnyResponse:
    """Return the report as one file that needs no network: its styles are in it, and its links are words."""
    current_seat(code)
    return frame.report(code, file=True)


@bp.get("/replay/<int:n>")
def replay(code: str, n: int) -> AnyResponse:
    """Show the public view after the first `n` actions that count; 0 is the start."""
    current_seat(code)
    system = tables().system(code)
    screens = frame.screens_of(system)
    if screens.replay:
        raise Problem(404, "This game has no such page.")
    told = tables().replayed(code, n)
    if told is None:
        return frame.report_not_ready(code, system)
    context, count = told
    context = with_names(screens, replace(context, base=url_at(context.base)))
    game = screens.screen(context)
    shown = {
        "screen": FrameScreen(context, screens, game),
        "game": game,
        "screens": screens,
        "replay": {
            "n": n,
            "count": count,
            "keys": _replay_keys(context.base, n, count),
            "story": context.log[-1]["story"] if context.log else "Before the first action.",
            "cases": context.log[-1]["cases"] if context.log else [],
            "report_url": f"{context.base}/report",
        },
    }
    name = "report/_step.html" if "HX-Request" in request.headers else "report/replay.html"
    return without_caching(make_response(render_template(name, **shown)))


def _replay_keys(base: str, n: int, count: int) -> list[dict[str, str | None]]:
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
