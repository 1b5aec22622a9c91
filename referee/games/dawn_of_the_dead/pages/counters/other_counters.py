"""The page on which a running game changes to another counter sheet, by agreement (R-2.3a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import InputError, Problem
from referee.games.dawn_of_the_dead.pages.counters.figures import units
from referee.games.dawn_of_the_dead.pages.counters.origins import marked
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext, sent_to
from referee.games.ports import SPECTATOR
from referee.surveys.uploads import find
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.auth import at_table
from referee.web.pages.frame import NO_ANSWER, version_posted
from referee.web.pages.joining import to
from referee.web.pages.shelves import shelf_entries
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead.equipment.cardboard import off_the_sheet
from rules.dawn_of_the_dead.equipment.counters_change import contradiction
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet
from rules.dawn_of_the_dead.position import Position

bp = Blueprint("other_counters", __name__, url_prefix="/t/<code>/counters")
Json = Mapping[str, Any]
_LOOKS_ON = "Spectators cannot change the counters of this table."
_OVER = "The game is over."


@bp.get("")
@at_table
def page(table: LoadedTable, seat: str) -> str:
    """Show the counter sheets on the server, each with its key or the reason why it will not do."""
    return _page(sent_to(table, seat)[1])


@bp.post("")
@at_table
def ask(table: LoadedTable, seat: str) -> AnyResponse:
    """Ask all who play to go on with a sheet, and lead back to the table; a refusal is said on the page."""
    service = tables()
    action = {"do": "use_sheet", "sheet": find(service, "counters", request.form.get("sheet", ""))}
    try:
        service.agreeing.override(table, seat, action, version_posted(request.form))
    except (Problem, InputError) as problem:
        if isinstance(problem, Problem) and problem.status not in NO_ANSWER:
            raise
        says = problem.detail if isinstance(problem, Problem) else problem.sentence
        return make_response(_page(sent_to(table, seat)[1], says), 422)
    return to(f"/t/{table.code}")


def may_change(context: SeatContext) -> bool:
    """Whether this seat may ask for other counters now."""
    return context.role != SPECTATOR and context.view["phase"] != "over"


def way_on(context: SeatContext, action: Json | None) -> Json | None:
    """Return the key that leads to other counters, where the sheet has no such value; else None."""
    if action is None or not may_change(context):
        return None
    begun = (context.view["underway"] or {}).get("action", {})
    read = act.from_json({**(begun if begun.get("do") == action["do"] else {}), **action})
    if not off_the_sheet(_open(context), read):
        return None
    return {"says": "Use another counter sheet", "url": f"{context.base}/counters"}


def _page(context: SeatContext, problem: str = "") -> str:
    refused = "" if may_change(context) else _LOOKS_ON if context.role == SPECTATOR else _OVER
    return render_template(
        "dawn_of_the_dead/counters/other.html",
        base=context.base,
        code=context.view["code"],
        version=context.view["version"],
        alone=context.view["mode"] != "two-player",
        now=context.setting.sheet.name,
        sheets=() if refused else _sheets(context),
        problem=problem or refused,
    )


def _sheets(context: SeatContext) -> Sequence[Json]:
    """Return all sheets but the one in play, with their figures and why any of them will not do."""
    service, sheets = tables(), []
    for entry in shelf_entries("counters"):
        if entry["id"] == context.view["sheet"]:
            continue
        data = find(service, "counters", entry["id"])
        against = contradiction(_open(context), CounterSheet.from_json(data))
        sheets.append({**marked(entry, "counters"), "units": units(data), "against": against})
    return sheets


def _open(context: SeatContext) -> Position:
    """Return what this seat can see, including what the last action showed."""
    return replace(context.position, shown=context.view["shown"])
