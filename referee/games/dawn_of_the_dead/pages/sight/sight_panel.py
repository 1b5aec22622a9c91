"""What the panel of the sight tool says: the verdict on a line, what a square sees, the doors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.pages.counters.origins import marked
from referee.games.dawn_of_the_dead.pages.wording import counted
from rules.board.board import Board, Pair, pair
from rules.dawn_of_the_dead.equipment.equipment import DEFAULT_MAP, maps
from rules.sentences import listed

Json = Mapping[str, Any]
STATES = ("closed", "destroyed")


def address(at: str, start: str, end: str, doors: Mapping[Pair, str], map_id: str = DEFAULT_MAP) -> str:
    """Return the address of the free tool, which is `at`, with a map, its doors, and two squares or none."""
    asked = [("map", "" if map_id == DEFAULT_MAP else map_id), ("from", start), ("to", end)]
    asked += [(state, "-".join(between)) for between, state in sorted(doors.items()) if state in STATES]
    query = urlencode([(name, value) for name, value in asked if value])
    return f"{at}?{query}" if query else at


def map_shown(board: Board, map_id: str) -> Json:
    """Return the name of the map in use and the mark of where it comes from."""
    return marked({"id": map_id, "name": board.name, "bundled": map_id in maps()}, "map")


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
