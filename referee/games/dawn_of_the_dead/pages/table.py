"""Requests at a table: taps on the map and on keys, ticks, and what a device prefers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee.errors import InputError, NothingToDo, Problem, Refused, Stale
from referee.games.dawn_of_the_dead.batches import first_roll, roll_due
from referee.games.dawn_of_the_dead.labels.actions import SHOWN, kinds_shown
from referee.games.dawn_of_the_dead.labels.squares import normalized_square
from referee.games.dawn_of_the_dead.pages.action_panel import dice_panel, forms, phase_keys
from referee.games.dawn_of_the_dead.pages.action_panel.keys import of_kinds
from referee.games.dawn_of_the_dead.pages.action_panel.panel import ActionPanel, Ask, tapped_panel
from referee.games.dawn_of_the_dead.pages.action_panel.proposal import HUMAN, practised
from referee.games.dawn_of_the_dead.pages.cardboard.checklist import checklist_of
from referee.games.dawn_of_the_dead.pages.map import taps
from referee.games.dawn_of_the_dead.pages.map.panels import squares_moment, tapped_door
from referee.games.dawn_of_the_dead.pages.map.sight import sight_moment
from referee.games.dawn_of_the_dead.pages.odds import COOKIE, ON, odds_wanted
from referee.games.dawn_of_the_dead.pages.screen import Screen, screen_of
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext, contexts_of
from referee.games.dawn_of_the_dead.pages.settings import (
    typed_dice,
)
from referee.games.dawn_of_the_dead.pages.words import DawnWords
from referee.games.dawn_of_the_dead.seats import AUTOMATIC, PLAYERS, DawnView
from referee.games.interface import Context
from referee.games.interface.host import Table, host, idempotent, seat_required
from referee.games.toolkit.http import (
    notice,
    read_serial,
    read_version,
    url_at,
    verdict_panel,
    without_caching,
)
from referee.games.toolkit.rules_api import shown_ruling
from referee.games.toolkit.typed_dice import keep_preference, switch
from referee.records.data import Tap
from referee.records.text import Json
from rules.dawn_of_the_dead.actions import CHANCE_FIELDS
from rules.dawn_of_the_dead.position import SET_UP
from rules.dawn_of_the_dead.zombies.mandatory import forced_now, order_of_rolls_matters
from rules.questions import TABLE
from rules.ruling import refuse

bp = Blueprint("table", __name__, url_prefix="/t/<code>")
NO_RULING: Json = {}
"""The ruling is empty while somebody looks at a square or a sight line."""
_ANOTHERS = 403
"""The status of an action that another seat alone may do."""


@bp.get("/square")
@bp.get("/square/<square>")
@seat_required
def square(table: Table, seat: str, square: str = "") -> Response:
    """Answer a tap on a square: what may be done there, or why the likeliest action is refused."""
    sent, context = contexts_of(table, seat)
    square = normalized_square(square or request.args.get("square", ""))
    if square not in context.board.squares:
        return host().pages.render_screen(sent, notice(f"There is no square {square[:10]} on this map."))
    chosen = request.args.get("from", "")
    chosen = chosen if chosen in context.board.squares else ""
    return _tap_page(table, sent, context, tapped_panel(context, square, chosen, _asker(table, context)))


@bp.get("/door/<name>")
@seat_required
def door(table: Table, seat: str, name: str) -> Response:
    """Answer a tap on a door: between two squares ("043-062"), or a main door ("north")."""
    sent, context = contexts_of(table, seat)
    panel = tapped_door(context, name, _asker(table, context))
    if panel is None:
        return host().pages.render_screen(sent, notice(f"There is no door {name[:10]} on this map."))
    return _tap_page(table, sent, context, panel)


@bp.get("/sight")
@seat_required
def sight(table: Table, seat: str) -> Response:
    """Show a sight line with the doors as they are."""
    sent, context = contexts_of(table, seat)
    start, end = request.args.get("from", ""), request.args.get("with") or request.args.get("to", "")
    panel, line, around = sight_moment(context, start, end)
    return host().pages.render_screen(
        sent, NO_RULING, screen_of(sent, context, panel, sight=line, around=around)
    )


@bp.get("/squares")
@seat_required
def square_list(table: Table, seat: str) -> Response:
    """Show the map as a list of squares with something in them, or `all`; `at` is the one to jump to."""
    everything, at = bool(request.args.get("all")), request.args.get("at", "")
    sent, context = contexts_of(table, seat)
    return host().pages.render_screen(
        sent, game=screen_of(sent, context, squares_moment(context, everything=everything, at=at))
    )


@bp.get("/complete")
@seat_required
def complete(table: Table, seat: str) -> Response:
    """Show the form for an action's dice again after news, or that the action is no longer allowed.

    Where another action has begun, its dice come first.
    """
    sent, context = contexts_of(table, seat)
    if context.view.pending_action:
        return host().pages.render_screen(sent)
    action = forms.posted_action(MultiDict(), request.args.get("action"))
    ruling = host().tables.wanting(table, context.role, action)
    if not ruling["legal"]:
        expired = dice_panel.expired_panel(context, action)
        return host().pages.render_screen(sent, verdict_panel(ruling), screen_of(sent, context, expired))
    asked = dice_panel.dice_panel(context, action, ruling)
    return host().pages.render_screen(sent, _not_twice(asked, ruling), screen_of(sent, context, asked))


def _tap_page(table: Table, sent: Context[DawnView], context: SeatContext, panel: ActionPanel) -> Response:
    """Show what a tap offers. If that is hardly what was meant, show the refusal as the ruling."""
    if context.is_over(request.args.get("in", context.stage)):
        return host().pages.render_screen(sent)
    if typed_dice(table):
        wanting = partial(host().tables.wanting, table, context.role)
        panel = dice_panel.with_dice_forms(panel, wanting, request.args.get(dice_panel.BY, ""))
    if panel.no_shot:  # Nobody has asked to shoot, so the refusal is one of the facts.
        allow = _allow(table, context, panel.no_shot)
        return host().pages.render_screen(
            sent, NO_RULING, screen_of(sent, context, replace(panel, allow=allow))
        )
    if not panel.refusals or ((panel.groups or panel.form) and not panel.aside):
        return host().pages.render_screen(sent, NO_RULING, screen_of(sent, context, panel))
    refusal, panel = panel.refusals[0], replace(panel, refusals=panel.refusals[1:])
    word = "Not now" if _before_the_die(context, refusal["action"]) else refusal.get("word")
    guessed = word or panel.aims or context.view.game.phase in SET_UP
    ruling = verdict_panel(refusal, None if guessed else _allow(table, context, refusal))
    if word:
        ruling = {**ruling, "tone": "ask", "word": word}
    return host().pages.render_screen(sent, ruling, screen_of(sent, context, panel))


def _before_the_die(context: SeatContext, action: Json) -> bool:
    """Whether a unit was tapped before the die for free moves: it may move, but later (7.0)."""
    return action["do"] == "free_move" and any(a["do"] == "roll_free_moves" for a in context.actions)


def _allow(table: Table, context: SeatContext, refusal: Json) -> Json | None:
    """Return what the key that asks to allow what was refused says and posts, or None."""
    return host().pages.override_offer(
        table, context.role, DawnWords(context.view), refusal, refusal["action"]
    )


def _not_twice(asked: ActionPanel | None, ruling: Json) -> Json | None:
    """Return the ruling that asks for dice, or None where the form for them says the same."""
    return None if asked and asked.form and asked.form.means else verdict_panel(ruling)


def do(table: Table, seat: str) -> Response:
    """Carry out an action, or ask for what it still needs, or say why it may not be done."""
    posted = request.form
    if posted.get("action") == phase_keys.FORCED:
        return _do_forced(table, seat)
    if posted.get("action") == phase_keys.MANDATORY:
        return _do_mandatory(table, seat, read_version(posted))
    if path := taps.path_posted(posted.get("action", "")):
        version = read_version(posted)
        walk = {"do": taps.WALK, "path": path}
        return host().pages.attempt(table, seat, partial(_batch, table, seat, walk, version), says=())
    other = posted.get("other")
    # A player who types dice types them all: after the panic check those of the shot too (6.5).
    typed = bool(posted.get("typed")) or typed_dice(table) != bool(other)
    return perform(
        table,
        seat,
        forms.posted_action(posted, other),
        read_version(posted),
        typed=typed and not posted.get("roll"),
    )


def _do_mandatory(table: Table, seat: str, version: int) -> Response:
    """Carry out what must be done, and where it stops at a roll ask for dice that are typed in.

    What was done before the roll is kept, and its news is shown beside the form.
    """
    _, before = contexts_of(table, seat)
    roll = first_roll(before.view, before.actions) if typed_dice(table) else None
    if roll and version == before.view.version:
        return perform(table, seat, roll, version, typed=True)
    answer = host().pages.attempt(table, seat, partial(_batch, table, seat, {"do": "musts"}, version))
    sent, after = contexts_of(table, seat)
    if not typed_dice(table) or after.view.version == before.view.version:
        return answer
    same_turn = after.view.game.turn == before.view.game.turn
    roll = roll_due(after.view, after.actions) if same_turn else None
    ruling = host().tables.wanting(table, after.role, roll) if roll else {"legal": False}
    asked = dice_panel.dice_panel(after, roll, ruling) if roll else None
    return host().pages.render_screen(sent, game=screen_of(sent, after, asked)) if asked else answer


def perform(table: Table, seat: str, action: Json, version: int, *, typed: bool) -> Response:
    """Carry out an action, or ask for its dice where they are `typed` in, or say why it may not be done."""
    operation: Callable[[], object] = partial(
        do_and_continue, table, seat, action, version, typed=typed_dice(table)
    )
    has_dice = not CHANCE_FIELDS.isdisjoint(action)
    if not (typed or has_dice):
        return host().pages.attempt(
            table, seat, partial(_rules_first, table, seat, operation, action), action
        )
    sent, context = contexts_of(table, seat)
    ruling = host().tables.wanting(table, seat, action)
    if not ruling["legal"]:
        return host().pages.refusal_page(sent, host().pages.verdict(table, sent, ruling, action))
    if typed and _begun_already(context, action):
        return host().pages.render_screen(sent)  # Its panel asks for the dice that are still to fall.
    asked = dice_panel.dice_panel(context, action, ruling) if typed else None
    if asked and has_dice:
        # The first dice have fallen: the action begins with them, and only the others are asked for.
        operation = partial(host().tables.do, table, seat, action, version, tap=Tap(rolls=False))
    elif asked:
        return host().pages.render_screen(sent, _not_twice(asked, ruling), screen_of(sent, context, asked))
    return host().pages.attempt(table, seat, operation, action)


@bp.post("/shot")
@seat_required
@idempotent
def shot(table: Table, seat: str) -> Response:
    """Tap for the joint shot that waits, with its dice after the last tap, or say no to it."""
    _, context = contexts_of(table, seat)
    answer, asked = request.form.get("answer", ""), context.view.request
    serial = read_serial()
    meant = asked is not None and serial in {None, asked["serial"]} and asked["kind"] == "shot"
    if answer == "agree" and meant and asked and asked["action"]:
        return perform(table, seat, asked["action"], context.view.version, typed=typed_dice(table))
    return host().pages.attempt(
        table, seat, partial(host().tables.answer_consent, table, seat, answer, serial)
    )


def _begun_already(context: SeatContext, action: Json) -> bool:
    """Return whether an action is the one in progress and brings nothing that it still needs."""
    begun = context.view.pending_action
    return begun is not None and action.items() <= begun["action"].items()


def _rules_first(table: Table, seat: str, operation: Callable[[], object], action: Json) -> None:
    """Do an action; a refusal by the rules comes before the question whose action it is."""
    try:
        operation()
    except (Refused, Stale):
        raise
    except Problem:
        ruling = host().tables.wanting(table, seat, action)
        if not ruling["legal"]:
            raise Refused(ruling) from None
        raise


@bp.post("/advance")
@seat_required
@idempotent
def advance(table: Table, seat: str) -> Response:
    """Let the referee act for a side: one step, the phase, or all until the players must choose."""
    sent, context = contexts_of(table, seat)
    far, practises = request.form.get("far", ""), request.form.get("side") == HUMAN
    tables = host().tables
    if not far and typed_dice(table) and not context.view.pending_action:
        action = practised(context.view) if practises else tables.proposed(table)
        if action and (
            asked := dice_panel.dice_panel(
                context, action, host().tables.wanting(table, context.role, action)
            )
        ):
            return host().pages.render_screen(sent, game=screen_of(sent, context, asked))
    operation = partial(tables.advance, phase=far == "phase") if not practises else tables.practise
    return host().pages.attempt(
        table, seat, partial(operation, table, seat, read_version(request.form), whole=bool(far))
    )


def _batch(table: Table, seat: str, wanted: Json, version: int) -> None:
    """Carry out several actions of the seat, one after the other."""
    host().tables.batch(table, seat, wanted, version, typed=typed_dice(table))


def _do_forced(table: Table, seat: str) -> Response:
    """Carry out every reaction without a choice, one by one, and show the screen."""
    sent, context = contexts_of(table, seat)
    if read_version(request.form) != sent.version:
        return host().pages.outdated_page(sent)
    if forced_now(context.view.game, context.actions):
        with suppress(Refused, Stale, NothingToDo):
            _batch(table, seat, {"do": "forced"}, sent.version)
    return host().pages.table_page(table, seat)


def _asker(table: Table, context: SeatContext) -> Ask:
    def asked(action: Json) -> Json:
        try:
            return shown_ruling(host().tables.ask(table, context.role, action))
        except Problem as problem:
            if problem.status != _ANOTHERS:
                raise
            return shown_ruling(refuse((), problem.detail, firm=True))

    return asked


_FOLLOWS = kinds_shown(lambda shown: shown.follows)
_MAX_FOLLOW_UPS = 6


def do_and_continue(table: Table, seat: str, action: Json, version: int, *, typed: bool) -> None:
    """Carry out an action and, where phases end by themselves, its forced follow-ups.

    It does not roll for a device that types in its dice (`typed`), nor for another side that may. Raises
    Refused and Stale for the action itself.
    """
    tables = host().tables
    tables.do(table, seat, action, version)
    if typed or not SHOWN[action["do"]].leads_on or table.match.options.get("phases") != AUTOMATIC:
        return
    public = TABLE
    for _ in range(_MAX_FOLLOW_UPS):
        offered = [] if table.pending_action else of_kinds(tables.actions(table, public), *_FOLLOWS)
        follows = _forced_follow_up(table, public, offered)
        if follows is None or _another_types(table, seat, follows):
            return
        try:
            tables.follow(table, seat, follows, table.version)
        except (Refused, Stale):
            return


def _another_types(table: Table, seat: str, action: Json) -> bool:
    """Return whether others who may roll for an action do so with dice of their own on the table."""
    if not SHOWN[action["do"]].rolls(action):
        return False
    match, wishes = table.match, host().tables.dice_preferences
    usual = match.settings["dice"] == PLAYERS
    wished = (wishes.of(table.code, owner) for owner in match.seats_for(match.read(action)) - {seat})
    return any(usual if typed is None else typed for typed in wished)


def _forced_follow_up(table: Table, public: str, offered: Sequence[Json]) -> Json | None:
    """Return the only thing to do next, by what everybody sees: never a reveal, nor whether there is one.

    The order of the rolls on several characters of one attack is a choice only where the dice are known.
    """
    if len(offered) > 1:
        same, known = (
            all(SHOWN[action["do"]].rolls(action) for action in offered),
            partial(_known, table, public),
        )
        return offered[0] if same and not order_of_rolls_matters(offered, known) else None
    return offered[0] if offered else None


def _known(table: Table, seat: str, roll: Json) -> bool:
    """Return whether the dice of a roll are known, because they were taken back (R-UNDO)."""
    return bool(host().tables.wanting(table, seat, roll)["kept"])


@bp.post("/dice")
@seat_required
def dice(table: Table, seat: str) -> Response:
    """Let this device differ from its table in typing dice or letting the referee roll; or end that."""
    preference = switch(table.match.settings)
    host().tables.dice_preferences.change(table.code, seat, typed=preference)
    answer = _screen_with(table, seat, typed=typed_dice(table))
    keep_preference(answer, table.code, preference)
    return answer


@bp.post("/odds")
@seat_required
def odds(table: Table, seat: str) -> Response:
    """Let this device show the odds from now on, or no longer."""
    wanted = not odds_wanted()
    answer = _screen_with(table, seat, odds=wanted)
    _keep(answer, COOKIE, ON if wanted else "hidden", "/t")
    return answer


def _screen_with(table: Table, seat: str, *, odds: bool | None = None, typed: bool | None = None) -> Response:
    """Return the screen with this device's new preference."""
    if request.headers.get("HX-Request"):
        sent, context = contexts_of(table, seat)
        return host().pages.render_screen(sent, game=screen_of(sent, context, odds=odds, typed=typed))
    return redirect(url_at(f"/t/{table.code}"), 303)


def _keep(answer: Response, cookie: str, value: str, path: str) -> None:
    """Store a preference of this device in a cookie for the pages under `path`."""
    answer.set_cookie(cookie, value, path=url_at(path), samesite="Lax", max_age=31_536_000)


ALL, UNDO = "all", "undo"


@bp.get("/checklist")
@seat_required
def checklist(table: Table, seat: str) -> Response:
    """Show what to do on the cardboard now."""
    return _checklist_shown(table, seat)


@bp.post("/checklist")
@seat_required
def tick(table: Table, seat: str) -> Response:
    """Note a line, or all that were seen, as done; or that the last tick was a mistake."""
    code, (_, context), ticked = table.code, contexts_of(table, seat), request.form.get("tick", "")
    ticking = host().tables.checklist
    shown = checklist_of(context, _seen_at())
    if shown and ticked == UNDO:
        ticking.untick(code, request.form.get("serial", type=int))
    elif shown:
        texts = [line.text for line in shown.lines]
        meant = request.form.getlist("seen") or texts if ticked == ALL else [ticked]
        ticking.tick(code, shown.at, [text for text in texts if text in meant])
    if request.headers.get("HX-Request"):
        return _checklist_shown(table, seat)
    return redirect(url_at(f"/t/{code}"), 303)


def _checklist_shown(table: Table, seat: str) -> Response:
    game = Screen(contexts_of(table, seat)[1])
    return without_caching(
        make_response(render_template("dawn_of_the_dead/table/_checklist.html", game=game))
    )


def _seen_at() -> int:
    """Return how much had happened when the list was looked at. Raises InputError."""
    text = request.form.get("at", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise InputError("at: what the list showed is missing.")
    return int(text)
