"""The sight tool, free or over a game: what a square sees, and the line between two squares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, render_template, request

from referee import documents
from referee.games.dawn_of_the_dead.drawing import board_view
from referee.games.dawn_of_the_dead.named_doors import written
from referee.games.dawn_of_the_dead.pages.counters.origins import marked
from referee.games.dawn_of_the_dead.pages.forms.forms import Form
from referee.games.dawn_of_the_dead.pages.moment.moment import Moment
from referee.games.dawn_of_the_dead.pages.moment.turns import called
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.sight import sight_panel
from referee.games.dawn_of_the_dead.pages.sight.sight_panel import ADDRESS, STATES, address
from referee.json_text import canonical
from referee.pages.library.shelves import offered
from referee.tables.service import tables
from rules.board import Board, Pair, pair
from rules.dawn_of_the_dead import library
from rules.dawn_of_the_dead.equipment import Setting

bp = Blueprint("sight", __name__)
Json = Mapping[str, Any]
MOST_DOORS = 200
EVERY_DOOR = "every"
"""In place of a door: closes them all."""


@bp.get("/sight")
def tool() -> Response:
    """Show what a square sees or the line between two; to htmx the panel and the layers of the map alone.

    `map` in the query is the id of a map at hand. Raises Problem (404) for any other.
    """
    map_id = request.args.get("map", "") or library.DEFAULT_MAP
    setting = _setting_of(map_id)
    doors = _turned(setting.board, _doors_asked(setting.board), request.args.get("turn", ""))
    start, end = written(request.args.get("from", "")), written(request.args.get("to", ""))
    end = written(request.args.get("with", "")) or end
    line, seen = line_between(setting, start, end, doors), seen_alone(setting, start, end, doors)
    shown = free_view(setting.board, start, end, doors, line, seen, map_id)
    shown["maps"] = [marked(m, "map") for m in offered("map")]
    listing = [{"between": list(b), "state": s} for b, s in sorted(doors.items())]
    drawn = board_view(
        setting.board,
        {"doors": listing},
        sight=line,
        seen=seen or (),
        marks=_marks(start, seen),
        symbols=False,
    )
    name = (
        "dawn_of_the_dead/sight/_answered.html"
        if request.headers.get("HX-Request")
        else "dawn_of_the_dead/sight/sight.html"
    )
    answer = make_response(render_template(name, sight=shown, map=drawn, board_taps="sight"))
    answer.headers["Vary"] = "HX-Request"
    # The address bar always holds what can be sent to somebody else.
    answer.headers["HX-Replace-Url"] = shown["link"]
    return answer


def line_between(setting: Setting, start: str, end: str, doors: Mapping[Pair, str]) -> Json | None:
    """Return the sight line between two squares as JSON, or None while one of them is not on the map."""
    if start not in setting.board.squares or end not in setting.board.squares:
        return None
    return setting.sight.line(start, end, doors).to_json()


def seen_alone(setting: Setting, start: str, end: str, doors: Mapping[Pair, str]) -> frozenset[str] | None:
    """Return what a square sees while no second one is chosen, else None."""
    if end or start not in setting.board.squares:
        return None
    return setting.sight.seen_from(start, doors)


def free_view(
    board: Board,
    start: str,
    end: str,
    doors: Mapping[Pair, str],
    line: Json | None,
    seen: frozenset[str] | None,
    map_id: str,
) -> dict[str, Any]:
    """Return the panel of the tool that stands alone, where every door can be switched."""
    touched = sight_panel.touched_doors(board, line)
    return {
        **sight_panel.asked(board, start, end, line, seen),
        "url": ADDRESS,
        "map": sight_panel.map_shown(board, map_id),
        "kept_map": "" if map_id == library.DEFAULT_MAP else map_id,
        "link": address(start, end, doors, map_id),
        "all_links": [
            {"square": s, "url": address(s, "", doors, map_id)} for s in dict.fromkeys((start, end)) if line
        ],
        "changed": [{"id": "-".join(b), "state": s} for b, s in sorted(doors.items())],
        "doors": sight_panel.door_rows(board, touched, doors),
        "switched": sight_panel.door_rows(board, set(doors) - touched, doors),
        "all_doors": sight_panel.all_doors(board),
        "reset_url": address(start, end, {}, map_id) if doors else "",
        "heading": "h1",
    }


def sight_moment(context: SeatContext, start: str, end: str) -> tuple[Moment, Json | None, frozenset[str]]:
    """Return the tool's panel over a game, with the doors as they stand there, and what the map draws for it.

    The map draws the line, or shades the squares that the one chosen square sees.
    """
    start, end = written(start), written(end)
    doors = {pair(*d["between"]): d["state"] for d in context.view["doors"]}
    line = line_between(context.setting, start, end, doors)
    around = seen_alone(context.setting, start, end, doors)
    url = f"{context.base}/sight"
    shown = {
        **sight_panel.asked(context.board, start, end, line, around),
        "url": url,
        "map": sight_panel.map_shown(context.board, context.view["map"]),
        "kept_map": "",
        "link": address(start, end, doors, context.view["map"]) if start else "",
        "all_links": [
            {"square": s, "url": f"{url}?{urlencode({'from': s})}"}
            for s in dict.fromkeys((start, end))
            if line
        ],
        "changed": [],
        "heading": "h2",
    }
    now_url = f"{url}?{urlencode({'from': start, 'to': end})}"
    form = Form("sight", sight=shown)
    marks = _marks(start, around)
    call = called(context.view, context.role)
    return (
        Moment("Sight", now_url, form=form, back_url=f"{context.base}/now", called=call, marks=marks),
        line,
        around or frozenset(),
    )


def _setting_of(map_id: str) -> Setting:
    """Return the setting of a map at hand. Raises Problem (404)."""
    if map_id in library.maps():
        return library.setting(map_id)
    return _brought(canonical(documents.find(tables(), "map", map_id)))


@lru_cache(maxsize=8)
def _brought(map_text: str) -> Setting:
    """Build the setting of a map once for all who look at it. The counters have no say in sight."""
    return Setting(Board.from_json(json.loads(map_text)), library.setting().sheet)


def _marks(start: str, seen: frozenset[str] | None) -> dict[str, str]:
    return {} if seen is None else {start: "chosen"}


def _doors_asked(board: Board) -> dict[Pair, str]:
    """Return the doors that the address names as closed or destroyed, in any order of their squares."""
    states: dict[Pair, str] = {}
    for state in STATES:
        for named in request.args.getlist(state)[:MOST_DOORS]:
            between = _pair(board, named)
            if between and not (state == "destroyed" and board.doors[between].kind != "glass_door"):
                states[between] = state
    return states


def _turned(board: Board, doors: dict[Pair, str], named: str) -> dict[Pair, str]:
    """Return the doors after one was switched on: open, closed, for glass destroyed, and open again."""
    if named == EVERY_DOOR:
        return dict.fromkeys(board.doors, "closed")
    between = _pair(board, named)
    if between is None:
        return doors
    states = ["open", "closed", *(["destroyed"] if board.doors[between].kind == "glass_door" else [])]
    after = states[(states.index(doors.get(between, "open")) + 1) % len(states)]
    rest = {b: s for b, s in doors.items() if b != between}
    return rest if after == "open" else {**rest, between: after}


def _pair(board: Board, named: str) -> Pair | None:
    parts = named.split("-")
    between = pair(*parts) if len(parts) == 2 else None
    return between if between in board.doors else None
