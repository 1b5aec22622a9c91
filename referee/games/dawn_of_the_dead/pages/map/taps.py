"""Which actions a tap on a square may mean, their keys, and which of them a second tap presses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from referee.games.dawn_of_the_dead.batches import as_expected, is_way
from referee.games.dawn_of_the_dead.labels.actions import SHOWN
from referee.games.dawn_of_the_dead.labels.squares import piece_square
from referee.games.dawn_of_the_dead.labels.wording import counted
from referee.games.dawn_of_the_dead.pages.action_panel.keys import Group, Key, key, of_kinds
from referee.records.text import Json
from rules.board.board import Board
from rules.dawn_of_the_dead.actions import MOVES
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIDDEN_COUNT, Setting
from rules.dawn_of_the_dead.humans.reach import Way
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares
from rules.dawn_of_the_dead.view import View

__all__ = ["WALK", "as_expected", "path_posted", "walk_key"]


def at_square(view: View, board: Board, action: Json, square: str) -> bool:
    """Whether an action begins or happens in a square, so that a tap on it may mean the action."""
    return square in SHOWN[action["do"]].places(view, board, action)


def leads_to(view: View, action: Json, chosen: str, square: str) -> bool:
    """Whether an action takes the piece in `chosen` to `square`, or at the door to it."""
    if piece_square(view, action) != chosen:
        return False
    if action["do"] in MOVES:
        return bool(action["path"][-1] == square)
    return square in action.get("between", ())


def destinations(view: View, actions: Sequence[Json], chosen: str) -> set[str]:
    """Return the squares that the piece in `chosen` may be moved to."""
    return {a["path"][-1] for a in actions if a["do"] in MOVES and piece_square(view, a) == chosen}


def placing(view: View, setting: Setting, square: str) -> Json | None:
    """Return a set-up choice that is legal apart from `square`, so the ruling is about `square` alone."""
    if view.phase == "place_hidden":
        others = [s for s in lawful_hidden_squares(setting.board) if s != square]
        return {"do": "place_hidden", "squares": [square, *others[: HIDDEN_COUNT - 1]]}
    if view.phase == "place_characters":
        places = dict(zip(CHARACTERS, setting.character_squares * len(CHARACTERS), strict=False))
        return {"do": "place_characters", "squares": {**places, CHARACTERS[0]: square}}
    return None


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


GO = "Tap the square again to go there."
SHOOT = "Tap the square again to shoot."
DO = "Tap the square again to do it."


def square_groups(actions: Sequence[Json], way: Way | None, *, moves: bool) -> list[Group]:
    """Return the keys of what happens in the tapped square, in groups.

    `way` leads to the square in several steps. Shots come first: who taps a zombie mostly wants to shoot it.
    A second tap presses the main key only. Without a way there, there is a main key only if it is the only
    one and no piece `moves` from there.
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
