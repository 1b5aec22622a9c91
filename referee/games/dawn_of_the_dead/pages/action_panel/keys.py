"""Keys: legal actions as things to tap, in groups under a title."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.games.dawn_of_the_dead.labels.actions import SHOWN, label
from referee.records.text import Json


@dataclass(frozen=True, slots=True)
class Key:
    """One thing to tap: an `action` to do (as JSON), or a `url` to look at.

    `tone` is "main" for what comes next. `rolls`: dice decide it. `again`: a second tap on the same
    square of the map does it; it is "go" where that goes there, else "do". `leaves`: the address is another
    page or a file, and `posts` goes there at once. `odds`: its chances in words, for who wants them.
    """

    label: str
    action: str = ""
    url: str = ""
    tone: str = ""
    rolls: bool = False
    again: str = ""
    leaves: bool = False
    posts: bool = False
    odds: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Keys that belong together. `squares`: square numbers side by side. `folded`: closed at first.

    `apart`: set off from the others against mistaken taps. `counts`: the title says how many keys there are.
    `abreast`: on a small screen two keys that roll share a row.
    """

    title: str
    keys: tuple[Key, ...]
    hint: str = ""
    squares: bool = False
    folded: bool = False
    apart: bool = False
    counts: bool = True
    abreast: bool = False


def key(action: Json, *, tone: str = "", says: str = "") -> Key:
    """Return the key of a legal action."""
    return Key(
        says or label(action),
        action=json.dumps(action, separators=(",", ":"), sort_keys=True),
        tone=tone,
        rolls=SHOWN[action["do"]].rolls(action),
    )


def group(title: str, actions: Iterable[Json], hint: str = "", tone: str = "") -> list[Group]:
    """Return a group of actions, or nothing where there are none."""
    keys = tuple(key(a, tone=tone) for a in actions)
    return [Group(title, keys, hint)] if keys else []


def square_group(
    title: str, squares: Iterable[str], base: str, hint: str = "", *, folded: bool = False
) -> list[Group]:
    """Return squares to look at more closely, or nothing where there are none."""
    keys = tuple(Key(s, url=f"{base}/square/{s}") for s in sorted(set(squares)))
    return [Group(title, keys, hint, squares=True, folded=folded)] if keys else []


def of_kinds(actions: Sequence[Json], *names: str) -> list[Json]:
    """Return the actions of some kinds, in order."""
    return [a for a in actions if a["do"] in names]
