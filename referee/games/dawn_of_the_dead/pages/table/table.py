"""The table: the tablet's screen and the players' phones, one address for all seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import at_table
from referee.api.once import once
from referee.games.dawn_of_the_dead.batches.forced import forced_now
from referee.games.dawn_of_the_dead.named_doors import written
from referee.games.dawn_of_the_dead.pages.forms import dice_form, forms
from referee.games.dawn_of_the_dead.pages.map.door_panel import tapped_door
from referee.games.dawn_of_the_dead.pages.map.square_list import squares_moment
from referee.games.dawn_of_the_dead.pages.moment import moment, musts, turns, walking
from referee.games.dawn_of_the_dead.pages.moment.ending_panel import ending_panel
from referee.games.dawn_of_the_dead.pages.moment.leading_on import do_and_lead_on
from referee.games.dawn_of_the_dead.pages.moment.phase_ending import ENDS
from referee.games.dawn_of_the_dead.pages.moment.undo_panel import BACK, undo_panel
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.sight.sight import sight_moment
from referee.games.dawn_of_the_dead.pages.study.practice import HUMAN, practised
from referee.games.dawn_of_the_dead.pages.table.device_dice import typed_dice
from referee.games.dawn_of_the_dead.pages.table.request_context import context_of, note_dice
from referee.games.dawn_of_the_dead.pages.table.shown_screen import (
    NO_RULING,
    agreed,
    looked,
    overtaken_by,
    refused_alone,
    shown,
    tried,
    verdict,
)
from referee.pages.table.again import shown_again
from referee.pages.table.requests import version_posted
from referee.pages.table.rulings import answered, notice
from referee.problems import Problem, Refused, Stale
from referee.storage.rows import Tap
from referee.tables import projections
from referee.tables.batches import NothingToDo
from referee.tables.loaded_table import LoadedTable
from referee.tables.service import tables
from rules.dawn_of_the_dead.actions import CHANCE_FIELDS
from rules.ruling import refuse

bp = Blueprint("table", __name__, url_prefix="/t/<code>")
Json = Mapping[str, Any]
_ANOTHERS = 403
"""The status of an action that another seat alone may do."""


def page(table: LoadedTable, seat: str) -> AnyResponse:
    """Show the whole screen of the seat."""
    return shown(table, context_of(table, seat))


def now(table: LoadedTable, seat: str) -> AnyResponse:
    """Show the possible actions now, or the question whether to end a phase (`ending`) or go `back`."""
    context = context_of(table, seat)
    if BACK in request.args:
        return shown(table, context, undo_panel(context, request.args[BACK]))
    return shown(table, context, ending_panel(context, request.args.get(ENDS, "")))


@bp.get("/square")
@bp.get("/square/<square>")
@at_table
def square(table: LoadedTable, seat: str, square: str = "") -> Response:
    """Answer a tap on a square: what may be done there, or why the likeliest action is refused."""
    context = context_of(table, seat)
    square = written(square or request.args.get("square", ""))
    if square not in context.board.squares:
        return shown(table, context, ruling=notice(f"There is no square {square[:10]} on this map."))
    chosen = request.args.get("from", "")
    chosen = chosen if chosen in context.board.squares else ""
    return looked(table, context, moment.tapped(context, square, chosen, _asking(table, context)))


@bp.get("/door/<name>")
@at_table
def door(table: LoadedTable, seat: str, name: str) -> Response:
    """Answer a tap on a door: between two squares ("043-062"), or a main door ("north")."""
    context = context_of(table, seat)
    panel = tapped_door(context, name, _asking(table, context))
    if panel is None:
        return shown(table, context, ruling=notice(f"There is no door {name[:10]} on this map."))
    return looked(table, context, panel)


@bp.get("/sight")
@at_table
def sight(table: LoadedTable, seat: str) -> Response:
    """Show a sight line with the doors as they stand."""
    context = context_of(table, seat)
    start, end = request.args.get("from", ""), request.args.get("with") or request.args.get("to", "")
    panel, line, around = sight_moment(context, start, end)
    return shown(table, context, panel, NO_RULING, sight=line, around=around)


@bp.get("/squares")
@at_table
def square_list(table: LoadedTable, seat: str) -> Response:
    """Show the map as a list of squares with something in them, or `all`; `at` is the one to jump to."""
    everything, at = bool(request.args.get("all")), request.args.get("at", "")
    context = context_of(table, seat)
    return shown(table, context, squares_moment(context, everything=everything, at=at))


@bp.get("/complete")
@at_table
def complete(table: LoadedTable, seat: str) -> Response:
    """Show the form for an action's dice again after news, or that the action is no longer allowed.

    Where another action has begun, its dice come first.
    """
    context = context_of(table, seat)
    if context.view["underway"]:
        return shown(table, context)
    action = forms.action_from(MultiDict(), request.args.get("action"))
    ruling = tables().playing.wanting(table, context.role, action)
    if not ruling["legal"]:
        return shown(table, context, dice_form.expired(context, action), answered(ruling))
    asked = dice_form.asked(context, action, ruling)
    return shown(table, context, asked, _not_twice(asked, ruling))


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
        return tried(table, seat, partial(_batch, table, seat, {"do": walking.WALK, "path": path}, version))
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
    before = context_of(table, seat)
    roll = musts.first_roll(before.view, before.actions) if typed_dice(table) else None
    if roll and version == before.view["version"]:
        return perform(table, seat, roll, version, typed=True)
    answer = agreed(table, seat, partial(_batch, table, seat, {"do": "musts"}, version))
    after = context_of(table, seat)
    if not typed_dice(table) or after.view["version"] == before.view["version"]:
        return answer
    same_turn = after.view["turn"] == before.view["turn"]
    roll = musts.roll_due(after.view, after.actions) if same_turn else None
    ruling = tables().playing.wanting(table, after.role, roll) if roll else {"legal": False}
    asked = dice_form.asked(after, roll, ruling) if roll else None
    return shown(table, after, asked) if asked else answer


def perform(table: LoadedTable, seat: str, action: Json, version: int, *, typed: bool) -> Response:
    """Carry out an action, or ask for its dice where they are `typed` in, or say why it may not be done."""
    note_dice(table, seat)
    deed: Callable[[], object] = partial(
        do_and_lead_on, table, seat, action, version, typed=typed_dice(table)
    )
    has_dice = not CHANCE_FIELDS.isdisjoint(action)
    if not (typed or has_dice):
        try:
            return tried(table, seat, deed, action)
        except Problem:
            # What the rules refuse to everybody is told before whose action it is.
            return _refused(table, seat, action) or agreed(table, seat, deed)
    context, ruling = context_of(table, seat), tables().playing.wanting(table, seat, action)
    if not ruling["legal"]:
        return refused_alone(table, context, verdict(table, context, ruling, action))
    if typed and _begun_already(context, action):
        return shown(table, context)  # Its panel asks for the dice that are still to fall.
    asked = dice_form.asked(context, action, ruling) if typed else None
    if asked and has_dice:
        # The first dice have fallen: the action begins with them, and only the others are asked for.
        deed = partial(tables().playing.do, table, seat, action, version, tap=Tap(rolls=False))
    elif asked:
        return shown(table, context, asked, _not_twice(asked, ruling))
    return tried(table, seat, deed, action)


def _begun_already(context: SeatContext, action: Json) -> bool:
    """Return whether an action is the one in progress and brings nothing that it still needs."""
    begun = context.view["underway"]
    return bool(begun) and action.items() <= begun["action"].items()


def _refused(table: LoadedTable, seat: str, action: Json) -> Response | None:
    """Return the refusal of an action, or None where the rules allow it."""
    ruling = tables().playing.wanting(table, seat, action)
    if ruling["legal"]:
        return None
    context = context_of(table, seat)
    return refused_alone(table, context, verdict(table, context, ruling, action))


@bp.post("/advance")
@at_table
@once(shown_again, tells=False)
def advance(table: LoadedTable, seat: str) -> Response:
    """Let the referee act for a side: one step, the phase, or all until the players must choose."""
    context = context_of(table, seat)
    far, practises = request.form.get("far", ""), request.form.get("side") == HUMAN
    if not far and typed_dice(table) and not context.view["underway"]:
        action = practised(context.view) if practises else tables().automatic.proposed(table)
        if action and (
            asked := dice_form.asked(context, action, tables().playing.wanting(table, context.role, action))
        ):
            return shown(table, context, asked)
    try:
        if practises:
            tables().automatic.practise(table, context.role, version_posted(request.form), whole=bool(far))
        else:
            tables().automatic.advance(
                table, context.role, version_posted(request.form), whole=bool(far), phase=far == "phase"
            )
    except Stale:
        return overtaken_by(table, context_of(table, seat))
    except Refused as refused:
        return refused_alone(table, context_of(table, seat), answered(refused.ruling))
    except Problem as problem:
        return refused_alone(table, context_of(table, seat), notice(problem.detail))
    return shown(table, context_of(table, seat))


def _batch(table: LoadedTable, seat: str, wanted: Json, version: int) -> None:
    """Carry out several actions of the seat, one after the other."""
    note_dice(table, seat)
    tables().batches.do(table, seat, wanted, version, typed=typed_dice(table))


def _do_forced(table: LoadedTable, seat: str) -> Response:
    """Carry out every reaction without a choice, one by one, and show the screen."""
    context = context_of(table, seat)
    if version_posted(request.form) != context.view["version"]:
        return overtaken_by(table, context)
    if forced_now(context.view, context.actions):
        with suppress(Refused, Stale, NothingToDo):
            _batch(table, seat, {"do": "forced"}, context.view["version"])
    return shown(table, context_of(table, seat))


def _asking(table: LoadedTable, context: SeatContext) -> moment.Ask:
    def asked(action: Json) -> Json:
        try:
            return projections.ruling(tables().playing.ask(table, context.role, action))
        except Problem as problem:
            if problem.status != _ANOTHERS:
                raise
            return projections.ruling(refuse((), problem.detail, firm=True))

    return asked
