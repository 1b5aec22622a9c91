"""The form for a counter sheet: the printed ratings of each character, and the units by Zombie Value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import InputError
from referee.games.dawn_of_the_dead.pages.wording import NAMES
from referee.surveys.uploads import bring, find
from referee.tables.service import tables
from referee.web.auth import new_owner, own_name, remembered, typed_by
from referee.web.pages.joining import to
from rules.dawn_of_the_dead.equipment.counters_check import FORMAT, RATINGS, SIDES
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIGHEST_VALUE, UNITS

bp = Blueprint("counters_form", __name__)
ADDRESS = "/counters/new"
WORDS: Mapping[str, str] = {
    "fire_rate": "Fire Rate",
    "panic_level": "Panic Level",
    "movement_allowance": "Movement Allowance",
}
_LONGEST = 60
_TABLE = re.compile("/t/[A-Za-z0-9]+")


@bp.get(ADDRESS)
def form() -> str:
    """Show the form: empty, or with the figures of the sheet that `from` names. Raises Problem (404)."""
    known = request.args.get("from", "")
    typed = _typed_from(find(tables(), "counters", known)) if known else {}
    return _page({**typed, "table": request.args.get("table", "")})


@bp.post(ADDRESS)
def keep() -> AnyResponse:
    """Save the sheet and lead to the library, or to the `table` that needs it; else say what is wrong."""
    typed = {name: text[:_LONGEST] for name, text in request.form.items()}
    try:
        kept = bring(tables(), "counters", _sheet(typed), new_owner(), typed_by())
    except InputError as error:
        said = tuple(p.replace("zombie_values adds", "The number of units adds") for p in error.problems)
        return make_response(_page(typed, said), 422)
    table = typed.get("table", "")
    onward = f"{table}/counters" if _TABLE.fullmatch(table) else f"/library#{kept['id']}"
    return remembered(to(onward), typed.get("by", ""))


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


def _page(typed: Mapping[str, str], problems: tuple[str, ...] = ()) -> str:
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
        by=typed.get("by", own_name()),
        problems=problems,
    )
