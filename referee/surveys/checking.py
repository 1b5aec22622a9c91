"""What is still wrong with a surveyed board, each with its place, and the map that it becomes."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from referee.errors import InputError
from referee.games import registry
from referee.json_text import canonical, show
from referee.problems import Problem
from referee.surveys.service import wants
from rules import board_check
from rules.board import Board
from rules.outlines import inner_spot
from rules.survey import chart
from rules.survey.plane import Plane

MOST = 60
"""Entries of the list that are told; a board begun an hour ago has hundreds of them."""
_NAMED = re.compile(r"\b[0-9]{3}\b")
_PLACE = re.compile(r"\[(-?[0-9]+), (-?[0-9]+)\]")
_FIELD = re.compile(r"^[a-z_][a-z_0-9.\[\]]*: ")
_NO_AREA = "none"
DEPICTS = "depicts"
"""The special name under which a survey keeps what its map depicts."""
Json = dict[str, Any]


def map_of(plane: Plane) -> Json:
    """Return the map of a plane, finished or not."""
    data = chart.to_map(plane)
    depicts = data["special"].pop(DEPICTS, "")
    return {**data, DEPICTS: depicts} if depicts not in {"", "nothing"} else data


def whole_map_of(plane: Plane) -> Json:
    """Return the map of a plane, with a name and a hall in place of those that nobody has given yet."""
    data = map_of(plane)
    squares = [{**s, "area": s["area"] or _NO_AREA} for s in data["squares"]]
    spare = {"id": _NO_AREA, "name": "No area yet", "kind": "hall"}
    without = any(s["area"] == _NO_AREA for s in squares) or not squares
    areas = [*data["areas"], *([spare] if without else [])]
    return {**data, "name": data["name"] or "No name yet", "areas": areas, "squares": squares}


def wrong(plane: Plane, system: str) -> list[Json]:
    """Return what is still wrong: `{"says", "squares", "at"}`, the place null for what concerns all."""
    if not plane.faces:
        return [_entry("The board has no outline yet: draw one.")]
    names = {face: f"{number:03}" for face, number in chart.numbers(plane).items()}
    spots = {name: _spot(plane, face) for face, name in names.items()}
    faults = [*_missing(plane, names), *_twice(names)]
    try:
        registry.board_of(registry.game(system), "map").check_document("map", whole_map_of(plane))
    except InputError as error:
        faults += [(_for_people(s), _squares(s, spots)) for s in error.problems if "appears" not in s]
    told = [_entry(sentence, squares, spots) for sentence, squares in faults]
    left = len(told) - MOST
    return told[:MOST] + ([_entry(f"And {left} more.")] if left > 0 else [])


def _missing(plane: Plane, names: Mapping[int, str]) -> Iterable[tuple[str, list[str]]]:
    if not plane.name:
        yield "The board has no name yet.", []
    bare = sorted(names[n] for n, face in plane.faces.items() if face.area is None)
    if bare:
        many = f"{len(bare)} squares are" if len(bare) > 1 else f"Square {bare[0]} is"
        yield f"{many} in no area yet.", bare
    high = sorted(name for name in names.values() if len(name) > 3)
    if high:
        yield "The numbers go beyond 999. Correct one of them, or begin lower.", high


def _twice(names: Mapping[int, str]) -> Iterable[tuple[str, list[str]]]:
    for name, times in sorted(Counter(names.values()).items()):
        if times > 1:
            yield f"{times} squares have the number {name}. Correct one of them.", [name]


def _for_people(sentence: str) -> str:
    """Return a sentence on a map without the field that it begins with: the drawing has no fields."""
    said = _FIELD.sub("", sentence)
    return said[0].upper() + said[1:]


def _squares(sentence: str, spots: Mapping[str, Any]) -> list[str]:
    return [name for name in dict.fromkeys(_NAMED.findall(sentence)) if name in spots]


def _spot(plane: Plane, face: int) -> list[int]:
    outline = plane.faces[face].outline
    x, y = inner_spot(outline)
    return [int(x), int(y)]


def _entry(says: str, squares: Iterable[str] = (), spots: Mapping[str, list[int]] | None = None) -> Json:
    named = list(squares)
    place = _PLACE.search(says)
    at = [int(place[1]), int(place[2])] if place else None
    if at is None and named and spots:
        at = spots[named[0]]
    return {"says": says, "squares": named, "at": at}


def line(plane: Plane, system: str, start: str, end: str, closed: Iterable[tuple[str, str]] = ()) -> Json:
    """Return the line of sight between two squares of a half-surveyed board, by the game's own code.

    Raises InputError for a square or a door that is not there, Problem (409) while no board can be built.
    """
    board = board_of(canonical(whole_map_of(plane)))
    if board is None:
        raise Problem(409, "Sight needs squares with numbers of their own. The list says which are wrong.")
    for field, name in (("from", start), ("to", end)):
        if name not in board.squares:
            raise InputError(f"{field}: {show(name)} is not a square of this board.")
    doors = dict.fromkeys(closed, "closed")
    for between in doors:
        if between not in board.doors:
            raise InputError(f"closed: {show('-'.join(between))} is not a door of this board.")
    return dict(wants(system).line(board, start, end, doors))


@lru_cache(maxsize=8)
def board_of(map_text: str) -> Board | None:
    """Return the board of a map as text, or None if its shapes or numbers allow none."""
    data = json.loads(map_text)
    _, sound = board_check.examine(data, reach=False)
    return Board.from_json(data) if sound else None
