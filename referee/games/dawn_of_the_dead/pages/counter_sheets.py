"""Counter sheets: their figures in words, the form for another one, and the change to it by agreement."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import InputError, Problem
from referee.games.dawn_of_the_dead.labels.wording import NAMES
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext, contexts_of
from referee.games.interface import SPECTATOR
from referee.games.interface.host import Table, host, seat_required
from referee.games.toolkit.http import SHOWN_STATUSES, read_version, redirect_to
from referee.records.text import Json
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead.equipment.cardboard import off_the_sheet
from rules.dawn_of_the_dead.equipment.counters_change import contradiction
from rules.dawn_of_the_dead.equipment.counters_check import FORMAT, RATINGS, SIDES
from rules.dawn_of_the_dead.equipment.equipment import (
    CHARACTERS,
    HIGHEST_VALUE,
    UNITS,
    CounterSheet,
    Rating,
)
from rules.dawn_of_the_dead.position import Position


def unit_counts(sheet: Json) -> str:
    """Return how many zombie units of each value a counter sheet has: "units of 1: 8; of 2: 7"."""
    counts = sorted((int(value), count) for value, count in sheet["zombie_values"].items())
    return "units of " + "; of ".join(f"{value}: {count}" for value, count in counts if count)


def other_ratings(sheet: Json, now: CounterSheet) -> str:
    """Return the ratings of each character who has others `now`: "Peter 3-2-9, infected 2-2-5", or ""."""
    new = CounterSheet.from_json(sheet).ratings
    return "; ".join(
        f"{NAMES[name]} {_figures(new[name, False])}, infected {_figures(new[name, True])}"
        for name in CHARACTERS
        if any(new[name, infected] != now.ratings[name, infected] for infected in (False, True))
    )


def _figures(of: Rating) -> str:
    return f"{of.fire_rate}-{of.panic_level}-{of.movement_allowance}"


UPLOADED = "uploaded"
BUNDLED: Mapping[str, str] = {"map": "bundled reconstruction", "counters": "bundled stand-in"}
"""The mark of what comes with the project, by kind."""


def with_origin(document: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return an entry of `documents.listed` with a mark of where it comes from, and as a `choice` of a list.

    Of those that share a name the mark also says how they differ. A choice says nothing twice: a name that
    ends with a word of the mark in brackets is shown without that word.
    """
    by = "you" if document.get("own") else document.get("by")
    mark = BUNDLED[kind] if document["bundled"] else f"{UPLOADED} by {by}" if by else UPLOADED
    apart = document.get("apart")
    whole = f"{mark}, {apart}" if apart else mark
    name, _, bracketed = document["name"].rpartition(" (")
    short = name if name and bracketed.removesuffix(")") in mark.split() else document["name"]
    return {**document, "mark": whole, "choice": f"{short} ({whole})"}


form_bp = Blueprint("counters_form", __name__)
ADDRESS = "/counters/new"
WORDS: Mapping[str, str] = {
    "fire_rate": "Fire Rate",
    "panic_level": "Panic Level",
    "movement_allowance": "Movement Allowance",
}
_LONGEST = 60
_TABLE = re.compile("/t/[A-Za-z0-9]+")


@form_bp.get(ADDRESS)
def form() -> str:
    """Show the form: empty, or with the figures of the sheet that `from` names. Raises Problem (404)."""
    known = request.args.get("from", "")
    typed = _typed_from(host().library.find("counters", known)) if known else {}
    return _form_page({**typed, "table": request.args.get("table", "")})


@form_bp.post(ADDRESS)
def keep() -> AnyResponse:
    """Save the sheet and lead to the library, or to the `table` that needs it; else say what is wrong."""
    typed = {name: text[:_LONGEST] for name, text in request.form.items()}
    try:
        kept = host().library.upload("counters", _sheet(typed))
    except InputError as error:
        said = tuple(p.replace("zombie_values adds", "The number of units adds") for p in error.problems)
        return make_response(_form_page(typed, said), 422)
    table = typed.get("table", "")
    onward = f"{table}/counters" if _TABLE.fullmatch(table) else f"/library#{kept['id']}"
    return host().browser.with_name_cookie(redirect_to(onward), typed.get("by", ""))


def _sheet(typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet that was typed, not yet checked."""
    ratings = {
        character: {
            side: {name: _number(typed.get(f"{character}-{side}-{name}", "")) for name in RATINGS}
            for side in SIDES
        }
        for character in CHARACTERS
    }
    counts = {str(v): _number(typed.get(f"value-{v}", "") or "0") for v in range(1, HIGHEST_VALUE + 1)}
    return {
        "format": FORMAT,
        "name": typed.get("name", "").strip(),
        "provenance": "typed in",
        "characters": ratings,
        "zombie_values": {value: count for value, count in counts.items() if count != 0},
    }


def _number(text: str) -> int | str:
    """Return a number, or the text if it is not one, so that the check can name it."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else text


def _typed_from(sheet: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of the form as a sheet has them."""
    typed = {"name": str(sheet["name"])}
    for character, sides in sheet["characters"].items():
        for side, ratings in sides.items():
            typed |= {f"{character}-{side}-{name}": str(value) for name, value in ratings.items()}
    return typed | {f"value-{value}": str(count) for value, count in sheet["zombie_values"].items()}


def _form_page(typed: Mapping[str, str], problems: tuple[str, ...] = ()) -> str:
    counted = [typed.get(f"value-{v}", "") for v in range(1, HIGHEST_VALUE + 1)]
    return render_template(
        "dawn_of_the_dead/counters/form.html",
        characters=[(id_, NAMES[id_]) for id_ in CHARACTERS],
        sides=SIDES,
        ratings=[(name, WORDS[name], least, most) for name, (least, most) in RATINGS.items()],
        values=range(1, HIGHEST_VALUE + 1),
        units=UNITS,
        total=sum(int(text) for text in counted if text.isascii() and text.isdigit()),
        typed=typed,
        by=typed.get("by", host().browser.remembered_name()),
        problems=problems,
    )


bp = Blueprint("other_counters", __name__, url_prefix="/t/<code>/counters")
_LOOKS_ON = "Spectators cannot change the counters of this table."
_OVER = "The game is over."


@bp.get("")
@seat_required
def page(table: Table, seat: str) -> str:
    """Show the counter sheets on the server, each with its key or the reason why it will not do."""
    return _page(contexts_of(table, seat)[1])


@bp.post("")
@seat_required
def ask(table: Table, seat: str) -> AnyResponse:
    """Ask all players to change to a sheet, and redirect to the table; a refusal is shown on the page."""
    action = {"do": "use_sheet", "sheet": host().library.find("counters", request.form.get("sheet", ""))}
    try:
        host().tables.override(table, seat, action, read_version(request.form))
    except (Problem, InputError) as problem:
        if isinstance(problem, Problem) and problem.status not in SHOWN_STATUSES:
            raise
        says = problem.detail if isinstance(problem, Problem) else problem.sentence
        return make_response(_page(contexts_of(table, seat)[1], says), 422)
    return redirect_to(f"/t/{table.code}")


def may_change(context: SeatContext) -> bool:
    """Whether this seat may ask for other counters now."""
    return context.role != SPECTATOR and context.view.game.phase != "over"


def way_on(context: SeatContext, action: Json | None) -> Json | None:
    """Return the key that leads to other counters, where the sheet has no such value; else None."""
    if action is None or not may_change(context):
        return None
    begun = context.view.pending_action["action"] if context.view.pending_action else {}
    read = act.from_json({**(begun if begun.get("do") == action["do"] else {}), **action})
    if not off_the_sheet(_open(context), read):
        return None
    return {"says": "Use another counter sheet", "url": f"{context.base}/counters"}


def _page(context: SeatContext, problem: str = "") -> str:
    refused = "" if may_change(context) else _LOOKS_ON if context.role == SPECTATOR else _OVER
    return render_template(
        "dawn_of_the_dead/counters/other.html",
        base=context.base,
        code=context.view.code,
        version=context.view.version,
        alone=context.view.game.mode != "two-player",
        now=context.setting.sheet.name,
        sheets=() if refused else _sheets(context),
        problem=problem or refused,
    )


def _sheets(context: SeatContext) -> Sequence[Json]:
    """Return all sheets but the one in play, with their figures and why any of them will not do."""
    sheets = []
    for entry in host().library.entries("counters"):
        if entry["id"] == (context.view.game.sheet or context.view.sheet):
            continue
        data = host().library.find("counters", entry["id"])
        against = contradiction(_open(context), CounterSheet.from_json(data))
        sheets.append({**with_origin(entry, "counters"), "units": unit_counts(data), "against": against})
    return sheets


def _open(context: SeatContext) -> Position:
    """Return what this seat can see, including what the last action showed."""
    return replace(context.position, shown=context.view.game.shown)
