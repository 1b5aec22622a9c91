"""The sight tool, free or over a game: what a square sees, and the line between two squares."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, render_template, request

from referee import heavy
from referee.games.dawn_of_the_dead.labels.squares import normalized_square
from referee.games.dawn_of_the_dead.pages.action_panel.forms import Form
from referee.games.dawn_of_the_dead.pages.action_panel.panel import ActionPanel
from referee.games.dawn_of_the_dead.pages.action_panel.phase_keys import called
from referee.games.dawn_of_the_dead.pages.counter_sheets import with_origin
from referee.games.dawn_of_the_dead.pages.map import sight_panel
from referee.games.dawn_of_the_dead.pages.map.sight_panel import (
    address,
    line_between,
    marks_of,
    seen_alone,
    sight_answer,
)
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.interface.host import host
from referee.games.toolkit.http import url_at
from referee.records.text import Json, canonical
from rules.dawn_of_the_dead.equipment import equipment

bp = Blueprint("sight", __name__)
ADDRESS = "/sight"


@bp.get(ADDRESS)
def tool() -> Response:
    """Show what a square sees or the line between two; to htmx the panel and the layers of the map alone.

    `map` in the query is the id of a map on this server. Raises Problem (404) for any other.
    """
    map_id = request.args.get("map", "") or equipment.DEFAULT_MAP
    asked, at = request.args.to_dict(flat=False), url_at(ADDRESS)
    if map_id in equipment.maps():
        shown, drawn = sight_answer(at, map_id, "", asked)
    else:
        map_text = canonical(host().library.find("map", map_id))
        shown, drawn = heavy.run(heavy.UPLOADS, sight_answer, at, map_id, map_text, asked)
    shown["maps"] = [with_origin(m, "map") for m in host().library.offered("map")]
    name = (
        "dawn_of_the_dead/sight/_update.html"
        if request.headers.get("HX-Request")
        else "dawn_of_the_dead/sight/sight.html"
    )
    answer = make_response(render_template(name, sight=shown, map=drawn, board_taps="sight"))
    answer.headers["Vary"] = "HX-Request"
    # The address bar always holds what can be sent to somebody else.
    answer.headers["HX-Replace-Url"] = shown["link"]
    return answer


def sight_moment(
    context: SeatContext, start: str, end: str
) -> tuple[ActionPanel, Json | None, frozenset[str]]:
    """Return the tool's panel over a game, with the doors as they are, and what the map draws for it.

    The map draws the line, or shades the squares that the one chosen square sees.
    """
    start, end = normalized_square(start), normalized_square(end)
    doors, map_id = context.view.game.doors, context.view.map or ""
    line = line_between(context.setting, start, end, doors)
    around = seen_alone(context.setting, start, end, doors)
    url = f"{context.base}/sight"
    shown = {
        **sight_panel.asked(context.board, start, end, line, around),
        "url": url,
        "map": sight_panel.map_shown(context.board, map_id),
        "kept_map": "",
        "link": address(url_at(ADDRESS), start, end, doors, map_id) if start else "",
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
    marks = marks_of(start, around)
    call = called(context.view.game, context.role)
    return (
        ActionPanel("Sight", now_url, form=form, back_url=f"{context.base}/now", called=call, marks=marks),
        line,
        around or frozenset(),
    )
