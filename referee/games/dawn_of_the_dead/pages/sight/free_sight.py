"""What the free sight tool answers on a map: a pure function, for a large one in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from referee.games.dawn_of_the_dead.drawing import BoardView, board_view
from referee.games.dawn_of_the_dead.named_doors import written
from referee.games.dawn_of_the_dead.pages.sight import sight_panel
from referee.games.dawn_of_the_dead.pages.sight.sight_panel import STATES, address
from rules.board.board import Board, Pair, pair
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting

Json = Mapping[str, Any]
Asked = Mapping[str, Sequence[str]]
"""The query of the page: all values of each name."""
MAX_DOORS = 200
EVERY_DOOR = "every"
"""In place of a door: closes them all."""


def answered(at: str, map_id: str, map_text: str, asked: Asked) -> tuple[dict[str, Any], BoardView]:
    """Return the panel of the tool, whose address is `at`, and the drawing beside it.

    `map_text` is a map that somebody uploaded.
    """
    setting = _brought(map_text) if map_text else equipment.setting(map_id)
    first = {name: values[0] for name, values in asked.items()}
    doors = _turned(setting.board, _doors_asked(setting.board, asked), first.get("turn", ""))
    start, end = written(first.get("from", "")), written(first.get("to", ""))
    end = written(first.get("with", "")) or end
    line, seen = line_between(setting, start, end, doors), seen_alone(setting, start, end, doors)
    listing = [{"between": list(b), "state": s} for b, s in sorted(doors.items())]
    drawn = board_view(
        setting.board,
        {"doors": listing},
        sight=line,
        seen=seen or (),
        marks=marks_of(start, seen),
        symbols=False,
    )
    return free_view(at, setting.board, start, end, doors, line, seen, map_id), drawn


@lru_cache(maxsize=8)
def _brought(map_text: str) -> Setting:
    """Build the setting of a map once for all who look at it. The counters have no say in sight."""
    return Setting(Board.from_json(json.loads(map_text)), equipment.setting().sheet)


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
    at: str,
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
        "url": at,
        "map": sight_panel.map_shown(board, map_id),
        "kept_map": "" if map_id == equipment.DEFAULT_MAP else map_id,
        "link": address(at, start, end, doors, map_id),
        "all_links": [
            {"square": s, "url": address(at, s, "", doors, map_id)}
            for s in dict.fromkeys((start, end))
            if line
        ],
        "changed": [{"id": "-".join(b), "state": s} for b, s in sorted(doors.items())],
        "doors": sight_panel.door_rows(board, touched, doors),
        "switched": sight_panel.door_rows(board, set(doors) - touched, doors),
        "all_doors": sight_panel.all_doors(board),
        "reset_url": address(at, start, end, {}, map_id) if doors else "",
        "heading": "h1",
    }


def marks_of(start: str, seen: frozenset[str] | None) -> dict[str, str]:
    """Return the mark of the one square whose sight is shown."""
    return {} if seen is None else {start: "chosen"}


def _doors_asked(board: Board, asked: Asked) -> dict[Pair, str]:
    """Return the doors that the address names as closed or destroyed, in any order of their squares."""
    states: dict[Pair, str] = {}
    for state in STATES:
        for named in asked.get(state, ())[:MAX_DOORS]:
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
