"""What a request at the table is answered with: the screen, fragments of it, or a refusal alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Response, make_response, render_template, request

from referee.api.links import url_at
from referee.games.dawn_of_the_dead.pages.counters.other_counters import way_on
from referee.games.dawn_of_the_dead.pages.forms import dice_form
from referee.games.dawn_of_the_dead.pages.log.rulings import overtaken
from referee.games.dawn_of_the_dead.pages.moment.moment import Moment
from referee.games.dawn_of_the_dead.pages.odds.odds_shown import odds_wanted
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.table.device_dice import EACH, each_die, typed_dice
from referee.games.dawn_of_the_dead.pages.table.request_context import context_of, done_here
from referee.games.dawn_of_the_dead.pages.table.screen import Screen
from referee.games.dawn_of_the_dead.pages.table.table_words import DawnWords
from referee.pages.table.requests import NO_ANSWER
from referee.pages.table.rulings import answered, notice, overruling
from referee.problems import Problem, Refused, Stale
from referee.tables.loaded_table import LoadedTable
from referee.tables.pending import OtherRequest
from referee.tables.service import tables
from rules.dawn_of_the_dead.position import SET_UP

Json = Mapping[str, Any]
Deed = Callable[[], object]
NO_RULING: Json = {}
"""While somebody looks at a square or a sight line, what was done last makes room."""


def tried(table: LoadedTable, seat: str, deed: Deed, action: Json | None = None) -> Response:
    """Carry out a deed that may be refused or come too late, and show the result.

    The whole screen comes back when the refusal left a new version.
    """
    try:
        deed()
    except Refused as refused:
        context = context_of(table, seat)
        ruling = verdict(table, context, refused.ruling, action) if action else answered(refused.ruling)
        return (
            shown(table, context, ruling=ruling)
            if refused.moved_on
            else refused_alone(table, context, ruling)
        )
    except Stale:
        return overtaken_by(table, context_of(table, seat))
    return shown(table, context_of(table, seat))


def overtaken_by(table: LoadedTable, context: SeatContext) -> Response:
    """Show what was done before the tap came, perhaps by the same finger. The tap did nothing."""
    return shown(table, context, ruling=overtaken(done_here(context)))


def agreed(table: LoadedTable, seat: str, answer: Deed) -> Response:
    """Return the table after an answer to what somebody asked, or why this seat cannot give it."""
    try:
        return tried(table, seat, answer)
    except OtherRequest as other:
        return shown(table, context_of(table, seat), ruling=notice(other.detail))
    except Problem as problem:
        if problem.status not in NO_ANSWER:
            raise
        return refused_alone(table, context_of(table, seat), notice(problem.detail))


def looked(table: LoadedTable, context: SeatContext, panel: Moment) -> Response:
    """Show what a tap offers. If that is hardly what was meant, show the refusal as the ruling."""
    if context.is_over(request.args.get("in", context.stage)):
        return shown(table, context)
    if typed_dice(table):
        wanting = partial(tables().playing.wanting, table, context.role)
        panel = dice_form.at_once(panel, wanting, request.args.get(dice_form.BY, ""))
    if panel.no_shot:  # Nobody has asked to shoot, so the refusal is one of the facts.
        allow = overruling_key(table, context, panel.no_shot, panel.no_shot["action"])
        return shown(table, context, replace(panel, allow=allow), NO_RULING)
    if not panel.refusals or ((panel.groups or panel.form) and not panel.aside):
        return shown(table, context, panel, NO_RULING)
    refusal, panel = panel.refusals[0], replace(panel, refusals=panel.refusals[1:])
    if _before_the_die(context, refusal["action"]):
        return shown(table, context, panel, {**answered(refusal), "tone": "ask", "word": "Not now"})
    if word := refusal.get("word"):
        return shown(table, context, panel, {**answered(refusal), "tone": "ask", "word": word})
    guessed = panel.aims or context.view["phase"] in SET_UP
    offered = None if guessed else overruling_key(table, context, refusal, refusal["action"])
    return shown(table, context, panel, answered(refusal, offered))


def _before_the_die(context: SeatContext, action: Json) -> bool:
    """Whether somebody looked at a unit before the die for free moves: it may well move, only later (7.0)."""
    return action["do"] == "free_move" and any(a["do"] == "roll_free_moves" for a in context.actions)


def verdict(table: LoadedTable, context: SeatContext, ruling: Json, action: Json) -> Json:
    """Return the answer to an action, with the keys for an exception and for other counters."""
    allow = overruling_key(table, context, ruling, action)
    return {**answered(ruling, allow), "way_on": way_on(context, action)}


def overruling_key(table: LoadedTable, context: SeatContext, ruling: Json, action: Json) -> Json | None:
    """Return what the key that asks to allow a refused action says and posts, or None."""
    words = DawnWords(context.view, context.setting.sheet)
    return overruling(table, context.role, words, ruling, action)


def refused_alone(table: LoadedTable, context: SeatContext, ruling: Json) -> Response:
    """Show a refusal and leave everything else where it was: the tapped square, the form, the scrolling.

    An overtaken screen is replaced as a whole, because the news would soon replace the answer.
    """
    now = context.view["version"]
    if request.form.get("version", now, type=int) != now:
        return overtaken_by(table, context)
    if not request.headers.get("HX-Request"):
        return shown(table, context, ruling=ruling)
    answer = shown(table, context, ruling=ruling, alone=True)
    answer.headers["HX-Retarget"], answer.headers["HX-Reswap"] = "#ruling", "outerMorph"
    return answer


def shown(
    table: LoadedTable, context: SeatContext, panel: Moment | None = None, ruling: Json | None = None, *,
    sight: Json | None = None, around: frozenset[str] = frozenset(), odds: bool | None = None,
    typed: bool | None = None, alone: bool = False,
) -> Response:  # fmt: skip
    """Return the screen: fragments for htmx (or the ruling `alone`), the whole page for others."""
    odds = odds_wanted() if odds is None else odds
    typed = typed_dice(table) if typed is None else typed
    screen = Screen(
        context, panel, ruling, sight=sight, around=around, shows_odds=odds, typed=typed, each_die=each_die()
    )
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
    if way := request.args.get(EACH):
        answer.set_cookie(EACH, way[:9], path=url_at("/t"), samesite="Lax", max_age=31_536_000)
    return answer
