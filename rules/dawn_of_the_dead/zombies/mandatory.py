"""Mandatory actions of the Zombie Player-Turn, and their order (4.0, 7.0, 8.6, 10.0).

Actions are the JSON that a seat is offered, and all of it rests on what the seat sees, so no secret decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.board.board import pair
from rules.dawn_of_the_dead.actions import MOVES, kinds_where, piece_actions
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.view import View
from rules.dawn_of_the_dead.zombies.zombie_paths import sure_run

Json = Mapping[str, Any]
Actions = Sequence[Json]
Ways = dict[str, set[tuple[str, ...]]]
_ORDER_CHANGING = kinds_where(lambda kind: kind.changes_order)
_DUE = kinds_where(lambda kind: kind.due)
_SKIPPED_PHASES = ("berserk", "reaction", "free_movement")


def order_matters(moves: Sequence[Json], after: Callable[[Json], Sequence[Json] | None]) -> bool:
    """Return whether a unit would have other moves after another unit's (7.0, 7.2, R-7.2a).

    `after` returns the actions there would be after one of them. A unit that cannot move yet loses nothing by
    waiting, so it does not count. Where a move needs a value first, the order is taken to matter.
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
    return any(roll["do"] in _ORDER_CHANGING or known(roll) for roll in rolls)


def _ways(actions: Sequence[Json]) -> Ways:
    """Return the paths that each unit may take, by its square; a glass door it may smash is one of them."""
    ways: Ways = defaultdict(set)
    for action in piece_actions(actions):
        if not action.get("super"):
            ways[action["from"]].add(tuple(action.get("path", ("glass",))))
    return ways


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


def due_checks(view: View, actions: Sequence[Json]) -> list[Json]:
    """Return the checks of the berserk units, which must be made (10.0)."""
    return [action for action in _of_kinds(actions, "check_berserk") if action["square"] in view.due]


def may_skip_optional(view: View, actions: Actions) -> bool:
    """Return whether all that is left before a choice may be played on: never once free moves are rolled.

    A phase may end, a check is due (10.0), or each unit that must react has one possible move (7.0).
    """
    if view.mode != "two-player" or view.phase not in _SKIPPED_PHASES:
        return False
    if view.free_moves and view.free_moves.die is not None:
        return False
    return bool(all_forced(view, actions) or due_checks(view, actions) or _of_kinds(actions, "next_phase"))


def next_mandatory(
    view: View,
    actions: Actions,
    *,
    after: Callable[[Json], Actions | None],
    known: Callable[[Json], bool],
    typed: bool,
) -> Json | None:
    """Return the next action that must come, or None where somebody chooses, shoots or rolls.

    `after` returns the actions there would be after a move, and `known` whether the dice of a roll are known
    (R-UNDO). Nothing is rolled for a player who has his dice `typed` in.
    """
    if view.phase == "reaction" and (moves := all_forced(view, actions)):
        return None if order_matters(moves, after) else moves[0]
    if rolls := due_rolls(view, actions):
        return None if typed or order_of_rolls_matters(rolls, known) else rolls[0]
    if opened := _of_kinds(actions, "open_attack"):
        return opened[0] if len(opened) == 1 else None
    ends = _of_kinds(actions, "next_phase")
    return ends[0] if ends else None


def due_roll(view: View, actions: Actions) -> Json | None:
    """Return the roll that must come next, or None where something else must."""
    if view.phase == "reaction" and all_forced(view, actions):
        return None
    return next(iter(due_rolls(view, actions)), None)


def due_rolls(view: View, actions: Actions) -> list[Json]:
    """Return the rolls that must come before the phase can end, with nothing to choose."""
    return [*due_checks(view, actions), *_of_kinds(actions, *_DUE)]


def _of_kinds(actions: Actions, *names: str) -> list[Json]:
    return [action for action in actions if action["do"] in names]
