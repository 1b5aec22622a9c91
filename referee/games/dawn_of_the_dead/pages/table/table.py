"""Taps at a table: what a square, a door or a sight line offers, and what a key does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee.errors import Problem, Refused, Stale
from referee.games.dawn_of_the_dead.batches import forced_now
from referee.games.dawn_of_the_dead.named_doors import written
from referee.games.dawn_of_the_dead.pages.forms import dice_form, forms
from referee.games.dawn_of_the_dead.pages.map.door_panel import tapped_door
from referee.games.dawn_of_the_dead.pages.map.square_list import squares_moment
from referee.games.dawn_of_the_dead.pages.moment import moment, musts, turns, walking
from referee.games.dawn_of_the_dead.pages.moment.leading_on import do_and_lead_on
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext, sent_to
from referee.games.dawn_of_the_dead.pages.sight.sight import sight_moment
from referee.games.dawn_of_the_dead.pages.study.practice import HUMAN, practised
from referee.games.dawn_of_the_dead.pages.table.device_dice import typed_dice
from referee.games.dawn_of_the_dead.pages.table.screen import screen_of
from referee.games.dawn_of_the_dead.pages.table.table_words import DawnWords
from referee.games.ports import Context
from referee.records.data import Tap
from referee.tables import views
from referee.tables.actions import NothingToDo
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.api.idempotency import once
from referee.web.auth import at_table
from referee.web.pages.frame import (
    answered,
    notice,
    overruling,
    overtaken,
    page,
    refused_alone,
    serial_posted,
    shown,
    shown_again,
    tried,
    verdict,
    version_posted,
)
from rules.dawn_of_the_dead.actions import CHANCE_FIELDS
from rules.dawn_of_the_dead.position import SET_UP
from rules.ruling import refuse

bp = Blueprint("table", __name__, url_prefix="/t/<code>")
Json = Mapping[str, Any]
NO_RULING: Json = {}
"""While somebody looks at a square or a sight line, what was done last makes room."""
_ANOTHERS = 403
"""The status of an action that another seat alone may do."""


@bp.get("/square")
@bp.get("/square/<square>")
@at_table
def square(table: LoadedTable, seat: str, square: str = "") -> Response:
    """Answer a tap on a square: what may be done there, or why the likeliest action is refused."""
    sent, context = sent_to(table, seat)
    square = written(square or request.args.get("square", ""))
    if square not in context.board.squares:
        return shown(sent, notice(f"There is no square {square[:10]} on this map."))
    chosen = request.args.get("from", "")
    chosen = chosen if chosen in context.board.squares else ""
    return _looked(table, sent, context, moment.tapped(context, square, chosen, _asking(table, context)))


@bp.get("/door/<name>")
@at_table
def door(table: LoadedTable, seat: str, name: str) -> Response:
    """Answer a tap on a door: between two squares ("043-062"), or a main door ("north")."""
    sent, context = sent_to(table, seat)
    panel = tapped_door(context, name, _asking(table, context))
    if panel is None:
        return shown(sent, notice(f"There is no door {name[:10]} on this map."))
    return _looked(table, sent, context, panel)


@bp.get("/sight")
@at_table
def sight(table: LoadedTable, seat: str) -> Response:
    """Show a sight line with the doors as they stand."""
    sent, context = sent_to(table, seat)
    start, end = request.args.get("from", ""), request.args.get("with") or request.args.get("to", "")
    panel, line, around = sight_moment(context, start, end)
    return shown(sent, NO_RULING, screen_of(sent, context, panel, sight=line, around=around))


@bp.get("/squares")
@at_table
def square_list(table: LoadedTable, seat: str) -> Response:
    """Show the map as a list of squares with something in them, or `all`; `at` is the one to jump to."""
    everything, at = bool(request.args.get("all")), request.args.get("at", "")
    sent, context = sent_to(table, seat)
    return shown(sent, game=screen_of(sent, context, squares_moment(context, everything=everything, at=at)))


@bp.get("/complete")
@at_table
def complete(table: LoadedTable, seat: str) -> Response:
    """Show the form for an action's dice again after news, or that the action is no longer allowed.

    Where another action has begun, its dice come first.
    """
    sent, context = sent_to(table, seat)
    if context.view["underway"]:
        return shown(sent)
    action = forms.action_from(MultiDict(), request.args.get("action"))
    ruling = tables().playing.wanting(table, context.role, action)
    if not ruling["legal"]:
        expired = dice_form.expired(context, action)
        return shown(sent, answered(ruling), screen_of(sent, context, expired))
    asked = dice_form.asked(context, action, ruling)
    return shown(sent, _not_twice(asked, ruling), screen_of(sent, context, asked))


def _looked(table: LoadedTable, sent: Context, context: SeatContext, panel: moment.Moment) -> Response:
    """Show what a tap offers. If that is hardly what was meant, show the refusal as the ruling."""
    if context.is_over(request.args.get("in", context.stage)):
        return shown(sent)
    if typed_dice(table):
        wanting = partial(tables().playing.wanting, table, context.role)
        panel = dice_form.at_once(panel, wanting, request.args.get(dice_form.BY, ""))
    if panel.no_shot:  # Nobody has asked to shoot, so the refusal is one of the facts.
        allow = _allow(table, context, panel.no_shot)
        return shown(sent, NO_RULING, screen_of(sent, context, replace(panel, allow=allow)))
    if not panel.refusals or ((panel.groups or panel.form) and not panel.aside):
        return shown(sent, NO_RULING, screen_of(sent, context, panel))
    refusal, panel = panel.refusals[0], replace(panel, refusals=panel.refusals[1:])
    word = "Not now" if _before_the_die(context, refusal["action"]) else refusal.get("word")
    guessed = word or panel.aims or context.view["phase"] in SET_UP
    ruling = answered(refusal, None if guessed else _allow(table, context, refusal))
    if word:
        ruling = {**ruling, "tone": "ask", "word": word}
    return shown(sent, ruling, screen_of(sent, context, panel))


def _before_the_die(context: SeatContext, action: Json) -> bool:
    """Whether somebody looked at a unit before the die for free moves: it may well move, only later (7.0)."""
    return action["do"] == "free_move" and any(a["do"] == "roll_free_moves" for a in context.actions)


def _allow(table: LoadedTable, context: SeatContext, refusal: Json) -> Json | None:
    """Return what the key that asks to allow what was refused says and posts, or None."""
    return overruling(table, context.role, DawnWords(context.view), refusal, refusal["action"])


def _not_twice(asked: moment.Moment | None, ruling: Json) -> Json | None:
    """Return the ruling that asks for dice, or None where the form for them says the same."""
    return None if asked and asked.form and asked.form.means else answered(ruling)


def do(table: LoadedTable, seat: str) -> Response:
    """Carry out an action, or ask for what it still needs, or say why it may not be done."""
    posted = request.form
    if posted.get("action") == turns.FORCED:
        return _do_forced(table, seat)
    if posted.get("action") == musts.MUSTS:
        return _do_musts(table, seat, version_posted(posted))
    if path := walking.path_posted(posted.get("action", "")):
        version = version_posted(posted)
        walk = {"do": walking.WALK, "path": path}
        return tried(table, seat, partial(_batch, table, seat, walk, version), says=())
    other = posted.get("other")
    # A player who types dice types them all: after the panic check those of the shot too (6.5).
    typed = bool(posted.get("typed")) or typed_dice(table) != bool(other)
    return perform(
        table,
        seat,
        forms.action_from(posted, other),
        version_posted(posted),
        typed=typed and not posted.get("roll"),
    )


def _do_musts(table: LoadedTable, seat: str, version: int) -> Response:
    """Carry out what must be done, and where it stops at a roll ask for dice that are typed in.

    What was done before the roll stays done, and its news stands beside the form.
    """
    _, before = sent_to(table, seat)
    roll = musts.first_roll(before.view, before.actions) if typed_dice(table) else None
    if roll and version == before.view["version"]:
        return perform(table, seat, roll, version, typed=True)
    answer = tried(table, seat, partial(_batch, table, seat, {"do": "musts"}, version))
    sent, after = sent_to(table, seat)
    if not typed_dice(table) or after.view["version"] == before.view["version"]:
        return answer
    same_turn = after.view["turn"] == before.view["turn"]
    roll = musts.roll_due(after.view, after.actions) if same_turn else None
    ruling = tables().playing.wanting(table, after.role, roll) if roll else {"legal": False}
    asked = dice_form.asked(after, roll, ruling) if roll else None
    return shown(sent, game=screen_of(sent, after, asked)) if asked else answer


def perform(table: LoadedTable, seat: str, action: Json, version: int, *, typed: bool) -> Response:
    """Carry out an action, or ask for its dice where they are `typed` in, or say why it may not be done."""
    deed: Callable[[], object] = partial(
        do_and_lead_on, table, seat, action, version, typed=typed_dice(table)
    )
    has_dice = not CHANCE_FIELDS.isdisjoint(action)
    if not (typed or has_dice):
        return tried(table, seat, partial(_rules_first, table, seat, deed, action), action)
    sent, context = sent_to(table, seat)
    ruling = tables().playing.wanting(table, seat, action)
    if not ruling["legal"]:
        return refused_alone(sent, verdict(table, sent, ruling, action))
    if typed and _begun_already(context, action):
        return shown(sent)  # Its panel asks for the dice that are still to fall.
    asked = dice_form.asked(context, action, ruling) if typed else None
    if asked and has_dice:
        # The first dice have fallen: the action begins with them, and only the others are asked for.
        deed = partial(tables().playing.do, table, seat, action, version, tap=Tap(rolls=False))
    elif asked:
        return shown(sent, _not_twice(asked, ruling), screen_of(sent, context, asked))
    return tried(table, seat, deed, action)


@bp.post("/shot")
@at_table
@once(shown_again, tells=False)
def shot(table: LoadedTable, seat: str) -> Response:
    """Tap for the joint shot that waits, with its dice after the last tap, or say no to it."""
    _, context = sent_to(table, seat)
    answer, asked = request.form.get("answer", ""), context.view["request"]
    serial = serial_posted()
    meant = asked is not None and serial in {None, asked["serial"]}
    if answer == "agree" and meant and asked["kind"] == "shot":
        return perform(table, seat, asked["action"], context.view["version"], typed=typed_dice(table))
    return tried(table, seat, partial(tables().agreeing.answer_shot, table, seat, answer, serial))


def _begun_already(context: SeatContext, action: Json) -> bool:
    """Return whether an action is the one in progress and brings nothing that it still needs."""
    begun = context.view["underway"]
    return bool(begun) and action.items() <= begun["action"].items()


def _rules_first(table: LoadedTable, seat: str, deed: Callable[[], object], action: Json) -> None:
    """Do an action; what the rules refuse to everybody is told before whose action it is."""
    try:
        deed()
    except (Refused, Stale):
        raise
    except Problem:
        ruling = tables().playing.wanting(table, seat, action)
        if not ruling["legal"]:
            raise Refused(ruling) from None
        raise


@bp.post("/advance")
@at_table
@once(shown_again, tells=False)
def advance(table: LoadedTable, seat: str) -> Response:
    """Let the referee act for a side: one step, the phase, or all until the players must choose."""
    sent, context = sent_to(table, seat)
    far, practises = request.form.get("far", ""), request.form.get("side") == HUMAN
    automatic = tables().automatic
    if not far and typed_dice(table) and not context.view["underway"]:
        action = practised(context.view) if practises else automatic.proposed(table)
        if action and (
            asked := dice_form.asked(context, action, tables().playing.wanting(table, context.role, action))
        ):
            return shown(sent, game=screen_of(sent, context, asked))
    deed = partial(automatic.advance, phase=far == "phase") if not practises else automatic.practise
    return tried(table, seat, partial(deed, table, seat, version_posted(request.form), whole=bool(far)))


def _batch(table: LoadedTable, seat: str, wanted: Json, version: int) -> None:
    """Carry out several actions of the seat, one after the other."""
    tables().batches.do(table, seat, wanted, version, typed=typed_dice(table))


def _do_forced(table: LoadedTable, seat: str) -> Response:
    """Carry out every reaction without a choice, one by one, and show the screen."""
    sent, context = sent_to(table, seat)
    if version_posted(request.form) != sent.version:
        return overtaken(sent)
    if forced_now(context.view, context.actions):
        with suppress(Refused, Stale, NothingToDo):
            _batch(table, seat, {"do": "forced"}, sent.version)
    return page(table, seat)


def _asking(table: LoadedTable, context: SeatContext) -> moment.Ask:
    def asked(action: Json) -> Json:
        try:
            return views.ruling(tables().playing.ask(table, context.role, action))
        except Problem as problem:
            if problem.status != _ANOTHERS:
                raise
            return views.ruling(refuse((), problem.detail, firm=True))

    return asked
