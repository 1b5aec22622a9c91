"""What a seat is shown of a table: the view and the ruling.

The record is in `record_projections`, the request that waits in `request_projections`.
Nothing else leaves a table. `view` is the game's own view for the seat, and the table adds:

- `version`, `seat`, `names` (of the players), `map`, `sheet`
- `settings`: what players may change in play; `setting_changed`: the change since the last action
- `moment`: the last action, as everybody saw it, with all that its tap did as the `batch`;
  `underway`: an action in progress
- `request`: what waits for an answer; `declined`: the refusal since the last step; `unread`: the refusal that
  this seat has not read yet
- `arrival`: the device that wants to share a private seat, or was just let in
- `undo`: the step that would be taken back; `redo`: what was taken back and can be done again
- `reopened`: each end of the game that was taken back, when every secret lay open
- `advice`: the referee's proposal for a side without a player; `practice`: for a side that practises
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from itertools import takewhile
from typing import Any

from referee.games.failing import check_view
from referee.games.ports import Position, PositionT, Step
from referee.storage.rows import Declined
from referee.tables.begun import begun_ruling
from referee.tables.cancelling import may_cancel
from referee.tables.completing import checked_again
from referee.tables.loaded_table import LoadedTable
from referee.tables.newcomers import arrival
from referee.tables.proposals import advice, practice, practises, shown
from referee.tables.record_projections import cases_of, effects_of, eyes, public_action
from referee.tables.reopening import ends
from referee.tables.request_projections import request_of
from referee.tables.undo_alone import by_one_tap, redo_of
from rules.ruling import Ruling


def view(table: LoadedTable, seat: str) -> dict[str, Any]:
    """Return what a seat may see of the table now. The caller must not change it: it is kept."""
    made: dict[str, Any] | None = table.views.get(seat)
    if made is None:
        given, seat = seat, eyes(table, seat)
        made = table.match.view(table.position, seat)
        check_view(table.game.system, made)
        made.setdefault("system", table.game.system)
        made["code"], made["seat"], made["version"] = table.code, given, table.version_for(given)
        if table.match.secret_choices is not None:
            made["stage"] = table.stage
        made["settings"], made["setting_changed"] = dict(table.match.settings), _setting_changed(table)
        made["names"], made["arrival"] = dict(table.names), arrival(table)
        made["map"] = table.match.options.get("map")
        made.setdefault("sheet", table.match.options.get("sheet"))
        made["moment"] = _moment(table, seat)
        made["underway"] = _underway(table, seat, given)
        made["request"] = request_of(table, seat)
        made["declined"], made["unread"] = _no(table.declined), _no(table.unread.get(seat))
        made["undo"], made["reopened"] = _undo(table, seat, given), ends(table)
        made["redo"] = redo_of(table)
        if table.game.rematch:
            made["rematch"] = {"code": table.game.rematch, "swapped": bool(table.game.rematch_swapped)}
        if table.match.adviser is not None:
            proposal = advice(table)
            made["advice"] = None if proposal is None else shown(table.match, proposal)
        if practises(table, seat):
            made["practice"] = shown(table.match, tried) if (tried := practice(table, seat)) else None
        table.views[given] = made
    return made


def _no(declined: Declined | None) -> dict[str, Any] | None:
    """Return what became of a request: who declined it, or by playing on let it lapse, and `why`."""
    if declined is None or declined.lapsed:
        return None if declined is None else asdict(declined)
    return {"kind": declined.kind, "seat": declined.seat}


def acting(table: LoadedTable) -> str:
    """Return the side that must act now, as everybody sees it; "" for none."""
    public = table.match.public_seat
    seen = table.views.get(public) or table.match.view(table.position, public)
    waited = (item["seat"] for item in (*seen.get("agenda", ()), *seen.get("pending", ())))
    return next((seat for seat in waited if seat in table.match.sides), "")


def face_down(table: LoadedTable) -> Mapping[int, Fraction]:
    """Return the chance of each value of a face-down piece, the same for every seat.

    It is not part of a view: only the page with the odds asks for it.
    """
    pieces = table.match.pieces
    return {} if pieces is None else pieces.face_down(table.seen_positions())


def ruling(judged: Ruling[PositionT]) -> dict[str, Any]:
    """Return a ruling as a seat may see it, without the position after it and without unseen draws."""
    return {
        "legal": judged.legal,
        "cases": list(judged.cases),
        "reason": judged.reason,
        "needs": {
            name: need if isinstance(need, int) else list(need)
            for name, need in judged.needs.items()
            if name != "draw"
        },
        "after": None,
        "effects": [],
        "firm": judged.firm,
    }


def carried_out(table: LoadedTable, judged: Ruling[Position], seat: str) -> dict[str, Any]:
    """Return the ruling on an action that was done, with the effects that a seat may know."""
    return {**ruling(judged), "effects": table.match.effects(judged, eyes(table, seat))}


def _setting_changed(table: LoadedTable) -> dict[str, Any] | None:
    """Return the setting that was changed since the last action, its new value, and the seat that did."""
    last = table.game.changes[-1] if table.game.changes else None
    if last is None or last["after"] != table.last_number:
        return None
    return {name: last[name] for name in ("name", "to", "by")}


def _moment(table: LoadedTable, seat: str) -> dict[str, Any] | None:
    """Return the last action in the words of the moment; None after taking back."""
    ended = table.ended
    if table.just_taken_back or len(table.lines) <= ended:
        return None
    standing = table.lines[-1 - ended]
    return {
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


def _ended(table: LoadedTable) -> str:
    """Return the line on phases that ended by themselves after the last action; "" for none."""
    ends = table.match.phase_ends
    if ends is None or not table.ended:
        return ""
    lines = table.lines[-1 - table.ended :]
    return ends.ended_phases([effect for line in lines for effect in table.effects_of(line)])


def _left_phase(table: LoadedTable) -> bool:
    """Return whether the last tap ended the phase that it began in."""
    began = table.positions[max(0, len(table.positions) - 1 - table.ended - len(table.batch))]
    return table.match.summary(began) != table.match.summary(table.positions[-1])


def _batch(table: LoadedTable, seat: str) -> list[dict[str, Any]]:
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


def _underway(table: LoadedTable, seat: str, given: str) -> dict[str, Any] | None:
    """Return the action in progress as a seat sees it; only the seat itself, not its eyes, may give it up."""
    begun = table.underway
    if begun is None:
        return None
    action_shown, asked = table.match.public(begun.action, seat), _wanted(begun_ruling(table))
    shown = {"seat": begun.seat, "action": action_shown, "far": begun.tap.far, **asked}
    shown["may_cancel"] = may_cancel(table, given)
    kept = {} if begun.overridden else table.of_underway("kept", lambda: _kept(table, begun.seat))
    return {**shown, "kept": kept} if kept else shown


def _kept(table: LoadedTable, seat: str) -> dict[str, Any]:
    return checked_again(table, table.begun_action, seat)[1]


def _wanted(judged: Ruling[Position]) -> dict[str, Any]:
    made = ruling(judged)
    return {"needs": made["needs"], "reason": made["reason"], "cases": made["cases"]}


def _undo(table: LoadedTable, seat: str, given: str) -> dict[str, Any] | None:
    """Return the step that would be taken back first; None before the first and once a rematch has begun.

    From the end of the game there is no way back but its last step. `alone`: a tap of this seat is enough.
    """
    if table.finished and table.game.rematch:
        return None
    last = table.last_players_line()
    if table.underway is not None:
        action, n = table.match.public(table.underway.action, seat), table.last_number + 1
        one_tap = by_one_tap(table, given, n)
        return {"n": n, "story": "", "action": action, "alone": one_tap, "places": _places(table, n)}
    if last is None:
        return None
    return {
        "n": (first := table.secrets.first_with(last.n)),
        "alone": by_one_tap(table, given, first),
        "story": last.story,
        "action": public_action(table, last, seat),
        "places": [] if table.finished else _places(table, last.n),
    }


def _places(table: LoadedTable, last: int) -> list[dict[str, Any]]:
    """Return the places to take back to that lie before the `last` step."""
    steps, begun = table.steps(), table.underway is not None
    return [
        {"n": place.n, "name": place.name, "steps": begun + len(_back_to(steps, place.n))}
        for place in table.match.places(steps)
        if place.n < last
    ]


def _back_to(steps: Sequence[Step[Position]], n: int) -> list[Step[Position]]:
    """Return the steps from the last one back to the one with this number."""
    return list(takewhile(lambda step: step.n >= n, reversed(steps)))
