"""The table: the tablet's screen and the players' phones, one address for all seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import of_one_moment
from referee.games.dawn_of_the_dead.batches.forced import forced_now
from referee.games.dawn_of_the_dead.named_doors import written
from referee.games.dawn_of_the_dead.pages import dice_form, forms
from referee.games.dawn_of_the_dead.pages.map.door_panel import tapped_door
from referee.games.dawn_of_the_dead.pages.map.square_list import squares_moment
from referee.games.dawn_of_the_dead.pages.moment import moment, musts, turns, walking
from referee.games.dawn_of_the_dead.pages.moment.ending_panel import ending_panel
from referee.games.dawn_of_the_dead.pages.moment.leading_on import do_and_lead_on
from referee.games.dawn_of_the_dead.pages.moment.moment import Moment
from referee.games.dawn_of_the_dead.pages.moment.phase_ending import ENDS
from referee.games.dawn_of_the_dead.pages.moment.undo_panel import BACK, undo_panel
from referee.games.dawn_of_the_dead.pages.odds.odds_shown import odds_wanted
from referee.games.dawn_of_the_dead.pages.request_context import context_at, seat_and_dice, typed_dice
from referee.games.dawn_of_the_dead.pages.rulings import done, overtaken
from referee.games.dawn_of_the_dead.pages.screen import Screen
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.sight.sight import sight_moment
from referee.games.dawn_of_the_dead.pages.study.practice import HUMAN, practised
from referee.games.dawn_of_the_dead.pages.table_words import DawnWords
from referee.games.dawn_of_the_dead.pages.wording import SET_UP
from referee.pages.requests import NO_ANSWER, version_posted
from referee.pages.rulings import answered, notice, overruling
from referee.problems import Problem, Refused, Stale
from referee.tables import tables
from referee.tables.batches import NothingToDo
from referee.tables.pending import OtherRequest
from rules.dawn_of_the_dead.actions import CHANCE_FIELDS

bp = Blueprint("table", __name__, url_prefix="/t/<code>")
Json = Mapping[str, Any]
Deed = Callable[[], object]
NO_RULING: Json = {}
"""While somebody looks at a square or a sight line, what was done last makes room."""


def page(code: str) -> AnyResponse:
    """Show the whole screen of the seat."""
    return shown(context_at(code))


def now(code: str) -> AnyResponse:
    """Show the possible actions now, or the question whether to end a phase (`ending`) or go `back`."""
    context = context_at(code)
    if BACK in request.args:
        return shown(context, undo_panel(context))
    return shown(context, ending_panel(context, request.args.get(ENDS, "")))


@bp.get("/square")
@bp.get("/square/<square>")
@of_one_moment
def square(code: str, square: str = "") -> Response:
    """Answer a tap on a square: what may be done there, or why the likeliest action is refused."""
    context = context_at(code)
    square = written(square or request.args.get("square", ""))
    if square not in context.board.squares:
        return shown(context, ruling=notice(f"There is no square {square[:10]} on this map."))
    chosen = request.args.get("from", "")
    chosen = chosen if chosen in context.board.squares else ""
    return _looked(context, moment.tapped(context, square, chosen, _asking(code, context)))


@bp.get("/door/<name>")
@of_one_moment
def door(code: str, name: str) -> Response:
    """Answer a tap on a door: between two squares ("043-062"), or a main door ("north")."""
    context = context_at(code)
    panel = tapped_door(context, name, _asking(code, context))
    if panel is None:
        return shown(context, ruling=notice(f"There is no door {name[:10]} on this map."))
    return _looked(context, panel)


@bp.get("/sight")
@of_one_moment
def sight(code: str) -> Response:
    """Show a sight line with the doors as they stand."""
    context = context_at(code)
    start, end = request.args.get("from", ""), request.args.get("with") or request.args.get("to", "")
    panel, line, around = sight_moment(context, start, end)
    return shown(context, panel, NO_RULING, sight=line, around=around)


@bp.get("/squares")
@of_one_moment
def square_list(code: str) -> Response:
    """Show the map as a list of squares with something in them, or `all`; `at` is the one to jump to."""
    everything, at = bool(request.args.get("all")), request.args.get("at", "")
    context = context_at(code)
    return shown(context, squares_moment(context, everything=everything, at=at))


@bp.get("/complete")
@of_one_moment
def complete(code: str) -> Response:
    """Show the form for an action's dice again after news, or that the action is no longer allowed."""
    context = context_at(code)
    action = forms.action_from(MultiDict(), request.args.get("action"))
    ruling = tables().playing.wanting(code, context.role, action)
    if not ruling["legal"]:
        return shown(context, dice_form.expired(context, action), answered(ruling))
    return shown(context, dice_form.asked(context, action, ruling), answered(ruling))


def do(code: str) -> Response:
    """Carry out an action, or ask for what it still needs, or say why it may not be done."""
    posted = request.form
    if posted.get("action") == turns.FORCED:
        return _do_forced(code)
    if posted.get("action") == musts.MUSTS:
        version, context = version_posted(posted), context_at(code)
        roll = musts.first_roll(context.view, context.actions) if typed_dice() else None
        if roll and version == context.view["version"]:
            return perform(code, roll, version, typed=True)
        return agreed(code, partial(_batch, code, {"do": "musts"}, version))
    if path := walking.path_posted(posted.get("action", "")):
        version = version_posted(posted)
        return _tried(code, partial(_batch, code, {"do": walking.WALK, "path": path}, version))
    other = posted.get("other")
    # A player who types dice types them all: after the panic check those of the shot too (6.5).
    typed = bool(posted.get("typed")) or typed_dice() != bool(other)
    return perform(
        code,
        forms.action_from(posted, other),
        version_posted(posted),
        typed=typed and not posted.get("roll"),
    )


def perform(code: str, action: Json, version: int, *, typed: bool) -> Response:
    """Carry out an action, or ask for its dice where they are `typed` in, or say why it may not be done."""
    seat = seat_and_dice(code)
    deed = partial(do_and_lead_on, code, seat, action, version, typed=typed_dice())
    if typed or not CHANCE_FIELDS.isdisjoint(action):
        return _asked_first(code, seat, action, typed=typed) or _tried(code, deed, action)
    try:
        return _tried(code, deed, action)
    except Problem:
        # What the rules refuse to everybody is told before whose action it is.
        return _asked_first(code, seat, action, typed=False) or agreed(code, deed)


def _asked_first(code: str, seat: str, action: Json, *, typed: bool) -> Response | None:
    """Return the refusal of an action, or the form for its dice; None where it can be done as it is."""
    ruling = tables().playing.wanting(code, seat, action)
    if not ruling["legal"]:
        context = context_at(code)
        return _refused(context, answered(ruling, _overruling(context, ruling, action)))
    if not typed:
        return None
    context = context_at(code)
    asked = dice_form.asked(context, action, ruling)
    return shown(context, asked, answered(ruling)) if asked else None


@bp.post("/advance")
@of_one_moment
def advance(code: str) -> Response:
    """Let the referee act for a side: one step, the phase, or all until the players must choose."""
    context = context_at(code)
    far, practises = request.form.get("far", ""), request.form.get("side") == HUMAN
    if not far and typed_dice() and not context.view["underway"]:
        action = practised(context.view) if practises else tables().automatic.proposed(code)
        if action and (
            asked := dice_form.asked(context, action, tables().playing.wanting(code, context.role, action))
        ):
            return shown(context, asked)
    try:
        if practises:
            tables().automatic.practise(code, context.role, version_posted(request.form), whole=bool(far))
        else:
            tables().automatic.advance(
                code, context.role, version_posted(request.form), whole=bool(far), phase=far == "phase"
            )
    except Stale:
        return _overtaken(context_at(code))
    except Refused as refused:
        return _refused(context_at(code), answered(refused.ruling))
    except Problem as problem:
        return _refused(context_at(code), notice(problem.detail))
    return shown(context_at(code))


def _tried(code: str, deed: Deed, action: Json | None = None) -> Response:
    """Carry out a deed that may be refused or come too late, and show the result.

    The whole screen comes back when the refusal left a new version.
    """
    try:
        deed()
    except Refused as refused:
        context = context_at(code)
        ruling = answered(refused.ruling, _overruling(context, refused.ruling, action) if action else None)
        return shown(context, ruling=ruling) if refused.moved_on else _refused(context, ruling)
    except Stale:
        return _overtaken(context_at(code))
    return shown(context_at(code))


def _overtaken(context: SeatContext) -> Response:
    """Show what was done before the tap came, perhaps by the same finger. The tap did nothing."""
    return shown(context, ruling=overtaken(done(context.view, context.setting, context.role)))


def _batch(code: str, wanted: Json, version: int) -> None:
    """Carry out several actions of the seat, one after the other."""
    tables().batches.do(code, seat_and_dice(code), wanted, version, typed=typed_dice())


def _do_forced(code: str) -> Response:
    """Carry out every reaction without a choice, one by one, and show the screen."""
    context = context_at(code)
    if version_posted(request.form) != context.view["version"]:
        return _overtaken(context)
    if forced_now(context.view, context.actions):
        with suppress(Refused, Stale, NothingToDo):
            _batch(code, {"do": "forced"}, context.view["version"])
    return shown(context_at(code))


def agreed(code: str, answer: Deed) -> Response:
    """Return the table after an answer to what somebody asked, or why this seat cannot give it."""
    try:
        return _tried(code, answer)
    except OtherRequest as other:
        return shown(context_at(code), ruling=notice(other.detail))
    except Problem as problem:
        if problem.status not in NO_ANSWER:
            raise
        return _refused(context_at(code), notice(problem.detail))


def _asking(code: str, context: SeatContext) -> moment.Ask:
    return lambda action: tables().playing.ask(code, context.role, action)


def _looked(context: SeatContext, panel: Moment) -> Response:
    """Show what a tap offers. If that is hardly what was meant, show the refusal as the ruling."""
    if request.args.get("in", context.stage) != context.stage:  # Looked at in a phase that has passed since.
        return shown(context)
    if typed_dice():
        wanting = partial(tables().playing.wanting, context.view["code"], context.role)
        panel = dice_form.at_once(panel, wanting, request.args.get(dice_form.BY, ""))
    if panel.no_shot:  # Nobody has asked to shoot, so the refusal is one of the facts.
        allow = _overruling(context, panel.no_shot, panel.no_shot["action"])
        return shown(context, replace(panel, allow=allow), NO_RULING)
    if not panel.refusals or ((panel.groups or panel.form) and not panel.aside):
        return shown(context, panel, NO_RULING)
    refusal, panel = panel.refusals[0], replace(panel, refusals=panel.refusals[1:])
    guessed = panel.aims or context.view["phase"] in SET_UP
    offered = None if guessed else _overruling(context, refusal, refusal["action"])
    return shown(context, panel, answered(refusal, offered))


def _overruling(context: SeatContext, ruling: Json, action: Json) -> Json | None:
    """Return what the key that asks to allow a refused action says and posts, or None."""
    words = DawnWords(context.view)
    return overruling(context.view["code"], context.role, words, ruling, action)


def _refused(context: SeatContext, ruling: Json) -> Response:
    """Show a refusal and leave everything else where it was: the tapped square, the form, the scrolling.

    An overtaken screen is replaced as a whole, because the news would soon replace the answer.
    """
    now = context.view["version"]
    if request.form.get("version", now, type=int) != now:
        return _overtaken(context)
    if not request.headers.get("HX-Request"):
        return shown(context, ruling=ruling)
    answer = shown(context, ruling=ruling, alone=True)
    answer.headers["HX-Retarget"], answer.headers["HX-Reswap"] = "#ruling", "outerMorph"
    return answer


def shown(
    context: SeatContext, panel: Moment | None = None, ruling: Json | None = None, *,
    sight: Json | None = None, around: frozenset[str] = frozenset(), odds: bool | None = None,
    typed: bool | None = None, alone: bool = False,
) -> Response:  # fmt: skip
    """Return the screen: fragments for htmx (or the ruling `alone`), the whole page for others."""
    odds = odds_wanted() if odds is None else odds
    typed = typed_dice() if typed is None else typed
    screen = Screen(context, panel, ruling, sight=sight, around=around, shows_odds=odds, typed=typed)
    name = (
        "dawn_of_the_dead/table/_answer.html"
        if request.headers.get("HX-Request")
        else "dawn_of_the_dead/table/table.html"
    )
    if alone or request.headers.get("HX-Target", "").endswith("#ruling"):
        name = "table/_ruling.html"
    answer = make_response(render_template(name, screen=screen, board_taps=f"{context.base}/"))
    answer.headers["Vary"] = "HX-Request, HX-Target, Cookie"
    answer.headers["Cache-Control"] = "no-store"
    return answer
