"""The sight lines of a surveyed board that are too close to call (6.4), and corners that move to agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from referee.errors import InputError, NotYet
from referee.records.text import canonical, show
from referee.surveys.checking import board_of, whole_map_of
from rules.outlines import Point
from rules.sight import SightTable
from rules.sight_close_calls import Call, CloseCalls
from rules.survey import chart, moves
from rules.survey.exact import Refused
from rules.survey.plane import FacePair, Plane, face_pair

WORK = 3000
"""Pairs of squares looked at in one step, about: a step of a large board has fewer squares."""
_TRIES = 3
"""Distances over which a corner is moved before the answer is that no move agrees."""
Json = dict[str, Any]


def step(plane: Plane, first: int) -> Json:
    """Return the close calls from some squares on: `{"squares", "next", "calls"}`, `next` null at the end.

    `first` is the place of the first of these squares in the order of numbers. Raises Problem (409) while no
    board can be built.
    """
    calls = _calls_of(plane)
    count = len(calls.names)
    last = min(count, first + max(1, WORK // count))
    told = [_told(call) for name in calls.names[first:last] for call in calls.later_than(name)]
    return {"squares": count, "next": last if last < count else None, "calls": told}


def agreeing(plane: Plane, start: str, end: str, clear: bool) -> Json | None:
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
    needed = _agreeing(plane, wanted) | {here}
    for to in _moves(corner, int(2 * call.margin), plane.error):
        try:
            after = moves.move_corner(plane, corner, to)
        except Refused:
            continue
        if needed <= _agreeing(after, wanted):
            return {"do": "move_corner", "at": list(corner), "to": list(to)}
    return None


def _calls_of(plane: Plane) -> CloseCalls:
    data = {name: value for name, value in whole_map_of(plane).items() if name != "looks"}
    calls = _calls(canonical(data), plane.error)
    if calls is None:
        raise NotYet("For sight, every square needs its own number. The list says which are wrong.")
    return calls


@lru_cache(maxsize=4)
def _calls(map_text: str, error: int) -> CloseCalls | None:
    board = board_of(map_text)
    return CloseCalls(board, error) if board else None


def _told(call: Call) -> Json:
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


def _agreeing(plane: Plane, looks: Mapping[FacePair, bool]) -> set[FacePair]:
    """Return the looks with which the drawing agrees; none if it is not a board."""
    board = board_of(canonical(whole_map_of(replace(plane, looks={}))))
    if board is None:
        return set()
    sight, names = SightTable(board, _no_chart), _names(plane)
    return {(a, b) for (a, b), clear in looks.items() if sight.sees(names[a], names[b], {}) == clear}


def _no_chart(_distance: int, _door: str | None) -> int:
    return 0
