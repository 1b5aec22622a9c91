"""Views: the part of a table that a seat may see, with its request and undo steps.

Apart from the record (`record`) nothing else leaves a table. `TableView` describes a view.

Each tie-break has its own stream of dice for each turn (and number of equals), so that the same tie brings
the same dice again after taking back, and anybody can check them with the opened seed when the game is over.

Whether a seat may take back alone depends only on public facts, so it reveals nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile
from typing import Any, cast

from referee.games.interface import ActionT, Advice, Json, Position, PositionT, Rules, Step
from referee.games.plugin_errors import check_view
from referee.games.table_view import (
    Allowed,
    Asked,
    Back,
    GameView,
    Moment,
    PendingAction,
    Proposal,
    Redo,
    Rematch,
    SettingChanged,
    TableView,
    Told,
    Undo,
    UndoPlace,
    kind_of,
    waits_for,
)
from referee.games.table_view import Declined as RequestDeclined
from referee.games.toolkit.rules_api import score_json, shown_ruling
from referee.records.data import Declined, Request
from referee.records.data import PendingAction as Pending
from referee.tables import pending_actions
from referee.tables.automatic.deadlines import with_deadlines
from referee.tables.consent import by_one_tap, still_to_agree
from referee.tables.pending_actions import check_with_kept_dice, may_cancel, ruling_in_progress
from referee.tables.questions import in_progress_for, owner_of, waiting, who_fills
from referee.tables.record import (
    break_tie,
    cases_of,
    effects_of,
    ends,
    may_see,
    public_action,
    shown_in_progress,
    viewing_seat,
)
from referee.tables.seats.join_requests import current_join_request
from referee.tables.table import LoadedTable
from rules.questions import TABLE
from rules.ruling import Ruling


def advice(table: LoadedTable[PositionT, ActionT]) -> Advice[ActionT] | None:
    """Return the next action of the side without a player, or None while the players must act.

    For an action in progress it is the rest, if the rules leave it to that side.
    """
    adviser = table.match.adviser
    if adviser is None or table.finished:
        return None
    pending = table.pending_action
    if pending is None:
        return adviser.advice(table.position)
    action = table.parsed_pending_action
    judge = table.judge(overridden=pending.overridden)
    return adviser.finishing(table.positions[-1], action, judge(table.positions[-1], action).needs)


def practises(table: LoadedTable, seat: str) -> bool:
    """Return whether a seat sees what the referee would do for its side."""
    port = table.match.practice
    return port is not None and seat in port.seats


def practice(table: LoadedTable, seat: str) -> Advice | None:
    """Return what the referee would do for the side of a seat with practice, or None.

    None while there is nothing to do, or only something that another seat does, or something to read off the
    pieces.
    """
    port = table.match.practice
    if port is None or table.finished or table.pending_action is not None:
        return None
    proposal = port.advice(table.seen_positions())
    return (
        None
        if proposal is None or table.match.seat_refusal(table.position, proposal.action, seat)
        else proposal
    )


def shown(match: Rules[PositionT, ActionT], advice: Advice[ActionT]) -> Proposal:
    """Return a proposal as JSON for a view."""
    return {
        "action": match.write(advice.action),
        "case": advice.case,
        "why": advice.why,
        "cardboard": advice.cardboard,
        "among": [match.write(a) for a in advice.among],
    }


def decided_advice(table: LoadedTable[PositionT, ActionT]) -> Advice[ActionT] | None:
    """Return the next action with a tie decided by the dice."""
    proposal = advice(table)
    if proposal is None or not proposal.among:
        return proposal
    _, chosen = break_tie(table, proposal)
    return replace(proposal, action=chosen)


def redo_of(table: LoadedTable) -> Redo | None:
    """Return what was taken back last and can be done again, and by which seat; None where nothing can."""
    if not table.game.undone or table.request is not None or _begun(table):
        return None
    undone = table.game.undone[-1]
    lines = table.lines.numbered(*undone.lines)
    steps = [line for line in lines if not line.automatic]
    return {
        "seat": undone.seat,
        "lines": list(undone.lines),
        "steps": len(steps),
        "story": steps[0].story,
    }


def request_of(table: LoadedTable, seat: str) -> Asked | None:
    """Return the request that waits for an answer, as a seat sees it; None where none does."""
    asked = table.request
    if asked is None:
        return None
    action = None if asked.action is None else _proposed(table, asked.action, seat)
    lines = [line.n for line in table.standing() if asked.n is not None and line.n >= asked.n]
    return {
        "kind": asked.kind,
        "serial": asked.serial,
        "seat": asked.seat,
        "n": asked.n,
        "lines": lines,
        "steps": _steps(table, asked),
        **_place(table, asked),
        "action": action,
        **_corrects(table, asked),
        **_refused(table, asked, seat),
        "agreed": list(asked.agreed),
        "wanted": still_to_agree(table, asked),
    }


def _corrects(table: LoadedTable, asked: Request) -> Allowed:
    """Return the values that a request corrects, by place, so that players know what they agree to."""
    if asked.kind != "override" or asked.action is None:
        return {}
    values = pending_actions.changed_readings(table, table.match.read(asked.action))
    return {"corrects": dict(values)} if values else {}


def _refused(table: LoadedTable, asked: Request, seat: str) -> Allowed:
    """Return why the referee refused the action that a request would allow, as far as a seat may know it.

    The ruling is the one that this seat would get itself. {} for an action that is secret to it.
    """
    if asked.kind != "override" or asked.action is None:
        return {}
    action = table.match.read(asked.action)
    if not may_see(table, action, seat):
        return {}
    rulings = (
        table.match.check(table.position, one, seat) for one in (table.match.without_results(action), action)
    )
    refused = next((one for one in rulings if not one.legal), None)
    if refused is None:
        return {}
    return {"refused": {"reason": refused.reason, "cases": list(refused.cases)}}


def _steps(table: LoadedTable, asked: Request) -> int:
    """Return how many steps a request would take back; a phase that ended by itself is none."""
    return _begun(table) + sum(
        not line.automatic and asked.n is not None and line.n >= asked.n for line in table.standing()
    )


def _place(table: LoadedTable, asked: Request) -> Back:
    """Return the name of the place that a request goes back to, or "", and what the way there changes."""
    for place in table.match.places(table.steps()):
        if place.n == asked.n:
            return {"place": place.name, "undone": place.undone} if place.undone else {"place": place.name}
    return {"place": ""}


def _proposed(table: LoadedTable, action: Json, seat: str) -> dict[str, Any]:
    """Return an action that somebody asks for; others learn only the kind of a secret one."""
    if seat in table.roster.masters:
        return dict(action)
    if may_see(table, table.match.read(action), seat):
        return table.match.proposed(action, seat)
    return {"do": action["do"]}


def view(table: LoadedTable, seat: str) -> TableView:
    """Return what a seat may see of the table now; it is kept until something changes."""
    made: TableView | None = table.views.get(seat)
    if made is None:
        made = table.views[seat] = _made(table, viewing_seat(seat), seat)
    if table.deadlines and made.asked:
        return replace(made, asked=with_deadlines(table, made.asked))
    return made


def _made(table: LoadedTable, seat: str, given: str) -> TableView:
    match, position = table.match, table.position
    game = _game_view(table, position, seat)
    proposal = advice(table) if match.adviser is not None else None
    in_progress = in_progress_for(table, given) if table.in_progress else ()
    begun = [_pending_action(table, pending, seat, given) for pending in in_progress]
    practising = practises(table, seat)
    tried = practice(table, seat) if practising else None
    return kind_of(game)(
        game,
        table.game.system,
        table.code,
        dict(table.names),
        _summary(table, position),
        table.titles,
        seat=given,
        version=table.version_for(given),
        stage=None if match.secret_choices is None else table.stage,
        settings=dict(match.settings),
        setting_changed=_setting_changed(table),
        arrival=current_join_request(table),
        map=match.options.get("map"),
        sheet=match.options.get("sheet"),
        moment=_moment(table, seat),
        pending_action=begun[0] if begun else None,
        in_progress=begun,
        asked=waiting(table, given),
        request=request_of(table, seat),
        declined=_no(table.declined),
        unread=_no(table.unread.get(seat)),
        undo=_undo(table, seat, given),
        reopened=ends(table),
        redo=redo_of(table),
        rematch=_rematch(table),
        advised=match.adviser is not None,
        advice=None if proposal is None else shown(match, proposal),
        practises=practising,
        practice=None if tried is None else shown(match, tried),
    )


def view_then(table: LoadedTable, n: int, seat: str) -> TableView:
    """Return the view of a seat after the first `n` standing actions, without anything to do."""
    game = _game_view(table, table.positions[n], seat)
    return kind_of(game)(
        game,
        table.game.system,
        table.code,
        dict(table.names),
        _summary(table, table.positions[n]),
        table.titles,
    )


def _game_view(table: LoadedTable, position: Position, seat: str) -> GameView | Json:
    game = table.match.view(position, seat)
    check_view(table.game.system, game)
    return game


def _summary(table: LoadedTable, position: Position) -> Json:
    return {**table.match.summary(position), "code": table.code}


def _rematch(table: LoadedTable) -> Rematch | None:
    code = table.game.rematch
    return {"code": code, "swapped": bool(table.game.rematch_swapped)} if code else None


def _no(declined: Declined | None) -> RequestDeclined | None:
    """Return what became of a request: who declined it, or by playing on let it lapse, and `why`."""
    if declined is None:
        return None
    no: RequestDeclined = {"kind": declined.kind, "seat": declined.seat}
    return {**no, "lapsed": True, "why": declined.why} if declined.lapsed else no


def acting(table: LoadedTable) -> str:
    """Return the side that must act now, as everybody sees it; "" for none."""
    public = TABLE
    seen = table.views.get(public)
    game = table.match.view(table.position, public) if seen is None else seen.game
    roster = table.roster
    asked = (seat if seat in roster.clocks else roster.clock_of((seat,)) for seat in waits_for(game))
    return next(filter(None, asked), "")


def face_down(table: LoadedTable) -> Mapping[int, Fraction]:
    """Return the chance of each value of a face-down piece, the same for every seat.

    It is not part of a view: only the page with the odds asks for it.
    """
    pieces = table.match.pieces
    return {} if pieces is None else pieces.face_down(table.seen_positions())


def carried_out(table: LoadedTable, judged: Ruling[Position], seat: str) -> dict[str, Any]:
    """Return the ruling on an action that was done, with the effects that a seat may know."""
    told = shown_ruling(judged, table.match.secret_needs)
    match = table.match
    if seat in table.roster.masters and judged.after is not None:
        return {**told, "effects": match.effects_json(judged.effects, None)}
    return {**told, "effects": match.effects(judged, viewing_seat(seat))}


def _setting_changed(table: LoadedTable) -> SettingChanged | None:
    """Return the setting that was changed since the last action, its new value, and the seat that did."""
    last = table.game.changes[-1] if table.game.changes else None
    if last is None or last["after"] != table.last_number:
        return None
    return {"name": last["name"], "to": last["to"], "by": last["by"]}


def _moment(table: LoadedTable, seat: str) -> Moment | None:
    """Return the last action in the words of the moment; None after taking back."""
    ended = table.ended
    if table.just_taken_back or len(table.lines) <= ended:
        return None
    standing = table.lines[-1 - ended]
    shown = {
        "n": standing.n,
        "seat": standing.seat,
        "action": public_action(table, standing, seat),
        "cases": cases_of(table, standing, seat),
        "reason": table.reason or standing.story,
        "overridden": standing.overridden,
        "ended": _ended(table),
        "batch": _batch(table, seat),
        "far": standing.tap.far,
        "left_phase": _left_phase(table),
        **effects_of(table, standing, seat),
    }
    if table.score is not None:
        shown["score"] = score_json(table.score)
    return cast("Moment", shown)


def _ended(table: LoadedTable) -> str:
    """Return the line on what happened by itself after the last action; "" for nothing."""
    if not table.ended:
        return ""
    lines = table.lines[-1 - table.ended :]
    told = table.match.ended_phases([effect for line in lines for effect in table.effects_of(line)])
    return told or " ".join(line.story for line in lines[1:])


def _left_phase(table: LoadedTable) -> bool:
    """Return whether the last tap ended the phase that it began in."""
    began = table.positions[max(0, len(table.positions) - 1 - table.ended - len(table.batch))]
    return table.match.summary(began) != table.match.summary(table.positions[-1])


def _batch(table: LoadedTable, seat: str) -> list[Told]:
    """Return the actions of the last tap, the oldest first; none where it did only one."""
    if len(table.batch) < 2:
        return []
    return [
        {
            "n": line.n,
            "action": public_action(table, line, seat),
            "cases": cases_of(table, line, seat),
            "reason": reason,
            **effects_of(table, line, seat, lasting=True),
        }
        for line, reason in table.batch
    ]


def _pending_action(table: LoadedTable, pending: Pending, seat: str, given: str) -> PendingAction:
    """Return an action in progress as a seat sees it; only the seat itself, not its eyes, may give it up."""
    doer = owner_of(pending) if pending.question else pending.seat
    if pending.question and given not in who_fills(table, pending):
        unrolled = table.match.without_results(table.parsed_in_progress(pending))
        return {
            "seat": doer,
            "action": shown_in_progress(table, table.match.write(unrolled), seat),
            "far": pending.tap.far,
            "needs": {},
            "reason": "",
            "cases": [],
            "may_cancel": False,
        }
    asked = shown_ruling(ruling_in_progress(table, pending), table.match.secret_needs)
    shown: PendingAction = {
        "seat": doer,
        "action": shown_in_progress(table, pending.action, seat),
        "far": pending.tap.far,
        "needs": asked["needs"],
        "reason": asked["reason"],
        "cases": asked["cases"],
        "may_cancel": may_cancel(table, given, pending),
    }
    if pending.question:
        shown["question"], shown["serial"] = pending.question, pending.serial
        if "score" in asked:
            shown["score"] = asked["score"]
    if not pending.overridden:
        kept = table.cached_in_progress(pending, "kept", lambda: _kept(table, pending))
        if kept:
            shown["kept"] = kept
    return shown


def _kept(table: LoadedTable, pending: Pending) -> dict[str, Any]:
    return check_with_kept_dice(table, table.parsed_in_progress(pending), pending.seat)[1]


def _undo(table: LoadedTable, seat: str, given: str) -> Undo | None:
    """Return the step that would be taken back first; None before the first and once a rematch has begun.

    From the end of the game there is no way back but its last step. `alone`: a tap of this seat is enough.
    """
    if table.finished and table.game.rematch:
        return None
    last = table.last_players_line()
    if begun := pending_actions.begun_by_people(table):
        action, n = shown_in_progress(table, begun[0].action, seat), table.last_number + 1
        one_tap = by_one_tap(table, given, n)
        return {"n": n, "story": "", "action": action, "alone": one_tap, "places": _places(table, n)}
    if last is None:
        return None
    return {
        "n": (first := table.first_with(last.n)),
        "alone": by_one_tap(table, given, first),
        "story": last.story,
        "action": public_action(table, last, seat),
        "places": [] if table.finished else _places(table, last.n),
    }


def _places(table: LoadedTable, last: int) -> list[UndoPlace]:
    """Return the places to take back to before the `last` step."""
    steps, in_progress = table.steps(), _begun(table)
    return [
        {"n": place.n, "name": place.name, "steps": in_progress + len(_back_to(steps, place.n))}
        for place in table.match.places(steps)
        if place.n < last
    ]


def _begun(table: LoadedTable) -> int:
    """Return how many actions in progress people have begun: steps, when they are taken back."""
    return len(pending_actions.begun_by_people(table))


def _back_to(steps: Sequence[Step[Position]], n: int) -> list[Step[Position]]:
    """Return the steps from the last one back to the one with this number."""
    return list(takewhile(lambda step: step.n >= n, reversed(steps)))
