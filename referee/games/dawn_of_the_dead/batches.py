"""Several actions in one tap: forced reactions, what must be done, and a walk.

The batch of what must be done checks no unit of its player's choice, reveals nothing and makes no free move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead.labels.actions import kinds_shown
from referee.games.dawn_of_the_dead.labels.squares import MOVES, piece_actions
from referee.games.dawn_of_the_dead.seats import AUTOMATIC, DawnView
from referee.games.ports import Batch, Seen
from referee.records.data import PHASE
from referee.records.text import Json, show
from rules.board.board import Board, pair
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position, Status
from rules.dawn_of_the_dead.view import View
from rules.dawn_of_the_dead.zombies.zombie_paths import sure_run

Ways = dict[str, set[tuple[str, ...]]]
_LONE_ROLLS = kinds_shown(lambda shown: shown.changes_order)


def order_matters(moves: Sequence[Json], after: Callable[[Json], Sequence[Json] | None]) -> bool:
    """Return whether a unit would have other moves after another unit's (7.0, 7.2, R-7.2a).

    `after` returns the actions there would be after one of them. A unit that cannot move yet loses nothing by
    waiting, so it does not count. Where a move needs a value first, nobody can tell.
    """
    for move in moves if len(moves) > 1 else ():
        actions = after(move)
        if actions is None:
            return True
        ways = _ways(actions)
        if any(ways[other["from"]] != {tuple(other["path"])} for other in moves if other is not move):
            return True
    return False


def order_of_rolls_matters(rolls: Sequence[Json], known: Callable[[Json], bool]) -> bool:
    """Return whether the zombie player gains or loses by the order of several rolls.

    The strikes of one attack do not touch each other (8.6), nor do the checks of berserk units (10.0). Dice
    that were taken back are `known` to come up again (R-UNDO), and then the order says whom they fall on.
    """
    if len(rolls) < 2:
        return False
    return any(roll["do"] in _LONE_ROLLS or known(roll) for roll in rolls)


def _ways(actions: Sequence[Json]) -> Ways:
    """Return the paths that each unit may take, by its square; a glass door it may smash is one of them."""
    ways: Ways = defaultdict(set)
    for action in piece_actions(actions):
        if not action.get("super"):
            ways[action["from"]].add(tuple(action.get("path", ("glass",))))
    return ways


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
        if view.pending_action or view.game.phase != "reaction":
            return None
        sure = sure_squares(view.game, actions, view.game.open_position())
        self._told = sure if self._told is None else self._told
        waits = {*sure} & {*self._told} if self._moved < len(self._told) else set()
        self._moved += 1
        return next((move for move in forced_now(view.game, actions) if move["from"] in waits), None)


def sure_squares(view: View, actions: Actions, position: Position) -> tuple[str, ...]:
    """Return the squares of the units that react without a choice, in whatever order they go (R-7.2a).

    Units behind them that can go only then follow. `position` is the open one that the view shows.
    """
    pieces = piece_actions(actions)
    glass = [pair(*action["between"]) for action in pieces if "between" in action]
    claimed = {action["path"][-1] for action in pieces if action.get("with_zombie")}
    return sure_run(position, sorted(view.reacting), glass, claimed)


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


def must_now(view: View) -> list[str]:
    """Return the squares of the units that must do something now."""
    return [s for item in view.agenda if item["kind"] == "must" for s in item["squares"]]


def forced_now(view: View, actions: Actions) -> list[Json]:
    """Return the reactions without a choice of units that must react, in the Reaction Phase."""
    must = must_now(view) if view.phase == "reaction" else []
    return [a for a in forced(actions) if a["from"] in must]


def all_forced(view: View, actions: Actions) -> list[Json]:
    """Return the moves of the units that must react, if each of them has one possible move; else nothing."""
    moves = forced_now(view, actions)
    return moves if {move["from"] for move in moves} == {*must_now(view)} else []


_PHASES = ("berserk", "reaction", "free_movement")
_ROLLS = kinds_shown(lambda shown: shown.due)


class Musts:
    """What must be done in this Zombie Player-Turn, one action after the other, up to a choice or a shot."""

    far = ""
    nothing = "The next step is yours: a choice, or dice to type in."

    def __init__(self) -> None:
        self._turn = 0

    def next(self, seen: Seen) -> Json | None:
        """Return the next action that must come, or None where somebody chooses, shoots or rolls."""
        if not self._turn:
            if not offered(seen.view, seen.actions):
                return None
            self._turn = seen.view.game.turn
        if seen.view.pending_action or seen.view.game.turn != self._turn:
            return None
        return _next(seen)


def offered(view: DawnView, actions: Sequence[Json]) -> bool:
    """Return whether the key stands in a phase: never once the free moves are rolled.

    It stands where the phase may end, a check is due, or each unit that must react has one possible move.
    """
    if view.game.mode != "two-player" or view.settings["phases"] != AUTOMATIC or view.pending_action:
        return False
    if view.game.phase not in _PHASES or (view.game.free_moves and view.game.free_moves.die is not None):
        return False
    return bool(
        all_forced(view.game, actions) or _due_checks(view.game, actions) or _of_kinds(actions, "next_phase")
    )


def _next(seen: Seen) -> Json | None:
    view, actions = seen.view, seen.actions
    if view.game.phase == "reaction" and (moves := all_forced(view.game, actions)):
        return None if order_matters(moves, seen.after) else moves[0]
    rolls = [*_due_checks(view.game, actions), *_of_kinds(actions, *_ROLLS)]
    if rolls:
        return None if seen.typed or order_of_rolls_matters(rolls, seen.known) else rolls[0]
    opened = _of_kinds(actions, "open_attack")
    if opened:
        return opened[0] if len(opened) == 1 else None
    ends = _of_kinds(actions, "next_phase")
    return ends[0] if ends else None


def first_roll(view: DawnView, actions: Sequence[Json]) -> Json | None:
    """Return the roll that must come next, for a player who types in its dice; None where none does."""
    return roll_due(view, actions) if offered(view, actions) else None


def roll_due(view: DawnView, actions: Sequence[Json]) -> Json | None:
    """Return the roll that what must be done has come to, in any phase; None where something else is next."""
    if view.pending_action or (view.game.phase == "reaction" and all_forced(view.game, actions)):
        return None
    return next(iter([*_due_checks(view.game, actions), *_of_kinds(actions, *_ROLLS)]), None)


def _due_checks(view: View, actions: Sequence[Json]) -> list[Json]:
    """Return the checks of the berserk units, which must be made (10.0)."""
    return [action for action in _of_kinds(actions, "check_berserk") if action["square"] in view.due]


def _of_kinds(actions: Sequence[Json], *names: str) -> list[Json]:
    return [action for action in actions if action["do"] in names]


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

    def next(self, seen: Seen) -> Json | None:
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
    """Whether a unit came, went or was turned up. A unit turned face down stops nobody (5.4, 6.0)."""
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
        return Musts()
    if "do" not in data:
        raise InputError(f"batch: do is missing; it is one of {', '.join(NAMES)}.")
    raise InputError(f"batch.do: {show(name)} is not one of {', '.join(NAMES)}.")
