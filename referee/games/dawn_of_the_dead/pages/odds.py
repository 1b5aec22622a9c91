"""The odds of winning as an optional panel, and the odds of each roll beside its key."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from math import ceil

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from referee.errors import Problem
from referee.games.dawn_of_the_dead.labels.actions import SHOWN
from referee.games.dawn_of_the_dead.labels.dice import chance
from referee.games.dawn_of_the_dead.labels.wording import PHASES, counted
from referee.games.dawn_of_the_dead.pages.action_panel.forms import Form
from referee.games.dawn_of_the_dead.pages.action_panel.keys import Group, Key
from referee.games.dawn_of_the_dead.pages.action_panel.panel import ActionPanel
from referee.games.dawn_of_the_dead.pages.action_panel.proposal import practised
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.interface.host import host
from referee.games.interface.odds import ACTIVE
from referee.games.toolkit.http import url_at
from referee.records.text import Json
from rules.dawn_of_the_dead import odds
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.view import View

__all__ = ["COOKIE", "ON", "SEATS", "chance", "odds_wanted", "with_odds"]


bp = Blueprint("chances", __name__, url_prefix="/t/<code>/chances")
PANEL_COOKIE = "chances"
_PANEL_SHOWN, _PANEL_HIDDEN = "shown", "hidden"
_FEW = 10
"""Fewer games than this are counted one by one: a share of them would be little more than chance."""
_SAFE = 3
"""Where none of n games was won, the true chance is under 3 in n, as sure as 95 times in 100."""
_FAILED = "The server stopped the games."
_UNPLAYED = "Stopped before the first game ended."
_WAITING = "Waiting for another table’s games to finish."


@dataclass(frozen=True, slots=True)
class OddsKey:
    """A key of the panel: what it asks for, what it says, and how it looks."""

    want: str
    label: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """The contents of the panel. Changes of `word` and `said` are read out, not of `soft` and `so_far`.

    `played` counts games.
    """

    url: str
    shown: bool
    keys: tuple[OddsKey, ...]
    word: str = ""
    so_far: str = ""
    said: str = ""
    soft: str = ""
    earlier: str = ""
    busy: bool = False
    played: int = 0
    asked: int = 0


@bp.get("")
def show(code: str) -> Response:
    """Show the panel alone, as it is asked for while games are played."""
    host().browser.current_seat(code)
    return _shown(code, wanted=panel_wanted())


@bp.post("")
def ask(code: str) -> Response:
    """Begin to play games on, stop it, or switch the panel on this device on or off."""
    host().browser.current_seat(code)
    want, wanted, sorry = request.form.get("want"), panel_wanted(), ""
    try:
        if want == "start":
            host().tables.win_odds.start(code, address=request.remote_addr or "")
        elif want == "stop":
            host().tables.win_odds.stop(code)
    except Problem as problem:
        if problem.status != 429:
            raise
        sorry = problem.detail
    if want in {"show", "hide"}:
        wanted = want == "show"
    answer = _shown(code, wanted=wanted, sorry=sorry)
    value = _PANEL_SHOWN if wanted else _PANEL_HIDDEN
    answer.set_cookie(PANEL_COOKIE, value, path=url_at("/t"), samesite="Lax", max_age=31_536_000)
    return answer


def panel_wanted() -> bool:
    """Whether this device shows the panel; it does not until somebody switches it on."""
    return request.cookies.get(PANEL_COOKIE) == _PANEL_SHOWN


def panel_of(view: DawnView) -> Panel | None:
    """Return the panel for a table that is seen, empty outside play, or None where two players sit."""
    if view.game.mode == "two-player":
        return None
    if view.game.phase in {"place_characters", "over"}:
        return Panel("", shown=False, keys=())
    return panel(view.code, host().tables.win_odds.shown(view.code), wanted=panel_wanted())


def panel(code: str, run: Json, *, wanted: bool, sorry: str = "") -> Panel:
    """Return the panel for a run of games."""
    url = url_at(f"/t/{code}/chances")
    if not wanted:
        return Panel(url, shown=False, keys=())
    if run["state"] == "none" or sorry:
        offer = (
            f"We simulate {counted(run['of'], 'game')} from here with basic play."
            " Your own game stays as it is."
        )
        return Panel(url, True, (_start(),), said=sorry, soft=f"{offer} Thoughtful players do better.")
    busy = run["state"] in ACTIVE
    keys: tuple[OddsKey, ...] = (OddsKey("stop", "Stop"),) if busy else ()
    if not (busy and run["current"]):
        keys += (_start(run),)
    return Panel(
        url,
        True,
        keys,
        word="" if busy else _word(run),
        so_far=_so_far(run) if busy else "",
        said=_said(run),
        soft=f"{run['games']} of {run['of']} games." if busy else _small_print(run),
        earlier="" if run["current"] else f"The game has moved on since. This was for {_moment(run)}.",
        busy=busy,
        played=run["games"],
        asked=run["of"],
    )


def _start(run: Json | None = None) -> OddsKey:
    if run is None:
        return OddsKey("start", "What are our odds?", "main")
    if run["state"] in ACTIVE:
        return OddsKey("start", "Ask from here instead")
    return (
        OddsKey("start", "Ask again")
        if run["current"]
        else OddsKey("start", "What are our odds now?", "main")
    )


def _moment(run: Json) -> str:
    return f"Game-Turn {run['turn']}, {PHASES[run['phase']].name}"


def _said(run: Json) -> str:
    """Return the sentence that is read out: it stays the same while games are played."""
    match run["state"]:
        case "waiting":
            return _WAITING
        case "running":
            return f"Playing on from {_moment(run)}."
        case "failed" if not run["games"]:
            return f"{_FAILED} Ask again."
        case "stopped" if not run["games"]:
            return _UNPLAYED
        case "failed":
            return f"{_FAILED} By then {_counted(run)}"
        case "stopped":
            return f"Stopped early: {_counted(run)}"
        case _:
            return f"{_counted(run).capitalize()}"


def _word(run: Json) -> str:
    """Return the share in plain words, with its error, or nothing before a game was played."""
    games, won = run["games"], run["won"]
    if not games:
        return ""
    if won in {0, games}:
        bound = min(99, ceil(100 * _SAFE / games))
        return f"Most likely under {bound} in 100" if won == 0 else f"Most likely over {100 - bound} in 100"
    share, error = round(run["share"] * 100), max(1, ceil(run["error"] * 100))
    if share in {0, 100}:
        return "Under 1 in 100" if share == 0 else "Over 99 in 100"
    return f"About {share} in 100, give or take {error}"


def _counted(run: Json) -> str:
    games = run["games"]
    won = {0: "none", games: "all"}.get(run["won"], run["won"])
    return f"{won} of {counted(games, 'game')} won with simple players."


def _so_far(run: Json) -> str:
    """Return the result so far; "" before the first game has ended."""
    if not run["games"]:
        return ""
    if run["games"] == 1:
        return f"The first game was {'won' if run['won'] else 'lost'}"
    if run["games"] < _FEW:
        return f"{run['won'] or 'None'} of the first {counted(run['games'], 'game')} won"
    return f"{_word(run)} so far"


def _small_print(run: Json) -> str:
    long = run.get("unfinished", 0)
    counts = "counts" if long == 1 else "count"
    went_on = f"{counted(long, 'game')} took too long and {counts} as not won. " if long else ""
    return f"{went_on}Thoughtful players do better."


def _shown(code: str, *, wanted: bool, sorry: str = "") -> Response:
    """Return the panel to htmx; who has no script is led back to the table, where it is part of the page."""
    shown = panel(code, host().tables.win_odds.shown(code), wanted=wanted, sorry=sorry)
    if not request.headers.get("HX-Request"):
        return redirect(url_at(f"/t/{code}"), 303)
    answer = make_response(render_template("dawn_of_the_dead/table/_win_odds.html", chances=shown))
    answer.headers["Vary"] = "HX-Request, Cookie"
    answer.headers["Cache-Control"] = "no-store"
    return answer


COOKIE = "odds"
ON = "shown"
SEATS = frozenset({"human", "table"})
"""The parts of a view that the odds use, apart from its zombie units."""


def odds_wanted() -> bool:
    """Whether this device shows the odds; it does not until somebody switches them on."""
    return request.cookies.get(COOKIE) == ON


def with_odds(now: ActionPanel, context: SeatContext, mix: odds.Mix) -> ActionPanel:
    """Return a panel with the odds on its keys and its proposal.

    The zombie player may know more than the odds assume, so that seat gets the panel unchanged.

    `mix` is the chance of each value for a face-down unit.
    """
    if context.role not in SEATS or not (now.groups or now.form or now.proposal or now.practice):
        return now
    table = _open_position(context)

    def with_odds_on_keys(groups: tuple[Group, ...]) -> tuple[Group, ...]:
        return tuple(
            replace(g, keys=tuple(_on_key(k, context.view.game, table, mix) for k in g.keys)) for g in groups
        )

    proposed = now.proposal and replace(
        now.proposal,
        odds=_words(_proposed(context.view), context.view.game, table, mix),
        otherwise=with_odds_on_keys(now.proposal.otherwise),
    )
    tried = now.practice and replace(
        now.practice, odds=_words(practised(context.view) or {}, context.view.game, table, mix)
    )
    form = now.form and replace(now.form, odds=_words(_rolled(now.form), context.view.game, table, mix))
    return replace(now, groups=with_odds_on_keys(now.groups), form=form, proposal=proposed, practice=tried)


def _open_position(context: SeatContext) -> Position:
    """Return what the seat sees as a position: values that it does not see are not in it."""
    view = context.view.game
    seen = view.open_position()
    return replace(
        seen, turn=1, counters="physical", eliminated=view.eliminated, pools_known=True, move=None,
        rifles=context.board.rifle_count,
    )  # fmt: skip


def _on_key(key: Key, view: View, table: Position, mix: odds.Mix) -> Key:
    action = json.loads(key.action) if key.action and not key.url else {}
    return replace(key, odds=_words(action, view, table, mix)) if key.rolls else key


def _proposed(view: DawnView) -> Json:
    """Return the proposed action. Between equals the odds are the same for each."""
    return view.advice["action"] if view.advice else {}


def _rolled(form: Form) -> Json:
    """Return the action whose first dice a form asks for, without the dice that have fallen."""
    action: Json = json.loads(form.action) if form.action and form.may_roll else {}
    return {} if {"dice", "die", "total", "panic"} & action.keys() else action


def _words(action: Json, view: View, table: Position, mix: odds.Mix) -> str:
    """Return what the dice of an action may bring, in words; nothing for one that no dice decide."""
    tells = SHOWN[action["do"]].odds if action else None
    return tells(view, action, table, mix) if tells else ""
