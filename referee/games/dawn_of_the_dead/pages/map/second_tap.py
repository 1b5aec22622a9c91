"""The keys of a tapped square, and which of them a second tap on the square presses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.games.dawn_of_the_dead.pages.keys import Group, Key, key, of_kinds
from referee.games.dawn_of_the_dead.pages.map.squares import MOVES
from referee.games.dawn_of_the_dead.pages.moment.walking import walk_key
from rules.dawn_of_the_dead.humans.reach import Way

Json = Mapping[str, Any]
GO = "Tap the square again to go there."
SHOOT = "Tap the square again to shoot."
DO = "Tap the square again to do it."


def square_groups(actions: Sequence[Json], way: Way | None, *, moves: bool) -> list[Group]:
    """Return the keys of what happens in the tapped square, in groups.

    `way` leads to the square in several steps. Shots stand first: who taps a zombie mostly wants to shoot it.
    A second tap presses the key that stands out, and no other. Where nobody goes there, one stands out only
    where nothing else can be done, and no piece `moves` from there.
    """
    plain = [a for a in actions if not a.get("carry")]
    steps, shots = of_kinds(plain, "step"), of_kinds(plain, "shoot")
    goes = [key(a) for a in steps] or ([walk_key(way)] if way else [])
    fires = [key(a) for a in shots]
    others = [key(a) for a in plain if a not in (*steps, *shots)]
    keys = fires + goes + others
    carrying = tuple(key(a) for a in actions if a.get("carry"))
    groups = [Group("Carrying somebody", carrying, folded=True)] if carrying else []
    if not keys:
        return groups
    if goes or (len(actions) == 1 and not moves):
        again, hint = ("do", SHOOT) if fires else ("go", GO) if goes else ("do", DO)
        return [Group("", _pressed_first(keys, again), hint), *groups]
    return [Group("", tuple(keys)), *groups]


def going_group(moves: Sequence[Json]) -> Group:
    """Return the keys that take a zombie piece from the chosen square to or towards the tapped one.

    A second tap takes the shortest way. Where a super zombie may go with its unit or without, it takes none
    of them.
    """
    goes = sorted((a for a in moves if a["do"] in MOVES), key=lambda a: len(a["path"]))
    pieces = {(a.get("super"), bool(a.get("with_zombie"))) for a in goes}
    keys = [key(a) for a in (*goes, *(a for a in moves if a["do"] not in MOVES))]
    if len(pieces) == 1:
        return Group("", _pressed_first(keys, "go"), GO)
    return Group("", _pressed_first(keys, "do"), DO) if len(keys) == 1 else Group("", tuple(keys))


def _pressed_first(keys: Sequence[Key], again: str) -> tuple[Key, ...]:
    """Return the keys with the first as what comes next, pressed by a second tap on the square."""
    return replace(keys[0], tone="main", again=again), *keys[1:]
