"""Several actions in one tap: forced reactions, what must be done, and a walk.

The batch of what must be done checks no unit of its player's choice, reveals nothing and makes no free move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead.seats import AUTOMATIC, DawnView
from referee.games.interface import Batch, Seen
from referee.records.data import PHASE
from referee.records.text import Json, show
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Status
from rules.dawn_of_the_dead.view import View
from rules.dawn_of_the_dead.zombies.mandatory import (
    due_roll,
    forced_now,
    may_skip_optional,
    next_mandatory,
    sure_squares,
)

Actions = Sequence[Json]


class Forced:
    """The units without a choice in any order, those behind them too, one after the other (R-7.2a)."""

    far = PHASE
    nothing = "No unit here has only one legal reaction."

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._told: tuple[str, ...] | None = None
        self._moved = 0

    def next(self, seen: Seen[DawnView]) -> Json | None:
        """Return the move of the next unit; each must still be sure of its one move."""
        view, actions = seen.view, seen.actions
        if view.pending_action or view.game.phase != "reaction":
            return None
        sure = sure_squares(view.game, actions, view.game.open_position())
        self._told = sure if self._told is None else self._told
        waits = {*sure} & {*self._told} if self._moved < len(self._told) else set()
        self._moved += 1
        return next((move for move in forced_now(view.game, actions) if move["from"] in waits), None)


class Mandatory:
    """The mandatory actions of this Zombie Player-Turn, one after the other, up to a choice or a shot."""

    far = ""
    nothing = "The next step is yours: a choice, or dice to type in."

    def __init__(self) -> None:
        self._turn = 0

    def next(self, seen: Seen[DawnView]) -> Json | None:
        """Return the next action that must come, or None where somebody chooses, shoots or rolls."""
        if not self._turn:
            if not can_skip_optional(seen.view, seen.actions):
                return None
            self._turn = seen.view.game.turn
        if seen.view.pending_action or seen.view.game.turn != self._turn:
            return None
        return next_mandatory(
            seen.view.game, seen.actions, after=seen.after, known=seen.known, typed=seen.typed
        )


def can_skip_optional(view: DawnView, actions: Actions) -> bool:
    """Return whether the key is there that skips everything optional: where phases end by themselves."""
    return (
        view.settings["phases"] == AUTOMATIC
        and not view.pending_action
        and may_skip_optional(view.game, actions)
    )


def first_roll(view: DawnView, actions: Actions) -> Json | None:
    """Return the roll that must come next, for a player who types in its dice; None where none does."""
    return roll_due(view, actions) if can_skip_optional(view, actions) else None


def roll_due(view: DawnView, actions: Actions) -> Json | None:
    """Return the roll that what must be done has come to, in any phase; None where something else is next."""
    return None if view.pending_action else due_roll(view.game, actions)


MAX_STEPS = 30
"""More than any Movement Allowance has points."""


class Walk:
    """One step after another, until something unexpected happens."""

    far = ""
    nothing = "Nobody can walk there."

    def __init__(self, path: Sequence[str]) -> None:
        self._path, self._taken = path, 0
        self._before: View | None = None

    @classmethod
    def of(cls, path: Any, board: Board) -> Walk:
        """Return the walk through these squares of a map. Raises InputError for anything else."""
        if not is_way(path):
            raise InputError(f"batch.path: {show(path)} is not a path of 1 to {MAX_STEPS} squares.")
        if wrong := [square for square in path if square not in board.squares]:
            raise InputError(f"batch.path: {show(wrong[0])} is not a square of this map.")
        return cls(path)

    def next(self, seen: Seen[DawnView]) -> Json | None:
        """Return the next step. The first one is taken as it is; the rules say whether it is allowed."""
        taken, before = self._taken, self._before
        if before and not as_expected(before, seen.view, self._path[taken - 1]):
            return None
        if taken == len(self._path):
            return None
        step = {"do": "step", "to": self._path[taken]}
        if taken and step not in seen.actions:
            return None
        self._taken, self._before = taken + 1, seen.view.game
        return step


def is_way(path: Any) -> bool:
    """Return whether something is a list of squares that a walk may have."""
    return isinstance(path, list) and 0 < len(path) <= MAX_STEPS and all(isinstance(s, str) for s in path)


def as_expected(before: View, after: DawnView, to: str) -> bool:
    """Whether a step led to a square and changed nothing else that would stop a walk."""
    return (
        not after.pending_action
        and after.game.phase == "human"
        and after.game.mover_square == to
        and not _units_changed(before, after.game)
        and _statuses(after.game) == _statuses(before)
    )


def _units_changed(before: View, after: View) -> bool:
    """Whether a unit came, went or was turned up. A unit turned face down does not count (5.4, 6.0)."""
    known, shown = before.zombies, after.zombies
    return known.keys() != shown.keys() or any(
        unit.value is not None and unit.value != known[square].value for square, unit in shown.items()
    )


def _statuses(view: View) -> dict[str, Status]:
    return {name: character.status for name, character in view.characters.items()}


NAMES = ("walk", "forced", "musts")


def batch(data: Any, setting: Setting) -> Batch:
    """Return the batch of a JSON object: `walk` with its `path`, `forced` or `musts`. Raises InputError."""
    if not isinstance(data, dict):
        raise InputError(f"batch: {show(data)} is not an object.")
    name = data.get("do")
    for field in data:
        if field != "do" and not (name == "walk" and field == "path"):
            raise InputError(f"batch: {field} is not a field that belongs here.")
    if name == "walk":
        return Walk.of(data.get("path"), setting.board)
    if name == "forced":
        return Forced(setting)
    if name == "musts":
        return Mandatory()
    if "do" not in data:
        raise InputError(f"batch: do is missing; it is one of {', '.join(NAMES)}.")
    raise InputError(f"batch.do: {show(name)} is not one of {', '.join(NAMES)}.")
