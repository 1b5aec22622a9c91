"""Moving every unit that has one possible reaction, each judged by itself (7.0)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.map.squares import MOVES, piece_actions
from referee.games.ports import Seen
from referee.records.data import PHASE
from rules.board.board import pair
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.view import open_position
from rules.dawn_of_the_dead.zombies.zombie_paths import sure_run

Json = Mapping[str, Any]
Actions = Sequence[Json]


class Forced:
    """The units without a choice in any order, those behind them too, one after the other (R-7.2a)."""

    far = PHASE
    nothing = "No unit here has only one legal reaction."

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._told: tuple[str, ...] | None = None
        self._moved = 0

    def next(self, seen: Seen) -> Json | None:
        """Return the move of the next unit; each must still be sure of its one move."""
        view, actions = seen.view, seen.actions
        if view["underway"] or view["phase"] != "reaction":
            return None
        sure = sure_squares(view, actions, open_position(view, self._setting))
        self._told = sure if self._told is None else self._told
        waits = {*sure} & {*self._told} if self._moved < len(self._told) else set()
        self._moved += 1
        return next((move for move in forced_now(view, actions) if move["from"] in waits), None)


def sure_squares(view: Json, actions: Actions, position: Position) -> tuple[str, ...]:
    """Return the squares of the units that react without a choice, in whatever order they go (R-7.2a).

    Units behind them that can go only then follow. `position` is the open one that the view shows.
    """
    pieces = piece_actions(actions)
    glass = [pair(*action["between"]) for action in pieces if "between" in action]
    claimed = {action["path"][-1] for action in pieces if action.get("with_zombie")}
    return sure_run(position, view["phase_state"]["pending"], glass, claimed)


def forced(actions: Actions) -> list[Json]:
    """Return the reactions without a choice: a unit's only move, to a square that no other can take."""
    options: dict[str, list[Json]] = defaultdict(list)
    for action in piece_actions(actions):
        if not action.get("super"):
            options[action["from"]].append(action)
    wanted: dict[str, set[str]] = defaultdict(set)
    for square, choices in options.items():
        for action in choices:
            if action["do"] in MOVES:
                wanted[action["path"][-1]].add(square)
    return [
        choices[0]
        for choices in options.values()
        if len(choices) == 1 and choices[0]["do"] in MOVES and len(wanted[choices[0]["path"][-1]]) == 1
    ]


def must_now(view: Json) -> list[str]:
    """Return the squares of the units that must do something now."""
    return [s for item in view["agenda"] if item["kind"] == "must" for s in item["squares"]]


def forced_now(view: Json, actions: Actions) -> list[Json]:
    """Return the reactions without a choice of units that must react, in the Reaction Phase."""
    must = must_now(view) if view["phase"] == "reaction" else []
    return [a for a in forced(actions) if a["from"] in must]


def all_forced(view: Json, actions: Actions) -> list[Json]:
    """Return the moves of the units that must react, if each of them has one possible move; else nothing."""
    moves = forced_now(view, actions)
    return moves if {move["from"] for move in moves} == {*must_now(view)} else []
