"""The answers of the sight tool in words: the verdict on a line, what a square sees, the doors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.drawing import BoardView, board_view
from referee.games.dawn_of_the_dead.drawing.layers import OnBoard
from referee.games.dawn_of_the_dead.labels.squares import normalized_square
from referee.games.dawn_of_the_dead.labels.wording import counted
from referee.games.dawn_of_the_dead.pages.counter_sheets import with_origin
from referee.records.text import Json
from rules.board.board import Board, Pair, pair
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import DEFAULT_MAP, Setting, maps
from rules.sentences import listed

STATES = ("closed", "destroyed")


def address(at: str, start: str, end: str, doors: Mapping[Pair, str], map_id: str = DEFAULT_MAP) -> str:
    """Return the address of the free tool, which is `at`, with a map, its doors, and two squares or none."""
    asked = [("map", "" if map_id == DEFAULT_MAP else map_id), ("from", start), ("to", end)]
    asked += [(state, "-".join(between)) for between, state in sorted(doors.items()) if state in STATES]
    query = urlencode([(name, value) for name, value in asked if value])
    return f"{at}?{query}" if query else at


def map_shown(board: Board, map_id: str) -> Json:
    """Return the name of the map in use and the mark of where it comes from."""
    return with_origin({"id": map_id, "name": board.name, "bundled": map_id in maps()}, "map")


def asked(board: Board, start: str, end: str, line: Json | None, seen: frozenset[str] | None) -> Json:
    """Return the part of the panel that the free tool and the one over a game have in common."""
    unknown = [s for s in (start, end) if s and s not in board.squares]
    hint = "Tap a square to show everything it sees. Tap a second one for the line between them."
    if unknown:
        hint = f"There is no square {listed(unknown)} on this map."
    elif start and not end:
        hint = f"From {start}. Now tap the other square."
    return {
        "start": start,
        "end": end,
        "hint": hint,
        "unknown": bool(unknown),
        "answer": verdict(line) if line else None,
        "seen": overview(board, start, seen) if seen is not None else None,
    }


def overview(board: Board, square: str, seen: frozenset[str]) -> Json:
    """Return what a square sees, in words and by area: the same squares see it (6.4, R-6.4e)."""
    others = sorted(seen - {square})
    areas: dict[str, list[str]] = {}
    for other in others:
        areas.setdefault(board.squares[other].area.name, []).append(other)
    return {
        "count": len(others),
        "word": f"Sees {counted(len(others), 'square')}",
        "reason": f"{square} sees {counted(len(others), 'other square')}, shaded and dotted on the map. "
        f"Sight works both ways: each of them sees {square} too.",
        "cases": ("6.4", "R-6.4e"),
        "areas": [{"name": name, "squares": numbers} for name, numbers in areas.items()],
    }


def verdict(line: Json) -> Json:
    """Return the answer for a line: one large word, the sentence, the cases, the sum of the modifier."""
    return {
        "tone": "yes" if line["sight"] else "no",
        "word": "In sight" if line["sight"] else "No sight",
        "reason": line["reason"],
        "cases": line["cases"],
        "facts": [{"name": name, "value": value} for name, value in _facts(line)],
    }


def _facts(line: Json) -> Iterable[tuple[str, str]]:
    modifier, distance = line["modifier"], line["distance"]
    if distance is not None:
        # Without a door the distance is all that comes off: the sum below says so.
        cost = f", {_less(-distance)}" if modifier is not None and distance and line["doors"] else ""
        yield "Distance", f"{counted(distance, 'square')}{cost}"
    for door in line["doors"]:
        cost = "" if modifier is None or distance is None else f", {_less(modifier + distance)}"
        yield f"Door {'–'.join(door['between'])}", f"{door['state']} {door['kind']}{cost}"
    if modifier is not None:
        yield "Taken off each gun’s roll", _less(modifier) if modifier else "nothing"
    if line["squares"]:
        yield "Crosses", ", ".join(line["squares"])


def touched_doors(board: Board, line: Json | None) -> frozenset[Pair]:
    """Return the doors that a line has to do with: those it touches, and the one that blocks it."""
    touched = {pair(*d["between"]) for d in (line or {}).get("doors", ())}
    blocking = ((line or {}).get("blocked_by") or {}).get("between")
    if blocking and pair(*blocking) in board.doors:
        touched.add(pair(*blocking))
    return frozenset(touched)


def door_rows(board: Board, between: Iterable[Pair], doors: Mapping[Pair, str]) -> list[Json]:
    """Return doors as the lists of the panel show them, each with its state."""
    return [_door(board, b, doors.get(b, "open")) for b in sorted(between)]


def all_doors(board: Board) -> list[Json]:
    """Return every door of the map to choose from, under the store that it leads to."""
    groups: dict[str, list[Json]] = {}
    for between in sorted(board.doors):
        areas = [board.squares[s].area for s in between]
        inner = next((a for a in areas if a.kind != "hall"), areas[0])
        groups.setdefault(inner.name, []).append(_door(board, between, ""))
    return [{"name": name, "doors": doors} for name, doors in sorted(groups.items())]


def _door(board: Board, between: Pair, state: str) -> Json:
    kind = "glass" if board.doors[between].kind == "glass_door" else "solid"
    return {
        "id": "-".join(between),
        "name": f"{between[0]}–{between[1]}",
        "kind": f"{kind} door",
        "state_word": state,
    }


def _less(number: int) -> str:
    return str(number).replace("-", "−")


Asked = Mapping[str, Sequence[str]]
"""The query of the page: all values of each name."""
MAX_DOORS = 200
EVERY_DOOR = "every"
"""In place of a door: closes them all."""


def sight_answer(at: str, map_id: str, map_text: str, asked: Asked) -> tuple[dict[str, Any], BoardView]:
    """Return the panel of the tool, whose address is `at`, and the drawing beside it.

    `map_text` is a map that somebody uploaded.
    """
    setting = _brought(map_text) if map_text else equipment.setting(map_id)
    first = {name: values[0] for name, values in asked.items()}
    doors = _turned(setting.board, _doors_asked(setting.board, asked), first.get("turn", ""))
    start, end = normalized_square(first.get("from", "")), normalized_square(first.get("to", ""))
    end = normalized_square(first.get("with", "")) or end
    line, seen = line_between(setting, start, end, doors), seen_alone(setting, start, end, doors)
    drawn = board_view(
        setting.board,
        OnBoard(doors=doors),
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
    """Return the panel of the tool without a game, where every door can be switched."""
    touched = touched_doors(board, line)
    return {
        **asked(board, start, end, line, seen),
        "url": at,
        "map": map_shown(board, map_id),
        "kept_map": "" if map_id == equipment.DEFAULT_MAP else map_id,
        "link": address(at, start, end, doors, map_id),
        "all_links": [
            {"square": s, "url": address(at, s, "", doors, map_id)}
            for s in dict.fromkeys((start, end))
            if line
        ],
        "changed": [{"id": "-".join(b), "state": s} for b, s in sorted(doors.items())],
        "doors": door_rows(board, touched, doors),
        "switched": door_rows(board, set(doors) - touched, doors),
        "all_doors": all_doors(board),
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
