"""Which actions a tap on a square may mean, as each kind of action says."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.dawn_of_the_dead.pages.map.squares import MOVES, Json, piece_square
from referee.games.dawn_of_the_dead.shown_actions import SHOWN
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIDDEN_COUNT, Setting
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares


def at_square(view: Json, board: Board, action: Json, square: str) -> bool:
    """Whether an action begins or happens in a square, so that a tap on it may mean the action."""
    return square in SHOWN[action["do"]].places(view, board, action)


def leads_to(view: Json, action: Json, chosen: str, square: str) -> bool:
    """Whether an action takes the piece in `chosen` to `square`, or at the door to it."""
    if piece_square(view, action) != chosen:
        return False
    if action["do"] in MOVES:
        return bool(action["path"][-1] == square)
    return square in action.get("between", ())


def destinations(view: Json, actions: Sequence[Json], chosen: str) -> set[str]:
    """Return the squares that the piece in `chosen` may be moved to."""
    return {a["path"][-1] for a in actions if a["do"] in MOVES and piece_square(view, a) == chosen}


def placing(view: Json, setting: Setting, square: str) -> Json | None:
    """Return a set-up choice that is legal apart from `square`, so the ruling is about `square` alone."""
    if view["phase"] == "place_hidden":
        others = [s for s in lawful_hidden_squares(setting.board) if s != square]
        return {"do": "place_hidden", "squares": [square, *others[: HIDDEN_COUNT - 1]]}
    if view["phase"] == "place_characters":
        places = dict(zip(CHARACTERS, setting.character_squares * len(CHARACTERS), strict=False))
        return {"do": "place_characters", "squares": {**places, CHARACTERS[0]: square}}
    return None
