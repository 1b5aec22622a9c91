"""Whether the order of several steps is a choice, so that no batch may take it from the zombie player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.map.squares import piece_actions
from referee.games.dawn_of_the_dead.shown_actions import kinds_shown

Json = Mapping[str, Any]
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
