"""Checks of a surveyed board: its faults with their places, its close sight lines, its map."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from referee.errors import InputError, NotYet
from referee.games import registry
from referee.records.text import canonical, show
from referee.surveys.service import surveying_of
from rules.board import checks
from rules.board.board import Board
from rules.board.outlines import Point, box, inner_spot
from rules.sight.close_calls import Call, CloseCalls
from rules.sight.sight import SightTable
from rules.survey import chart, marks, moves
from rules.survey.exact import Refused
from rules.survey.plane import FacePair, Plane, face_pair

MAX_LISTED = 60
"""Faults listed at most; an unfinished board has hundreds."""
_SQUARE_NUMBER = re.compile(r"\b[0-9]{3}\b(?! squares)")
_PLACE = re.compile(r"\[(-?[0-9]+), (-?[0-9]+)\]")
_NAME = re.compile(r"^[a-z_]*")
_FIELD = re.compile(r"^[a-z_][a-z_0-9.\[\]]*: ")
_WORDS = (
    (re.compile(r"^main_doors: (square [0-9]{3} has more than one);"), r"\1 main door;"),
    (re.compile(r"^([a-z]+s) is missing;"), r"The \1 are not on the board yet;"),
    (re.compile(r"^([a-z]+s)\.count is ([0-9]+);"), r"The board has \2 \1;"),
)
"""Rewrites sentences that contain a field name into words for people who draw."""
_TOOLS = {
    "symbols": "symbols",
    "rifles": "symbols",
    "main_doors": "sides",
    "special": "areas",
    "squares": "areas",
}
"""The tool of the page that mends a field of the map."""
_LISTED = re.compile(r"^[a-z_]+\[[0-9]+\]")
_NO_AREA = "none"
_NO_NAME_SENTENCE = "The board has no name yet."
_SIZE_ADVICE = "Set its size again under Outline, or correct the outline."
MAX_SIZE_ERROR = 0.02
"""A drawing may be off from the size of its board by this share."""
DEPICTS = marks.DEPICTS
"""The special name under which a survey keeps what its map depicts."""
Json = dict[str, Any]


def map_of(plane: Plane) -> Json:
    """Return the map of a plane, finished or not."""
    data = chart.to_map(plane)
    depicts = data["special"].pop(DEPICTS, "")
    return {**data, DEPICTS: depicts} if depicts not in {"", "nothing"} else data


def completed_map_of(plane: Plane) -> Json:
    """Return the map of a plane, with a name and a hall in place of missing ones."""
    data = map_of(plane)
    squares = [{**s, "area": s["area"] or _NO_AREA} for s in data["squares"]]
    spare = {"id": _NO_AREA, "name": "No area yet", "kind": "hall"}
    without = any(s["area"] == _NO_AREA for s in squares) or not squares
    areas = [*data["areas"], *([spare] if without else [])]
    return {**data, "name": data["name"] or "No name yet", "areas": areas, "squares": squares}


def faults(plane: Plane, system: str) -> list[Json]:
    """Return what is still wrong: `{"says", "squares", "at"}`, the place null for what concerns all.

    What has no place on the board has the `tool` of the page that fixes it, where there is one.
    """
    if not plane.faces:
        return [_entry("The board has no outline yet: draw one.")]
    names = {face: f"{number:03}" for face, number in chart.numbers(plane).items()}
    spots = {name: _inner_spot(plane, face) for face, name in names.items()}
    faults = [*_missing_parts(plane, names), *_repeated_numbers(names)]
    tools = {
        _NO_NAME_SENTENCE: "title",
        **{says: "outline" for says, _ in faults if says.endswith(_SIZE_ADVICE)},
    }
    try:
        registry.board_of(registry.game(system), "map").check_document("map", completed_map_of(plane))
    except InputError as error:
        for sentence in error.problems:
            if "appears" in sentence or (_LISTED.match(sentence) and _numbers_too_large(names)):
                continue
            faults.append((_without_field(sentence), _squares(sentence, spots)))
            tools[faults[-1][0]] = _tool(sentence)
    told = [_entry(sentence, squares, spots, tools.get(sentence, "")) for sentence, squares in faults]
    left = len(told) - MAX_LISTED
    return told[:MAX_LISTED] + ([_entry(f"And {left} more.")] if left > 0 else [])


def _missing_parts(plane: Plane, names: Mapping[int, str]) -> Iterable[tuple[str, list[str]]]:
    if not plane.name:
        yield _NO_NAME_SENTENCE, []
    if plane.size:
        yield from _size_faults(plane, plane.size)
    bare = sorted(names[n] for n, face in plane.faces.items() if face.area is None)
    if bare:
        many = f"{len(bare)} squares are" if len(bare) > 1 else f"Square {bare[0]} is"
        yield f"{many} in no area yet.", bare
    high = _numbers_too_large(names)
    if high:
        yield "The numbers go beyond 999. Correct one of them, or start lower.", high


def _size_faults(plane: Plane, size: tuple[int, int]) -> Iterable[tuple[str, list[str]]]:
    left, top, right, bottom = box([p for face in plane.faces.values() for p in face.outline])
    high = round(size[0] * (bottom - top) / (right - left))
    if abs(high - size[1]) > max(1, MAX_SIZE_ERROR * size[1]):
        told = f"The board is {size[0]} × {size[1]} mm, but drawn as if it were {size[0]} × {high} mm."
        yield f"{told} {_SIZE_ADVICE}", []


def _numbers_too_large(names: Mapping[int, str]) -> list[str]:
    """Return the numbers above 999; the map's own check would report each again."""
    return sorted(name for name in names.values() if len(name) > 3)


def _repeated_numbers(names: Mapping[int, str]) -> Iterable[tuple[str, list[str]]]:
    for name, times in sorted(Counter(names.values()).items()):
        if times > 1:
            yield f"{times} squares have the number {name}. Correct one of them.", [name]


def _without_field(sentence: str) -> str:
    """Return a sentence on a map without the field that it begins with: the drawing has no fields."""
    for before, after in _WORDS:
        sentence = before.sub(after, sentence)
    said = _FIELD.sub("", sentence)
    return said[0].upper() + said[1:]


def _tool(sentence: str) -> str:
    """Return the tool that fixes the fault in a sentence; missing squares are cut."""
    field = _NAME.match(sentence)
    about_areas = any(f" {kind} " in sentence for kind in checks.AREA_KINDS)
    return _TOOLS.get(field[0] if field else "", "areas" if about_areas else "cut")


def _squares(sentence: str, spots: Mapping[str, Any]) -> list[str]:
    """Return the squares that a sentence names; for one that is missing, those between which it belongs."""
    named = list(dict.fromkeys(_SQUARE_NUMBER.findall(sentence)))
    there = [name for name in named if name in spots]
    if there or not named or _FIELD.match(sentence):
        return there
    before, after = (sorted(s for s in spots if (s < named[0]) == lower) for lower in (True, False))
    return [*before[-1:], *after[:1]]


def _inner_spot(plane: Plane, face: int) -> list[int]:
    outline = plane.faces[face].outline
    x, y = inner_spot(outline)
    return [int(x), int(y)]


def _entry(
    says: str, squares: Iterable[str] = (), spots: Mapping[str, list[int]] | None = None, tool: str = ""
) -> Json:
    named = list(squares)
    place = _PLACE.search(says)
    at = [int(place[1]), int(place[2])] if place else None
    if at is None and named and spots:
        at = spots[named[0]]
    entry = {"says": says, "squares": named, "at": at}
    return {**entry, "tool": tool} if at is None and tool else entry


def sight_line(
    plane: Plane, system: str, start: str, end: str, closed: Iterable[tuple[str, str]] = ()
) -> Json:
    """Return the line of sight between two squares of a half-surveyed board, by the game's own code.

    Raises InputError for a square or a door that is not there, Problem (409) while no board can be built.
    """
    board = drawn_board(plane)
    for field, name in (("from", start), ("to", end)):
        if name not in board.squares:
            raise InputError(f"{field}: {show(name)} is not a square of this board.")
    doors = dict.fromkeys(closed, "closed")
    for between in doors:
        if between not in board.doors:
            raise InputError(f"closed: {show('-'.join(between))} is not a door of this board.")
    return dict(surveying_of(system).line(board, start, end, doors))


def drawn_board(plane: Plane) -> Board:
    """Return the board of a plane, finished or not. Raises Problem (409) while none can be built."""
    board = board_of(canonical(completed_map_of(plane)))
    if board is None:
        raise NotYet("Every square needs a number of its own first. The list says which are wrong.")
    return board


@lru_cache(maxsize=8)
def board_of(map_text: str) -> Board | None:
    """Return the board of a map as text, or None if its shapes or numbers allow none."""
    data = json.loads(map_text)
    _, sound = checks.examine(data, reach=False)
    return Board.from_json(data) if sound else None


PAIRS_PER_STEP = 3000
"""Pairs of squares looked at in one step, about: a step of a large board has fewer squares."""
_TRIES = 3
"""Distances over which a corner is moved before the answer is that no move agrees."""


def close_calls(plane: Plane, first: int) -> Json:
    """Return the close calls from some squares on: `{"squares", "next", "calls"}`, `next` null at the end.

    `first` is the place of the first of these squares in the order of numbers. Raises Problem (409) while no
    board can be built.
    """
    calls = _calls_of(plane)
    count = len(calls.names)
    last = min(count, first + max(1, PAIRS_PER_STEP // count))
    told = [_call_entry(call) for name in calls.names[first:last] for call in calls.later_than(name)]
    return {"squares": count, "next": last if last < count else None, "calls": told}


def agreeing_gesture(plane: Plane, start: str, end: str, clear: bool) -> Json | None:
    """Return the gesture that moves a corner so that the drawing says the same of a line as its owner.

    The corner moves as little as it can, by no more than the error, and no other look of the owner may come
    to disagree. None where the drawing agrees already, or cannot. Raises Problem (409), InputError.
    """
    calls = _calls_of(plane)
    for name in (start, end):
        if name not in calls.names:
            raise InputError(f"{show(name)} is not a square of this board.")
    call = calls.between(start, end)
    if call is None or call.clear == clear or any(c.denominator > 1 for c in call.corner):
        return None
    corner = int(call.corner[0]), int(call.corner[1])
    faces = {name: face for face, name in _names(plane).items()}
    here = face_pair(faces[start], faces[end])
    wanted = {**plane.looks, here: clear}
    needed = _agreeing_looks(plane, wanted) | {here}
    for to in _moves(corner, int(2 * call.margin), plane.error):
        try:
            after = moves.move_corner(plane, corner, to)
        except Refused:
            continue
        if needed <= _agreeing_looks(after, wanted):
            return {"do": "move_corner", "at": list(corner), "to": list(to)}
    return None


def _calls_of(plane: Plane) -> CloseCalls:
    data = {name: value for name, value in completed_map_of(plane).items() if name != "looks"}
    calls = _calls(canonical(data), plane.error)
    if calls is None:
        raise NotYet("For sight, every square needs its own number. The list says which are wrong.")
    return calls


@lru_cache(maxsize=4)
def _calls(map_text: str, error: int) -> CloseCalls | None:
    board = board_of(map_text)
    return CloseCalls(board, error) if board else None


def _call_entry(call: Call) -> Json:
    x, y = (float(c) for c in call.corner)
    margin = round(float(call.margin), 2)
    return {"between": [call.start, call.end], "clear": call.clear, "corner": [x, y], "margin": margin}


def _names(plane: Plane) -> dict[int, str]:
    return {face: f"{number:03}" for face, number in chart.numbers(plane).items()}


def _moves(corner: Point, distance: int, error: int) -> Iterator[Point]:
    """Yield where a corner could go, the nearest places first."""
    x, y = corner
    ways = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    for far in range(max(distance, 1), min(error, distance + _TRIES) + 1):
        yield from ((x + dx * far, y + dy * far) for dx, dy in ways)


def _agreeing_looks(plane: Plane, looks: Mapping[FacePair, bool]) -> set[FacePair]:
    """Return the looks with which the drawing agrees; none if it is not a board."""
    board = board_of(canonical(completed_map_of(replace(plane, looks={}))))
    if board is None:
        return set()
    sight, names = SightTable(board, _no_chart), _names(plane)
    return {(a, b) for (a, b), clear in looks.items() if sight.sees(names[a], names[b], {}) == clear}


def _no_chart(_distance: int, _door: str | None) -> int:
    return 0
