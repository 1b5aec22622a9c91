"""Walking to a square that is more than one step away: one key, and each step an action of its own."""

from __future__ import annotations

import json

from referee.games.dawn_of_the_dead.batches import as_expected, is_way
from referee.games.dawn_of_the_dead.pages.keys import Key
from referee.games.dawn_of_the_dead.pages.wording import counted
from rules.dawn_of_the_dead.humans.reach import Way

__all__ = ["WALK", "as_expected", "path_posted", "walk_key"]
WALK = "walk"


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
    return path if isinstance(path, list) and is_way(path) else []
