"""Walking to a square that is more than one step away: one key, and each step an action of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.keys import Key
from referee.games.dawn_of_the_dead.pages.map import squares
from referee.games.dawn_of_the_dead.pages.wording import counted
from referee.problems import Stale
from referee.storage.rows import Tap
from referee.tables import tables
from rules.dawn_of_the_dead.reach import Way

Json = Mapping[str, Any]
WALK = "walk"
MOST_STEPS = 30
"""More than any Movement Allowance has points."""


def walk_key(way: Way) -> Key:
    """Return the key that walks a way."""
    cost = f"at least {way.points} points" if way.at_least else counted(way.points, "point")
    return Key(
        f"Walk there: {', '.join(way.path)} ({cost})",
        action=json.dumps({"do": WALK, "path": way.path}, separators=(",", ":")),
    )


def path_posted(text: str) -> list[str]:
    """Return the squares that a posted key walks through; empty for any other key."""
    if WALK not in text[:20]:
        return []
    try:
        posted = json.loads(text)
    except ValueError:
        return []
    path = posted.get("path") if isinstance(posted, dict) and posted.get("do") == WALK else None
    whole = isinstance(path, list) and len(path) <= MOST_STEPS and all(isinstance(s, str) for s in path)
    return path if whole and path else []


def walk(code: str, seat: str, path: Sequence[str], version: int) -> None:
    """Take one step after another, and stop as soon as something happens that was not to be expected.

    Raises Refused and Stale for the first step; a later one that cannot be taken is left, and the players see
    why.
    """
    playing = tables().playing
    before = tables().view(code, seat)
    if before["version"] != version:
        raise Stale(before)
    for number, to in enumerate(path):
        if {"do": "step", "to": to} not in playing.actions(code, seat) and to != path[0]:
            return
        step = {"do": "step", "to": to}
        after = playing.do(code, seat, step, before["version"], tap=Tap(goes_on=number > 0))["view"]
        if not as_expected(before, after, to):
            return
        before = after


def as_expected(before: Json, after: Json, to: str) -> bool:
    """Whether a step led to a square and changed nothing else that would stop a walk."""
    return (
        not after["underway"]
        and after["phase"] == "human"
        and squares.mover_square(after) == to
        and not _units_changed(before, after)
        and _statuses(after) == _statuses(before)
    )


def _units_changed(before: Json, after: Json) -> bool:
    """Whether a unit came, went or was turned up. A unit turned face down stops nobody (5.4, 6.0)."""
    known = {unit["square"]: unit["value"] for unit in before["zombies"]}
    shown = {unit["square"]: unit["value"] for unit in after["zombies"]}
    return known.keys() != shown.keys() or any(
        value is not None and value != known[square] for square, value in shown.items()
    )


def _statuses(view: Json) -> dict[str, str]:
    return {name: character["status"] for name, character in view["characters"].items()}
