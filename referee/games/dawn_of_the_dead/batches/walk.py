"""Walking to a square that is more than one step away: each step is an action of its own (5.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.errors import InputError
from referee.games.ports import Seen
from referee.records.text import show
from rules.board.board import Board

Json = Mapping[str, Any]
MOST_STEPS = 30
"""More than any Movement Allowance has points."""


class Walk:
    """One step after another, until something unexpected happens."""

    far = ""
    nothing = "Nobody can walk there."

    def __init__(self, path: Sequence[str]) -> None:
        self._path, self._taken = path, 0
        self._before: Json = {}

    @classmethod
    def of(cls, path: Any, board: Board) -> Walk:
        """Return the walk through these squares of a map. Raises InputError for anything else."""
        if not is_way(path):
            raise InputError(f"batch.path: {show(path)} is not a path of 1 to {MOST_STEPS} squares.")
        if wrong := [square for square in path if square not in board.squares]:
            raise InputError(f"batch.path: {show(wrong[0])} is not a square of this map.")
        return cls(path)

    def next(self, seen: Seen) -> Json | None:
        """Return the next step. The first one is taken as it is; the rules say whether it is allowed."""
        taken, before = self._taken, self._before
        if taken and not as_expected(before, seen.view, self._path[taken - 1]):
            return None
        if taken == len(self._path):
            return None
        step = {"do": "step", "to": self._path[taken]}
        if taken and step not in seen.actions:
            return None
        self._taken, self._before = taken + 1, seen.view
        return step


def is_way(path: Any) -> bool:
    """Return whether something is a list of squares that a walk may have."""
    return isinstance(path, list) and 0 < len(path) <= MOST_STEPS and all(isinstance(s, str) for s in path)


def as_expected(before: Json, after: Json, to: str) -> bool:
    """Whether a step led to a square and changed nothing else that would stop a walk."""
    return (
        not after["underway"]
        and after["phase"] == "human"
        and _mover_square(after) == to
        and not _units_changed(before, after)
        and _statuses(after) == _statuses(before)
    )


def _mover_square(view: Json) -> str | None:
    move = view.get("move")
    square: str | None = view["characters"][move["characters"][0]]["square"] if move else None
    return square


def _units_changed(before: Json, after: Json) -> bool:
    """Whether a unit came, went or was turned up. A unit turned face down stops nobody (5.4, 6.0)."""
    known = {unit["square"]: unit["value"] for unit in before["zombies"]}
    shown = {unit["square"]: unit["value"] for unit in after["zombies"]}
    return known.keys() != shown.keys() or any(
        value is not None and value != known[square] for square, value in shown.items()
    )


def _statuses(view: Json) -> dict[str, str]:
    return {name: character["status"] for name, character in view["characters"].items()}
